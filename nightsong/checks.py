"""Checks, opposed Checks and Nuanced Checks (``actions/checks``, ``actions/nuanced-checks``).

A throw's first dice are the same with Advantage as without, for the same chance key: whoever
spends Focus after seeing the result makes the same Check again, with Advantage, and keeps what
already lies on the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from nightsong.bundle import BundleError
from nightsong.chance import Chance
from nightsong.dice import DiceError, Formula, parse
from nightsong.trace import Line, Trace

CHECK = "actions/checks"
HELPING = "actions/checks/helping"
OPPOSED = "actions/checks/opposed-checks"
NUANCED = "actions/nuanced-checks"


class CheckError(ValueError):
    """A Check that the rules don't have; the message is one line."""


class Favor(StrEnum):
    """Whether the fiction favors a roll: more dice, the best kept, or the worst."""

    NONE = "plain"
    ADVANTAGE = "advantage"
    DISADVANTAGE = "disadvantage"


class Outcome(StrEnum):
    """How a Nuanced Check ends (``actions/nuanced-checks``)."""

    STRONG = "strong success"
    WEAK = "weak success"
    FAILURE = "failure"


@dataclass(frozen=True, slots=True)
class CheckRules:
    """The numbers of Checks. ``pushed`` is the number of dice with Advantage or Disadvantage."""

    die: Formula
    pushed: int
    helpers: int
    solo: int
    difficulties: Mapping[str, int]
    nuanced_dice: int
    nuanced_pushed: int
    nuanced_kept: int
    strong: int
    weak: int

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> CheckRules:
        """From the ruleset's numbers; ``BundleError`` where a Check could never end."""
        checks, nuanced = numbers["checks"], numbers["nuanced"]
        die = parse(checks["die"])
        if len(die.totals()) < 2:
            raise BundleError(f"checks.die: expected dice that differ, came {checks['die']}")
        return cls(
            die=die,
            pushed=checks["advantage_dice"],
            helpers=checks["helpers"],
            solo=checks["solo"],
            difficulties=MappingProxyType(dict(numbers["difficulty"])),
            nuanced_dice=nuanced["dice"],
            nuanced_pushed=nuanced["pushed_dice"],
            nuanced_kept=nuanced["kept"],
            strong=nuanced["strong"],
            weak=nuanced["weak"],
        )

    def dr(self, difficulty: str | int) -> int:
        """The Difficulty Rating of a name (``normal``) or a number; ``CheckError`` if neither."""
        text = str(difficulty).strip().lower()
        if text in self.difficulties:
            return self.difficulties[text]
        if text.isascii() and text.removeprefix("-").isdigit() and len(text) <= 6:
            return int(text)
        names = ", ".join(self.difficulties)
        raise CheckError(f"expected a DR: a number or {names}, came “{difficulty}”")

    def outcome(self, successes: int) -> Outcome:
        """What that many totals that reach the DR mean in a Nuanced Check."""
        if successes >= self.strong:
            return Outcome.STRONG
        return Outcome.WEAK if successes >= self.weak else Outcome.FAILURE


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice of one Check: all that fell, and those that were kept, best or worst first."""

    dice: tuple[int, ...]
    kept: tuple[int, ...]
    favor: Favor


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A Check as it went: the kept die plus ``ability`` is ``total``, held against ``dr``."""

    dr: int
    ability: int
    throw: Throw
    total: int
    success: bool
    trace: Trace


@dataclass(frozen=True, slots=True)
class NuancedResult:
    """A Nuanced Check as it went: each kept die has a total of its own."""

    dr: int
    ability: int
    throw: Throw
    totals: tuple[int, ...]
    successes: int
    outcome: Outcome
    trace: Trace


@dataclass(frozen=True, slots=True)
class OpposedResult:
    """An opposed Check: the throws that settled it, and how many ties came before."""

    throws: tuple[Throw, ...]
    totals: tuple[int, ...]
    ties: int
    first_wins: bool
    trace: Trace


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two in an opposed Check: an Ability score, and whether the fiction favors it."""

    ability: int
    favor: Favor = Favor.NONE


def helped(rules: CheckRules, helpers: int, favor: Favor = Favor.NONE) -> Favor:
    """What help makes of a Check (``actions/checks/helping``).

    ``CheckError`` with more helpers than the rules allow, and where help would meet Disadvantage,
    which the rules leave to the Referee.
    """
    if not 0 <= helpers <= rules.helpers:
        raise CheckError(f"expected 0 to {rules.helpers} to help with a Check, came {helpers}")
    if helpers and favor is Favor.DISADVANTAGE:
        raise CheckError("expected help or Disadvantage, came both: the Referee says which counts")
    return Favor.ADVANTAGE if helpers else favor


def check(
    rules: CheckRules,
    side: Side,
    difficulty: str | int,
    chance: Chance,
    key: str = "check",
    helpers: int = 0,
) -> CheckResult:
    """Make a Check (``actions/checks``): a total that equals or beats the DR succeeds."""
    dr = rules.dr(difficulty)
    favor = helped(rules, helpers, side.favor)
    throw = _throw(rules.die, rules.pushed if favor is not Favor.NONE else 1, 1, favor, chance, key)
    total = throw.kept[0] + side.ability
    success = total >= dr
    lines = [*_help(helpers), _dice(rules, throw, CHECK, key)]
    verdict = "success" if success else "failure"
    lines.append(Line(f"{_sum(throw.kept[0], side.ability)} against DR {dr}: {verdict}", CHECK))
    return CheckResult(dr, side.ability, throw, total, success, tuple(lines))


def nuanced_check(
    rules: CheckRules,
    side: Side,
    difficulty: str | int,
    chance: Chance,
    key: str = "nuanced",
    helpers: int = 0,
) -> NuancedResult:
    """Make a Nuanced Check (``actions/nuanced-checks``): count the totals that reach the DR."""
    dr = rules.dr(difficulty)
    favor = helped(rules, helpers, side.favor)
    count = rules.nuanced_dice if favor is Favor.NONE else rules.nuanced_pushed
    kept = count if favor is Favor.NONE else rules.nuanced_kept
    throw = _throw(rules.die, count, kept, favor, chance, key)
    totals = tuple(value + side.ability for value in throw.kept)
    successes = sum(total >= dr for total in totals)
    outcome = rules.outcome(successes)
    sums = ", ".join(_sum(value, side.ability) for value in throw.kept)
    lines = [*_help(helpers), _dice(rules, throw, NUANCED, key)]
    reach = {0: "none reaches", 1: "1 reaches"}.get(successes, f"{successes} reach")
    lines.append(Line(f"{sums} against DR {dr}: {reach} it, {outcome}", NUANCED))
    return NuancedResult(dr, side.ability, throw, totals, successes, outcome, tuple(lines))


def solo_check(
    rules: CheckRules,
    side: Side,
    chance: Chance,
    key: str = "nuanced",
    difficulty: str | int | None = None,
) -> NuancedResult:
    """A Check in solo play: a Nuanced Check, at the solo DR unless the fiction asks for another."""
    return nuanced_check(rules, side, rules.solo if difficulty is None else difficulty, chance, key)


def opposed_check(
    rules: CheckRules, first: Side, second: Side, chance: Chance, key: str = "opposed"
) -> OpposedResult:
    """Two sides make a Check, the higher total wins; a tie is rolled again, all dice of both.

    Rules ``actions/checks/opposed-checks`` and ``rulings/opposed-ties``. The chance keys are
    ``KEY/1/first``, ``KEY/1/second``, and after a tie ``KEY/2/first`` and so on.
    """
    lines: list[Line] = []
    ties = 0
    while True:
        throws: list[Throw] = []
        for name, side in (("first", first), ("second", second)):
            where = f"{key}/{ties + 1}/{name}"
            count = 1 if side.favor is Favor.NONE else rules.pushed
            throws.append(_throw(rules.die, count, 1, side.favor, chance, where))
            fell = _dice(rules, throws[-1], OPPOSED, where)
            sum_ = _sum(throws[-1].kept[0], side.ability)
            lines.append(replace(fell, text=f"{name.capitalize()}: {fell.text}; {sum_}"))
        totals = (throws[0].kept[0] + first.ability, throws[1].kept[0] + second.ability)
        if totals[0] != totals[1]:
            break
        ties += 1
        lines.append(Line(f"{totals[0]} each: a tie, rolled again", "rulings/opposed-ties"))
    wins = totals[0] > totals[1]
    lines.append(
        Line(f"{totals[0]} against {totals[1]}: the {'first' if wins else 'second'} wins", OPPOSED)
    )
    return OpposedResult(tuple(throws), totals, ties, wins, tuple(lines))


def _throw(
    formula: Formula, count: int, kept: int, favor: Favor, chance: Chance, key: str
) -> Throw:
    """Throw a formula so many times under one key; keep so many of the best or the worst."""
    sides = formula.physical
    faces = chance.faces(key, sides * count)
    if len(faces) != len(sides) * count:
        raise DiceError(f"expected {len(sides) * count} dice for {key}, came {len(faces)}")
    values = tuple(
        formula.read(faces[i * len(sides) : (i + 1) * len(sides)]).total for i in range(count)
    )
    if favor is Favor.NONE:
        return Throw(values, values, favor)
    ordered = sorted(values, reverse=favor is Favor.ADVANTAGE)
    return Throw(values, tuple(ordered[:kept]), favor)


def _dice(rules: CheckRules, throw: Throw, rule: str, key: str) -> Line:
    text = f"{_dice_name(rules.die, len(throw.dice))} fell {_commas(throw.dice)}"
    if throw.favor is Favor.NONE:
        return Line(text, rule, key)
    base = NUANCED if rule == NUANCED else CHECK
    name = throw.favor.value.capitalize()
    return Line(f"{text}; {name} keeps {_commas(throw.kept)}", f"{base}/{throw.favor}", key)


def _dice_name(die: Formula, count: int) -> str:
    """The die of a Check, thrown so many times: ``1D20``, ``2D20``."""
    name = str(die)
    return name if count == 1 else f"{count}{name.removeprefix('1')}"


def _help(helpers: int) -> tuple[Line, ...]:
    text = "An ally helps: Advantage, and the same risk and consequences for the ally"
    return (Line(text, HELPING),) if helpers else ()


def _sum(value: int, ability: int) -> str:
    return f"{value} {'−' if ability < 0 else '+'} {abs(ability)} = {value + ability}"


def _commas(values: tuple[int, ...]) -> str:
    return ", ".join(map(str, values))
