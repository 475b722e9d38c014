"""What must hold of every table, whether it comes from YAML or from a bundle.

Each broken law is a *flaw*: a value with a stable code, the path to the place, what was expected,
what came, and a tip. ``rows`` in a path is followed by the row's position.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import NamedTuple

from nightsong.dice import DiceError, die, parse
from nightsong.keys import KEY_FORMS, KeyFormError, values_of
from nightsong.model import Group, ItemKind, Join, Row, Table, TableRoll
from nightsong.printing import cells

Path = tuple[str | int, ...]


class Flaw(NamedTuple):
    """One broken law and where it is broken."""

    code: str
    path: Path
    expected: str
    came: str
    tip: str


def table_flaws(table: Table) -> Iterator[Flaw]:
    """Every flaw of a table by itself."""
    yield from _join_flaws(table)
    for index, roll in enumerate(table.rolls):
        yield from _roll_flaws(table, roll, ("rolls", index))


def reference_flaws(table: Table, tables: Mapping[str, Table]) -> Iterator[Flaw]:
    """Every reference of a table to another that leads nowhere."""
    limited = _limit_names(table, tables)
    if table.limits and limited is None:
        yield Flaw(
            "table.unknown-table",
            ("limits", "entries"),
            "the id of a table",
            f"“{table.limits.entries}”",
            "The id is the table's path below tables/ without .yml.",
        )
    for index, roll in enumerate(table.rolls):
        for number, row in enumerate(roll.rows):
            path: Path = ("rolls", index, "rows", number)
            if row.names is not None and row.names not in tables:
                yield Flaw(
                    "table.unknown-table",
                    (*path, "names"),
                    "the id of a table",
                    f"“{row.names}”",
                    "The id is the table's path below tables/ without .yml.",
                )
            yield from _not_for_flaws(row, limited, path)


def unknown_in_groups(
    groups: Iterable[Group], tables: Container[str]
) -> Iterator[tuple[Group, str]]:
    """Every table that a group names and nobody has."""
    return ((g, table_id) for g in groups for table_id in g.tables if table_id not in tables)


def _not_for_flaws(row: Row, limited: frozenset[str] | None, path: Path) -> Iterator[Flaw]:
    for name in row.not_for or ():
        if limited is not None and name not in limited:
            yield Flaw(
                "table.unknown-entry",
                (*path, "not_for"),
                f"one of {', '.join(sorted(limited))}",
                f"“{name}”",
                "Name entries of the table under limits.",
            )


def _limit_names(table: Table, tables: Mapping[str, Table]) -> frozenset[str] | None:
    if table.limits is None or table.limits.entries not in tables:
        return None
    rolls = tables[table.limits.entries].rolls
    return frozenset(row.name for roll in rolls for row in roll.rows)


def _join_flaws(table: Table) -> Iterator[Flaw]:
    names = [roll.name for roll in table.rolls]
    if not names:
        yield Flaw(
            "table.no-rolls", ("rolls",), "at least one roll", "none", "Add a die with rows."
        )
    if len(names) > 1 and table.join is None:
        yield Flaw(
            "table.join-missing",
            ("rolls",),
            "join: compound, phrase or either",
            f"{len(names)} rolls and no join",
            "Say how the results of the rolls make one.",
        )
    if len(names) > 1 and (not all(names) or len(set(names)) < len(names)):
        yield Flaw(
            "table.roll-names",
            ("rolls",),
            "a name of its own for each roll",
            ", ".join(f"“{name}”" for name in names),
            "Give each roll a name, such as prefix and suffix.",
        )
    if table.join is Join.PHRASE:
        yield from _phrase_flaws(table, names)


def _phrase_flaws(table: Table, names: list[str]) -> Iterator[Flaw]:
    missing = [name for name in names if f"{{{name}}}" not in (table.phrase or "")]
    if missing:
        yield Flaw(
            "table.phrase",
            ("phrase",) if table.phrase else (),
            "a phrase with a gap for each roll: " + ", ".join(f"{{{name}}}" for name in names),
            f"“{table.phrase}”" if table.phrase else "no phrase",
            "Write the roll's name in braces where its result goes.",
        )


def _roll_flaws(table: Table, roll: TableRoll, path: Path) -> Iterator[Flaw]:
    try:
        outcomes = frozenset(parse(roll.die).totals())
    except DiceError as error:
        yield Flaw("dice.notation", (*path, "die"), "dice such as 1D6 or 1D66", str(error), "")
        return
    yield from _coverage_flaws(roll, outcomes, path)
    for number, row in enumerate(roll.rows):
        yield from _row_flaws(table, roll, row, (*path, "rows", number))


def _coverage_flaws(roll: TableRoll, outcomes: frozenset[int], path: Path) -> Iterator[Flaw]:
    taken: dict[int, str] = {}
    well_formed = True
    for number, row in enumerate(roll.rows):
        where: Path = (*path, "rows", number)
        try:
            values = values_of(row.key, outcomes)
        except KeyFormError:
            well_formed = False
            yield Flaw("table.row-key", where, KEY_FORMS, f"“{row.key}”", "Quote keys with signs.")
            continue
        if impossible := values - outcomes:
            yield Flaw(
                "table.row-unreachable",
                where,
                f"values that {roll.die} can show ({min(outcomes)} to {max(outcomes)})",
                f"“{row.key}”, of which {_listed(impossible)} can't come up",
                "Correct the key, or the die.",
            )
        if twice := sorted(v for v in values if v in taken):
            yield Flaw(
                "table.rows-overlap",
                where,
                "each value in one row only",
                f"“{row.key}”, though {_listed(twice)} is in row “{taken[twice[0]]}”",
                "Make the ranges meet without sharing a value.",
            )
        taken.update({value: row.key for value in values if value not in taken})
    if well_formed and (missing := outcomes - taken.keys()):
        yield Flaw(
            "table.rows-uncovered",
            (*path, "rows"),
            f"a row for each value of {roll.die}",
            f"no row for {_listed(missing)}",
            "Add the missing row, or widen a range.",
        )


def _row_flaws(table: Table, roll: TableRoll, row: Row, path: Path) -> Iterator[Flaw]:
    width = len(cells(table, row))
    if width != len(roll.header):
        yield Flaw(
            "table.row-width",
            path,
            f"{len(roll.header)} cells ({', '.join(roll.header)})",
            f"{width}",
            "A row with a die or a text of its own fills one more column.",
        )
    if row.die is not None:
        yield from _die_flaws(row.die, (*path, "die"))
    if row.not_for is not None and table.limits is None:
        yield Flaw(
            "table.limits-missing",
            (*path, "not_for"),
            "limits in the table",
            "not_for without them",
            "Say under limits which table's entries are meant and how to word it.",
        )
    for number, item in enumerate(row.items):
        where: Path = (*path, "items", number)
        if item.die is not None and item.uses is not None:
            yield Flaw("item.two-dice", where, "die or uses", "both", "Keep the one that it is.")
        if item.bulky and item.petty:
            yield Flaw(
                "item.two-sizes", where, "bulky or petty", "both", "Keep the one that it is."
            )
        if item.ranged and item.kind is not ItemKind.WEAPON:
            yield Flaw("item.ranged", where, "ranged for weapons only", item.kind, "Drop it.")
        for field, name in (("die", item.die), ("uses", item.uses)):
            if name is not None:
                yield from _die_flaws(name, (*where, field))


def _die_flaws(name: str, path: Path) -> Iterator[Flaw]:
    try:
        die(name)
    except DiceError as error:
        yield Flaw("dice.notation", path, "a die such as D6", str(error), "")


def _listed(values: frozenset[int] | list[int]) -> str:
    ordered = sorted(values)
    shown = ", ".join(map(str, ordered[:6]))
    return shown if len(ordered) <= 6 else f"{shown} and {len(ordered) - 6} more"
