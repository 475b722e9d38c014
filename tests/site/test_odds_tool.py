"""The odds, as bars and as a table, against the engine's exact chances and against counting."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hosting import STARTS, Watched, opened
from playwright.sync_api import Browser, Page, expect

KINDS = ("check", "nuanced", "opposed", "attack", "step", "fate", "table")
SIDES = 20


@pytest.fixture(scope="module")
def tool(browser: Browser, site_url: str) -> Iterator[Watched]:
    """The tool; Python starts once."""
    with opened(browser) as watched:
        watched.page.goto(f"{site_url}play/odds/")
        watched.page.locator(".ns-plot svg").first.wait_for(timeout=STARTS)
        yield watched


def shown(page: Page, kind: str) -> dict[str, Fraction]:
    """What the table lists for a kind of chance."""
    page.get_by_label("Chance of a").select_option(kind)
    title = page.get_by_label("Chance of a").locator(f"option[value={kind}]").inner_text()
    expect(page.locator(".ns-plot__title")).to_have_text(title, timeout=STARTS)
    rows = page.locator(".ns-plot tbody tr")
    pairs = rows.evaluate_all(
        "rows => rows.map(row => [row.querySelector('th').textContent,"
        " row.querySelector('.ns-plot__exact').textContent])"
    )
    return {name: Fraction(exact) for name, exact in pairs if exact}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_chance_is_shown(tool: Watched, kind: str) -> None:
    """Each has its bars, and nothing goes wrong; what excludes each other adds up to certainty."""
    chances = shown(tool.page, kind)
    assert all(0 <= chance <= 1 for chance in chances.values())
    if kind == "step":
        lasting = list(chances.values())
        assert lasting == sorted(lasting, reverse=True)
    else:
        assert sum(chances.values()) == 1
    assert tool.errors == []


def test_a_check_is_as_counting_says(tool: Watched) -> None:
    """Of twenty faces, those that reach the difficulty."""
    page = tool.page
    shown(page, "check")
    label = page.get_by_label("Difficulty").evaluate("one => one.selectedOptions[0].text")
    difficulty = int(label.rpartition(" ")[2])
    faces = sum(face >= difficulty for face in range(1, SIDES + 1))
    assert shown(page, "check")["Success"] == Fraction(faces, SIDES)


def test_a_bar_is_as_long_as_its_chance(tool: Watched) -> None:
    """The longest fills its place, the others are in proportion."""
    chances = shown(tool.page, "check")
    widths = tool.page.locator(".ns-plot svg rect").evaluate_all(
        "bars => bars.map(bar => bar.getBoundingClientRect().width)"
    )
    ratio = float(min(chances.values()) / max(chances.values()))
    assert min(widths) / max(widths) == pytest.approx(ratio, abs=0.02)
