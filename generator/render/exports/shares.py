"""Tables as other programs roll them: whole weights, ranges of totals, and a line for each row.

A *share* is a row with its weight: weights are the smallest whole numbers that are in proportion
to the rows' exact chances, so that a weighted draw gives what the dice give.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import gcd, lcm, prod
from types import MappingProxyType
from typing import NamedTuple
from unicodedata import category

from generator.model.book import Book
from nightsong.dice import Rolled, parse
from nightsong.keys import values_of
from nightsong.model import Join, Row, Table, TableRoll
from nightsong.printing import cells
from nightsong.rolling import PartResult, join_parts

MOST_WHOLES = 2_000  # results of a composite table that are still written out one by one
BETWEEN = " — "  # a row's cells in one line
_BREAKS = ("Cc", "Zl", "Zp")  # controls and separators, as Unicode sorts characters
_PLAIN = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class Share(NamedTuple):
    """A row of a roll with its weight."""

    row: Row
    weight: int


class Whole(NamedTuple):
    """A result of a whole table: its text, its weight, and a mark that is its rows' own."""

    text: str
    weight: int
    mark: str


@cache
def totals_of(die: str) -> Mapping[int, Fraction]:
    """Every total of a roll's dice with its chance, lowest first."""
    return MappingProxyType(parse(die).totals())


def shares(roll: TableRoll) -> tuple[Share, ...]:
    """A roll's rows in order, each with its weight."""
    totals = totals_of(roll.die)
    chances = [
        sum((totals[value] for value in values_of(row.key, totals)), Fraction(0))
        for row in roll.rows
    ]
    return tuple(map(Share, roll.rows, whole_weights(chances)))


def whole_weights(chances: Sequence[Fraction]) -> tuple[int, ...]:
    """The smallest whole numbers in proportion to the chances.

    >>> whole_weights([Fraction(1, 36), Fraction(1, 18), Fraction(1, 2)])
    (1, 2, 18)
    """
    common = lcm(*(chance.denominator for chance in chances))
    counts = [int(chance * common) for chance in chances]
    shrink = gcd(*counts) or 1
    return tuple(count // shrink for count in counts)


def wholes(table: Table) -> tuple[Whole, ...]:
    """Every result of a table whose rolls make one result, joined as at the table.

    Empty for a table of one roll, and where there would be more than ``MOST_WHOLES``.
    """
    either = table.join is Join.EITHER
    count = (sum if either else prod)(len(roll.rows) for roll in table.rolls)
    if len(table.rolls) < 2 or count > MOST_WHOLES:
        return ()
    found = _alternatives(table) if either else _combinations(table)
    shrink = gcd(*(whole.weight for whole in found))
    return tuple(whole._replace(weight=whole.weight // shrink) for whole in found)


def _alternatives(table: Table) -> list[Whole]:
    """The rows of an *either* table, each roll as likely."""
    rolls = [(roll, shares(roll)) for roll in table.rolls]
    totals = [sum(share.weight for share in found) for _, found in rolls]
    return [
        Whole(line(table, row), weight * (lcm(*totals) // total), f"{roll.name}#{row.key}")
        for (roll, found), total in zip(rolls, totals, strict=True)
        for row, weight in found
    ]


def _combinations(table: Table) -> list[Whole]:
    """A row of each roll, in every combination."""
    rolls = [[_part(table, roll, share) for share in shares(roll)] for roll in table.rolls]
    return [
        Whole(
            one_line(join_parts(table, tuple(part for part, _ in parts))),
            prod(weight for _, weight in parts),
            "#".join(part.row.key for part, _ in parts),
        )
        for parts in product(*rolls)
    ]


def _part(table: Table, roll: TableRoll, share: Share) -> tuple[PartResult, int]:
    row = share.row
    return PartResult("", 0, roll, Rolled(0, ()), row, cells(table, row)), share.weight


def runs(roll: TableRoll, row: Row) -> tuple[tuple[int, int], ...]:
    """The totals that pick a row, as runs without a gap: ``1·2/1`` is 11 to 11 and 21 to 21."""
    totals = totals_of(roll.die)
    values = sorted(values_of(row.key, totals) & totals.keys())
    breaks = [i for i, (low, high) in enumerate(pairwise(values), 1) if high - low > 1]
    starts, ends = [0, *breaks], [*breaks, len(values)]
    return tuple((values[a], values[b - 1]) for a, b in zip(starts, ends, strict=True))


def line(table: Table, row: Row) -> str:
    """A row's cells as one line of text."""
    return one_line(BETWEEN.join(cells(table, row)))


def one_line(text: str) -> str:
    """The text without line breaks, control characters and runs of spaces."""
    return " ".join("".join(" " if category(c) in _BREAKS else c for c in text).split())


def roll_title(table: Table, roll: TableRoll) -> str:
    """What a roll is called outside its table."""
    return f"{table.title}: {roll.name}" if len(table.rolls) > 1 else table.title


def flat_name(book: Book, table: Table, roll: TableRoll | None = None) -> str:
    """A name of small letters, digits, ``-`` and ``_`` that no other table or roll has."""
    name = f"{book.game.slug}_{table.id.replace('/', '_')}"
    if roll is None or len(table.rolls) == 1:
        return name
    return f"{name}__{plain_name(roll.name)}"


def path_of(table: Table, roll: TableRoll | None = None) -> str:
    """The path of a table's file, or of one of its several rolls, without an ending."""
    if roll is None or len(table.rolls) == 1:
        return table.id
    return f"{table.id}.{plain_name(roll.name)}"


def plain_name(name: str) -> str:
    """A name that a file can have; what had to change is told apart by a digest."""
    if _PLAIN.fullmatch(name):
        return name
    kept = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    return f"{kept}-{hashlib.sha256(name.encode()).hexdigest()[:6]}".lstrip("-")


def chapter_tables(book: Book) -> dict[str, list[Table]]:
    """The tables by the id of the chapter that they stand in, both in the book's order.

    Tables that stand in none come last, under an empty id.
    """
    found: dict[str, list[Table]] = {}
    rest = dict(book.tables)
    for section in book.sections():
        for table in section.tables:
            found.setdefault(book.targets[section.id].page, []).append(table)
            rest.pop(table.id, None)
    return {**found, "": list(rest.values())} if rest else found
