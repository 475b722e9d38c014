"""Without a network: what was kept on the first visit, and how a release takes another's place."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hosting import Host
from playwright.sync_api import Browser, Page, expect

from generator.bundle.offline import AT_ROOT, write_service_worker

pytestmark = pytest.mark.xdist_group("offline")

READY = "navigator.serviceWorker.ready.then(() => true)"
CONTROLLED = "navigator.serviceWorker.controller !== null"


@pytest.fixture
def host(dist: Path, tmp_path: Path) -> Iterator[Host]:
    """The built site on a server of its own."""
    folder = tmp_path / "site"
    shutil.copytree(dist / "site", folder, ignore=shutil.ignore_patterns("downloads"))
    served = Host(folder)
    yield served
    served.stop()


def visited(browser: Browser, host: Host) -> Page:
    """A page in a fresh profile, once the site is kept."""
    page = browser.new_context().new_page()
    page.goto(host.address)
    assert page.evaluate(READY)
    return page


def test_reading_and_searching_work_without_a_network(browser: Browser, host: Host) -> None:
    """After one visit, pages that were never opened can be read, and all can be searched."""
    page = visited(browser, host)
    host.stop()
    page.goto(f"{host.address}/combat/")
    expect(page.locator("h1").first).to_contain_text("Combat")
    page.goto(f"{host.address}/glossary/")
    expect(page.locator("h1").first).to_contain_text("Glossary")
    page.locator("input.md-search__input").fill("weather", force=True)
    expect(page.locator(".md-search-result__item").first).to_be_attached(timeout=15_000)


def test_rolling_works_without_a_network_once_it_was_done(browser: Browser, host: Host) -> None:
    """What rolling takes is kept when it is used."""
    page = visited(browser, host)
    page.goto(f"{host.address}/details/")
    page.evaluate(READY)
    page.wait_for_function(CONTROLLED)
    rolled = "window.nightsong.roll('details/face', {seed: '7'}).then((report) => report.text)"
    first = page.evaluate(rolled)
    host.stop()
    page.goto(f"{host.address}/details/")
    assert page.evaluate(rolled) == first


def test_a_new_release_comes_whole_and_when_asked(browser: Browser, host: Host) -> None:
    """The former release stays until the reader takes the new one; then all of it is new."""
    page = visited(browser, host)
    page.goto(f"{host.address}/combat/")
    page.wait_for_function(CONTROLLED)
    for name in ("combat", "basics"):
        path = host.folder / name / "index.html"
        path.write_text(re.sub("</h1>", " anew</h1>", path.read_text("utf-8"), count=1), "utf-8")
    (host.folder / AT_ROOT).unlink()
    write_service_worker(host.folder)
    page.reload()
    expect(page.locator(".ns-release")).to_be_visible(timeout=20_000)
    assert "anew" not in page.locator("h1").first.inner_text()
    page.goto(f"{host.address}/basics/")
    assert "anew" not in page.locator("h1").first.inner_text()
    page.get_by_role("button", name="Show it now").click()
    expect(page.locator("h1").first).to_contain_text("anew", timeout=20_000)
    page.goto(f"{host.address}/combat/")
    expect(page.locator("h1").first).to_contain_text("anew")


def test_an_unfinished_release_changes_nothing(browser: Browser, host: Host) -> None:
    """Where a file of the new release can't be had, the former one stays."""
    page = visited(browser, host)
    path = host.folder / "combat" / "index.html"
    path.write_text(path.read_text("utf-8").replace("</h1>", " anew</h1>", 1), "utf-8")
    (host.folder / AT_ROOT).unlink()
    write_service_worker(host.folder)
    (host.folder / "basics" / "index.html").unlink()
    page.reload()
    page.evaluate(
        "navigator.serviceWorker.getRegistration().then((r) => r.update().catch(() => {}))"
    )
    page.wait_for_timeout(1500)
    page.goto(f"{host.address}/combat/")
    assert "anew" not in page.locator("h1").first.inner_text()
    page.goto(f"{host.address}/basics/")
    expect(page.locator("h1").first).to_contain_text("Basics")


def test_the_site_works_where_nothing_may_be_kept(browser: Browser, host: Host) -> None:
    """A browser without service workers reads and rolls as ever."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{host.address}/details/")
    expect(page.locator(".ns-button--roll").first).to_be_visible()
    assert errors == []
    context.close()
