"""Tables and dice: found by typing, rolled, rerolled in part, taken along; one's own; the log."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from hosting import DESK, PHONE, PREFIX, STARTS, Watched, axe, entries, opened, spoken
from playwright.sync_api import Browser, Page, expect

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.procedures import play

pytestmark = pytest.mark.xdist_group("site")

KEY = f"nightsong:{PREFIX}:play:tables"
STATE = f"JSON.parse(localStorage[{KEY!r}]).state"
HOSTILE = '<img src=x onerror="window.hurt=1">'


@pytest.fixture(scope="module")
def tool(browser: Browser, site_url: str) -> Iterator[Watched]:
    """The tool on a phone, where Python keeps running."""
    with opened(browser, viewport=PHONE, has_touch=True, service_workers="block") as watched:
        watched.page.goto(f"{site_url}play/tables/")
        watched.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        yield watched
        assert watched.errors == []
        assert watched.foreign(site_url) == []


def choose(page: Page, words: str) -> None:
    """Find a table by typing, and take the first."""
    page.get_by_label("Find a table").fill(words)
    page.keyboard.press("Enter")


def rolled(page: Page) -> dict[str, Any]:
    """The set that is kept."""
    return dict(page.evaluate(f"{STATE}.rolled"))


def results(page: Page) -> list[str]:
    """The texts of the set that is kept."""
    return [result["text"] for result in rolled(page)["played"]["result"]["results"]]


def items(page: Page) -> Any:
    """The results on the screen."""
    return page.locator(".ns-rolls__text")


def test_ten_without_repeats_as_python_rolls_them(tool: Watched, ruleset: Ruleset) -> None:
    """Found by a row's text, without Python; then the very dice of the command line."""
    page = tool.page
    row = ruleset.table("regions/features").rolls[0].rows[0]
    assert not [url for url in tool.requests if "pyodide" in url]
    page.get_by_label("Find a table").fill(f"features {row.name.lower()}")
    expect(page.locator(".ns-finder__choice").first).to_contain_text("Features")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Roll ten Features").tap()
    expect(items(page)).to_have_count(10, timeout=STARTS)
    kept = rolled(page)
    played = play(ruleset, kept["play"], kept["using"], Chance(kept["seed"]))
    assert kept["played"]["result"] == json.loads(json.dumps(played.result))
    assert len(set(results(page))) == 10
    before = results(page)
    page.get_by_role("button", name=re.compile("^Reroll of 3,")).tap()
    expect(page.locator(".ns-rolls__item").nth(2)).to_contain_text("try 2")
    after = results(page)
    assert [at for at in range(10) if before[at] != after[at]] == [2]
    page.reload()
    expect(items(page)).to_have_text(after)


def test_a_full_name_and_one_part_of_it(tool: Watched) -> None:
    """The group reads as one; the focus stays on the button that rerolls."""
    page = tool.page
    choose(page, "full name")
    page.get_by_role("button", name="Roll Full Name").click()
    expect(page.locator(".ns-rolls__whole")).to_be_visible(timeout=STARTS)
    first, _ = results(page)
    page.get_by_role("button", name=re.compile("^Reroll suffix")).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ns-rolls__item").last).to_contain_text("try 2")
    expect(page.get_by_role("button", name=re.compile("^Reroll suffix"))).to_be_focused()
    assert results(page)[0] == first
    expect(entries(page).first).to_contain_text(" ".join(results(page)))


def test_real_dice_and_a_row_that_is_taken(tool: Watched, ruleset: Ruleset) -> None:
    """What lies on the table counts, and what somebody points at; dice in a result are rolled."""
    page = tool.page
    rows = ruleset.table("backgrounds/strength").rolls[0].rows
    choose(page, "backgrounds/strength")
    page.get_by_text("Real dice", exact=True).click()
    page.get_by_label("D6 shows").fill("2")
    page.keyboard.press("Enter")
    expect(items(page)).to_contain_text([rows[1].name], timeout=STARTS)
    page.get_by_label("D6 shows").fill("9")
    page.keyboard.press("Enter")
    expect(page.locator(".ns-status")).to_contain_text(["Expected 1 to 6 on a D6, came 9."])
    page.get_by_text("Rows, to take one").click()
    page.get_by_role("button", name=re.compile(f"^{rows[3].key} {rows[3].name}")).click()
    expect(items(page)).to_contain_text([rows[3].name])
    page.get_by_role("button", name=re.compile("^Roll D8 from")).click()
    expect(page.locator(".ns-throws__outcome .ns-result")).to_have_text(re.compile(r"^1D8: \d$"))


def test_dice_typed_tapped_and_stepped(tool: Watched, ruleset: Ruleset) -> None:
    """Notation, a tap for one more, a Step Die that steps down; a slip is told."""
    page = tool.page
    outcome = page.locator(".ns-throws__outcome .ns-result")
    page.get_by_label("Dice", exact=True).fill("")
    for _ in range(3):
        page.get_by_role("button", name="D6 more").tap()
    page.get_by_role("button", name="Roll dice").tap()
    expect(outcome).to_have_text(re.compile(r"^3D6: \d+$"), timeout=STARTS)
    page.get_by_label("Dice", exact=True).fill("-9999d99999999")
    page.keyboard.press("Enter")
    expect(page.locator(".ns-throws .ns-failure")).to_contain_text("Expected")
    ladder = ruleset.numbers["step_die"]["ladder"]
    page.get_by_label("Step Die", exact=True).select_option(ladder[-2])
    page.get_by_role("button", name="Roll Step Die").tap()
    expect(outcome).to_have_text(re.compile(rf"^Step Die {ladder[-2]}: "))
    after = str(outcome.text_content()).rpartition(" ")[2]
    expect(page.get_by_label("Step Die", exact=True)).to_have_value(after)


def test_a_table_of_ones_own(tool: Watched, browser: Browser) -> None:
    """Slips by line, nothing executed, kept, rolled, shared as a link, taken away and back."""
    page = tool.page
    page.get_by_text("Add a table of your own").click()
    page.get_by_label("Title").fill("Inn")
    page.get_by_label("Rows", exact=True).fill("1-3, Stew\n3-4, Bread")
    page.get_by_role("button", name="Keep this table").click()
    expect(page.locator(".ns-own .ns-failure")).to_contain_text("Line 2: expected each value")
    page.get_by_label("Rows", exact=True).fill(f"1-3, {HOSTILE}\n4, \u202eאב 🎲\n5-6, =1+1")
    page.get_by_role("button", name="Keep this table").click()
    page.get_by_role("button", name="Roll ten Inn").click()
    expect(items(page)).to_have_count(10, timeout=STARTS)
    assert set(results(page)) == {HOSTILE, "\u202eאב 🎲", "=1+1"}
    assert page.evaluate("window.hurt") is None
    page.get_by_role("button", name="Copy link Inn").click()
    expect(spoken(page)).to_have_text("The link is copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    with opened(browser, service_workers="block") as other:
        other.page.goto(link)
        expect(other.page.get_by_role("button", name="Roll Inn")).to_be_visible()
        expect(other.page.locator(".ns-finder__choice").first).to_contain_text("Inn")
        assert other.errors == []
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as YAML").click()
    assert download.value.suggested_filename == "inn.yml"
    page.get_by_role("button", name="Delete Inn").click()
    expect(page.get_by_role("button", name="Roll Inn")).to_have_count(0)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_role("button", name="Roll Inn")).to_be_visible()


def test_a_link_rolls_the_same_again(tool: Watched) -> None:
    """Without another entry in the log; with other rules the page says so; nonsense is told."""
    page = tool.page
    choose(page, "spark")
    page.get_by_role("button", name="Roll Spark", exact=True).click()
    expect(page.locator(".ns-rolls__whole")).to_be_visible(timeout=STARTS)
    before, count = results(page), entries(page).count()
    page.get_by_role("button", name="Copy link to this roll").click()
    expect(spoken(page)).to_have_text("The link is copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    page.get_by_role("button", name="Roll Spark", exact=True).click()
    expect(entries(page)).to_have_count(count + 1)
    page.goto("about:blank")
    page.goto(link)
    expect(spoken(page)).to_have_text(f"Spark: {' '.join(before)}", timeout=STARTS)
    assert results(page) == before
    assert entries(page).count() == count + 1
    page.goto(link[:-8] + "AAAAAAAA")
    expect(page.locator(".ns-table-panel .ns-failure").first).to_contain_text("can’t be read")


def test_the_log_pins_and_is_copied(tool: Watched) -> None:
    """A pinned entry stays on top and outlives clearing; undo brings the others back."""
    page = tool.page
    page.get_by_role("button", name=re.compile("^Roll log")).click()
    total = entries(page).count()
    text = str(entries(page).last.locator(".ns-log__text").text_content())
    entries(page).last.get_by_role("button", name=re.compile("^Pin")).click()
    expect(entries(page).first.locator(".ns-log__text")).to_have_text(text)
    expect(page.locator(".ns-log__entry--pinned button[aria-pressed=true]")).to_be_focused()
    page.get_by_role("button", name="Copy as Markdown").click()
    lines = page.evaluate("navigator.clipboard.readText()").strip().splitlines()
    assert len(lines) == total
    assert all(line.startswith("- [") for line in lines)
    page.get_by_role("button", name="Clear log").click()
    expect(entries(page)).to_have_count(1)
    page.get_by_role("button", name="Undo clear").click()
    expect(entries(page)).to_have_count(total)


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(
    browser: Browser, site_url: str, ruleset: Ruleset, scheme: Any, viewport: Any
) -> None:
    """With a group rolled, all that folds open, and a table of one's own; it fits the screen."""
    using = {"tables": ["factions/type", "factions/has"]}
    played = play(ruleset, "table-set", using, Chance("7"))
    trace = [{"text": n.text, "rule": n.rule, "key": n.key} for n in played.trace]
    asked = {
        "title": "T",
        "play": "table-set",
        "using": using,
        "seed": "7",
        "tries": {},
        "real": {},
    }
    done = {"seed": "7", "ruleset": ruleset.fingerprint, "result": played.result, "trace": trace}
    state = {
        "query": "", "chosen": "details/names", "distinct": True, "rolled": {**asked, "played": done},
        "own": [{"id": "1", "title": HOSTILE, "text": "a\nb"}],
        "draft": {"title": "", "text": "", "id": ""},
        "throws": {"notation": "3d6", "step": "D6", "thrown": None},
    }  # fmt: skip
    kept = json.dumps({"version": 1, "state": state})
    with opened(
        browser, viewport=viewport, color_scheme=scheme, service_workers="block"
    ) as watched:
        page = watched.page
        page.add_init_script(f"localStorage[{KEY!r}] ??= {json.dumps(kept)}")
        page.goto(f"{site_url}play/tables/")
        expect(items(page)).to_have_count(3)
        page.locator(".ns-tool details").evaluate_all(
            "all => all.forEach((one) => one.open = true)"
        )
        assert axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        assert watched.errors == []


@pytest.mark.parametrize(
    "asked",
    [
        {"title": HOSTILE, "play": "table-set", "using": {"tables": ["no/such"]}},
        {"title": "x", "play": "table-set", "using": {"tables": ["details/face"], "times": 10**9}},
        {"title": "x", "play": "fight-start", "using": {}},
        {"own": {"title": 7, "text": HOSTILE}},
        [[[]]],
    ],
)
def test_hostile_links_are_told(tool: Watched, site_url: str, asked: Any) -> None:
    """Nothing is executed or lost; what makes no sense is said in words."""
    page = tool.page
    kept = page.evaluate(f"{STATE}.own")
    if isinstance(asked, dict) and "using" in asked:
        asked |= {"seed": "1", "tries": {}, "real": {}}
    packed = zlib.compressobj(wbits=-15)
    data = packed.compress(json.dumps(asked).encode()) + packed.flush()
    link = base64.urlsafe_b64encode(data).decode().rstrip("=")
    page.goto("about:blank")
    page.goto(f"{site_url}play/tables/#play={link}")
    expect(page.locator(".ns-table-panel .ns-status .ns-failure")).to_contain_text(
        re.compile("[Ee]xpected"), timeout=STARTS
    )
    assert page.evaluate(f"{STATE}.own") == kept
    assert page.evaluate("window.hurt") is None
