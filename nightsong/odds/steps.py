"""The life of a Step Die: how long it lasts, on average and at least (``basics/step-dice``)."""

from __future__ import annotations

from fractions import Fraction

from nightsong.odds.pools import pool_of
from nightsong.steps import StepRules


def next_die(rules: StepRules, name: str) -> dict[str, Fraction]:
    """What one use makes of a die: the chance of each die that it can become."""
    if rules.is_spent(name):
        return {name: Fraction(1)}
    found: dict[str, Fraction] = {}
    for result, chance in pool_of(name).items():
        after = rules.down(name, rules.lost(result))
        found[after] = found.get(after, Fraction(0)) + chance
    return found


def mean_uses(rules: StepRules, name: str) -> Fraction | None:
    """The mean number of rolls until the die is spent, counting the roll that spends it; ``None``
    where some die on the way can never go down. ``StepError`` for a die off the ladder.
    """
    if rules.is_spent(name):
        return Fraction(0)
    total = Fraction(1)
    stays = Fraction(0)
    for after, chance in next_die(rules, name).items():
        if after == name:
            stays = chance
            continue
        rest = mean_uses(rules, after)
        if rest is None:
            return None
        total += chance * rest
    return None if stays == 1 else total / (1 - stays)


def chance_to_last(rules: StepRules, name: str, uses: int) -> Fraction:
    """The chance that the die is not spent after that many uses."""
    dice = {name: Fraction(1)}
    for _ in range(uses):
        moved: dict[str, Fraction] = {}
        for before, chance in dice.items():
            for after, odds in next_die(rules, before).items():
                moved[after] = moved.get(after, Fraction(0)) + chance * odds
        dice = moved
    return sum((c for die, c in dice.items() if not rules.is_spent(die)), Fraction(0))
