"""Columns of even height, reckoned from their pieces.

WeasyPrint finds that height by adding to a column what the next piece lacks, often a pixel, and
laying all columns out anew each time. It is told the height here, found in two layouts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from generator.press.stacks import least_height

_CLOSE = 2.0  # CSS pixels within which the height is found
_ENDLESS = 1e6  # CSS pixels, in which one column holds everything
_AIR = 0.01  # CSS pixels against rounding


def even_columns(fullness: list[float], plain: Any) -> Any:
    """WeasyPrint's layout of columns (``columns_layout``), which is told how high they are.

    ``fullness`` gets the height that they need, in parts of what there is.
    """

    def columns_layout(
        context: Any, box: Any, bottom_space: float, skip_stack: Any, block: Any, *rest: Any
    ) -> Any:
        _, _, _, margins, *first = rest
        height = None
        if _is_plain(context, box):
            height = _even_height(
                context, box, bottom_space, skip_stack, block, margins, first, fullness
            )
        if height is None:
            return plain(context, box, bottom_space, skip_stack, block, *rest)
        room = _Room(context, box, block, margins)
        with _filled(box.style):
            space = context.page_bottom - room.top - height - _AIR
            return plain(context, box, space, skip_stack, block, *rest)

    return columns_layout


@contextmanager
def _filled(style: Any) -> Iterator[None]:
    before, style["column_fill"] = style["column_fill"], "auto"
    try:
        yield
    finally:
        style["column_fill"] = before


def _is_plain(context: Any, box: Any) -> bool:
    """Whether it is a matter of so many columns of text, and nothing that spans them."""
    style = box.style
    return (
        style["column_fill"] == "balance"
        and style["column_count"] != "auto"
        and style["column_width"] == "auto"
        and style["height"] == "auto"
        and not context.current_page_footnotes
        and bool(box.children)
        and all(child.style["column_span"] != "all" for child in box.children)
    )


class _Room:
    """Where the columns of a box stand: their head, in pixels from the page's, and their width."""

    def __init__(self, context: Any, box: Any, block: Any, margins: list[float]) -> None:
        from weasyprint.layout.block import block_level_width, collapse_margin
        from weasyprint.layout.percent import percentage

        self.context, self.block = context, block
        self.box = box.copy_with_children(box.children)
        self.box.position_y += collapse_margin(list(margins))
        block_level_width(self.box, block)
        style = box.style
        gap = style["column_gap"]
        self.count = style["column_count"]
        gap = style["font_size"] if gap == "normal" else percentage(gap, style, self.box.width)
        self.width = max(0, self.box.width - (self.count - 1) * gap) / self.count
        self.top = self.box.content_box_y()

    def filled(self, skip: int, skip_stack: Any, height: float, first: Any) -> list[Any] | None:
        """The columns laid out at that height; None where not all finds its place."""
        from weasyprint.layout.block import block_box_layout, remove_placeholders
        from weasyprint.layout.column import _create_column_box

        context = self.context
        shapes = len(context.excluded_shapes)
        children = [child.copy() for child in self.box.children[skip:]]
        column = _create_column_box(self.box, self.block, children, self.width, self.top)
        space = context.page_bottom - self.top - height
        boxes = []
        for _ in range(self.count):
            made, skip_stack, *_ = block_box_layout(
                context, column, space, skip_stack, self.block,
                False, [], [], [], *first, discard=False, max_lines=None,
            )  # fmt: skip
            if made is None:
                skip_stack = {0: None}
                break
            boxes.append(made)
            if skip_stack is None:
                break
        remove_placeholders(context, boxes, [], [])
        del context.excluded_shapes[shapes:]
        return boxes if skip_stack is None and self.taken(boxes) <= height else None

    def taken(self, columns: list[Any]) -> float:
        """How high the highest of the columns is."""
        return max(self._taken(column) for column in columns)

    def _taken(self, column: Any) -> float:
        children = [child for child in column.children if child.is_in_normal_flow()]
        if not children:
            return 0.0
        last = children[-1]
        taken = last.position_y + last.margin_height() - last.margin_bottom - self.top
        return float(taken)


def _even_height(
    context: Any, box: Any, bottom_space: float, skip_stack: Any, block: Any,
    margins: list[float], first: Any, fullness: list[float],
) -> float | None:  # fmt: skip
    """The least height at which all finds its place; None where it doesn't on this page."""
    room = _Room(context, box, block, margins)
    skip, inner = 0, None
    if skip_stack:
        ((skip, inside),) = skip_stack.items()
        inner = {0: inside}
    context.in_column = True
    try:
        most = context.page_bottom - room.top - bottom_space
        endless = room.filled(skip, inner, _ENDLESS, first)
        if endless is None:
            return None

        def holds(height: float) -> bool:
            return room.filled(skip, inner, height, first) is not None

        least = least_height(endless[0], room.count) + _AIR
        fullness.append(least / most)
        return _least(holds, min(least, most), most)
    finally:
        context.in_column = False


def _least(holds: Callable[[float], bool], guess: float, most: float) -> float | None:
    """A height that holds all, the least from a guess on; None where even ``most`` doesn't."""
    low, high, step = guess, guess, _CLOSE
    while not holds(high):
        if high >= most:
            return None
        low, high, step = high, min(high + step, most), 2 * step
    while high - low > _CLOSE + _AIR:
        middle = (low + high) / 2
        if holds(middle):
            high = middle
        else:
            low = middle
    return high
