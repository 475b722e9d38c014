"""The site as a folder to open by double-click: from a USB stick, without any server.

Browsers show a folder's list of files where a server would show its page, and run no workers and no
modules from files. So links name their page's file, and search goes through a shim.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

START = "START HERE.html"
SHIM = "assets/nightsong/iframe-worker.js"
# What only a server's pages use.
LEFT_OUT = ("sw.js", "sitemap.xml", "sitemap.xml.gz", "assets/nightsong/service-worker.js")
_ADDRESS = re.compile(r'\b(href|src)="([^"]*)"')
_SERVER = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//|#|data:)", re.IGNORECASE)


def stick_files(site: Path, packages: Path) -> dict[str, bytes]:
    """Every file of the copy by its path; ``site`` is the built site."""
    paths = [path for path in sorted(site.rglob("*")) if path.is_file()]
    files = {path.relative_to(site).as_posix(): path.read_bytes() for path in paths}
    for name in LEFT_OUT:
        files.pop(name, None)
    for name, content in files.items():
        if name.endswith(".html"):
            depth = name.count("/")
            files[name] = page_for_files(content.decode(), depth).encode()
    index = json.loads(files["search/search_index.json"])
    for entry in index["docs"]:
        entry["location"] = to_file(entry["location"] or "./")
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    files["search/search_index.js"] = f"var __index = {text}".encode()
    files[SHIM] = (packages / "iframe-worker" / "shim" / "index.js").read_bytes()
    files[START] = b'<meta http-equiv="refresh" content="0; url=index.html">\n'
    return files


def page_for_files(page: str, depth: int) -> str:
    """A page whose links name files, with the shim that lets it be searched."""

    def renamed(match: re.Match[str]) -> str:
        return f'{match[1]}="{to_file(match[2])}"'

    page = _ADDRESS.sub(renamed, page)
    shim = f'<script src="{"../" * depth}{SHIM}"></script>'
    return page.replace("</head>", f"{shim}</head>", 1)


def to_file(address: str) -> str:
    """An address inside the site with the page's file in place of its folder."""
    if _SERVER.match(address):
        return address
    path, hash_, anchor = address.partition("#")
    if path.endswith("/") or path in (".", ".."):
        path = f"{path.rstrip('/') or '.'}/index.html"
    return path + hash_ + anchor
