"""Journeys: a group plays one Watch after the other (``adventuring/journeying``).

``play_watch`` gives the state after the next Watch. The weather's choice can be made after it is
seen: the same state and seed played again with another plan have the same dice.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from nightsong.camp import (
    CampRules,
    Party,
    counted,
    eat,
    forage,
    lie_down,
    places,
    rest,
    tire,
)
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
from nightsong.recovery import is_taken_out
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
_ALWAYS = 100  # percent
LONG_REST = "adventuring/journeying/long-rest"
DEATH = "characters/hit-points"


class JourneyError(ValueError):
    """A state or a plan that can't be, in one line."""


@dataclass(frozen=True, slots=True)
class JourneyState:
    """A journey between two Watches; ``JourneyError`` where it can't be.

    ``watch`` counts the Watches played. ``way`` and ``astray`` are miles, on course and off it, as
    written fractions (``9/2``). ``rested`` counts each member's Long Rests of the day, ``resting``
    the Watches of one that isn't done, in the party's order.
    """

    watch: int = 0
    way: str = "0"
    astray: str = "0"
    lost: bool = False
    rested: tuple[int, ...] = ()
    resting: tuple[int, ...] = ()
    party: Party = ()
    looming: tuple[Looming, ...] = ()

    def __post_init__(self) -> None:
        if self.watch < 0:
            raise JourneyError(f"watch: expected 0 or more, came {self.watch}")
        for name in ("rested", "resting"):
            counts = getattr(self, name)
            if len(counts) > len(self.party) or any(count < 0 for count in counts):
                came = f"{len(counts)} for {len(self.party)}: {list(counts)}"
                raise JourneyError(f"{name}: expected a count of each of the party, came {came}")
        read_miles(self.way)
        read_miles(self.astray)


@dataclass(frozen=True, slots=True)
class WatchPlan:
    """What the group means to do with a Watch, and what the Referee says of it.

    It travels, unless it will ``rest``. ``sleepers`` names those who take a Long Rest: in a Watch
    of rest, everybody unless some are named; on the way, only those who are carried and named.
    ``tended`` names those who were taken out and helped: all others with no HP left are dead by
    now, and drop out. ``press_on`` is the choice if the weather doesn't hold;
    otherwise it waits. ``weather``, ``navigation`` and ``foraging`` are thresholds as in
    ``Surroundings``. ``forage_for`` names whose ration foraging raises; ``share`` lets those
    without rations eat of others'.
    """

    terrain: Terrain = Terrain.CLEAR
    path: bool = False
    landmark: bool = False
    carriage: Carriage = Carriage.FOOT
    rest: bool = False
    sleepers: tuple[str, ...] = ()
    tended: tuple[str, ...] = ()
    press_on: bool = False
    forage: bool = False
    forage_for: str = ""
    share: bool = False
    weather: str = ""
    navigation: str = ""
    foraging: str = ""
    around: Surroundings = USUAL

    def __post_init__(self) -> None:
        if self.rest and self.forage and not self.sleepers:
            raise JourneyError("expected a Watch of rest or of foraging, came both")
        if self.sleepers and not self.rest and self.carriage is Carriage.FOOT:
            raise JourneyError("expected a Watch of rest, came one on foot with sleepers")


@dataclass(frozen=True, slots=True)
class JourneyRules:
    """The numbers of a journey: Watches a day and a Long Rest, and those of its parts.

    ``without`` are the questions of a Watch that a remix does without: their rules are removed.
    """

    watches: int
    rest_watches: int
    travel: TravelRules
    camp: CampRules
    encounters: EncounterRules
    without: frozenset[str] = frozenset()

    @classmethod
    def of(cls, numbers: Mapping[str, Any], known: Collection[str] | None = None) -> JourneyRules:
        """From the ruleset's numbers and the ids of the rules that it has, all if not said."""
        return cls(
            watches=numbers["time"]["watches_per_day"],
            rest_watches=numbers["rests"]["long"]["watches"],
            travel=TravelRules.of(numbers),
            camp=CampRules.of(numbers),
            encounters=EncounterRules.of(numbers),
            without=frozenset(
                question
                for question, rule in (("weather", WEATHER), ("navigation", NAVIGATION))
                if known is not None and rule not in known
            ),
        )


@dataclass(frozen=True, slots=True)
class WatchResult:
    """A Watch as it was played. ``state`` is the journey after it.

    ``miles`` were covered, on course or not; ``favor`` goes for the group's rolls in this Watch.
    ``navigation`` is ``None`` where no course had to be kept, ``foraged`` where nobody foraged.
    ``part`` is the Watch of the ``day``; ``dead`` are the names of those who dropped out.
    """

    state: JourneyState
    day: int
    part: int
    dead: tuple[str, ...]
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
    state, dead, mourned = _without_dead(rules, state, plan)
    sleepers = places(state.party, plan.sleepers)
    title = Line(f"Watch {number}: day {day + 1}, {part + 1} of {rules.watches}", TIME)
    weather = _weather(rules, plan, throws)
    travels, favor, choice = _weathered(plan, weather)
    course = _course(rules, plan, throws) if travels else None
    events = begin(rules.encounters, plan.around, state.looming, throws)
    state = replace(state, watch=number, looming=events.looming)
    state, miles, way = _travelled(rules, state, plan, course, weather, travels=travels)
    state, foraged, found = _foraged(rules, state, plan, throws)
    sleepers = sleepers or frozenset(range(len(state.party)) if plan.rest else ())
    state, rested = _rested(rules, state, sleepers, throws)
    ends = number % rules.watches == 0
    evening: Trace = ()
    if ends:
        state, evening = _day_ends(rules, state, plan, throws)
    kept = () if course is None else course.trace
    morning = (title, *mourned, *weather.trace, *choice, *kept)
    trace = (*morning, *events.trace, *way, *found, *rested, *evening)
    gone = str(miles)
    return WatchResult(
        state, day + 1, part + 1, dead, gone, favor, weather, course, events, foraged, ends, trace
    )


def _without_dead(
    rules: JourneyRules, state: JourneyState, plan: WatchPlan
) -> tuple[JourneyState, tuple[str, ...], Trace]:
    """The group without those whom nobody helped in time (rule ``characters/hit-points``)."""
    tended = places(state.party, plan.tended)
    alive = [
        number
        for number, member in enumerate(state.party)
        if number in tended or not is_taken_out(member, rules.camp.recovery)
    ]
    dead = tuple(m.name for n, m in enumerate(state.party) if n not in alive)
    rested, resting = counted(state.rested, state.party), counted(state.resting, state.party)
    after = replace(
        state,
        party=tuple(state.party[n] for n in alive),
        rested=tuple(rested[n] for n in alive),
        resting=tuple(resting[n] for n in alive),
    )
    lines = (Line(f"{name} was taken out and nobody helped in time: dead", DEATH) for name in dead)
    return after, dead, tuple(lines)


def _weather(rules: JourneyRules, plan: WatchPlan, throws: Throws) -> FateResult:
    """Whether the weather holds; it always does in a game without a rule for it."""
    if "weather" in rules.without:
        return FateResult("weather", _ALWAYS, 0, yes=True, text="", trace=())
    return asked(rules.camp.fate, "weather", throws, plan.weather)


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
    if plan.path or plan.landmark or "navigation" in rules.without:
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
    rules: JourneyRules, state: JourneyState, sleepers: frozenset[int], throws: Throws
) -> tuple[JourneyState, Trace]:
    resting, done = lie_down(state.resting, sleepers, rules.rest_watches)
    rested = tuple(count + (place in done) for place, count in enumerate(state.rested))
    camped = rest(state.party, rules.camp, throws, done)
    after = replace(state, resting=resting, rested=rested, party=camped.party)
    return after, camped.trace


def _day_ends(
    rules: JourneyRules, state: JourneyState, plan: WatchPlan, throws: Throws
) -> tuple[JourneyState, Trace]:
    fed = eat(state.party, rules.camp, throws, share=plan.share)
    tired = tire(fed.party, rules.camp, state.rested)
    end = Line("The day ends", TIME)
    fresh = (0,) * len(tired.party)
    return replace(state, rested=fresh, party=tired.party), (end, *fed.trace, *tired.trace)
