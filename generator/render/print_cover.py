"""The cover: a song comes down out of the night sky and becomes a way through a land of hexes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import cache

from generator.render.print_svg import (
    Chance,
    Curve,
    Pen,
    Point,
    beside,
    hexagon,
    moon,
    spline,
    star,
    trail,
)

ALT = (
    "A night sky with a star chart, a ring of moons and a bird among the constellations. "
    "A staff of five lines, its notes stars, comes down to the horizon and goes on as a path "
    "through a land of hexes, to a traveler with a lantern."
)
NIGHT = "#23275c"
DEEP = "#14173a"
DUSK = "#565b9c"
PALE = "#ffffff"

_HORIZON = 0.665  # in parts of the height
_FRONT = (0.1, 0.9, 0.06, 0.215)  # where the words are: left, right, top and bottom
_BACK = (0.22, 0.78, 0.06, 0.62)


@cache
def cover(width: float, height: float) -> str:
    """The drawing for a cover of that size in millimetres."""
    pen = Pen()
    scene = _Scene(pen, width, height)
    scene.sky()
    scene.chart()
    scene.stars()
    scene.constellations()
    scene.land()
    scene.landmarks()
    scene.song()
    scene.traveler()
    return pen.image(width, height, ALT, "cover-art")


@cache
def back_cover(width: float, height: float) -> str:
    """The night behind the words on the back."""
    pen = Pen()
    scene = _Scene(pen, width, height)
    scene.words = _BACK
    scene.sky()
    scene.stars()
    scene.constellations()
    scene.land()
    return pen.image(width, height, "The night sky over a land of hexes", "cover-art")


class _Scene:
    """Where things are: fractions of the page, so that it fits any paper."""

    def __init__(self, pen: Pen, width: float, height: float) -> None:
        self.pen = pen
        self.w, self.h = width, height
        self.unit = width / 148
        self.chance = Chance("cover")
        self.words = _FRONT
        self.pole = (0.5 * width, 0.378 * height)
        self.horizon = _HORIZON * height
        self.song_line = spline([self._at(x, y) for x, y in _SONG])

    def _at(self, x: float, y: float) -> Point:
        return (x * self.w, y * self.h)

    def sky(self) -> None:
        """The night, lighter towards the horizon."""
        bands = 16
        for band in range(bands):
            part = band / (bands - 1)
            points = [(0.0, self.h), (0.0, 0.0), (self.w, 0.0), (self.w, self.h)]
            if band:
                top = self.horizon * part**0.8 * 0.98
                points = [(0.0, self.h), (self.w, self.h)]
                points += [
                    (self.w * step / 40, top + self._wave(step / 40, band))
                    for step in range(40, -1, -1)
                ]
            self.pen.path(trail(points, closed=True), fill=_mixed(part**1.5))

    def _wave(self, x: float, band: int) -> float:
        return self.unit * (1.5 * math.sin(5 * x + 0.7 * band) + 0.7 * math.sin(11 * x - band))

    def chart(self) -> None:
        """Circles about the pole, hours, and a ring of moons."""
        x, y = self.pole
        for number, radius in enumerate((12, 24.5, 33.5, 52, 74, 98)):
            dash = "0.3 1.1" if number in (3, 5) else "none"
            self.pen.circle(
                self.pole, radius * self.unit, fill="none", stroke=PALE, stroke_width=0.16,
                opacity=0.5 if number < 3 else 0.34, stroke_dasharray=dash,
            )  # fmt: skip
        for hour in range(72):
            angle = 2 * math.pi * hour / 72
            ends = (31.6, 33.5) if hour % 3 else (24.5, 33.5)
            self._spoke(angle, ends, 0.4)
            if hour % 6 == 0:
                self._spoke(angle, (52.0, 120.0), 0.14)
        count = 12
        for number in range(count):
            angle = 2 * math.pi * number / count
            at = (x + 29 * self.unit * math.sin(angle), y - 29 * self.unit * math.cos(angle))
            self.pen.circle(at, 3.5 * self.unit, fill=NIGHT)
            self._phase(at, 2.55 * self.unit, number / count)
        self.pen.path(star(self.pole, 9.5 * self.unit, 0.4, 8), fill=PALE, opacity=0.35)
        self.pen.path(star(self.pole, 15.5 * self.unit, 0.13), fill=PALE)
        self.pen.circle(self.pole, 1.5 * self.unit, fill=NIGHT)
        self.pen.circle(self.pole, 0.6 * self.unit, fill=PALE)

    def _phase(self, at: Point, radius: float, phase: float) -> None:
        self.pen.circle(at, radius, fill=DEEP, stroke=PALE, stroke_width=0.14)
        if phase == 0.5:
            self.pen.circle(at, radius, fill=PALE)
        elif phase:
            self.pen.path(moon(at, radius, phase), fill=PALE)

    def _spoke(self, angle: float, reach: tuple[float, float], opacity: float) -> None:
        x, y = self.pole
        ends = [
            (x + r * self.unit * math.sin(angle), y - r * self.unit * math.cos(angle))
            for r in reach
        ]
        ends = [(px, min(py, self.horizon)) for px, py in ends]
        self.pen.path(trail(ends), stroke=PALE, stroke_width=0.16, opacity=opacity)

    def stars(self) -> None:
        """Many faint stars, few bright ones; none behind the lettering or on the chart."""
        for _ in range(520):
            at = (self.chance.between(0, self.w), self.chance.between(0, self.horizon * 0.99))
            bright = self.chance.between(0, 1) ** 9
            if self._taken(at):
                continue
            if bright > 0.45:
                self.pen.path(star(at, (0.8 + bright) * self.unit, 0.2), fill=PALE)
            else:
                size = (0.12 + 0.32 * bright) * self.unit
                self.pen.circle(at, size, fill=PALE, opacity=0.35 + 0.6 * bright)

    def _taken(self, at: Point) -> bool:
        x, y = at[0] / self.w, at[1] / self.h
        left, right, top, bottom = self.words
        lettering = left < x < right and top < y < bottom
        drawn = any(
            left - 0.01 < x < left + wide * 1.25 + 0.01 and top - 0.01 < y < top + high + 0.01
            for (left, top, wide, high), _, _ in (_BIRD, _LYRE)
        )
        return lettering or drawn or math.dist(at, self.pole) < 35 * self.unit

    def constellations(self) -> None:
        """A bird that sings, and a lyre."""
        for (left, top, wide, high), points, lines in (_BIRD, _LYRE):
            places = [self._at(left + x * wide, top + y * high) for x, y in points]
            for line in lines:
                self.pen.path(
                    trail([places[n] for n in line]), fill="none", stroke=PALE,
                    stroke_width=0.2, opacity=0.75,
                )  # fmt: skip
            for number, place in enumerate(places):
                size = 1.5 if number % 5 == 0 else 0.8
                self.pen.path(star(place, size * self.unit, 0.26), fill=PALE)

    def land(self) -> None:
        """Hills on the horizon, and a plain of hexes down to the reader's feet."""
        self._hills(0.018, 0.020, "#474c8d", 3)
        self._hills(0.006, 0.014, "#353a77", 5)
        box = [
            (0.0, self.horizon), (self.w, self.horizon), (self.w, self.h), (0.0, self.h)
        ]  # fmt: skip
        self.pen.path(trail(box, closed=True), fill=NIGHT)
        for corners, depth, tint in self._tiles():
            self.pen.path(
                trail(corners, closed=True), fill=DEEP, fill_opacity=tint, stroke=PALE,
                stroke_width=0.1 + 0.14 * depth, stroke_opacity=0.16 + 0.22 * depth,
            )  # fmt: skip

    def landmarks(self) -> None:
        """What waits along the way: a tower, old stones, a few trees."""
        x, y = self._at(0.925, _HORIZON - 0.004)
        u = self.unit
        half = [
            (-1.5, 0.0), (-1.2, -9.0), (-1.8, -9.3), (-1.8, -10.6), (-1.0, -10.6), (-1.0, -10.0),
            (-0.4, -10.0), (-0.4, -10.6),
        ]  # fmt: skip
        outline = half + [(-a, b) for a, b in reversed(half)]
        tower = [(x + 0.8 * u * a, y + 0.8 * u * b) for a, b in outline]
        self.pen.path(trail(tower, closed=True), fill=DEEP)
        self.pen.circle((x, y - 5.8 * u), 0.4 * u, fill=PALE)
        for place, size in _STONES:
            at = self._at(place, 0.712 + 0.012 * math.sin(9 * place))
            self._stone(at, size * u)
        for place, size in _TREES:
            self._tree(self._at(place, _HORIZON + 0.004), size * u)

    def _stone(self, at: Point, size: float) -> None:
        x, y = at
        corners = [
            (x - 1.2 * size, y), (x - 1.0 * size, y - 4.4 * size), (x - 0.2 * size, y - 5.0 * size),
            (x + 0.9 * size, y - 4.1 * size), (x + 1.25 * size, y),
        ]  # fmt: skip
        self.pen.path(trail(corners, closed=True), fill=DEEP, stroke=PALE, stroke_width=0.16)

    def _tree(self, at: Point, size: float) -> None:
        x, y = at
        corners = [(x, y - 7 * size)]
        for tier in range(3):
            reach = (0.9 + 0.55 * tier) * size
            corners.append((x + reach, y - (4.6 - 1.75 * tier) * size))
            corners.append((x + reach * 0.5, y - (4.6 - 1.75 * tier) * size))
        mirrored = [(2 * x - a, b) for a, b in reversed(corners[1:])]
        self.pen.path(trail([*corners, *mirrored], closed=True), fill=DEEP)

    def _hills(self, rise: float, wave: float, color: str, seed: int) -> None:
        points = [(0.0, self.horizon + 1)]
        for step in range(61):
            x = step / 60
            height = rise + wave * (
                0.6 * math.sin(7 * x + seed) + 0.3 * math.sin(17 * x + 2 * seed)
                + 0.16 * math.sin(41 * x + seed)
            )  # fmt: skip
            points.append((x * self.w, self.horizon - max(height, 0.0) * self.h))
        points.append((self.w, self.horizon + 1))
        self.pen.path(trail(points, closed=True), fill=color)

    def _tiles(self) -> Iterable[tuple[list[Point], float, float]]:
        """Hexes on the ground, seen from a height: corners, nearness, tint."""
        for row in range(40, 0, -1):
            for column in range(-26, 27):
                x = math.sqrt(3) * (column + row % 2 / 2)
                z = 1.5 * row + 3.0
                corners = [
                    self._seen(
                        x + 0.97 * math.sin(math.pi * k / 3), z + 0.97 * math.cos(math.pi * k / 3)
                    )
                    for k in range(6)
                ]
                tint = (0.0, 0.0, 0.0, 0.3, 0.55)[self.chance.below(5)]
                if all(px < -4 or px > self.w + 4 for px, _ in corners):
                    continue
                if min(py for _, py in corners) > self.h + 4:
                    continue
                yield corners, min(1.0, 6.0 / z), tint

    def _seen(self, x: float, z: float) -> Point:
        scale = 0.36 * self.h * 3.4 / z
        return (0.5 * self.w + x * scale * 0.42, self.horizon + scale)

    def song(self) -> None:
        """The five lines: a path below the horizon, a staff with stars for notes above."""
        curve = self.song_line
        spread = _spread(self.unit)
        edge = [beside(curve, t / 160, -2.6 * spread(t / 160)) for t in range(161)]
        edge += [beside(curve, t / 160, 2.6 * spread(t / 160)) for t in range(160, -1, -1)]
        ground = [beside(curve, t / 90 * _LIFT, -2.5 * spread(t / 90 * _LIFT)) for t in range(91)]
        ground += [
            beside(curve, t / 90 * _LIFT, 2.5 * spread(t / 90 * _LIFT)) for t in range(90, -1, -1)
        ]
        self.pen.path(trail(edge, closed=True), fill=NIGHT, fill_opacity=0.55)
        self.pen.path(trail(ground, closed=True), fill="#7277b4", fill_opacity=0.5)
        for line in range(-2, 3):
            for piece in range(40):
                steps = [(piece * 4 + step) / 160 for step in range(5)]
                points = [beside(curve, t, line * spread(t)) for t in steps]
                thick = (0.16 + 0.13 * min(spread(steps[0]) / self.unit, 4.5)) * self.unit
                self.pen.path(
                    trail(points), fill="none", stroke=PALE, stroke_width=thick,
                    stroke_linecap="round",
                )  # fmt: skip
        for place, away, kind in _NOTES:
            self._note(curve, place, away * spread(place), kind)

    def _note(self, curve: Curve, t: float, away: float, kind: str) -> None:
        at = beside(curve, t, away)
        size = 1.0 * self.unit
        if kind == "star":
            self.pen.path(star(at, 4.2 * size, 0.2), fill=PALE)
        elif kind == "moon":
            self.pen.circle(at, 2.3 * size, fill=NIGHT, stroke=PALE, stroke_width=0.25)
            self.pen.path(moon(at, 2.3 * size, 0.16), fill=PALE)
        elif kind == "hex":
            self.pen.path(hexagon(at, 2.2 * size), fill=NIGHT, stroke=PALE, stroke_width=0.45)
        else:
            turn = f"rotate(-22 {at[0]:.2f} {at[1]:.2f})"
            shape = f'cx="{at[0]:.2f}" cy="{at[1]:.2f}" rx="{2.3 * size:.2f}"'
            self.pen.raw(
                f'<ellipse {shape} ry="{1.65 * size:.2f}" transform="{turn}" fill="{PALE}"/>'
            )
            top = (at[0] + 2.1 * size, at[1] - 12.5 * size)
            stem = trail([(at[0] + 2.1 * size, at[1]), top])
            self.pen.path(stem, stroke=PALE, stroke_width=0.5 * self.unit)
            if kind == "quaver":
                x, y = top
                flag = (
                    f"M{x:.2f} {y:.2f}c{1.2 * size:.2f} {3 * size:.2f} {4.4 * size:.2f} "
                    f"{3.2 * size:.2f} {3 * size:.2f} {7 * size:.2f}c{0.2 * size:.2f} "
                    f"{-2.6 * size:.2f} {-1.2 * size:.2f} {-3.4 * size:.2f} {-3 * size:.2f} "
                    f"{-4.4 * size:.2f}Z"
                )
                self.pen.path(flag, fill=PALE)

    def traveler(self) -> None:
        """Someone on the path, and the light that they carry."""
        x, y = self.song_line(0.13)
        u = self.unit
        lamp = (x + 5.6 * u, y - 6.8 * u)
        for radius, opacity in ((11.0, 0.10), (7.0, 0.14), (3.8, 0.22)):
            self.pen.circle(lamp, radius * u, fill=PALE, opacity=opacity)
        cloak = (
            f"M{x:.2f} {y - 13.2 * u:.2f}"
            f"c{1.5 * u:.2f} {0.2 * u:.2f} {2.0 * u:.2f} {1.6 * u:.2f} {1.7 * u:.2f} {3.0 * u:.2f}"
            f"c{1.5 * u:.2f} {2.6 * u:.2f} {1.9 * u:.2f} {6.4 * u:.2f} {2.3 * u:.2f} {10.2 * u:.2f}"
            f"c{-2.6 * u:.2f} {0.9 * u:.2f} {-5.4 * u:.2f} {0.9 * u:.2f} {-8 * u:.2f} 0"
            f"c{0.4 * u:.2f} {-3.8 * u:.2f} {0.8 * u:.2f} {-7.6 * u:.2f} {2.3 * u:.2f} "
            f"{-10.2 * u:.2f}c{-0.3 * u:.2f} {-1.4 * u:.2f} {0.2 * u:.2f} {-2.8 * u:.2f} "
            f"{1.7 * u:.2f} {-3.0 * u:.2f}Z"
        )
        self.pen.path(cloak, fill=DEEP)
        staff = [(x - 4.6 * u, y + 0.6 * u), (x - 3.4 * u, y - 15.4 * u)]
        self.pen.path(trail(staff), stroke=DEEP, stroke_width=0.6 * u)
        arm = [(x + 1.2 * u, y - 8.6 * u), (x + 5.4 * u, y - 9.6 * u), (lamp[0], lamp[1] - u)]
        self.pen.path(trail(arm), fill="none", stroke=DEEP, stroke_width=0.9 * u)
        self.pen.path(hexagon(lamp, 1.35 * u), fill=PALE)


# The song from the reader's feet up: fractions of the page.
_SONG = (
    (0.44, 1.06), (0.50, 0.93), (0.64, 0.835), (0.52, 0.765), (0.40, 0.722), (0.47, 0.690),
    (0.55, 0.664), (0.63, 0.634), (0.80, 0.610), (0.945, 0.575), (0.91, 0.520), (0.72, 0.543),
    (0.45, 0.596), (0.20, 0.580), (-0.10, 0.475),
)  # fmt: skip
_LIFT = 5.6 / 14  # where it leaves the ground
_NOTES = (
    (0.655, 0, "star"), (0.735, 1, "note"), (0.79, -1, "moon"), (0.835, 1, "quaver"),
    (0.88, -0.5, "hex"), (0.93, 1, "note"), (0.965, -1, "star"),
)  # fmt: skip

# Along the horizon: where, in parts of the width, and how large.
_STONES = ((0.115, 1.0), (0.15, 1.5), (0.185, 1.25), (0.222, 1.45), (0.255, 0.9))
_TREES = (
    (0.06, 1.0), (0.085, 1.35), (0.285, 0.9), (0.31, 1.15), (0.70, 1.0), (0.725, 1.3),
    (0.755, 0.95), (0.87, 0.9), (0.97, 1.0),
)  # fmt: skip

# Constellations in a box of their own: its corner and size on the page, stars, lines.
_BIRD = (
    (0.055, 0.262, 0.20, 0.105),
    (
        (0.86, 0.20), (1.00, 0.06), (0.99, 0.24), (0.73, 0.05), (0.60, 0.18), (0.41, 0.40),
        (0.22, 0.62), (0.00, 0.86), (0.08, 0.98), (0.32, 0.80), (0.57, 0.83), (0.79, 0.60),
        (0.82, 0.36), (0.60, 0.36), (0.46, 0.66), (0.16, 0.74), (1.14, -0.08), (1.24, 0.12),
    ),
    (
        (1, 0, 2), (0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0), (13, 14, 15), (13, 5),
    ),
)  # fmt: skip
_LYRE = (
    (0.795, 0.258, 0.125, 0.115),
    (
        (0.10, 0.00), (0.00, 0.30), (0.22, 0.62), (0.40, 0.94), (0.60, 0.94), (0.78, 0.62),
        (1.00, 0.30), (0.90, 0.00), (0.02, 0.22), (0.98, 0.22), (0.33, 0.22), (0.50, 0.22),
        (0.67, 0.22), (0.50, 0.94),
    ),
    ((0, 1, 2, 3, 4, 5, 6, 7), (8, 10, 11, 12, 9), (10, 3), (11, 13), (12, 4)),
)  # fmt: skip


def _mixed(part: float) -> str:
    """A tone between the deep of the night and the dusk over the horizon."""
    pairs = ((int(DEEP[n : n + 2], 16), int(DUSK[n : n + 2], 16)) for n in (1, 3, 5))
    return "#" + "".join(f"{round(low + (high - low) * part):02x}" for low, high in pairs)


def _spread(unit: float) -> Callable[[float], float]:
    """How far apart the lines are along the way: near, far, and wide again in the sky."""

    def at(t: float) -> float:
        if t < _LIFT:
            near: float = (1 - t / _LIFT) ** 1.7
            return (0.28 + 6.2 * near) * unit
        far: float = min(1.0, (t - _LIFT) / 0.25) ** 1.2
        return (0.28 + 2.3 * far) * unit

    return at
