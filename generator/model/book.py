"""The resolved book: what every output is rendered from.

All prose is Markdown with its numbers filled in. One thing is left to the renderer: cross
references, always written ``[[id|text]]``, where id is that of a chapter, section, table, ruling
or glossary term (``book.targets`` has every one of them).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from nightsong.model import Group, Source, Table
from nightsong.npcs import Creature


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision of ours where the author's text is silent; shown as ours wherever it appears."""

    id: str  # rulings/<name>
    title: str
    text: str
    section: str  # id of the section or chapter that it stands in


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example as it was played: lead-in, the engine's steps, and a closing word.

    ``flaw`` says what came out otherwise than written; empty in a sound book.
    """

    text: str
    steps: tuple[str, ...]
    then: str
    flaw: str = ""


@dataclass(frozen=True, slots=True)
class StatBlock:
    """A creature as printed: prose by its parts, and the NPC that the engine knows."""

    id: str
    text: str
    drive: str
    specials: tuple[tuple[str, str], ...]
    creature: Creature


@dataclass(frozen=True, slots=True)
class Section:
    """A rule with its own id. ``level`` is 2 for a chapter's sections, 3 for those inside them.

    ``scene`` says that its examples are one scene, told in full, not an example each. ``credited``
    says that it has another source than what it stands in, which is named where it begins.
    """

    id: str
    level: int
    title: str
    text: str
    brief: str
    tables: tuple[Table, ...]
    rulings: tuple[Ruling, ...]
    examples: tuple[Example, ...]
    scene: bool
    creatures: tuple[StatBlock, ...]
    sections: tuple[Section, ...]
    source: Source
    supplement: bool
    credited: bool = False


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter; ``number`` counts from 1 in the book's order. ``credited``: see ``Section``."""

    id: str
    number: int
    title: str
    opening: str
    text: str
    rulings: tuple[Ruling, ...]
    sections: tuple[Section, ...]
    source: Source
    supplement: bool
    credited: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """A glossary entry. ``forms`` are all written forms, the first being the term itself."""

    id: str  # glossary/<name>
    term: str
    forms: tuple[str, ...]
    meaning: str
    rule: str


class Kind(StrEnum):
    """What a reference leads to."""

    CHAPTER = "chapter"
    SECTION = "section"
    TABLE = "table"
    RULING = "ruling"
    TERM = "term"
    CREATURE = "creature"
    PAGE = "page"  # licence, glossary, rulings: made from data, not written as a chapter


@dataclass(frozen=True, slots=True)
class Target:
    """Where an id lives: the page (a chapter's id or a generated page's) and the anchor on it.

    An empty anchor is the page itself.
    """

    id: str
    kind: Kind
    title: str
    page: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """A number that is ours and why."""

    name: str
    value: str
    why: str


@dataclass(frozen=True, slots=True)
class Game:
    """The title page's facts and the licence. ``notice`` is the ORC notice, verbatim.

    ``slug`` begins the name of every file. ``chain`` is every work that this one stands on, the
    oldest first, itself last.
    """

    title: str
    slug: str
    subtitle: str
    version: str
    date: str  # ISO date of the edition; also the timestamp of every artifact
    language: str
    author: str
    publisher: str
    home: str
    source: Source  # default credit
    ours: Source  # credit of what we added
    chain: tuple[Source, ...]
    edition_by: tuple[str, ...]  # who made this edition
    words: Mapping[str, str]  # the game's own for the SRD's
    notice: str
    reserved: str
    designated: str
    credit: str


@dataclass(frozen=True, slots=True)
class Book:
    """The whole game, resolved."""

    game: Game
    chapters: tuple[Chapter, ...]
    tables: Mapping[str, Table]  # every table, in the book's order
    terms: tuple[Term, ...]  # alphabetical
    rulings: tuple[Ruling, ...]  # in the book's order
    ruled: tuple[Ruled, ...]
    numbers: Mapping[str, Any]  # plain nested values
    targets: Mapping[str, Target]
    groups: tuple[Group, ...] = ()  # tables that are rolled together

    def sections(self) -> Iterator[Section]:
        """Every section in reading order, inner ones after their outer one."""
        for chapter in self.chapters:
            for section in chapter.sections:
                yield section
                yield from section.sections
