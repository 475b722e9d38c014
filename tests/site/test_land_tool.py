"""The land maker: drawn, walked through, thrown anew in part, drawn by hand, kept, taken along."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from hosting import DESK, PHONE, PREFIX, STARTS, Watched, axe, entries, opened, spoken
from playwright.sync_api import Browser, Page, expect

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.procedures import play

pytestmark = pytest.mark.xdist_group("site")

KEY = f"nightsong:{PREFIX}:play:land"
HOSTILE = '<img src=x onerror="window.hurt=1">'
MANY = 200
SEEDS = ("1", "lantern", "night")


def kept(page: Page) -> dict[str, Any]:
    """The state that the browser keeps."""
    return dict(page.evaluate(f"JSON.parse(localStorage[{KEY!r}]).state"))


def state_of(ruleset: Ruleset, seed: str = "lantern", **more: object) -> dict[str, Any]:
    """A state with a Land that Python drew."""
    result = play(ruleset, "land", {}, Chance(seed)).result
    return {
        "land": result["land"], "view": result["view"], "drawn": True, "seed": seed, "tries": {},
        "sessions": 0, "ruleset": ruleset.fingerprint, "title": "", "picked": "", "flaws": [],
        "trace": [], "done": "Land", "hand": False, "tap": "show", **more,
    }  # fmt: skip


def put(page: Page, state: dict[str, Any] | None) -> None:
    """Put a state in place, and open the page with it."""
    text = json.dumps({"version": 1, "state": state}) if state else ""
    page.evaluate(
        "([key, text]) => text ? localStorage.setItem(key, text) : localStorage.removeItem(key)",
        [KEY, text],
    )
    page.goto(page.url.partition("#")[0])
    page.locator(".ns-map").wait_for()


def hex_key(page: Page, name: str) -> Any:
    """A hex of the map."""
    return page.get_by_role("button", name=re.compile(f"^{name}: "))


@pytest.fixture(scope="module")
def tool(browser: Browser, site_url: str) -> Iterator[Watched]:
    """The tool on a phone, where Python keeps running while a page stays."""
    with opened(browser, viewport=PHONE, has_touch=True) as watched:
        watched.page.goto(f"{site_url}play/land/")
        watched.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        yield watched
        assert watched.errors == []
        assert watched.foreign(site_url) == []
        assert watched.page.evaluate("window.hurt") is None


def without_traces(data: Any) -> Any:
    """Data without how each die fell."""
    if isinstance(data, dict):
        return {key: without_traces(value) for key, value in data.items() if key != "trace"}
    return [without_traces(one) for one in data] if isinstance(data, list) else data


def test_a_land_is_drawn_looked_at_thrown_anew_in_part_and_kept(
    tool: Watched, ruleset: Ruleset
) -> None:
    """From an empty page: what comes is CPython's for the same seed, tries and sessions."""
    page = tool.page
    page.locator(".ns-map").wait_for()
    assert not [url for url in tool.requests if "pyodide" in url]
    page.get_by_role("button", name="Draw a Land").tap()
    expect(page.locator(".ns-hexkey").first).to_be_visible(timeout=STARTS)
    expect(entries(page).first).to_contain_text("A Land of")
    before = kept(page)
    first = before["view"]["regions"][0]
    hex_key(page, first["hexes"][0]).tap()
    card = page.locator(".ns-hexcard")
    expect(card).to_contain_text(f"{first['number']} {first['name']}")
    card.get_by_role("button", name=f"Reroll: Name of {first['name']}").press("Enter")
    expect(entries(page).first).to_contain_text("Reroll: Name of")
    assert page.evaluate("document.activeElement.dataset.key") == "land/region-1/name"
    page.get_by_role("button", name="Advance the clocks").tap()
    expect(page.locator(".ns-land-about")).to_contain_text("Sessions: 1")
    after = kept(page)
    chance = Chance(after["seed"], after["tries"])
    using = {"sessions": 1}
    played = json.loads(json.dumps(play(ruleset, "land", using, chance).result))
    assert (after["land"], after["view"]) == (played["land"], played["view"])
    assert after["view"]["hexes"] == before["view"]["hexes"]
    page.get_by_role("button", name="Undo the last").tap()
    page.get_by_role("button", name="Undo the last").tap()
    assert kept(page)["land"] == before["land"]


def test_the_same_seed_gives_the_land_of_the_command_line(tool: Watched) -> None:
    """The page's JSON and that of ``python -m nightsong`` differ in the traces only."""
    for seed in SEEDS:
        command = [sys.executable, "-m", "nightsong", "land", "--seed", seed, "--json"]
        command += ["--sessions", "2", "--again", "land/region-1/name"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        drawn = tool.page.evaluate(
            """async (seed) => {
              const kit = new URL("assets/nightsong/play/kit.js", new URL("../../", location.href));
              const { play } = await import(kit);
              const using = { sessions: 2, again: ["land/region-1/name"] };
              const { result, ruleset } = await play("land", using, { seed });
              const { land } = (await play("land-texts", { land: result.land })).result;
              return { seed, tries: result.tries, ruleset, land };
            }""",
            seed,
        )
        assert drawn == without_traces(json.loads(done.stdout))


def test_two_hundred_seeds_give_the_lands_of_python(tool: Watched, ruleset: Ruleset) -> None:
    """What the page's engine draws is what CPython draws."""
    drawn = tool.page.evaluate(
        """async (seeds) => {
          const kit = new URL("assets/nightsong/play/kit.js", new URL("../../", location.href));
          const { play } = await import(kit);
          const lands = [];
          for (const seed of seeds) lands.push((await play("land", {}, { seed })).result.land);
          return lands.map((land) => JSON.stringify(land));
        }""",
        [str(seed) for seed in range(MANY)],
    )
    for seed, text in enumerate(drawn):
        land = play(ruleset, "land", {}, Chance(str(seed))).result["land"]
        assert json.loads(text) == json.loads(json.dumps(land)), seed


def test_hexes_are_drawn_by_hand(tool: Watched) -> None:
    """A blank map, a die dropped where it fell, a hex given, a name written, what is missing said."""
    page = tool.page
    page.get_by_role("button", name="Draw by hand").tap()
    page.get_by_role("button", name="Start with a blank map").tap()
    expect(page.locator(".ns-flaws li")).to_have_count(1)
    page.get_by_label("It showed").select_option("2")
    page.get_by_label("Type", exact=True).select_option("Peaks")
    page.get_by_label("It showed").select_option("2")
    page.get_by_label("A tap on a hex").select_option("drop:die")
    hex_key(page, "c3").tap()
    expect(hex_key(page, "c3")).to_have_accessible_name(re.compile("^c3: 1 .*Peaks"))
    region = kept(page)["view"]["regions"][0]
    assert (region["hexes"][0], len(region["hexes"])) == ("c3", 2)
    page.get_by_label("A tap on a hex").select_option("region:1")
    hex_key(page, "a1").tap()
    expect(hex_key(page, "a1")).to_have_accessible_name(re.compile("^a1: 1 "))
    page.get_by_label(f"Name of {region['name']}").fill(HOSTILE)
    page.get_by_label(f"Name of {region['name']}").press("Enter")
    expect(hex_key(page, "a1")).to_have_accessible_name(re.compile("^a1: 1 <img"))
    held = kept(page)
    assert not held["drawn"] and held["view"]["regions"][0]["hexes"][-1] == "a1"
    page.get_by_label("Drop the die for").select_option("faction")
    page.get_by_role("button", name="Tap the hex where it fell").tap()
    hex_key(page, "c3").tap()
    expect(hex_key(page, "c3")).to_have_accessible_name(re.compile("; A "))
    page.get_by_label("Goal die of").select_option("D12")
    expect(page.locator(".ns-hexcard .ns-chip--now")).to_have_text("D12")
    held = kept(page)
    assert held["view"]["factions"][0]["hexes"][0] == "c3"
    page.get_by_role("button", name="Take away").first.tap()
    expect(spoken(page)).to_contain_text("taken away")
    page.get_by_role("button", name="Undo the last").tap()
    page.reload()
    expect(hex_key(page, "a1")).to_have_accessible_name(re.compile("^a1: 1 <img"))
    assert kept(page) == held


def test_arrow_keys_walk_from_hex_to_hex(tool: Watched, ruleset: Ruleset) -> None:
    """One hex is in the order of the Tab key; Enter picks it, and the card says what lies there."""
    page = tool.page
    put(page, state_of(ruleset))
    assert page.locator(".ns-hexkey[tabindex='0']").count() == 1
    hex_key(page, "c3").focus()
    walked = []
    for key in ("ArrowRight", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown", "End", "Home"):
        page.keyboard.press(key)
        walked.append(
            page.evaluate("document.activeElement.getAttribute('aria-label').slice(0, 2)")
        )
    assert walked == ["c4", "b4", "a3", "a3", "b4", "b4", "b1"]
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Hex b1")).to_be_visible()
    assert page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "true"


def test_a_land_is_taken_along(tool: Watched, ruleset: Ruleset, tmp_path: Any) -> None:
    """As a picture in colors of its own, as JSON, Markdown and Text Mapper, and as a link."""
    page = tool.page
    put(page, state_of(ruleset, title="Night & Day", picked="c3"))
    files = {}
    for name in ("SVG", "PNG", "JSON", "Markdown", "Text Mapper"):
        with page.expect_download(timeout=STARTS) as download:
            page.get_by_role("button", name=f"{name} file of this Land").tap()
        download.value.save_as(tmp_path / name)
        files[name] = (tmp_path / name).read_bytes()
        assert download.value.suggested_filename.startswith("night-day.")
    drawing = ElementTree.fromstring(files["SVG"])
    assert drawing[0].text == "Night & Day"
    assert not re.search(rb"var\(|class=|tabindex", files["SVG"])
    assert files["PNG"].startswith(b"\x89PNG") and len(files["PNG"]) > 50_000
    land = state_of(ruleset)["land"]
    assert json.loads(files["JSON"])["land"]["regions"][0]["name"] == land["regions"][0]["name"]
    assert files["Markdown"].startswith(b"# Night & Day")
    assert files["Text Mapper"].count(b"\n0") == len(state_of(ruleset)["view"]["hexes"])
    page.get_by_role("button", name="Copy link").tap()
    expect(spoken(page)).to_contain_text("link")
    link = page.url
    put(page, None)
    page.goto(link)
    page.reload()
    expect(page.locator(".ns-hexkey").first).to_be_visible(timeout=STARTS)
    assert kept(page)["land"] == land and kept(page)["title"] == "Night & Day"
    page.get_by_role("button", name="Advance the clocks").tap()
    expect(page.locator(".ns-land-about")).to_contain_text("Sessions: 1")
    page.reload()
    expect(page.locator(".ns-land-about")).to_contain_text("Sessions: 1")


def test_what_was_kept_and_makes_no_sense_is_set_aside(tool: Watched, ruleset: Ruleset) -> None:
    """The page is as new, and the text is still in the browser."""
    page, sound = tool.page, state_of(ruleset)
    nowhere = [{**sound["view"]["hexes"][0], "q": HOSTILE}]
    for bad in (
        {**sound, "view": {**sound["view"], "hexes": nowhere}},
        {**sound, "flaws": HOSTILE},
    ):
        put(page, bad)
        expect(page.locator(".ns-hexkey")).to_have_count(0)
        expect(page.get_by_role("button", name="Draw a Land")).to_be_visible()
        assert HOSTILE.split()[0] in page.evaluate(f"localStorage['{KEY}:unreadable']")


@pytest.mark.parametrize("asked", [{"seed": 7}, {"land": {"regions": HOSTILE}}, [[[]]], "x"])
def test_links_that_make_no_sense_are_told(tool: Watched, ruleset: Ruleset, asked: Any) -> None:
    """Nothing is lost or executed."""
    page = tool.page
    put(page, state_of(ruleset, title="Mine"))
    link = page.evaluate(
        """async (asked) => {
          const share = new URL("assets/nightsong/play/share.js", new URL("../../", location.href));
          return (await (await import(share)).linkWith(asked)).href;
        }""",
        asked,
    )
    page.goto(link)
    page.reload()
    expect(page.locator(".ns-status .ns-failure")).to_contain_text("xpected", timeout=STARTS)
    assert kept(page)["title"] == "Mine"


def test_on_paper_there_is_the_map_and_the_worksheet_alone(tool: Watched, ruleset: Ruleset) -> None:
    """Nothing to press, no card, no heading of the page."""
    page = tool.page
    put(page, state_of(ruleset, picked="c3"))
    page.emulate_media(media="print")
    for shown in (".ns-map", ".ns-legends", ".ns-worksheet"):
        expect(page.locator(shown)).to_be_visible()
    for hidden in (".ns-hexcard", ".ns-along", "h1", ".ns-land-acts", ".ns-keeping"):
        expect(page.locator(hidden).first).to_be_hidden()
    page.emulate_media(media="screen")


@pytest.mark.parametrize(
    ("scheme", "viewport"), [("light", PHONE), ("dark", DESK)], ids=["phone", "desk"]
)
def test_axe_finds_nothing_on_maps(
    browser: Browser, site_url: str, ruleset: Ruleset, scheme: Any, viewport: Any
) -> None:
    """Empty, with a Land and a hex picked, and drawn by hand; it fits the screen."""
    flaw = {"rule": "living-world/regions", "expected": "a Region", "came": "none", "hexes": ["a1"]}
    with opened(browser, viewport=viewport, color_scheme=scheme) as watched:
        page = watched.page
        page.goto(f"{site_url}play/land/")
        page.locator(".ns-map").wait_for()
        states = (
            None,
            state_of(ruleset, "abc", title="Home", picked="c3"),
            state_of(ruleset, "night", picked="b1", hand=True, drawn=False, flaws=[flaw]),
        )
        for state in states:
            put(page, state)
            page.locator(".ns-tool details").evaluate_all("all => all.map((d) => (d.open = true))")
            assert axe(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        assert watched.errors == []
