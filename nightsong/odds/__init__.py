"""Exact odds, as fractions: what the dice of each procedure promise.

Nothing here is thrown, and nothing is rounded: every chance is a ``fractions.Fraction``. The
numbers come in with the same rules values that the procedures use, so a changed number changes
both alike. ``book_odds`` gathers all that the book can ask.
"""

from nightsong.odds.abilities import AbilityOdds, ability_odds
from nightsong.odds.book import Part, book_odds
from nightsong.odds.checks import (
    NuancedOdds,
    OpposedOdds,
    check_odds,
    fate_odds,
    nuanced_odds,
    opposed_odds,
)
from nightsong.odds.damage import HarmOdds, HarmRules, harm_odds
from nightsong.odds.pools import Pool, best_of, mean, pool_of
from nightsong.odds.steps import chance_to_last, mean_uses, next_die
from nightsong.odds.tables import RowOdds, joint_odds, row_odds

__all__ = [
    "AbilityOdds",
    "HarmOdds",
    "HarmRules",
    "NuancedOdds",
    "OpposedOdds",
    "Part",
    "Pool",
    "RowOdds",
    "ability_odds",
    "best_of",
    "book_odds",
    "chance_to_last",
    "check_odds",
    "fate_odds",
    "harm_odds",
    "joint_odds",
    "mean",
    "mean_uses",
    "next_die",
    "nuanced_odds",
    "opposed_odds",
    "pool_of",
    "row_odds",
]
