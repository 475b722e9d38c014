"""Maps to draw on: the hex flower of a Land, blank."""

from __future__ import annotations

import math
from functools import cache

from generator.render.print_svg import Pen, hexagon, hexes

NIGHT = "#2b2f6b"


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
