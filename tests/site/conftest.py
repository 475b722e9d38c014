"""What the tests of the site share: one browser, and the site below a folder under a strict policy."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hosting import ARGUMENTS, PREFIX, Handler, policy_for
from playwright.sync_api import Browser, sync_playwright

from generator.provision.chromium import find


@pytest.fixture(scope="session")
def site_url(dist: Path) -> Iterator[str]:
    """The address of the served site."""
    handler = type("SiteHandler", (Handler,), {"policy": policy_for(dist / "site")})
    serve = functools.partial(handler, directory=str(dist / "site"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}{PREFIX}"
        server.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    path = find()
    if path is None:
        pytest.fail("no Chromium; `python3 build.py test` brings one", pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()
