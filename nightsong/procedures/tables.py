"""Rolling on a table as a procedure."""

from __future__ import annotations

from dataclasses import dataclass

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.procedures.procedure import Played, Procedure, ProcedureError
from nightsong.report import table_report
from nightsong.rolling import PartResult, roll_table
from nightsong.trace import Line


@dataclass(frozen=True, slots=True)
class TableAsked:
    """A table by its id. The chance keys are the table's own (``nightsong.rolling``)."""

    table: str


def _roll(ruleset: Ruleset, chance: Chance, asked: TableAsked) -> Played:
    if asked.table not in ruleset.tables:
        raise ProcedureError(f"expected the id of a table, came “{asked.table}”")
    result = roll_table(ruleset.table(asked.table), chance)
    lines = [_line(part) for part in result.parts]
    if len(result.parts) > 1:
        lines.append(Line(f"Together: {result.text}", asked.table))
    return Played(table_report(ruleset, result, chance), tuple(lines))


def _line(part: PartResult) -> Line:
    faces = ", ".join(map(str, part.rolled.faces))
    text = f"{part.roll.die} fell {faces}: {part.cells[0]}"
    return Line(text, part.key.partition(":")[0], part.key)


PROCEDURES = (Procedure("table", TableAsked, _roll),)
