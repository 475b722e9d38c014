"""Rests, Remedies and dying as procedures (``characters/rests``, ``characters/remedies``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.characters import Character
from nightsong.procedures.procedure import Played, Procedure, plain
from nightsong.procedures.sheets import sheet_of
from nightsong.recovery import (
    Recovered,
    RecoveryRules,
    apply_remedy,
    dying_time,
    full_rest,
    long_rest,
    refill_shards,
    short_rest,
)


@dataclass(frozen=True, slots=True)
class ShortRestAsked:
    """A Short Rest. The chance key is ``rest``."""

    character: Character


@dataclass(frozen=True, slots=True)
class LongRestAsked:
    """A Long Rest, and the Spell Shards to refill in it by their positions from 0 among what is
    carried; without them the most drained come first. The chance key is ``rest``.
    """

    character: Character
    shards: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class FullRestAsked:
    """A Full Rest, with or without what major Conditions ask for. No dice fall."""

    character: Character
    cared_for: bool = True


@dataclass(frozen=True, slots=True)
class RemedyAsked:
    """A Remedy that the healer carries at a position, from 0; without a patient they heal
    themselves. Keys: ``remedy/heals`` and ``remedy/uses``.
    """

    healer: Character
    position: int
    patient: Character | None = None


@dataclass(frozen=True, slots=True)
class DyingAsked:
    """Somebody taken out: how long is left. The chance key is ``dying``."""

    character: Character
    in_combat: bool = False


def _rested(ruleset: Ruleset, done: Recovered) -> dict[str, Any]:
    told = {name: plain(getattr(done, name)) for name in ("healed", "cleared", "time", "unit")}
    return {**sheet_of(ruleset, done.character), **told}


def _short(ruleset: Ruleset, chance: Chance, asked: ShortRestAsked) -> Played:
    done = short_rest(asked.character, chance, RecoveryRules.of(ruleset.numbers), "rest")
    return Played(_rested(ruleset, done), done.trace)


def _long(ruleset: Ruleset, chance: Chance, asked: LongRestAsked) -> Played:
    rules = RecoveryRules.of(ruleset.numbers)
    done = long_rest(asked.character, chance, rules, "rest")
    after, lines = refill_shards(done.character, rules, asked.shards)
    return Played({**_rested(ruleset, done), **sheet_of(ruleset, after)}, (*done.trace, *lines))


def _full(ruleset: Ruleset, _: Chance, asked: FullRestAsked) -> Played:
    rules = RecoveryRules.of(ruleset.numbers)
    done = full_rest(asked.character, rules, cared_for=asked.cared_for)
    return Played(_rested(ruleset, done), done.trace)


def _remedy(ruleset: Ruleset, chance: Chance, asked: RemedyAsked) -> Played:
    rules = RecoveryRules.of(ruleset.numbers)
    healer, done = apply_remedy(
        asked.healer, asked.position, asked.patient, chance, rules, "remedy"
    )
    result = {
        "healer": sheet_of(ruleset, healer),
        "patient": sheet_of(ruleset, done.character),
        "healed": done.healed,
        "time": done.time,
        "unit": plain(done.unit),
    }
    return Played(result, done.trace)


def _dying(ruleset: Ruleset, chance: Chance, asked: DyingAsked) -> Played:
    rules = RecoveryRules.of(ruleset.numbers)
    done = dying_time(asked.character, chance, rules, in_combat=asked.in_combat, key="dying")
    return Played(plain(done), done.trace)


PROCEDURES = (
    Procedure("short-rest", ShortRestAsked, _short),
    Procedure("long-rest", LongRestAsked, _long),
    Procedure("full-rest", FullRestAsked, _full),
    Procedure("remedy", RemedyAsked, _remedy),
    Procedure("dying", DyingAsked, _dying),
)
