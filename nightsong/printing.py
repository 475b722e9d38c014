"""How a table's rows read in print: the text of each cell, made from the row's structure."""

from __future__ import annotations

from collections.abc import Sequence

from nightsong.model import Item, Limits, Row, Table, TableRoll


def item_line(item: Item) -> str:
    """An item as printed: ``Greatsword (D10, bulky)``, ``herbs (D6 Uses)``, ``spikes``."""
    marks = [
        item.die,
        f"{item.uses} Uses" if item.uses else None,
        "bulky" if item.bulky else None,
        "petty" if item.petty else None,
        item.note,
    ]
    inside = ", ".join(mark for mark in marks if mark)
    return f"{item.name} ({inside})" if inside else item.name


def row_text(row: Row, limits: Limits | None = None) -> str:
    """The first cell of a row: its name with its items, examples or limits."""
    if row.items:
        return f"{row.name}: {', '.join(map(item_line, row.items))}."
    if row.examples:
        return f"{row.name} ({', '.join(row.examples)})"
    if limits is not None and row.not_for is not None:
        return f"{row.name} ({_limit(row.not_for, limits)})"
    return row.name


def _limit(not_for: Sequence[str], limits: Limits) -> str:
    if not not_for:
        return limits.none
    return f"{limits.some} {f' {limits.link} '.join(not_for)}"


def cells(table: Table, row: Row) -> tuple[str, ...]:
    """The cells of a row as printed, without its key."""
    more = (row.die, row.text)
    return (row_text(row, table.limits), *(cell for cell in more if cell))


def printed_rows(table: Table, roll: TableRoll) -> tuple[tuple[str, ...], ...]:
    """The rows of a roll as printed: key first, then the cells."""
    return tuple((row.key, *cells(table, row)) for row in roll.rows)
