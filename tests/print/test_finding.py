"""Finding one’s way in the printed book: bookmarks, contents, page references, links."""

from __future__ import annotations

import re

from reading import REFERENCE, Pdf

from generator.model.book import Book


def test_there_is_a_bookmark_for_every_chapter_and_section(zine: Pdf, book: Book) -> None:
    """A reader finds every chapter and section in the bookmarks."""
    titles = [chapter.title for chapter in book.chapters]
    titles += [section.title for section in book.sections()]
    bookmarks = zine.bookmarks()
    assert [title for title in titles if bookmarks.count(title) < titles.count(title)] == []


def test_the_contents_name_the_pages_where_things_are(zine: Pdf, book: Book) -> None:
    """The contents name the page that each chapter and section really begins on."""
    first = zine.places[book.chapters[0].id]
    named = {}
    for page, text, target in zine.links():
        number = re.search(r"(\d+)$", text)
        if 2 < page < first and number:
            named[target] = int(number[1])
    wanted = [c.id for c in book.chapters] + [s.id for c in book.chapters for s in c.sections]
    assert {target: named.get(target) for target in wanted} == {
        target: zine.places[target] for target in wanted
    }


def test_every_page_reference_is_right(zine: Pdf) -> None:
    """“p. 12” in the text leads to page 12, and what it names is there."""
    checked = 0
    for page, text, target in zine.links():
        reference = REFERENCE.search(text.replace("\u00a0", " "))
        if reference:
            checked += 1
            assert (page, target, int(reference[1])) == (page, target, zine.places[target])
    assert checked > 60


def test_page_numbers_at_the_foot_are_those_of_the_file(zine: Pdf) -> None:
    """The number printed on a page is the number that a reader program shows."""
    for number, text in enumerate(zine.texts, 1):
        if 1 < number < len(zine.texts):  # the covers have none
            assert re.search(rf"(^|\n){number}\s*($|\r?\n)", text), number


def test_every_link_inside_leads_somewhere(zine: Pdf) -> None:
    """No link inside is dead."""
    assert {target for _, _, target in zine.links()} <= set(zine.places)
