"""The newer tools in each of their states, by day and by night, on a phone and at a desk."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hosting import DESK, PHONE, axe, opened
from playwright.sync_api import Browser, Page

WAIT = 60_000
NAMES = {"light": "default", "dark": "slate"}


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


def _referee(page: Page) -> list[Callable[[], None]]:
    def section(name: str) -> Callable[[], None]:
        return lambda: page.locator(".ns-tabs").get_by_role("button", name=name).click()

    def checked() -> None:
        page.get_by_role("button", name="Check", exact=True).click()
        page.get_by_text("against DR").first.wait_for(timeout=WAIT)

    def watched() -> None:
        section("Journey")()
        page.get_by_role("button", name="Play the Watch").click()
        page.get_by_role("heading", name="After Watch").wait_for()

    def delved() -> None:
        section("Delve")()
        page.get_by_role("button", name="Play the Turn").click()
        page.get_by_role("heading", name="After Turn").wait_for()

    def tracked() -> None:
        section("Trackers")()
        page.get_by_label("What runs down").fill("Torch")
        page.get_by_role("button", name="Add", exact=True).click()

    def fighting() -> None:
        section("Fight")()
        page.get_by_role("button", name="Add", exact=True).click()
        page.get_by_role("button", name="New characters up").click()
        page.get_by_role("button", name="Begin").click()
        page.locator(".ns-fighter").first.wait_for()

    return [checked, watched, delved, tracked, fighting]


def _odds(page: Page) -> list[Callable[[], None]]:
    def kind(name: str) -> Callable[[], None]:
        def chosen() -> None:
            page.get_by_label("Chance of a").select_option(name)
            page.locator(".ns-plot svg").first.wait_for(timeout=WAIT)

        return chosen

    return [kind(name) for name in ("check", "nuanced", "attack", "step", "table")]


SIGHTS = [(size, scheme) for size in (PHONE, DESK) for scheme in ("light", "dark")]


@pytest.mark.parametrize(
    ("address", "states"),
    [
        ("play/characters", _characters),
        ("play/converter", _converter),
        ("play/referee", _referee),
        ("play/odds", _odds),
        ("publish", _publish),
    ],
)
def test_axe_finds_nothing_in_any_state(
    browser: Browser,
    site_url: str,
    address: str,
    states: Callable[[Page], list[Callable[[], None]]],
) -> None:
    """Empty, in use, and after something was done; on a phone and at a desk, by day and by night."""
    with opened(browser, viewport=PHONE) as watched:
        page = watched.page
        page.goto(f"{site_url}{address}/")
        page.wait_for_selector(".ns-tool :is(button, input)")
        for reach in states(page):
            reach()
            for size, scheme in SIGHTS:
                page.set_viewport_size(size)  # type: ignore[arg-type]
                page.evaluate(
                    "name => { document.body.dataset.mdColorScheme = name }", NAMES[scheme]
                )
                assert axe(page) == [], (reach.__name__, scheme, size["width"])
                assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert watched.errors == []
