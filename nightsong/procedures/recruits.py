"""Recruits and Forces as procedures (``adventuring/recruitment``).

Recruits come back as plain data that can be handed in again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from nightsong.attacks import AttackRules, Guard, attack
from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.fate import ask
from nightsong.npcs import Npc
from nightsong.procedures.procedure import Played, Procedure, ProcedureError, plain
from nightsong.recruits import (
    Attackers,
    Hurt,
    Need,
    RecruitRules,
    Recruits,
    Standing,
    counts_as,
    enlist,
    go_without,
    hurt,
    recover,
)
from nightsong.trace import Line, Trace

RULE = "adventuring/recruitment"


@dataclass(frozen=True, slots=True)
class RecruitAsked:
    """Recruits with the values that the Referee chose. More than one, or a massive one, is a Force.

    No dice fall.
    """

    npc: Npc
    number: int = 1
    massive: bool = False


@dataclass(frozen=True, slots=True)
class NeedsAsked:
    """Days in service, with what is lacking on each of them; nothing if all needs are met.

    The chance keys are ``needs/day-1`` and so on; no dice fall where nothing is lacking.
    """

    recruits: Recruits
    lacking: tuple[Need, ...] = ()
    days: int = 1


@dataclass(frozen=True, slots=True)
class ForceAttackAsked:
    """An attack on recruits, by individuals or coordinated, with those Damage dice.

    The chance keys are ``attack/damage``, ``attack/armor``, and ``resolve`` where that is tested.
    """

    recruits: Recruits
    dice: tuple[str, ...]
    attackers: Attackers


def _recruit(ruleset: Ruleset, _: Chance, asked: RecruitAsked) -> Played:
    rules = RecruitRules.of(ruleset.numbers)
    recruits = enlist(asked.npc, rules, asked.number, massive=asked.massive)
    kind = "a Force" if recruits.force else "an NPC"
    text = f"{asked.npc.name} serves as {kind}: {recruits.hp} HP, Resolve {recruits.resolve}%"
    result = {"recruits": plain(recruits), "counts_as": counts_as(recruits, rules)}
    return Played(result, (Line(text, RULE),))


def _needs(ruleset: Ruleset, chance: Chance, asked: NeedsAsked) -> Played:
    if asked.days < 1:
        raise ProcedureError(f"expected 1 day or more, came {asked.days}")
    rules = RecruitRules.of(ruleset.numbers)
    if not asked.lacking:
        change = recover(asked.recruits, asked.days, rules)
        return Played(_served(change.recruits, asked.days), change.trace)
    recruits, days = asked.recruits, 0
    lines: list[Line] = []
    while days < asked.days and (recruits.serving or not days):
        days += 1
        change = go_without(recruits, asked.lacking, chance, rules, f"needs/day-{days}")
        recruits = change.recruits
        lines += change.trace
    return Played(_served(recruits, days), tuple(lines))


def _served(recruits: Recruits, days: int) -> dict[str, Any]:
    return {"recruits": plain(recruits), "stays": recruits.serving, "days": days}


def _force_attack(ruleset: Ruleset, chance: Chance, asked: ForceAttackAsked) -> Played:
    rules = RecruitRules.of(ruleset.numbers)
    recruits, damage = asked.recruits, 0
    trace: Trace = ()
    if not recruits.force or asked.attackers is Attackers.COORDINATED:
        npc = recruits.npc
        guard = Guard(npc.armor, npc.shield)
        done = attack(AttackRules.of(ruleset.numbers), asked.dice, guard, chance, "attack")
        damage, trace = done.harm, done.trace
    blow = hurt(recruits, damage, asked.attackers, rules)
    recruits, tested = _tested(blow, chance, rules)
    result = {
        "recruits": plain(recruits),
        "lost": blow.lost,
        "tested": blow.tested,
        "serving": recruits.serving,
    }
    return Played(result, (*trace, *blow.trace, *tested))


def _tested(blow: Hurt, chance: Chance, rules: RecruitRules) -> tuple[Recruits, Trace]:
    """Recruits after the roll against their Resolve, if the blow calls for one."""
    if not blow.tested:
        return blow.recruits, ()
    answer = ask(rules.fate, "resolve", chance, "resolve", blow.recruits.resolve)
    standing = blow.recruits.standing if answer.yes else Standing.OUT
    return replace(blow.recruits, standing=standing), answer.trace


PROCEDURES = (
    Procedure("recruit", RecruitAsked, _recruit),
    Procedure("recruit-needs", NeedsAsked, _needs),
    Procedure("force-attack", ForceAttackAsked, _force_attack),
)
