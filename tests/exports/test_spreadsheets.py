"""CSV: read back with the standard reader, odds as at the table, nothing that a spreadsheet runs."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest
from hostile import TEXTS

from generator.model.book import Book
from generator.render.exports.shares import path_of
from generator.render.exports.spreadsheets import csv_files, guarded, unguarded
from generator.render.markdown import notice_file
from nightsong.dice import parse
from nightsong.keys import values_of
from nightsong.model import TableRoll
from nightsong.printing import cells


def read(content: bytes) -> list[list[str]]:
    """The rows of a CSV file, guards taken off."""
    text = content.decode("utf-8-sig")
    return [[unguarded(cell) for cell in row] for row in csv.reader(io.StringIO(text, newline=""))]


def chances(roll: TableRoll) -> list[Fraction]:
    """The chance of each row, counted over every fall of the dice."""
    totals = parse(roll.die).totals()
    return [sum((c for v, c in totals.items() if v in values_of(r.key, totals)), Fraction(0)) for r in roll.rows]  # fmt: skip


def test_every_roll_reads_back_with_its_cells_and_its_odds(any_book: Book) -> None:
    """Cells come back to the letter; weights are in proportion to the dice's chances."""
    files = csv_files(any_book)
    for table in any_book.tables.values():
        for roll in table.rolls:
            head, *rows = read(files[f"{path_of(table, roll)}.csv"])
            assert head == [roll.die, *roll.header, "weight"]
            assert [tuple(row[1:-1]) for row in rows] == [cells(table, row) for row in roll.rows]
            weights = [int(row[-1]) for row in rows]
            assert [Fraction(w, sum(weights)) for w in weights] == chances(roll)


def test_keys_mean_the_same_and_are_no_dates(any_book: Book) -> None:
    """The engine reads each key as the book's; none looks like 2/3 or 2-3."""
    files = csv_files(any_book)
    for table in any_book.tables.values():
        for roll in table.rolls:
            totals = parse(roll.die).totals()
            _, *rows = read(files[f"{path_of(table, roll)}.csv"])
            for written, row in zip(rows, roll.rows, strict=True):
                assert values_of(written[0], totals) == values_of(row.key, totals)
                assert "-" not in written[0] and ("/" not in written[0] or "·" in written[0])


def test_the_list_holds_every_row_with_its_source(any_book: Book) -> None:
    """One file for who wants all: a line a row, with the credit beside it."""
    head, *rows = read(csv_files(any_book)[f"{any_book.game.slug}-tables.csv"])
    assert len(rows) == sum(len(r.rows) for t in any_book.tables.values() for r in t.rolls)
    for values in rows:
        found = dict(zip(head, values, strict=True))
        table = any_book.tables[found["table"]]
        assert found["title"] == table.title
        assert found["licence"] == table.source.licence


def test_no_cell_starts_as_a_formula_does(hostile: Book) -> None:
    """What a spreadsheet would reckon with starts with an apostrophe; headers too."""
    for name, content in csv_files(hostile).items():
        if name.endswith(".csv"):
            for row in csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")):
                for cell in row:
                    assert not cell.lstrip().startswith(("=", "+", "-", "@")), (name, cell)


@pytest.mark.parametrize("text", [*TEXTS, "'quoted", "''", "'=1", " =1", "\t=1", "2026-12-01", ""])
def test_a_guard_comes_off_again(text: str) -> None:
    """Whatever a cell holds, taking the guard off gives it back."""
    assert unguarded(guarded(text)) == text


def test_files_are_rfc_4180_with_a_mark_for_excel(any_book: Book) -> None:
    """A byte order mark, lines that end in CRLF, as many cells in each; the notice lies beside."""
    files = csv_files(any_book)
    assert files["NOTICE.md"].decode() == notice_file(any_book)
    for name, content in files.items():
        if name.endswith(".csv"):
            assert content.startswith(b"\xef\xbb\xbf") and content.endswith(b"\r\n")
            assert len({len(row) for row in read(content)}) == 1, name


def test_the_same_book_gives_the_same_bytes(any_book: Book) -> None:
    """No clock and no order of a set gets in."""
    assert csv_files(any_book) == csv_files(any_book)
