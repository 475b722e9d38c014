"""The page as people use it: a click after some reading on a slow line, and how long tools block.

The site is served compressed (Brotli), as hosts do, over a line of 10 Mbit/s that Chromium
emulates.
"""

from __future__ import annotations

import functools
import http.server
import statistics
import subprocess
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from generator.bench.page import ARGUMENTS
from generator.project import Project
from generator.provision.chromium import find

ROUNDS = 5
LINE = {
    "offline": False,
    "latency": 20,
    "downloadThroughput": 1_250_000,
    "uploadThroughput": 1_250_000,
}
READ, NEAR = 4_500, 1_000  # ms from the load to the click, and to the pointer’s coming near
BROTLI = """
const { readFileSync } = require("node:fs");
const { brotliCompressSync } = require("node:zlib");
process.stdout.write(brotliCompressSync(readFileSync(process.argv[1])));
"""
LONG = """
window.longest = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) window.longest = Math.max(window.longest, one.duration);
}).observe({ type: "longtask", buffered: true });
"""


def reading_measures(project: Project) -> Iterator[str]:
    """The click, then the longest block of the main thread on each tool in use."""
    from playwright.sync_api import sync_playwright

    site = project.dist / "site"
    pages = [one for one in site.rglob("*.*") if one.is_file() and "downloads" not in one.parts]
    with ThreadPoolExecutor() as pool:  # takes long, and is no part of what is measured
        list(pool.map(_packed, map(str, pages)))
    with _served(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(find()), args=list(ARGUMENTS))
        taken = [_click(browser, address) for _ in range(ROUNDS)]
        yield "at 10 Mbit/s, a click on a page that was read for 4.5 s, in ms"
        shown = ", ".join(f"{one:.0f}" for one in taken)
        median = statistics.median(taken)
        yield f"median of {ROUNDS} (at most 1000 is wanted)  {median:6.0f}  ({shown})"
        yield "longest task in use, in ms (at most 50 is wanted): median, and each"
        for name, use in USES.items():
            longest = [_blocked(browser, f"{address}/{name}/", use) for _ in range(3)]
            shown = ", ".join(f"{one:.0f}" for one in longest)
            yield f"{name:<24}{statistics.median(longest):6.0f}  ({shown})"
        browser.close()


def _click(browser: Any, address: str) -> float:
    """Milliseconds from the click on a table's button to its result, in a fresh profile."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    page.goto(f"{address}/details/")
    page.wait_for_timeout(NEAR)
    button = page.locator(".ns-rollbar button").first
    button.scroll_into_view_if_needed()
    button.hover()
    page.wait_for_timeout(READ - NEAR)
    before = page.evaluate("performance.now()")
    button.click()
    page.locator(".ns-outcome__text").first.wait_for(state="attached", timeout=60_000)
    after = page.evaluate("performance.now()")
    context.close()
    return float(after - before)


def _blocked(browser: Any, address: str, use: Callable[[Any], None]) -> float:
    """The longest task while a page is loaded and used, in milliseconds; 0 where none is long."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.add_init_script(LONG)
    page.goto(address)
    page.wait_for_timeout(500)
    page.evaluate("window.longest = 0")  # what the browser needs to lay the page out is not ours
    use(page)
    page.wait_for_timeout(500)
    longest = float(page.evaluate("window.longest"))
    context.close()
    return longest


def _pressed(page: Any, *names: str) -> None:
    for name in names:
        page.get_by_role("button", name=name).first.click()
        page.wait_for_timeout(1_500)


def _chosen(page: Any, *kinds: str) -> None:
    for kind in kinds:
        page.get_by_label("Chance of a").select_option(kind)
        page.wait_for_timeout(1_500)


def _converted(page: Any, block: str) -> None:
    page.get_by_label("Stat block").fill(block)
    _pressed(page, "Convert", "Keep for the fight board")


USES: dict[str, Callable[[Any], None]] = {
    "details": lambda page: page.locator(".ns-rollbar button").first.click(),
    "play/tables": lambda page: _pressed(page, "Roll"),
    "play/characters": lambda page: _pressed(
        page, "Roll a character", "Again for Coins", "Begin to play"
    ),
    "play/land": lambda page: _pressed(page, "Draw a Land", "Advance the clocks"),
    "play/referee": lambda page: _pressed(page, "Nuanced", "Journey", "Play the Watch"),
    "play/odds": lambda page: _chosen(page, "attack", "table"),
    "play/converter": lambda page: _converted(page, "Scum. HP 7 Morale 8 No armor Knife D4"),
}


@contextmanager
def _served(site: Path) -> Iterator[str]:
    handler = functools.partial(_Compressed, directory=str(site))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


@functools.cache
def _packed(path: str) -> bytes:
    """A file as Brotli, which Node has and Python has not."""
    return subprocess.run(["node", "-e", BROTLI, path], capture_output=True, check=True).stdout


class _Compressed(http.server.SimpleHTTPRequestHandler):
    """Serves files as hosts do: compressed, and to be kept where their names tell their content."""

    extensions_map = {  # noqa: RUF012 - the name and shape are the base class's
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def do_GET(self) -> None:
        """Answer with the compressed file."""
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        if not path.is_file():
            self.send_error(404)
            return
        content = _packed(str(path))
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "br")
        self.send_header("Cache-Control", "max-age=600")  # as GitHub Pages says
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - as the base class has it
        """Say nothing."""
