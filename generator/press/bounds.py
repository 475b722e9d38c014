"""Bounds: what must not grow out of its place. WeasyPrint doesn't say so, but its boxes show it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.model.problems import Problem

_PIXELS = 96 / 25.4  # in a millimetre
_SLACK = 0.5  # pixels
_RISE, _FALL = 0.68, 0.22  # of a letter above and below its line, in parts of its size


def outgrown(name: str, document: Any, safe: float) -> Iterator[Problem]:
    """Tables wider than their place, and text within ``safe`` millimetres of a page's edge."""
    wide: set[str] = set()
    for number, page in enumerate(document.pages, 1):
        box = page._page_box
        for table, over in _too_wide(box, box.width, ""):
            if table not in wide:
                wide.add(table)
                tip = "Shorten its longest words, or take a wider paper or a smaller text."
                expected = "a table as wide as its page allows"
                came = f"“{table}” on page {number}, {over / _PIXELS:.1f} mm wider"
                yield Problem(name, 0, 0, "press.too-wide", expected, came, tip)
        if safe:
            yield from _unsafe(name, number, box, safe)


def _too_wide(box: Any, room: float, home: str) -> Iterator[tuple[str, float]]:
    """Every table below that is wider than its place, with how much, in pixels.

    ``home`` is the id around it, ``room`` the width of its place.
    """
    home = _identity(box) or home
    for child in getattr(box, "children", ()):
        if box.element_tag == "table" or not hasattr(child, "children"):
            continue
        if child.element_tag == "table":
            over = max(_right(child) - box.content_box_x() - room, 0)
            if over > _SLACK:
                yield _identity(child) or home or "a table without an id", over
        width = child.width if isinstance(child.width, int | float) else room
        yield from _too_wide(child, width, home)


def _right(box: Any) -> float:
    """How far to the right a table reaches, with what stands in its cells."""
    edges = [b.position_x + b.border_width() for b in _descendants(box) if hasattr(b, "colspan")]
    return float(max([box.position_x + box.margin_width(), *edges]))


def _descendants(box: Any) -> Iterator[Any]:
    for child in getattr(box, "children", ()):
        yield child
        yield from _descendants(child)


def _identity(box: Any) -> str:
    element = box.element
    return str(element.get("id", "")) if hasattr(element, "get") else ""


def _unsafe(name: str, number: int, page: Any, safe: float) -> Iterator[Problem]:
    """The first text of a page that stands too near to the trim."""
    width, height, edge = page.margin_width(), page.margin_height(), safe * _PIXELS - _SLACK
    for text in _texts(page):
        size = text.style["font_size"]
        line = text.position_y + text.baseline
        left, right = text.position_x, text.position_x + text.width
        near = min(left, width - right, line - _RISE * size, height - line - _FALL * size)
        if near < edge:
            expected = f"no text within {safe:g} mm of the trim"
            came = f"“{text.text.strip()}” on page {number}, at {near / _PIXELS:.1f} mm"
            tip = "Widen the paper's margins in theme/print/papers.yml."
            yield Problem(name, 0, 0, "press.safe", expected, came, tip)
            return


def _texts(box: Any) -> Iterator[Any]:
    """All text that isn't turned: what is turned stands on a spine."""
    if box.style["transform"]:
        return
    if hasattr(box, "text") and box.text.strip():
        yield box
    for child in getattr(box, "children", ()):
        yield from _texts(child)
