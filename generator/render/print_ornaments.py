"""The sky that opens a chapter, with the chapter's own stars, moon and song; small ornaments.

Everything comes from the chapter's id and number, so it stays the same for as long as they do.
"""

from __future__ import annotations

import math
from functools import cache

from generator.render.print_svg import (
    Chance,
    Pen,
    Point,
    data_of,
    hexagon,
    hexes,
    moon,
    star,
    trail,
)

INK = "#111111"
NIGHT = "#2b2f6b"
PAPER = "#ffffff"

_LOW = 44.0  # millimetres; a lower opener has no moons
_LINES = 5
_STEPS = 72


@cache
def opener(seed: str, place: tuple[int, int], size: tuple[float, float], alt: str) -> str:
    """The sky that opens a chapter, as SVG, ``size`` in millimetres.

    ``place`` is the chapter's number and how many there are: what the moons count.
    """
    chance = Chance(f"opener/{seed}")
    pen = Pen()
    sky = _Sky(pen, chance, size)
    sky.night()
    sky.circles()
    sky.stars()
    sky.constellation()
    if size[1] > _LOW:
        sky.moons(*place)
    sky.song()
    _MEDALLIONS[(place[0] - 1) % len(_MEDALLIONS)](pen, chance, sky.pole)
    return pen.image(*size, alt, "sky")


@cache
def thumb(phase: float, size: tuple[float, float]) -> str:
    """A thumb mark, dark with the chapter's moon on it, as the source of a picture."""
    pen = Pen()
    width, height = size
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    pen.path(trail(corners, closed=True), fill=NIGHT)
    at = (width / 2, height / 2)
    pen.circle(at, 1.75, fill=NIGHT, stroke=PAPER, stroke_width=0.2)
    if abs(phase - 0.5) < 0.02:
        pen.circle(at, 1.75, fill=PAPER)
    else:
        pen.path(moon(at, 1.75, phase), fill=PAPER)
    return data_of(pen.svg(width, height))


@cache
def band(seed: str, width: float, alt: str) -> str:
    """A narrow song line to stand beside a heading."""
    chance = Chance(f"band/{seed}")
    pen = Pen()
    height = 7.0
    for line in range(_LINES):
        y = height / 2 + (line - 2) * 0.85
        pen.path(trail([(0.0, y), (width, y)]), fill="none", stroke=NIGHT, stroke_width=0.16)
    count = int(width / 9)
    for number in range(count):
        x = width * (number + chance.between(0.25, 0.75)) / count
        y = height / 2 + (chance.below(9) / 2 - 2) * 0.85
        kind = chance.below(4)
        if kind == 0:
            pen.path(star((x, y), 1.7, 0.28), fill=INK)
        elif kind == 1:
            pen.circle((x, y), 0.95, fill=PAPER, stroke=NIGHT, stroke_width=0.2)
            pen.path(moon((x, y), 0.95, _PHASES[chance.below(len(_PHASES))]), fill=NIGHT)
        elif kind == 2:
            pen.path(hexagon((x, y), 1.0), fill=PAPER, stroke=INK, stroke_width=0.25)
        else:
            pen.circle((x, y), 0.75, fill=INK)
    return pen.image(width, height, alt, "band")


@cache
def tailpiece(seed: str, alt: str) -> str:
    """A small close for a chapter: a line of the song, and one star, moon or hex of its own."""
    chance = Chance(f"tail/{seed}")
    pen = Pen()
    width, height = 34.0, 6.0
    at = (width / 2, height / 2)
    for line in (-1, 0, 1):
        points = []
        for step in range(41):
            t = step / 40
            points.append((width * t, height / 2 + line * 0.75 * math.sin(math.pi * t)))
        pen.path(trail(points), fill="none", stroke=NIGHT, stroke_width=0.18)
    pen.circle(at, 2.9, fill=PAPER)
    kind = chance.below(3)
    if kind == 0:
        pen.path(star(at, 2.8, 0.22), fill=NIGHT)
    elif kind == 1:
        pen.circle(at, 1.9, fill=PAPER, stroke=NIGHT, stroke_width=0.25)
        pen.path(moon(at, 1.9, _PHASES[chance.below(len(_PHASES))]), fill=NIGHT)
    else:
        pen.path(hexagon(at, 2.1), fill="none", stroke=NIGHT, stroke_width=0.35)
        pen.path(hexagon(at, 1.1), fill=NIGHT)
    return pen.image(width, height, alt, "tailpiece")


class _Sky:
    """A band of night whose lower edge is the chapter's song; the title stands at its left.

    Everything is placed from the lower edge, so that a lower band only loses what is on top.
    """

    def __init__(self, pen: Pen, chance: Chance, size: tuple[float, float]) -> None:
        self.pen, self.chance = pen, chance
        self.width, self.height = size
        self.pole = (self.width - 37.0, self.height - 25.5)
        self._waves = [
            (chance.between(0.8, 1.4), chance.between(0, 6.28), chance.between(0.5, 0.9)),
            (chance.between(2.0, 3.2), chance.between(0, 6.28), chance.between(0.2, 0.5)),
        ]

    def edge(self, x: float) -> float:
        """Where the night ends."""
        t = x / self.width
        wave = sum(a * math.sin(2 * math.pi * f * t + p) for f, p, a in self._waves)
        return self.height - 6.6 + wave

    def night(self) -> None:
        points = [(self.width * step / _STEPS, 0.0) for step in (_STEPS, 0)]
        points += [(x, self.edge(x)) for x in self._across()]
        self.pen.path(trail(points, closed=True), fill=NIGHT)

    def _across(self) -> list[float]:
        return [self.width * step / _STEPS for step in range(_STEPS + 1)]

    def _free(self, at: Point) -> bool:
        """Whether a star may stand there: in the night, not behind the title."""
        lettered = at[0] < 0.62 * self.width and at[1] > self.height - 24
        return not lettered and 1 < at[1] < self.edge(at[0]) - 1.5

    def circles(self) -> None:
        """The ways of the stars around the pole, and the hours."""
        for number, radius in enumerate((17.0, 22.0, 31.0, 44.0, 61.0, 82.0)):
            line: list[Point] = []
            for step in range(181):
                angle = 2 * math.pi * step / 180
                at = self._around(angle, radius)
                if self._free(at) and at[0] < self.width:
                    line.append(at)
                    continue
                self._line(line, 0.5 - 0.07 * number)
                line = []
            self._line(line, 0.5 - 0.07 * number)
        for hour in range(48):
            ends = [self._around(2 * math.pi * hour / 48, r) for r in (17.0, 18.4)]
            if all(self._free(at) for at in ends):
                self._line(ends, 0.6)

    def _around(self, angle: float, radius: float) -> Point:
        x, y = self.pole
        return (x + radius * math.sin(angle), y - radius * math.cos(angle))

    def _line(self, points: list[Point], opacity: float) -> None:
        if len(points) > 1:
            style = {"stroke_width": 0.16, "opacity": opacity}
            self.pen.path(trail(points), fill="none", stroke=PAPER, **style)

    def stars(self) -> None:
        """Many faint ones and a few bright ones."""
        for number in range(150):
            at = (self.chance.between(0, self.width), self.chance.between(0, self.height))
            size = self.chance.between(0.12, 0.3)
            if not self._free(at) or math.dist(at, self.pole) < 15:
                continue
            if number % 13 == 0:
                self.pen.path(star(at, 4 * size, 0.2), fill=PAPER)
            else:
                self.pen.circle(at, size, fill=PAPER)

    def constellation(self) -> None:
        """A figure of stars over the title, and a branch of it."""
        count = 6 + self.chance.below(3)
        left, wide = 0.13 * self.width, 0.45 * self.width
        points = [
            (
                left + wide * (number + self.chance.between(0.1, 0.9)) / count,
                self.height - self.chance.between(25.0, 36.0),
            )
            for number in range(count)
        ]
        root = 1 + self.chance.below(count - 2)
        x, y = points[root]
        points.append((x + self.chance.between(3, 7), y + (5.5 if y < self.height - 31 else -5.5)))
        for figure in (points[:count], [points[root], points[-1]]):
            self._line(figure, 0.9)
        for number, point in enumerate(points):
            self.pen.circle(point, 1.3, fill=NIGHT)
            self.pen.path(star(point, 2.0 if number == root else 1.2, 0.27), fill=PAPER)

    def moons(self, place: int, count: int) -> None:
        """One for each chapter, from new to new; this chapter's is large."""
        step = min(5.2, 0.5 * self.width / max(count, 1))
        for number in range(1, count + 1):
            at = (0.13 * self.width + (number - 0.5) * step, self.height - 41.0)
            radius = 2.1 if number == place else 1.15
            phase = number / (count + 1)
            self.pen.circle(at, radius, fill=NIGHT, stroke=PAPER, stroke_width=0.16)
            if abs(phase - 0.5) < 0.02:
                self.pen.circle(at, radius, fill=PAPER)
            else:
                self.pen.path(moon(at, radius, phase), fill=PAPER)

    def song(self) -> None:
        """Five lines along the edge of the night, and notes on them."""
        for line in range(_LINES):
            points = [(x, self.edge(x) + line * 1.25) for x in self._across()]
            style = {"stroke_width": 0.2 if line else 0.5}
            self.pen.path(trail(points), fill="none", stroke=NIGHT, **style)
        count = 11
        for number in range(count):
            x = self.width * (number + self.chance.between(0.2, 0.8)) / count
            at = (x, self.edge(x) + 1.25 * (2 + self.chance.below(5) / 2))
            _note(self.pen, self.chance, at)


def _note(pen: Pen, chance: Chance, at: Point) -> None:
    kind = chance.below(5)
    if kind == 0:
        pen.path(star(at, 1.9, 0.3), fill=INK)
    elif kind in (1, 2):
        turn = f"rotate(-20 {at[0]:.2f} {at[1]:.2f})"
        shape = f'cx="{at[0]:.2f}" cy="{at[1]:.2f}" rx="1.1" ry="0.78" transform="{turn}"'
        pen.raw(f'<ellipse {shape} fill="{INK}"/>')
        stem = trail([(at[0] + 0.95, at[1]), (at[0] + 0.95, at[1] - 3.6)])
        pen.path(stem, stroke=INK, stroke_width=0.28)
    elif kind == 3:
        pen.circle(at, 1.1, fill=PAPER, stroke=NIGHT, stroke_width=0.25)
        pen.path(moon(at, 1.1, _PHASES[chance.below(len(_PHASES))]), fill=NIGHT)
    else:
        pen.path(hexagon(at, 1.2), fill=PAPER, stroke=INK, stroke_width=0.3)


def _disc(pen: Pen, at: Point, radius: float = 11.6) -> None:
    pen.circle(at, radius + 1.0, fill=NIGHT)
    pen.circle(at, radius, fill=NIGHT, stroke=PAPER, stroke_width=0.5)
    pen.circle(at, radius - 0.9, fill="none", stroke=PAPER, stroke_width=0.18)


def _chart(pen: Pen, chance: Chance, at: Point) -> None:
    """A disc of sky with a constellation in it."""
    _disc(pen, at)
    for radius in (3.4, 6.9):
        pen.circle(at, radius, fill="none", stroke=PAPER, stroke_width=0.12, opacity=0.55)
    spokes = 12
    for spoke in range(spokes):
        angle = 2 * math.pi * spoke / spokes
        ends = [(at[0] + r * math.sin(angle), at[1] - r * math.cos(angle)) for r in (6.9, 10.6)]
        pen.path(trail(ends), stroke=PAPER, stroke_width=0.12, opacity=0.55)
    turn = chance.between(0, 6.28)
    count = 6 + chance.below(2)
    points = []
    for number in range(count):
        angle = turn + 2 * math.pi * number / count * 0.8
        reach = chance.between(2.2, 9.0)
        points.append((at[0] + reach * math.sin(angle), at[1] - reach * math.cos(angle)))
    pen.path(trail(points), fill="none", stroke=PAPER, stroke_width=0.2)
    for number, point in enumerate(points):
        pen.path(star(point, 1.7 if number == 2 else 1.05, 0.28), fill=PAPER)


_PHASES = (0.1, 0.14, 0.18, 0.25, 0.75, 0.82, 0.86, 0.9)


def _full_moon(pen: Pen, chance: Chance, at: Point) -> None:
    """A moon in one of its phases, with the ones before and after at its sides."""
    _disc(pen, at)
    phase = _PHASES[chance.below(len(_PHASES))]
    pen.circle(at, 6.4, fill="none", stroke=PAPER, stroke_width=0.16, opacity=0.6)
    pen.path(moon(at, 6.4, phase), fill=PAPER)
    for _ in range(3):
        angle, away = chance.between(0, 6.28), chance.between(1.0, 4.2)
        spot = (at[0] + away * math.sin(angle), at[1] - away * math.cos(angle))
        pen.path(hexagon(spot, chance.between(0.5, 1.1)), fill=NIGHT, opacity=0.16)
    for number in range(24):
        angle = 2 * math.pi * number / 24
        reach = (8.0, 9.6) if number % 2 else (8.4, 9.1)
        ends = [(at[0] + r * math.sin(angle), at[1] - r * math.cos(angle)) for r in reach]
        pen.path(trail(ends), stroke=PAPER, stroke_width=0.18, opacity=0.8)


def _flower(pen: Pen, chance: Chance, at: Point) -> None:
    """A land of hexes, some of them dark, with a way through."""
    _disc(pen, at)
    size = 2.15
    for x, y in hexes(2):
        place = (at[0] + x * size, at[1] + y * size)
        tint = (0.0, 0.0, 0.35, 0.7)[chance.below(4)]
        pen.path(hexagon(place, size * 0.93), fill=PAPER, fill_opacity=tint)
        pen.path(hexagon(place, size * 0.93), fill="none", stroke=PAPER, stroke_width=0.18)
    pen.path(star(at, 1.9, 0.25), fill=PAPER, stroke=NIGHT, stroke_width=0.3)


def _compass(pen: Pen, chance: Chance, at: Point) -> None:
    """A star to steer by."""
    _disc(pen, at)
    turn = chance.below(4) * math.pi / 16
    for number in range(32):
        angle = 2 * math.pi * number / 32 + turn
        reach = (8.6, 10.6) if number % 4 == 0 else (9.6, 10.6)
        ends = [(at[0] + r * math.sin(angle), at[1] - r * math.cos(angle)) for r in reach]
        pen.path(trail(ends), stroke=PAPER, stroke_width=0.16, opacity=0.8)
    pen.path(star(at, 5.6, 0.42, 8), fill=PAPER, opacity=0.5)
    pen.path(star(at, 8.6, 0.16), fill=PAPER)
    pen.circle(at, 1.15, fill=NIGHT)
    pen.circle(at, 0.5, fill=PAPER)


def _lyre(pen: Pen, chance: Chance, at: Point) -> None:
    """Strings between two horns, and the stars that they are tuned to."""
    _disc(pen, at)
    x, y = at
    for side in (-1, 1):
        data = (
            f"M{x + side * 1.2:.2f} {y + 7.6:.2f}"
            f"C{x + side * 8.5:.2f} {y + 5:.2f} {x + side * 2.6:.2f} {y - 1:.2f} "
            f"{x + side * 6.4:.2f} {y - 7.4:.2f}"
        )
        pen.path(data, fill="none", stroke=PAPER, stroke_width=0.75, stroke_linecap="round")
    pen.path(trail([(x - 5.4, y - 4.6), (x + 5.4, y - 4.6)]), stroke=PAPER, stroke_width=0.6)
    for string in range(5):
        place = x + (string - 2) * 1.05
        ends = [(place, y - 4.6), (x + (string - 2) * 0.5, y + 7.2)]
        pen.path(trail(ends), stroke=PAPER, stroke_width=0.16)
    for _ in range(7):
        angle, reach = chance.between(0, 6.28), chance.between(7.6, 9.6)
        place_of = (x + reach * math.sin(angle), y - reach * math.cos(angle))
        pen.path(star(place_of, chance.between(0.6, 1.2), 0.25), fill=PAPER)


_MEDALLIONS = (_chart, _full_moon, _flower, _compass, _lyre)
