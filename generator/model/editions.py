"""Editions and papers: what is printed, and on what. Both are data that anyone can add to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from generator.model.book import Book


class Layout(StrEnum):
    """How an edition is set: as a bound book, or as loose sheets of boxes."""

    BOOK = "book"
    SHEET = "sheet"


class Part(StrEnum):
    """What a book may be made of, besides its chapters."""

    COVER = "cover"
    IMPRINT = "imprint"
    CONTENTS = "contents"
    CHAPTERS = "chapters"
    GLOSSARY = "glossary"
    TABLES = "tables"
    RULINGS = "rulings"
    LICENCE = "licence"


@dataclass(frozen=True, slots=True)
class Panel:
    """A box on a sheet: the short forms of some rules, in order."""

    title: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a sheet: boxes that flow through columns of the same width."""

    title: str
    columns: int
    panels: tuple[Panel, ...]


@dataclass(frozen=True, slots=True)
class Edition:
    """Something to print. ``parts`` and ``chapters`` are a book's, ``sides`` a sheet's.

    No chapters named means all of them.
    """

    title: str
    layout: Layout
    papers: tuple[str, ...]
    parts: tuple[Part, ...] = ()
    chapters: tuple[str, ...] = ()
    sides: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class Editions:
    """``content/editions.yml``: the editions by name; the name is in the file's name."""

    editions: Mapping[str, Edition]


@dataclass(frozen=True, slots=True)
class Setting:
    """How a layout is set on a paper: margins in millimetres, text sizes in points.

    The text is as large as fits, between ``least`` and ``size``; a book is always at ``size``.
    """

    top: float
    bottom: float
    inner: float
    outer: float
    size: float
    least: float


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper, upright, in millimetres."""

    title: str
    width: float
    height: float
    settings: Mapping[Layout, Setting]


@dataclass(frozen=True, slots=True)
class Papers:
    """``theme/print/papers.yml``: the papers by name; the name is in the file's name."""

    papers: Mapping[str, Paper]


@dataclass(frozen=True, slots=True)
class Flaw:
    """What an edition asks for that isn't there; ``path`` leads to it in the file."""

    path: tuple[str | int, ...]
    expected: str
    came: str


def edition_flaws(editions: Editions, papers: Papers, book: Book) -> Iterator[Flaw]:
    """Unknown papers, layouts that a paper has no setting for, chapters and rules unknown."""
    chapters = {chapter.id for chapter in book.chapters}
    briefs = {section.id for section in book.sections() if section.brief}
    for name, edition in editions.editions.items():
        path: tuple[str | int, ...] = ("editions", name)
        for index, paper in enumerate(edition.papers):
            if edition.layout not in getattr(papers.papers.get(paper), "settings", {}):
                wanted = f"a paper with a setting for a {edition.layout}"
                yield Flaw((*path, "papers", index), wanted, paper)
        for index, chapter in enumerate(edition.chapters):
            if chapter not in chapters:
                yield Flaw((*path, "chapters", index), "a chapter's id", chapter)
        for where, rule in _rules(edition):
            if rule not in briefs:
                yield Flaw((*path, *where), "the id of a section that has a brief", rule)


def _rules(edition: Edition) -> Iterator[tuple[tuple[str | int, ...], str]]:
    for s, side in enumerate(edition.sides):
        for p, panel in enumerate(side.panels):
            for r, rule in enumerate(panel.rules):
                yield ("sides", s, "panels", p, "rules", r), rule
