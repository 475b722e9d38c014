"""Booklets: folded in code, their pages must read on."""

from __future__ import annotations

from pathlib import Path

import pypdf
import pytest
from reading import MILLIMETRES, Pdf, words

from generator.press.impose import SheetSide, sheet_sides


def folded(sides: list[SheetSide]) -> list[int]:
    """The pages as one leafs through: sheets are stacked, each inside the one before, and folded.

    Of a folded sheet, the right half of the front comes first and its back follows; the rest is
    inside; then come the left half of the back and of the front.
    """
    if not sides:
        return []
    front, back, *inner = sides
    return [front.right, back.left, *folded(inner), back.right, front.left]


@pytest.mark.parametrize("pages", [4, 8, 12, 60, 64])
def test_folded_sheets_read_on(pages: int) -> None:
    """Every page comes once, in order."""
    assert folded(list(sheet_sides(pages))) == list(range(1, pages + 1))


@pytest.mark.parametrize("pages", [0, 2, 57])
def test_pages_that_dont_come_in_fours_are_refused(pages: int) -> None:
    """A sheet that is folded once has four pages."""
    with pytest.raises(ValueError, match="expected pages in fours"):
        list(sheet_sides(pages))


@pytest.mark.parametrize(
    ("booklet", "zine", "width"), [("a4", "a5", 297), ("letter", "half-letter", 279.4)]
)
def test_the_booklet_is_the_zine_on_sheets(
    dist: Path, booklet: str, zine: str, width: float
) -> None:
    """Each side of a sheet has the text of the two pages that belong there, left and right."""
    sheets = Pdf(dist / "print" / f"nightsong-booklet-{booklet}.pdf")
    pages = Pdf(dist / "print" / f"nightsong-zine-{zine}.pdf")
    sides = list(sheet_sides(len(pages.reader.pages)))
    assert len(sheets.reader.pages) == len(sides)
    for number, side in enumerate(sides):
        sheet = sheets.drawn[number]
        assert sheet.get_width() == pytest.approx(width * MILLIMETRES, abs=0.1)
        halves = (0, sheet.get_width() / 2), (sheet.get_width() / 2, sheet.get_width())
        for page, (left, right) in zip((side.left, side.right), halves, strict=True):
            text = sheet.get_textpage().get_text_bounded(left, 0, right, sheet.get_height())
            assert words(text) == words(pages.texts[page - 1])


def test_the_printer_is_asked_to_turn_over_the_short_edge(dist: Path) -> None:
    """Both sides then stand the same way up, and nothing is scaled."""
    root = pypdf.PdfReader(dist / "print" / "nightsong-booklet-a4.pdf").trailer["/Root"]
    wishes = root.get_object()["/ViewerPreferences"]
    assert wishes["/Duplex"] == "/DuplexFlipShortEdge"
    assert wishes["/PrintScaling"] == "/None"
