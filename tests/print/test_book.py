"""The books: openers, thumb marks, and what each edition holds."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from reading import Pdf, bare

from generator.model.book import Book
from generator.model.editions import Edition, Layout, Paper, Part, Setting
from generator.render.print import Sheet, View, present
from generator.render.print_ornaments import opener
from nightsong.printing import printed_rows

DARK = (0x2B, 0x2F, 0x6B)
SCALE = 2.0
PAPER = Paper("A5", 148, 210, {Layout.BOOK: Setting(19, 19, 17, 14, 9.9, 9.9)})


@pytest.fixture(params=["players", "referee", "tables"])
def edition(request: pytest.FixtureRequest, dist: Path) -> tuple[str, Pdf]:
    """Each of the thinner books in turn."""
    return request.param, Pdf(dist / "print" / f"nightsong-{request.param}-a5.pdf")


def seen(book: Book, bleed: float = 0.0) -> View:
    """The whole book before it is laid out."""
    whole = Edition("Rulebook", Layout.BOOK, ("a5",), (Part.CHAPTERS,))
    return View(Sheet(book, whole, PAPER, 9.9, bleed=bleed))


def test_openers_are_reproducible_and_differ_by_chapter(book: Book) -> None:
    """An opener is the same whenever it is drawn, and no two chapters share one."""
    count = len(book.chapters)
    drawn = [opener.__wrapped__(c.id, (1, count), (150.0, 49.0), "Sky") for c in book.chapters]
    again = [opener.__wrapped__(c.id, (1, count), (150.0, 49.0), "Sky") for c in book.chapters]
    assert drawn == again
    assert len(set(drawn)) == count


def test_thumb_marks_go_down_the_edge_and_stay_on_the_page(book: Book) -> None:
    """Each chapter's mark is below the one before, and the last is above the page number."""
    view = seen(book)
    heights = [view.thumb_at(chapter) for chapter in book.chapters]
    assert heights == sorted(set(heights))
    assert min(b - a for a, b in pairwise(heights)) > 9
    assert heights[-1] + 9 <= view.text_height + 0.1


def test_thumb_marks_stand_at_their_chapters_height(zine: Pdf, book: Book) -> None:
    """On the page after an opener, the outer edge is dark at the chapter's height alone."""
    view, checked = seen(book), 0
    starts = {zine.places[chapter.id] for chapter in book.chapters}
    for chapter in book.chapters:
        page = zine.places[chapter.id] + 1
        if page in starts or page >= zine.places["glossary"]:
            continue
        image = zine.drawn[page - 1].render(scale=SCALE).to_pil().convert("RGB")
        x = image.width - 3 if page % 2 else 2
        pixel = SCALE * 72 / 25.4
        top = view.setting.top + view.thumb_at(chapter)
        for millimetres, dark in ((top + 1, True), (top + 8, True), (top - 2, False)):
            color = image.getpixel((x, round(millimetres * pixel)))
            assert (color == DARK) is dark, (chapter.id, page, millimetres)
        assert image.getpixel((x, round((top + 11) * pixel))) == (255, 255, 255)
        checked += 1
    assert checked >= 8


def test_thumb_marks_and_openers_reach_into_the_bleed(book: Book) -> None:
    """With a bleed, what stands at the edge is drawn as much larger."""
    with_bleed = seen(book, 3.0)
    assert with_bleed.thumb(book.chapters[0]) != seen(book).thumb(book.chapters[0])
    assert with_bleed.opener(book.chapters[0]) != seen(book).opener(book.chapters[0])


def test_players_and_referee_hold_the_whole_book_between_them(dist: Path, book: Book) -> None:
    """Every chapter and every section is in one of the two, and in one alone."""
    found = [
        set(Pdf(dist / "print" / f"nightsong-{name}-a5.pdf").places)
        for name in ("players", "referee")
    ]
    wanted = {chapter.id for chapter in book.chapters} | {s.id for s in book.sections()}
    assert wanted <= found[0] | found[1]
    assert not wanted & found[0] & found[1]


def test_the_book_of_tables_holds_every_table(dist: Path, book: Book) -> None:
    """Every key and cell of every table is printed, and named among the tables."""
    pdf = Pdf(dist / "print" / "nightsong-tables-a5.pdf")
    printed = bare("".join(pdf.texts))
    for table in book.tables.values():
        assert table.id in pdf.places
        for roll in table.rolls:
            for row in printed_rows(table, roll):
                assert [t for t in row if bare(t.replace("-", "–")) not in printed
                        and bare(t) not in printed] == [], table.id  # fmt: skip


def test_thinner_books_fold_and_say_what_they_are(edition: tuple[str, Pdf]) -> None:
    """Their pages are a multiple of four, and the cover names the edition."""
    name, pdf = edition
    assert len(pdf.reader.pages) % 4 == 0
    title = {"players": "Players’ Book", "referee": "Referee’s Book", "tables": "Book of Tables"}
    assert bare(title[name]) in bare(pdf.texts[0])
    assert {target for _, _, target in pdf.links()} <= set(pdf.places)


def test_an_edition_refers_to_nothing_that_it_does_not_hold(book: Book) -> None:
    """A book of tables has a place for tables and their sections alone."""
    parts = (Part.TABLES, Part.TABLE_PAGES)
    there = present(book, Edition("Tables", Layout.BOOK, ("a5",), parts))
    assert set(book.tables) <= there
    assert not there & {ruling.id for ruling in book.rulings}
