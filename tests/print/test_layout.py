"""The layout: page numbers set in place, pages for notes, columns of even height."""

from __future__ import annotations

import gc
import io
from collections.abc import Sequence
from itertools import product

import pikepdf
import pypdfium2
import pytest
from small import small_job

from generator.model.problems import ProblemsError
from generator.press import engine, press
from generator.press.press import Pressed
from generator.press.stacks import least_height

PARAGRAPHS = [f"<p style='margin: 0'>{'Some words. ' * n}</p>" for n in (3, 9, 2, 7, 5, 4)]
WHOLE = [f"<div style='break-inside: avoid'>{one}{one}</div>" for one in PARAGRAPHS[:4]]
FIGURES = (
    "<style>body { font-size: 7pt } [data-page], .at { font-variant-numeric: tabular-nums }</style>"
)
BODIES = ["".join(PARAGRAPHS), "".join(WHOLE), "".join(PARAGRAPHS[:2] + WHOLE[:3])]


def referring(pages: int) -> Pressed:
    """A book that names its last page on its first, pressed from cold."""
    body = "<body><p><a href='#end'>page <span data-page=\"end\">00</span></a>"
    body += "<p style='break-before: page'>more" * (pages - 2)
    job = small_job(f"{FIGURES}{body}<p id=end style='break-before: page'>end")
    cold = press(job)
    warm = press(job, cold.proof.memo())
    assert (warm.layouts, warm.pdf == cold.pdf) == (1, True)
    return cold


@pytest.mark.parametrize(("pages", "layouts"), [(7, 1), (12, 1), (102, 2)])
def test_page_numbers_are_set_in_the_room_kept_free_for_them(pages: int, layouts: int) -> None:
    """One layout is enough for numbers of two figures or one; a third takes another layout."""
    pressed = referring(pages)
    assert pressed.layouts == layouts
    first = pypdfium2.PdfDocument(pressed.pdf)[0].get_textpage().get_text_range()
    assert first.strip() == f"page {pages}"


@pytest.mark.parametrize("last", [99, 100])
def test_a_memo_of_a_longer_or_shorter_book_changes_no_byte(last: int) -> None:
    """As many figures are kept free as there are pages, whatever there were last time."""
    body = f"{FIGURES}<body><a href='#end'><span data-page=\"end\">00</span></a><p id=end>end"
    job = small_job(body)
    assert press(job, {"last": last}).pdf == press(job).pdf


PLACES = [
    "<p>See <a href='#end'>page {}</a>, which is <b>the last <i>of all</i></b> of them.",
    "<p style='position: relative'>Title<span style='position: absolute; right: 0'>{}</span>",
    "<p>One <a href='#end'>a {}</a>, two <a href='#end'>b {}</a> and three.",
]


@pytest.mark.parametrize("place", PLACES)
def test_what_follows_a_short_number_moves_up(place: str) -> None:
    """Each letter and each link stands where it would if the number had been there at first."""
    number = '<span class="at" data-page="end">{}</span>'
    end = "<p id=end style='break-before: page'>end"
    kept, set_ = (
        press(small_job(f"{FIGURES}<body>{place.replace('{}', one)}{end}")).pdf
        for one in (number.format("00"), number.replace("data-page", "title").format("2"))
    )
    assert "".join(letter for letter, _ in letters(kept)).count("2") == place.count("{}")
    for one, other in ((letters(kept), letters(set_)), (links(kept), links(set_))):
        assert [what for what, _ in one] == [what for what, _ in other]
        assert [box for _, box in one] == [pytest.approx(box, abs=0.2) for _, box in other]


def letters(pdf: bytes) -> list[tuple[str, list[float]]]:
    """The letters of the first page, and where they stand."""
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    boxes = [list(text.get_charbox(n)) for n in range(text.count_chars())]
    return [(text.get_text_range(n, 1), box) for n, box in enumerate(boxes)]


def links(pdf: bytes) -> list[tuple[str, list[float]]]:
    """Where the links of the first page lead, and where they stand."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        notes = document.pages[0].obj.get("/Annots", [])
        return [(str(note.Contents), [float(side) for side in note.Rect]) for note in notes]


def noted(order: Sequence[str], signature: int = 4) -> Pressed:
    """Pages of text, of notes and a back, in that order."""
    page = "<p id={} style='break-after: page'>{}"
    body = "".join(page.format(f"{name}-{n}", name) for n, name in enumerate(order))
    return press(small_job(f"<body>{body}", spare="notes-", signature=signature))


@pytest.mark.parametrize(("texts", "kept"), [(3, 0), (4, 3), (5, 2), (6, 1)])
def test_as_many_pages_for_notes_are_kept_as_fill_the_sheet(texts: int, kept: int) -> None:
    """With the back, the count is a multiple of four."""
    pressed = noted(["text"] * texts + ["notes"] * 3 + ["back"])
    assert sum(anchor.startswith("notes-") for anchor in pressed.proof.pages) == kept
    assert pressed.count % 4 == 0
    assert len(pypdfium2.PdfDocument(pressed.pdf)) == pressed.count


def test_notes_in_the_middle_are_a_problem() -> None:
    """Leaving some of them out would shift what comes after."""
    with pytest.raises(ProblemsError, match="Put notes last"):
        noted(["text", "notes", "notes", "notes", "text", "text", "back"])


def lowest(body: str, count: int) -> float:
    """How far above the page's foot the longest of some columns ends, in points."""
    style = f"columns: {count}; column-gap: 2mm; font-size: 6pt"
    pressed = press(small_job(f"<div style='{style}'>{body}</div>"))
    text = pypdfium2.PdfDocument(io.BytesIO(pressed.pdf))[0].get_textpage()
    return min(text.get_rect(n)[1] for n in range(text.count_rects()))


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("body", BODIES)
def test_columns_are_as_even_as_weasyprint_makes_them(
    body: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ours, found in fewer layouts, are no longer than those that it finds pixel by pixel."""
    ours = lowest(body, count)
    monkeypatch.setattr(engine, "even_columns", lambda _, plain: plain)
    assert ours >= lowest(body, count) - 2


def test_the_library_is_left_as_it_was() -> None:
    """After a press, WeasyPrint lays out in its own ways, and garbage is looked for."""
    from weasyprint.layout import block, column
    from weasyprint.text import line_break

    press(small_job("<p>text"))
    assert block.columns_layout is column.columns_layout
    assert line_break.create_layout.__module__ == "weasyprint.text.line_break"
    assert gc.isenabled()


HIGHS = (30, 12, 12, 40, 8, 25, 16)  # pixels


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_the_least_height_of_columns_is_reckoned_from_pieces(count: int) -> None:
    """No lower one holds them, as trying every way to divide them shows."""
    body = "".join(f"<div style='height: {high}px; break-inside: avoid'></div>" for high in HIGHS)
    with engine.own_fonts_alone():
        library = engine.weasyprint("small.pdf")
        page = library.HTML(string=f"<body><section>{body}").render().pages[0]
    (section,) = (box for box in page._page_box.descendants() if box.element_tag == "section")
    ways = product(range(count), repeat=len(HIGHS))
    ordered = (way for way in ways if list(way) == sorted(way))
    best = min(
        max(sum(h for h, at in zip(HIGHS, way, strict=True) if at == n) for n in range(count))
        for way in ordered
    )
    assert abs(least_height(section, count) - best) < 0.5
