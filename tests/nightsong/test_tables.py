"""Rolling on the real tables, and the laws that every table keeps."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from nightsong import Chance, Ruleset, TableResult, parse, roll_table
from nightsong.invariants import reference_flaws, table_flaws
from nightsong.keys import KeyFormError, values_of
from nightsong.model import Item, ItemKind, Join, Row, Source, Table, TableRoll
from nightsong.rolling import choice_key, compound, find_row, part_key

OURS = Source("Test", ("Somebody",), "ORC")


def table(die: str, *keys: str, **fields: object) -> Table:
    """A table with those keys and nothing special."""
    roll = TableRoll(die, ("Things",), tuple(Row(key, f"thing {key}") for key in keys))
    return Table("test/things", "Things", (roll,), OURS, **fields)  # type: ignore[arg-type]


def codes(made: Table) -> list[str]:
    """The codes of a table's flaws."""
    return [flaw.code for flaw in table_flaws(made)]


def test_only_weapons_are_ranged() -> None:
    """A lantern isn't."""
    for kind in ItemKind:
        row = Row("1-4", "thing", items=(Item("lantern", kind, ranged=True),))
        made = Table("test/things", "Things", (TableRoll("1D4", ("Things",), (row,)),), OURS)
        assert ("item.ranged" in codes(made)) is (kind is not ItemKind.WEAPON)


def test_the_game_has_53_die_columns_with_758_rows(ruleset: Ruleset) -> None:
    """Nothing of the author's tables is lost on the way into the engine."""
    rolls = [roll for t in ruleset.tables.values() if not t.supplement for roll in t.rolls]
    assert (len(rolls), sum(len(roll.rows) for roll in rolls)) == (53, 758)


def test_every_value_of_every_die_finds_exactly_one_row(ruleset: Ruleset) -> None:
    """No roll of the real dice falls between two rows or into both."""
    for made in ruleset.tables.values():
        for roll in made.rolls:
            for total in parse(roll.die).totals():
                rows = [row for row in roll.rows if total in values_of(row.key, (total,))]
                assert rows == [find_row(roll, total)], (made.id, total)


def test_rows_of_a_d66_are_equally_likely(ruleset: Ruleset) -> None:
    """The eighteen rows of a D66 read in pairs, or the 36 of one read die by die, are even."""
    for made in ruleset.tables.values():
        for roll in made.rolls:
            if roll.die == "1D66":
                chances: dict[str, Fraction] = {}
                for total, chance in parse("1d66").totals().items():
                    key = find_row(roll, total).key
                    chances[key] = chances.get(key, Fraction()) + chance
                rows = 36 if made.supplement else 18
                assert set(chances.values()) == {Fraction(1, rows)}, made.id


def test_the_same_seed_rolls_the_same_on_every_table(ruleset: Ruleset) -> None:
    """Rolling is a function of table and chance."""
    for made in ruleset.tables.values():
        assert roll_table(made, Chance("s")) == roll_table(made, Chance("s"))


def test_a_result_tells_its_dice_and_rows(ruleset: Ruleset) -> None:
    """The trace of a compound name holds both rolls, and real dice can be typed in."""
    waters = ruleset.table("region-names/waters")
    prefix, suffix = (part_key(waters, roll) for roll in waters.rolls)
    chance = Chance("x").given(prefix, (2, 1)).given(suffix, (1, 1))
    result = roll_table(waters, chance)
    assert result.text == "Wyrmhaven"
    assert [(p.key, p.rolled.total, p.row.key, p.cells) for p in result.parts] == [
        (prefix, 21, "1·2/1", ("Wyrm-",)),
        (suffix, 11, "1·2/1", ("-haven",)),
    ]


def test_rerolling_one_half_of_a_name_keeps_the_other(ruleset: Ruleset) -> None:
    """A new prefix leaves the suffix as it was."""
    surname = ruleset.table("details/surname")
    chance = Chance("keep")
    first, again = (
        roll_table(surname, c) for c in (chance, chance.again("details/surname:prefix"))
    )
    assert first.parts[1] == again.parts[1]
    assert again.parts[0].attempt == 1


def test_first_names_come_from_either_column(ruleset: Ruleset) -> None:
    """The two columns of first names are one list; one throw chooses the column."""
    names = ruleset.table("details/names")
    chosen: list[TableResult] = []
    for which in (1, 2):
        chance = Chance("n").given(choice_key(names), (which,))
        chosen.append(
            roll_table(names, chance.given(part_key(names, names.rolls[which - 1]), (1,)))
        )
    assert [result.text for result in chosen] == ["Alder", "Vale"]
    assert all(len(result.parts) == 1 for result in chosen)


def test_wants_and_through_make_a_phrase(ruleset: Ruleset) -> None:
    """A faction's aim reads as a phrase of both rolls."""
    aims = ruleset.table("factions/aims")
    chance = Chance("a").given("factions/aims:wants", (1, 1)).given("factions/aims:through", (1, 1))
    assert roll_table(aims, chance).text == "Conquest through Force"


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        ("Wyrm-", "-haven", "Wyrmhaven"),
        ("Glass-", "-shore", "Glass-shore"),
        ("Still-", "-lake", "Still-lake"),
        ("Moss-", "-stead", "Moss-stead"),
        ("Silver-", "-run", "Silverrun"),
    ],
)  # fmt: skip
def test_halves_join_without_three_same_letters(first: str, second: str, whole: str) -> None:
    """Two halves make one word; the hyphen stays where three same letters would meet."""
    assert compound(first, second) == whole


@pytest.mark.parametrize(
    ("key", "values"),
    [("3", {3}), ("2-4", {2, 3, 4}), ("2–4", {2, 3, 4}), ("3/5", {35}), ("1·2/5", {15, 25})],
)
def test_keys_read_as_printed(key: str, values: set[int]) -> None:
    """A key is a value, a range or a pair."""
    assert values_of(key, range(2, 13)) == values


@pytest.mark.parametrize("key", ["", "x", "4-2", "1·2", "1/", "1/22", "-3", "1·2/10", "3,4", "٣"])
def test_other_keys_are_refused(key: str) -> None:
    """What is none of the three forms is an error."""
    with pytest.raises(KeyFormError, match="expected"):
        values_of(key, range(1, 7))


@pytest.mark.parametrize(
    ("made", "code"),
    [
        (table("1D6", "1", "2", "3", "4", "5"), "table.rows-uncovered"),
        (table("1D6", "1-3", "3-6"), "table.rows-overlap"),
        (table("1D6", "1-6", "7"), "table.row-unreachable"),
        (table("1D66", "11-16", "17", "21-66"), "table.row-unreachable"),
        (table("2D6", "1", "2-12"), "table.row-unreachable"),
        (table("1D6", "1-6", "x"), "table.row-key"),
        (table("1Dx", "1"), "dice.notation"),
        (replace(table("1D2", "1", "2"), rolls=()), "table.no-rolls"),
    ],
)
def test_a_broken_table_is_a_flaw(made: Table, code: str) -> None:
    """Gaps, overlaps, rows that can't come up and unreadable dice each have their code."""
    assert codes(made) == [code]


def test_several_rolls_need_names_and_a_join() -> None:
    """A table of two rolls says how they make one result."""
    roll = TableRoll("1D2", ("A",), (Row("1", "a"), Row("2", "b")))
    two = Table("t/t", "T", (roll, roll), OURS)
    assert codes(two) == ["table.join-missing", "table.roll-names"]
    named = (replace(roll, name="a"), replace(roll, name="b"))
    assert codes(replace(two, rolls=named, join=Join.PHRASE, phrase="{a} and")) == ["table.phrase"]
    assert codes(replace(two, rolls=named, join=Join.COMPOUND)) == []


def test_references_lead_to_tables_and_entries() -> None:
    """A row that names an unknown table, or an entry that isn't there, is a flaw."""
    roll = TableRoll("1D2", ("A",), (Row("1", "a", names="no/where"), Row("2", "b")))
    made = Table("t/t", "T", (roll,), OURS)
    assert [f.code for f in reference_flaws(made, {"t/t": made})] == ["table.unknown-table"]
