"""Rolling several times and several tables at once, and tables of one's own."""

from __future__ import annotations

from typing import Any

import pytest

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.owntables import own_table
from nightsong.procedures import ProcedureError, play


def texts(ruleset: Ruleset, chance: Chance, **using: Any) -> list[str]:
    """The texts of a set."""
    results = play(ruleset, "table-set", using, chance).result["results"]
    return [result["text"] for result in results]


def test_nothing_comes_twice_while_there_is_more(ruleset: Ruleset) -> None:
    """A set as long as the table has every row; then the rows begin anew."""
    rows = len(ruleset.table("details/face").rolls[0].rows)
    for seed in range(20):
        using = {"tables": ["details/face"], "times": rows + 2, "distinct": True}
        found = texts(ruleset, Chance(str(seed)), **using)
        assert len(set(found[:rows])) == rows
        assert len(set(found[rows:])) == 2


def test_one_of_a_set_is_thrown_again(ruleset: Ruleset) -> None:
    """The rest stays, and what comes in its place is new."""
    table = "region-names/waters"
    using = {"tables": [table], "times": 6, "distinct": True}
    before = texts(ruleset, Chance("1"), **using)
    for turn in range(1, 7):
        after = texts(ruleset, Chance("1", {f"{turn}/{table}:suffix": 1}), **using)
        changed = [at for at, (a, b) in enumerate(zip(before, after, strict=True), 1) if a != b]
        assert changed == [turn]
        assert len(set(after)) == 6


def test_a_group_follows_the_table_of_names(ruleset: Ruleset) -> None:
    """Every group of the book can be rolled; a type brings the table that names it."""
    assert ruleset.groups
    for group in ruleset.groups:
        played = play(ruleset, "table-set", {"tables": list(group.tables)}, Chance("1"))
        came = [result["table"] for result in played.result["results"]]
        assert [table for table in came if table in group.tables] == list(group.tables)
    chance = Chance("1", real={"1/factions/type": (1,)})
    first, second = play(ruleset, "table-set", {"tables": ["factions/type", "factions/has"]},
                         chance).result["results"][:2]  # fmt: skip
    row = ruleset.table("factions/type").rolls[0].rows[0]
    assert (first["parts"][0]["row"], second["table"]) == (row.key, row.names)


@pytest.mark.parametrize(
    ("text", "die", "keys"),
    [
        ("a\nb\n\nc", "1D3", ["1", "2", "3"]),
        ("2d6,Wolves\n2,a\n3-11,b\n12,c", "2D6", ["2", "3-11", "12"]),
        ("x3, a\nx1, b", "1D4", ["1-3", "4"]),
        ("01–50\ta\n51–00\tb", "1D100", ["1-50", "51-100"]),
        ("11-36: a\n41-66: b", "1D66", ["11-36", "41-66"]),
        ("2. a\n1. b", "1D2", ["2", "1"]),
        ("3 wolves\n2d6 bats", "1D2", ["1", "2"]),
    ],
)
def test_lines_make_a_table(text: str, die: str, keys: list[str]) -> None:
    """With values, weights, a heading of dice, or nothing before the text."""
    roll = own_table(text).rolls[0]
    assert (roll.die, [row.key for row in roll.rows]) == (die, keys)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected at least 2 rows"),
        ("a", "expected at least 2 rows"),
        ("1-2, a\nb", "line 2: expected values before the text"),
        ("1-3, a\n\n3-4, b", "line 3: expected each value in one row only"),
        ("1, a\n3, b", "no row for 2"),
        ("2d6\n2-13, a\n12, b", "line 2: expected values that 2D6 can show"),
        ("x0, a\nx1, b", "line 1: expected x1 to x1000"),
        ("5-2, a\n1, b", "line 1: expected the lower value first"),
        ("1, a\n999999, b", "line 2: expected values from 1 to 1000"),
        ("\n".join(map(str, range(10_000))), "line 1001: expected at most 1000 rows"),
        ("a\n" * 200_000, "expected at most 200000 characters"),
    ],
)
def test_slips_are_told_by_their_line(ruleset: Ruleset, text: str, said: str) -> None:
    """In one line, with the line where it is."""
    with pytest.raises(ProcedureError) as error:
        play(ruleset, "own-table", {"text": text}, Chance("1"))
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_an_own_table_rolls_and_is_exported(ruleset: Ruleset) -> None:
    """Hostile text stays text; the YAML holds title, die and rows."""
    text = '1, "=cmd(), ""x"""\n2, <script>alert(1)</script>\n3, \u202eאב 🎲'
    using = {"text": text, "title": "Mine: all", "times": 3, "distinct": True}
    result = play(ruleset, "own-table", using, Chance("1")).result
    assert {r["text"] for r in result["results"]} == {row[1] for row in result["table"]["rows"]}
    assert result["table"]["yaml"].splitlines()[:2] == ['title: "Mine: all"', "rolls:"]
    assert '1: "=cmd(), \\"x\\""' in result["table"]["yaml"]


def test_dice_with_real_faces(ruleset: Ruleset) -> None:
    """Notation as a procedure; what lies on the table counts."""
    chance = Chance("1", real={"dice": (4, 17)})
    assert play(ruleset, "dice", {"notation": "2d20kh1"}, chance).result["total"] == 17


@pytest.mark.parametrize(
    ("notation", "text", "faces"),
    [("d66", "35", [3, 5]), ("d66", "3, 5", [3, 5]), ("d%", "70", [7]), ("d%", "00", [10]),
     ("2d20", "4 17", [4, 17]), ("d20", "12", [12])],
)  # fmt: skip
def test_typed_dice(ruleset: Ruleset, notation: str, text: str, faces: list[int]) -> None:
    """As they lie there."""
    using = {"notation": notation, "text": text}
    assert play(ruleset, "real-dice", using, Chance("1")).result["faces"] == faces
    with pytest.raises(ProcedureError, match="expected"):
        play(ruleset, "real-dice", {"notation": notation, "text": "99 99 99"}, Chance("1"))


def test_every_row_can_be_taken(ruleset: Ruleset) -> None:
    """The dice given for a row show it."""
    for table in ruleset.tables.values():
        for roll in table.rolls:
            row = roll.rows[-1].key
            using = {"table": table.id, "roll": roll.name, "row": row}
            real = play(ruleset, "take-row", using, Chance("1")).result["real"]
            chance = Chance("1", real={key: tuple(faces) for key, faces in real.items()})
            parts = play(ruleset, "table", {"table": table.id}, chance).result["parts"]
            assert row in [part["row"] for part in parts if part["roll"] == roll.name]
