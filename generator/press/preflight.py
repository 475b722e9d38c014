"""Preflight: what a proofreader would send back, found in the boxes that WeasyPrint laid out.

A heading or a table's head at a page's or column's foot, a paragraph's line alone there or at the
next one's top, a row in two, text outside its place, an empty page. One walk finds all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import Any

from generator.model.problems import Problem

_PIXELS = 96 / 25.4  # in a millimetre
_SLACK = 1.0  # pixels
_FALL = 0.22  # of a letter below its line, in parts of its size
_SHOWN = 48  # letters of a line in a message
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_TIPS = {
    "press.heading-alone": "Shorten or lengthen what stands before it.",
    "press.line-alone": "Make the paragraph a line shorter or longer.",
    "press.row-split": "Shorten the texts of its cells: a row must fit on one page.",
    "press.overfull": "Take shorter words, or show where to break them with a soft hyphen.",
    "press.empty-page": "Take out the break, or the edition's part that has nothing to show.",
}


@dataclass(frozen=True, slots=True)
class _Piece:
    """A line, or a drawing, in the flow: ``block`` is what it is a line of, on this page."""

    text: str
    page: int
    block: Any
    heads: bool


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a box stands: down to where text may reach, in pixels, and as what."""

    floor: float
    flows: bool = True
    heads: bool = False


@dataclass(slots=True)
class _Walk:
    """What is found on the way through all boxes."""

    name: str
    page: int = 0
    edge: float = 0.0  # the foot of the page
    shown: set[int] = field(default_factory=set)
    stretches: list[list[_Piece]] = field(default_factory=list)  # a page or column each
    rows: dict[int, list[int]] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)
    over: list[tuple[str, int, float]] = field(default_factory=list)

    def sheet(self, box: Any, number: int) -> None:
        """One page; what stands in its margins is left out."""
        self.page = number
        self.stretches.append([])
        floor, self.edge = box.content_box_y() + box.height, box.margin_height()
        for child in box.children:
            if child.element_tag in ("html", "body"):
                self.box(child, _Place(floor))

    def box(self, box: Any, place: _Place) -> None:
        """A box and all within it."""
        if box.style["transform"]:
            return
        place = self.placed(box, place)
        children = getattr(box, "children", ())
        if children and hasattr(children[0], "baseline") and _is_line(children[0]):
            for line in children:
                self.line(line, box, place)
            return
        if not children and _is_drawn(box):
            self.piece("", box, place)
        for number, child in enumerate(children):
            if number and child.is_column and children[number - 1].is_column:
                self.stretches.append([])
            self.box(child, place)

    def placed(self, box: Any, place: _Place) -> _Place:
        """The place for what is within a box; notes a row on the way."""
        tag = box.element_tag or ""
        heads = place.heads or tag in _HEADINGS or getattr(box, "is_header", False)
        if tag == "tr" and not place.heads and hasattr(box.element, "get"):
            self.rows.setdefault(id(box.element), []).append(self.page)
            self.texts.setdefault(id(box.element), _text(box))
        flows = box.is_in_normal_flow()
        floor = place.floor if flows else self.edge
        if _is_fixed(box):
            floor = min(floor, box.content_box_y() + box.height)
        return _Place(floor, place.flows and flows, heads)

    def piece(self, text: str, block: Any, place: _Place) -> None:
        """Something to be seen."""
        self.shown.add(self.page)
        if place.flows and "::" not in (block.element_tag or ""):
            self.stretches[-1].append(_Piece(text, self.page, block, place.heads))

    def line(self, line: Any, block: Any, place: _Place) -> None:
        """One line of text."""
        inside = list(_flat(line))
        for box in inside:
            if not box.is_in_normal_flow():
                self.box(box, place)
        texts = [box for box in inside if hasattr(box, "text") and box.text.strip()]
        if not texts:
            if any(_is_drawn(box) for box in inside):
                self.piece("", block, place)
            return
        said = "".join(box.text for box in texts).strip()
        self.piece(said, block, place)
        right, over = block.content_box_x() + block.width, 0.0
        for text in texts:
            size, spacing = text.style["font_size"], text.style["letter_spacing"]
            loose = spacing if isinstance(spacing, int | float) else 0.0
            beyond = text.position_x + text.width - max(loose, 0.0) - right
            below = text.position_y + text.baseline + _FALL * size - place.floor
            over = max(over, beyond, below)
        if over > _SLACK:
            self.over.append((said, self.page, over))

    def problems(self) -> Iterator[Problem]:
        """All that is wrong, once the walk is over."""
        for said, page, over in self.over:
            came = f"{_short(said)} on page {page}, {over / _PIXELS:.1f} mm outside"
            yield self.problem("press.overfull", "text within its place", came)
        for row, pages in self.rows.items():
            if len(pages) > 1:
                came = f"{_short(self.texts[row])} on pages {pages[0]} and {pages[-1]}"
                yield self.problem("press.row-split", "each row of a table on one page", came)
        for page in range(1, self.page + 1):
            if page not in self.shown:
                came = f"nothing on page {page}"
                yield self.problem("press.empty-page", "something on every page", came)
        for before, after in pairwise(stretch for stretch in self.stretches if stretch):
            yield from self.at_break(before, after)

    def at_break(self, before: list[_Piece], after: list[_Piece]) -> Iterator[Problem]:
        """What is wrong where one page or column ends and the next begins."""
        last, first = before[-1], after[0]
        if last.heads and not all(piece.heads for piece in before):
            expected = "lines below a heading or a table's head"
            came = f"{_short(last.text)} at the foot of page {last.page}"
            yield self.problem("press.heading-alone", expected, came)
        if last.block.element is not first.block.element or last.block.element is None:
            return
        expected = "two lines of a paragraph or more on each page"
        if _count(reversed(before)) == 1:
            came = f"{_short(last.text)} alone at the foot of page {last.page}"
            yield self.problem("press.line-alone", expected, came)
        if _count(iter(after)) == 1:
            came = f"{_short(first.text)} alone at the top of page {first.page}"
            yield self.problem("press.line-alone", expected, came)

    def problem(self, code: str, expected: str, came: str) -> Problem:
        return Problem(self.name, 0, 0, code, expected, came, _TIPS[code])


def preflight(name: str, document: Any) -> Iterator[Problem]:
    """What is wrong with a layout, page and text named. ``name`` is the file that it will be."""
    walk = _Walk(name)
    for number, page in enumerate(document.pages, 1):
        walk.sheet(page._page_box, number)
    yield from walk.problems()


def _count(pieces: Iterator[_Piece]) -> int:
    """How many of them, from the first on, are of one block."""
    _, same = next(groupby(pieces, key=lambda piece: id(piece.block)))
    return sum(1 for _ in same)


def _is_line(box: Any) -> bool:
    return type(box).__name__ == "LineBox"


def _is_fixed(box: Any) -> bool:
    """Whether a block's height is given, and what is in it can be too much for it."""
    tag = box.element_tag or ""
    plain = "::" not in tag and tag not in ("html", "tr", "td", "th", "table")
    return plain and hasattr(box, "children") and box.style["height"] != "auto"


def _is_drawn(box: Any) -> bool:
    """Whether a box without text shows something: a picture, or a ruled line."""
    return hasattr(box, "replacement") or bool(getattr(box, "height", 0))


def _flat(box: Any) -> Iterator[Any]:
    for child in getattr(box, "children", ()):
        yield child
        if child.is_in_normal_flow():
            yield from _flat(child)


def _text(box: Any) -> str:
    texts = (child.text for child in _flat(box) if hasattr(child, "text"))
    return " ".join(text.strip() for text in texts if text.strip())


def _short(text: str) -> str:
    return f"“{text if len(text) <= _SHOWN else text[:_SHOWN].rstrip() + '…'}”"
