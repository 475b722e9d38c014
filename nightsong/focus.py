"""Focus spent on a Check, also after the result is seen (rule ``characters/focus/spend``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nightsong.chance import Chance
from nightsong.characters import Ability, Character, FocusRules
from nightsong.checks import CheckResult, CheckRules, Favor, NuancedResult, Side, check
from nightsong.checks import nuanced_check as nuanced
from nightsong.dice import DiceError
from nightsong.recovery import spend_focus
from nightsong.trace import Trace


@dataclass(frozen=True, slots=True)
class SpendRules:
    """The numbers of Checks and of Focus."""

    checks: CheckRules
    focus: FocusRules

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> SpendRules:
        """Read them from the ruleset's numbers."""
        return cls(CheckRules.of(numbers), FocusRules.of(numbers))


@dataclass(frozen=True, slots=True)
class Focused:
    """A Check before and after Focus was spent on it, and the character who spent it."""

    character: Character
    before: CheckResult
    after: CheckResult
    trace: Trace


@dataclass(frozen=True, slots=True)
class FocusedNuanced:
    """A Nuanced Check before and after Focus was spent on it, and the character who spent it."""

    character: Character
    before: NuancedResult
    after: NuancedResult
    trace: Trace


def focused_check(
    character: Character,
    ability: Ability,
    difficulty: str | int,
    chance: Chance,
    rules: SpendRules,
    key: str = "check",
) -> Focused:
    """Make a Check without favor, then spend Focus on it: it is made again with Advantage.

    What lies on the table stays there, and more dice join it, all under the same ``key``.
    ``CharacterError`` where too little Focus is left, ``CheckError`` for a DR that isn't one.
    """
    after, paid = spend_focus(character, rules.focus)
    score = character.abilities.score(ability)
    shown, whole = _thrown(rules.checks, chance, key, 1, rules.checks.pushed)
    first = check(rules.checks, Side(score), difficulty, shown, key)
    again = check(rules.checks, Side(score, Favor.ADVANTAGE), difficulty, whole, key)
    return Focused(after, first, again, (*first.trace, *paid, *again.trace))


def focused_nuanced_check(
    character: Character,
    ability: Ability,
    difficulty: str | int,
    chance: Chance,
    rules: SpendRules,
    key: str = "check",
) -> FocusedNuanced:
    """Make a Nuanced Check, then spend Focus on it, as with ``focused_check``."""
    after, paid = spend_focus(character, rules.focus)
    score = character.abilities.score(ability)
    counts = rules.checks.nuanced_dice, rules.checks.nuanced_pushed
    shown, whole = _thrown(rules.checks, chance, key, *counts)
    first = nuanced(rules.checks, Side(score), difficulty, shown, key)
    again = nuanced(rules.checks, Side(score, Favor.ADVANTAGE), difficulty, whole, key)
    return FocusedNuanced(after, first, again, (*first.trace, *paid, *again.trace))


def _thrown(
    rules: CheckRules, chance: Chance, key: str, first: int, pushed: int
) -> tuple[Chance, Chance]:
    """The chance of the first throw and of the whole one, which begins with the first's dice."""
    sides = rules.die.physical
    faces = chance.faces(key, sides * pushed)
    if len(faces) != len(sides) * pushed:
        raise DiceError(f"expected {len(sides) * pushed} dice for {key}, came {len(faces)}")
    return chance.given(key, faces[: len(sides) * first]), chance.given(key, faces)
