"""Pools: every value that some dice can show, with its chance. The chances sum to 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from nightsong.checks import Favor
from nightsong.dice import parse

Pool: TypeAlias = Mapping[int, Fraction]


@lru_cache(maxsize=64)
def pool_of(notation: str) -> Pool:
    """The pool of dice by their notation; ``DiceError`` where it can't be read.

    >>> str(pool_of("2d6")[7])
    '1/6'
    """
    return MappingProxyType(parse(notation).totals())


def at_least(pool: Pool, mark: int) -> Fraction:
    """The chance of that value or a higher one."""
    return sum((chance for value, chance in pool.items() if value >= mark), Fraction(0))


def mean(pool: Pool) -> Fraction:
    """The mean value."""
    return sum((value * chance for value, chance in pool.items()), Fraction(0))


def highest(pools: Sequence[Pool]) -> Pool:
    """The pool of the highest of several, each thrown once."""
    values = sorted({value for pool in pools for value in pool})
    found: dict[int, Fraction] = {}
    below = Fraction(0)
    for value in values:
        up_to = Fraction(1)
        for pool in pools:
            up_to *= 1 - at_least(pool, value + 1)
        found[value] = up_to - below
        below = up_to
    return {value: chance for value, chance in found.items() if chance}


def best_of(pool: Pool, count: int, favor: Favor) -> Pool:
    """The pool of what is kept of ``count`` throws: the highest with Advantage, the lowest with
    Disadvantage. Without favor only one is thrown.
    """
    if favor is Favor.NONE:
        return dict(pool)
    if favor is Favor.ADVANTAGE:
        return highest([pool] * count)
    turned = highest([{-value: chance for value, chance in pool.items()}] * count)
    return {-value: chance for value, chance in sorted(turned.items(), reverse=True)}
