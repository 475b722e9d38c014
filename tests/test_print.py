"""The printed editions, read back with other programs than the ones that made them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pikepdf
import pypdf
import pypdfium2
import pytest

from generator.model.book import Book
from generator.model.problems import ProblemsError
from generator.pipeline import load_copy
from generator.press import Job, Proof, press
from generator.press.title import Title
from generator.prints import prints
from generator.prints.books import job
from generator.prints.maker import Order
from generator.project import HERE
from generator.render.print_ornaments import ornament
from nightsong.printing import printed_rows

ZINE = "nightsong-zine-a5.pdf"
CHEATSHEET = "nightsong-cheatsheet-a4.pdf"
OURS = ("Alegreya", "Grenze-Gotisch")
MILLIMETRES = 72 / 25.4
_REFERENCE = re.compile(r"p\. ?(\d+)")


@dataclass
class Pdf:
    """A printed file through two readers."""

    path: Path

    @cached_property
    def reader(self) -> pypdf.PdfReader:
        return pypdf.PdfReader(self.path)

    @cached_property
    def drawn(self) -> pypdfium2.PdfDocument:
        return pypdfium2.PdfDocument(self.path)

    @cached_property
    def texts(self) -> list[str]:
        return [page.get_textpage().get_text_range() for page in self.drawn]

    @cached_property
    def places(self) -> dict[str, int]:
        """The page of every anchor, counted from 1."""
        found = {}
        for name, destination in self.reader.named_destinations.items():
            number = self.reader.get_destination_page_number(destination)
            assert number is not None
            found[name] = number + 1
        return found

    def links(self) -> Iterator[tuple[int, str, str]]:
        """Every link inside the file: its page, the text in its rectangle, its anchor."""
        for number, page in enumerate(self.reader.pages, 1):
            text = self.drawn[number - 1].get_textpage()
            for annotation in page.get("/Annots") or []:
                link = annotation.get_object()
                if "/Dest" in link:
                    left, bottom, right, top = sorted_box([float(v) for v in link["/Rect"]])
                    inside = text.get_text_bounded(left, bottom, right, top)
                    yield number, inside.strip(), str(link["/Dest"])

    def bookmarks(self) -> list[str]:
        """All bookmarks' titles, in order."""

        def flat(items: list[Any]) -> Iterator[str]:
            for item in items:
                if isinstance(item, list):
                    yield from flat(item)
                else:
                    yield str(item.title)

        return list(flat(self.reader.outline))


def sorted_box(box: list[float]) -> tuple[float, float, float, float]:
    """A rectangle with its smaller values first."""
    x0, y0, x1, y1 = box
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def bare(text: str) -> str:
    """The text without white space, soft hyphens and page references."""
    text = re.sub("[\u00ad\ufffe\u0002]", "", text)
    return re.sub(r"\s", "", _REFERENCE.sub("", text.replace("\u00a0", " ")))


@pytest.fixture(scope="session")
def zine(dist: Path) -> Pdf:
    """The built rulebook."""
    return Pdf(dist / "print" / ZINE)


@pytest.fixture(scope="session")
def cheatsheet(dist: Path) -> Pdf:
    """The built cheatsheet."""
    return Pdf(dist / "print" / CHEATSHEET)


@pytest.fixture(params=[ZINE, CHEATSHEET])
def either(request: pytest.FixtureRequest, dist: Path) -> Pdf:
    """Each of the two in turn."""
    return Pdf(dist / "print" / request.param)


# -- the pages ------------------------------------------------------------------------------------


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
    assert 48 <= len(zine.reader.pages) <= 80


def test_files_are_small_enough_to_send(zine: Pdf, cheatsheet: Pdf) -> None:
    """Both files keep below the sizes we promise."""
    assert zine.path.stat().st_size <= 1_200_000
    assert cheatsheet.path.stat().st_size <= 150_000


def test_no_page_is_empty(either: Pdf) -> None:
    """Every page has something to read."""
    assert [n for n, text in enumerate(either.texts, 1) if len(bare(text)) < 40] == []


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


# -- type -----------------------------------------------------------------------------------------


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


# -- finding one's way ----------------------------------------------------------------------------


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
        reference = _REFERENCE.search(text.replace("\u00a0", " "))
        if reference:
            checked += 1
            assert (page, target, int(reference[1])) == (page, target, zine.places[target])
    assert checked > 60


def test_page_numbers_at_the_foot_are_those_of_the_file(zine: Pdf) -> None:
    """The number printed on a page is the number that a reader program shows."""
    for number, text in enumerate(zine.texts, 1):
        if number > 1:
            assert re.search(rf"(^|\n){number}\s*($|\r?\n)", text), number


def test_every_link_inside_leads_somewhere(zine: Pdf) -> None:
    """No link inside is dead."""
    assert {target for _, _, target in zine.links()} <= set(zine.places)


# -- what is in it --------------------------------------------------------------------------------


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


# -- for machines and screen readers --------------------------------------------------------------


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


def structure(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """Every element of the structure tree."""
    stack = [pdf.Root.StructTreeRoot]
    while stack:
        element = stack.pop()
        kids = element.get("/K", [])
        for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
            if isinstance(kid, pikepdf.Dictionary) and kid.get("/Type") == "/StructElem":
                yield kid
                stack.append(kid)


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
        assert b"/Artifact" in pdf.pages[-1].Contents.read_bytes()


def test_links_say_where_they_lead(either: Pdf) -> None:
    """Every link is described, and counts as printed."""
    for page in either.reader.pages:
        for annotation in page.get("/Annots") or []:
            link = annotation.get_object()
            assert re.fullmatch(r"Page \d+|https?://\S+", link["/Contents"])
            assert link["/F"] == 4


# -- the press ------------------------------------------------------------------------------------


def small_job(body: str, **changes: Any) -> Job:
    """A job for a small page with this body."""
    face = "alegreya/400Regular/Alegreya_400Regular.ttf"
    style = f"@font-face {{ font-family: T; src: url('font:@expo-google-fonts/{face}') }}"
    html = (
        f"<html lang=en><title>T</title><style>{style} html {{ font-family: T }}"
        f"@page {{ size: 60mm; margin: 5mm }}</style>{body}"
    )
    made = Job("small.pdf", lambda _: html, HERE.packages, (9.0,), Title("T", "A", "en"))
    return replace(made, **changes)


def code_of(failing: Job) -> str:
    """The code of the problem that a job ends in."""
    with pytest.raises(ProblemsError) as caught:
        press(failing)
    return caught.value.problems[0].code


def test_a_missing_font_file_is_a_problem(tmp_path: Path) -> None:
    """A font file that is not there stops the press."""
    assert code_of(small_job("<p>text", fonts=tmp_path)) == "press.font-missing"


def test_a_glyph_that_no_font_has_is_a_problem() -> None:
    """A character that none of our fonts has stops the press."""
    assert code_of(small_job("<p>水")) == "press.glyph-missing"


def test_any_other_warning_is_a_problem() -> None:
    """Whatever else WeasyPrint warns of stops the press."""
    assert code_of(small_job("<p style='colour: red'>text")) == "press.warning"


def test_nothing_is_fetched_from_elsewhere() -> None:
    """The press fetches nothing but fonts of ours."""
    assert code_of(small_job("<img alt=x src='https://example.org/x.png'>")) == "press.fetch"


def test_too_much_for_the_pages_is_a_problem_that_says_so() -> None:
    """A sheet that overflows is a problem that names the pages it took."""
    with pytest.raises(ProblemsError, match="3 pages"):
        press(small_job("<p style='break-after: page'>text" * 3, count=2))


def test_a_sheet_takes_the_largest_text_that_fits() -> None:
    """The next larger text would overflow."""

    def markup(proof: Proof) -> str:
        style = f"style='font: {proof.size}pt T'"
        return small_job(f"<p {style}>{'Some words. ' * 30}").markup(proof)

    sizes = tuple(20.0 - n for n in range(15))
    best = press(small_job("", markup=markup, sizes=sizes, count=1))
    larger = sizes[sizes.index(best.proof.size) - 1]
    assert press(small_job("", markup=markup, sizes=(larger,))).count == 2


def test_with_last_times_memo_one_layout_is_enough() -> None:
    """The memo saves the second layout and changes no byte."""

    def markup(proof: Proof) -> str:
        page = proof.pages.get("end", 0)
        body = f"<p><a href='#end'>see page {page}</a><p id=end style='break-before:page'>end"
        return small_job(body).markup(proof)

    cold = press(small_job("", markup=markup))
    warm = press(small_job("", markup=markup), cold.proof.memo())
    assert (cold.layouts, warm.layouts) == (2, 1)
    assert cold.pdf == warm.pdf


def test_the_same_input_gives_the_same_bytes(book: Book, dist: Path) -> None:
    """Pressed again from cold, the zine is the built one to the byte."""
    zine = next(p for p in prints(load_copy(HERE).manuscript) if p.name == ZINE)
    assert press(job(Order(zine, book, HERE))).pdf == (dist / "print" / ZINE).read_bytes()


def test_an_ornament_depends_on_its_id_alone() -> None:
    """The same id gives the same drawing, another id another."""
    assert ornament("combat", 117, "x") == ornament("combat", 117, "x")
    assert ornament("combat", 117, "x") != ornament("details", 117, "x")
