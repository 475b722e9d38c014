"""The parts of Regions and Factions one by one: thrown again in place, or written by hand.

In place, all else of a Land stays as it is, also what would follow from the part if the whole Land
were drawn anew (``nightsong.lands.thrown_again`` does that).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar

from nightsong.bundle import BundleError, Ruleset
from nightsong.chance import Chance
from nightsong.factions import AIMS, Faction, FactionRules, draw_faction
from nightsong.factions import NAMES as FACTION_NAMES
from nightsong.factions import TYPE as FACTION_TYPE
from nightsong.lands import (
    FEATURES,
    NAMES,
    PATH,
    TYPE,
    VEGETATION,
    Land,
    LandError,
    Region,
    draw_region,
    grow,
)
from nightsong.model import Row
from nightsong.spreading import Ground
from nightsong.throws import Throws, table_trace
from nightsong.trace import Trace

LONGEST_TEXT = 80  # letters that somebody may write for a part


Owner = Region | Faction
T = TypeVar("T", bound=Owner)


@dataclass(frozen=True, slots=True)
class Part:
    """A part in words. ``path`` is where its chance keys start, ``table`` is rolled for it.

    ``fixed`` says that it must be one of the table's rows; a name's table hangs on the type.
    """

    path: str
    title: str
    text: str
    table: str = ""
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class _Sort:
    """What parts there are: title, field of the Region or Faction, table, its roll, and rule."""

    title: str
    field: str
    table: str
    rule: str
    roll: str = ""
    fixed: bool = False


_REGION: Mapping[str, _Sort] = MappingProxyType(
    {
        "name": _Sort("Name", "name", "", NAMES),
        "type": _Sort("Type", "type", "regions/type", TYPE, fixed=True),
        "vegetation": _Sort(
            "Vegetation", "vegetation", "regions/vegetation", VEGETATION, fixed=True
        ),
        "descriptor": _Sort(
            "Descriptor", "descriptor", "regions/descriptor", f"{FEATURES}/descriptor"
        ),
        "features": _Sort("Feature", "feature", "regions/features", f"{FEATURES}/features"),
        "spark-theme": _Sort(
            "Spark: theme", "theme", "regions/spark-theme", f"{FEATURES}/spark-theme"
        ),
        "spark-action": _Sort(
            "Spark: action", "action", "regions/spark-action", f"{FEATURES}/spark-action"
        ),
    }
)
_FACTION: Mapping[str, _Sort] = MappingProxyType(
    {
        "name": _Sort("Name", "name", "", FACTION_NAMES),
        "type": _Sort("Type", "type", "factions/type", FACTION_TYPE, fixed=True),
        "aims:wants": _Sort("Wants", "wants", "factions/aims", AIMS, "wants"),
        "aims:through": _Sort("Through", "method", "factions/aims", AIMS, "through"),
        "has": _Sort("Has", "asset", "factions/has", AIMS),
        "is": _Sort("Is", "activity", "factions/is", AIMS),
    }
)


def region_path(region: int) -> str:
    """Where the chance keys of the Region of that number start."""
    return f"{PATH}/region-{region}"


def region_parts(region: Region) -> tuple[Part, ...]:
    """The parts of a Region."""
    return _parts(region, region_path(region.number), _REGION)


def faction_parts(faction: Faction) -> tuple[Part, ...]:
    """The parts of a Faction."""
    return _parts(faction, faction.path, _FACTION)


def _parts(owner: Owner, path: str, sorts: Mapping[str, _Sort]) -> tuple[Part, ...]:
    return tuple(
        Part(f"{path}/{key}", sort.title, getattr(owner, sort.field), sort.table, sort.fixed)
        for key, sort in sorts.items()
    )


def thrown_in_place(land: Land, ruleset: Ruleset, chance: Chance, path: str) -> tuple[Land, Trace]:
    """The Land with a Region, a Faction or a part of one thrown anew, and how it fell.

    A whole Region or Faction gives up its hexes first and keeps its number; a Region keeps its
    Factions. ``LookupError`` for a path that the Land doesn't have.
    """
    owner, key = _found(land, path)
    if key:
        new, lines = _thrown_part(owner, key, ruleset, Throws(chance, path.removesuffix(f"/{key}")))
    else:
        new = _thrown_whole(land, owner, ruleset, Throws(chance, path))
        lines = new.trace
    return _with(land, owner, new), lines


def written(land: Land, path: str, text: str) -> Land:
    """The Land with a part in somebody's own words.

    ``LookupError`` for a path that the Land doesn't have, ``LandError`` for words too many or none.
    """
    owner, key = _found(land, path)
    words = " ".join(text.split())
    if not key:
        raise LookupError(path)
    if not 0 < len(words) <= LONGEST_TEXT:
        raise LandError(f"expected 1 to {LONGEST_TEXT} letters, came {len(words)}")
    return _with(land, owner, _changed(owner, key, words))


def without(land: Land, path: str) -> Land:
    """The Land without a Region and its Factions, or without a Faction: their hexes are free.

    ``LookupError`` for a path that the Land doesn't have.
    """
    owner, key = _found(land, path)
    if key:
        raise LookupError(path)
    if isinstance(owner, Faction):
        return replace(land, factions=tuple(f for f in land.factions if f is not owner))
    return replace(
        land,
        regions=tuple(r for r in land.regions if r is not owner),
        factions=tuple(f for f in land.factions if f.region != owner.number),
    )


def typed(land: Land, ruleset: Ruleset) -> Land:
    """The Land with the die of each type that the tables know, where types were written."""
    regions = (_with_die(r, ruleset, "regions/type") for r in land.regions)
    factions = (_with_die(f, ruleset, "factions/type") for f in land.factions)
    return replace(land, regions=tuple(regions), factions=tuple(factions))


def _found(land: Land, path: str) -> tuple[Owner, str]:
    """Whose path it is, and which part of theirs it names; empty for the whole."""
    owners: list[tuple[str, Owner, Mapping[str, _Sort]]] = [
        *((f.path, f, _FACTION) for f in land.factions),
        *((region_path(r.number), r, _REGION) for r in land.regions),
    ]
    for start, owner, sorts in owners:
        if path == start:
            return owner, ""
        key = path.removeprefix(f"{start}/")
        if key != path and key in sorts:
            return owner, key
    raise LookupError(f"the path “{path}”")


def _with(land: Land, old: Owner, new: Owner) -> Land:
    regions = tuple(new if r is old else r for r in land.regions)
    factions = tuple(new if f is old else f for f in land.factions)
    return replace(land, regions=regions, factions=factions)  # type: ignore[arg-type]


def _thrown_whole(land: Land, owner: Owner, ruleset: Ruleset, throws: Throws) -> Owner:
    own = frozenset(owner.claim.hexes)
    if isinstance(owner, Region):
        free = Ground(land.radius, land.hexes, land.free.free | own)
        return draw_region(owner.number, free, ruleset.tables, throws)
    ground = Ground(land.radius, land.hexes, land.unclaimed.free | own)
    rules = FactionRules.of(ruleset.numbers)
    return draw_faction(owner.number, owner.region, ground, ruleset.tables, rules, throws)


def _thrown_part(owner: Owner, key: str, ruleset: Ruleset, throws: Throws) -> tuple[Owner, Trace]:
    sort = _sorts(owner)[key]
    if key == "vegetation":
        row = _row(ruleset, "regions/type", owner.type)
        text, lines = grow(row, ruleset.table(sort.table), throws)
        return _changed(owner, key, text), lines
    table = ruleset.table(sort.table or _names(owner, ruleset))
    result = throws.table(table, key.partition(":")[0])
    lines = table_trace(result, sort.rule)
    text = result.text
    if sort.roll or sort.fixed:
        part = next(p for p in result.parts if p.roll.name == sort.roll)
        text, lines = part.row.name, tuple(line for line in lines if line.key == part.key)
    new = _changed(owner, key, text)
    return (_with_die(new, ruleset, sort.table) if key == "type" else new), lines


def _sorts(owner: Owner) -> Mapping[str, _Sort]:
    return _REGION if isinstance(owner, Region) else _FACTION


def _changed(owner: Owner, key: str, text: str) -> Owner:
    new: dict[str, Any] = {_sorts(owner)[key].field: text}
    return replace(owner, **new)


def _with_die(owner: T, ruleset: Ruleset, table: str) -> T:
    """The Region or Faction with its type's die, where the table knows the type."""
    rows = (row for roll in ruleset.table(table).rolls for row in roll.rows)
    die = next((row.die for row in rows if row.name == owner.type), None)
    return replace(owner, claim=replace(owner.claim, die=die or owner.claim.die))


def _names(owner: Owner, ruleset: Ruleset) -> str:
    """The table of names of a Region's or a Faction's type."""
    kind = "regions/type" if isinstance(owner, Region) else "factions/type"
    row = _row(ruleset, kind, owner.type)
    if row.names is None:
        raise BundleError(f"expected names for {row.name}, came none")
    return row.names


def _row(ruleset: Ruleset, table: str, name: str) -> Row:
    """The row of that name; ``LandError`` where the table has none."""
    rows = [row for roll in ruleset.table(table).rolls for row in roll.rows]
    for row in rows:
        if row.name == name:
            return row
    raise LandError(f"expected one of {', '.join(row.name for row in rows)}, came “{name}”")
