"""The Referee's screen in a real Chromium, with the site's own Python."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hosting import Host
from playwright.sync_api import Browser, Page, expect

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.procedures import play

pytestmark = pytest.mark.xdist_group("referee")

KEPT = "JSON.parse(localStorage['nightsong:/:play:referee']).state"


@pytest.fixture(scope="module")
def page(browser: Browser, dist: Path) -> Iterator[Page]:
    """The screen on a phone, with Python started."""
    host = Host(dist / "site")
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    opened = context.new_page()
    opened.goto(f"{host.address}/play/referee/")
    opened.get_by_text("Weather", exact=True).wait_for(timeout=60_000)
    yield opened
    context.close()
    host.stop()


def part(page: Page, name: str) -> None:
    """Turn to a part of the screen."""
    page.locator(".ns-tabs").get_by_role("button", name=name).click()


def test_a_check_says_what_came_out_and_is_in_the_log(page: Page) -> None:
    """The result stands on the screen, with its steps, and in the log."""
    part(page, "Checks")
    page.get_by_role("button", name="Check", exact=True).click()
    result = page.locator(".ns-panel .ns-result").first
    expect(result).to_contain_text("against DR")
    expect(page.locator(".ns-log__latest")).to_contain_text(result.inner_text())


def test_the_die_of_fate_asks_with_the_situation_s_threshold(page: Page, ruleset: Ruleset) -> None:
    """Every question has a button for each situation that the rules know."""
    part(page, "Checks")
    mild = ruleset.numbers["weather"]["mild"]
    page.get_by_role("button", name=f"mild {mild}% weather").click()
    expect(page.locator(".ns-panel .ns-result").nth(1)).to_contain_text(
        "Weather, mild: the weather"
    )


def test_a_watch_is_the_one_that_python_plays(page: Page, ruleset: Ruleset) -> None:
    """Watch after Watch, the state that is kept equals CPython's for the same seed."""
    part(page, "Journey")
    state = None
    for number in (1, 2):
        page.get_by_role("button", name="Play the Watch").click()
        expect(page.get_by_role("heading", name=f"After Watch {number}")).to_be_visible()
        kept = page.evaluate(f"{KEPT}.journey")
        using = {"plan": {}} if state is None else {"plan": {}, "state": state}
        state = json.loads(
            json.dumps(play(ruleset, "watch", using, Chance(kept["seed"])).result["state"])
        )
        assert kept["state"] == state


def test_a_tracker_steps_down_and_is_there_after_a_reload(page: Page) -> None:
    """A Step Die is added, rolled, and kept in the browser."""
    part(page, "Trackers")
    page.get_by_label("What runs down").fill("Torch")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Roll Torch").click()
    expect(page.locator(".ns-tracker__told")).to_contain_text("fell")
    die = page.locator(".ns-tracker__die").inner_text()
    page.reload()
    expect(page.locator(".ns-tracker")).to_contain_text("Torch")
    assert page.locator(".ns-tracker__die").inner_text() == die


def test_a_fight_is_played_turn_by_turn_to_its_end(page: Page) -> None:
    """Foes of the book against new characters: a board, turns, and the end with wear."""
    part(page, "Fight")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="New characters up").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".ns-fighter")).to_have_count(2, timeout=60_000)
    over = page.get_by_role("heading", name="The fight is over")
    for _ in range(60):
        if over.count():
            break
        more = page.get_by_role("button", name="Play the Round")
        (more if more.count() else page.get_by_role("button", name="End the fight")).click()
        page.wait_for_timeout(60)
    expect(over).to_be_visible()
    expect(page.locator(".ns-steps", has_text="What happened last")).to_be_visible()


def test_nothing_is_wider_than_the_phone(page: Page) -> None:
    """No part of the screen scrolls sideways."""
    for name in ("Checks", "Journey", "Delve", "Trackers", "Fight"):
        part(page, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
