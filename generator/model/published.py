"""The data that other programs read, as types: their JSON Schemas are made from these.

``schema`` is the version of a file's shape. It stays as long as readers of that shape read the
file; what is added to the shape doesn't change it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from nightsong.model import Group, RuleRef, Source, Table, TermRef
from nightsong.npcs import Creature

SCHEMA = 1

Version = Literal[1]


@dataclass(frozen=True, slots=True)
class RollData:
    """A die column as printed: its rows in order, each the key and then the cells."""

    die: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class TableData:
    """A table as printed, with a ``rolls`` element for each die column."""

    id: str
    title: str
    source: Source
    rolls: tuple[RollData, ...]
    supplement: bool = False


@dataclass(frozen=True, slots=True)
class TablesFile:
    """``tables.json``: every table of the game."""

    schema: Version
    title: str
    version: str
    notice: str
    tables: tuple[TableData, ...]


@dataclass(frozen=True, slots=True)
class AttackData:
    """What a creature attacks with, and a die for each blow."""

    name: str
    dice: tuple[str, ...]
    blast: bool


@dataclass(frozen=True, slots=True)
class SpecialData:
    """Something that a creature alone can do."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class CreatureData:
    """A creature with all its values; ``resolve`` is in percent."""

    id: str
    name: str
    kind: str
    text: str
    drive: str
    hp: int
    attacks: tuple[AttackData, ...]
    armor: str | None
    shield: str | None
    resolve: int
    force: bool
    specials: tuple[SpecialData, ...]
    source: Source
    supplement: bool


@dataclass(frozen=True, slots=True)
class CreaturesFile:
    """``creatures.json``: every creature of the game."""

    schema: Version
    title: str
    version: str
    notice: str
    creatures: tuple[CreatureData, ...]


@dataclass(frozen=True, slots=True)
class AttributionFile:
    """``attribution.json``: the four parts of the notice, and every source that is used."""

    schema: Version
    title: str
    version: str
    notice: str
    credit: str
    reserved: str
    designated: str
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class RulesetFile:
    """``ruleset.json``: the game as the rules engine loads it."""

    schema: Version
    title: str
    version: str
    notice: str
    sources: tuple[Source, ...]
    numbers: Mapping[str, Any]
    tables: tuple[Table, ...]
    groups: tuple[Group, ...]
    creatures: tuple[Creature, ...]
    rules: tuple[RuleRef, ...]
    terms: tuple[TermRef, ...]
    fingerprint: str


FILES: Mapping[str, type[Any]] = {
    "attribution": AttributionFile,
    "creatures": CreaturesFile,
    "ruleset": RulesetFile,
    "tables": TablesFile,
}
