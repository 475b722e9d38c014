"""Lands as procedures: drawn whole, part by part, by hand, and moved on between sessions.

Each gives the ``land`` (data that can be handed in again), its ``view`` for a map, and the
``tries`` of the dice that were thrown again. See ``nightsong.lands`` for the chance keys.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.factions import Faction, with_goal
from nightsong.landedits import claimed, expect_map, land_flaws, painted, place_of
from nightsong.lands import (
    Land,
    LandError,
    add_faction,
    add_region,
    between_sessions,
    blank_land,
    draw_land,
    thrown_again,
)
from nightsong.landviews import about, region_line, view
from nightsong.procedures.procedure import Played, Procedure, plain
from nightsong.steps import StepRules
from nightsong.trace import Line, Trace

CHAPTER = "living-world"
MOST_SESSIONS = 100


@dataclass(frozen=True, slots=True)
class LandAsked:
    """A whole Land after that many sessions. ``again`` lists paths to throw once more, in order:
    ``land/region-2``, ``land/region-2/name``, ``land/region-2/faction-1/aims``.
    """

    sessions: int = 0
    again: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RegionAsked:
    """One more Region on a Land, or the first of a new one."""

    land: Land | None = None


@dataclass(frozen=True, slots=True)
class FactionAsked:
    """One more Faction in a Region of the Land, by its number."""

    land: Land
    region: int


@dataclass(frozen=True, slots=True)
class ClocksAsked:
    """A Land whose Factions' clocks are to be advanced, as between sessions."""

    land: Land
    sessions: int = 1


@dataclass(frozen=True, slots=True)
class GoalAsked:
    """A new Goal Step Die for a Faction, by its number."""

    land: Land
    faction: int
    die: str


@dataclass(frozen=True, slots=True)
class EditAsked:
    """Hexes by name (``c3``) to give to a Region and to a Faction, by number.

    0 takes them from whoever has them; without a number nothing changes. Without a Land, a blank
    map is edited.
    """

    land: Land | None = None
    hexes: tuple[str, ...] = ()
    region: int | None = None
    faction: int | None = None


@dataclass(frozen=True, slots=True)
class LandCheckAsked:
    """A Land to be looked over: whether the rules could have drawn it so."""

    land: Land


def _land(ruleset: Ruleset, chance: Chance, asked: LandAsked) -> Played:
    land = _after(ruleset, chance, _sessions(asked.sessions))
    for path in asked.again:
        chance = thrown_again(land, chance, path)
        land = _after(ruleset, chance, asked.sessions)
    return _played(land, land_trace(land), chance)


def _after(ruleset: Ruleset, chance: Chance, sessions: int) -> Land:
    land = draw_land(ruleset, chance)
    for _ in range(sessions):
        land = between_sessions(land, ruleset, chance)
    return land


def _sessions(number: int, least: int = 0) -> int:
    if not least <= number <= MOST_SESSIONS:
        raise LandError(f"expected {least} to {MOST_SESSIONS} sessions, came {number}")
    return number


def land_trace(land: Land) -> Trace:
    """How a whole Land came about: what it is, the map, then each Region and each Faction."""
    traces = [land.trace, *(r.trace for r in land.regions), *(f.trace for f in land.factions)]
    summary = [*about(land), *(region_line(region, land) for region in land.regions)]
    told = (Line(text, CHAPTER) for text in summary)
    return (*told, *(line for trace in traces for line in trace))


def _region(ruleset: Ruleset, chance: Chance, asked: RegionAsked) -> Played:
    land = add_region(_given(asked.land, ruleset), ruleset, chance)
    return _played(land, land.regions[-1].trace, chance, region=land.regions[-1].number)


def _faction(ruleset: Ruleset, chance: Chance, asked: FactionAsked) -> Played:
    land = add_faction(_given(asked.land, ruleset), asked.region, ruleset, chance)
    return _played(land, land.factions[-1].trace, chance, faction=land.factions[-1].number)


def _clocks(ruleset: Ruleset, chance: Chance, asked: ClocksAsked) -> Played:
    before = _given(asked.land, ruleset)
    land, steps = before, StepRules.of(ruleset.numbers)
    for _ in range(_sessions(asked.sessions, least=1)):
        land = between_sessions(land, ruleset, chance)
    pairs = zip(before.factions, land.factions, strict=True)
    reached = [f.number for old, f in pairs if steps.is_spent(f.goal) and old.goal != f.goal]
    return _played(land, land.trace[len(before.trace) :], chance, reached=reached)


def _goal(ruleset: Ruleset, chance: Chance, asked: GoalAsked) -> Played:
    land = _given(asked.land, ruleset)
    old = _faction_of(land, asked.faction)
    new = with_goal(old, asked.die, StepRules.of(ruleset.numbers))
    factions = tuple(new if f is old else f for f in land.factions)
    lines = new.trace[len(old.trace) :]
    return _played(replace(land, factions=factions), lines, chance, faction=new.number)


def _faction_of(land: Land, number: int) -> Faction:
    for faction in land.factions:
        if faction.number == number:
            return faction
    raise LandError(f"expected the number of a Faction of this Land, came {number}")


def _edit(ruleset: Ruleset, chance: Chance, asked: EditAsked) -> Played:
    land = _given(asked.land, ruleset)
    hexes = frozenset(place_of(name, land.radius) for name in asked.hexes)
    if asked.region is not None:
        land = painted(land, hexes, asked.region or None)
    if asked.faction is not None:
        land = claimed(land, hexes, asked.faction or None)
    return _checked(ruleset, chance, land)


def _check(ruleset: Ruleset, chance: Chance, asked: LandCheckAsked) -> Played:
    return _checked(ruleset, chance, _given(asked.land, ruleset))


def _checked(ruleset: Ruleset, chance: Chance, land: Land) -> Played:
    flaws = land_flaws(land, ruleset)
    lines = tuple(Line(f"Expected {flaw.expected}, came {flaw.came}", flaw.rule) for flaw in flaws)
    return _played(land, lines, chance, flaws=plain(flaws))


def _given(land: Land | None, ruleset: Ruleset) -> Land:
    """The Land that was handed in, if it fits the rules' map; a blank one in place of none."""
    if land is None:
        return blank_land(ruleset)
    expect_map(land, ruleset)
    return land


def _played(land: Land, trace: Trace, chance: Chance, **more: Any) -> Played:
    result = {"land": plain(land), "view": plain(view(land)), "tries": dict(chance.tries)}
    return Played(result | more, trace)


PROCEDURES = (
    Procedure("land", LandAsked, _land),
    Procedure("land-region", RegionAsked, _region),
    Procedure("land-faction", FactionAsked, _faction),
    Procedure("land-edit", EditAsked, _edit),
    Procedure("land-check", LandCheckAsked, _check),
    Procedure("clocks", ClocksAsked, _clocks),
    Procedure("faction-goal", GoalAsked, _goal),
)
