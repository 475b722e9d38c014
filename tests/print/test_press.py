"""The press: what stops it, and what it repeats."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from reading import ZINE
from small import small_job

from generator.model.book import Book
from generator.model.problems import ProblemsError
from generator.pipeline import load_copy
from generator.press import Job, press
from generator.prints import prints
from generator.prints.books import job
from generator.prints.maker import Order
from generator.project import HERE
from generator.render.print_ornaments import band


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

    def markup(size: float) -> str:
        style = f"style='font: {size}pt T'"
        return small_job(f"<p {style}>{'Some words. ' * 30}").markup(size)

    sizes = tuple(20.0 - n for n in range(15))
    best = press(small_job("", markup=markup, sizes=sizes, count=1))
    larger = sizes[sizes.index(best.proof.size) - 1]
    assert press(small_job("", markup=markup, sizes=(larger,))).count == 2


def test_the_same_input_gives_the_same_bytes(book: Book, dist: Path) -> None:
    """Pressed again from cold, the zine is the built one to the byte."""
    manuscript = load_copy(HERE).manuscript
    assert manuscript.papers
    tone = manuscript.papers.form.tone
    zine = next(p for p in prints(manuscript) if p.name == ZINE)
    order = Order(zine, book, HERE, tone, tone)
    assert press(job(order)).pdf == (dist / "print" / ZINE).read_bytes()


def test_an_ornament_depends_on_its_id_alone() -> None:
    """The same id gives the same drawing, another id another."""
    assert band("combat", 117, "x") == band("combat", 117, "x")
    assert band("combat", 117, "x") != band("details", 117, "x")


@pytest.mark.parametrize("name", ["press", "press-cover"])
def test_a_printer_gets_no_links(dist: Path, name: str) -> None:
    """Nothing to click is on a page of a file for a press."""
    for path in (dist / "print").glob(f"*-{name}-*.pdf"):
        with pikepdf.open(path) as pdf:
            assert not [page for page in pdf.pages if "/Annots" in page.obj], path.name
