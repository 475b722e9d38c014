"""What is fetched before anybody rolls: by the line that the browser tells of."""

from __future__ import annotations

import pytest
from hosting import DEAR, FAST, PHONE, SLOW, STARTS, Watched, entries, opened, roll_button
from playwright.sync_api import Browser, expect

CELLULAR = "{effectiveType: '4g', type: 'cellular'}"
UNTOLD = "undefined"
LEISURE = 1_500  # milliseconds in which what is fetched at leisure would be asked for


def fetched(watched: Watched) -> set[str]:
    """The files of Python that were asked for."""
    return {url.rsplit("/", 1)[1] for url in watched.requests if "/runtime/" in url}


def test_on_a_fast_line_what_rolls_comes_ahead(browser: Browser, site_url: str) -> None:
    """With idle time on a page with buttons all files are fetched, and nothing is run."""
    with opened(browser, FAST) as watched:
        page = watched.page
        page.goto(f"{site_url}details/")
        page.wait_for_timeout(LEISURE)
        assert {"manifest.json", "pyodide.asm.wasm", "rules.zip"} <= fetched(watched)
        assert [one.url for one in page.workers if "nightsong" in one.url] == []
        roll_button(page, "Face").click()
        expect(entries(page)).to_have_count(1, timeout=STARTS)
        assert watched.errors == []


@pytest.mark.parametrize("line", [SLOW, CELLULAR, DEAR, UNTOLD])
def test_on_any_other_line_nothing_comes_ahead(browser: Browser, site_url: str, line: str) -> None:
    """Slow, paid by what goes over it, or untold: no byte of Python until somebody comes near."""
    with opened(browser, line) as watched:
        watched.page.goto(f"{site_url}details/")
        watched.page.wait_for_timeout(LEISURE)
        assert fetched(watched) == set()


def test_where_data_is_dear_only_a_click_counts(browser: Browser, site_url: str) -> None:
    """Neither pointer, focus nor touch starts anything; the click does, and is answered."""
    with opened(browser, DEAR, viewport=PHONE, has_touch=True) as watched:
        page = watched.page
        page.goto(f"{site_url}details/")
        button = roll_button(page, "Face")
        button.hover()
        button.focus()
        button.dispatch_event("touchstart", {"touches": [], "changedTouches": []})
        page.wait_for_timeout(300)
        assert fetched(watched) == set()
        button.tap()
        expect(entries(page)).to_have_count(1, timeout=STARTS)


def test_odds_wait_for_a_click_where_data_is_dear(browser: Browser, site_url: str) -> None:
    """The tool shows its form and a button, and works the odds out when that is pressed."""
    with opened(browser, DEAR) as watched:
        page = watched.page
        page.goto(f"{site_url}play/odds/")
        button = page.get_by_role("button", name="Work it out")
        expect(button).to_be_visible()
        assert fetched(watched) <= {"ruleset.json", "manifest.json"}
        button.click()
        expect(page.get_by_role("rowheader", name="Success").first).to_be_visible(timeout=STARTS)
