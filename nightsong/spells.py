"""Spells: the table that they are rolled on, and what each of them does.

A ruleset keeps its Spells in the first table below ``spells/``; another list takes its place in
that one file (ruling ``spell-list``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.model import Row, Table
from nightsong.rolling import roll_below
from nightsong.trace import Line, Trace

SPELLS = "spells/"
SHARDS = "belongings/background-tables/presence-spell-shards"


class SpellError(ValueError):
    """A Spell that can't be chosen, in one line."""


@dataclass(frozen=True, slots=True)
class Spell:
    """A Spell by its name; ``text`` is what it does, empty where the ruleset doesn't say."""

    name: str
    text: str = ""


def spell_table(ruleset: Ruleset) -> Table | None:
    """The table that Spells are rolled on, or ``None`` where the ruleset has none."""
    ids = sorted(table for table in ruleset.tables if table.startswith(SPELLS))
    return ruleset.table(ids[0]) if ids else None


def spells_named(ruleset: Ruleset, names: Iterable[str]) -> tuple[Spell, ...]:
    """The Spells of those names, in that order; names that no Spell table has are left out."""
    tables = (table for table in ruleset.tables.values() if table.id.startswith(SPELLS))
    known = {row.name: Spell(row.name, row.text) for table in tables for row in _rows(table)}
    return tuple(known[name] for name in names if name in known)


def shard_spells(
    ruleset: Ruleset,
    chance: Chance,
    shard: str,
    whys: Sequence[str],
    key: str,
    picked: Sequence[str] = (),
) -> tuple[tuple[str, ...], Trace]:
    """The Spell of each Shard, rolled; without a Spell table they stay open, named ``shard``.

    One that came up before is rolled again as long as the table has others (ruling
    ``starting-shards``). ``whys`` says for each Shard where it comes from. The keys are
    ``<key>/1/spells/…``, and ``<key>/1/2/spells/…`` for the second throw. ``picked`` are chosen
    for the Shards in turn, empty where the dice say; ``SpellError`` where one can't be.
    """
    table = spell_table(ruleset)
    if table is None:
        return (shard,) * len(whys), tuple(
            Line(f"A {shard} {why}, its Spell left open", SHARDS) for why in whys
        )
    names: list[str] = []
    lines: list[Line] = []
    chosen = _chosen(table, picked, len(whys))
    for number, why in enumerate(whys, 1):
        own = f"{key}/{number}"
        if spell := chosen.get(number):
            names.append(spell)
            lines.append(Line(f"A {shard} {why}, chosen: {spell}", SHARDS))
            continue
        part, attempt = roll_below(table, chance, own).parts[0], 1
        while part.row.name in (*names, *chosen.values()) and not _all_taken(table, names):
            lines.append(Line(f"{part.row.name} came up before: roll again", SHARDS, part.key))
            attempt += 1
            part = roll_below(table, chance, f"{own}/{attempt}").parts[0]
        names.append(part.row.name)
        lines.append(Line(f"A {shard} {why}: {part.row.name}", SHARDS, part.key))
    return tuple(names), tuple(lines)


def _chosen(table: Table, picked: Sequence[str], count: int) -> dict[int, str]:
    """The Spells picked for so many Shards, by the Shard's number; more than those wait."""
    known = {row.name.casefold(): row.name for row in _rows(table)}
    chosen: dict[int, str] = {}
    for number, name in enumerate(picked[:count], 1):
        if not name.strip():
            continue
        spell = known.get(name.strip().casefold())
        if spell is None:
            raise SpellError(f"expected one of {', '.join(known.values())}, came “{name}”")
        if spell in chosen.values():
            raise SpellError(f"expected a Spell in one Shard, came {spell} in two")
        chosen[number] = spell
    return chosen


def _all_taken(table: Table, taken: Sequence[str]) -> bool:
    return {row.name for row in _rows(table)} <= set(taken)


def _rows(table: Table) -> tuple[Row, ...]:
    return tuple(row for roll in table.rolls for row in roll.rows)
