"""Factions: who they are, the hexes they claim, what they are after, and the clocks of their goals.

Carries out the rules ``living-world/factions``, ``living-world/faction-names``,
``living-world/faction-goals-and-assets`` and ``living-world/faction-clocks``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from nightsong.bundle import BundleError
from nightsong.chance import Chance
from nightsong.model import Table
from nightsong.rolling import PartResult, TableResult
from nightsong.spreading import Claim, Ground, claim
from nightsong.steps import Ending, StepError, StepRules, use
from nightsong.throws import Throws, fell, table_trace
from nightsong.trace import Line, Trace

FACTIONS = "living-world/factions"
TYPE = "living-world/factions/faction-type"
NAMES = "living-world/faction-names"
AIMS = "living-world/faction-goals-and-assets"
CLOCKS = "living-world/faction-clocks"


@dataclass(frozen=True, slots=True)
class FactionRules:
    """The numbers of Factions: the dice for how many a Region holds, and the usual Goal die."""

    count: str
    goal: str

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> FactionRules:
        """The numbers under ``land``; ``KeyError`` where one is missing."""
        land = numbers["land"]
        return cls(land["factions"], land["faction_goal"])


@dataclass(frozen=True, slots=True)
class Faction:
    """A Faction of a Land.

    ``number`` counts from 1 through the Land, ``region`` is the number of the Region that holds it.
    ``claim`` has its Influence Die and its territory, which is empty where the map had no unclaimed
    hex left. It wants ``wants`` through ``method``, has ``asset`` and is ``activity``. ``goal`` is
    its Goal Step Die. ``path`` is where its chance keys start.
    """

    number: int
    region: int
    path: str
    type: str
    claim: Claim
    name: str
    wants: str
    method: str
    asset: str
    activity: str
    goal: str
    trace: Trace = ()


def draw_factions(
    regions: Sequence[int],
    ground: Ground,
    tables: Mapping[str, Table],
    rules: FactionRules,
    throws: Throws,
) -> tuple[tuple[Faction, ...], Trace]:
    """Add Factions to each of the Regions, given by their numbers, in that order.

    ``ground`` is the map with the hexes that no Faction holds yet. The trace has how many Factions
    each Region holds; each Faction has its own. ``BundleError`` where a type in the table lacks its
    die or its names.
    """
    factions: list[Faction] = []
    lines: list[Line] = []
    for region in regions:
        home = throws.within(f"region-{region}")
        rolled = home.dice(rules.count, "factions")
        text = f"Factions in Region {region}: {rules.count} fell {fell(rolled)}"
        lines.append(Line(text, FACTIONS, home.key("factions")))
        for place in range(1, rolled.total + 1):
            own = home.within(f"faction-{place}")
            faction = draw_faction(len(factions) + 1, region, ground, tables, rules, own)
            ground = ground.without(faction.claim.hexes)
            factions.append(faction)
    return tuple(factions), tuple(lines)


def draw_faction(
    number: int,
    region: int,
    ground: Ground,
    tables: Mapping[str, Table],
    rules: FactionRules,
    throws: Throws,
) -> Faction:
    """One Faction, all its parts. ``BundleError`` where its type lacks its die or its names."""
    kind = throws.table(tables["factions/type"], "type")
    row = kind.parts[0].row
    if row.die is None or row.names is None:
        raise BundleError(f"expected an Influence Die and names for {row.name}, came none")
    territory, claimed = claim(row.die, ground, throws, FACTIONS)
    name = throws.table(tables[row.names], "name")
    aims = throws.table(tables["factions/aims"], "aims")
    has = throws.table(tables["factions/has"], "has")
    doing = throws.table(tables["factions/is"], "is")
    return Faction(
        number=number,
        region=region,
        path=throws.path,
        type=row.name,
        claim=territory,
        name=name.text,
        wants=_of(aims, "wants"),
        method=_of(aims, "through"),
        asset=has.text,
        activity=doing.text,
        goal=rules.goal,
        trace=(
            *table_trace(kind, TYPE),
            *claimed,
            *table_trace(name, NAMES),
            Line(f"Together: {name.text}", NAMES),
            *_aim_lines("It wants", aims.parts[:1]),
            *_aim_lines("through", aims.parts[1:]),
            *_aim_lines("It has", has.parts),
            *_aim_lines("It is", doing.parts),
            Line(f"Its Goal Step Die is a {rules.goal}", CLOCKS),
        ),
    )


def _aim_lines(lead: str, parts: Sequence[PartResult]) -> Trace:
    """How each die for an aim fell, in words: ``It has Spies: 1D66 fell 6·2``."""
    return tuple(
        Line(f"{lead} {p.row.name}: {p.roll.die} fell {fell(p.rolled)}", AIMS, p.key) for p in parts
    )


def _of(result: TableResult, roll: str) -> str:
    """What the roll of that name gave."""
    return next(part.row.name for part in result.parts if part.roll.name == roll)


def with_goal(faction: Faction, die: str, steps: StepRules) -> Faction:
    """The Faction with a goal of that Step Die: larger for a longer or more complex one.

    ``StepError`` for a die that isn't on the ladder, or stands at its end.
    """
    if steps.is_spent(die):
        raise StepError(f"expected a Goal Step Die that is left to roll, came {die}")
    line = Line(f"Its Goal Step Die is now a {die}", CLOCKS)
    return replace(faction, goal=die, trace=(*faction.trace, line))


def advance(
    factions: Sequence[Faction], session: int, steps: StepRules, chance: Chance
) -> tuple[tuple[Faction, ...], Trace]:
    """Roll every Faction's Goal Step Die once, between sessions (``living-world/faction-clocks``).

    ``session`` is the number of the session that is over, from 1 on. A goal that was reached
    earlier is rolled no more until ``with_goal`` sets another.
    """
    after: list[Faction] = []
    lines: list[Line] = []
    for faction in factions:
        if steps.is_spent(faction.goal):
            after.append(faction)
            continue
        key = f"{faction.path}/goal/session-{session}"
        used = use(steps, faction.goal, chance, key, Ending.DUE)
        moves = "stays" if used.after == faction.goal else f"steps down to {used.after}"
        text = f"{faction.name}: the Goal {faction.goal} fell {used.rolled} and {moves}"
        lines.append(Line(text, CLOCKS, key))
        if used.spent:
            aim = f"{faction.wants} through {faction.method}"
            reached = f"{faction.name} reaches its goal, {aim}, and the Land changes to show it"
            lines.append(Line(reached, CLOCKS))
        after.append(replace(faction, goal=used.after))
    return tuple(after), tuple(lines)
