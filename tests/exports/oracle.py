"""What the engine gives, counted over every fall of real dice: what exports are measured against."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import TypeVar, cast

from generator.model.book import Book
from generator.render.exports.shares import line, one_line
from nightsong.chance import Chance
from nightsong.dice import parse
from nightsong.keys import values_of
from nightsong.model import Join, Table, TableRoll
from nightsong.rolling import choice_key, find_row, part_key, roll_table

Odds = dict[str, Fraction]
T = TypeVar("T")
_MADE: dict[tuple[str, int], tuple[Book, object]] = {}


def once(make: Callable[[Book], T], book: Book) -> T:
    """What a function makes of a book, made once for all tests of one process."""
    key = (make.__name__, id(book))
    if key not in _MADE:
        _MADE[key] = (book, make(book))  # the book is kept, so that no other gets its id
    return cast(T, _MADE[key][1])


def roll_odds(table: Table, roll: TableRoll) -> Odds:
    """The chance of each line of a roll."""
    totals = parse(roll.die).totals()
    found: Odds = {}
    for row in roll.rows:
        chance = sum((totals[v] for v in values_of(row.key, totals) & totals.keys()), Fraction(0))
        found[line(table, row)] = found.get(line(table, row), Fraction(0)) + chance
    return found


def table_odds(table: Table) -> Odds:
    """The chance of each text that rolling the table gives."""
    found: Odds = {}
    for chance, share in _falls(table):
        text = one_line(roll_table(table, chance).text)
        found[text] = found.get(text, Fraction(0)) + share
    return found


def _falls(table: Table) -> Iterator[tuple[Chance, Fraction]]:
    """Every fall of the dice that the table needs, and how likely it is."""
    if table.join is Join.EITHER:
        for number, roll in enumerate(table.rolls, 1):
            chosen = Chance("").given(choice_key(table), [number])
            yield from _given(chosen, table, [roll], Fraction(1, len(table.rolls)))
    else:
        yield from _given(Chance(""), table, list(table.rolls), Fraction(1))


def _given(
    chance: Chance, table: Table, rolls: list[TableRoll], share: Fraction
) -> Iterator[tuple[Chance, Fraction]]:
    if not rolls:
        yield chance, share
        return
    roll, *rest = rolls
    for faces, odds in _rows(roll).values():
        given = chance.given(part_key(table, roll), faces)
        yield from _given(given, table, rest, share * odds)


def _rows(roll: TableRoll) -> dict[str, tuple[tuple[int, ...], Fraction]]:
    """For each row's key a fall of the dice that picks it, and the share of all that do."""
    formula = parse(roll.die)
    falls = list(product(*(range(1, sides + 1) for sides in formula.physical)))
    found: dict[str, tuple[tuple[int, ...], Fraction]] = {}
    for faces in falls:
        key = find_row(roll, formula.read(faces).total).key
        _, share = found.get(key, (faces, Fraction(0)))
        found[key] = (faces, share + Fraction(1, len(falls)))
    return found


def same(ours: Odds, theirs: Odds) -> None:
    """Both give the same texts, each as likely, and nothing else."""
    assert sum(theirs.values()) == 1
    assert theirs == ours
