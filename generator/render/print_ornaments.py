"""The ornament that opens a chapter: a song line with the chapter's own sky on it.

Everything comes from the chapter's id, so an ornament stays the same for as long as the id does.
"""

from __future__ import annotations

import math
from functools import cache

from generator.render.print_svg import Chance, Pen, Point, hexagon, hexes, moon, star, trail

INK = "#111111"
NIGHT = "#2b2f6b"
PAPER = "#ffffff"

HEIGHT = 25.0
_LINES = 5
_STEPS = 72


@cache
def ornament(seed: str, width: float, alt: str) -> str:
    """The ornament of an id, as SVG."""
    chance = Chance(f"ornament/{seed}")
    pen = Pen()
    song = _Song(chance, width)
    _scattered(pen, chance, width)
    song.draw(pen)
    song.notes(pen, chance)
    _MEDALLIONS[chance.below(len(_MEDALLIONS))](pen, chance, song.middle)
    return pen.image(width, HEIGHT, alt, "ornament")


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


class _Song:
    """Five lines that part, carry notes, and meet again."""

    def __init__(self, chance: Chance, width: float) -> None:
        self.width = width
        self._waves = [
            (chance.between(0.7, 1.3), chance.between(0, 6.28), chance.between(1.0, 2.0)),
            (chance.between(1.6, 2.6), chance.between(0, 6.28), chance.between(0.3, 0.9)),
        ]
        self._rest = 0.0
        self._rest = self.at(0.5, 0)[1] - HEIGHT / 2
        self.middle = (width / 2, HEIGHT / 2)

    def at(self, t: float, line: float) -> Point:
        """The point at t along a line from -2 to 2."""
        calm = math.sin(math.pi * t) ** 0.5 if 0 < t < 1 else 0.0
        wave = sum(a * math.sin(2 * math.pi * f * t + p) for f, p, a in self._waves)
        rest = self._rest * calm
        spread = 1.75 * math.sin(math.pi * t) ** 0.45 if 0 < t < 1 else 0.0
        return (self.width * t, HEIGHT / 2 + wave * calm * 0.9 - rest + line * spread)

    def draw(self, pen: Pen) -> None:
        for line in range(_LINES):
            points = [self.at(step / _STEPS, line - 2) for step in range(_STEPS + 1)]
            pen.path(trail(points), fill="none", stroke=NIGHT, stroke_width=0.22)

    def notes(self, pen: Pen, chance: Chance) -> None:
        """Notes on both sides of the middle, each a star, a moon, a hex or a plain head."""
        for side in (0.07, 0.6):
            count = 4 + chance.below(3)
            for number in range(count):
                t = side + (number + chance.between(0.2, 0.8)) * 0.33 / count
                line = chance.below(9) / 2 - 2
                _note(pen, chance, self.at(t, line), up=line >= 0)


def _note(pen: Pen, chance: Chance, at: Point, *, up: bool) -> None:
    kind = chance.below(5)
    height = chance.between(5.0, 7.0)
    if kind < 3:
        x = at[0] + (0.95 if up else -0.95)
        end = at[1] - height if up else at[1] + height
        pen.path(trail([(x, at[1]), (x, end)]), stroke=INK, stroke_width=0.28)
    if kind == 0:
        pen.path(star(at, 1.9, 0.3), fill=INK)
    elif kind in (1, 2):
        turn = f"rotate(-20 {at[0]:.2f} {at[1]:.2f})"
        shape = f'cx="{at[0]:.2f}" cy="{at[1]:.2f}" rx="1.15" ry="0.8" transform="{turn}"'
        pen.raw(f'<ellipse {shape} fill="{INK}"/>')
    elif kind == 3:
        pen.circle(at, 1.15, fill=PAPER, stroke=NIGHT, stroke_width=0.25)
        pen.path(moon(at, 1.15, _PHASES[chance.below(len(_PHASES))]), fill=NIGHT)
    else:
        pen.path(hexagon(at, 1.3), fill=PAPER, stroke=INK, stroke_width=0.3)


def _scattered(pen: Pen, chance: Chance, width: float) -> None:
    for _ in range(26):
        t = chance.between(0.02, 0.98)
        reach = HEIGHT / 2 - 1.2
        away = chance.between(5.2, reach) * (1 if chance.below(2) else -1)
        at = (width * t, HEIGHT / 2 + away)
        if chance.below(4) == 0:
            pen.path(star(at, chance.between(0.7, 1.3), 0.2), fill=NIGHT)
        else:
            pen.circle(at, chance.between(0.14, 0.3), fill=NIGHT)


def _disc(pen: Pen, at: Point, radius: float = 11.3) -> None:
    pen.circle(at, radius + 1.0, fill=PAPER)
    pen.circle(at, radius, fill=NIGHT)
    pen.circle(at, radius - 0.7, fill="none", stroke=PAPER, stroke_width=0.18)


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
