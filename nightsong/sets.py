"""Rolling several times, or on several tables, at once.

The chance keys of a set stand below the number of the turn, from 1: ``3/details/face``. Throwing
one of them again rerolls that part and keeps the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import prod

from nightsong.chance import Chance
from nightsong.model import Join, Table
from nightsong.rolling import TableResult, part_key, roll_below

MOST_TIMES = 100
MOST_THROWS = 20_000  # before it is taken that a row will not come up


class SetError(ValueError):
    """A set that can't be rolled."""


def roll_times(table: Table, chance: Chance, times: int) -> tuple[TableResult, ...]:
    """Roll a table that many times."""
    return tuple(_turn(table, chance, turn) for turn in _turns(times))


def roll_distinct(table: Table, chance: Chance, times: int) -> tuple[TableResult, ...]:
    """Roll a table that many times, and again what came before, as far as there is more to come.

    What is thrown again by ``tries`` differs from all that the set had; the rest stays as it was.
    Real dice count as they fell.
    """
    first = replace(chance, tries={})
    found: list[TableResult] = []
    for turn in _turns(times):
        had = len(found) - len(found) % possible(table)  # from here on nothing twice
        found.append(_other(table, first, turn, {result.text for result in found[had:]}))
    for turn in _turns(times):
        if any(chance.attempt(key) for key in _keys(table, turn)):
            taken = {result.text for result in found}
            there = taken if len(taken) < possible(table) else set[str]()
            found[turn - 1] = _other(table, chance, turn, there)
    return tuple(found)


def roll_group(
    tables: Mapping[str, Table], ids: Sequence[str], chance: Chance, turn: int
) -> Iterator[TableResult]:
    """Roll each of the tables once, and after a row that has a table of names, on that."""
    for table_id in ids:
        result = _turn(tables[table_id], chance, turn)
        yield result
        for part in result.parts:
            if part.row.names is not None:
                yield _turn(tables[part.row.names], chance, turn)


def possible(table: Table) -> int:
    """How many results a table has."""
    sizes = [len(roll.rows) for roll in table.rolls]
    return sum(sizes) if table.join is Join.EITHER else prod(sizes)


def _turns(times: int) -> range:
    if not 1 <= times <= MOST_TIMES:
        raise SetError(f"expected 1 to {MOST_TIMES} rolls, came {times}")
    return range(1, times + 1)


def _keys(table: Table, turn: int) -> tuple[str, ...]:
    return (f"{turn}/{table.id}:which", *(f"{turn}/{part_key(table, r)}" for r in table.rolls))


def _turn(table: Table, chance: Chance, turn: int, below: str = "") -> TableResult:
    """A table as it falls on a turn; ``below`` sets throws of the same turn apart."""
    result = roll_below(table, chance, f"{turn}{below}")
    keys = [f"{turn}/{part_key(table, part.roll)}" for part in result.parts]
    parts = tuple(
        replace(part, key=key, attempt=chance.attempt(key))
        for part, key in zip(result.parts, keys, strict=True)
    )
    return replace(result, table=table, parts=parts)


def _other(table: Table, chance: Chance, turn: int, taken: set[str]) -> TableResult:
    result = _turn(table, chance, turn)
    keys = _keys(table, turn)
    if any(key in chance.real for key in keys):
        return result
    tries = sum(chance.attempt(key) for key in keys)
    for throw in range(1, MOST_THROWS):
        if result.text not in taken:
            break
        result = _turn(table, chance, turn, f"~{tries}.{throw}")
    return result
