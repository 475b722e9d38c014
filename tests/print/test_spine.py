"""The spine of a cover: as thick as its pages, with a title where that can be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from reading import Pdf

from generator.model.editions import Profile
from generator.pipeline import load_copy
from generator.prints.presses import spine_lettering, spine_width
from generator.project import HERE

SIZE = 10.0  # points of the text beside it
POINT = 25.4 / 72  # in millimetres


@pytest.fixture(scope="module")
def profiles() -> dict[str, Profile]:
    """Every printer's profile."""
    papers = load_copy(HERE).manuscript.papers
    assert papers
    return dict(papers.form.profiles)


def test_the_title_keeps_off_the_edges_of_its_spine(profiles: dict[str, Profile]) -> None:
    """On any spine the lettering leaves the printer's strip free on both sides, or isn't there."""
    for profile in profiles.values():
        for pages in range(4, 600, 4):
            spine = spine_width(pages, profile)
            size = spine_lettering(spine, profile, SIZE)
            assert size == 0 or size * POINT + 2 * profile.spine_safe <= spine + 0.01
            assert size == 0 or 6 <= size <= 1.1 * SIZE
            roomy = spine - 2 * profile.spine_safe > 6 * POINT + 0.01
            assert bool(size) or not roomy


@pytest.mark.parametrize("paper", ["a5", "half-letter"])
def test_the_built_cover_has_its_title_on_the_spine(dist: Path, paper: str) -> None:
    """Between back and front the title is read from the head down, within the spine."""
    inside = Pdf(dist / "print" / f"nightsong-press-{paper}.pdf")
    cover = Pdf(dist / "print" / f"nightsong-press-cover-{paper}.pdf")
    page = cover.drawn[0]
    left, _, right, _ = page.get_trimbox()
    middle = (left + right) / 2
    profile = load_copy(HERE).manuscript.papers
    assert profile
    spine = spine_width(len(inside.drawn), profile.form.profiles["short-run"]) / POINT
    text = page.get_textpage()
    within = text.get_text_bounded(middle - spine / 2, 0, middle + spine / 2, page.get_height())
    assert "".join(within.split()) == "NightsongSRD"
