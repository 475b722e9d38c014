"""Lands on paper: a blank one to fill in, and the gazetteer of one that was drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from markupsafe import Markup

from generator.render.land_map import land_map, line_swatch, map_text, type_swatch
from generator.render.print import Sheet, View
from generator.render.print_maps import blank_flower
from generator.render.print_prose import safe
from generator.render.print_svg import image_of
from generator.render.templates import fill
from nightsong.factions import Faction
from nightsong.hexes import label
from nightsong.lands import Land, Region
from nightsong.landviews import about, mark

_LEAST_ROWS = 4  # of a worksheet, however small the paper


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """A Land to print: the seed as it is shown, and creatures rolled for each Region's number."""

    land: Land
    seed: str
    creatures: Mapping[int, Sequence[tuple[str, str]]]


def printed_blank(sheet: Sheet, theme: Path) -> str:
    """The blank Land: a map to draw on, and a worksheet."""
    values = {"v": BlankView(sheet), "game": sheet.book.game}
    return fill(theme / "print", "land.html.j2", values, html=True)


def printed_gazetteer(sheet: Sheet, gazetteer: Gazetteer, theme: Path) -> str:
    """The gazetteer of a Land as a whole HTML document."""
    values = {"v": LandSheetView(sheet, gazetteer), "game": sheet.book.game}
    return fill(theme / "print", "gazetteer.html.j2", values, html=True)


class _Numbers(View):
    """What both kinds of Land on paper ask for."""

    @property
    def height(self) -> float:
        """The height of the text in millimetres."""
        return self.paper.height - self.setting.top - self.setting.bottom

    @cached_property
    def ladder(self) -> tuple[str, ...]:
        """The Step Dice, the largest first, the spent one last."""
        return tuple(self.sheet.book.numbers["step_die"]["ladder"])

    @property
    def factions_die(self) -> str:
        """What is rolled for the number of Factions in a Region."""
        return str(self.sheet.book.numbers["land"]["factions"])


class BlankView(_Numbers):
    """What the worksheet asks for."""

    def flower(self) -> Markup:
        """The empty map."""
        rings = self.sheet.book.numbers["land"]["radius"]
        wide = min(self.width, self.height * 0.72)
        return safe(blank_flower(rings, wide, "A flower of empty hexes"))

    def rows(self, height: float, part: float) -> range:
        """As many rows of that height in millimetres as fit in a part of the page."""
        return range(max(_LEAST_ROWS, int(self.height * part / height)))


@dataclass(frozen=True)
class LandSheetView(_Numbers):
    """What the gazetteer asks for."""

    gazetteer: Gazetteer

    @property
    def land(self) -> Land:
        """The Land that is described."""
        return self.gazetteer.land

    @property
    def about(self) -> tuple[str, ...]:
        """What the Land is, in a line or two."""
        return about(self.land)

    def map(self) -> Markup:
        """The map with its legend's words as the alternative text."""
        # The map is taller than wide by a hair; words and keys need the rest of the page.
        wide = min(self.width, self.height * 0.66)
        svg = land_map(self.land, wide, f"Map of the Land {self.gazetteer.seed}")
        return safe(image_of(svg, f"Map of the Land. {map_text(self.land)}", "map"))

    @property
    def types(self) -> tuple[str, ...]:
        """The types of Regions in this Land, as in the book's table."""
        rolls = self.sheet.book.tables["regions/type"].rolls
        here = {region.type for region in self.land.regions}
        return tuple(row.name for roll in rolls for row in roll.rows if row.name in here)

    def swatch(self, kind: str) -> Markup:
        """A hex of the legend."""
        return safe(image_of(type_swatch(kind, 8.0), f"Signs of {kind}", "swatch"))

    def line(self, faction: Faction) -> Markup:
        """A Faction's border line."""
        alt = f"Border of {faction.name}"
        return safe(image_of(line_swatch(faction.number, 12.0), alt, "line"))

    def mark(self, faction: Faction) -> str:
        """The letter of a Faction on the map."""
        return mark(faction)

    def places(self, part: Region | Faction) -> str:
        """The hexes of a Region or a Faction."""
        return ", ".join(label(place, self.land.radius) for place in part.claim.hexes)

    def factions_of(self, region: Region) -> tuple[Faction, ...]:
        """The Factions whose home a Region is."""
        return tuple(f for f in self.land.factions if f.region == region.number)

    @property
    def holding(self) -> tuple[Faction, ...]:
        """The Factions with territory."""
        return tuple(f for f in self.land.factions if f.claim.hexes)

    def clock(self, faction: Faction) -> tuple[str, ...]:
        """The Step Dice that a Goal may still go through, to be crossed off."""
        return self.ladder[self.ladder.index(faction.goal) :]

    def home(self, faction: Faction) -> str:
        """The name of the Region that holds a Faction."""
        return next(r.name for r in self.land.regions if r.number == faction.region)
