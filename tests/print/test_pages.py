"""The pages and the type of the printed editions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pypdf
import pytest
from reading import CHEATSHEET, MILLIMETRES, OURS, ZINE, Pdf, bare


@pytest.mark.parametrize(("name", "width", "height"), [(ZINE, 148, 210), (CHEATSHEET, 210, 297)])
def test_every_page_has_the_size_of_its_paper(
    dist: Path, name: str, width: float, height: float
) -> None:
    """A page is as wide and as high as the paper it is named after."""
    for page in Pdf(dist / "print" / name).reader.pages:
        assert float(page.mediabox.width) == pytest.approx(width * MILLIMETRES, abs=0.1)
        assert float(page.mediabox.height) == pytest.approx(height * MILLIMETRES, abs=0.1)


def test_the_cheatsheet_has_two_pages_and_the_zine_a_books_worth(
    zine: Pdf, cheatsheet: Pdf
) -> None:
    """The cheatsheet is one sheet with two sides; the zine is neither a leaflet nor a tome."""
    assert len(cheatsheet.reader.pages) == 2
    assert 48 <= len(zine.reader.pages) <= 84


def test_files_are_small_enough_to_send(zine: Pdf, cheatsheet: Pdf) -> None:
    """Both files keep below the sizes we promise."""
    assert zine.path.stat().st_size <= 1_200_000
    assert cheatsheet.path.stat().st_size <= 150_000


def test_no_page_is_empty(either: Pdf) -> None:
    """Every page has something to read, but those that are there to be written on."""
    short = {n for n, text in enumerate(either.texts, 1) if len(bare(text)) < 40}
    assert (
        short - {page for anchor, page in either.places.items() if anchor[:6] == "notes-"} == set()
    )


def test_no_text_stands_outside_its_page(either: Pdf) -> None:
    """All text lies within the page."""
    for page in either.drawn:
        width, height = page.get_size()
        text = page.get_textpage()
        for index in range(text.count_rects()):
            left, bottom, right, top = text.get_rect(index)
            assert left >= 0 and bottom >= 0 and right <= width and top <= height


def test_the_cheatsheet_is_full(cheatsheet: Pdf) -> None:
    """Both sides are used down to the foot."""
    for page in cheatsheet.drawn:
        text = page.get_textpage()
        lowest = min(text.get_rect(n)[1] for n in range(text.count_rects()))
        assert lowest < 0.12 * page.get_height()


def fonts_of(pdf: Pdf) -> Iterator[pypdf.generic.DictionaryObject]:
    """Every font that a page uses."""
    for page in pdf.reader.pages:
        for font in page["/Resources"].get_object().get("/Font", {}).values():
            yield font.get_object()


def test_every_font_is_embedded_and_ours(either: Pdf) -> None:
    """No font is left to the reader, and none slipped in from the system."""
    names = set()
    for font in fonts_of(either):
        inner = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
        descriptor = inner["/FontDescriptor"].get_object()
        assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(descriptor)
        names.add(str(font["/BaseFont"]).partition("+")[2] or str(font["/BaseFont"]))
    assert names
    assert [name for name in names if not name.startswith(OURS)] == []


def test_no_glyph_is_missing(either: Pdf) -> None:
    """No box or replacement character stands where a letter should."""
    for text in either.texts:
        assert not set(text) & set("\ufffd\x00□")


def test_no_text_is_smaller_than_can_be_read(cheatsheet: Pdf) -> None:
    """The small print alone is smaller than the body of the sheet may be."""
    with pikepdf.open(cheatsheet.path) as pdf:
        for page in pdf.pages:
            sizes = [
                float(operands[1]) * 0.75
                for operands, operator in pikepdf.parse_content_stream(page)
                if str(operator) == "Tf"
            ]
            assert min(sizes) >= 5.5  # the licence notice
            assert sorted(sizes)[len(sizes) // 4] >= 7.5
