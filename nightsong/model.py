"""What the game is made of: tables, their rows, the items in them, and where each comes from.

A *table* is a titled set of one or more *rolls*; a roll is one die column with its rows; a row is
what a key stands for. A row is not an *entry in the rolled result*: see ``nightsong.rolling``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Source:
    """Where content comes from: the credit that travels with it."""

    title: str
    authors: tuple[str, ...]
    licence: str
    url: str | None = None


class ItemKind(StrEnum):
    """What an item does in the rules; plain gear has no die of its own."""

    GEAR = "gear"
    WEAPON = "weapon"
    ARMOR = "armor"
    SHIELD = "shield"
    SUPPLY = "supply"
    SPELL_SHARD = "spell-shard"


@dataclass(frozen=True, slots=True)
class Item:
    """A thing a character carries.

    ``die`` is a weapon's, armor's or shield's quality; ``uses`` a supply's Step Die. An item has
    at most one of the two, and is at most one of bulky and petty. Only a weapon is ``ranged``: it
    can't be used in melee.
    """

    name: str
    kind: ItemKind = ItemKind.GEAR
    die: str | None = None
    uses: str | None = None
    bulky: bool = False
    petty: bool = False
    note: str | None = None
    ranged: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """What one key of a roll stands for.

    ``key`` is as printed: ``3``, ``2-4``, ``3/5``, or ``1·2/5`` (first die 1 or 2, second die 5).
    ``not_for`` names the entries of the roll's ``limits`` table that the row does not go with;
    an empty tuple says that it goes with all, ``None`` that the question does not arise.
    ``die`` is the second cell of a table with a die of its own in each row, ``text`` that of a
    table that says more about each; ``names`` is the id of the table that names what the row
    brings.
    """

    key: str
    name: str
    items: tuple[Item, ...] = ()
    examples: tuple[str, ...] = ()
    not_for: tuple[str, ...] | None = None
    die: str | None = None
    names: str | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class TableRoll:
    """One die column of a table: the dice that pick a row, the header cells, and the rows."""

    die: str
    header: tuple[str, ...]
    rows: tuple[Row, ...]
    name: str = ""


class Join(StrEnum):
    """How the results of a table's rolls make one result."""

    COMPOUND = "compound"  # Wyrm- and -haven make Wyrmhaven
    PHRASE = "phrase"  # a sentence with a gap for each roll
    EITHER = "either"  # one of the rolls, each as likely


@dataclass(frozen=True, slots=True)
class Limits:
    """How a table words which entries of another table its rows go with."""

    entries: str
    none: str
    some: str
    link: str = "or"


@dataclass(frozen=True, slots=True)
class Table:
    """A table to roll on. ``id`` is its path below ``tables/``, such as ``details/face``."""

    id: str
    title: str
    rolls: tuple[TableRoll, ...]
    source: Source
    join: Join | None = None
    phrase: str | None = None
    limits: Limits | None = None
    supplement: bool = False

    def roll(self, name: str) -> TableRoll:
        """The roll of that name; ``KeyError`` where the table has none."""
        for roll in self.rolls:
            if roll.name == name:
                return roll
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class Group:
    """Tables that make a whole when each is rolled once: a full name, a spark."""

    id: str
    title: str
    tables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleRef:
    """A rule by its id, with the title and the short form that a trace or a tooltip shows."""

    id: str
    title: str
    brief: str = ""


@dataclass(frozen=True, slots=True)
class TermRef:
    """A word of the game's language and what it means."""

    id: str
    term: str
    meaning: str
    rule: str
