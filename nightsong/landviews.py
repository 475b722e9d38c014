"""A Land as a map shows it: its hexes by name and place, its Regions and Factions in words.

What a Region or Faction is stays in the Land; a view has what follows from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nightsong.factions import Faction
from nightsong.hexes import Hex, label, letters, reading_order
from nightsong.landparts import Part, faction_parts, region_parts
from nightsong.lands import PATH, Land, Region


@dataclass(frozen=True, slots=True)
class HexView:
    """A hex of the map: its name, axial coordinates, and the numbers of Region and Faction."""

    name: str
    q: int
    r: int
    region: int | None
    faction: int | None


@dataclass(frozen=True, slots=True)
class RegionView:
    """A Region: ``path`` is where its chance keys start, ``hexes`` are names, the start first."""

    number: int
    path: str
    name: str
    type: str
    die: str
    hexes: tuple[str, ...]
    factions: tuple[int, ...]
    lines: tuple[str, ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class FactionView:
    """A Faction: ``mark`` stands for it on the map; ``landless`` says that it holds no hex."""

    number: int
    mark: str
    path: str
    region: int
    name: str
    type: str
    die: str
    goal: str
    hexes: tuple[str, ...]
    landless: bool
    lines: tuple[str, ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class LandView:
    """A Land for a screen. ``free`` and ``unclaimed`` name the hexes without Region or Faction,
    ``landless`` has the numbers of the Factions without territory, ``about`` sums up.
    """

    about: tuple[str, ...]
    hexes: tuple[HexView, ...]
    regions: tuple[RegionView, ...]
    factions: tuple[FactionView, ...]
    free: tuple[str, ...]
    unclaimed: tuple[str, ...]
    landless: tuple[int, ...]


def view(land: Land) -> LandView:
    """The Land as a map shows it. ``ValueError`` where a hex lies outside."""
    return LandView(
        about=about(land),
        hexes=tuple(_hex(place, land) for place in land.hexes),
        regions=tuple(_region(region, land) for region in land.regions),
        factions=tuple(_faction(faction, land) for faction in land.factions),
        free=_names(sorted(land.free.free, key=reading_order), land),
        unclaimed=_names(sorted(land.unclaimed.free, key=reading_order), land),
        landless=tuple(faction.number for faction in land.landless),
    )


def about(land: Land) -> tuple[str, ...]:
    """What the Land is, and which Factions have no territory."""
    lines = [
        f"A Land of {_count(len(land.regions), 'Region')} on {len(land.hexes)} hexes, "
        f"each {land.hex_miles} miles across"
    ]
    if land.landless:
        who = ", ".join(map(mark, land.landless))
        count = f"{len(land.landless)} of {_count(len(land.factions), 'Faction')}"
        lines.append(f"Without territory: {count} ({who})")
    return tuple(lines)


def region_line(region: Region, land: Land) -> str:
    """A Region in a line: its name, type and hexes."""
    return f"{region.name}: {region.type}, {', '.join(_names(region.claim.hexes, land))}"


def region_lines(region: Region) -> tuple[str, ...]:
    """A Region in words, without its name and hexes."""
    return (
        f"{region.type}, {region.vegetation}",
        f"{region.descriptor} {region.feature}",
        f"Spark: {region.theme}, {region.action}",
    )


def faction_lines(faction: Faction) -> tuple[str, ...]:
    """A Faction in words, without its name and hexes; a lack of territory is said."""
    lines = (
        faction.type,
        f"wants {faction.wants} through {faction.method}",
        f"has {faction.asset}, is {faction.activity}",
        f"Goal {faction.goal}",
    )
    return lines if faction.claim.hexes else (*lines, "no territory")


def mark(faction: Faction) -> str:
    """The letters that stand for a Faction on the map."""
    return letters(faction.number).upper()


def _names(hexes: Iterable[Hex], land: Land) -> tuple[str, ...]:
    return tuple(label(place, land.radius) for place in hexes)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _hex(place: Hex, land: Land) -> HexView:
    region = next((r.number for r in land.regions if place in r.claim.hexes), None)
    faction = land.faction_at(place)
    number = None if faction is None else faction.number
    return HexView(label(place, land.radius), place.q, place.r, region, number)


def _region(region: Region, land: Land) -> RegionView:
    return RegionView(
        number=region.number,
        path=f"{PATH}/region-{region.number}",
        name=region.name,
        type=region.type,
        die=region.claim.die,
        hexes=_names(region.claim.hexes, land),
        factions=tuple(f.number for f in land.factions if f.region == region.number),
        lines=region_lines(region),
        parts=region_parts(region),
    )


def _faction(faction: Faction, land: Land) -> FactionView:
    return FactionView(
        number=faction.number,
        mark=mark(faction),
        path=faction.path,
        region=faction.region,
        name=faction.name,
        type=faction.type,
        die=faction.claim.die,
        goal=faction.goal,
        hexes=_names(faction.claim.hexes, land),
        landless=not faction.claim.hexes,
        lines=faction_lines(faction),
        parts=faction_parts(faction),
    )
