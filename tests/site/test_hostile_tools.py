"""What comes from outside into the tools: files, what the browser kept, pasted text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hosting import STARTS, opened
from playwright.sync_api import Browser, Page, expect

from generator.project import HERE

ALERTS = "window.alerted = 0; window.alert = () => { window.alerted += 1; }"
PASTED = """(place, text) => {
  place.value = text;
  for (const name of ["input", "change"]) place.dispatchEvent(new Event(name, {bubbles: true}));
}"""
SCRIPT = "<img src=x onerror=alert(1)><script>alert(1)</script>"
STRANGE = f"=HYPERLINK(1) {SCRIPT} \u202eright to left\u202c 🜛 👨‍👩‍👧"
SINKS = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|setHTML|\beval\(|new Function"
)

KEPT: dict[str, list[Any]] = {
    "referee": [
        {"section": "constructor"},
        {"section": "fight", "fight": 7},
        {"section": "fight", "fight": {"board": {"fighters": 1}}},
        {"section": "journey", "journey": {"plan": None}},
        {"section": "trackers", "trackers": [{"name": STRANGE, "die": "D1e9", "told": SCRIPT}]},
        {"section": "trackers", "trackers": [None]},
        {"section": "checks", "check": {"ability": 10**300, "dr": SCRIPT}},
        [],
        STRANGE,
    ],
    "odds": [
        {"kind": "toString"},
        {"kind": "check", "ability": SCRIPT},
        {"kind": "step", "die": "D0", "uses": -(10**9)},
        None,
    ],
    "characters": [{"members": [{"seed": SCRIPT}], "at": 0}, {"members": "x"}],
    "land": [{"view": {"hexes": 1}}, 7],
    "converter": [{"text": 7}, STRANGE],
}


def test_no_script_makes_markup_of_text() -> None:
    """Nothing from outside can reach a parser of HTML or of code: no script of ours calls one."""
    scripts = HERE.root / "theme" / "site" / "assets" / "nightsong"
    found = {
        f"{path.name}: {call}"
        for path in scripts.rglob("*.js")
        for call in SINKS.findall(path.read_text(encoding="utf-8"))
    }
    assert found == set()


@pytest.mark.parametrize("tool", KEPT)
def test_what_was_kept_and_makes_no_sense_is_put_aside(
    browser: Browser, site_url: str, tool: str
) -> None:
    """The tool stands there and can be used; nothing is executed, nothing thrown away."""
    with opened(browser) as watched:
        page = watched.page
        page.add_init_script(ALERTS)
        page.goto(site_url)
        prefix = page.evaluate("new URL('.', location.href).pathname")
        for state in KEPT[tool]:
            key = f"nightsong:{prefix}:play:{tool}"
            page.evaluate(
                "([key, text]) => { localStorage.clear(); localStorage.setItem(key, text); }",
                [key, json.dumps({"version": 1, "state": state})],
            )
            page.goto(f"{site_url}play/{tool}/")
            expect(page.locator(".ns-tool :is(button, select)").first).to_be_visible()
            page.wait_for_timeout(150)
            assert page.get_by_text("This tool could not be loaded").count() == 0, state
            assert page.evaluate("window.alerted") == 0
        assert watched.errors == []


FILES = {
    "truncated": ('{"format": "nightsong-play", "version": 1, "ke', "isn’t JSON"),
    "another version": ('{"format": "nightsong-play", "version": 99, "kept": {}}', "version 1"),
    "another kind": ('{"format": "other", "version": 1, "kept": {}}', "another kind"),
    "a list": ("[1, 2]", "another kind"),
    "strange text": (STRANGE, "isn’t JSON"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_not_ours_changes_nothing(
    browser: Browser, site_url: str, name: str
) -> None:
    """It is said what was expected, and what is kept stays as it is."""
    text, told = FILES[name]
    with opened(browser) as watched:
        page = watched.page
        page.goto(f"{site_url}play/referee/")
        page.locator(".ns-tabs").get_by_role("button", name="Trackers").click()
        before = page.evaluate("JSON.stringify({...localStorage})")
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Open a saved file").click()
        chooser.value.set_files(
            {"name": "x.json", "mimeType": "application/json", "buffer": text.encode()}
        )
        expect(page.locator(".ns-keeping__status")).to_contain_text(told)
        assert page.evaluate("JSON.stringify({...localStorage})") == before
        assert watched.errors == []


def own_table(page: Page) -> Callable[[], None]:
    """Where a table of one's own is pasted."""
    page.get_by_text("Add a table of your own").click()
    return lambda: page.get_by_role("button", name="Read it").click()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\n".join(f"row {n}" for n in range(10_000)), "expected at most .* rows"),
        ("\n".join([STRANGE] * 6), "6 rows"),
        ("999999999d999999999, Mine\nx", "."),
        ("-5, below\n0, nothing", "."),
    ],
    ids=["10,000 lines", "strange text", "huge dice", "negative values"],
)
def test_a_pasted_table_is_read_or_refused_in_words(
    browser: Browser, site_url: str, text: str, told: str
) -> None:
    """However large or odd, it is told what came of it, within the page, and nothing is executed."""
    with opened(browser) as watched:
        page = watched.page
        page.add_init_script(ALERTS)
        page.goto(f"{site_url}play/tables/")
        read = own_table(page)
        page.get_by_label("Rows", exact=True).evaluate(PASTED, text)
        read()
        answer = page.locator(".ns-own__note, .ns-own .ns-failure").filter(
            has_text=re.compile(told)
        )
        expect(answer.first).to_be_visible(timeout=STARTS)
        assert page.get_by_label("Rows", exact=True).input_value() == text
        assert page.evaluate("window.alerted") == 0
        assert watched.errors == []


def test_a_block_too_long_for_the_converter_is_told(browser: Browser, site_url: str) -> None:
    """Nothing of a paste is cut off in silence: the rules say how much they read."""
    with opened(browser) as watched:
        page = watched.page
        page.goto(f"{site_url}play/converter/")
        text = "\n".join(f"Scum {n}. HP 7 Morale 8 Knife D4" for n in range(10_000))
        page.get_by_label("Stat block").evaluate(PASTED, text)
        assert len(page.get_by_label("Stat block").input_value()) == len(text)
        page.get_by_role("button", name="Convert", exact=True).click()
        expect(page.locator(".ns-failure").first).to_contain_text(
            "at most 10000 characters", timeout=STARTS
        )
        assert watched.errors == []
