"""The tools with the keyboard alone: everything is reached, and the focus is never lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hosting import STARTS, opened
from playwright.sync_api import Browser, Page, expect

WHERE = "document.activeElement.closest('.ns-tool') !== null"
NAME = """(() => {
  const one = document.activeElement;
  const label = one.labels?.[0]?.textContent ?? one.getAttribute("aria-label");
  return (label ?? one.textContent).replace(/\\s+/g, " ").trim();
})()"""


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the control of that name has the focus; it must come within the tool."""
    for _ in range(150):
        page.keyboard.press("Tab")
        if page.evaluate(NAME) == name:
            return
    pytest.fail(f"the Tab key never comes to “{name}”")


def press(page: Page, name: str) -> None:
    """Go to a button from the head of the page, and press it."""
    page.locator(".md-content").evaluate("one => { one.tabIndex = -1; one.focus(); }")
    tab_to(page, name)
    page.keyboard.press("Enter")


def referee(page: Page) -> Iterator[None]:
    """A Check, a Watch, a tracker, and a fight."""
    press(page, "Check")
    expect(page.locator(".ns-result").first).to_contain_text("against DR", timeout=STARTS)
    yield
    press(page, "Journey")
    expect(page.get_by_role("heading", name="The next Watch")).to_be_visible()
    yield
    press(page, "Play the Watch")
    expect(page.get_by_role("heading", name="After Watch 1")).to_be_visible()
    yield
    press(page, "Trackers")
    page.locator(".md-content").evaluate("one => one.focus()")
    tab_to(page, "What runs down")
    page.keyboard.type("Torch")
    page.keyboard.press("Enter")
    expect(page.locator(".ns-tracker")).to_contain_text("Torch")
    yield
    press(page, "Roll Torch")
    expect(page.locator(".ns-tracker__told")).to_contain_text("fell")
    yield
    press(page, "Remove Torch")
    expect(page.locator(".ns-tracker")).to_have_count(0)
    yield
    press(page, "Fight")
    press(page, "Add")
    press(page, "+ New characters up")
    press(page, "Begin")
    expect(page.locator(".ns-fighter")).to_have_count(2)
    yield


def odds(page: Page) -> Iterator[None]:
    """Another kind of chance, and another score."""
    expect(page.get_by_role("rowheader", name="Success")).to_be_visible(timeout=STARTS)
    page.locator(".md-content").evaluate("one => { one.tabIndex = -1; one.focus(); }")
    tab_to(page, "Chance of a")
    page.keyboard.press("N")
    expect(page.get_by_role("rowheader", name="Strong")).to_be_visible()
    yield
    press(page, "+ Ability score up")
    expect(page.get_by_role("group", name="Ability score")).to_contain_text("1")
    yield


def characters(page: Page) -> Iterator[None]:
    """Somebody is rolled, changed, kept in part, and played."""
    press(page, "Roll a character")
    expect(page.locator(".ns-sheet")).to_be_visible(timeout=STARTS)
    yield
    press(page, "Keep Background")
    expect(page.get_by_role("button", name="Keep Background")).to_have_attribute(
        "aria-pressed", "true"
    )
    yield
    press(page, "Again for Coins")
    yield
    press(page, "Begin to play")
    expect(page.get_by_role("region", name="Play the character")).to_be_visible()
    yield


def converter(page: Page) -> Iterator[None]:
    """A block is typed, converted and kept."""
    press(page, "Choose the game")
    expect(page.get_by_label("From", exact=True)).to_be_visible(timeout=STARTS)
    yield
    page.locator(".md-content").evaluate("one => one.focus()")
    tab_to(page, "Stat block")
    tab_to(page, "From")
    page.keyboard.press("M")
    page.locator(".md-content").evaluate("one => one.focus()")
    tab_to(page, "Stat block")
    page.keyboard.type("Scum. HP 7 Morale 8 No armor Knife D4")
    press(page, "Convert")
    expect(page.get_by_label("The NPC", exact=True)).to_contain_text("Scum", timeout=STARTS)
    yield
    press(page, "Keep for the fight board Scum")
    expect(page.get_by_role("button", name="Remove Scum")).to_be_visible()
    yield


@pytest.mark.parametrize("use", [referee, odds, characters, converter])
def test_a_tool_is_used_with_the_keyboard_alone(
    browser: Browser, site_url: str, use: Callable[[Page], Iterator[None]]
) -> None:
    """After each step the focus is still within the tool, and nothing was complained of."""
    with opened(browser) as watched:
        page = watched.page
        page.goto(f"{site_url}play/{use.__name__}/")
        page.locator(".ns-tool button").first.wait_for()
        for _ in use(page):
            page.wait_for_timeout(50)
            assert page.evaluate(WHERE), page.evaluate("document.activeElement.outerHTML")
        assert watched.errors == []
