"""Tables as CSV (RFC 4180): a file a roll, and all of them in one list.

Spreadsheets decide the form. Files start with a byte order mark, without which Excel reads other
letters than were written. A cell that a spreadsheet would take for a formula or a date starts with
an apostrophe (``GUARD``), which readers take off again. Keys are written so that no spreadsheet
makes a date of them: ``11`` for 1/1, and a dash for a range.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence

from generator.model.book import Book
from generator.render.exports.shares import BETWEEN, path_of, shares, totals_of
from generator.render.markdown import notice_file
from nightsong.keys import values_of
from nightsong.model import Row, Table, TableRoll
from nightsong.printing import cells

GUARD = "'"
WEIGHT = "weight"
ALL = ("table", "title", "roll", "die", "key", WEIGHT, "text", "more", "source", "licence")
_RISKY = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20']|[\t\r\n]|\d{1,4}(?:[-/.]\d{1,4}){1,2}$")


def csv_files(book: Book) -> dict[str, bytes]:
    """Every file by its name."""
    tables = book.tables.values()
    files = {
        f"{path_of(table, roll)}.csv": _text(_roll_rows(table, roll))
        for table in tables
        for roll in table.rolls
    }
    everything = _text([ALL, *(row for table in tables for row in _list_rows(table))])
    return {
        "NOTICE.md": notice_file(book).encode(),
        f"{book.game.slug}-tables.csv": everything,
        **files,
    }


def guarded(text: str) -> str:
    """The text so that no spreadsheet reckons with it."""
    return f"{GUARD}{text}" if _RISKY.match(text) else text


def unguarded(text: str) -> str:
    """What ``guarded`` was given."""
    return text[1:] if text.startswith(GUARD) and _RISKY.match(text[1:]) else text


def csv_key(roll: TableRoll, row: Row) -> str:
    """A row's key as a spreadsheet keeps it; the engine reads it as the key itself."""
    values = values_of(row.key, totals_of(roll.die))
    return str(min(values)) if len(values) == 1 else row.key.replace("-", "–")


def _roll_rows(table: Table, roll: TableRoll) -> Iterator[Sequence[str]]:
    yield roll.die, *roll.header, WEIGHT
    for row, weight in shares(roll):
        yield csv_key(roll, row), *cells(table, row), str(weight)


def _list_rows(table: Table) -> Iterator[Sequence[str]]:
    source = table.source
    credit = (f"{source.title} ({', '.join(source.authors)})", source.licence)
    for roll in table.rolls:
        for row, weight in shares(roll):
            first, *more = cells(table, row)
            key = (roll.name, roll.die, csv_key(roll, row), str(weight))
            yield table.id, table.title, *key, first, BETWEEN.join(more), *credit


def _text(rows: Iterable[Sequence[str]]) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out)  # its default is RFC 4180: commas, doubled quotes, CRLF
    writer.writerows([guarded(cell) for cell in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")
