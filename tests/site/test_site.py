"""The site in a real Chromium: reading, rolling, the log, terms, and getting by without any of it.

It is served from a subfolder and under a strict content security policy, as a careful host would.
Python starts in the browser only where a test needs it; the other tests use a worker that answers
from a script.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hosting import (
    DESK,
    NARROW,
    PHONE,
    PREFIX,
    STARTS,
    Watched,
    axe,
    entries,
    opened,
    roll_button,
    spoken,
)
from playwright.sync_api import Browser, Page, Route, expect

from nightsong.cli import main as command_line

pytestmark = pytest.mark.xdist_group("site")

SEED = "a song at night"
KEY = f"nightsong:{PREFIX}:rolls"
KEPT = f"JSON.parse(localStorage[{KEY!r}]).entries"
TABLE = re.compile(r'data-table="([^"]+)" data-title="([^"]+)"')
Tables = dict[str, tuple[str, str]]


# --- what the site has -------------------------------------------------------------------------


@pytest.fixture(scope="session")
def pages(dist: Path) -> dict[str, str]:
    """Every page's HTML by its address below the site."""
    site = dist / "site"
    found = {
        path.parent.relative_to(site).as_posix() + "/": path.read_text("utf-8")
        for path in sorted(site.rglob("index.html"))
    }
    return {"" if address == "./" else address: text for address, text in found.items()}


@pytest.fixture(scope="session")
def tables(pages: dict[str, str]) -> Tables:
    """Every table on the site: its id, with its page and title."""
    return {i: (page, title) for page, text in pages.items() for i, title in TABLE.findall(text)}


@pytest.fixture(scope="session")
def composite(dist: Path, tables: Tables) -> str:
    """A table whose result has two parts."""
    rulebook = json.loads((dist / "data" / "ruleset.json").read_text("utf-8"))
    return next(
        t["id"] for t in rulebook["tables"] if t.get("join") == "compound" and t["id"] in tables
    )


@pytest.fixture(scope="module")
def desk(browser: Browser, site_url: str, tables: Tables) -> Iterator[Watched]:
    """A page with tables at a desk, where Python keeps running for all tests that want it."""
    with opened(browser) as watched:
        watched.page.goto(site_url + tables["details/face"][0])
        yield watched
        assert watched.errors == []
        assert watched.foreign(site_url) == []


# --- helpers ---------------------------------------------------------------------------------

STUB = """
postMessage({ ready: true });
onmessage = ({ data }) => {
  const { id, seed, tries } = JSON.parse(data.request);
  const part = { key: id, roll: "", try: tries[id] ?? 0, die: "1D6", faces: [3], total: 3,
                 header: ["Any"], row: "3", cells: ["Any"] };
  const result = { table: id, title: id, seed, ruleset: "rules", text: "Any", choice: null, parts: [part] };
  postMessage({ id: data.id, answer: JSON.stringify({ ok: true, result }) });
};
"""


def use_stub(page: Page) -> None:
    """Let a few lines answer in place of Python."""
    page.route("**/worker.js*", lambda r: r.fulfill(body=STUB, content_type="text/javascript"))


# --- rolling ---------------------------------------------------------------------------------


def test_rolls_equal_the_command_line(
    desk: Watched, dist: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every table of the game, with one seed: the page's report is the command line's, to the field."""
    page = desk.page
    ids = [
        t["id"] for t in json.loads((dist / "data" / "tables.json").read_text("utf-8"))["tables"]
    ]
    ruleset = str(dist / "data" / "ruleset.json")
    reports = page.evaluate(
        "([ids, seed]) => Promise.all(ids.map((id) => window.nightsong.roll(id, { seed })))",
        [ids, SEED],
    )
    for table_id, report in zip(ids, reports, strict=True):
        assert command_line(["--ruleset", ruleset, "roll", table_id, "--seed", SEED, "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == report


def test_every_table_is_on_a_page(dist: Path, tables: Tables) -> None:
    """What the ruleset has can be rolled somewhere."""
    ids = {
        t["id"] for t in json.loads((dist / "data" / "ruleset.json").read_text("utf-8"))["tables"]
    }
    assert set(tables) == ids


def test_buttons_mark_what_was_rolled(desk: Watched, tables: Tables) -> None:
    """Each button of a page rolls its own table; the marked cells are the result's, and only they."""
    page = desk.page
    here = {t: title for t, (where, title) in tables.items() if where == tables["details/face"][0]}
    for table_id, title in here.items():
        roll_button(page, title).click()
        expect(spoken(page)).to_have_text(
            re.compile(rf"^{re.escape(title)}: .+ fell .+\.$"), timeout=STARTS
        )
        report = page.evaluate(f"{KEPT}.at(-1).report")
        assert report["table"] == table_id
        marked = page.locator(f'[data-table="{table_id}"] td[aria-current="true"]')
        shown = {
            (c["roll"], c["key"])
            for c in marked.evaluate_all("cells => cells.map(c => ({...c.dataset}))")
        }
        assert shown == {(part["roll"], part["row"]) for part in report["parts"]}
        texts = [text.removesuffix(" (rolled)") for text in marked.all_text_contents()]
        assert sorted(texts) == sorted(cell for part in report["parts"] for cell in part["cells"])
    assert entries(page).count() == len(here)


def test_keyboard_alone(desk: Watched) -> None:
    """Tab to the button, Enter, Space, on to the log, clear it, take that back."""
    page = desk.page
    page.locator("#details-face .headerlink").focus()
    page.keyboard.press("Tab")
    expect(roll_button(page, "Face")).to_be_focused()
    before = entries(page).count()
    page.keyboard.press("Enter")
    expect(entries(page)).to_have_count(before + 1, timeout=STARTS)
    page.keyboard.press("Space")
    expect(entries(page)).to_have_count(before + 2)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    toggle = page.get_by_role("button", name=re.compile("^Roll log"))
    expect(toggle).to_be_focused()
    expect(toggle).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_role("region", name=re.compile("^Roll log"))).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Copy as text")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Copy as Markdown")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(entries(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Undo clear")).to_be_focused()
    expect(spoken(page)).to_have_text("The log is cleared.")
    page.keyboard.press("Enter")
    expect(entries(page)).to_have_count(before + 2)
    toggle.click()


def test_rerolling_one_part_keeps_the_rest(
    desk: Watched, site_url: str, tables: Tables, composite: str
) -> None:
    """The second try of one part stands beside the first try of the other."""
    page = desk.page
    where, _ = tables[composite]
    page.goto(f"{site_url}{where}?roll={composite}&seed=7")
    expect(spoken(page)).to_contain_text("fell", timeout=STARTS)
    page.locator(f'[data-table="{composite}"] .ns-outcome button').last.click()
    latest = f"{KEPT}.slice(-2).map((entry) => entry.report.parts)"
    page.wait_for_function(f"({latest})[1].at(-1).try === 1")
    (first, last), (first_again, last_again) = page.evaluate(latest)
    assert first == first_again
    assert (last["try"], last_again["try"]) == (0, 1)


def test_a_link_rolls_the_same_again(desk: Watched, site_url: str, tables: Tables) -> None:
    """The link of an entry gives its very report; loading it once more adds nothing to the log."""
    page = desk.page
    page.goto(f"{site_url}{tables['details/face'][0]}?roll=details/face&seed=7#details-face")
    expect(spoken(page)).to_contain_text("fell", timeout=STARTS)
    said, kept = spoken(page).text_content(), entries(page).count()
    page.get_by_role("button", name=re.compile("^Roll log")).click()
    entries(page).first.get_by_role("link", name=re.compile("^Link")).click()
    expect(spoken(page)).to_have_text(str(said), timeout=STARTS)
    assert "seed=7" in page.url and page.url.endswith("#details-face")
    assert entries(page).count() == kept


def test_copy_as_text(desk: Watched) -> None:
    """One line for each entry, oldest first."""
    page = desk.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy as text").click()
    expect(spoken(page)).to_have_text("The log is copied.")
    lines = page.evaluate("navigator.clipboard.readText()").strip().splitlines()
    assert len(lines) == entries(page).count()
    assert re.fullmatch(r"Face: \w+\. D6 fell \d\. Seed 7\.", lines[-1])


def test_touch_before_python_is_ready(browser: Browser, site_url: str, tables: Tables) -> None:
    """Taps during the start are kept and answered; the log outlives reload and page until cleared."""
    with opened(browser, viewport=PHONE, has_touch=True, is_mobile=True) as watched:
        page = watched.page
        page.goto(site_url + tables["details/face"][0])
        assert not [url for url in watched.requests if "/runtime/" in url]
        button = roll_button(page, "Face")
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        button.tap()
        button.tap()
        expect(page.locator("[data-table='details/face'] progress")).to_be_visible()
        expect(spoken(page)).to_have_text(
            re.compile("^Starting the dice engine… Your roll is kept")
        )
        expect(entries(page)).to_have_count(2, timeout=STARTS)
        expect(page.get_by_role("button", name=re.compile(r"^Roll log \(2\)"))).to_be_visible()
        page.reload()
        expect(entries(page)).to_have_count(2)
        page.goto(site_url)
        expect(entries(page)).to_have_count(2)
        page.get_by_role("button", name=re.compile("^Roll log")).tap()
        title = entries(page).first.get_by_role("link", name="Face", exact=True)
        assert (
            title.evaluate("a => a.href") == f"{site_url}{tables['details/face'][0]}#details-face"
        )
        page.get_by_role("button", name="Clear log").tap()
        page.reload()
        expect(entries(page)).to_have_count(0)
        assert watched.errors == []


# --- where rolling can't work ------------------------------------------------------------------


def test_without_scripts_tables_are_plain(browser: Browser, site_url: str, tables: Tables) -> None:
    """Rows to read, and no button that would do nothing."""
    with opened(browser, java_script_enabled=False) as watched:
        page = watched.page
        page.goto(site_url + tables["details/face"][0])
        rows = page.locator('[data-table="details/face"] tbody tr')
        expect(rows.first).to_be_visible()
        assert rows.count() > 1
        assert page.locator(".ns-table button").count() == 0
        assert page.locator(".ns-log").count() == 0


def test_blocked_runtime_says_so_and_can_be_tried_again(
    browser: Browser, site_url: str, tables: Tables
) -> None:
    """At the table, in the log and by ear; then the same click works."""
    with opened(browser) as watched:
        page = watched.page
        page.route("**/*.wasm", lambda route: route.abort())
        page.goto(site_url + tables["details/face"][0])
        roll_button(page, "Face").click()
        told = page.locator('[data-table="details/face"] .ns-failure')
        expect(told).to_have_text(
            re.compile("could not start.*Roll 1D6 with real dice"), timeout=STARTS
        )
        expect(page.locator(".ns-log__notice")).to_contain_text("Roll 1D6 with real dice")
        expect(spoken(page)).to_contain_text("Roll 1D6 with real dice")
        expect(roll_button(page, "Face")).to_be_enabled()
        assert axe(page) == []
        page.unroute("**/*.wasm")
        page.get_by_role("button", name="Try again Face", exact=True).click()
        expect(entries(page)).to_have_count(1, timeout=STARTS)
        expect(page.locator(".ns-failure")).to_have_count(0)


@pytest.mark.parametrize(
    "blocked", ["worker.js*", "manifest.json", "pyodide.asm.js", "ruleset.json"]
)
def test_any_missing_file_is_told(
    browser: Browser, site_url: str, tables: Tables, blocked: str
) -> None:
    """Whatever is missing, the page says how to roll by hand."""
    with opened(browser) as watched:
        page = watched.page
        page.route(f"**/{blocked}", lambda route: route.fulfill(status=404, body="gone"))
        page.goto(site_url + tables["details/face"][0])
        roll_button(page, "Face").click()
        told = page.locator('[data-table="details/face"] .ns-failure')
        expect(told).to_contain_text("Roll 1D6 with real dice", timeout=STARTS)


def test_silence_is_not_waited_for_without_end(
    browser: Browser, site_url: str, tables: Tables
) -> None:
    """After a minute without a sign of life the page says so."""
    held: list[Route] = []
    with opened(browser) as watched:
        page = watched.page
        page.clock.install()
        page.route("**/manifest.json", lambda route: held.append(route))
        page.goto(site_url + tables["details/face"][0])
        roll_button(page, "Face").click()
        expect(page.locator(".ns-outcome progress")).to_be_visible()
        page.clock.fast_forward("01:01")
        expect(page.locator('[data-table="details/face"] .ns-failure')).to_contain_text(
            "Nothing has come"
        )


def test_storage_that_is_forbidden_or_full(browser: Browser, site_url: str, tables: Tables) -> None:
    """The log then lasts as long as the page, and says so."""
    with opened(browser) as watched:
        page = watched.page
        page.add_init_script(
            "Storage.prototype.setItem = () => { throw new DOMException('full'); }"
        )
        use_stub(page)
        page.goto(site_url + tables["details/face"][0])
        roll_button(page, "Face").click()
        roll_button(page, "Face").click()
        expect(entries(page)).to_have_count(2)
        page.get_by_role("button", name=re.compile("^Roll log")).click()
        expect(page.locator(".ns-log__memory")).to_be_visible()
        assert watched.errors == []


@pytest.mark.parametrize(
    ("query", "rolls"),
    [
        ("roll=details/face&seed=<img src=x onerror=alert(1)>", 1),
        ("roll=details/face&seed=1&try=details/face~-1&try=~&try=x~1e999", 1),
        ("roll=details/face&seed=1&rules=other", 1),
        ("roll=no/such/table&seed=1", 0),
        ("roll=details/face", 0),
        ("roll=" + "x" * 5000 + "&seed=1", 0),
    ],
)
def test_hostile_links(
    browser: Browser, site_url: str, tables: Tables, query: str, rolls: int
) -> None:
    """Nothing from an address is executed; what makes no sense rolls nothing."""
    with opened(browser) as watched:
        page = watched.page
        use_stub(page)
        page.goto(f"{site_url}{tables['details/face'][0]}?{query}")
        expect(entries(page)).to_have_count(rolls)
        assert page.locator(".ns-log img").count() == 0
        if "rules=other" in query:
            expect(page.locator(".ns-outcome .ns-failure")).to_contain_text(
                "another version of the rules"
            )
        assert watched.errors == []


def test_a_spoiled_log_breaks_nothing(browser: Browser, site_url: str) -> None:
    """What can't be read is set aside; an entry's address can't lead out of the site."""
    report = {
        "table": "t",
        "title": "T",
        "text": "x",
        "seed": "1",
        "ruleset": "r",
        "choice": None,
        "parts": [],
    }
    good = {"id": "1", "page": "javascript:alert(1)", "tries": {}, "report": report}
    kept = json.dumps({"version": 1, "entries": [good, 7]})
    for text, count in (("{", 0), ('{"version": 99}', 0), (kept, 1)):
        with opened(browser) as watched:
            page = watched.page
            page.add_init_script(f"localStorage[{KEY!r}] ??= {text!r}")
            page.goto(site_url)
            expect(entries(page)).to_have_count(count)
            links = page.locator(".ns-log a").evaluate_all("links => links.map(a => a.href)")
            assert all(link.startswith(site_url) for link in links)
            assert watched.errors == []


# --- reading -----------------------------------------------------------------------------------


def test_reading_asks_only_the_site_and_fits_a_phone(
    browser: Browser, site_url: str, pages: dict[str, str]
) -> None:
    """No foreign request, no error, and nothing to scroll sideways, on any page; no byte of Python
    on a page to read.
    """
    tools = [address for address in pages if address.startswith(("play/", "publish/"))]
    with opened(browser, viewport=NARROW) as watched:
        page = watched.page
        for address in [*(a for a in pages if a not in tools), *tools]:
            if address in tools[:1]:
                assert [url for url in watched.requests if "/runtime/" in url] == []
            page.goto(site_url + address)
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= NARROW["width"], f"{address} is {width} wide"
            page.mouse.wheel(0, 100_000)
        assert watched.foreign(site_url) == []
        assert watched.errors == []


def term_on(page: Page) -> Any:
    """The first term of a page."""
    return page.locator(".ns-term").first


@pytest.fixture(scope="session")
def page_with_terms(pages: dict[str, str]) -> str:
    """A page that has terms."""
    return next(address for address, text in pages.items() if 'class="ns-term"' in text)


def test_terms_explain_themselves_to_pointer_and_keyboard(
    browser: Browser, site_url: str, page_with_terms: str
) -> None:
    """Hover, move in, Escape; focus, Tab on to the link, Escape; Enter follows the term."""
    with opened(browser) as watched:
        page = watched.page
        page.goto(site_url + page_with_terms)
        term, popover = term_on(page), page.locator(".ns-popover")
        meaning = str(term.get_attribute("data-meaning"))
        term.hover()
        expect(popover).to_contain_text(meaning)
        popover.hover()
        page.wait_for_timeout(500)
        expect(popover).to_be_visible()
        page.keyboard.press("Escape")
        expect(popover).to_be_hidden()
        term.focus()
        expect(popover).to_be_visible()
        expect(term).to_have_accessible_description(meaning)
        page.keyboard.press("Tab")
        link = popover.get_by_role("link", name="Glossary")
        expect(link).to_be_focused()
        assert "glossary/#" in str(link.evaluate("a => a.href"))
        page.keyboard.press("Escape")
        expect(popover).to_be_hidden()
        expect(term).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_url("**/glossary/#*")


def test_terms_explain_themselves_to_a_finger(
    browser: Browser, site_url: str, page_with_terms: str
) -> None:
    """The first tap opens and does not lead away; the next closes, as a tap elsewhere does."""
    with opened(browser, viewport=PHONE, has_touch=True, is_mobile=True) as watched:
        page = watched.page
        page.goto(site_url + page_with_terms)
        term, popover = term_on(page), page.locator(".ns-popover")
        term.tap()
        expect(popover).to_be_visible()
        assert "glossary" not in page.url
        box = popover.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        term.tap()
        expect(popover).to_be_hidden()
        term.tap()
        page.locator("h1").tap()
        expect(popover).to_be_hidden()
        term.tap()
        popover.get_by_role("link").tap()
        page.wait_for_url("**/glossary/#*")


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(
    browser: Browser, site_url: str, tables: Tables, scheme: Any, viewport: Any
) -> None:
    """Home, a page with tables (rolled, with the log open, a term explained) and the glossary."""
    with opened(browser, viewport=viewport, color_scheme=scheme) as watched:
        page = watched.page
        use_stub(page)
        page.goto(site_url)
        assert axe(page) == []
        page.goto(site_url + tables["details/face"][0])
        assert (
            page.evaluate("document.body.dataset.mdColorScheme")
            == {"light": "default", "dark": "slate"}[scheme]
        )
        roll_button(page, "Face").click()
        page.get_by_role("button", name=re.compile("^Roll log")).click()
        expect(entries(page)).to_have_count(1)
        if page.locator(".ns-term").count():
            term_on(page).focus()
        assert axe(page) == []
        page.goto(site_url + "glossary/")
        assert axe(page) == []


def test_opened_from_a_disk_the_page_says_so(browser: Browser, dist: Path, tables: Tables) -> None:
    """Browsers run no modules from a disk."""
    with opened(browser) as watched:
        page = watched.page
        page.goto((dist / "site" / tables["details/face"][0] / "index.html").as_uri())
        told = page.locator('[data-table="details/face"] .ns-failure')
        expect(told).to_contain_text("roll 1D6 with real ones")
