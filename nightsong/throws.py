"""Throws of one part of a bigger whole: dice, tables and choices under keys of the part's own.

A Land has many Regions that roll on the same tables. Each part throws under its own path
(``land/region-2/features``), so that one can be thrown again and the rest stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from nightsong.chance import Chance
from nightsong.dice import Die, Formula, Group, Rolled, Term, parse
from nightsong.model import Join, Table, TableRoll
from nightsong.printing import cells
from nightsong.rolling import PartResult, TableResult, find_row, join_parts
from nightsong.trace import Line, Trace

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Throws:
    """The chance of one part: every key starts with the part's path."""

    chance: Chance
    path: str

    def key(self, name: str) -> str:
        """The whole chance key of a throw of this part."""
        return f"{self.path}/{name}"

    def within(self, name: str) -> Throws:
        """The throws of a part of this part."""
        return Throws(self.chance, self.key(name))

    def dice(self, notation: str, name: str) -> Rolled:
        """Throw dice; raises ``DiceError``."""
        return self.chance.roll(parse(notation), self.key(name))

    def one_of(self, options: Sequence[T], name: str) -> T:
        """One of the options, each as likely; no die falls where there is only one.

        ``LookupError`` where there is none, ``DiceError`` where a given real die doesn't fit.
        """
        if not options:
            raise LookupError(f"expected something to choose from for {self.key(name)}, came none")
        if len(options) == 1:
            return options[0]
        sides = len(options)
        formula = Formula((Term(1, 1, Group(1, Die(f"D{sides}", (sides,)))),))
        return options[self.chance.roll(formula, self.key(name)).total - 1]

    def choice_key(self, options: Sequence[T], name: str) -> str:
        """The key of the die that chooses among the options; empty where none falls."""
        return self.key(name) if len(options) > 1 else ""

    def table(self, table: Table, name: str) -> TableResult:
        """Roll a table under this part's keys; a table's several rolls add theirs to the name."""
        rolls = table.rolls
        if table.join is Join.EITHER:
            rolls = (self.one_of(rolls, f"{name}:which"),)
        parts = tuple(self._part(table, roll, name) for roll in rolls)
        return TableResult(table, join_parts(table, parts), parts)

    def _part(self, table: Table, roll: TableRoll, name: str) -> PartResult:
        key = self.key(f"{name}:{roll.name}" if len(table.rolls) > 1 else name)
        rolled = self.chance.roll(parse(roll.die), key)
        row = find_row(roll, rolled.total)
        return PartResult(key, self.chance.attempt(key), roll, rolled, row, cells(table, row))


def table_trace(result: TableResult, rule: str) -> Trace:
    """A rolled table line by line: how each die fell and the row that it picked."""
    title = result.table.title
    return tuple(
        Line(
            f"{title}{f', {part.roll.name}' if len(result.parts) > 1 else ''}: "
            f"{part.roll.die} fell {fell(part.rolled)}: {part.row.name}",
            rule,
            part.key,
        )
        for part in result.parts
    )


def fell(rolled: Rolled) -> str:
    """The faces of real dice as read at the table: ``3·5``."""
    return "·".join(map(str, rolled.faces))
