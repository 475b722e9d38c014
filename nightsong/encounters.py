"""What bars the way on a journey or a delve (``adventuring/encounters-and-events``).

A *stretch* is one Turn or one Watch. Its throws have keys under its own path (``watch-3/events``),
so that no throw of a journey or a delve ever falls twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from nightsong.chance import Chance
from nightsong.fate import FateResult, FateRules, ask
from nightsong.steps import Ending, StepError, StepRules, StepUse, use
from nightsong.throws import Throws
from nightsong.trace import Line, Trace

REACTIONS = "adventuring/encounters-and-events/reactions"
EVENTS = "adventuring/encounters-and-events/events"
BY_CHANCE = "rulings/trouble-by-chance"
LOOMING = "adventuring/encounters-and-events/looming-events"
LONGEST = 4  # digits of a percentage as typed; what is longer is a slip


class Trouble(StrEnum):
    """What the Referee brings in when the way ahead isn't clear, in the book's order."""

    ENCOUNTER = "encounter"
    HAZARD = "hazard"
    COMPLICATION = "complication"
    SIGN = "sign"  # of a looming event


@dataclass(frozen=True, slots=True)
class Looming:
    """An event that draws near: what it is, and its Step Die as it stands."""

    name: str
    die: str


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the Referee says of a stretch: thresholds, and what comes if something does.

    A threshold is the name of a situation (``quiet``), a percentage (``40``), or empty for an even
    chance. ``response`` is how an NPC reacts where that isn't uncertain: no die is rolled then.
    Without ``trouble`` chance chooses among the four, each as likely; ``sign`` names the looming
    event that a sign would tell of, ``sign_die`` its Step Die, if not the usual one.
    """

    events: str = ""
    distance: str = ""
    reactions: str = ""
    response: str = ""
    trouble: Trouble | None = None
    sign: str = ""
    sign_die: str = ""


USUAL = Surroundings()


@dataclass(frozen=True, slots=True)
class EncounterRules:
    """The numbers of events: the Die of Fate, Step Dice, and a looming event's usual one."""

    fate: FateRules
    steps: StepRules
    looming: str

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> EncounterRules:
        """From the ruleset's numbers."""
        looming = numbers["events"]["step_die"]
        return cls(FateRules.of(numbers), StepRules.of(numbers), looming)


@dataclass(frozen=True, slots=True)
class Events:
    """What a stretch began with. ``looming`` are the events that still draw near after it,
    ``unfolded`` the names of those that are due. Distance and reaction are an encounter's.
    """

    clear: FateResult
    looming: tuple[Looming, ...]
    unfolded: tuple[str, ...]
    trace: Trace
    trouble: Trouble | None = None
    distance: FateResult | None = None
    reaction: FateResult | None = None


def begin(
    rules: EncounterRules, around: Surroundings, looming: tuple[Looming, ...], throws: Throws
) -> Events:
    """Roll for events as a stretch begins, then for each looming event.

    A sign starts an Event Step Die that is first rolled in a later stretch. ``FateError`` for a
    threshold that the rules don't have, ``nightsong.steps.StepError`` for a die off the ladder.
    """
    _validate(rules, around)
    clear = asked(rules.fate, "events", throws, around.events)
    near, unfolded, drawn = _draw_near(rules.steps, looming, throws)
    if clear.yes:
        return Events(clear, near, unfolded, (*clear.trace, *drawn))
    trouble, named = _trouble(around, throws)
    lines: list[Line] = [*clear.trace, named]
    far = reaction = None
    if trouble is Trouble.ENCOUNTER:
        far = asked(rules.fate, "distance", throws, around.distance)
        lines += far.trace
        if around.response:
            lines.append(Line(f"As the situation suggests: {around.response}", REACTIONS))
        else:
            reaction = asked(rules.fate, "reactions", throws, around.reactions)
            lines += reaction.trace
    if trouble is Trouble.SIGN:
        started, sign = _sign(rules, around, looming, throws)
        near = (*near, *started)
        lines.append(sign)
    return Events(clear, near, unfolded, (*lines, *drawn), trouble, far, reaction)


def asked(rules: FateRules, question: str, throws: Throws, threshold: str) -> FateResult:
    """Ask the Die of Fate under the question's own key in the stretch.

    ``threshold`` is as in ``Surroundings``; ``FateError`` where the rules have none such.
    """
    return ask(rules, question, throws.chance, throws.key(question), situation(threshold))


def situation(threshold: str) -> str | int | None:
    """What the Die of Fate is to know of a threshold as written: a name, a number, or nothing."""
    number = threshold.isascii() and threshold.isdigit() and len(threshold) <= LONGEST
    return int(threshold) if number else threshold or None


def _validate(rules: EncounterRules, around: Surroundings) -> None:
    """Slips in what the Referee says are found before they matter."""
    rules.fate.threshold("events", situation(around.events))
    rules.fate.threshold("distance", situation(around.distance))
    rules.fate.threshold("reactions", situation(around.reactions))
    if around.sign_die and rules.steps.is_spent(around.sign_die):
        raise StepError(f"expected a Step Die that is left to roll, came {around.sign_die}")


def _trouble(around: Surroundings, throws: Throws) -> tuple[Trouble, Line]:
    if around.trouble is not None:
        return around.trouble, Line(f"The Referee brings in: {around.trouble}", EVENTS)
    options = tuple(Trouble)
    trouble = throws.one_of(options, "trouble")
    key = throws.choice_key(options, "trouble")
    return trouble, Line(f"Nobody chose; chance brings in: {trouble}", BY_CHANCE, key)


def _sign(
    rules: EncounterRules, around: Surroundings, looming: tuple[Looming, ...], throws: Throws
) -> tuple[tuple[Looming, ...], Line]:
    """A new Step Die, unless the sign is one of an event that looms already."""
    if any(event.name == around.sign for event in looming):
        return (), Line(f"A sign of {around.sign}, which looms already", LOOMING)
    name = around.sign or f"event of {throws.path.replace('-', ' ')}"
    new = Looming(name, around.sign_die or rules.looming)
    return (new,), Line(f"{name} looms: its Step Die starts at {new.die}", LOOMING)


def _draw_near(
    rules: StepRules, looming: tuple[Looming, ...], throws: Throws
) -> tuple[tuple[Looming, ...], tuple[str, ...], Trace]:
    near: list[Looming] = []
    unfolded: list[str] = []
    lines: list[Line] = []
    for number, event in enumerate(looming, 1):
        used = draw_near(rules, event, throws.chance, throws.key(f"looming/{number}"))
        lines += used.trace
        if used.spent:
            unfolded.append(event.name)
        else:
            near.append(Looming(event.name, used.after))
    return tuple(near), tuple(unfolded), tuple(lines)


def draw_near(rules: StepRules, event: Looming, chance: Chance, key: str) -> StepUse:
    """Roll the Event Step Die of an event that looms; once it is spent, the event unfolds.

    ``nightsong.steps.StepError`` for a die off the ladder, or one that is spent.
    """
    used = use(rules, event.die, chance, key, Ending.DUE)
    lines = [Line(f"{event.name} draws near", LOOMING), *used.trace]
    if used.spent:
        lines.append(Line(f"{event.name} unfolds", LOOMING))
    return replace(used, trace=tuple(lines))
