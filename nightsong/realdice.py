"""Real dice on the table: what somebody types, and dice that show a row somebody points at."""

from __future__ import annotations

import re
from itertools import product

from nightsong.dice import DiceError, Formula, die
from nightsong.keys import values_of
from nightsong.model import Join, Table
from nightsong.rolling import choice_key, part_key

_NUMBER = re.compile(r"\d{1,6}", re.ASCII)


def typed_faces(formula: Formula, text: str) -> tuple[int, ...]:
    """The faces that the text names: ``3 5``, ``35`` for two dice of one digit, ``70`` on a D%.

    ``DiceError`` where the dice can't show them.
    """
    found = _NUMBER.findall(text)
    sides = formula.physical
    if len(found) == 1 and len(found[0]) == len(sides) > 1 and max(sides) < 10:
        found = list(found[0])
    dice = [t.group.die for t in formula.terms if t.group for _ in range(t.group.count)]
    percent = [each.name == "D%" for each in dice for _ in each.physical]
    if len(found) == len(sides):
        faces = [_face(n, tens) for n, tens in zip(found, percent, strict=True)]
    else:
        faces = [int(n) for n in found]
    formula.read(faces)
    return tuple(faces)


def _face(number: str, tens: bool) -> int:
    """The face of a die; a D% shows its tens."""
    if tens and number in {"0", "00", "100"}:
        return die("D%").physical[0]
    return int(number) // 10 if tens and len(number) > 1 else int(number)


def faces_of_row(table: Table, roll: str, row: str, formula: Formula) -> dict[str, tuple[int, ...]]:
    """Real dice by chance key that make the table show that row; ``DiceError`` where none do."""
    column = table.roll(roll)
    wanted = values_of(row, formula.totals())
    for faces in product(*(range(1, sides + 1) for sides in formula.physical)):
        if formula.read(faces).total in wanted:
            found = {part_key(table, column): faces}
            if table.join is Join.EITHER:
                found[choice_key(table)] = (table.rolls.index(column) + 1,)
            return found
    raise DiceError(f"expected the key of a row, came “{row}”")
