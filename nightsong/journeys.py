"""Journeys: a group plays one Watch after the other (``adventuring/journeying``).

``play_watch`` gives the state after the next Watch. The weather's choice can be made after it is
seen: the same state and seed played again with another plan have the same dice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from nightsong.camp import CampRules, Party, eat, forage, rest, tire
from nightsong.chance import Chance
from nightsong.checks import Favor
from nightsong.encounters import (
    USUAL,
    EncounterRules,
    Events,
    Looming,
    Surroundings,
    asked,
    begin,
    situation,
)
from nightsong.fate import FateResult
from nightsong.throws import Throws
from nightsong.trace import Line, Trace
from nightsong.travel import (
    Carriage,
    Terrain,
    TravelRules,
    Way,
    distance,
    in_miles,
    read_miles,
)

TIME = "basics/time/watches"
TRAVEL = "adventuring/journeying/travel"
WEATHER = "adventuring/journeying/weather"
NAVIGATION = "adventuring/journeying/navigation"
LONG_REST = "adventuring/journeying/long-rest"


class JourneyError(ValueError):
    """A state or a plan that can't be, in one line."""


@dataclass(frozen=True, slots=True)
class JourneyState:
    """A journey between two Watches; ``JourneyError`` where it can't be.

    ``watch`` counts the Watches played. ``way`` and ``astray`` are miles, on course and off it, as
    written fractions (``9/2``). ``rested`` counts the day's Long Rests, ``resting`` the Watches of
    one that isn't done.
    """

    watch: int = 0
    way: str = "0"
    astray: str = "0"
    lost: bool = False
    rested: int = 0
    resting: int = 0
    party: Party = ()
    looming: tuple[Looming, ...] = ()

    def __post_init__(self) -> None:
        for name in ("watch", "rested", "resting"):
            if getattr(self, name) < 0:
                raise JourneyError(f"{name}: expected 0 or more, came {getattr(self, name)}")
        read_miles(self.way)
        read_miles(self.astray)


@dataclass(frozen=True, slots=True)
class WatchPlan:
    """What the group means to do with a Watch, and what the Referee says of it.

    It travels, unless it will ``rest``. ``press_on`` is the choice if the weather doesn't hold;
    otherwise it waits. ``weather``, ``navigation`` and ``foraging`` are thresholds as in
    ``Surroundings``. ``forage_for`` names whose ration foraging raises; ``share`` lets those
    without rations eat of others'.
    """

    terrain: Terrain = Terrain.CLEAR
    path: bool = False
    landmark: bool = False
    carriage: Carriage = Carriage.FOOT
    rest: bool = False
    press_on: bool = False
    forage: bool = False
    forage_for: str = ""
    share: bool = False
    weather: str = ""
    navigation: str = ""
    foraging: str = ""
    around: Surroundings = USUAL

    def __post_init__(self) -> None:
        if self.rest and self.forage:
            raise JourneyError("expected a Watch of rest or of foraging, came both")


@dataclass(frozen=True, slots=True)
class JourneyRules:
    """The numbers of a journey: Watches a day and a Long Rest, and those of its parts."""

    watches: int
    rest_watches: int
    travel: TravelRules
    camp: CampRules
    encounters: EncounterRules

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> JourneyRules:
        """From the ruleset's numbers."""
        return cls(
            watches=numbers["time"]["watches_per_day"],
            rest_watches=numbers["rests"]["long"]["watches"],
            travel=TravelRules.of(numbers),
            camp=CampRules.of(numbers),
            encounters=EncounterRules.of(numbers),
        )


@dataclass(frozen=True, slots=True)
class WatchResult:
    """A Watch as it was played. ``state`` is the journey after it.

    ``miles`` were covered, on course or not; ``favor`` goes for the group's rolls in this Watch.
    ``navigation`` is ``None`` where no course had to be kept, ``foraged`` where nobody foraged.
    """

    state: JourneyState
    day: int
    miles: str
    favor: Favor
    weather: FateResult
    navigation: FateResult | None
    events: Events
    foraged: FateResult | None
    day_ends: bool
    trace: Trace


def play_watch(
    rules: JourneyRules, state: JourneyState, plan: WatchPlan, chance: Chance
) -> WatchResult:
    """Play the next Watch: weather, course, events, travel, foraging, rest, and a day's end.

    Its keys start with ``watch-<number>``, so that no throw of a journey falls twice. Raises
    ``nightsong.fate.FateError`` for a threshold that the rules don't have,
    ``nightsong.characters.CharacterError`` and ``nightsong.steps.StepError`` for a state that
    can't be played on.
    """
    for question in ("weather", "navigation", "foraging"):
        rules.camp.fate.threshold(question, situation(getattr(plan, question)))
    number = state.watch + 1
    throws = Throws(chance, f"watch-{number}")
    day, part = divmod(state.watch, rules.watches)
    title = Line(f"Watch {number}: day {day + 1}, {part + 1} of {rules.watches}", TIME)
    weather = asked(rules.camp.fate, "weather", throws, plan.weather)
    travels, favor, choice = _weathered(plan, weather)
    course = _course(rules, plan, throws) if travels else None
    events = begin(rules.encounters, plan.around, state.looming, throws)
    state = replace(state, watch=number, looming=events.looming)
    state, miles, way = _travelled(rules, state, plan, course, weather, travels=travels)
    state, foraged, found = _foraged(rules, state, plan, throws)
    state, rested = _rested(rules, state, plan, throws)
    ends = number % rules.watches == 0
    evening: Trace = ()
    if ends:
        state, evening = _day_ends(rules, state, plan, throws)
    kept = () if course is None else course.trace
    trace = (title, *weather.trace, *choice, *kept, *events.trace, *way, *found, *rested, *evening)
    return WatchResult(
        state, day + 1, str(miles), favor, weather, course, events, foraged, ends, trace
    )


def _weathered(plan: WatchPlan, weather: FateResult) -> tuple[bool, Favor, Trace]:
    """Whether the group travels, with what favor, and the choice in words."""
    if plan.rest:
        return False, Favor.NONE, (Line("The group rests this Watch", LONG_REST),)
    if weather.yes:
        return True, Favor.NONE, ()
    if plan.press_on:
        text = "The group presses on, with Disadvantage"
        return True, Favor.DISADVANTAGE, (Line(text, WEATHER),)
    return False, Favor.NONE, (Line("The group waits it out and gets nowhere", WEATHER),)


def _course(rules: JourneyRules, plan: WatchPlan, throws: Throws) -> FateResult | None:
    if plan.path or plan.landmark:
        return None
    return asked(rules.camp.fate, "navigation", throws, plan.navigation)


def _travelled(
    rules: JourneyRules,
    state: JourneyState,
    plan: WatchPlan,
    course: FateResult | None,
    weather: FateResult,
    *,
    travels: bool,
) -> tuple[JourneyState, Fraction, Trace]:
    if not travels:
        return state, Fraction(0), ()
    way = Way(plan.terrain, plan.path, plan.carriage, bad_weather=not weather.yes)
    gone = distance(rules.travel, way)
    lost = course is not None and not course.yes
    if lost:
        after = replace(state, lost=True, astray=str(read_miles(state.astray) + gone.miles))
        total = Line(f"Off course: {in_miles(read_miles(after.astray))} in all", NAVIGATION)
    else:
        after = replace(state, lost=False, way=str(read_miles(state.way) + gone.miles))
        total = Line(f"On the way: {in_miles(read_miles(after.way))} in all", TRAVEL)
    return after, gone.miles, (*gone.trace, total)


def _foraged(
    rules: JourneyRules, state: JourneyState, plan: WatchPlan, throws: Throws
) -> tuple[JourneyState, FateResult | None, Trace]:
    if not plan.forage:
        return state, None, ()
    foraged = forage(state.party, rules.camp, throws, plan.foraging, plan.forage_for)
    return replace(state, party=foraged.party), foraged.found, foraged.trace


def _rested(
    rules: JourneyRules, state: JourneyState, plan: WatchPlan, throws: Throws
) -> tuple[JourneyState, Trace]:
    if not plan.rest:
        return replace(state, resting=0), ()
    if state.resting + 1 < rules.rest_watches:
        return replace(state, resting=state.resting + 1), ()
    camped = rest(state.party, rules.camp, throws)
    after = replace(state, resting=0, rested=state.rested + 1, party=camped.party)
    return after, camped.trace


def _day_ends(
    rules: JourneyRules, state: JourneyState, plan: WatchPlan, throws: Throws
) -> tuple[JourneyState, Trace]:
    fed = eat(state.party, rules.camp, throws, share=plan.share)
    tired = tire(fed.party, rules.camp, state.rested)
    end = Line("The day ends", TIME)
    return replace(state, rested=0, party=tired.party), (end, *fed.trace, *tired.trace)
