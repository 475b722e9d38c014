"""Rolling on tables and throwing dice as procedures."""

from __future__ import annotations

from dataclasses import dataclass

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.dice import parse
from nightsong.model import Table
from nightsong.owntables import ID, own_table, yaml_of
from nightsong.printing import printed_rows
from nightsong.procedures.procedure import Played, Procedure, ProcedureError
from nightsong.realdice import faces_of_row, typed_faces
from nightsong.report import dice_report, table_report
from nightsong.rolling import PartResult, TableResult, moved, roll_table
from nightsong.sets import roll_distinct, roll_group, roll_times
from nightsong.trace import Line


@dataclass(frozen=True, slots=True)
class TableAsked:
    """A table by its id. The chance keys are the table's own (``nightsong.rolling``)."""

    table: str


def _roll(ruleset: Ruleset, chance: Chance, asked: TableAsked) -> Played:
    if asked.table not in ruleset.tables:
        raise ProcedureError(f"expected the id of a table, came “{asked.table}”")
    result = roll_table(ruleset.table(asked.table), chance)
    lines = [_line(part, asked.table) for part in result.parts]
    if len(result.parts) > 1:
        lines.append(Line(f"Together: {result.text}", asked.table))
    return Played(table_report(ruleset, result, chance), tuple(lines))


def _line(part: PartResult, rule: str) -> Line:
    """How a part fell; a table of one's own is no rule."""
    faces = ", ".join(map(str, part.rolled.faces))
    sign = "−" if part.modifier < 0 else "+"
    by = f", {sign}{abs(part.modifier)}" if part.modifier else ""
    return Line(
        f"{part.roll.die} fell {faces}{by}: {part.cells[0]}", rule, part.key if rule else ""
    )


@dataclass(frozen=True, slots=True)
class TableSetAsked:
    """Tables to roll: one several times, ``distinct`` or not, or each of a group once.

    A ``modifier`` moves every result that many rows on; past the end the last row counts. The
    chance keys are ``1/details/face``, ``2/details/face`` … (``nightsong.sets``).
    """

    tables: tuple[str, ...]
    times: int = 1
    distinct: bool = False
    modifier: int = 0


@dataclass(frozen=True, slots=True)
class OwnTableAsked:
    """A table of one's own, as lines or CSV, and how often to roll it; 0 only reads it.

    The chance keys are ``1/own``, ``2/own`` …
    """

    text: str
    title: str = ""
    times: int = 1
    distinct: bool = False
    modifier: int = 0


@dataclass(frozen=True, slots=True)
class DiceAsked:
    """Dice by their notation. The chance key is ``dice``."""

    notation: str


@dataclass(frozen=True, slots=True)
class RealDiceAsked:
    """What somebody typed for real dice of that notation: ``3 5`` or ``35`` for a D66."""

    notation: str
    text: str


@dataclass(frozen=True, slots=True)
class TakenAsked:
    """A row that somebody points at: of a table, or of one's own (``text``)."""

    row: str
    table: str = ""
    roll: str = ""
    text: str = ""


def _roll_set(ruleset: Ruleset, chance: Chance, asked: TableSetAsked) -> Played:
    unknown = [table for table in asked.tables if table not in ruleset.tables]
    if unknown or not asked.tables:
        came = f"“{unknown[0]}”" if unknown else "none"
        raise ProcedureError(f"expected the id of a table, came {came}")
    if len(asked.tables) == 1:
        results = _turns(ruleset.table(asked.tables[0]), chance, asked.times, asked.distinct)
    elif asked.times == 1:
        results = tuple(roll_group(ruleset.tables, asked.tables, chance, 1))
    else:
        raise ProcedureError("expected one table several times or several once, came both")
    results = tuple(moved(result, asked.modifier) for result in results)
    return Played({"results": _reports(ruleset, results, chance)}, _told(results))


def _turns(table: Table, chance: Chance, times: int, distinct: bool) -> tuple[TableResult, ...]:
    return (roll_distinct if distinct else roll_times)(table, chance, times)


def _reports(ruleset: Ruleset, results: tuple[TableResult, ...], chance: Chance) -> list[object]:
    return [table_report(ruleset, result, chance) for result in results]


def _told(results: tuple[TableResult, ...]) -> tuple[Line, ...]:
    # A table of one's own is no rule to link to.
    rules = [("" if result.table.id == ID else result.table.id, result) for result in results]
    return tuple(_line(part, rule) for rule, result in rules for part in result.parts)


def _own(ruleset: Ruleset, chance: Chance, asked: OwnTableAsked) -> Played:
    table = own_table(asked.text, asked.title)
    rolled = _turns(table, chance, asked.times, asked.distinct) if asked.times else ()
    results = tuple(moved(result, asked.modifier) for result in rolled)
    roll = table.rolls[0]
    read = {
        "title": table.title,
        "die": roll.die,
        "header": list(roll.header),
        "rows": [list(row) for row in printed_rows(table, roll)],
        "yaml": yaml_of(table),
    }
    result = {"table": read, "results": _reports(ruleset, results, chance)}
    return Played(result, _told(results))


def _dice(_ruleset: Ruleset, chance: Chance, asked: DiceAsked) -> Played:
    formula = parse(asked.notation)
    report = dice_report(formula, chance.roll(formula, "dice"), chance)
    lines = [
        Line(f"{group['dice']} fell {', '.join(map(str, group['values']))}", "")
        for group in report["groups"]
    ]
    return Played(report, (*lines, Line(f"{formula} makes {report['total']}", "")))


def _real(_ruleset: Ruleset, _chance: Chance, asked: RealDiceAsked) -> Played:
    return Played({"faces": list(typed_faces(parse(asked.notation), asked.text))}, ())


def _taken(ruleset: Ruleset, _chance: Chance, asked: TakenAsked) -> Played:
    table = own_table(asked.text) if asked.text else ruleset.table(asked.table)
    formula = parse(table.roll(asked.roll).die)
    real = faces_of_row(table, asked.roll, asked.row, formula)
    return Played({"real": {key: list(faces) for key, faces in real.items()}}, ())


PROCEDURES = (
    Procedure("table", TableAsked, _roll),
    Procedure("table-set", TableSetAsked, _roll_set),
    Procedure("own-table", OwnTableAsked, _own),
    Procedure("dice", DiceAsked, _dice),
    Procedure("real-dice", RealDiceAsked, _real),
    Procedure("take-row", TakenAsked, _taken),
)
