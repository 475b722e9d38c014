"""Page numbers in the text, set where they stand once the layout is known.

A number is ``<span data-page="ID">12</span>``, in figures of equal width. Another number with as
many figures moves nothing on its page, so it is put there without laying out anew. Which numbers
have one figure is seen from the first pages alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import copy
from typing import Any

_FIRST = 18_000  # letters that fill more pages than have numbers of one figure
_ROW = 40  # letters that take as much room as a table's row does
_DRAWING = re.compile(r'src="data:[^"]*"')
_PIECE = re.compile(r"<[^>]*>|[^<]+")
_NUMBER = re.compile(r'(<span data-page="([^"]*)">)(\d+)(?=</span>)')


def numbered(markup: str, pages: Mapping[str, int]) -> str:
    """Markup with the page of each id that has one."""
    return _NUMBER.sub(lambda found: f"{found[1]}{pages.get(found[2], found[3])}", markup)


def shape(markup: str) -> str:
    """Markup with all page numbers made noughts: what has the same shape is laid out alike."""
    return _NUMBER.sub(lambda found: found[1] + "0" * len(found[3]), markup)


def first_pages(markup: str) -> str | None:
    """The markup up to the end of the section that completes the first pages.

    None where no numbers are asked for, or little more would come.
    """
    if not _NUMBER.search(markup):
        return None
    start = markup.index("<body")
    letters = depth = 0
    cut = None
    for piece in _PIECE.finditer(_DRAWING.sub(lambda found: " " * len(found[0]), markup), start):
        text = piece[0]
        if text.startswith("<section"):
            depth += 1
        elif text.startswith("</section"):
            depth -= 1
            if cut is None and depth == 0 and letters > _FIRST:
                cut = piece.end()
        elif text.startswith("<tr"):
            letters += _ROW
        elif not text.startswith("<"):
            letters += len(text.strip())
    if cut is None or letters < 2 * _FIRST:
        return None
    return f"{markup[:cut]}</body></html>"


def renumber(document: Any, pages: Mapping[str, int]) -> None:
    """Set the number of each reference of a document that has been laid out."""
    for page in document.pages:
        for box in page._page_box.descendants(placeholders=True):
            target = _target(box)
            if target is not None and target in pages:
                _set(box, str(pages[target]))


def _target(box: Any) -> str | None:
    if not hasattr(box, "pango_layout") or box.element is None:
        return None
    found: str | None = box.element.get("data-page")
    return found


def _set(box: Any, text: str) -> None:
    layout = copy(box.pango_layout)  # the same text elsewhere shares it
    layout.text = box.text = text
    box.pango_layout = layout
