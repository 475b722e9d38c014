"""Booklets: folded in code, their pages must read on."""

from __future__ import annotations

import io
from itertools import groupby
from pathlib import Path

import pikepdf
import pypdf
import pypdfium2
import pytest
from reading import MILLIMETRES, Pdf, words

from generator.press.impose import Folding, SheetSide, impose, sheet_sides
from generator.press.title import Title

TITLE = Title("Small", "A", "en")

BOOKLETS = {
    "zine": "booklet",
    "players": "players-booklet",
    "referee": "referee-booklet",
    "tables": "tables-booklet",
}


def folded(sides: list[SheetSide]) -> list[int]:
    """The pages as one leafs through: sheets are stacked, each inside the one before, and folded.

    Of a folded sheet, the right half of the front comes first and its back follows; the rest is
    inside; then come the left half of the back and of the front.
    """
    if not sides:
        return []
    front, back, *inner = sides
    return [front.right, back.left, *folded(inner), back.right, front.left]


def bound(sides: list[SheetSide]) -> list[int]:
    """The pages of signatures, each folded by itself and laid on the one before."""
    signatures = groupby(sides, key=lambda side: side.signature)
    return [page for _, signature in signatures for page in folded(list(signature))]


@pytest.mark.parametrize("pages", [4, 8, 12, 60, 64])
def test_folded_sheets_read_on(pages: int) -> None:
    """Every page comes once, in order."""
    assert folded(list(sheet_sides(pages))) == list(range(1, pages + 1))


@pytest.mark.parametrize(("pages", "most"), [(4, 16), (64, 32), (88, 32), (68, 16), (100, 4)])
def test_bound_signatures_read_on(pages: int, most: int) -> None:
    """Every page comes once, in order, and no signature is thicker than asked for."""
    sides = list(sheet_sides(pages, most))
    assert bound(sides) == list(range(1, pages + 1))
    sizes = [len(list(one)) * 2 for _, one in groupby(sides, key=lambda side: side.signature)]
    assert max(sizes) <= most
    assert max(sizes) - min(sizes) <= 4


@pytest.mark.parametrize(("pages", "most"), [(0, 0), (2, 0), (57, 0), (64, 30)])
def test_pages_that_dont_come_in_fours_are_refused(pages: int, most: int) -> None:
    """A sheet that is folded once has four pages."""
    with pytest.raises(ValueError, match="expected pages in fours"):
        list(sheet_sides(pages, most))


def numbered(pages: int) -> bytes:
    """A small PDF, 100 points wide, whose pages bear their numbers."""
    with pikepdf.Pdf.new() as pdf:
        font = pikepdf.Dictionary(
            Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Courier
        )
        for number in range(1, pages + 1):
            page = pdf.add_blank_page(page_size=(100, 140))
            page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font, Unused=font))
            hexed = "".join(f"{ord(c):02x}" for c in f"{number:03}")
            drawn = f"BT\n/F 10 Tf\n1 0 0 1 40 70 Tm\n<{hexed}> Tj\nET".encode()
            page.Contents = pdf.make_stream(drawn)
        out = io.BytesIO()
        pdf.save(out)
    return out.getvalue()


def places(pdf: bytes) -> dict[int, float]:
    """How far to the right of its sheet each page's number begins, in points."""
    found = {}
    for sheet in pypdfium2.PdfDocument(pdf):
        text = sheet.get_textpage()
        for index in range(text.count_rects()):
            left, bottom, right, top = text.get_rect(index)
            found[int(text.get_text_bounded(left, bottom, right, top))] = left
    return found


def test_creep_moves_inner_pages_towards_the_fold() -> None:
    """Each sheet is moved by its creep more than the one around it, on both sides of the fold."""
    book, creep = numbered(16), 0.5
    size = 200 / MILLIMETRES, 140 / MILLIMETRES
    plain = places(impose(book, Folding(*size), TITLE))
    moved = places(impose(book, Folding(*size, creep=creep), TITLE))
    assert set(plain) == set(moved) == set(range(1, 17))
    for side in sheet_sides(16):
        shift = side.nested * creep * MILLIMETRES
        assert moved[side.left] - plain[side.left] == pytest.approx(shift, abs=0.01)
        assert moved[side.right] - plain[side.right] == pytest.approx(-shift, abs=0.01)


def test_signatures_bear_marks_on_their_folds() -> None:
    """The outside of each signature has a bar across its fold, each lower than the last."""
    size = 200 / MILLIMETRES, 297.0
    made = impose(numbered(32), Folding(*size, signature=8), TITLE)
    tops = []
    for sheet in pypdfium2.PdfDocument(made):
        picture = sheet.render(scale=2).to_pil().convert("L")
        middle = picture.width // 2
        dark = [y for y in range(picture.height // 3) if picture.getpixel((middle, y)) < 128]
        tops.extend(dark[:1])
    assert len(tops) == 4
    assert tops == sorted(set(tops))


def test_a_form_has_only_what_it_draws() -> None:
    """A page on a sheet doesn't carry the resources of all the others."""
    with pikepdf.open(io.BytesIO(impose(numbered(4), Folding(100, 100), TITLE))) as pdf:
        assert set(pdf.pages[0].Resources.XObject.Left.Resources.Font) == {"/F"}


@pytest.mark.parametrize(
    ("paper", "folded", "width"), [("a4", "a5", 297), ("letter", "half-letter", 279.4)]
)
@pytest.mark.parametrize("what", ["zine", "players", "referee", "tables"])
def test_a_booklet_is_its_book_on_sheets(
    dist: Path, what: str, paper: str, folded: str, width: float
) -> None:
    """Each side of a sheet has the text of the two pages that belong there, left and right."""
    sheets = Pdf(dist / "print" / f"nightsong-{BOOKLETS[what]}-{paper}.pdf")
    pages = Pdf(dist / "print" / f"nightsong-{what}-{folded}.pdf")
    assert len(pages.reader.pages) % 4 == 0
    sides = list(sheet_sides(len(pages.reader.pages)))
    assert len(sheets.reader.pages) == len(sides)
    for number, side in enumerate(sides):
        sheet = sheets.drawn[number]
        assert sheet.get_width() == pytest.approx(width * MILLIMETRES, abs=0.1)
        halves = (0, sheet.get_width() / 2), (sheet.get_width() / 2, sheet.get_width())
        for page, (left, right) in zip((side.left, side.right), halves, strict=True):
            text = sheet.get_textpage().get_text_bounded(left, 0, right, sheet.get_height())
            assert words(text) == words(pages.texts[page - 1])


def test_a_booklet_is_no_larger_than_its_pages(dist: Path) -> None:
    """Imposing adds next to nothing."""
    booklet = dist / "print" / "nightsong-booklet-a4.pdf"
    zine = dist / "print" / "nightsong-zine-a5.pdf"
    assert booklet.stat().st_size <= zine.stat().st_size


def test_the_printer_is_asked_to_turn_over_the_short_edge(dist: Path) -> None:
    """Both sides then stand the same way up, and nothing is scaled."""
    root = pypdf.PdfReader(dist / "print" / "nightsong-booklet-a4.pdf").trailer["/Root"]
    wishes = root.get_object()["/ViewerPreferences"]
    assert wishes["/Duplex"] == "/DuplexFlipShortEdge"
    assert wishes["/PrintScaling"] == "/None"
