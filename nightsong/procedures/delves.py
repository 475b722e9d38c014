"""Delves as procedures: light, and a whole Turn (``adventuring/delving``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.delves import (
    DelveRules,
    DelveState,
    Light,
    Source,
    TurnPlan,
    burn,
    kindle,
    play_turn,
)
from nightsong.procedures.procedure import Played, Procedure, plain

ENTRANCE = DelveState()
WAIT = TurnPlan()


@dataclass(frozen=True, slots=True)
class LightAsked:
    """A light to be lit: ``fuel`` is the Step Die of the torches or the oil. Key: ``light``."""

    source: Source
    fuel: str


@dataclass(frozen=True, slots=True)
class BurnAsked:
    """A light that burns for another Turn, with its Step Die. The chance key is ``burn``."""

    source: Source
    die: str


@dataclass(frozen=True, slots=True)
class TurnAsked:
    """The next Turn of a delve; a fresh state starts one. The chance keys start with ``turn-1``,
    ``turn-2`` and so on, by the number of the Turn.
    """

    state: DelveState = ENTRANCE
    plan: TurnPlan = WAIT


def _light(ruleset: Ruleset, chance: Chance, asked: LightAsked) -> Played:
    rules = DelveRules.of(ruleset.numbers)
    used, light = kindle(rules, asked.source, asked.fuel, chance, "light")
    return Played({"fuel": used.after, "light": plain(light)}, used.trace)


def _burn(ruleset: Ruleset, chance: Chance, asked: BurnAsked) -> Played:
    light = Light(asked.source, asked.die)
    used = burn(DelveRules.of(ruleset.numbers), light, chance, "burn")
    result = {"source": plain(asked.source), "die": used.after, "burns": not used.spent}
    return Played(result, used.trace)


def _turn(ruleset: Ruleset, chance: Chance, asked: TurnAsked) -> Played:
    rules = DelveRules.of(ruleset.numbers)
    done = play_turn(rules, asked.state, asked.plan, chance)
    return Played({**plain(done), **_board(done.state, rules)}, done.trace)


def _board(state: DelveState, rules: DelveRules) -> dict[str, Any]:
    """What a screen shows beside the state: what each could light, and their Conditions."""
    return {
        "fuel": [
            {
                "name": member.name,
                **{
                    source.value: [c.die for c in member.carried if c.item.name == fuel]
                    for source, fuel in rules.fuel.items()
                },
            }
            for member in state.party
        ],
        "conditions": [
            {"name": member.name, "conditions": [c.name for c in member.conditions]}
            for member in state.party
        ],
    }


PROCEDURES = (
    Procedure("light", LightAsked, _light),
    Procedure("burn", BurnAsked, _burn),
    Procedure("turn", TurnAsked, _turn),
)
