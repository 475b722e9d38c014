"""A Land's map as SVG: hexes with what lies in them, Regions, territories, a compass star.

Black and one tone, so that it prints anywhere; the same Land gives the same text. Nothing here
knows about paper: the site shows the very same drawing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

from generator.render.land_signs import draw_sign, fill_of
from generator.render.print_svg import Chance, Pen, Point, hexagon, star, trail
from nightsong.hexes import Hex, label, neighbours
from nightsong.lands import Land, Region
from nightsong.landviews import mark

INK, TONE, PAPER = "#111111", "#2b2f6b", "#ffffff"
DISPLAY, LABELS = "Grenze Gotisch", "Alegreya Sans"
_DASHES = ("none", "1.6 0.9", "0.01 0.95", "2.6 0.8 0.01 0.8", "0.8 0.8", "3.4 1.2")
_LETTER = 0.46  # the width of a letter of the display face, in parts of its size
_ROOT = math.sqrt(3)


def land_map(land: Land, width: float, title: str) -> str:
    """The map, that many millimetres wide, with title and description for those who can't see it.

    Each hex is a group with ``data-hex``, ``data-region`` and ``data-faction``.
    """
    drawing = _Map(land, width)
    drawing.draw()
    head = f"<title>{escape(title)}</title><desc>{escape(map_text(land))}</desc>"
    return drawing.pen.svg(width, drawing.height, head, ' role="img"')


def map_text(land: Land) -> str:
    """The map in words."""
    said = []
    for region in land.regions:
        places = ", ".join(label(h, land.radius) for h in region.claim.hexes)
        said.append(f"{region.number} {region.name}, {region.type}: {places}.")
    for faction in land.factions:
        places = ", ".join(label(h, land.radius) for h in faction.claim.hexes)
        if places:
            said.append(f"{mark(faction)} {faction.name}: {places}.")
    return " ".join(said)


def type_swatch(kind: str, size: float) -> str:
    """One hex of a type for the legend, that many millimetres wide."""
    pen, radius = Pen(), size / _ROOT
    at = (size / 2, radius)
    pen.path(hexagon(at, radius * 0.96), fill=fill_of(kind))
    draw_sign(pen, kind, at, radius, Chance(f"legend/{kind}"), bare=0.0)
    pen.path(hexagon(at, radius * 0.96), fill="none", stroke=INK, stroke_width=0.22)
    return pen.svg(size, radius * 2)


def line_swatch(number: int, width: float) -> str:
    """The border line of the Faction of that number, for the key."""
    pen = Pen()
    _draw_border(pen, trail([(0.8, 1.0), (width - 0.8, 1.0)]), number, 0.8)
    return pen.svg(width, 2.0)


def _draw_border(pen: Pen, data: str, number: int, thick: float) -> None:
    """A Faction's border: a dash of its own, hollow in every second round of dashes."""
    hollow = (number - 1) // len(_DASHES) % 2 == 1
    style: dict[str, str | float] = {
        "fill": "none",
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
        "stroke_dasharray": _DASHES[(number - 1) % len(_DASHES)],
    }
    pen.path(data, stroke=TONE, stroke_width=thick * (1.35 if hollow else 1.0), **style)
    if hollow:
        pen.path(data, stroke=PAPER, stroke_width=thick * 0.6, **style)


class _Map:
    """Draws from the ground up."""

    def __init__(self, land: Land, width: float) -> None:
        self.land, self.width, self.pen = land, width, Pen()
        self.size = (width - 1.0) / ((2 * land.radius + 1) * _ROOT)
        self.height = self.size * (3 * land.radius + 2) + 1.0
        self.middle = (width / 2, self.height / 2)
        self.names = {r.number: self._name_place(r) for r in land.regions}

    def at(self, place: Hex) -> Point:
        """The middle of a hex."""
        x = self.middle[0] + self.size * _ROOT * (place.q + place.r / 2)
        return (x, self.middle[1] + self.size * 1.5 * place.r)

    def draw(self) -> None:
        """All layers, the ground first."""
        for place in self.land.hexes:
            self._hex(place)
        for place in self.land.hexes:
            self._edges(place)
        self._territories()
        for region in self.land.regions:
            self._name(region)
        for place in self.land.hexes:
            self._labels(place)
        self._compass()
        self._scale()

    def _hex(self, place: Hex) -> None:
        region, faction = self.land.region_at(place), self.land.faction_at(place)
        name = label(place, self.land.radius)
        held = f' data-faction="{mark(faction)}"' if faction else ""
        self.pen.raw(f'<g data-hex="{name}" data-region="{region.number}"{held}>')
        at = self.at(place)
        self.pen.path(
            hexagon(at, self.size), fill=fill_of(region.type), stroke=TONE, stroke_width=0.12,
            stroke_opacity=0.6,
        )  # fmt: skip
        bare = 0.19 if self.names[region.number] == place else 0.0
        draw_sign(self.pen, region.type, at, self.size, Chance(f"{region.name}/{name}"), bare=bare)
        self.pen.raw("</g>")

    def _name_place(self, region: Region) -> Hex:
        """The hex nearest to the middle of a Region's largest part; its name stands there."""
        hexes = region.claim.hexes
        return min(
            hexes,
            key=lambda h: (
                sum(math.dist(self.at(h), self.at(o)) ** 0.5 for o in hexes),
                hexes.index(h),
            ),
        )

    def _edges(self, place: Hex) -> None:
        """The borders between Regions, and the edge of the map."""
        region, corners = self.land.region_at(place), self._corners(place)
        for side, near in enumerate(_sides(place)):
            inside = near in self.land.hexes
            if inside and self.land.region_at(near) is region:
                continue
            if inside and (near.r, near.q) < (place.r, place.q):
                continue
            ends = [corners[side], corners[(side + 1) % 6]]
            thick = 0.55 if inside else 0.8
            self.pen.path(
                trail(ends), fill="none", stroke=INK, stroke_width=thick, stroke_linecap="round"
            )

    def _corners(self, place: Hex) -> list[Point]:
        x, y = self.at(place)
        return [
            (x + self.size * math.sin(math.pi * k / 3), y - self.size * math.cos(math.pi * k / 3))
            for k in range(6)
        ]

    def _territories(self) -> None:
        for faction in self.land.factions:
            held = set(faction.claim.hexes)
            lines = [line for place in faction.claim.hexes for line in self._inset(place, held)]
            data = "".join(
                trail(points, closed=points[0] == points[-1]) for points in _joined(lines)
            )
            if not data:
                continue
            self.pen.path(
                data, fill="none", stroke=PAPER, stroke_width=1.7, stroke_opacity=0.85,
                stroke_linejoin="round",
            )  # fmt: skip
            _draw_border(self.pen, data, faction.number, 0.75)

    def _inset(self, place: Hex, held: set[Hex]) -> list[tuple[Point, Point]]:
        """A territory's border in a hex, a little inside of its edges."""
        near, corners, found = _sides(place), self._corners(place), []
        for side in range(6):
            if near[side] in held:
                continue
            before, after = near[side - 1] in held, near[(side + 1) % 6] in held
            start = self._turn(place, corners, side, (side - 1) % 6 if before else None)
            end = self._turn(place, corners, (side + 1) % 6, (side + 2) % 6 if after else None)
            found.append((start, end))
        return found

    def _turn(self, place: Hex, corners: list[Point], corner: int, along: int | None) -> Point:
        """Where the border turns: towards the middle, or along the edge to the next hex."""
        goal = self.at(place) if along is None else corners[along]
        (x, y), step = corners[corner], self.size * 0.085 / math.sin(math.pi / 3)
        part = step / self.size
        return (x + (goal[0] - x) * part, y + (goal[1] - y) * part)

    def _name(self, region: Region) -> None:
        x, y = self.at(self.names[region.number])
        text = f"{region.number} {region.name}"
        size = min(self.size * 0.33, self.size * 1.36 / (len(text) * _LETTER))
        self._write(text, (x, y + size * 0.3), size, DISPLAY, INK)

    def _labels(self, place: Hex) -> None:
        x, y = self.at(place)
        small = self.size * 0.15
        name = label(place, self.land.radius)
        self._write(name, (x, y - self.size * 0.66), small, LABELS, TONE)
        faction, region = self.land.faction_at(place), self.land.region_at(place)
        if faction:
            at = (x, y + self.size * 0.62)
            self.pen.circle(at, self.size * 0.15, fill=TONE, stroke=PAPER, stroke_width=0.35)
            self._plain(mark(faction), (x, at[1] + small * 0.36), small * 1.15, LABELS, PAPER)
        if self.names[region.number] != place and len(region.claim.hexes) > 1:
            away = self.size * 0.62
            self._write(str(region.number), (x - away, y + small * 0.4), small * 1.2, DISPLAY, INK)

    def _write(self, text: str, at: Point, size: float, face: str, color: str) -> None:
        """Text with a halo of paper around it."""
        halo = (
            f' stroke="{PAPER}" stroke-width="{max(0.9, size * 0.3):.2f}" stroke-linejoin="round"'
        )
        self._plain(text, at, size, face, PAPER, halo)
        self._plain(text, at, size, face, color)

    def _plain(
        self, text: str, at: Point, size: float, face: str, color: str, more: str = ""
    ) -> None:
        hidden = ' aria-hidden="true"' if more else ""
        weight = ' font-weight="700"' if face == LABELS else ""
        self.pen.raw(
            f'<text x="{at[0]:.2f}" y="{at[1]:.2f}" text-anchor="middle" font-size="{size:.2f}" '
            f'font-family="{face}"{weight} fill="{color}"{more}{hidden}>{escape(text)}</text>'
        )

    def _compass(self) -> None:
        r = self.size * 0.62
        x, y = self.width - r * 1.15, r * 1.35
        self.pen.circle((x, y), r * 0.74, fill="none", stroke=TONE, stroke_width=0.25)
        self.pen.circle((x, y), r * 0.66, fill="none", stroke=TONE, stroke_width=0.12)
        self.pen.path(star((x, y), r * 0.6, 0.3, 8), fill=TONE, opacity=0.35)
        self.pen.path(star((x, y), r, 0.17), fill=PAPER, stroke=TONE, stroke_width=0.2)
        self.pen.path(_shaded((x, y), r, 0.17), fill=TONE)
        self._plain("N", (x, y - r * 1.08), r * 0.34, DISPLAY, TONE)

    def _scale(self) -> None:
        wide, y = self.size * _ROOT, self.height - 1.6
        ends = [(0.6, y - 1.1), (0.6, y), (0.6 + wide, y), (0.6 + wide, y - 1.1)]
        self.pen.path(trail(ends), fill="none", stroke=INK, stroke_width=0.3)
        words = f"{self.land.hex_miles} miles"
        self._plain(words, (0.6 + wide / 2, y - 1.0), self.size * 0.17, LABELS, INK)


def _shaded(at: Point, radius: float, waist: float) -> str:
    """The dark half of each point of a four-pointed star."""
    x, y = at
    data = ""
    for k in range(4):
        tip, side = math.pi * k / 2, math.pi * k / 2 + math.pi / 4
        data += trail(
            [
                at,
                (x + radius * math.sin(tip), y - radius * math.cos(tip)),
                (x + radius * waist * math.sin(side), y - radius * waist * math.cos(side)),
            ],
            closed=True,
        )
    return data


def _sides(place: Hex) -> list[Hex]:
    """The hexes across the six edges, the one after the upper corner first."""
    right, lower_right, lower_left, left, upper_left, upper_right = neighbours(place)
    return [upper_right, right, lower_right, lower_left, left, upper_left]


def _joined(lines: Sequence[tuple[Point, Point]]) -> list[list[Point]]:
    """Lines put together end to end, so that dashes run on around the corners."""
    begins: Mapping[tuple[int, int], list[tuple[Point, Point]]] = {}
    starts = dict(begins)
    for line in lines:
        starts.setdefault(_near(line[0]), []).append(line)
    left, found = list(lines), []
    while left:
        line = left[0]
        points = [line[0]]
        while line in left:
            left.remove(line)
            points.append(line[1])
            following = [n for n in starts.get(_near(line[1]), []) if n in left]
            if not following:
                break
            line = following[0]
        if _near(points[0]) == _near(points[-1]):
            points[-1] = points[0]
        found.append(points)
    return found


def _near(point: Point) -> tuple[int, int]:
    return round(point[0] * 50), round(point[1] * 50)
