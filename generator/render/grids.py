"""A table as grids to print: rolls that share their keys and die stand side by side in one."""

from __future__ import annotations

from dataclasses import dataclass

from nightsong.model import Table, TableRoll
from nightsong.printing import cells

_WORDY = 60  # letters of a row's text that takes more than a line


@dataclass(frozen=True, slots=True)
class Cell:
    """A printed cell and the roll it belongs to."""

    text: str
    roll: str


@dataclass(frozen=True, slots=True)
class GridRow:
    """A key with its cells."""

    key: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """One printed table: the die over the keys, the header cells, and the rows."""

    die: str
    header: tuple[str, ...]
    rows: tuple[GridRow, ...]


def is_worded(table: Table) -> bool:
    """Whether a table says a sentence or more in each row, so that its pages are full of text."""
    return any(len(row.text) > _WORDY for roll in table.rolls for row in roll.rows)


def grids(table: Table) -> tuple[Grid, ...]:
    """One grid where all rolls agree on die and keys, else one for each roll."""
    keys = {tuple(row.key for row in roll.rows) for roll in table.rolls}
    dice = {roll.die for roll in table.rolls}
    if len(keys) == 1 and len(dice) == 1:
        return (_grid(table, table.rolls),)
    return tuple(_grid(table, (roll,)) for roll in table.rolls)


def _grid(table: Table, rolls: tuple[TableRoll, ...]) -> Grid:
    header = tuple(text for roll in rolls for text in roll.header)
    rows = tuple(
        GridRow(
            rows[0].key,
            tuple(
                Cell(text, roll.name)
                for roll, row in zip(rolls, rows, strict=True)
                for text in cells(table, row)
            ),
        )
        for rows in zip(*(roll.rows for roll in rolls), strict=True)
    )
    return Grid(rolls[0].die, header, rows)
