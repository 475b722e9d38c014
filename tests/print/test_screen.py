"""The Referee's screen: four panels that lie, each well filled."""

from __future__ import annotations

from pathlib import Path

import pytest
from reading import Pdf

FULL = 0.75  # of a panel's height that its longest column takes at least


@pytest.fixture(params=["a4-wide", "letter-wide"])
def screen(request: pytest.FixtureRequest, dist: Path) -> Pdf:
    """The built screen on each paper."""
    return Pdf(dist / "print" / f"nightsong-screen-{request.param}.pdf")


def test_the_screen_has_four_panels_that_lie(screen: Pdf) -> None:
    """Four pages, wider than high, with a heading each."""
    assert len(screen.drawn) == 4
    assert all(page.get_width() > page.get_height() for page in screen.drawn)
    heads = ["Checks and Fate", "The Road", "Blows", "The Land"]
    assert [head in text for head, text in zip(heads, screen.texts, strict=True)] == [True] * 4


def test_each_panel_is_well_filled(screen: Pdf) -> None:
    """The text is as large as four pages allow: no panel is a quarter empty."""
    for page in screen.drawn:
        text = page.get_textpage()
        foot = min(text.get_rect(n)[1] for n in range(text.count_rects()))
        assert 1 - foot / page.get_height() > FULL
