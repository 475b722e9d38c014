"""The odds of tables: the chance of every row, and of every joined result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from nightsong.keys import values_of
from nightsong.model import Join, Row, Table, TableRoll
from nightsong.odds.pools import pool_of
from nightsong.printing import cells


@dataclass(frozen=True, slots=True)
class RowOdds:
    """One row of a table: the roll it belongs to, its key, its first cell and its chance."""

    roll: str
    key: str
    text: str
    chance: Fraction


def row_odds(table: Table, entry: str | None = None) -> tuple[RowOdds, ...]:
    """The chance that a result of the table uses each row, in the table's order.

    Of an *either* table's rolls each is as likely; of a composite table all are rolled, so each
    roll's chances sum to 1. With ``entry`` (of the table that ``limits`` names) the rows that
    don't go with it are rolled again (``rulings/vegetation-reroll``).
    """
    share = Fraction(1, len(table.rolls)) if table.join is Join.EITHER else Fraction(1)
    return tuple(
        RowOdds(roll.name, row.key, cells(table, row)[0], share * chance)
        for roll in table.rolls
        for row, chance in _rows(roll, entry)
    )


def joint_odds(table: Table) -> Mapping[tuple[str, ...], Fraction]:
    """The chance of every result: the row keys of all its rolls, in order, for a composite table;
    the roll's name and the row's key for an *either* table.
    """
    if table.join is Join.EITHER:
        return {(odds.roll, odds.key): odds.chance for odds in row_odds(table)}
    found: dict[tuple[str, ...], Fraction] = {}
    for rows in product(*(_rows(roll, None) for roll in table.rolls)):
        chance = Fraction(1)
        for _, odds in rows:
            chance *= odds
        found[tuple(row.key for row, _ in rows)] = chance
    return found


def _rows(roll: TableRoll, entry: str | None) -> list[tuple[Row, Fraction]]:
    totals = pool_of(roll.die)
    rows = [
        (row, sum((totals[v] for v in values_of(row.key, totals) if v in totals), Fraction(0)))
        for row in roll.rows
        if entry is None or entry not in (row.not_for or ())
    ]
    whole = sum((chance for _, chance in rows), Fraction(0))
    return [(row, chance / whole) for row, chance in rows]
