"""Lands: Regions until the map is full, the Factions in them, and what changes between sessions.

Carries out the rules ``living-world/regions`` and those below it, ``living-world/region-names`` and
``living-world/region-features-and-spark``; Factions are in ``nightsong.factions``. Every throw has
a key of its own (``land/region-2/features``): thrown again, it leaves all that doesn't follow from
it as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from nightsong.bundle import BundleError, Ruleset
from nightsong.chance import Chance
from nightsong.factions import Faction, FactionRules, advance, draw_factions
from nightsong.hexes import Hex, flower
from nightsong.model import Row, Table
from nightsong.rolling import TableResult
from nightsong.spreading import Claim, Ground, claim
from nightsong.steps import StepRules
from nightsong.throws import Throws, table_trace
from nightsong.trace import Line, Trace

PATH = "land"
REGIONS = "living-world/regions"
TYPE = "living-world/regions/region-type"
VEGETATION = "living-world/regions/region-vegetation"
NOT_ALLOWED = "rulings/vegetation-reroll"
NAMES = "living-world/region-names"
FEATURES = "living-world/region-features-and-spark"
PARTS = ("features", "descriptor", "spark-theme", "spark-action")
FLOWER = "rulings/hex-flower"


@dataclass(frozen=True, slots=True)
class LandRules:
    """The numbers of a Land: the rings around the map's middle hex, and a hex's width in miles."""

    radius: int
    hex_miles: int
    factions: FactionRules

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> LandRules:
        """The numbers under ``land``; ``KeyError`` where one is missing."""
        land = numbers["land"]
        return cls(land["radius"], land["hex_miles"], FactionRules.of(numbers))


@dataclass(frozen=True, slots=True)
class Region:
    """A Region of a Land.

    ``number`` counts from 1. ``claim`` has its Spread Die and its hexes, at least one. The Spark is
    ``theme`` and ``action`` together.
    """

    number: int
    type: str
    claim: Claim
    vegetation: str
    name: str
    feature: str
    descriptor: str
    theme: str
    action: str
    trace: Trace = ()


@dataclass(frozen=True, slots=True)
class Land:
    """A Land: its map (a flower of that radius, in hexes of that many miles), Regions, Factions.

    Each hex of the map belongs to exactly one Region, and to one Faction at most. ``sessions`` says
    how often the Factions' clocks were advanced.
    """

    radius: int
    hex_miles: int
    regions: tuple[Region, ...]
    factions: tuple[Faction, ...]
    sessions: int = 0
    trace: Trace = ()

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """All hexes of the map, in reading order."""
        return flower(self.radius)

    def region_at(self, place: Hex) -> Region:
        """The Region that a hex belongs to; ``LookupError`` for a hex that is not on the map."""
        for region in self.regions:
            if place in region.claim.hexes:
                return region
        raise LookupError(f"expected a hex of the map, came {place}")

    def faction_at(self, place: Hex) -> Faction | None:
        """The Faction that claims a hex, if one does."""
        return next((f for f in self.factions if place in f.claim.hexes), None)


def draw_land(ruleset: Ruleset, chance: Chance) -> Land:
    """Draw a whole Land: Regions until the map is full, then the Factions of each.

    ``BundleError`` where a type in the tables lacks its die, its names or its vegetation.
    """
    rules = LandRules.of(ruleset.numbers)
    throws = Throws(chance, PATH)
    hexes = flower(rules.radius)
    ground = Ground(rules.radius, hexes, frozenset(hexes))
    regions, free = list[Region](), ground
    while free.free:
        number = len(regions) + 1
        region = _draw_region(number, free, ruleset.tables, throws.within(f"region-{number}"))
        free = free.without(region.claim.hexes)
        regions.append(region)
    numbers = [region.number for region in regions]
    factions, counted = draw_factions(numbers, ground, ruleset.tables, rules.factions, throws)
    lines = [
        Line(f"The map is a hex flower of {len(hexes)} hexes", FLOWER),
        Line(f"Regions until the map is full: {len(regions)}", REGIONS),
    ]
    return Land(rules.radius, rules.hex_miles, tuple(regions), factions, 0, (*lines, *counted))


def between_sessions(land: Land, ruleset: Ruleset, chance: Chance) -> Land:
    """The Land after another session: every Faction's Goal Step Die is rolled once.

    The rule is ``living-world/faction-clocks``; what happened is added to the Land's trace.
    """
    session = land.sessions + 1
    steps = StepRules.of(ruleset.numbers)
    factions, lines = advance(land.factions, session, steps, chance)
    return replace(land, factions=factions, sessions=session, trace=(*land.trace, *lines))


def thrown_again(land: Land, chance: Chance, path: str) -> Chance:
    """The chance with a part of the Land thrown once more: every die that fell under its path.

    ``land/region-2/name`` is both halves of a name, ``land/region-2/faction-1`` one whole Faction,
    ``land/region-2`` a Region with its Factions. ``LookupError`` where no die fell there.
    """
    regions, factions = (r.trace for r in land.regions), (f.trace for f in land.factions)
    lines = (line for trace in (land.trace, *regions, *factions) for line in trace)
    keys = [line.key for line in lines if line.key and _under(line.key, path)]
    if not keys:
        raise LookupError(f"expected the path of a part of this Land, came “{path}”")
    for key in keys:
        chance = chance.again(key)
    return chance


def _under(key: str, path: str) -> bool:
    """Whether a chance key is the path's own or that of a part of it."""
    return key == path or key.startswith((f"{path}/", f"{path}:"))


def _draw_region(
    number: int, ground: Ground, tables: Mapping[str, Table], throws: Throws
) -> Region:
    """One Region, all its parts. The last takes what is left of the map."""
    kind = throws.table(tables["regions/type"], "type")
    row = kind.parts[0].row
    if row.die is None or row.names is None:
        raise BundleError(f"expected a Spread Die and names for {row.name}, came none")
    hexes, claimed = claim(row.die, ground, throws, REGIONS)
    vegetation, grown = _vegetation(row, tables["regions/vegetation"], throws)
    name = throws.table(tables[row.names], "name")
    parts = [throws.table(tables[f"regions/{part}"], part) for part in PARTS]
    feature, descriptor, theme, action = (part.text for part in parts)
    return Region(
        number=number,
        type=row.name,
        claim=hexes,
        vegetation=vegetation,
        name=name.text,
        feature=feature,
        descriptor=descriptor,
        theme=theme,
        action=action,
        trace=(
            *table_trace(kind, TYPE),
            *claimed,
            *grown,
            *table_trace(name, NAMES),
            *_features(parts),
        ),
    )


def _features(results: Sequence[TableResult]) -> Trace:
    """The trace of features, descriptor and Spark, each with the rule of its own table."""
    pairs = zip(PARTS, results, strict=True)
    return tuple(line for part, r in pairs for line in table_trace(r, f"{FEATURES}/{part}"))


def _vegetation(kind: Row, table: Table, throws: Throws) -> tuple[str, Trace]:
    """What grows in a Region of that type, rolled again where the type doesn't allow it.

    ``BundleError`` where the table allows the type nothing.
    """
    if all(kind.name in (row.not_for or ()) for roll in table.rolls for row in roll.rows):
        raise BundleError(f"expected vegetation that {kind.name} allows, came none")
    lines, attempt = list[Line](), 1
    while True:
        result = throws.table(table, f"vegetation/{attempt}")
        row = result.parts[0].row
        lines += table_trace(result, VEGETATION)
        if kind.name not in (row.not_for or ()):
            return row.name, tuple(lines)
        text = f"{kind.name} doesn’t allow {row.name}: it is rolled again"
        lines.append(Line(text, NOT_ALLOWED))
        attempt += 1
