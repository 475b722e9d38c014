"""The copy of the site for a stick, opened by double-click."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from generator.bundle.stick import START, stick_files, to_file
from generator.project import Project

pytestmark = pytest.mark.xdist_group("stick")


@pytest.fixture(scope="module")
def folder(project: Project, dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The copy, unpacked."""
    made = tmp_path_factory.mktemp("stick")
    for name, content in stick_files(dist / "site", project.packages).items():
        if not name.startswith("assets/nightsong/runtime/"):
            path = made / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    return made


@pytest.fixture(scope="module")
def page(browser: Browser, folder: Path) -> Iterator[Page]:
    """What one gets to see who opens the first file."""
    opened = browser.new_page()
    opened.goto((folder / START).as_uri())
    opened.wait_for_url("**/index.html")
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("../combat/#attacks", "../combat/index.html#attacks"),
        ("..", "../index.html"),
        ("./", "./index.html"),
        ("combat/", "combat/index.html"),
        ("#here", "#here"),
        ("https://example.org/", "https://example.org/"),
        ("../assets/a.css", "../assets/a.css"),
    ],
)
def test_an_address_names_the_file_of_its_page(address: str, file: str) -> None:
    """Folders become their pages; all else stays."""
    assert to_file(address) == file


def test_every_link_leads_to_a_file(folder: Path, page: Page) -> None:
    """From the first page one gets to all others, by files that are there."""
    page.goto((folder / "index.html").as_uri())
    for address in page.eval_on_selector_all("a[href]", "links => links.map((a) => a.href)"):
        if address.startswith("file:") and "/downloads/" not in address:
            path = address.removeprefix(folder.as_uri()).partition("#")[0]
            assert (folder / path.lstrip("/")).is_file(), address


def test_it_can_be_searched(folder: Path, page: Page) -> None:
    """Search finds a rule, and the result leads to its page."""
    page.goto((folder / "index.html").as_uri())
    page.locator("input.md-search__input").fill("foraging", force=True)
    result = page.locator(".md-search-result__link").first
    expect(result).to_be_attached(timeout=20_000)
    assert "/index.html" in str(result.get_attribute("href"))


def test_a_page_says_how_to_start_a_server(folder: Path, page: Page) -> None:
    """Where the browser runs no worker, tables and tools say what to do."""
    page.goto((folder / "details" / "index.html").as_uri())
    expect(page.locator(".ns-failure").first).to_contain_text("python3 -m http.server")
    page.goto((folder / "play" / "odds" / "index.html").as_uri())
    expect(page.locator(".ns-tool")).to_contain_text("python3 -m http.server")
