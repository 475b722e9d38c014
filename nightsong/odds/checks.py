"""The odds of Checks, Nuanced Checks and opposed Checks, and of the Die of Fate."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from types import MappingProxyType

from nightsong.checks import CheckRules, Favor, Outcome, Side
from nightsong.fate import FateRules
from nightsong.odds.pools import Pool, at_least, best_of, pool_of


def check_odds(rules: CheckRules, dr: int, side: Side) -> Fraction:
    """The chance that a Check succeeds (``actions/checks``)."""
    return at_least(_side_pool(rules, side), dr - side.ability)


@dataclass(frozen=True, slots=True)
class NuancedOdds:
    """How a Nuanced Check ends: the chances of its outcomes, and of each number of successes."""

    outcomes: dict[Outcome, Fraction]
    successes: tuple[Fraction, ...]


def nuanced_odds(rules: CheckRules, dr: int, side: Side) -> NuancedOdds:
    """The odds of a Nuanced Check (``actions/nuanced-checks``).

    Of the dice thrown, so many reach the DR; keeping the highest keeps successes first, keeping
    the lowest keeps failures first.
    """
    single = at_least(pool_of(str(rules.die)), dr - side.ability)
    plain = side.favor is Favor.NONE
    thrown = rules.nuanced_dice if plain else rules.nuanced_pushed
    kept = thrown if plain else min(rules.nuanced_kept, thrown)
    chances = [Fraction(0)] * (kept + 1)
    for reached in range(thrown + 1):
        chance = comb(thrown, reached) * single**reached * (1 - single) ** (thrown - reached)
        if side.favor is Favor.DISADVANTAGE:
            counted = max(0, reached - (thrown - kept))
        else:
            counted = min(reached, kept)
        chances[counted] += chance
    outcomes = {outcome: Fraction(0) for outcome in Outcome}
    for number, chance in enumerate(chances):
        outcomes[rules.outcome(number)] += chance
    return NuancedOdds(outcomes, tuple(chances))


@dataclass(frozen=True, slots=True)
class OpposedOdds:
    """An opposed Check: ``wins`` and ``loses`` are the first side's, ties rolled again until there
    are none; ``tie`` is the chance that one throw ties, ``throws`` the mean number of throws.
    """

    wins: Fraction
    loses: Fraction
    tie: Fraction
    throws: Fraction


def opposed_odds(rules: CheckRules, first: Side, second: Side) -> OpposedOdds:
    """The odds of an opposed Check (``actions/checks/opposed-checks``)."""
    theirs = sorted(_side_pool(rules, second).items())
    wins = tie = beaten = Fraction(0)
    place = 0
    for value, chance in sorted(_side_pool(rules, first).items()):
        needed = value + first.ability - second.ability
        while place < len(theirs) and theirs[place][0] < needed:
            beaten += theirs[place][1]
            place += 1
        wins += chance * beaten
        if place < len(theirs) and theirs[place][0] == needed:
            tie += chance * theirs[place][1]
    settled = 1 - tie
    return OpposedOdds(wins / settled, (settled - wins) / settled, tie, 1 / settled)


def fate_odds(rules: FateRules, threshold: int) -> Fraction:
    """The chance that the Die of Fate says yes (``rulings/percentile-die``)."""
    return 1 - at_least(pool_of(str(rules.die)), threshold + 1)


def _side_pool(rules: CheckRules, side: Side) -> Pool:
    return _kept_pool(str(rules.die), rules.pushed, side.favor)


@lru_cache(maxsize=16)
def _kept_pool(notation: str, count: int, favor: Favor) -> Pool:
    """What is kept of a Check's dice; there are few kinds, and each takes a while."""
    return MappingProxyType(dict(best_of(pool_of(notation), count, favor)))
