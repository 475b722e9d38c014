"""The character maker, used as at the table."""

from __future__ import annotations

import base64
import io
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hosting import opened
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.procedures import play

PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def maker(browser: Browser, site_url: str) -> Iterator[Page]:
    """The tool on a phone, with nobody in it; Python starts once for all of these tests."""
    context = browser.new_context(
        viewport=PHONE,
        service_workers="block",
        accept_downloads=True,  # type: ignore[arg-type]
    )
    page = context.new_page()
    page.goto(f"{site_url}/play/characters/")
    page.wait_for_selector(".ns-thumb button")
    yield page
    context.close()


@pytest.fixture(autouse=True)
def nobody(maker: Page) -> None:
    """Everybody is put away."""
    maker.evaluate("localStorage.clear(); dispatchEvent(new StorageEvent('storage', {key: null}))")


def _roll(maker: Page) -> None:
    maker.get_by_role("button", name="Roll a character").click()
    maker.wait_for_selector(".ns-sheet", timeout=60_000)


def _kept(maker: Page) -> dict[str, Any]:
    """The one who is looked at, as the browser keeps them."""
    text = maker.evaluate(
        "Object.entries(localStorage).find(([key]) => key.endsWith(':play:characters'))[1]"
    )
    state = json.loads(text)["state"]
    member: dict[str, Any] = state["members"][state["at"]]
    return member


def test_the_page_rolls_who_the_command_line_rolls(maker: Page, ruleset: Ruleset) -> None:
    """The same seed, the same character, to the last detail."""
    _roll(maker)
    member = _kept(maker)
    expected = play(ruleset, "character", {"method": "array"}, Chance(member["seed"])).result
    assert member["sheet"]["character"] == expected["character"]
    expect(maker.locator(".ns-sheet h2")).to_have_text(expected["character"]["name"])


def test_a_part_is_rolled_again_and_the_rest_stays(maker: Page) -> None:
    """Only the coins are other ones; the focus stays on the button."""
    _roll(maker)
    before = _kept(maker)["sheet"]["character"]
    for _ in range(5):
        again = maker.get_by_role("button", name="Again for Coins")
        again.click()
        expect(again).to_be_focused()
        after = _kept(maker)["sheet"]["character"]
        if after["coins"] != before["coins"]:
            break
    assert after["coins"] != before["coins"]
    assert {**after, "coins": 0} == {**before, "coins": 0}


def test_what_is_kept_stays_when_the_rest_is_rolled(maker: Page) -> None:
    """The background and the name of somebody otherwise new."""
    _roll(maker)
    for part in ("Background", "Name"):
        maker.get_by_role("button", name=f"Keep {part}").click()
    before = _kept(maker)["sheet"]["character"]
    maker.get_by_role("button", name="Roll the rest again").click()
    expect(maker.locator(".ns-status progress")).to_have_count(0)
    maker.wait_for_function("() => !document.querySelector('.ns-status')?.textContent")
    after = _kept(maker)["sheet"]["character"]
    assert (after["name"], after["backgrounds"]) == (before["name"], before["backgrounds"])
    assert after["details"] != before["details"]


def test_everything_can_be_chosen(maker: Page) -> None:
    """Scores, background, a Spell, a face and a name of one’s own, and pronouns."""
    _roll(maker)
    making = maker.locator(".ns-making")
    making.get_by_label("+2").select_option("presence")
    making.get_by_label("Background").select_option("Scholar")
    making.get_by_label("Shard 2").select_option("Hungry Ground")
    for label, text in (("Name", "Ash"), ("Pronouns", "they"), ("Face", "Freckled")):
        box = making.get_by_label(label, exact=True)
        box.fill(text)
        box.press("Tab")
    expect(maker.locator(".ns-sheet")).to_contain_text("Freckled")
    character = _kept(maker)["sheet"]["character"]
    assert character["abilities"]["presence"] == 2
    assert (character["name"], character["pronouns"]) == ("Ash", "they")
    assert character["backgrounds"] == ["Scholar"]
    sheet = maker.locator(".ns-sheet")
    for text in ("Ash", "they", "Freckled", "Hungry Ground", "Earth or stone closes"):
        expect(sheet).to_contain_text(text)


def test_only_who_carries_shards_is_asked_for_spells(maker: Page) -> None:
    """A Servant has none, a Scholar has."""
    _roll(maker)
    spells = maker.get_by_role("group", name="Spells")
    maker.get_by_label("Background").select_option("Servant")
    expect(spells).to_be_hidden()
    maker.get_by_label("Background").select_option("Scholar")
    expect(spells).to_be_visible()


ALL_AT_ONCE = """
const form = document.querySelector(".ns-making");
const control = (words) => [...form.querySelectorAll("select, input")].find((one) =>
  one.labels[0]?.textContent.startsWith(words));
for (const [words, value] of chosen) {
  const one = control(words);
  one.value = value;
  one.dispatchEvent(new Event("change"));
}
"""


def test_choices_made_at_once_all_count(maker: Page) -> None:
    """None starts from what was there before the others."""
    _roll(maker)
    maker.wait_for_selector(".ns-line input")
    chosen = [
        ["+2", "presence"],
        ["Background", "Scholar"],
        ["Name", "Ash"],
        ["Face", "Freckled"],
        ["Pronouns", "they"],
    ]
    maker.evaluate(f"(chosen) => {{ {ALL_AT_ONCE} }}", chosen)
    expect(maker.locator(".ns-sheet header p")).to_contain_text("they")
    character = _kept(maker)["sheet"]["character"]
    assert character["abilities"]["presence"] == 2
    assert character["backgrounds"] == ["Scholar"]
    assert (character["name"], character["pronouns"]) == ("Ash", "they")
    expect(maker.locator(".ns-sheet")).to_contain_text("Freckled")


def test_what_is_being_written_stays_while_a_choice_is_worked_out(maker: Page) -> None:
    """The name is taken over; half a word elsewhere, and the focus, stay."""
    _roll(maker)
    making = maker.locator(".ns-making")
    making.get_by_label("Name", exact=True).fill("Ash")
    face = making.get_by_label("Face", exact=True)
    face.fill("")
    maker.keyboard.type("Freck")
    expect(maker.locator(".ns-sheet h2")).to_have_text("Ash")
    maker.wait_for_timeout(200)
    expect(face).to_be_focused()
    expect(face).to_have_value("Freck")


@pytest.mark.parametrize("words", ["Again for Coins", "Keep Name", "Put away"])
def test_a_click_right_after_writing_counts(maker: Page, words: str) -> None:
    """Though the page is made anew while the mouse button is down."""
    _roll(maker)
    making = maker.locator(".ns-making")
    making.get_by_label("Name", exact=True).fill("Ash")
    before = _kept(maker)
    maker.get_by_role("button", name=words).first.hover()
    maker.mouse.down()
    expect(maker.locator(".ns-sheet h2")).to_have_text("Ash")
    maker.wait_for_timeout(100)
    maker.mouse.up()
    if words == "Put away":
        expect(maker.locator(".ns-sheet")).to_have_count(0)
    elif words == "Keep Name":
        expect(making.get_by_role("button", name=words)).to_have_attribute("aria-pressed", "true")
    else:
        maker.wait_for_timeout(200)
        assert _kept(maker)["tries"] != before["tries"]


def test_tapping_again_while_the_rules_are_fetched_makes_one(
    browser: Browser, site_url: str
) -> None:
    """Nobody knows how often they tapped."""
    with opened(browser, viewport=PHONE) as watched:
        page = watched.page
        page.goto(f"{site_url}/play/characters/")
        roll = page.get_by_role("button", name="Roll a character")
        for _ in range(4):
            roll.click()
        page.wait_for_selector(".ns-sheet", timeout=60_000)
        page.wait_for_timeout(300)
        expect(page.locator(".ns-party [aria-pressed]")).to_have_count(1)


def test_nothing_is_lost_on_reload_and_what_is_put_away_comes_back(maker: Page) -> None:
    """A party of four, one of them put away by mistake."""
    maker.get_by_role("button", name="Roll a party of 4").click()
    expect(maker.locator(".ns-party [aria-pressed]")).to_have_count(4, timeout=60_000)
    maker.get_by_role("button", name="Put away").click()
    expect(maker.locator(".ns-party [aria-pressed]")).to_have_count(3)
    maker.get_by_role("button", name="Undo").click()
    names = maker.locator(".ns-party [aria-pressed]").all_inner_texts()
    assert len(names) == 4
    maker.reload()
    expect(maker.locator(".ns-party [aria-pressed]")).to_have_count(4)
    assert maker.locator(".ns-party [aria-pressed]").all_inner_texts() == names


def test_the_sheet_lives(maker: Page) -> None:
    """Damage, a Condition, something taken up and put down, coins spent, a Rest, a Check."""
    _roll(maker)
    maker.get_by_role("button", name="Begin to play").click()
    living = maker.locator(".ns-living-place")
    before = _kept(maker)["sheet"]["character"]
    living.get_by_role("button", name="Take Damage").click()
    expect(living.locator(".ns-answer")).to_contain_text("HP")
    assert _kept(maker)["sheet"]["character"]["hp"] == before["hp"] - 1
    living.get_by_label("Condition", exact=True).fill("soaked")
    living.get_by_role("button", name="Gain the Condition").click()
    expect(maker.locator(".ns-sheet")).to_contain_text("soaked")
    living.get_by_text("Take something up").click()
    living.get_by_label("What", exact=True).fill("odd marble")
    living.get_by_role("button", name="Take it up").click()
    expect(maker.locator(".ns-sheet .ns-carried")).to_contain_text("odd marble")
    living.get_by_role("button", name="Drop odd marble").click()
    expect(maker.locator(".ns-sheet .ns-carried")).not_to_contain_text("odd marble")
    living.get_by_role("button", name="Spend coins").click()
    living.get_by_role("button", name="Short Rest").click()
    living.get_by_role("button", name="Roll the Check").click()
    expect(living.locator(".ns-answer")).to_contain_text("DR")
    assert _kept(maker)["sheet"]["character"]["coins"] == before["coins"] - 10


def test_what_the_rules_refuse_is_said_and_changes_nothing(maker: Page) -> None:
    """More coins than there are can’t be spent."""
    _roll(maker)
    maker.get_by_role("button", name="Begin to play").click()
    living = maker.locator(".ns-living-place")
    maker.get_by_role("group", name="Coins").get_by_role("button", name="up").click(click_count=1)
    before = _kept(maker)["sheet"]["character"]
    for _ in range(before["coins"] // 11 + 1):
        living.get_by_role("button", name="Spend coins").click()
        maker.wait_for_timeout(30)
    expect(maker.locator(".ns-status")).to_contain_text("Expected at most")
    assert 0 <= _kept(maker)["sheet"]["character"]["coins"] < 11


def test_the_printed_sheet_is_filled_in_here(maker: Page, tmp_path: Path) -> None:
    """The PDF’s fields have what the sheet on the screen has; nothing is fetched for it before."""
    fetched: list[str] = []
    maker.on("request", lambda request: fetched.append(request.url))
    _roll(maker)
    assert not [url for url in fetched if "fill-sheet" in url]
    with maker.expect_download(timeout=60_000) as download:
        maker.get_by_role("button", name="Save filled-in PDF").click()
    download.value.save_as(tmp_path / "sheet.pdf")
    character = _kept(maker)["sheet"]["character"]
    fields = PdfReader(io.BytesIO((tmp_path / "sheet.pdf").read_bytes())).get_fields() or {}
    assert fields["name"].value == character["name"]
    assert fields["coins"].value == str(character["coins"])
    assert fields["hp"].value == str(character["hp"])


def test_a_link_brings_the_same_somebody(browser: Browser, maker: Page) -> None:
    """In another browser, with nothing kept."""
    _roll(maker)
    maker.get_by_role("button", name="Again for Coins").click()
    maker.get_by_role("button", name="Copy link").click()
    maker.wait_for_function("() => location.hash.startsWith('#play=')")
    character = _kept(maker)["sheet"]["character"]
    context = browser.new_context(service_workers="block")
    other = context.new_page()
    other.goto(maker.url)
    expect(other.locator(".ns-sheet h2")).to_have_text(character["name"], timeout=60_000)
    assert _kept(other)["sheet"]["character"] == character
    context.close()


def test_a_link_brings_a_whole_party(browser: Browser, maker: Page) -> None:
    """All of them, those in play with what has become of their sheets."""
    _roll(maker)
    maker.get_by_role("button", name="+ A party of 4").click()
    tabs = maker.locator(".ns-party [aria-pressed]")
    expect(tabs).to_have_count(5)
    maker.get_by_role("button", name="Begin to play").click()
    maker.get_by_role("button", name="Copy party link").click()
    maker.wait_for_function("() => location.hash.startsWith('#play=')")
    context = browser.new_context(service_workers="block")
    other = context.new_page()
    other.goto(maker.url)
    there = other.locator(".ns-party [aria-pressed]")
    expect(there).to_have_count(5, timeout=60_000)
    assert there.all_inner_texts() == tabs.all_inner_texts()
    sheets = "JSON.stringify(JSON.parse(localStorage[Object.keys(localStorage).find("
    sheets += "key => key.endsWith(':play:characters'))]).state.members.map(one => one.sheet))"
    assert json.loads(other.evaluate(sheets)) == json.loads(maker.evaluate(sheets))
    context.close()


def test_a_link_that_unpacks_to_very_much_is_refused(maker: Page) -> None:
    """A short link may hold gigabytes: unpacking stops in time, and nothing is lost."""
    _roll(maker)
    name = _kept(maker)["sheet"]["character"]["name"]
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packer.compress(b'["' + b"a" * 40_000_000 + b'"]') + packer.flush()
    text = base64.urlsafe_b64encode(bomb).decode().rstrip("=")
    assert len(text) < 60_000
    maker.evaluate("hash => { location.hash = hash; location.reload(); }", f"#play={text}")
    expect(maker.locator(".ns-characters > .ns-failure")).to_contain_text("can’t be read")
    expect(maker.locator(".ns-sheet h2")).to_have_text(name)


@pytest.mark.parametrize(
    "broken",
    ["#play=AAAA", "#play=%3Cscript%3E", "#play=" + "A" * 70_000, "#play=q1bKS8xNVbJSqs5ILUpVqgUA"],
)
def test_a_broken_link_is_said_and_nothing_is_lost(maker: Page, broken: str) -> None:
    """Whoever was there stays."""
    _roll(maker)
    name = _kept(maker)["sheet"]["character"]["name"]
    maker.evaluate("hash => { location.hash = hash; location.reload(); }", broken)
    expect(maker.locator(".ns-characters > .ns-failure")).to_be_visible()
    expect(maker.locator(".ns-sheet h2")).to_have_text(name)


def test_nothing_is_wider_than_the_phone(maker: Page) -> None:
    """Neither while making nor in play."""
    _roll(maker)
    assert maker.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    maker.get_by_role("button", name="Begin to play").click()
    assert maker.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
