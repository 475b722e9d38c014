"""The odds of rolled Ability scores (``character-creation/abilities``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from nightsong.bundle import BundleError
from nightsong.odds.pools import Pool, at_least, highest, pool_of
from nightsong.spans import span


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


def ability_odds(numbers: Mapping[str, Any]) -> AbilityOdds:
    """The odds of the ruleset's Ability scores; ``BundleError`` where its numbers allow none."""
    abilities = numbers["abilities"]
    count, mark = abilities["count"], abilities["reroll_below"]
    score = _scores(abilities)
    reaches = at_least(score, mark)
    accepted = 1 - (1 - reaches) ** count
    if not accepted:
        raise BundleError(f"abilities: expected scores that can reach {mark}, came none")
    others = 1 - (1 - reaches) ** (count - 1)
    kept = {s: c * (1 if s >= mark else others) / accepted for s, c in score.items()}
    top = {s: c / accepted for s, c in highest([score] * count).items() if s >= mark}
    return AbilityOdds(score, accepted, 1 / accepted, kept, top)


def _scores(abilities: Mapping[str, Any]) -> Pool:
    rows = [(span(row["total"]), row["score"]) for row in abilities["scores"].values()]
    found: dict[int, Fraction] = {score: Fraction(0) for _, score in rows}
    for total, chance in pool_of(abilities["dice"]).items():
        scores = [score for totals, score in rows if total in totals]
        if len(scores) != 1:
            raise BundleError(f"abilities.scores: expected one score for {total}, came {scores}")
        found[scores[0]] += chance
    return dict(sorted(found.items()))
