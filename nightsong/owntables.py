"""Tables that people bring along: lines of text or CSV as a table to roll on.

A line is a row. Either no row has a number before it (each is as likely), or each has the values
that it stands for (``2-4, wolves``) or how often it counts (``x3, wolves``). A first line with dice
(``2d6`` or ``2d6, Wolves``) says what is rolled, and what the column is called.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nightsong.dice import MOST_SIDES, DiceError, parse
from nightsong.invariants import table_flaws
from nightsong.keys import values_of
from nightsong.model import Row, Source, Table, TableRoll

MOST_TEXT = 200_000
LONGEST_ROW = 2_000
LONGEST_TITLE = 200
ID = "own"
UNTITLED = "Table"

_DICE = re.compile(r"\s*(\d*[dD](?:\d+|%)[^,;\t|:]*?)\s*(?:[,;\t|:]\s*(.*))?", re.DOTALL)
_KEY = re.compile(r"\s*\"?(\d{1,6})(?:\s*[-–—]\s*(\d{1,6}))?\"?\s*(?:[,;\t|:]|\.(?!\d))\s*(.+)")
_PAIR = re.compile(r"\s*\"?(\d(?:·\d)?/\d)\"?\s*[,;\t|:]\s*(.+)")
_WEIGHT = re.compile(r"\s*(?:[xX×]\s*(\d{1,6})|(\d{1,6})\s*[xX×])\s*[,;\t|:]\s*(.+)")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class OwnTableError(ValueError):
    """Text that makes no table; the message names the line."""


class Written(NamedTuple):
    """A row as it was written: its line, its values or weight if it says, its text."""

    line: int
    key: str
    weight: int
    text: str


def own_table(text: str, title: str = "") -> Table:
    """Read a table; ``OwnTableError`` where the text makes none."""
    if len(text) > MOST_TEXT:
        raise OwnTableError(f"expected at most {MOST_TEXT} characters, came {len(text)}")
    name = " ".join(title.split())[:LONGEST_TITLE] or UNTITLED
    lines = [
        (number, _CONTROL.sub(" ", line).strip())
        for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1)
        if line.strip()
    ]
    dice, header = _heading(lines[0][1]) if lines else ("", "")
    written = _alike([_written(number, line) for number, line in lines[1 if dice else 0 :]])
    if len(written) > MOST_SIDES:
        line = written[MOST_SIDES].line
        raise OwnTableError(f"line {line}: expected at most {MOST_SIDES} rows, came another")
    if len(written) < 2:
        raise OwnTableError(f"expected at least 2 rows, a line each, came {len(written)}")
    rows = _keyed(written)
    die = dice or _die(rows)
    found = tuple(Row(row.key, row.text) for row in rows)
    table = Table(ID, name, (TableRoll(die, (header or name,), found),), Source(name, (), ""))
    for flaw in table_flaws(table):
        row = flaw.path[3] if len(flaw.path) > 3 else None
        where = f"line {rows[row].line}: " if isinstance(row, int) else ""
        raise OwnTableError(f"{where}expected {flaw.expected}, came {flaw.came}")
    return table


def yaml_of(table: Table) -> str:
    """A table as a file of ``tables/``, for a game of one's own."""
    lines = [f"title: {_quoted(table.title)}", "rolls:"]
    for roll in table.rolls:
        header = ", ".join(map(_quoted, roll.header))
        lines += [f"- die: {_quoted(roll.die)}", f"  header: [{header}]"]
        lines.append("  rows:")
        lines += [f"    {_plain(row.key)}: {_quoted(row.name)}" for row in roll.rows]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _plain(key: str) -> str:
    return key if key.isdigit() else _quoted(key)


def _heading(line: str) -> tuple[str, str]:
    """The dice and the column's name, if the line is a heading."""
    match = _DICE.fullmatch(line)
    if match is None:
        return "", ""
    try:
        return str(parse(match[1])), _unquoted(match[2] or "")
    except DiceError:
        return "", ""


def _written(line: int, text: str) -> Written:
    if len(text) > LONGEST_ROW:
        raise OwnTableError(
            f"line {line}: expected at most {LONGEST_ROW} characters, came {len(text)}"
        )
    if match := _WEIGHT.fullmatch(text):
        weight = int(match[1] or match[2])
        if not 1 <= weight <= MOST_SIDES:
            raise OwnTableError(f"line {line}: expected x1 to x{MOST_SIDES}, came x{weight}")
        return Written(line, "", weight, _unquoted(match[3]))
    if match := _PAIR.fullmatch(text):
        return Written(line, match[1], 0, _unquoted(match[2]))
    if match := _KEY.fullmatch(text):
        low, high = (_value(digits) for digits in (match[1], match[2] or match[1]))
        if low > high:
            came = f"{match[1]}-{match[2]}"
            raise OwnTableError(f"line {line}: expected the lower value first, came {came}")
        key = str(low) if low == high else f"{low}-{high}"
        return Written(line, key, 0, _unquoted(match[3]))
    return Written(line, "", 0, _unquoted(text))


def _value(digits: str) -> int:
    return 100 if digits == "00" else int(digits)  # as percentile dice read


def _unquoted(text: str) -> str:
    """A cell of CSV without its quotes."""
    inside = text.strip()
    if len(inside) > 1 and inside[0] == inside[-1] == '"':
        inside = inside[1:-1].replace('""', '"')
    return inside.strip()


def _alike(written: list[Written]) -> list[Written]:
    """The rows, if all or none say how likely they are."""
    for row in written:
        if _sort(row) != _sort(written[0]):
            raise OwnTableError(
                f"line {row.line}: expected {_kind(written[0])}, as line {written[0].line} has, "
                f"came {_kind(row)}"
            )
        if not row.text:
            raise OwnTableError(f"line {row.line}: expected a text for the row, came none")
    return written


def _sort(row: Written) -> tuple[bool, bool]:
    return bool(row.key), bool(row.weight)


def _kind(row: Written) -> str:
    if row.key:
        return f"values before the text (such as {row.key})"
    return f"a weight (such as x{row.weight})" if row.weight else "a row without a number"


def _keyed(written: Sequence[Written]) -> list[Written]:
    """The rows with the values that each stands for."""
    return list(_counted(written))


def _counted(written: Sequence[Written]) -> Iterator[Written]:
    low = 1
    for row in written:
        if row.key:
            yield row
            continue
        high = low + max(row.weight, 1) - 1
        yield row._replace(key=str(low) if low == high else f"{low}-{high}")
        low = high + 1


def _die(rows: Sequence[Written]) -> str:
    """The die that the rows' values are for."""
    for name in ("1D66", "1D%"):
        outcomes = frozenset(parse(name).totals())
        shown = frozenset(v for row in rows for v in values_of(row.key, outcomes))
        if shown == outcomes:
            return name
    most = max(max(values_of(row.key, ())) for row in rows)
    if not 2 <= most <= MOST_SIDES:
        line = max(rows, key=lambda row: max(values_of(row.key, ()))).line
        raise OwnTableError(f"line {line}: expected values from 1 to {MOST_SIDES}, came {most}")
    return f"1D{most}"
