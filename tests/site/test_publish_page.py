"""The page for publishers: the notice that it makes, the badge, and everything to take along."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Page, expect

from generator.bundle.badge import DARK, LIGHT, drawn, png_of, svg_of
from generator.model.book import Book
from generator.project import Project
from generator.validate.game import PLACEHOLDER, REQUIRED_PHRASES

FILLED = {
    "Title of your product": "Moth & Lantern <3",
    "Authors": "Ash, Wren",
    "What you hold back": "the name Old Mother Moth",
    "What you license besides the rules": "none",
}


@pytest.fixture
def page(browser: Browser, site_url: str) -> Iterator[Page]:
    """The page, with nothing filled in."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    opened = context.new_page()
    opened.goto(f"{site_url}/publish/")
    opened.get_by_label("Your notice").wait_for()
    yield opened
    context.close()


def _fill(page: Page, values: dict[str, str]) -> None:
    for label, value in values.items():
        page.get_by_label(label).fill(value)


def test_the_notice_has_its_four_parts_and_the_whole_chain(page: Page, book: Book) -> None:
    """As text, Markdown and HTML, each with what the license asks for and without placeholders."""
    _fill(page, FILLED)
    for name in ("Text", "Markdown", "HTML"):
        text = page.get_by_label(name, exact=True).input_value()
        assert all(phrase in text for phrase in REQUIRED_PHRASES), name
        assert all(work.title in text for work in book.game.chain), name
        for part in ("ORC Notice", "Attribution", "Reserved Material", "Expressly Designated"):
            assert part.casefold() in text.casefold(), (name, part)
        assert "Old Mother Moth" in text
    assert not PLACEHOLDER.search(page.get_by_label("Text", exact=True).input_value())
    html = page.get_by_label("HTML", exact=True).input_value()
    assert "Moth &amp; Lantern &lt;3" in html
    ElementTree.fromstring(f"<div>{html}</div>")
    assert "Moth & Lantern \\<3" in page.get_by_label("Markdown", exact=True).input_value()


@pytest.mark.parametrize("unfinished", ["TBD", "TX00[number]", "[name]", "{author}", "  ", "todo"])
def test_what_is_not_finished_is_told_and_makes_no_notice(page: Page, unfinished: str) -> None:
    """Drafts of notices carry such words."""
    _fill(page, {**FILLED, "Authors": unfinished})
    outcome = page.get_by_label("Your notice")
    expect(outcome.locator("li")).to_have_count(1)
    expect(outcome.locator("li")).to_contain_text("Authors: expected")
    expect(page.get_by_label("HTML", exact=True)).to_have_count(0)


def test_what_was_filled_in_outlives_a_reload(page: Page) -> None:
    """Nothing has to be typed twice."""
    _fill(page, FILLED)
    page.reload()
    expect(page.get_by_label("Authors")).to_have_value("Ash, Wren")
    expect(page.get_by_label("Text", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_all_that_can_be_taken_along_is_there(page: Page, dist: Path) -> None:
    """Every link to a download leads to a file, and every download has a link."""
    links = page.locator("a[href^='../downloads/']")
    named = {
        link.removeprefix("../downloads/")
        for link in links.evaluate_all("all => all.map(a => a.getAttribute('href'))")
    }
    there = {path.name for path in (dist / "site" / "downloads").iterdir()}
    assert named == there


def test_the_badge_says_what_it_says_in_words_and_pixels(project: Project, dist: Path) -> None:
    """SVG and PNG, dark and light, for any title; the same bytes each time."""
    badge = drawn("Nightsong SRD", project.packages)
    folder = dist / "site" / "assets" / "badges"
    for name, look in (("dark", DARK), ("light", LIGHT)):
        svg = (folder / f"based-on-{name}.svg").read_text(encoding="utf-8")
        assert svg == svg_of(badge, look)
        title = ElementTree.fromstring(svg).find("{http://www.w3.org/2000/svg}title")
        assert title is not None and title.text == "Based on Nightsong SRD under the ORC License"
        png = (folder / f"based-on-{name}.png").read_bytes()
        assert png == png_of(badge, look)
        assert struct.unpack(">II", png[16:24]) == (2 * badge.width, 128)
    assert drawn("月", project.packages).width < drawn("A longer title", project.packages).width
    assert json.dumps(badge.words)
