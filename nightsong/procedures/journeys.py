"""Journeys as procedures: each act of a Watch, and the whole of it (``adventuring/journeying``).

A state goes in as plain data and comes back as plain data that can be handed in again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nightsong.bundle import Ruleset
from nightsong.camp import CampRules, Party, eat, forage, held_rations
from nightsong.chance import Chance
from nightsong.encounters import situation
from nightsong.fate import FateRules, ask
from nightsong.journeys import (
    NAVIGATION,
    WEATHER,
    JourneyRules,
    JourneyState,
    WatchPlan,
    play_watch,
)
from nightsong.procedures.procedure import Played, Procedure, plain
from nightsong.throws import Throws
from nightsong.trace import Line
from nightsong.travel import Carriage, Terrain, TravelRules, Way, distance, in_miles

DEPARTURE = JourneyState()
ONWARD = WatchPlan()


@dataclass(frozen=True, slots=True)
class WeatherAsked:
    """Whether the weather holds for a Watch, and if the group presses on where it doesn't.

    The threshold is a situation's name, a percentage, or empty for an even chance. The chance key
    is ``weather``.
    """

    threshold: str = ""
    press_on: bool = False


@dataclass(frozen=True, slots=True)
class NavigationAsked:
    """Whether a group keeps its course; no die falls with a path or a landmark to follow.

    The threshold is as for the weather. The chance key is ``navigation``.
    """

    threshold: str = ""
    path: bool = False
    landmark: bool = False


@dataclass(frozen=True, slots=True)
class ForagingAsked:
    """Looking for food for a party: ``whose`` ration gains, the lowest if nobody is named.

    The threshold is as for the weather. The chance key is ``camp/foraging``.
    """

    party: Party
    threshold: str = ""
    whose: str = ""


@dataclass(frozen=True, slots=True)
class RationsAsked:
    """A day's rations for a party; with ``share``, the hungry eat of others'.

    The chance keys are ``camp/member-1/ration-1`` and so on.
    """

    party: Party
    share: bool = False


@dataclass(frozen=True, slots=True)
class TravelAsked:
    """How a group travels for a Watch. No dice fall."""

    terrain: Terrain = Terrain.CLEAR
    path: bool = False
    carriage: Carriage = Carriage.FOOT
    bad_weather: bool = False


@dataclass(frozen=True, slots=True)
class WatchAsked:
    """The next Watch of a journey; a fresh state starts one. The chance keys start with
    ``watch-1``, ``watch-2`` and so on, by the number of the Watch.
    """

    state: JourneyState = DEPARTURE
    plan: WatchPlan = ONWARD


def _weather(ruleset: Ruleset, chance: Chance, asked: WeatherAsked) -> Played:
    rules = FateRules.of(ruleset.numbers)
    done = ask(rules, "weather", chance, "weather", situation(asked.threshold))
    travels = done.yes or asked.press_on
    result = {"holds": done.yes, "travels": travels, **plain(done)}
    if done.yes:
        return Played(result, done.trace)
    share = TravelRules.of(ruleset.numbers).bad_weather
    pressed = f"The group presses on, with Disadvantage, at {share} the distance"
    text = pressed if travels else "The group waits it out and gets nowhere"
    return Played(result, (*done.trace, Line(text, WEATHER)))


def _navigation(ruleset: Ruleset, chance: Chance, asked: NavigationAsked) -> Played:
    if asked.path or asked.landmark:
        guide = "A clear path" if asked.path else "A landmark"
        line = Line(f"{guide} leads the way: no roll", NAVIGATION)
        return Played({"on_course": True, "rolled": None}, (line,))
    rules = FateRules.of(ruleset.numbers)
    done = ask(rules, "navigation", chance, "navigation", situation(asked.threshold))
    return Played({"on_course": done.yes, **plain(done)}, done.trace)


def _foraging(ruleset: Ruleset, chance: Chance, asked: ForagingAsked) -> Played:
    rules = CampRules.of(ruleset.numbers)
    done = forage(asked.party, rules, Throws(chance, "camp"), asked.threshold, asked.whose)
    result = {"found": done.found.yes, "rolled": done.found.rolled, **_camp(done.party, rules)}
    return Played(result, done.trace)


def _rations(ruleset: Ruleset, chance: Chance, asked: RationsAsked) -> Played:
    rules = CampRules.of(ruleset.numbers)
    done = eat(asked.party, rules, Throws(chance, "camp"), share=asked.share)
    return Played(_camp(done.party, rules), done.trace)


def _travel(ruleset: Ruleset, _: Chance, asked: TravelAsked) -> Played:
    way = Way(asked.terrain, asked.path, asked.carriage, asked.bad_weather)
    done = distance(TravelRules.of(ruleset.numbers), way)
    return Played({"miles": str(done.miles), "text": in_miles(done.miles)}, done.trace)


def _watch(ruleset: Ruleset, chance: Chance, asked: WatchAsked) -> Played:
    rules = JourneyRules.of(ruleset.numbers, ruleset.rule_ids)
    done = play_watch(rules, asked.state, asked.plan, chance)
    board = _camp(done.state.party, rules.camp)
    result = {**plain(done), "rations": board["rations"], "conditions": board["conditions"]}
    return Played(result, done.trace)


def _camp(party: Party, rules: CampRules) -> dict[str, Any]:
    """A party, and what a screen shows of it beside: each one's rations and Conditions."""
    return {
        "party": plain(party),
        "rations": [
            {"name": member.name, "dice": list(held_rations(member, rules))} for member in party
        ],
        "conditions": [
            {"name": member.name, "conditions": [c.name for c in member.conditions]}
            for member in party
        ],
    }


PROCEDURES = (
    Procedure("weather", WeatherAsked, _weather),
    Procedure("navigation", NavigationAsked, _navigation),
    Procedure("foraging", ForagingAsked, _foraging),
    Procedure("rations", RationsAsked, _rations),
    Procedure("travel", TravelAsked, _travel),
    Procedure("watch", WatchAsked, _watch),
)
