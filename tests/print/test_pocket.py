"""The pocket edition: folded in code, and read."""

from __future__ import annotations

import io
import math
import re
from dataclasses import replace
from pathlib import Path

import pikepdf
import pypdf
import pypdfium2
import pytest
from reading import bare

from generator.model.book import Book
from generator.model.editions import Layout
from generator.model.problems import ProblemsError
from generator.pipeline import load_copy
from generator.prints import find_print
from generator.prints.maker import Order
from generator.prints.pockets import POCKETS
from generator.project import HERE
from generator.render.print_pocket import ACROSS, COUNT, LOWER, UPPER, places

Point = tuple[float, float, float]
# Which way each pair of panels points once the sheet is folded along its middle and the ends are
# pushed together: the arms of a plus, seen from above.
LEFT, FRONT, RIGHT, BACK = ((-1.0, 0.0), (0.0, -1.0), (1.0, 0.0), (0.0, 1.0))


def folded(column: float, row: float, panel: int) -> Point:
    """Where a point of the sheet (columns from the left, rows from the cut, up) comes to stand.

    The outer panels stay in the sheet's plane, the inner ones swing out along the cut, and the
    upper row is folded down behind the lower one.
    """
    side = FRONT if row < 0 or (row == 0 and panel < ACROSS) else BACK
    height = 1 - abs(row)
    if column < 1:
        x, y = LEFT[0] * (1 - column), 0.0
    elif column > 3:
        x, y = RIGHT[0] * (column - 3), 0.0
    else:
        out = column - 1 if column <= 2 else 3 - column
        x, y = side[0] * out, side[1] * out
    return (x, y, height)


def corners(page: int) -> dict[str, Point]:
    """A page's corners after folding, by where they are for someone who reads it."""
    place = places(ACROSS, 2)[page - 1]
    left, right = place.left, place.left + 1
    top, bottom = 1 - place.top, -place.top
    if place.turned:
        left, right, top, bottom = right, left, bottom, top
    panel = int(place.left) + (ACROSS if place.turned else 0)
    at = {"upper left": (left, top), "upper right": (right, top), "lower left": (left, bottom)}
    return {name: folded(x, y, panel) for name, (x, y) in at.items()}


def turn(page: int) -> float:
    """The direction of a page's leaf around the spine."""
    edge = corners(page)["upper left" if page % 2 == 0 else "upper right"]
    return math.atan2(edge[1], edge[0])


@pytest.mark.parametrize("page", range(1, 9))
def test_every_page_stands_upright(page: int) -> None:
    """After folding, each page's upper edge is above its lower one."""
    found = corners(page)
    assert found["upper left"][2] > found["lower left"][2]


@pytest.mark.parametrize("page", range(1, 9))
def test_odd_pages_have_the_spine_on_their_left(page: int) -> None:
    """Odd pages begin at the spine, even ones end there."""
    found = corners(page)
    inner, outer = ("left", "right") if page % 2 else ("right", "left")
    assert found[f"upper {inner}"][:2] == pytest.approx((0, 0))
    assert math.hypot(*found[f"upper {outer}"][:2]) == pytest.approx(1)


def test_the_leaves_are_read_in_order() -> None:
    """Pages 1 and 2 are one leaf, 3 and 4 the next: the four go around the spine in order."""
    leaves = [(turn(page), turn(page + 1)) for page in (1, 3, 5, 7)]
    assert all(front == pytest.approx(back) for front, back in leaves)
    steps = [(leaves[n][0] - leaves[n - 1][0]) % (2 * math.pi) for n in range(1, 4)]
    assert steps == pytest.approx([math.pi / 2] * 3)


def test_every_panel_holds_one_page() -> None:
    """The sheet has eight panels with the pages 1 to 8."""
    assert sorted((*UPPER, *LOWER)) == list(range(1, 9))
    assert len({(p.left, p.top) for p in places(297.0, 210.0)}) == 8


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_page_is_in_its_panel(paper: str, dist: Path, book: Book) -> None:
    """Every brief stands within the panel of its page, the notice on the last one."""
    path = dist / "print" / f"nightsong-pocket-{paper}.pdf"
    copy = load_copy(HERE)
    assert copy.manuscript.editions
    panels = copy.manuscript.editions.form.editions["pocket"].sides[0].panels
    rules = {section.id: section for section in book.sections()}
    upright = {turned: pypdfium2.PdfDocument(held(path, turned)) for turned in (False, True)}
    assert len(upright[False]) == 1
    width, height = upright[False][0].get_size()
    for place, panel in zip(places(width, height), panels, strict=True):
        left = width * (1 - 1 / ACROSS) - place.left if place.turned else place.left
        text = upright[place.turned][0].get_textpage()
        inside = bare(text.get_text_bounded(left, 0, left + width / ACROSS, height / 2))
        for rule in panel.rules:
            assert bare(plain(rules[rule].brief or "")) in inside, rule
        assert (bare(book.game.notice) in inside) is (place.page == COUNT)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_text_is_too_small_to_read(paper: str, dist: Path) -> None:
    """No letter is smaller than 5.5 pt."""
    page = pypdf.PdfReader(dist / "print" / f"nightsong-pocket-{paper}.pdf").pages[0]
    sizes: list[float] = []

    def see(text: str, cm: list[float], tm: list[float], _: object, size: float) -> None:
        if text.strip():
            sizes.append(size * math.hypot(tm[0], tm[1]) * math.hypot(cm[0], cm[1]))

    page.extract_text(visitor_text=see)
    assert len(sizes) > 100
    assert min(sizes) >= 5.5


def test_the_text_could_not_be_larger(book: Book) -> None:
    """At the next size up, the pages no longer hold."""
    copy = load_copy(HERE)
    assert copy.manuscript.papers
    (found,) = find_print(copy.manuscript, "pocket", "a4", None)
    order = Order(found, book, HERE, *[copy.manuscript.papers.form.tone] * 2)
    size = POCKETS.make(order).memo["size"]
    larger = replace(found.setting, size=size + 0.1, least=size + 0.1)
    paper = replace(found.paper, settings={Layout.POCKET: larger})
    with pytest.raises(ProblemsError) as told:
        POCKETS.make(replace(order, print=replace(found, paper=paper)))
    assert told.value.problems[0].code == "press.page-count"


def held(path: Path, turned: bool) -> bytes:
    """The sheet as one holds it to read a row: as it is, or turned upside down."""
    out = io.BytesIO()
    with pikepdf.open(path) as pdf:
        if turned:
            box = [float(v) for v in pdf.pages[0].mediabox]
            turn = f"q -1 0 0 -1 {box[2]} {box[3]} cm\n".encode()
            pdf.pages[0].contents_add(turn, prepend=True)
            pdf.pages[0].contents_add(b"\nQ")
        pdf.save(out)
    return out.getvalue()


def plain(brief: str) -> str:
    """A brief without the marks of Markdown and links."""
    return re.sub(r"\[\[(?:[^\]|]*\|)?([^\]]*)\]\]|[*_]", r"\1", brief)
