"""The converter, used as at the table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.codec import encode
from nightsong.procedures import play

BLOCKS = {
    "ose": "Goblin AC 6 [13], HD 1-1 (3hp), Att 1 × weapon (1d6), THAC0 19 [0], ML 7",
    "cairn": "Root Goblin, 4 HP, 8 STR, 14 DEX, 8 WIL, spear (d6)",
    "knave": "Wolf. Armor 12, HD 2, Bite d6, Morale 8",
    "mork-borg": "Scum. HP 7 Morale 8 No armor Knife D4",
    "dcc": "Orc: Init +1; Atk sword +2 melee (1d8+1); AC 15; HD 1d8+1; MV 30'; SV Fort +2, Ref +0, Will -1",
}


@pytest.fixture(scope="module")
def tool(browser: Browser, site_url: str) -> Iterator[Page]:
    """The tool, empty; Python starts once for all of these tests."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    page = context.new_page()
    page.add_init_script("window.alerted = 0; window.alert = () => { window.alerted += 1; }")
    page.goto(f"{site_url}/play/converter/")
    page.get_by_role("button", name="Choose the game").click()
    page.get_by_label("From", exact=True).wait_for(timeout=60_000)
    yield page
    context.close()


def _convert(tool: Page, game: str, text: str) -> None:
    tool.get_by_label("From", exact=True).select_option(game)
    tool.get_by_label("Stat block").fill(text)
    tool.get_by_role("button", name="Convert", exact=True).click()


def _kept(tool: Page) -> list[dict[str, Any]]:
    text = tool.evaluate(
        "Object.entries(localStorage).find(([key]) => key.endsWith(':play:npcs'))?.[1] ?? '{}'"
    )
    npcs: list[dict[str, Any]] = json.loads(text).get("state", [])
    return npcs


@pytest.mark.parametrize("game", BLOCKS)
def test_a_block_of_each_game_becomes_the_npc_that_the_rules_make(
    tool: Page, ruleset: Ruleset, game: str
) -> None:
    """Line by line, each with the rule that it follows."""
    _convert(tool, game, BLOCKS[game])
    expected = play(ruleset, "convert", {"game": game, "text": BLOCKS[game]}, Chance("1"))
    outcome = tool.get_by_label("The NPC", exact=True)
    expect(outcome.locator("h2")).to_have_text(expected.result["lines"][0])
    assert outcome.locator("ul li").all_inner_texts() == expected.result["lines"][1:]
    assert outcome.locator("ol li").all_inner_texts() == [line.text for line in expected.trace]
    expect(outcome.locator("ol a[href*='conversions']").first).to_be_visible()


def test_an_npc_is_kept_for_the_fight_board_and_outlives_a_reload(tool: Page) -> None:
    """Kept twice, one removed, and brought back."""
    _convert(tool, "ose", BLOCKS["ose"])
    tool.get_by_role("button", name="Keep for the fight board").click()
    tool.get_by_role("button", name="Keep for the fight board").click()
    assert [npc["name"] for npc in _kept(tool)] == ["Goblin", "Goblin"]
    tool.get_by_role("button", name="Remove Goblin").first.click()
    assert len(_kept(tool)) == 1
    tool.get_by_role("button", name="Undo the last change of the list").click()
    tool.reload()
    expect(tool.get_by_label("Kept NPCs").locator("li")).to_have_count(2)
    expect(tool.get_by_label("The NPC", exact=True).locator("h2")).to_have_text("Goblin")
    tool.get_by_role("button", name="Choose the game").click()
    tool.get_by_label("From", exact=True).wait_for(timeout=60_000)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "<script>alert(1)</script><img src=x onerror=alert(1)>",
        "‮Goblin HP 5",
        "=1+1",
        "9" * 9_000,
    ],
)
def test_what_is_no_stat_block_is_said_or_taken_as_text(tool: Page, text: str) -> None:
    """Nothing of it runs, and nothing that was kept is lost."""
    before = _kept(tool)
    _convert(tool, "cairn", text)
    tool.wait_for_timeout(150)
    said = tool.locator(".ns-status").inner_text() + tool.locator(".ns-converter").inner_text()
    assert said.strip()
    assert tool.evaluate("window.alerted") == 0
    assert tool.locator(".ns-converter script, .ns-converter img").count() == 0
    assert _kept(tool) == before


def test_a_link_converts_the_same_block(browser: Browser, tool: Page) -> None:
    """In another browser, with nothing kept."""
    _convert(tool, "ose", BLOCKS["ose"])
    expect(tool.get_by_label("The NPC", exact=True).locator("h2")).to_have_text("Goblin")
    tool.get_by_role("button", name="Copy link").click()
    tool.wait_for_function("() => location.hash.startsWith('#play=')")
    context = browser.new_context(service_workers="block")
    other = context.new_page()
    other.goto(tool.url)
    expect(other.get_by_label("The NPC", exact=True).locator("h2")).to_have_text(
        "Goblin", timeout=60_000
    )
    context.close()


def test_an_npc_is_taken_along_as_markdown_json_and_on_paper(tool: Page, ruleset: Ruleset) -> None:
    """The Markdown and the JSON are the rules' own; on paper stands the NPC without the form."""
    _convert(tool, "cairn", BLOCKS["cairn"])
    expected = play(ruleset, "convert", {"game": "cairn", "text": BLOCKS["cairn"]}, Chance("1"))
    outcome = tool.get_by_label("The NPC", exact=True)
    expect(outcome.locator("h2")).to_have_text(expected.result["lines"][0])
    tool.context.grant_permissions(["clipboard-read", "clipboard-write"])
    outcome.get_by_role("button", name="Copy Markdown").click()
    expect(tool.locator("[role=status]").first).to_contain_text("Copied.")
    assert tool.evaluate("navigator.clipboard.readText()") == expected.result["markdown"]
    with tool.expect_download() as download:
        outcome.get_by_role("button", name="Save JSON").click()
    saved = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert saved == json.loads(json.dumps(encode(expected.result["npc"])))
    tool.emulate_media(media="print")
    expect(outcome.locator("h2")).to_be_visible()
    expect(tool.get_by_label("Stat block")).to_be_hidden()
    expect(outcome.get_by_role("button", name="Save JSON")).to_be_hidden()
    tool.emulate_media(media="screen")
