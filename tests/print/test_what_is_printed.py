"""What is printed, for people and for machines that read aloud."""

from __future__ import annotations

import re

import pikepdf
from reading import Pdf, bare, structure

from generator.model.book import Book
from nightsong.printing import printed_rows


def test_every_cell_of_every_table_is_printed(zine: Pdf, book: Book) -> None:
    """Every key and every cell of every table stands where its anchor says."""
    assert len(book.tables) >= 38
    for table in book.tables.values():
        at = zine.places[table.id]
        pages = 3 if table.supplement else 2  # that a table may run over
        printed = bare("".join(zine.texts[at - 1 : at - 1 + pages]))
        for roll in table.rolls:
            for key, *texts in printed_rows(table, roll):
                assert bare(key.replace("-", "–")) in printed, (table.id, key)
                for text in texts:
                    assert bare(text) in printed, (table.id, text)


def test_a_table_of_several_pages_repeats_its_title(zine: Pdf, book: Book) -> None:
    """Spells run over several pages; each begins with the title, the die and the columns."""
    at = zine.places["spells/spells"]
    names = [bare(row.name) for row in book.tables["spells/spells"].rolls[0].rows]
    pages = [bare(text) for text in zine.texts[at - 1 : at + 2]]
    told = [page for page in pages if any(name in page for name in names)]
    assert len(told) > 1
    assert all(bare("Spells 1D66 Spell Effect") in page for page in told)


def test_every_rule_ruling_and_term_is_printed(zine: Pdf, book: Book) -> None:
    """Nothing of the book is left out."""
    printed = bare("".join(zine.texts))
    titles = [section.title for section in book.sections()]
    titles += [ruling.title for ruling in book.rulings] + [term.term for term in book.terms]
    assert [title for title in titles if bare(title).lower() not in printed.lower()] == []


def test_the_licence_notice_stands_verbatim_in_both(either: Pdf, book: Book) -> None:
    """The ORC notice is printed word for word."""
    assert bare(book.game.notice) in bare("".join(either.texts))


def test_what_is_not_the_authors_is_marked(zine: Pdf, book: Book) -> None:
    """Rulings and supplements are marked as ours."""
    ruling = book.rulings[0]
    page = zine.texts[zine.places[ruling.id] - 1]
    assert bare("Our ruling").lower() in bare(page).lower()
    supplement = next(section for section in book.sections() if section.supplement)
    assert "supplement" in zine.texts[zine.places[supplement.id] - 1].lower()


def test_language_title_and_pdf_ua_are_declared(either: Pdf, book: Book) -> None:
    """Language, title, author and PDF/UA are declared in the file."""
    root = either.reader.trailer["/Root"].get_object()
    assert root["/Lang"] == book.game.language
    assert root["/MarkInfo"]["/Marked"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert book.game.title in either.reader.metadata.title
    assert either.reader.metadata.author == book.game.author
    described = root["/Metadata"].get_object().get_data().decode()
    assert re.search(r'pdfuaid:part(="1"|>1<)', described)
    assert str(either.reader.metadata.title) in described


def test_drawings_have_words_and_headers_say_what_they_head(either: Pdf) -> None:
    """Figures have alternative texts, table headers a scope."""
    with pikepdf.open(either.path) as pdf:
        for element in structure(pdf):
            if element.S == "/Figure":
                assert len(str(element.Alt)) > 5
            if element.S == "/TH":
                assert element.A.Scope in ("/Row", "/Column")


def test_running_heads_and_page_numbers_are_not_read_aloud(zine: Pdf) -> None:
    """Page furniture is marked as such, so that a screen reader skips it."""
    with pikepdf.open(zine.path) as pdf:
        reached = {element.objgen for element in structure(pdf)}
        numbers = pdf.Root.StructTreeRoot.ParentTree.Nums
        for index in range(1, len(pdf.pages) * 2, 2):
            for parent in numbers[index]:
                assert parent is None or parent.objgen in reached
        assert b"/Artifact" in pdf.pages[-2].Contents.read_bytes()


def test_links_say_where_they_lead(either: Pdf) -> None:
    """Every link is described, and counts as printed."""
    for page in either.reader.pages:
        for annotation in page.get("/Annots") or []:
            link = annotation.get_object()
            assert re.fullmatch(r"Page \d+|https?://\S+", link["/Contents"])
            assert link["/F"] == 4
