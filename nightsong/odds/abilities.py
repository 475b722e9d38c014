"""The odds of rolled Ability scores (``character-creation/abilities``)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from nightsong.characters import Ability
from nightsong.odds.pools import Pool, at_least, highest, pool_of
from nightsong.scores import ScoreRules


@dataclass(frozen=True, slots=True)
class AbilityOdds:
    """What the dice of character creation promise.

    ``score`` is one score as thrown; ``accepted`` the chance that a set of scores makes any
    character at all: at least one score reaches the mark below which all are rerolled; ``sets``
    the mean number of sets until one does. ``kept`` is one score of a set that was accepted,
    ``highest`` the highest of such a set.
    """

    score: Pool
    accepted: Fraction
    sets: Fraction
    kept: Pool
    highest: Pool


def ability_odds(rules: ScoreRules) -> AbilityOdds:
    """The odds of rolled scores, all rerolled until one is high enough
    (``character-creation/abilities``, ``rulings/ability-reroll``).
    """
    count, mark = len(Ability), rules.reroll_below
    score = _score(rules)
    reaches = at_least(score, mark)
    accepted = 1 - (1 - reaches) ** count
    others = 1 - (1 - reaches) ** (count - 1)
    kept = {s: c * (1 if s >= mark else others) / accepted for s, c in score.items()}
    top = {s: c / accepted for s, c in highest([score] * count).items() if s >= mark}
    return AbilityOdds(score, accepted, 1 / accepted, kept, top)


def _score(rules: ScoreRules) -> Pool:
    found: dict[int, Fraction] = {}
    for total, chance in pool_of(rules.dice).items():
        score = rules.scores[total]
        found[score] = found.get(score, Fraction(0)) + chance
    return dict(sorted(found.items()))
