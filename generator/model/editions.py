"""Editions and papers: what is printed, and on what. Both are data that anyone can add to."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
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
    """A box on a sheet: the short forms of some rules, in order, then some tables."""

    title: str
    rules: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()


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
    """Unknown papers, papers without a setting for the layout, unknown chapters and rules."""
    for name, edition in editions.editions.items():
        for flaw in (*_paper_flaws(edition, papers), *_content_flaws(edition, book)):
            yield Flaw(("editions", name, *flaw.path), flaw.expected, flaw.came)


def _paper_flaws(edition: Edition, papers: Papers) -> Iterator[Flaw]:
    for index, name in enumerate(edition.papers):
        paper = papers.papers.get(name)
        if paper is None or edition.layout not in paper.settings:
            wanted = f"a paper with a setting for a {edition.layout}"
            yield Flaw(("papers", index), wanted, name)


def _content_flaws(edition: Edition, book: Book) -> Iterator[Flaw]:
    briefs = {section.id for section in book.sections() if section.brief}
    chapters = {chapter.id for chapter in book.chapters}
    yield from _unknown(edition.chapters, ("chapters",), chapters, "a chapter's id")
    for where, panel in _panels(edition):
        wanted = "the id of a section that has a brief"
        yield from _unknown(panel.rules, (*where, "rules"), briefs, wanted)
        yield from _unknown(panel.tables, (*where, "tables"), book.tables, "a table's id")


def _unknown(
    ids: tuple[str, ...], path: tuple[str | int, ...], known: Collection[str], expected: str
) -> Iterator[Flaw]:
    for index, one in enumerate(ids):
        if one not in known:
            yield Flaw((*path, index), expected, one)


def _panels(edition: Edition) -> Iterator[tuple[tuple[str | int, ...], Panel]]:
    for s, side in enumerate(edition.sides):
        for p, panel in enumerate(side.panels):
            yield ("sides", s, "panels", p), panel
