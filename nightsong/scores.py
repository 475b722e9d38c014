"""Ability scores from the array or from dice (rule ``character-creation/abilities``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import count
from types import MappingProxyType
from typing import Any

from nightsong.chance import Chance
from nightsong.characters import Abilities, Ability, CharacterError, signed
from nightsong.dice import parse
from nightsong.keys import values_of
from nightsong.trace import Line, Trace

RULE = "character-creation/abilities"
REROLL = "rulings/ability-reroll"


class Method(StrEnum):
    """How a character comes by their scores."""

    ARRAY = "array"
    ROLLED = "rolled"


@dataclass(frozen=True, slots=True)
class ScoreRules:
    """The numbers of Ability scores. ``scores`` gives the score for each total of the dice."""

    array: tuple[int, ...]
    dice: str
    reroll_below: int
    scores: Mapping[int, int]

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> ScoreRules:
        """Read them from the ruleset's numbers.

        ``CharacterError`` where the array doesn't fit the Abilities, a total of the dice has no
        score, or no total is high enough to end the rerolling.
        """
        own = numbers["abilities"]
        bands = tuple((str(band["total"]), band["score"]) for band in own["scores"].values())
        scores = _scores(own["dice"], bands)
        if own["count"] != len(Ability) or len(own["array"]) != len(Ability):
            raise CharacterError(f"expected {len(Ability)} Abilities and as many in the array")
        if max(scores.values()) < own["reroll_below"]:
            raise CharacterError(f"expected {own['dice']} to reach {signed(own['reroll_below'])}")
        return cls(tuple(own["array"]), own["dice"], own["reroll_below"], scores)


@cache
def _scores(dice: str, bands: tuple[tuple[str, int], ...]) -> Mapping[int, int]:
    """The score for each total that the dice can show."""
    totals = parse(dice).totals()
    scores = {total: score for key, score in bands for total in values_of(key, totals)}
    if missing := sorted(totals.keys() - scores.keys()):
        raise CharacterError(f"expected a score for each total of {dice}, came none for {missing}")
    return MappingProxyType({total: scores[total] for total in totals})


def array_scores(
    chance: Chance, rules: ScoreRules, key: str, order: Sequence[Ability] = ()
) -> tuple[Abilities, Trace]:
    """The array spread over the Abilities.

    ``order`` says which Ability gets the first, the second … of the array; without it, chance
    draws for each score in turn one of the Abilities left. ``CharacterError`` where the order
    doesn't name each Ability once.
    """
    if order:
        if sorted(order) != sorted(Ability):
            raise CharacterError(f"expected {', '.join(Ability)}, each once, came {_names(order)}")
        chosen, used, how = list(order), "", "in the order chosen"
    else:
        chosen, used, how = _shuffled(chance, f"{key}/order"), f"{key}/order", "by chance"
    scores = dict(zip(chosen, rules.array, strict=True))
    text = ", ".join(f"{ability.capitalize()} {signed(score)}" for ability, score in scores.items())
    return Abilities.of(scores), (Line(f"The array, spread {how}: {text}", RULE, used),)


def _shuffled(chance: Chance, key: str) -> list[Ability]:
    """The Abilities drawn one after the other; a die with a side for each one left draws."""
    left = list(Ability)
    dice = parse(" + ".join(f"1d{sides}" for sides in range(len(left), 1, -1)))
    drawn = [left.pop(face - 1) for face in chance.roll(dice, key).faces]
    return [*drawn, *left]


def _names(order: Sequence[Ability]) -> str:
    return ", ".join(order)


def rolled_scores(chance: Chance, rules: ScoreRules, key: str) -> tuple[Abilities, Trace]:
    """Dice for each Ability, all again until one is high enough (ruling ``ability-reroll``).

    The keys are ``<key>/strength`` and so on, and ``<key>/strength/2`` from the second round on.
    """
    lines: list[Line] = []
    for attempt in count(1):
        scores: dict[Ability, int] = {}
        for ability in Ability:
            own = f"{key}/{ability}" if attempt == 1 else f"{key}/{ability}/{attempt}"
            total = chance.roll(parse(rules.dice), own).total
            scores[ability] = rules.scores[total]
            text = f"{rules.dice} fell {total}: {ability.capitalize()} {signed(scores[ability])}"
            lines.append(Line(text, RULE, own))
        if max(scores.values()) >= rules.reroll_below:
            return Abilities.of(scores), tuple(lines)
        text = f"No score of {signed(rules.reroll_below)} or more: reroll all"
        lines.append(Line(text, REROLL))
    raise AssertionError  # pragma: no cover - count() never ends
