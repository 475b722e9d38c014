"""Pages to draw and write on: the hex flower of a Land, blank, and lines."""

from __future__ import annotations

import math
from functools import cache

from generator.render.print_svg import Pen, hexagon, hexes, trail

NIGHT = "#2b2f6b"
_LINE = 7.0  # millimetres between lines to write on


@cache
def blank_flower(radius: int, width: float, alt: str) -> str:
    """A flower of hexes with that many rings around the middle, as wide as that in millimetres."""
    pen = Pen()
    across = 2 * radius + 1
    size = width / (across * math.sqrt(3))
    height = size * (3 * radius + 2)
    for x, y in hexes(radius):
        at = (width / 2 + x * size, height / 2 + y * size)
        pen.path(hexagon(at, size * 0.97), fill="none", stroke=NIGHT, stroke_width=0.25)
    return pen.image(width, height, alt, "flower")


@cache
def ruled(width: float, height: float, alt: str) -> str:
    """Lines to write on, 7 mm apart, as SVG."""
    pen = Pen()
    for line in range(1, int(height / _LINE) + 1):
        ends = [(0.0, line * _LINE - 0.1), (width, line * _LINE - 0.1)]
        pen.path(trail(ends), stroke=NIGHT, stroke_width=0.2, opacity=0.45)
    return pen.image(width, height, alt, "ruled")
