"""Dice in the notation that virtual tabletops share: ``2d20kh1``, and ``1d6*10 + 1d6`` for D66."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from generator.render.exports.shares import runs, shares, totals_of, whole_weights
from nightsong.dice import Formula, Group, Term, parse
from nightsong.model import Row, TableRoll

TENS = 10  # what a first die of D66, or a die of D%, counts


class Range(NamedTuple):
    """Totals from ``low`` to ``high`` that pick a row, and the weight of just these."""

    low: int
    high: int
    row: Row
    weight: int


class Lookup(NamedTuple):
    """A roll as dice in the shared notation, and the ranges of their totals."""

    formula: str
    ranges: tuple[Range, ...]


def lookup(roll: TableRoll) -> Lookup:
    """A roll with the table's own dice, or with a die of as many sides as there are weights.

    The latter where the shared notation has no word for the dice.
    """
    formula = shared_notation(parse(roll.die))
    return _counted(roll) if formula is None else Lookup(formula, _own(roll))


def _own(roll: TableRoll) -> tuple[Range, ...]:
    totals = totals_of(roll.die)
    found = [(low, high, row) for row in roll.rows for low, high in runs(roll, row)]
    chances = [
        sum((chance for total, chance in totals.items() if low <= total <= high), Fraction(0))
        for low, high, _ in found
    ]
    weights = whole_weights(chances)
    return tuple(Range(*one, weight) for one, weight in zip(found, weights, strict=True))


def _counted(roll: TableRoll) -> Lookup:
    ranges: list[Range] = []
    low = 1
    for row, weight in shares(roll):
        ranges.append(Range(low, low + weight - 1, row, weight))
        low += weight
    return Lookup(f"1d{low - 1}", tuple(ranges))


def shared_notation(formula: Formula) -> str | None:
    """A formula's dice, or ``None`` where it keeps some of several D66 or starts with a minus."""
    parts = [part for term in formula.terms for part in _parts(term)]
    if not all(text for _, text in parts) or parts[0][0] < 0:
        return None
    (_, first), *rest = parts
    return first + "".join(f" {'+' if sign > 0 else '-'} {text}" for sign, text in rest)


def _parts(term: Term) -> list[tuple[int, str]]:
    """A term as signs and texts; an empty text where there is none for it."""
    group = term.group
    if group is None:
        return [(term.sign, str(term.factor))]
    if len(group.die.physical) == 1:
        sides = group.die.physical[0]
        factor = term.factor * (group.die.value((sides,)) // sides)
        return [(term.sign, _times(f"{group.count}d{sides}{_kept(group)}", factor))]
    if group.keep is not None:
        return [(term.sign, "")]
    tens, units = group.die.physical
    first = _times(f"{group.count}d{tens}", term.factor * TENS)
    return [(term.sign, first), (term.sign, _times(f"{group.count}d{units}", term.factor))]


def _times(dice: str, factor: int) -> str:
    return dice if factor == 1 else f"{dice}*{factor}"


def _kept(group: Group) -> str:
    return "" if group.keep is None else f"k{'hl'[not group.keep.highest]}{group.keep.number}"
