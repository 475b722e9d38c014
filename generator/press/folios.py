"""Page numbers in the text, set where they stand once the layout is known.

A number is ``<span data-page="ID">00</span>``, in figures of equal width. All are laid out with as
many figures as the last page has. One with fewer is set in less room, and what follows it on its
line moves up: no line is broken anew, so that one layout is enough.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import copy
from typing import Any

LEAST = 2  # figures that are kept free for a number
_NUMBER = re.compile(r'(<span data-page="[^"]*">)\d+(?=</span>)')


def with_room(markup: str, figures: int) -> str:
    """The markup with room for so many figures in each page number."""
    return _NUMBER.sub(lambda found: found[1] + "0" * figures, markup)


def figures_of(count: int) -> int:
    """How many figures the numbers of so many pages take."""
    return max(LEAST, len(str(count)))


def renumber(document: Any, pages: Mapping[str, int]) -> None:
    """Set the number of each reference of a document that has been laid out."""
    for number, page in enumerate(document.pages):
        _go_through(page._page_box, pages)
        document.pages[number] = type(page)(page._page_box)  # where its links are now


def _go_through(box: Any, pages: Mapping[str, int]) -> None:
    for child in getattr(box, "children", ()):
        if type(child).__name__ != "LineBox":
            _go_through(child, pages)
        elif (gained := _set_line(child, pages, 0.0)) and _stands_right(box):
            child.translate(gained)


def _set_line(box: Any, pages: Mapping[str, int], moved: float) -> float:
    """Set the numbers in a line or a part of one that has moved up; how far what follows moves."""
    for child in box.children:
        if not child.is_in_normal_flow():
            _go_through(child, pages)
        elif hasattr(child, "pango_layout"):
            child.position_x -= moved
            moved += _set(child, pages)
        elif type(child).__name__ == "InlineBox":
            child.position_x -= moved
            after = _set_line(child, pages, moved)
            child.width -= after - moved
            moved = after
        else:
            child.translate(-moved)
            _go_through(child, pages)
    return moved


def _stands_right(box: Any) -> bool:
    """Whether a box is as wide as its text and keeps its right edge."""
    style = box.style
    return not box.is_in_normal_flow() and style["left"] == "auto" != style["right"]


def _set(box: Any, pages: Mapping[str, int]) -> float:
    """Set the number that a text is, if it is one; how much narrower it became, in pixels."""
    number = pages.get(box.element.get("data-page", "") if box.element is not None else "")
    if number is None:
        return 0.0
    layout = copy(box.pango_layout)  # the same text elsewhere shares it
    before, width = len(box.text), box.width
    layout.text = box.text = str(number)
    box.pango_layout = layout
    box.width = width * len(box.text) / before
    return float(width - box.width)
