"""Editions and papers: what is printed, and on what. Both are data that anyone can add to."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from generator.model.book import Book

_FOLD = 4  # pages on a sheet that is folded once


class Layout(StrEnum):
    """How an edition is set: as a bound book, as loose sheets of boxes, or in a way of its own."""

    BOOK = "book"
    SHEET = "sheet"
    BOOKLET = "booklet"  # another edition's pages, two on each side of a sheet to fold
    PRESS = "press"  # another edition's inside, for a printer
    PRESS_COVER = "press-cover"  # and what is bound around it
    CHARACTER = "character"
    POCKET = "pocket"
    LAND = "land"


def setting_of(layout: Layout) -> Layout:
    """The layout whose setting on a paper counts: what a press prints is set as a book."""
    return Layout.BOOK if layout in (Layout.PRESS, Layout.PRESS_COVER) else layout


class Part(StrEnum):
    """What a book may be made of, besides its chapters."""

    COVER = "cover"
    TITLE = "title"  # the title page, where the cover is bound around the pages
    IMPRINT = "imprint"
    CONTENTS = "contents"
    CHAPTERS = "chapters"
    GLOSSARY = "glossary"
    TABLES = "tables"  # where each table stands
    TABLE_PAGES = "table-pages"  # the chapters, trimmed to their tables
    RULINGS = "rulings"
    LICENCE = "licence"
    NOTES = "notes"  # as many pages to write on as make the count a multiple of four
    BACK = "back"  # the back cover


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

    No chapters named means all of them; those in ``run_on`` go on below the one before, on the same
    page. A character's sheet is a ``form`` to type into or a blank one; ``up`` is how many stand on
    a page. ``of`` names the edition that it is made from, further up in the file; ``profile`` the
    printer that it is made for. ``offer`` says whether the home page offers it to readers.
    """

    title: str
    layout: Layout
    papers: tuple[str, ...]
    parts: tuple[Part, ...] = ()
    chapters: tuple[str, ...] = ()
    run_on: tuple[str, ...] = ()
    sides: tuple[Side, ...] = ()
    of: str | None = None
    profile: str | None = None
    offer: bool = True
    form: bool = False
    up: int = 1


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
    """A paper, upright, in millimetres. ``folds_to`` names the paper that its half is."""

    title: str
    width: float
    height: float
    settings: Mapping[Layout, Setting]
    folds_to: str | None = None


class Black(StrEnum):
    """How black text is separated."""

    KEY = "key"  # in the black ink alone
    GREY = "grey"  # where there are only shades of grey
    RGB = "rgb"  # as on a screen


class Tone(StrEnum):
    """How the second tone is separated."""

    SPOT = "spot"  # an ink of its own
    PROCESS = "process"  # cyan, magenta, yellow and black
    GREY = "grey"  # as shades of black
    RGB = "rgb"  # as on a screen


@dataclass(frozen=True, slots=True)
class Profile:
    """What a printer asks for. Lengths are millimetres.

    ``bleed`` is added on each side; ``marks`` are crop marks outside of it. The inside's page
    count is a multiple of ``pages``. A spine is ``spine_page`` for each page of the paper that is
    printed on, and ``spine_cover`` for the cover's; its title keeps ``spine_safe`` from both edges.
    Text stays ``safe`` inside the trim.

    A booklet is folded in signatures of at most ``signature`` pages, all in one where that is 0;
    ``creep`` is what each sheet of a signature pushes the next one out. ``note`` says what the
    printer wants besides.
    """

    title: str
    note: str
    bleed: float
    marks: bool
    black: Black
    tone: Tone
    pages: int
    safe: float
    spine_page: float = 0.0
    spine_cover: float = 0.0
    spine_safe: float = 1.0
    signature: int = 0
    creep: float = 0.0


@dataclass(frozen=True, slots=True)
class Ink:
    """The second tone: its name as an ink, in one word, and how it looks (``#2b2f6b``)."""

    name: str
    color: str


@dataclass(frozen=True, slots=True)
class Papers:
    """``theme/print/papers.yml``: papers and printers' profiles by name.

    A paper's name is in the file's name.
    """

    papers: Mapping[str, Paper]
    profiles: Mapping[str, Profile]
    tone: Ink


@dataclass(frozen=True, slots=True)
class Flaw:
    """What an edition asks for that isn't there; ``path`` leads to it in the file."""

    path: tuple[str | int, ...]
    expected: str
    came: str


def edition_flaws(editions: Editions, papers: Papers, book: Book) -> Iterator[Flaw]:
    """Unknown papers, papers without a setting for the layout, unknown chapters and rules."""
    for name, edition in editions.editions.items():
        flaws = (
            *_paper_flaws(edition, papers),
            *_base_flaws(name, editions, papers),
            *_content_flaws(edition, book),
        )
        for flaw in flaws:
            yield Flaw(("editions", name, *flaw.path), flaw.expected, flaw.came)


def profile_flaws(papers: Papers) -> Iterator[Flaw]:
    """Inks that don't go together, and page counts that no sheet has."""
    pairs = {
        Black.KEY: (Tone.SPOT, Tone.PROCESS, Tone.GREY),
        Black.GREY: (Tone.GREY,),
        Black.RGB: (Tone.RGB,),
    }
    for name, profile in papers.profiles.items():
        fit = pairs[profile.black]
        if profile.tone not in fit:
            wanted = f"{' or '.join(fit)}, with black as {profile.black}"
            yield Flaw(("profiles", name, "tone"), wanted, profile.tone)
        for key, count, least in (("pages", profile.pages, 1), ("signature", profile.signature, 0)):
            if count < least or (key == "signature" and count % _FOLD):
                wanted = "a multiple of four, or 0" if key == "signature" else "1 or more"
                yield Flaw(("profiles", name, key), wanted, str(count))


def _paper_flaws(edition: Edition, papers: Papers) -> Iterator[Flaw]:
    for index, name in enumerate(edition.papers):
        paper = papers.papers.get(name)
        if edition.layout is Layout.BOOKLET:
            fits, wanted = bool(paper and paper.folds_to), "a paper that folds to another"
        else:
            fits = paper is not None and setting_of(edition.layout) in paper.settings
            wanted = f"a paper with a setting for a {edition.layout}"
        if not fits:
            yield Flaw(("papers", index), wanted, name)
    if edition.profile is not None:
        yield from _unknown((edition.profile,), (), papers.profiles, "a profile of the papers")


def _base_flaws(name: str, editions: Editions, papers: Papers) -> Iterator[Flaw]:
    """What an edition is made from must stand further up, on the paper that it needs."""
    edition = editions.editions[name]
    if edition.of is None:
        return
    earlier = list(editions.editions)[: list(editions.editions).index(name)]
    if edition.of not in earlier:
        yield Flaw(("of",), "an edition further up in the file", edition.of)
        return
    for index, paper in enumerate(edition.papers):
        known = papers.papers.get(paper)
        folded = known.folds_to if known and edition.layout is Layout.BOOKLET else paper
        if known and folded and folded not in editions.editions[edition.of].papers:
            wanted = f"a paper for which “{edition.of}” is printed on {folded}"
            yield Flaw(("papers", index), wanted, paper)


def _content_flaws(edition: Edition, book: Book) -> Iterator[Flaw]:
    briefs = {section.id for section in book.sections() if section.brief}
    chapters = {chapter.id for chapter in book.chapters}
    yield from _unknown(edition.chapters, ("chapters",), chapters, "a chapter's id")
    yield from _unknown(edition.run_on, ("run_on",), chapters, "a chapter's id")
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
