"""A pen that draws SVG, and the motifs of the house: stars, moons, hexes, staves."""

from __future__ import annotations

import base64
import math
import random
from collections.abc import Callable, Sequence
from html import escape

Point = tuple[float, float]
Curve = Callable[[float], Point]


class Chance:
    """Numbers that are always the same for the same seed."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def between(self, low: float, high: float) -> float:
        """A number from low to high."""
        return low + (high - low) * self._random.random()

    def below(self, count: int) -> int:
        """A whole number from 0 to count - 1."""
        return int(self._random.random() * count)


class Pen:
    """Collects shapes; millimetres, rounded so that the same drawing gives the same text.

    Paths of one style that follow each other become one path: less to read and to draw.
    """

    def __init__(self) -> None:
        self._shapes: list[str] = []
        self._ending = ""  # of the last path, while more can join it

    def path(self, data: str, **style: str | float) -> None:
        """A path from its data."""
        ending = f'"{_style(style)}/>'
        if self._ending == ending:
            self._shapes[-1] = f"{self._shapes[-1].removesuffix(ending)}{data}{ending}"
        else:
            self._add(f'<path d="{data}{ending}')
            self._ending = ending

    def _add(self, markup: str) -> None:
        self._shapes.append(markup)
        self._ending = ""

    def circle(self, at: Point, radius: float, **style: str | float) -> None:
        """A circle around a point."""
        where = f'cx="{_n(at[0])}" cy="{_n(at[1])}" r="{_n(radius)}"'
        self._add(f"<circle {where}{_style(style)}/>")

    def raw(self, markup: str) -> None:
        """Markup as it is: gradients, groups."""
        self._add(markup)

    def svg(self, width: float, height: float, inside: str = "", attributes: str = "") -> str:
        """The drawing as an SVG document; ``inside`` comes first, such as its title."""
        box = f'viewBox="0 0 {_n(width)} {_n(height)}" width="{_n(width)}mm"'
        start = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {box} height="{_n(height)}mm"{attributes}>'
        )
        return f"{start}{inside}{''.join(self._shapes)}</svg>"

    def image(self, width: float, height: float, alt: str, kind: str) -> str:
        """The drawing as an ``<img>`` that holds it, with its alternative text."""
        return image_of(self.svg(width, height), alt, kind)


def image_of(svg: str, alt: str, kind: str) -> str:
    """An SVG document as an ``<img>`` that holds it."""
    return f'<img class="{kind}" alt="{escape(alt)}" src="{data_of(svg)}">'


def data_of(svg: str) -> str:
    """An SVG document as an address that holds it."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"


def _n(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _style(style: dict[str, str | float]) -> str:
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_n(v) if isinstance(v, float) else v}"'
        for name, v in style.items()
    )


def trail(points: Sequence[Point], *, closed: bool = False) -> str:
    """Path data through points, in straight lines."""
    data = "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)
    return f"{data}Z" if closed else data


def star(at: Point, radius: float, waist: float = 0.16, points: int = 4) -> str:
    """Path data of a star with long, fine points; the first points up."""
    x, y = at
    corners: list[Point] = []
    for step in range(points * 2):
        reach = radius if step % 2 == 0 else radius * waist
        angle = math.pi * step / points - math.pi / 2
        corners.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return trail(corners, closed=True)


def moon(at: Point, radius: float, phase: float) -> str:
    """Path data of the moon's lit part: phase 0 is new, 0.5 full, 1 new again."""
    x, y = at
    r = _n(radius)
    top, bottom = f"{_n(x)} {_n(y - radius)}", f"{_n(x)} {_n(y + radius)}"
    waxing = phase <= 0.5
    bulge = math.cos(2 * math.pi * phase)  # 1 new, -1 full
    limb = f"M{top}A{r} {r} 0 0 {1 if waxing else 0} {bottom}"
    if abs(bulge) < 0.05:  # half a moon: its edge is straight
        return f"{limb}Z"
    inner = _n(abs(bulge) * radius)
    outer_sweep = 1 if waxing else 0
    inner_sweep = outer_sweep if bulge < 0 else 1 - outer_sweep
    return f"{limb}A{inner} {r} 0 0 {inner_sweep} {top}Z"


def hexagon(at: Point, radius: float, turn: float = 0.0) -> str:
    """Path data of a regular hexagon; unturned, it stands on a corner."""
    corners = [
        (
            at[0] + radius * math.sin(math.pi * (step / 3) + turn),
            at[1] - radius * math.cos(math.pi * (step / 3) + turn),
        )
        for step in range(6)
    ]
    return trail(corners, closed=True)


def hexes(rings: int) -> list[Point]:
    """Centres of a flower of hexes of radius 1, the middle one first."""
    found = [(0.0, 0.0)]
    for ring in range(1, rings + 1):
        found += [
            (math.sqrt(3) * (q + r / 2), 1.5 * r)
            for q in range(-ring, ring + 1)
            for r in range(-ring, ring + 1)
            if max(abs(q), abs(r), abs(q + r)) == ring
        ]
    return found


def spline(points: Sequence[Point]) -> Curve:
    """A smooth curve through the points, for t from 0 to 1."""
    padded = [points[0], *points, points[-1]]
    pieces = len(points) - 1

    def at(t: float) -> Point:
        place = min(max(t, 0.0), 1.0) * pieces
        piece = min(int(place), pieces - 1)
        u = place - piece
        a, b, c, d = padded[piece : piece + 4]
        return (_catmull(a[0], b[0], c[0], d[0], u), _catmull(a[1], b[1], c[1], d[1], u))

    return at


def _catmull(a: float, b: float, c: float, d: float, u: float) -> float:
    return 0.5 * (
        2 * b
        + (c - a) * u
        + (2 * a - 5 * b + 4 * c - d) * u * u
        + (3 * b - a - 3 * c + d) * u * u * u
    )


def beside(curve: Curve, t: float, distance: float) -> Point:
    """The point at a distance to the left of the curve."""
    step = 0.0015
    (x0, y0), (x1, y1) = curve(t - step), curve(t + step)
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    x, y = curve(t)
    return (x + (y1 - y0) / length * distance, y - (x1 - x0) / length * distance)
