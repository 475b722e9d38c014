"""Rolling on a table: dice pick a row of each of its rolls, and the results join into one.

Each roll has a key for chance: the table's id, with ``:name`` where the table has several rolls
(``region-names/waters:prefix``). Throwing one key again rerolls that part and keeps the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from nightsong.chance import Chance
from nightsong.dice import Rolled, parse
from nightsong.keys import values_of
from nightsong.model import Join, Row, Table, TableRoll
from nightsong.printing import cells


@dataclass(frozen=True, slots=True)
class PartResult:
    """One roll of a table as it fell: its chance key and try, the dice, and the row they picked.

    ``modifier`` is how far it was moved from where the dice fell.
    """

    key: str
    attempt: int
    roll: TableRoll
    rolled: Rolled
    row: Row
    cells: tuple[str, ...]
    modifier: int = 0


@dataclass(frozen=True, slots=True)
class TableResult:
    """What a table gave: the joined text, and the trace of every part that counted.

    ``choice`` is the throw that chose among the rolls of an *either* table.
    """

    table: Table
    text: str
    parts: tuple[PartResult, ...]
    choice: Rolled | None = None


def part_key(table: Table, roll: TableRoll) -> str:
    """The chance key of a roll."""
    return f"{table.id}:{roll.name}" if len(table.rolls) > 1 else table.id


def choice_key(table: Table) -> str:
    """The chance key of the throw that chooses among an *either* table's rolls."""
    return f"{table.id}:which"


def find_row(roll: TableRoll, total: int) -> Row:
    """The row that a total picks; ``LookupError`` where no row covers it."""
    for row in roll.rows:
        if total in values_of(row.key, (total,)):
            return row
    raise LookupError(f"no row for {total} on {roll.die} ({', '.join(roll.header)})")


def roll_part(table: Table, roll: TableRoll, chance: Chance) -> PartResult:
    """Roll one die column of a table."""
    key = part_key(table, roll)
    rolled = chance.roll(parse(roll.die), key)
    row = find_row(roll, rolled.total)
    return PartResult(key, chance.attempt(key), roll, rolled, row, cells(table, row))


def roll_table(table: Table, chance: Chance) -> TableResult:
    """Roll a table: every die column, or for an *either* table the one that chance chooses."""
    rolls, choice = table.rolls, None
    if table.join is Join.EITHER:
        choice = chance.roll(parse(f"1d{len(rolls)}"), choice_key(table))
        rolls = (rolls[choice.total - 1],)
    parts = tuple(roll_part(table, roll, chance) for roll in rolls)
    return TableResult(table, join_parts(table, parts), parts, choice)


def moved(result: TableResult, by: int) -> TableResult:
    """What a table gave with a modifier: that many results further on, or back where negative.

    Past either end the last row there counts. On dice that show their faces, as a D66 does, the
    next result is the next that can fall.
    """
    if not by:
        return result
    parts = tuple(_moved(result.table, part, by) for part in result.parts)
    return replace(result, text=join_parts(result.table, parts), parts=parts)


def _moved(table: Table, part: PartResult, by: int) -> PartResult:
    totals = sorted(parse(part.roll.die).totals())
    at = totals.index(part.rolled.total) + by
    row = find_row(part.roll, totals[max(0, min(at, len(totals) - 1))])
    return replace(part, row=row, cells=cells(table, row), modifier=by)


def roll_below(table: Table, chance: Chance, key: str) -> TableResult:
    """Roll a table with its chance keys below another: ``character/details/face``."""
    return roll_table(replace(table, id=f"{key}/{table.id}"), chance)


def join_parts(table: Table, parts: tuple[PartResult, ...]) -> str:
    """The parts' first cells as one text, joined as the table says."""
    texts = [part.cells[0] for part in parts]
    if table.join is Join.COMPOUND:
        word = texts[0]
        for text in texts[1:]:
            word = compound(word, text)
        return word
    if table.join is Join.PHRASE and table.phrase is not None:
        phrase = table.phrase
        for part in parts:
            phrase = phrase.replace(f"{{{part.roll.name}}}", part.cells[0])
        return phrase
    return texts[0]


def compound(first: str, second: str) -> str:
    """Two halves as one word: ``Wyrm-`` and ``-haven`` make ``Wyrmhaven``.

    Where three same letters would meet, the hyphen stays (the ruling ``triple-letters``):

    >>> compound("Glass-", "-shore")
    'Glass-shore'
    """
    head, tail = first.removesuffix("-"), second.removeprefix("-")
    seam = (head[-2:] + tail[:1], head[-1:] + tail[:2])
    tripled = any(len(s) == 3 and len(set(s.lower())) == 1 for s in seam)
    return f"{head}-{tail}" if tripled else head + tail
