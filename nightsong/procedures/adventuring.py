"""Encounters and events as procedures (``adventuring/encounters-and-events``)."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.encounters import (
    REACTIONS,
    USUAL,
    EncounterRules,
    Looming,
    Surroundings,
    begin,
    draw_near,
    situation,
)
from nightsong.fate import FateRules, ask
from nightsong.procedures.procedure import Played, Procedure, ProcedureError, plain
from nightsong.recruits import RecruitRules
from nightsong.throws import Throws
from nightsong.trace import Line

RESOLVE = "adventuring/encounters-and-events/resolve"
ROUNDING = "rulings/warband-rounding"


@dataclass(frozen=True, slots=True)
class EventsAsked:
    """A Turn or a Watch begins: what the Referee says of it, and what looms already.

    The chance keys are ``stretch/events``, ``stretch/trouble``, ``stretch/distance``,
    ``stretch/reactions``, and ``stretch/looming/1`` and so on.
    """

    around: Surroundings = USUAL
    looming: tuple[Looming, ...] = ()


@dataclass(frozen=True, slots=True)
class LoomingAsked:
    """An event that looms, and its Step Die; without one it starts now. The key is ``looming``."""

    name: str
    die: str = ""


@dataclass(frozen=True, slots=True)
class DistanceAsked:
    """Where an encounter starts: a situation's name, a percentage, or empty for an even chance.

    The chance key is ``distance``.
    """

    threshold: str = ""


@dataclass(frozen=True, slots=True)
class ReactionAsked:
    """How somebody reacts: ``response`` if that is certain, else a threshold as for distance.

    The chance key is ``reactions``.
    """

    threshold: str = ""
    response: str = ""


@dataclass(frozen=True, slots=True)
class ResolveAsked:
    """A Resolve rating as a name or a percentage, and a loss: ``lost`` of the ``whole`` numbers of
    a group, or HP of a lone NPC. Without a whole, the Referee tests anyway. The key is ``resolve``.
    """

    resolve: str
    lost: int = 0
    whole: int = 0


def _events(ruleset: Ruleset, chance: Chance, asked: EventsAsked) -> Played:
    rules = EncounterRules.of(ruleset.numbers)
    done = begin(rules, asked.around, asked.looming, Throws(chance, "stretch"))
    return Played(plain(done), done.trace)


def _looming(ruleset: Ruleset, chance: Chance, asked: LoomingAsked) -> Played:
    rules = EncounterRules.of(ruleset.numbers)
    if not asked.die:
        line = Line(
            f"{asked.name} looms: its Step Die starts at {rules.looming}",
            "adventuring/encounters-and-events/looming-events",
        )
        result = {"name": asked.name, "die": rules.looming, "unfolds": False}
        return Played(result, (line,))
    done = draw_near(rules.steps, Looming(asked.name, asked.die), chance, "looming")
    return Played({"name": asked.name, "die": done.after, "unfolds": done.spent}, done.trace)


def _distance(ruleset: Ruleset, chance: Chance, asked: DistanceAsked) -> Played:
    rules = FateRules.of(ruleset.numbers)
    done = ask(rules, "distance", chance, "distance", situation(asked.threshold))
    return Played({"far": done.yes, **plain(done)}, done.trace)


def _reaction(ruleset: Ruleset, chance: Chance, asked: ReactionAsked) -> Played:
    if asked.response:
        line = Line(f"As the situation suggests: {asked.response}", REACTIONS)
        return Played({"friendly": None, "text": asked.response}, (line,))
    rules = FateRules.of(ruleset.numbers)
    done = ask(rules, "reactions", chance, "reactions", situation(asked.threshold))
    return Played({"friendly": done.yes, **plain(done)}, done.trace)


def _resolve(ruleset: Ruleset, chance: Chance, asked: ResolveAsked) -> Played:
    if not 0 <= asked.lost <= max(asked.whole, 0):
        came = f"{asked.lost} of {asked.whole}"
        raise ProcedureError(f"expected a loss of 0 up to the whole, came {came}")
    needed = ceil(RecruitRules.of(ruleset.numbers).share_lost * asked.whole)
    said = f"{asked.lost} of {asked.whole} lost"
    if asked.lost < needed:
        line = Line(f"{said}: no test before {needed}", ROUNDING)
        return Played({"tested": False, "holds": True}, (line,))
    rules = FateRules.of(ruleset.numbers)
    done = ask(rules, "resolve", chance, "resolve", situation(asked.resolve))
    called = (Line(f"{said}: Resolve is tested", RESOLVE),) if asked.whole else ()
    return Played({"tested": True, "holds": done.yes, **plain(done)}, (*called, *done.trace))


PROCEDURES = (
    Procedure("events", EventsAsked, _events),
    Procedure("looming", LoomingAsked, _looming),
    Procedure("distance", DistanceAsked, _distance),
    Procedure("reaction", ReactionAsked, _reaction),
    Procedure("resolve", ResolveAsked, _resolve),
)
