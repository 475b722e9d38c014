"""Dice in the notation that virtual tabletops share, counted out: an evaluator of its own."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from itertools import product

_TERM = re.compile(r"\s*([+-])?\s*(?:(\d+)d(\d+)(?:k([hl])(\d+))?(?:\*(\d+))?|(\d+))")


@cache
def distribution(formula: str) -> dict[int, Fraction]:
    """Every total of a sum such as ``1d6*10 + 1d6`` with its chance."""
    totals: dict[int, Fraction] = {0: Fraction(1)}
    position = 0
    while position < len(formula):
        match = _TERM.match(formula, position)
        assert match, formula[position:]
        position = match.end()
        sign, count, sides, keep, kept, factor, number = match.groups()
        if number:
            term = {int(number): Fraction(1)}
        else:
            term = _dice(int(count), int(sides), keep or "", int(kept or count))
            term = {value * int(factor or 1): chance for value, chance in term.items()}
        summed: dict[int, Fraction] = {}
        for (total, first), (value, second) in product(totals.items(), term.items()):
            total += -value if sign == "-" else value
            summed[total] = summed.get(total, Fraction(0)) + first * second
        totals = summed
    return totals


def _dice(count: int, sides: int, keep: str, kept: int) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for faces in product(range(1, sides + 1), repeat=count):
        ordered = sorted(faces, reverse=keep == "h")
        total = sum(ordered[:kept] if keep else faces)
        found[total] = found.get(total, Fraction(0)) + Fraction(1, sides**count)
    return found
