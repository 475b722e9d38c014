"""Lands drawn by hand: hexes given to a Region or Faction, and what must hold of a finished map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from nightsong.bundle import Ruleset
from nightsong.dice import parse
from nightsong.factions import CLOCKS, FACTIONS, Faction
from nightsong.factions import TYPE as FACTION_TYPE
from nightsong.hexes import Hex, flower, label, pieces, reading_order
from nightsong.lands import REGIONS, TYPE, VEGETATION, Land, LandError, LandRules, Region
from nightsong.model import Row
from nightsong.spreading import Claim
from nightsong.steps import StepRules

LONGEST_NUMBER = 1000  # Regions and Factions that a Land may have by number


@dataclass(frozen=True, slots=True)
class LandFlaw:
    """What isn't as the rule of that id has it: what was expected and what came, and the hexes or
    the Region or Faction (by number) that it is about.
    """

    rule: str
    expected: str
    came: str
    hexes: tuple[str, ...] = ()
    region: int | None = None
    faction: int | None = None


def place_of(name: str, radius: int) -> Hex:
    """The hex of that name on a flower, such as ``c3``; ``LandError`` where there is none."""
    for place in flower(radius):
        if label(place, radius) == name:
            return place
    raise LandError(f"expected a hex of the map, such as a1, came “{name}”")


def painted(land: Land, hexes: Collection[Hex], region: int | None) -> Land:
    """The Land with those hexes given to a Region, by its number, or to none.

    ``LandError`` where the Land has no such Region.
    """
    _expect_number(region, [r.number for r in land.regions], "Region")
    regions = (
        replace(r, claim=_painted(r.claim, hexes, land.hexes, gains=r.number == region))
        for r in land.regions
    )
    return replace(land, regions=tuple(regions))


def claimed(land: Land, hexes: Collection[Hex], faction: int | None) -> Land:
    """The Land with those hexes given to a Faction as territory, by its number, or to none.

    ``LandError`` where the Land has no such Faction.
    """
    _expect_number(faction, [f.number for f in land.factions], "Faction")
    factions = (
        replace(f, claim=_painted(f.claim, hexes, land.hexes, gains=f.number == faction))
        for f in land.factions
    )
    return replace(land, factions=tuple(factions))


def _expect_number(number: int | None, known: list[int], what: str) -> None:
    if number is not None and number not in known:
        numbers = ", ".join(map(str, known)) or "none yet"
        raise LandError(f"expected the number of a {what} ({numbers}), came {number}")


def _painted(claim: Claim, hexes: Collection[Hex], whole: tuple[Hex, ...], *, gains: bool) -> Claim:
    """The claim with or without the hexes: those it keeps stay in order, new ones follow."""
    kept = [place for place in claim.hexes if gains or place not in hexes]
    new = [place for place in whole if gains and place in hexes and place not in kept]
    if not new and len(kept) == len(claim.hexes):
        return claim
    after = (*kept, *new)
    first = [min(piece, key=after.index) for piece in pieces(after)]
    return replace(claim, hexes=after, jumps=tuple(sorted(first, key=after.index)[1:]))


def land_flaws(land: Land, ruleset: Ruleset) -> tuple[LandFlaw, ...]:
    """All that keeps the Land from being one that the rules could have drawn, map and parts.

    ``LandError`` where its map has another size than the rules'.
    """
    expect_map(land, ruleset)
    types = _rows(ruleset, "regions/type")
    sorts = _rows(ruleset, "factions/type")
    growth = _rows(ruleset, "regions/vegetation")
    steps = StepRules.of(ruleset.numbers)
    return (
        *_map_flaws(land),
        *(flaw for region in land.regions for flaw in _region_flaws(region, types, growth)),
        *(
            flaw
            for faction in land.factions
            for flaw in _faction_flaws(faction, land, sorts, steps)
        ),
    )


def expect_map(land: Land, ruleset: Ruleset) -> None:
    """``LandError`` for a map of another size, hexes off it, or parts without a number each."""
    radius = LandRules.of(ruleset.numbers).radius
    if land.radius != radius:
        raise LandError(f"expected a map of radius {radius}, came {land.radius}")
    for parts, what in ((land.regions, "Regions"), (land.factions, "Factions")):
        numbers = [part.number for part in parts]
        if len(set(numbers)) != len(numbers) or not all(0 < n < LONGEST_NUMBER for n in numbers):
            raise LandError(f"expected {what} with a number each from 1 on, came {numbers[:20]}")
    on_map = set(land.hexes)
    claims = [*(r.claim for r in land.regions), *(f.claim for f in land.factions)]
    for claim in claims:
        for place in (claim.landed, *claim.hexes):
            if place not in on_map:
                raise LandError(f"expected hexes of the map, came {place.q}, {place.r}")


def _rows(ruleset: Ruleset, table: str) -> Mapping[str, Row]:
    return {row.name: row for roll in ruleset.table(table).rolls for row in roll.rows}


def _map_flaws(land: Land) -> Iterator[LandFlaw]:
    """Hexes without a Region, or held twice."""
    if free := sorted(land.free.free, key=reading_order):
        names = _names(free, land)
        yield LandFlaw(REGIONS, "a Region for every hex", f"{len(free)} without", names)
    for parts, what, rule in (
        (land.regions, "Region", REGIONS),
        (land.factions, "Faction", FACTIONS),
    ):
        counted = Counter(place for part in parts for place in part.claim.hexes)
        if twice := sorted((h for h, n in counted.items() if n > 1), key=reading_order):
            names = _names(twice, land)
            yield LandFlaw(rule, f"one {what} a hex", f"{len(twice)} with more", names)


def _region_flaws(
    region: Region, types: Mapping[str, Row], growth: Mapping[str, Row]
) -> Iterator[LandFlaw]:
    number = region.number
    if not region.claim.hexes:
        yield LandFlaw(REGIONS, f"a hex for Region {number}", "none", (), number)
    if region.type not in types:
        yield LandFlaw(TYPE, f"one of {', '.join(types)}", f"“{region.type}”", (), number)
    else:
        yield from _die_flaws(region.claim, types[region.type], TYPE, region=number)
    if region.vegetation not in growth:
        known = ", ".join(growth)
        yield LandFlaw(VEGETATION, f"one of {known}", f"“{region.vegetation}”", (), number)
    elif region.type in (growth[region.vegetation].not_for or ()):
        expected = f"vegetation that {region.type} allows"
        yield LandFlaw(VEGETATION, expected, region.vegetation, (), number)


def _faction_flaws(
    faction: Faction, land: Land, sorts: Mapping[str, Row], steps: StepRules
) -> Iterator[LandFlaw]:
    number = faction.number
    if all(region.number != faction.region for region in land.regions):
        came = f"Region {faction.region}"
        yield LandFlaw(FACTIONS, "a Faction’s Region on the map", came, (), None, number)
    if faction.type not in sorts:
        known = ", ".join(sorts)
        yield LandFlaw(FACTION_TYPE, f"one of {known}", f"“{faction.type}”", (), None, number)
    else:
        yield from _die_flaws(faction.claim, sorts[faction.type], FACTION_TYPE, faction=number)
    if faction.goal not in steps.ladder:
        ladder = ", ".join(steps.ladder)
        came = f"“{faction.goal}”"
        yield LandFlaw(CLOCKS, f"one of {ladder}", came, (), None, number)


def _die_flaws(
    claim: Claim, row: Row, rule: str, region: int | None = None, faction: int | None = None
) -> Iterator[LandFlaw]:
    """A die that isn't its type's, or a number of hexes that the die can't have shown."""
    if claim.die != row.die:
        yield LandFlaw(rule, f"a {row.die} for {row.name}", claim.die, (), region, faction)
    elif len(claim.hexes) > max(parse(claim.die).totals()):
        came = f"{len(claim.hexes)}"
        yield LandFlaw(rule, f"as many hexes as a {row.die} shows", came, (), region, faction)


def _names(hexes: Collection[Hex], land: Land) -> tuple[str, ...]:
    return tuple(label(place, land.radius) for place in hexes)
