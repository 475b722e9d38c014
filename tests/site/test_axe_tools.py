"""The newer tools in each of their states, by day and by night, on a phone and at a desk."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hosting import DESK, PHONE, axe, opened
from playwright.sync_api import Browser, Page

WAIT = 60_000


def _characters(page: Page) -> list[Callable[[], None]]:
    def rolled() -> None:
        page.get_by_role("button", name="Roll a party of 4").click()
        page.wait_for_selector(".ns-sheet", timeout=WAIT)
        page.get_by_label("Background", exact=True).select_option("Scholar")
        page.get_by_text("Scholar", exact=True).first.wait_for()

    def playing() -> None:
        page.get_by_role("button", name="Begin to play").click()
        page.get_by_role("button", name="Gain the Condition").click()
        page.locator(".ns-answer").wait_for()

    return [lambda: None, rolled, playing]


def _converter(page: Page) -> list[Callable[[], None]]:
    def converted() -> None:
        page.get_by_label("Stat block").fill("Scum. HP 7 Morale 8 No armor Knife D4")
        page.get_by_role("button", name="Convert", exact=True).click()
        page.get_by_role("button", name="Keep for the fight board").click(timeout=WAIT)

    return [lambda: None, converted]


def _publish(page: Page) -> list[Callable[[], None]]:
    def filled() -> None:
        for label in ("Title of your product", "Authors", "What you hold back", "What you license"):
            page.get_by_label(label).fill("none")

    return [lambda: None, filled]


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESK, "dark")])
@pytest.mark.parametrize(
    ("address", "states"),
    [("play/characters", _characters), ("play/converter", _converter), ("publish", _publish)],
)
def test_axe_finds_nothing_in_any_state(
    browser: Browser,
    site_url: str,
    address: str,
    states: Callable[[Page], list[Callable[[], None]]],
    size: dict[str, int],
    scheme: str,
) -> None:
    """Empty, in use, and after something was done."""
    with opened(browser, viewport=size, color_scheme=scheme) as watched:
        page = watched.page
        page.goto(f"{site_url}{address}/")
        page.wait_for_selector(".ns-tool :is(button, input)")
        for reach in states(page):
            reach()
            assert axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert watched.errors == []
