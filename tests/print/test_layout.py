"""The layout: page numbers set in place, pages for notes, columns of even height."""

from __future__ import annotations

import gc
import io
from collections.abc import Sequence
from itertools import product

import pypdfium2
import pytest
from small import small_job

from generator.model.problems import ProblemsError
from generator.press import engine, press
from generator.press.folios import first_pages
from generator.press.press import Pressed
from generator.press.stacks import least_height

PARAGRAPHS = [f"<p style='margin: 0'>{'Some words. ' * n}</p>" for n in (3, 9, 2, 7, 5, 4)]
WHOLE = [f"<div style='break-inside: avoid'>{one}{one}</div>" for one in PARAGRAPHS[:4]]
FIGURES = "<style>[data-page] { font-variant-numeric: tabular-nums }</style>"
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


@pytest.mark.parametrize(("pages", "layouts"), [(12, 1), (7, 2)])
def test_a_page_number_of_as_many_figures_is_set_in_place(pages: int, layouts: int) -> None:
    """One layout is enough for two figures in two noughts' place, and reads as if laid out so."""
    pressed = referring(pages)
    assert pressed.layouts == layouts
    first = pypdfium2.PdfDocument(pressed.pdf)[0].get_textpage().get_text_range()
    assert first.strip() == f"page {pages}"


def test_the_first_pages_end_with_a_section() -> None:
    """Of a long book, whole sections are looked at, and only as many as have small numbers."""
    section = f'<section id="s">{"<section>words</section>" * 800}</section>'
    cut = first_pages(f'<body><span data-page="s">00</span>{section * 12}</body>')
    assert cut is not None
    assert 1 < cut.count('id="s"') < 10
    assert cut.endswith("</section></section></body></html>")


@pytest.mark.parametrize("without", ["numbers", "length"])
def test_first_pages_are_looked_at_only_where_that_saves_work(without: str) -> None:
    """Not where no page number is asked for, and not in a thin book."""
    number = "" if without == "numbers" else '<span data-page="s">00</span>'
    words = "words " * (10 if without == "length" else 9_000)
    assert first_pages(f"<body>{number}<section>{words}</section></body>") is None


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
