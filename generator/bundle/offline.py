"""What the site's service worker keeps: every file by its digest, under the release's version."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

WORKER = "assets/nightsong/service-worker.js"
AT_ROOT = "sw.js"
RUNTIME = "assets/nightsong/runtime/"
# What rolls, and the words of other languages that search may need.
LATER = (RUNTIME, "assets/javascripts/lunr/")
# The manifest names what is in the runtime's folders: it must be of the release that they are of.
MANIFEST = f"{RUNTIME}manifest.json"
LEFT_OUT = (".map", ".xml", ".gz")
DOWNLOADS = "downloads/"  # each is kept once somebody has opened it


def write_service_worker(site: Path) -> None:
    """Put the service worker at the root of a built site; its text names all that it keeps."""
    files = {
        path.relative_to(site).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        for path in sorted(site.rglob("*"))
        if path.is_file() and path.suffix not in LEFT_OUT and path.name != AT_ROOT
    }
    files = {name: digest for name, digest in files.items() if not name.startswith(DOWNLOADS)}
    later = {name for name in files if name.startswith(LATER) and name != MANIFEST}
    text = (site / WORKER).read_text(encoding="utf-8")
    release = {
        "version": hashlib.sha256(json.dumps([files, text]).encode()).hexdigest()[:16],
        "core": {name: digest for name, digest in files.items() if name not in later},
        "later": {name: digest for name, digest in files.items() if name in later},
    }
    start = f"self.RELEASE = {json.dumps(release, separators=(',', ':'))};\n"
    (site / AT_ROOT).write_text(start + text, encoding="utf-8")
