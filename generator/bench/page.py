"""The page: from the start of its worker to the first roll, beside stock Pyodide with the wheel.

Both run in headless Chromium, in turn, each cold in a fresh profile, then again in the same one.
"""

from __future__ import annotations

import functools
import http.server
import json
import statistics
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from generator.project import Project
from generator.provision.chromium import find

ROUNDS = 5
ROLLS = 200
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm"}
PAGE = "<!doctype html><title>bench</title><script type=module src={script}></script>"
ASKED = {"do": "table", "id": "details/face", "seed": "bench"}
OURS = """
const path = "/site/assets/nightsong/worker.js";
const worker = (again) => new Worker(path + again, { type: "module" });
"""
STOCK = """
const worker = () => new Worker("/bench/stock-worker.js", { type: "module" });
"""
# From the making of the worker to the answer; then how long a warm roll takes.
MEASURE = """
window.kept = () => new Promise((resolve) => { worker("?snapshot").onmessage = resolve; });
window.measured = (again, rolls) => new Promise((resolve) => {
  const start = performance.now();
  const made = worker(again);
  let first = 0, sent = 0;
  const taken = [];
  const ask = (id) => { sent = performance.now(); made.postMessage({ id, request: REQUEST }); };
  made.onmessage = ({ data }) => {
    if (data.failed) resolve({ failed: data.detail });
    if (data.answer === undefined) return;
    if (!first) first = performance.now() - start; else taken.push(performance.now() - sent);
    if (taken.length < rolls) return ask(data.id + 1);
    made.terminate();
    resolve({ first, taken });
  };
  ask(1);
});
"""
STOCK_WORKER = """
import { loadPyodide } from "/pyodide/pyodide.mjs";
const started = (async () => {
  const python = await loadPyodide({ indexURL: "/pyodide/" });
  await python.loadPackage("/bench/WHEEL");
  const text = python.runPython(
    "import importlib.resources as r; (r.files('nightsong') / 'ruleset.json').read_text('utf-8')"
  );
  return python.pyimport("nightsong.page").Page(text);
})();
onmessage = async ({ data }) => {
  const page = await started;
  postMessage({ id: data.id, answer: page.ask(data.request) });
};
"""


def page_measures(project: Project) -> Iterator[str]:
    """Cold starts, third loads and warm rolls of both; ``dist/`` must be built."""
    from playwright.sync_api import sync_playwright

    cold: dict[str, list[float]] = {"stock": [], "ours": []}
    third: dict[str, list[float]] = {"stock": [], "ours": []}
    warm: list[float] = []
    with _served(project) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(find()), args=list(ARGUMENTS))
        for _ in range(ROUNDS):
            for name in cold:
                context = browser.new_context()
                loads = [_load(context, f"{address}/bench/{name}.html", n) for n in range(3)]
                cold[name].append(loads[0]["first"])
                third[name].append(loads[2]["first"])
                warm += loads[2]["taken"] if name == "ours" else []
                context.close()
        browser.close()
    yield "to the first roll, in ms        stock    ours   ours/stock"
    for label, times in (("cold", cold), ("third load", third)):
        stock, ours = (statistics.median(times[name]) for name in ("stock", "ours"))
        yield f"{label:<28}{stock:9.0f}{ours:8.0f}{ours / stock:13.2f}"
    again = statistics.median(third["ours"]) / statistics.median(cold["stock"])
    yield f"third load in cold starts of stock (at most 0.20 is wanted)   {again:.2f}"
    yield f"warm roll through the worker, median{statistics.median(warm):25.1f} ms"


def _load(context: Any, address: str, number: int) -> dict[str, Any]:
    page = context.new_page()
    page.goto(address)
    again = "?again" if number else ""
    if number == 1 and address.endswith("ours.html"):
        page.evaluate("kept().then(() => 1)")  # as the page does some seconds after a first roll
    measured: dict[str, Any] = page.evaluate(f"measured({again!r}, {ROLLS if number else 1})")
    page.close()
    if "failed" in measured:
        raise RuntimeError(f"expected a roll from {address}, came {measured['failed']}")
    return measured


@contextmanager
def _served(project: Project) -> Iterator[str]:
    handler = functools.partial(_Handler, _made(project), _folders(project))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def _folders(project: Project) -> dict[str, Path]:
    return {"site": project.dist / "site", "pyodide": project.packages / "pyodide"}


def _made(project: Project) -> dict[str, bytes]:
    """What is served besides: two bare pages, and stock's worker with the wheel."""
    wheel = next((project.dist / "data").glob("*.whl"))
    measure = MEASURE.replace("REQUEST", json.dumps(json.dumps(ASKED)))
    scripts = {"ours": OURS, "stock": STOCK}
    made = {f"{name}.js": (text + measure).encode() for name, text in scripts.items()}
    made |= {f"{name}.html": PAGE.format(script=f"/bench/{name}.js").encode() for name in scripts}
    made["stock-worker.js"] = STOCK_WORKER.replace("WHEEL", wheel.name).encode()
    made[wheel.name] = wheel.read_bytes()
    return made


class _Handler(http.server.BaseHTTPRequestHandler):
    """Serves folders and made files; all may be kept by the browser, as a good host lets them."""

    protocol_version = "HTTP/1.1"

    def __init__(self, made: dict[str, bytes], folders: dict[str, Path], *rest: Any) -> None:
        self.made, self.folders = made, folders
        super().__init__(*rest)

    def do_GET(self) -> None:
        """Answer with the file, or 404."""
        top, _, name = self.path.partition("?")[0].lstrip("/").partition("/")
        path = self.folders[top] / name if top in self.folders else None
        content = path.read_bytes() if path and path.is_file() else self.made.get(name)
        self.send_response(200 if content is not None else 404)
        suffix = "." + name.rpartition(".")[2]
        self.send_header("Content-Type", TYPES.get(suffix, "text/html"))
        self.send_header("Content-Length", str(len(content or b"")))
        self.send_header("Cache-Control", "max-age=3600")
        self.end_headers()
        self.wfile.write(content or b"")

    def log_message(self, *_: Any) -> None:
        """Say nothing."""
