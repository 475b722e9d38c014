"""What the page runs Python with: Pyodide, the rules, the ruleset, and a manifest.

The files lie in folders named after what is in them, so that a cache never mixes two releases:
the manifest alone has a fixed name, and names the rest.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

from generator.bundle.library import LIBRARY, RULES

MANIFEST = "manifest.json"
# Named .js, since many servers still don't know .mjs, and browsers refuse modules of unknown type.
PYODIDE = {
    "pyodide.mjs": "pyodide.js",
    "pyodide.asm.mjs": "pyodide.asm.js",
    "pyodide.asm.wasm": "pyodide.asm.wasm",
}
_SOURCE_MAP = re.compile(rb"\n//# sourceMappingURL=\S+\s*$")


def runtime_files(
    node_modules: Path, ruleset: str, library: bytes, rules: bytes
) -> dict[str, bytes]:
    """Every file by its path below the site's runtime folder.

    ``library`` is Python's own library and ``rules`` the rules package, as ``build_library`` makes
    them.
    """
    package = node_modules / "pyodide"
    version = json.loads((package / "package.json").read_text("utf-8"))["version"]
    python = f"pyodide-{version}/"
    files = {python + name: _part(package / source) for source, name in PYODIDE.items()}
    bundle = ruleset.encode()
    parts = {
        "library": (f"library-{_digest(library)}/{LIBRARY}", library),
        "rules": (f"rules-{_digest(rules)}/{RULES}", rules),
        "ruleset": (f"ruleset-{_digest(bundle)}/ruleset.json", bundle),
    }
    files |= dict(parts.values())
    manifest = {
        "pyodide": python,
        "lock": _lock(package),
        **{name: path for name, (path, _) in parts.items()},
        "fingerprint": json.loads(ruleset)["fingerprint"],
        "sizes": {name: len(content) for name, content in sorted(files.items())},
    }
    files[MANIFEST] = (json.dumps(manifest, indent=1) + "\n").encode()
    return files


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def _part(path: Path) -> bytes:
    """A file of Pyodide; scripts without the pointer to a source map that we don't ship."""
    content = path.read_bytes()
    return _SOURCE_MAP.sub(b"\n", content) if path.suffix == ".mjs" else content


def _lock(package: Path) -> dict[str, object]:
    """Pyodide's lock file without its packages: the rules need none."""
    lock = json.loads((package / "pyodide-lock.json").read_text("utf-8"))
    return {"info": lock["info"], "packages": {}}
