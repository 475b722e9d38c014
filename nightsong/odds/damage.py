"""The odds of one attack: Damage against Armor, with misses, Advantage and several dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from nightsong.checks import Favor
from nightsong.dice import DiceError
from nightsong.odds.pools import Pool, best_of, highest, mean, pool_of


@dataclass(frozen=True, slots=True)
class HarmRules:
    """The numbers of an attack: what misses, the least Damage, the throws with Advantage."""

    miss: int
    least: int
    pushed: int

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> HarmRules:
        """From the ruleset's numbers."""
        combat = numbers["combat"]
        return cls(combat["miss"], combat["damage_least"], combat["advantage_dice"])


@dataclass(frozen=True, slots=True)
class HarmOdds:
    """One attack: the chance of a miss, of no harm at all (misses included), the mean harm in HP,
    and the chance of each amount of harm.
    """

    miss: Fraction
    nothing: Fraction
    mean: Fraction
    harm: Pool

    def takes_out(self, hp: int) -> Fraction:
        """The chance that the attack takes at least that many HP."""
        return sum((c for amount, c in self.harm.items() if amount >= hp), Fraction(0))


def harm_odds(
    rules: HarmRules, dice: Sequence[str], armor: str | None = None, favor: Favor = Favor.NONE
) -> HarmOdds:
    """The odds of an attack with those Damage dice, of which the highest counts, against an Armor
    die. ``DiceError`` where there are none.

    Rules ``combat/attacks``, ``combat/advantage``, ``combat/misses``,
    ``combat/other-situations/multiple-attacks``, ``rulings/misses-kept-die`` and
    ``rulings/damage-floor``: with Advantage or Disadvantage all dice are rolled again and the
    higher or lower result is kept; only what is kept can miss.
    """
    if not dice:
        raise DiceError("expected at least one Damage die, came none")
    rolled = best_of(highest([pool_of(name) for name in dice]), rules.pushed, favor)
    guard = {0: Fraction(1)} if armor is None else pool_of(armor)
    harm: dict[int, Fraction] = {}
    for damage, chance in rolled.items():
        if damage == rules.miss:
            harm[0] = harm.get(0, Fraction(0)) + chance
            continue
        for protection, odds in guard.items():
            ignored = armor is None or protection == rules.miss
            amount = damage if ignored else max(rules.least, damage - protection)
            harm[amount] = harm.get(amount, Fraction(0)) + chance * odds
    harm = dict(sorted(harm.items()))
    none = harm.get(0, Fraction(0))
    return HarmOdds(rolled.get(rules.miss, Fraction(0)), none, mean(harm), harm)
