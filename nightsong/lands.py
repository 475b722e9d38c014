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
from nightsong.factions import FACTIONS, Faction, FactionRules, advance, draw_faction, draw_factions
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


class LandError(ValueError):
    """What can't be done with this Land; one line with what was expected and what came."""


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

    @property
    def free(self) -> Ground:
        """The map with the hexes that no Region has."""
        return self._ground(self.regions)

    @property
    def unclaimed(self) -> Ground:
        """The map with the hexes that no Faction holds."""
        return self._ground(self.factions)

    @property
    def landless(self) -> tuple[Faction, ...]:
        """The Factions without territory: no hex was left when they came."""
        return tuple(f for f in self.factions if not f.claim.hexes)

    def _ground(self, parts: Sequence[Region | Faction]) -> Ground:
        whole = Ground(self.radius, self.hexes, frozenset(self.hexes))
        return whole.without([place for part in parts for place in part.claim.hexes])


def blank_land(ruleset: Ruleset) -> Land:
    """A map without Regions and Factions, to draw by hand (``rulings/hex-flower``)."""
    rules = LandRules.of(ruleset.numbers)
    return Land(rules.radius, rules.hex_miles, (), ())


def draw_land(ruleset: Ruleset, chance: Chance) -> Land:
    """Draw a whole Land: Regions until the map is full, then the Factions of each.

    ``BundleError`` where a type in the tables lacks its die, its names or its vegetation.
    """
    rules = LandRules.of(ruleset.numbers)
    throws = Throws(chance, PATH)
    land = blank_land(ruleset)
    while land.free.free:
        land = add_region(land, ruleset, chance)
    numbers = [region.number for region in land.regions]
    ground = land.unclaimed
    factions, counted = draw_factions(numbers, ground, ruleset.tables, rules.factions, throws)
    land = replace(land, factions=factions)
    lines = [
        Line(f"The map is a hex flower of {len(land.hexes)} hexes", FLOWER),
        Line(f"Regions until the map is full: {len(land.regions)}", REGIONS),
        *counted,
    ]
    if land.landless:
        text = f"Factions without territory: {len(land.landless)} of {len(factions)}"
        lines.append(Line(f"{text}, as the map had no free hex left", FACTIONS))
    return replace(land, trace=tuple(lines))


def add_region(land: Land, ruleset: Ruleset, chance: Chance) -> Land:
    """The Land with one more Region, on hexes that no Region has (``living-world/regions``).

    ``LandError`` where the map is full, ``BundleError`` as for ``draw_land``.
    """
    if not land.free.free:
        raise LandError("expected a hex without a Region, came a full map")
    number, throws = _next_region(land), Throws(chance, next_region_path(land))
    region = draw_region(number, land.free, ruleset.tables, throws)
    return replace(land, regions=(*land.regions, region))


def next_region_path(land: Land) -> str:
    """Where the chance keys of the Region start that ``add_region`` adds."""
    return f"{PATH}/region-{_next_region(land)}"


def _next_region(land: Land) -> int:
    return max((region.number for region in land.regions), default=0) + 1


def next_faction_path(land: Land, region: int) -> str:
    """Where the chance keys of the Faction start that ``add_faction`` adds."""
    held = {f.path for f in land.factions if f.region == region}
    places = (f"{PATH}/region-{region}/faction-{place}" for place in range(1, len(held) + 2))
    return next(place for place in places if place not in held)


def add_faction(land: Land, region: int, ruleset: Ruleset, chance: Chance) -> Land:
    """The Land with one more Faction in that Region (``living-world/factions``).

    ``LandError`` where the Land has no Region of that number.
    """
    if all(one.number != region for one in land.regions):
        raise LandError(f"expected the number of a Region of this Land, came {region}")
    own = Throws(chance, next_faction_path(land, region))
    number = max((f.number for f in land.factions), default=0) + 1
    rules = LandRules.of(ruleset.numbers).factions
    faction = draw_faction(number, region, land.unclaimed, ruleset.tables, rules, own)
    return replace(land, factions=(*land.factions, faction))


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


def draw_region(number: int, ground: Ground, tables: Mapping[str, Table], throws: Throws) -> Region:
    """One Region, all its parts. The last takes what is left of the map.

    ``BundleError`` where its type lacks its die, its names or its vegetation.
    """
    kind = throws.table(tables["regions/type"], "type")
    row = kind.parts[0].row
    if row.die is None or row.names is None:
        raise BundleError(f"expected a Spread Die and names for {row.name}, came none")
    hexes, claimed = claim(row.die, ground, throws, REGIONS)
    vegetation, grown = grow(row, tables["regions/vegetation"], throws)
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
            Line(f"Together: {name.text}", NAMES),
            *_features(parts),
        ),
    )


def _features(results: Sequence[TableResult]) -> Trace:
    """The trace of features, descriptor and Spark, each with the rule of its own table."""
    pairs = zip(PARTS, results, strict=True)
    return tuple(line for part, r in pairs for line in table_trace(r, f"{FEATURES}/{part}"))


def grow(kind: Row, table: Table, throws: Throws) -> tuple[str, Trace]:
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
