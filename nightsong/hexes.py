"""Hexes on a hex flower, by axial coordinates.

A *hex* is one field of the map; its pointed side is up, so that a map is drawn in rows. A *flower*
is a middle hex and a number of rings around it (the ruling ``rulings/hex-flower``). Distances count
hexes from middle to middle. Nothing here knows what lies in a hex.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

_AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@dataclass(frozen=True, slots=True)
class Hex:
    """A hex by its axial coordinates: ``q`` to the right along a row, ``r`` down the rows."""

    q: int
    r: int


MIDDLE = Hex(0, 0)


def reading_order(place: Hex) -> tuple[int, int]:
    """The key to sort hexes as one reads: rows from the top, each from the left."""
    return place.r, place.q


def neighbours(place: Hex) -> tuple[Hex, ...]:
    """The six hexes that touch this one, clockwise from the right, whether on a map or not."""
    return tuple(Hex(place.q + q, place.r + r) for q, r in _AROUND)


def distance(one: Hex, other: Hex) -> int:
    """How many steps from hex to hex lie between the two.

    >>> distance(Hex(0, -2), Hex(1, 1))
    4
    """
    q, r = one.q - other.q, one.r - other.r
    return max(abs(q), abs(r), abs(q + r))


def ring(middle: Hex, radius: int) -> tuple[Hex, ...]:
    """All hexes at exactly that distance of a hex, in reading order; the hex itself at 0.

    ``ValueError`` for a negative radius.
    """
    return tuple(
        Hex(middle.q + h.q, middle.r + h.r) for h in flower(radius) if distance(h, MIDDLE) == radius
    )


def flower(radius: int) -> tuple[Hex, ...]:
    """All hexes of a flower with that many rings around its middle, in reading order.

    >>> len(flower(2))
    19

    ``ValueError`` for a negative radius.
    """
    if radius < 0:
        raise ValueError(f"expected a radius of 0 or more, came {radius}")
    return tuple(
        Hex(q, r)
        for r in range(-radius, radius + 1)
        for q in range(_first(r, radius), _first(r, radius) + 2 * radius + 1 - abs(r))
    )


def rows(radius: int) -> tuple[tuple[Hex, ...], ...]:
    """The flower's hexes row by row, from the top."""
    hexes = flower(radius)
    return tuple(tuple(h for h in hexes if h.r == row - radius) for row in range(2 * radius + 1))


def label(place: Hex, radius: int) -> str:
    """What a hex is called on a flower: its row's letters and its place in the row.

    >>> label(Hex(0, 0), 2), label(Hex(0, -2), 2)
    ('c3', 'a1')

    ``ValueError`` for a hex that is not on the flower.
    """
    if distance(place, MIDDLE) > radius:
        raise ValueError(f"expected a hex of a flower of radius {radius}, came {place}")
    return f"{letters(place.r + radius + 1)}{place.q - _first(place.r, radius) + 1}"


def letters(number: int) -> str:
    """A number from 1 on as letters: a to z, then aa, ab and so on.

    >>> letters(3), letters(28)
    ('c', 'ab')
    """
    text = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("a") + rest) + text
    return text


def touching(taken: Collection[Hex], free: Collection[Hex]) -> tuple[Hex, ...]:
    """The free hexes that touch a taken one, in reading order."""
    around = {near for place in taken for near in neighbours(place)}
    return tuple(sorted(around.intersection(free), key=reading_order))


def pieces(hexes: Collection[Hex]) -> tuple[frozenset[Hex], ...]:
    """The connected pieces that the hexes make, in the reading order of their first hexes."""
    left = set(hexes)
    found: list[frozenset[Hex]] = []
    for place in sorted(hexes, key=reading_order):
        if place not in left:
            continue
        piece = {place}
        while more := touching(piece, left - piece):
            piece.update(more)
        left -= piece
        found.append(frozenset(piece))
    return tuple(found)


def _first(row: int, radius: int) -> int:
    """The lowest ``q`` of a row of the flower."""
    return max(-radius, -radius - row)
