"""Delves: a group plays one Turn after the other where no daylight reaches
(``adventuring/delving``).

A light's Step Die is rolled as each Turn begins, from the Turn after it was lit (the ruling
``two-torch-dice``): on average it burns for as many Turns as its die has rolls.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from nightsong.camp import counted, lie_down, places
from nightsong.chance import Chance
from nightsong.characters import Character, CharacterError, SupplyNames
from nightsong.checks import Favor
from nightsong.encounters import USUAL, EncounterRules, Events, Looming, Surroundings, begin
from nightsong.recovery import RecoveryRules, short_rest
from nightsong.steps import Ending, StepRules, StepUse, use
from nightsong.throws import Throws
from nightsong.trace import Line, Trace

TIME = "basics/time/turns"
MOVEMENT = "adventuring/delving/movement"
LIGHT = "adventuring/delving/light"
REST = "adventuring/journeying/short-rest"


class DelveError(ValueError):
    """A state or a plan that can't be, in one line."""


class Source(StrEnum):
    """What gives light."""

    TORCH = "torch"
    LANTERN = "lantern"


@dataclass(frozen=True, slots=True)
class Light:
    """A light that burns, and its Step Die as it stands."""

    source: Source
    die: str


@dataclass(frozen=True, slots=True)
class DelveState:
    """A delve between two Turns; ``turn`` counts those played. ``DelveError`` below 0.

    ``resting`` counts each member's Turns of a Short Rest that isn't done, in the party's order.
    """

    turn: int = 0
    lights: tuple[Light, ...] = ()
    party: tuple[Character, ...] = ()
    looming: tuple[Looming, ...] = ()
    resting: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.turn < 0:
            raise DelveError(f"turn: expected 0 or more, came {self.turn}")
        if len(self.resting) > len(self.party) or any(count < 0 for count in self.resting):
            came = f"{len(self.resting)} for {len(self.party)}: {list(self.resting)}"
            raise DelveError(f"resting: expected a count of each of the party, came {came}")


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """What the group means to do in a Turn, and what the Referee says of it.

    ``light`` is what it lights where too little burns; ``bearer`` names who gives the torch or
    the oil, the first who has some if empty. ``actions`` are in words, one a member. ``resters``
    names those who take a Short Rest: they don't act, and the group doesn't move on.
    """

    light: Source | None = None
    bearer: str = ""
    move: bool = False
    actions: tuple[str, ...] = ()
    resters: tuple[str, ...] = ()
    around: Surroundings = USUAL

    def __post_init__(self) -> None:
        if self.move and self.resters:
            raise DelveError("expected a Turn of movement or of rest, came both")


@dataclass(frozen=True, slots=True)
class DelveRules:
    """The numbers of a delve: actions a Turn for each, sources of light that a group needs, and
    the Step Die of each source; those of a Short Rest. ``fuel`` names the item that each source
    burns.
    """

    actions: int
    sources: int
    lights: Mapping[str, str]
    fuel: Mapping[Source, str]
    steps: StepRules
    encounters: EncounterRules
    recovery: RecoveryRules

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> DelveRules:
        """From the ruleset's numbers."""
        light = numbers["light"]
        names = SupplyNames.of(numbers)
        fuel = {Source.TORCH: names.torches, Source.LANTERN: names.oil}
        return cls(
            actions=numbers["delving"]["actions"],
            sources=light["sources"],
            lights=MappingProxyType({source: light[source] for source in Source}),
            fuel=MappingProxyType(fuel),
            steps=StepRules.of(numbers),
            encounters=EncounterRules.of(numbers),
            recovery=RecoveryRules.of(numbers),
        )


@dataclass(frozen=True, slots=True)
class TurnResult:
    """A Turn as it was played. ``state`` is the delve after it; ``favor`` goes for every roll
    that the group makes in this Turn.
    """

    state: DelveState
    favor: Favor
    events: Events
    trace: Trace


def play_turn(rules: DelveRules, state: DelveState, plan: TurnPlan, chance: Chance) -> TurnResult:
    """Play the next Turn: events, light, rest, then movement and actions.

    Its keys start with ``turn-<number>``, so that no throw of a delve falls twice. Raises
    ``DelveError`` for more actions than the group has, ``nightsong.fate.FateError`` for a
    threshold that the rules don't have, ``nightsong.characters.CharacterError`` for a bearer or
    rester who isn't there, ``nightsong.steps.StepError`` for a die off the ladder.
    """
    resters = places(state.party, plan.resters)
    most = rules.actions * max(not state.party, len(state.party) - len(resters))
    if len(plan.actions) > most:
        raise DelveError(f"expected at most {most} actions in a Turn, came {len(plan.actions)}")
    number = state.turn + 1
    throws = Throws(chance, f"turn-{number}")
    events = begin(rules.encounters, plan.around, state.looming, throws)
    state = replace(state, turn=number, looming=events.looming)
    state, burning = _burn(rules, state, throws)
    state, lighting = _light(rules, state, plan, throws)
    favor, seen = _seen(rules, state)
    state, rested = _rested(rules, state, resters, throws)
    title = Line(f"Turn {number}", TIME)
    trace = (title, *events.trace, *burning, *lighting, *seen, *rested, *_doing(plan))
    return TurnResult(state, favor, events, trace)


def _burn(rules: DelveRules, state: DelveState, throws: Throws) -> tuple[DelveState, Trace]:
    burning: list[Light] = []
    lines: list[Line] = []
    for number, light in enumerate(state.lights, 1):
        used = burn(rules, light, throws.chance, throws.key(f"light/{number}"))
        lines += used.trace
        if not used.spent:
            burning.append(replace(light, die=used.after))
    return replace(state, lights=tuple(burning)), tuple(lines)


def _light(
    rules: DelveRules, state: DelveState, plan: TurnPlan, throws: Throws
) -> tuple[DelveState, Trace]:
    if plan.light is None or len(state.lights) >= rules.sources:
        return state, ()
    fuel = rules.fuel[plan.light]
    at = _fuel(rules.steps, state.party, fuel, plan.bearer)
    if at is None:
        return state, (Line(f"Nothing is left to light: no {fuel}", LIGHT),)
    member, place = at
    bearer = state.party[member]
    carried = bearer.carried[place]
    used, new = kindle(rules, plan.light, carried.die, throws.chance, throws.key("lighting"))
    after = bearer.carrying(place, replace(carried, die=used.after))
    party = (*state.party[:member], after, *state.party[member + 1 :])
    lines = (Line(f"{bearer.name} takes from the {fuel}", LIGHT), *used.trace)
    return replace(state, party=party, lights=(*state.lights, new)), lines


def kindle(
    rules: DelveRules, source: Source, fuel: str, chance: Chance, key: str
) -> tuple[StepUse, Light]:
    """Light a torch or a lantern: roll the Step Die of what it burns, and start the light's own.

    ``nightsong.steps.StepError`` where nothing is left to burn.
    """
    used = use(rules.steps, fuel, chance, key)
    new = Light(source, rules.lights[source])
    line = Line(f"A {source} is lit: its Step Die starts at {new.die}", LIGHT)
    return replace(used, trace=(*used.trace, line)), new


def burn(rules: DelveRules, light: Light, chance: Chance, key: str) -> StepUse:
    """Roll the Step Die of a light that burns; at its end the light goes out."""
    used = use(rules.steps, light.die, chance, key, Ending.RUN_OUT)
    line = Line(f"The {light.source} {'goes out' if used.spent else 'burns on'}", LIGHT)
    return replace(used, trace=(*used.trace, line))


def _fuel(
    rules: StepRules, party: tuple[Character, ...], fuel: str, bearer: str
) -> tuple[int, int] | None:
    if bearer and all(member.name != bearer for member in party):
        names = ", ".join(member.name for member in party) or "nobody"
        raise CharacterError(f"expected one of the party ({names}), came “{bearer}”")
    for number, member in enumerate(party):
        for place, carried in enumerate(member.carried):
            named = bearer in ("", member.name) and carried.item.name == fuel
            if named and not rules.is_spent(carried.die):
                return number, place
    return None


def _seen(rules: DelveRules, state: DelveState) -> tuple[Favor, Trace]:
    if len(state.lights) >= rules.sources:
        return Favor.NONE, ()
    return Favor.DISADVANTAGE, (Line("No reliable light: Disadvantage on every roll", LIGHT),)


def _rested(
    rules: DelveRules, state: DelveState, resters: frozenset[int], throws: Throws
) -> tuple[DelveState, Trace]:
    counts = counted(state.resting, state.party)
    resting, done = lie_down(counts, resters, rules.recovery.short_turns)
    party: list[Character] = []
    lines: list[Line] = []
    for place, member in enumerate(state.party):
        after = member
        if place in done:
            key = throws.key(f"member-{place + 1}/rest")
            recovered = short_rest(member, throws.chance, rules.recovery, key)
            after = recovered.character
            lines += (Line(f"{member.name} takes a Short Rest", REST), *recovered.trace)
        party.append(after)
    kept = resting if any(resting) else ()
    return replace(state, party=tuple(party), resting=kept), tuple(lines)


def _doing(plan: TurnPlan) -> Trace:
    moves = (Line("The group moves with care to an area nearby", MOVEMENT),) if plan.move else ()
    return (*moves, *(Line(f"Action: {action}", MOVEMENT) for action in plan.actions))
