"""What columns hold, piece by piece, and how high they must be for it all: by sums, without layout.

A piece is what no break goes through: a line, a row, a block that stays whole, and what has to
stay with its neighbour. The boxes that WeasyPrint laid out say how high each is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

_CLOSE = 0.25  # pixels
_KEPT = ("avoid", "avoid-page", "avoid-column")


@dataclass(frozen=True, slots=True)
class Piece:
    """How high a piece is, and what is free above it and must be free below it, in pixels.

    It ``stays`` below what is above.
    """

    height: float
    above: float = 0.0
    below: float = 0.0
    stays: bool = False

    def and_then(self, other: Piece) -> Piece:
        """Both as one."""
        height = self.height + other.above + other.height
        return Piece(height, self.above, other.below, self.stays)


@dataclass(frozen=True, slots=True)
class _Part:
    """Where a piece stands on the page."""

    top: float
    bottom: float
    below: float = 0.0
    stays: bool = False


def least_height(column: Any, count: int) -> float:
    """The least height at which ``count`` columns hold what one endless column does.

    It is a close guess: what floats isn't known, nor what WeasyPrint moves to keep a rule.
    """
    pieces = list(_joined(_pieces_of(column)))
    total = sum(piece.above + piece.height for piece in pieces)
    highest = max((piece.height + piece.below for piece in pieces), default=0.0)
    low, high = max(total / count, highest), total + highest
    while high - low > _CLOSE:
        middle = (low + high) / 2
        if columns_at(pieces, middle) <= count:
            high = middle
        else:
            low = middle
    return high


def columns_at(pieces: Iterable[Piece], height: float) -> int:
    """How many columns of that height the pieces take, none of which is higher."""
    count, used = 0, height
    for piece in pieces:
        after = used + piece.above + piece.height
        if after + piece.below > height:
            count, used = count + 1, piece.height
        else:
            used = after
    return count


def _joined(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Pieces that stay together as one."""
    last: Piece | None = None
    for piece in pieces:
        if last and piece.stays:
            last = last.and_then(piece)
            continue
        if last:
            yield last
        last = piece
    if last:
        yield last


def _pieces_of(column: Any) -> Iterator[Piece]:
    edge = None
    for part in _parts(column):
        above = 0.0 if edge is None else max(part.top - edge, 0.0)
        yield Piece(part.bottom - part.top, above, part.below, part.stays)
        edge = part.bottom


def _parts(box: Any) -> list[_Part]:
    """Where a box can be broken."""
    children = [child for child in getattr(box, "children", ()) if child.is_in_normal_flow()]
    if not children or box.style["break_inside"] in _KEPT:
        return [_whole(box)]
    if _is_line(children[0]):
        return _framed(box, [_line(line, n, len(children)) for n, line in enumerate(children)])
    if not _is_broken(children[0]):
        return [_whole(box)]
    parts: list[_Part] = []
    stays = False
    for child in children:
        first, *rest = _parts(child)
        stays |= first.stays or child.style["break_before"] in _KEPT
        parts += [replace(first, stays=stays and bool(parts)), *rest]
        below = 0.0 if box.bottom_margin_collapses() else child.margin_bottom
        parts[-1] = _with_room(parts[-1], child, below)
        stays = child.style["break_after"] in _KEPT or getattr(child, "is_header", False)
    return _framed(box, parts)


def _line(line: Any, number: int, count: int) -> _Part:
    """No line is alone at a column's foot or head."""
    together = number == 1 or 0 < number == count - 1
    return _Part(line.position_y, line.position_y + line.height, stays=together)


def _framed(box: Any, parts: list[_Part]) -> list[_Part]:
    """The parts with the box's padding above the first and below the last."""
    head = box.padding_top + box.border_top_width
    parts[0] = replace(parts[0], top=parts[0].top - head)
    foot = box.padding_bottom + box.border_bottom_width
    parts[-1] = replace(parts[-1], bottom=parts[-1].bottom + foot)
    return parts


def _with_room(part: _Part, child: Any, margin: float) -> _Part:
    """The last part of a child with the room that WeasyPrint asks for below it.

    That is the padding once more, which is already in its height.
    """
    asked = child.padding_bottom + child.border_bottom_width + margin
    return replace(part, below=max(part.below, asked))


def _whole(box: Any) -> _Part:
    top = box.border_box_y()
    return _Part(top, top + box.border_height())


def _is_line(box: Any) -> bool:
    return type(box).__name__ == "LineBox"


def _is_broken(box: Any) -> bool:
    """Whether breaks may come between such boxes: blocks and rows below each other."""
    from weasyprint.formatting_structure import boxes

    return isinstance(box, boxes.BlockLevelBox | boxes.TableRowGroupBox | boxes.TableRowBox)
