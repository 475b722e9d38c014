"""The built site on a server, pages that are watched, and what tests look for on them."""

from __future__ import annotations

import base64
import functools
import hashlib
import http.server
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page

from generator.project import HERE

PREFIX = "/some/folder/"
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
)  # fmt: skip
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
NARROW = {"width": 360, "height": 740}
INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
STARTS = 60_000  # milliseconds that Python may take to start on a busy machine


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves without a word."""

    def log_message(self, *_: object) -> None:
        pass


class Host:
    """A server that can be taken off the network, over a copy of the built site."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        handler = functools.partial(Quiet, directory=folder)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Gone from the network."""
        self.server.shutdown()
        self.server.server_close()


class Handler(Quiet):
    """The site below a prefix, under a policy that allows nothing from elsewhere."""

    policy = ""

    def translate_path(self, path: str) -> str:
        inside = urlsplit(path).path.startswith(PREFIX)
        return super().translate_path(path[len(PREFIX) - 1 :] if inside else "/nowhere")

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()


def policy_for(site: Path) -> str:
    """Scripts of our own only; the few inline ones that the theme brings are named by their hash."""
    inline = {
        script for page in site.rglob("*.html") for script in INLINE.findall(page.read_bytes())
    }
    hashes = {f"'sha256-{base64.b64encode(hashlib.sha256(s).digest()).decode()}'" for s in inline}
    scripts = " ".join(["'self'", "'wasm-unsafe-eval'", *sorted(hashes)])
    return (
        f"default-src 'self'; script-src {scripts}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:"
    )


SLOW = "{effectiveType: '3g'}"
FAST = "{effectiveType: '4g'}"
DEAR = "{effectiveType: '4g', saveData: true}"
LINE = "Object.defineProperty(Navigator.prototype, 'connection', {get: () => (%s)})"


class Watched:
    """A page whose errors and requests are kept, to be found clean in the end."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        self.requests: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        page.context.on("request", lambda request: self.requests.append(request.url))

    def foreign(self, site_url: str) -> list[str]:
        host = urlsplit(site_url).netloc
        return [
            url
            for url in self.requests
            if urlsplit(url).netloc != host and not url.startswith(("data:", "blob:"))
        ]


@contextmanager
def opened(browser: Browser, line: str = SLOW, **options: Any) -> Iterator[Watched]:
    """A page in a profile of its own, which believes it is on that line; nothing comes ahead."""
    context = browser.new_context(**{"viewport": DESK, "service_workers": "block", **options})
    context.add_init_script(LINE % line)
    try:
        yield Watched(context.new_page())
    finally:
        context.close()


def spoken(page: Page) -> Any:
    """The live region."""
    return page.locator("[role=status]")


def entries(page: Page) -> Any:
    """The entries of the log."""
    return page.locator(".ns-log__entry")


def roll_button(page: Page, title: str) -> Any:
    """The Roll button of a table."""
    return page.get_by_role("button", name=f"Roll {title}", exact=True)


def axe(page: Page) -> list[str]:
    """What axe-core finds wrong on the page as it is, at rest: colors that fade would be judged halfway."""
    page.emulate_media(reduced_motion="reduce")
    if not page.evaluate("'axe' in window"):
        page.evaluate((HERE.packages / "axe-core" / "axe.min.js").read_text("utf-8"))
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]
