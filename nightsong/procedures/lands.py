"""Lands as procedures: drawn whole, part by part, by hand, and moved on between sessions.

Each gives the ``land`` (data that can be handed in again), its ``view`` for a map, and the
``tries`` of the dice that were thrown again. See ``nightsong.lands`` for the chance keys.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.dice import parse
from nightsong.factions import Faction, with_goal
from nightsong.hexes import flower
from nightsong.landedits import claimed, expect_map, land_flaws, painted, place_of
from nightsong.lands import (
    Land,
    LandError,
    LandRules,
    add_faction,
    add_region,
    between_sessions,
    blank_land,
    draw_land,
    next_faction_path,
    next_region_path,
    thrown_again,
)
from nightsong.landviews import about, region_line, view
from nightsong.procedures.procedure import Played, Procedure, plain
from nightsong.realdice import faces_of_row
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
    """One more Region on a Land, or the first of a new one.

    Who drops the die by hand says on which hex it ``landed``, what it has ``shown``, and the
    ``type``; dice fall for what isn't said.
    """

    land: Land | None = None
    landed: str | None = None
    shown: int | None = None
    type: str | None = None


@dataclass(frozen=True, slots=True)
class FactionAsked:
    """One more Faction in a Region of the Land, by its number; the rest is as for a Region."""

    land: Land
    region: int
    landed: str | None = None
    shown: int | None = None
    type: str | None = None


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
    land = given(asked.land, ruleset)
    chance = _by_hand(ruleset, chance, next_region_path(land), asked)
    land = add_region(land, ruleset, chance)
    return _played(land, land.regions[-1].trace, chance, region=land.regions[-1].number)


def _faction(ruleset: Ruleset, chance: Chance, asked: FactionAsked) -> Played:
    land = given(asked.land, ruleset)
    chance = _by_hand(ruleset, chance, next_faction_path(land, asked.region), asked)
    land = add_faction(land, asked.region, ruleset, chance)
    return _played(land, land.factions[-1].trace, chance, faction=land.factions[-1].number)


def _by_hand(
    ruleset: Ruleset, chance: Chance, path: str, asked: RegionAsked | FactionAsked
) -> Chance:
    """The chance with the dice that somebody dropped and threw at the table."""
    if asked.landed is not None:
        radius = LandRules.of(ruleset.numbers).radius
        place = flower(radius).index(place_of(asked.landed, radius))
        chance = chance.given(f"{path}/drop", [place + 1])
    if asked.shown is not None:
        chance = chance.given(f"{path}/size", [asked.shown])
    if asked.type is not None:
        table = ruleset.table("regions/type" if isinstance(asked, RegionAsked) else "factions/type")
        (roll,) = table.rolls
        keys = [row.key for row in roll.rows if row.name == asked.type]
        if not keys:
            known = ", ".join(row.name for row in roll.rows)
            raise LandError(f"expected one of {known}, came “{asked.type}”")
        faces = faces_of_row(table, roll.name, keys[0], parse(roll.die))
        chance = chance.given(f"{path}/type", next(iter(faces.values())))
    return chance


def _clocks(ruleset: Ruleset, chance: Chance, asked: ClocksAsked) -> Played:
    before = given(asked.land, ruleset)
    land, steps = before, StepRules.of(ruleset.numbers)
    for _ in range(_sessions(asked.sessions, least=1)):
        land = between_sessions(land, ruleset, chance)
    pairs = zip(before.factions, land.factions, strict=True)
    reached = [f.number for old, f in pairs if steps.is_spent(f.goal) and old.goal != f.goal]
    return _played(land, land.trace[len(before.trace) :], chance, reached=reached)


def _goal(ruleset: Ruleset, chance: Chance, asked: GoalAsked) -> Played:
    land = given(asked.land, ruleset)
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
    land = given(asked.land, ruleset)
    hexes = frozenset(place_of(name, land.radius) for name in asked.hexes)
    if asked.region is not None:
        land = painted(land, hexes, asked.region or None)
    if asked.faction is not None:
        land = claimed(land, hexes, asked.faction or None)
    return checked(ruleset, chance, land)


def _check(ruleset: Ruleset, chance: Chance, asked: LandCheckAsked) -> Played:
    return checked(ruleset, chance, given(asked.land, ruleset))


def checked(ruleset: Ruleset, chance: Chance, land: Land, trace: Trace = ()) -> Played:
    """A Land with how it came about and all that the rules miss on it, as a procedure gives it."""
    flaws = land_flaws(land, ruleset)
    lines = (Line(f"Expected {flaw.expected}, came {flaw.came}", flaw.rule) for flaw in flaws)
    return _played(land, (*trace, *lines), chance, flaws=plain(flaws))


def given(land: Land | None, ruleset: Ruleset) -> Land:
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
