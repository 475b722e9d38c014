"""What the page runs Python with: Pyodide, the rules as a wheel, the ruleset, and a manifest.

The files lie in folders named after what is in them, so that a cache never mixes two releases:
the manifest alone has a fixed name, and names the rest.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

MANIFEST = "manifest.json"
# Named .js, since many servers still don't know .mjs, and browsers refuse modules of unknown type.
PYODIDE = {
    "pyodide.mjs": "pyodide.js",
    "pyodide.asm.mjs": "pyodide.asm.js",
    "pyodide.asm.wasm": "pyodide.asm.wasm",
}
LIBRARY = "python_stdlib.zip"
_SOURCE_MAP = re.compile(rb"\n//# sourceMappingURL=\S+\s*$")


def runtime_files(
    node_modules: Path,
    wheel_name: str,
    wheel: bytes,
    ruleset: str,
    library: bytes | None = None,
) -> dict[str, bytes]:
    """Every file by its path below the site's runtime folder.

    ``library`` is Python's own library as ``build_library`` makes it; else Pyodide's is taken,
    which is larger and takes longer to start.
    """
    package = node_modules / "pyodide"
    version = json.loads((package / "package.json").read_text("utf-8"))["version"]
    python = f"pyodide-{version}/"
    files = {python + name: _part(package / source) for source, name in PYODIDE.items()}
    library = library or (package / LIBRARY).read_bytes()
    stdlib = f"library-{_digest(library)}/{LIBRARY}"
    bundle = ruleset.encode()
    rules = f"rules-{_digest(wheel + bundle)}/"
    files[stdlib] = library
    files |= {f"{rules}{wheel_name}": wheel, f"{rules}ruleset.json": bundle}
    manifest = {
        "pyodide": python,
        "lock": _lock(package),
        "library": stdlib,
        "wheel": f"{rules}{wheel_name}",
        "ruleset": f"{rules}ruleset.json",
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
