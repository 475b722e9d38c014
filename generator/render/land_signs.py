"""What a map shows of a Region's type: waves, reeds, grass, trees, peaks, dunes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from generator.render.print_svg import Chance, Pen, Point, trail

INK, TONE, PAPER = "#111111", "#2b2f6b", "#ffffff"
_Sign = Callable[[Pen, Point, float, Chance], None]


def fill_of(kind: str) -> str:
    """The tint of a type's hexes."""
    return _FILLS.get(_known(kind), PAPER)


def draw_sign(
    pen: Pen, kind: str, at: Point, size: float, chance: Chance, *, bare: float = 0.0
) -> None:
    """Fill a hex of that size with a type's signs; ``bare`` is how much around the middle row stays
    free for a name, in parts of the size.
    """
    name = _known(kind)
    rows, step = _ROWS[name]
    levels = [-0.74 + 1.48 * (row + 0.5) / rows for row in range(rows)]
    if bare:
        levels = [-0.3, 0.42] if name in _TALL else [-0.5, -0.31, 0.31, 0.5]
    for row, y in enumerate(levels):
        shift = step / 2 if row % 2 and not (bare and name in _TALL) else 0.0
        for n in range(-_ACROSS, _ACROSS + 1):
            x = n * step + shift + chance.between(-0.05, 0.05) * (not bare)
            lower = y + chance.between(-0.03, 0.03) * (not bare)
            grow = chance.between(0.86, 1.1)
            if _fits(name, x, lower, bare):
                place = (at[0] + x * size, at[1] + lower * size)
                _SIGNS[name](pen, place, size * grow, chance)


def _fits(name: str, x: float, y: float, bare: float) -> bool:
    """Whether a sign there stays within its hex and clear of what is written in it."""
    half, up, down = _EXTENTS[name]
    left, right, top, bottom = x - half, x + half, y - up, y + down
    corners = ((a, b) for a in (left, right) for b in (top, bottom))
    if any(
        abs(a) > _INSIDE - 0.06 or abs(b) + abs(a) / math.sqrt(3) > _INSIDE * 1.13
        for a, b in corners
    ):
        return False
    boxes = [(-0.13, 0.13, -0.82, -0.64), (-0.19, 0.19, 0.44, 0.82)]
    boxes.append((-0.8, 0.8, -bare, bare) if bare else (-0.72, -0.5, -0.12, 0.12))
    return not any(left < r and right > a and top < b and bottom > t for a, r, t, b in boxes)


def _known(kind: str) -> str:
    """The sign for a type; a new type gets one of them by its letters."""
    name = kind.casefold()
    if name in _SIGNS:
        return name
    return sorted(_SIGNS)[sum(map(ord, name)) % len(_SIGNS)]


def _line(pen: Pen, data: str, width: float, color: str = TONE) -> None:
    pen.path(data, fill="none", stroke=color, stroke_width=width, stroke_linecap="round")


def _wave(pen: Pen, at: Point, size: float, _: Chance) -> None:
    x, y, w = at[0], at[1], size * 0.1
    data = f"M{x - 2 * w:.2f} {y:.2f}q{w / 2:.2f} {-w * 0.8:.2f} {w:.2f} 0"
    data += f"t{w:.2f} 0t{w:.2f} 0t{w:.2f} 0"
    _line(pen, data, size * 0.016)


def _reed(pen: Pen, at: Point, size: float, chance: Chance) -> None:
    x, y, u = at[0], at[1], size * 0.1
    data = trail([(x - 1.2 * u, y + 0.75 * u), (x + 1.2 * u, y + 0.75 * u)])
    for lean in (-0.75, 0.0, 0.75):
        top = (x + lean * u, y - u * chance.between(0.4, 1.0))
        data += trail([(x + lean * 0.35 * u, y + 0.75 * u), top])
    _line(pen, data, size * 0.015)
    pen.path(
        trail([(x, y - 1.0 * u), (x, y - 0.35 * u)]), fill="none", stroke=TONE,
        stroke_width=size * 0.034, stroke_linecap="round",
    )  # fmt: skip


def _grass(pen: Pen, at: Point, size: float, _: Chance) -> None:
    x, y, u = at[0], at[1], size * 0.075
    data = ""
    for lean, rise in ((-0.8, 0.75), (0.0, 1.15), (0.8, 0.75)):
        data += f"M{x + lean * 0.2 * u:.2f} {y + 0.5 * u:.2f}"
        data += f"q{lean * 0.2 * u:.2f} {-rise * u * 0.7:.2f} {lean * u:.2f} {-rise * u:.2f}"
    _line(pen, data, size * 0.015)


def _tree(pen: Pen, at: Point, size: float, _: Chance) -> None:
    x, y, u = at[0], at[1], size * 0.095
    crown = [(x, y - 1.7 * u), (x + 0.85 * u, y + 0.5 * u), (x - 0.85 * u, y + 0.5 * u)]
    pen.path(trail([(x, y + 0.4 * u), (x, y + 0.95 * u)]), stroke=TONE, stroke_width=size * 0.028)
    pen.path(
        trail(crown, closed=True), fill=PAPER, stroke=TONE, stroke_width=size * 0.016,
        stroke_linejoin="round",
    )  # fmt: skip
    shade = [(x, y - 1.7 * u), (x + 0.85 * u, y + 0.5 * u), (x + 0.1 * u, y + 0.5 * u)]
    pen.path(trail(shade, closed=True), fill=TONE)


def _peak(pen: Pen, at: Point, size: float, chance: Chance) -> None:
    x, y, u = at[0], at[1], size * 0.2
    tip = x + chance.between(-0.12, 0.12) * u
    left, right, top = x - 1.0 * u, x + 1.0 * u, y - 1.15 * u
    base = y + 0.5 * u
    outline = [(left, base), (tip, top), (right, base)]
    pen.path(trail(outline, closed=True), fill=PAPER)
    ridge = [
        (tip, top), (tip + 0.14 * u, y - 0.6 * u), (tip - 0.06 * u, y - 0.25 * u),
        (tip + 0.16 * u, base), (right, base),
    ]  # fmt: skip
    pen.path(trail(ridge, closed=True), fill=TONE)
    pen.path(
        trail(outline), fill="none", stroke=INK, stroke_width=size * 0.02, stroke_linejoin="round",
        stroke_linecap="round",
    )  # fmt: skip


def _dune(pen: Pen, at: Point, size: float, chance: Chance) -> None:
    x, y, u = at[0], at[1], size * 0.12
    data = f"M{x - 1.5 * u:.2f} {y + 0.3 * u:.2f}"
    data += f"q{1.2 * u:.2f} {-1.1 * u:.2f} {2.0 * u:.2f} {-0.5 * u:.2f}"
    data += f"q{0.7 * u:.2f} {0.5 * u:.2f} {1.0 * u:.2f} {0.6 * u:.2f}"
    _line(pen, data, size * 0.016)
    for n in range(3):
        spot = (x + (n - 0.6) * 0.6 * u, y + chance.between(0.25, 0.75) * u)
        pen.circle(spot, size * 0.011, fill=TONE)


_TALL = frozenset({"forests", "peaks", "wetlands"})
_ACROSS = 5  # signs to either side of the middle that are tried
_INSIDE = 0.79  # how far from the middle a sign may reach, in parts of the size
_EXTENTS: Mapping[str, tuple[float, float, float]] = MappingProxyType(
    {
        "waters": (0.2, 0.04, 0.04),
        "wetlands": (0.12, 0.11, 0.08),
        "plains": (0.07, 0.07, 0.04),
        "forests": (0.09, 0.17, 0.1),
        "peaks": (0.2, 0.22, 0.1),
        "barrens": (0.19, 0.05, 0.09),
    }
)  # half the width, height above and below, in parts of the size
_SIGNS: Mapping[str, _Sign] = MappingProxyType(
    {
        "waters": _wave,
        "wetlands": _reed,
        "plains": _grass,
        "forests": _tree,
        "peaks": _peak,
        "barrens": _dune,
    }
)
_ROWS: Mapping[str, tuple[int, float]] = MappingProxyType(
    {
        "waters": (9, 0.46),
        "wetlands": (6, 0.33),
        "plains": (7, 0.3),
        "forests": (7, 0.22),
        "peaks": (5, 0.4),
        "barrens": (7, 0.44),
    }
)  # how many rows, and how far apart in one
_FILLS: Mapping[str, str] = MappingProxyType(
    {
        "waters": "#c6c8e2",
        "wetlands": "#e0e1ef",
        "plains": "#ffffff",
        "forests": "#edeef6",
        "peaks": "#f6f6fa",
        "barrens": "#fafafa",
    }
)
