"""The book as a complete HTML document for an edition on a paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from markupsafe import Markup, escape

from generator.model.book import Book, Chapter, Ruling, Section, StatBlock, Term
from generator.model.editions import Edition, Layout, Paper, Part, Setting, setting_of
from generator.model.pages import GLOSSARY, LICENCE, RULINGS, TABLES
from generator.render.blocks import stat_values
from generator.render.print_cover import back_cover, cover
from generator.render.print_maps import blank_flower, ruled
from generator.render.print_ornaments import band, opener, tailpiece, thumb
from generator.render.print_prose import Prose, safe, typeset
from generator.render.print_tables import Shelf, is_narrow, shelves
from generator.render.templates import fill
from nightsong.model import Source, Table

NOTES = "notes-"  # begins the anchors of pages to write on
SIGNATURE = 4  # pages on a folded sheet
_LETTER = 0.435  # the width of a letter of a table's face, in parts of the text's size
MILLIMETRES = 0.3528  # in a point
_WHOLE = 12  # rows of tables that stay with the words before them
_SLIGHT = 170  # letters of a section that is little more than its table
_SKY, _LOW_SKY = 49.0, 39.0  # heights of openers in millimetres: at a page's head, and below text
_THUMB = (6.0, 9.0)  # width and height of a thumb mark
_NOTES_HEAD = 12.0  # millimetres that a heading over lines to write on takes


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is printed on which paper, with text of a ``size`` in points.

    ``bleed`` and ``safe`` are what a printer asks for, in millimetres beyond and within the trim.
    ``own`` are a remix's templates by name, in the places of the theme's.
    """

    book: Book
    edition: Edition
    paper: Paper
    size: float
    bleed: float = 0.0
    safe: float = 0.0
    own: Mapping[str, str] = field(default_factory=dict)


def printed(sheet: Sheet, theme: Path) -> str:
    """The whole HTML document; it holds all that it needs but the fonts."""
    values = {"v": View(sheet), "book": sheet.book, "game": sheet.book.game}
    name = Layout.BOOK if sheet.edition.layout is Layout.PRESS else sheet.edition.layout
    return fill(theme / "print", f"{name}.html.j2", values, html=True, own=sheet.own)


def printed_cover(sheet: Sheet, spine: float, lettering: float, theme: Path) -> str:
    """Back cover, spine and front cover as one page.

    ``spine`` is its width in millimetres, ``lettering`` its title's size in points, 0 for none.
    """
    values = {
        "v": View(sheet),
        "game": sheet.book.game,
        "spine": spine,
        "lettering": lettering,
        "bleed": sheet.bleed,
        "safe": sheet.safe,
    }
    return fill(theme / "print", "press-cover.html.j2", values, html=True, own=sheet.own)


def present(book: Book, edition: Edition) -> frozenset[str]:
    """The ids that an edition has a place for."""
    if setting_of(edition.layout) is not Layout.BOOK:
        return frozenset()
    if Part.TABLE_PAGES in edition.parts:
        found = set(_table_ids(book, edition))
    else:
        found = set(_chapter_ids(book, edition))
    pages = {
        Part.GLOSSARY: (GLOSSARY, *(term.id for term in book.terms)),
        Part.TABLES: (TABLES,),
        Part.RULINGS: (RULINGS,),
        Part.LICENCE: (LICENCE,),
    }
    for part in edition.parts:
        found.update(pages.get(part, ()))
    return frozenset(found)


def _chapters(book: Book, edition: Edition) -> tuple[Chapter, ...]:
    wanted = edition.chapters
    return tuple(c for c in book.chapters if not wanted or c.id in wanted)


def _chapter_ids(book: Book, edition: Edition) -> Iterator[str]:
    for chapter in _chapters(book, edition):
        yield chapter.id
        yield from (ruling.id for ruling in chapter.rulings)
        for section in _flat(chapter.sections):
            yield section.id
            yield from (ruling.id for ruling in section.rulings)
            yield from (table.id for table in section.tables)
            yield from (stats.id for stats in section.creatures)


def _table_ids(book: Book, edition: Edition) -> Iterator[str]:
    for chapter in _chapters(book, edition):
        for section in _tabled(chapter):
            yield from (chapter.id, section.id)
            yield from (table.id for inner in _flat((section,)) for table in inner.tables)


def _tabled(chapter: Chapter) -> tuple[Section, ...]:
    """A chapter's sections that have tables in them."""
    return tuple(s for s in chapter.sections if any(inner.tables for inner in _flat((s,))))


def _flat(sections: Sequence[Section]) -> Iterator[Section]:
    for section in sections:
        yield section
        yield from _flat(section.sections)


@dataclass(frozen=True)
class View:
    """What the templates ask for."""

    sheet: Sheet

    @property
    def parts(self) -> tuple[Part, ...]:
        """What the edition is made of."""
        return self.sheet.edition.parts

    @property
    def edition(self) -> Edition:
        """The edition that is printed."""
        return self.sheet.edition

    @property
    def paper(self) -> Paper:
        """The paper that it is printed on."""
        return self.sheet.paper

    @property
    def size(self) -> float:
        """The size of the text in points."""
        return self.sheet.size

    @property
    def setting(self) -> Setting:
        """The margins."""
        return self.sheet.paper.settings[setting_of(self.sheet.edition.layout)]

    @property
    def width(self) -> float:
        """The width of the text in millimetres."""
        return self.sheet.paper.width - self.setting.inner - self.setting.outer

    @property
    def measure(self) -> float:
        """How many letters of a table fit across the text."""
        return self.width / (self.size * MILLIMETRES * _LETTER)

    @cached_property
    def prose(self) -> Prose:
        """Turns prose into HTML."""
        book, edition = self.sheet.book, self.sheet.edition
        numbered = setting_of(edition.layout) is Layout.BOOK
        return Prose(book.targets, present(book, edition), numbered=numbered)

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """The chapters of the edition."""
        return _chapters(self.sheet.book, self.sheet.edition)

    @cached_property
    def only_tables(self) -> bool:
        """Whether chapters are trimmed to their tables."""
        return Part.TABLE_PAGES in self.parts

    def sections_of(self, chapter: Chapter) -> tuple[Section, ...]:
        """A chapter's sections that the edition prints."""
        return _tabled(chapter) if self.only_tables else chapter.sections

    def every_table(self, section: Section) -> tuple[Shelf, ...]:
        """The tables of a section and of those inside it, as they are printed."""
        return self.tables_in(tuple(_flat((section,))))

    @property
    def is_whole(self) -> bool:
        """Whether nothing of the book is left out."""
        return not self.only_tables and len(self.chapters) == len(self.sheet.book.chapters)

    @property
    def count_of_tables(self) -> int:
        """How many tables the edition has."""
        return sum(len(self.tables_of(chapter)) for chapter in self.chapters)

    @cached_property
    def creatures(self) -> int:
        """How many creatures the edition has."""
        chapters = () if self.only_tables else self.chapters
        return sum(len(s.creatures) for one in chapters for s in _flat(one.sections))

    def runs_on(self, chapter: Chapter) -> bool:
        """Whether a chapter goes on below the one before."""
        return chapter is not self.chapters[0] and chapter.id in self.edition.run_on

    def closes(self, chapter: Chapter) -> bool:
        """Whether a chapter has the rest of its last page for itself."""
        at = self.chapters.index(chapter)
        return at + 1 == len(self.chapters) or not self.runs_on(self.chapters[at + 1])

    @cached_property
    def rules(self) -> Mapping[str, Section]:
        """Every section by its id."""
        return {section.id: section for section in self.sheet.book.sections()}

    @property
    def notes(self) -> range:
        """Numbers of the pages for notes: as many as a signature may need; the press keeps some."""
        return range(1, SIGNATURE)

    def page(self, target: str) -> Markup:
        """Where the press puts the number of the page that an id stands on."""
        return self.prose.page(target)

    def shelves(self, tables: Sequence[Table]) -> tuple[Shelf, ...]:
        """Tables as they are printed."""
        return shelves(tables, self.prose, self.measure)

    def groups(self, sections: Sequence[Section]) -> tuple[tuple[Section, ...], ...]:
        """Inner sections, together where each is little more than a narrow table."""
        found: list[tuple[Section, ...]] = []
        for section in sections:
            last = found[-1] if found else ()
            if last and self._slight(last[-1]) and self._slight(section):
                found[-1] = (*last, section)
            else:
                found.append((section,))
        return tuple(found)

    def tables_in(self, sections: Sequence[Section]) -> tuple[Shelf, ...]:
        """The tables of sections that stand together, as they are printed."""
        return self.shelves([table for section in sections for table in section.tables])

    def whole(self, section: Section) -> bool:
        """Whether a section is a few words and a table, which stay on one page."""
        rows = sum(len(roll.rows) for table in section.tables for roll in table.rolls)
        return bool(section.tables) and rows <= _WHOLE and len(section.text) <= _SLIGHT

    def _slight(self, section: Section) -> bool:
        more = section.rulings or section.sections or section.creatures
        slim = not more and len(section.text) <= _SLIGHT
        return slim and is_narrow(self.shelves(section.tables), self.measure)

    def lead(self, section: Section, home: str) -> Markup:
        """A section's text led in by its title."""
        text = self.prose.blocks(section.text, home)
        stop = "" if section.title[-1:] in "?!.…:" else "."
        kind = "run-in" if text.startswith("<p>") else "stand-alone"
        head = Markup('<h3 class="{}" data-title="{}">{}{}</h3> ').format(
            kind, section.title, caps(section.title), stop
        )
        if kind == "run-in":
            text = Markup('<p class="run-in">') + text[len("<p>") :]
        return head + text

    def see(self, term: Term) -> Markup:
        """The page of the rule behind a term."""
        if term.rule not in present(self.sheet.book, self.edition):
            return Markup("")
        at = Markup('<a class="ref at" href="#{}">p.&nbsp;{}</a>')
        return at.format(term.rule, self.page(term.rule))

    def values(self, stats: StatBlock) -> tuple[tuple[str, Markup], ...]:
        """A creature's values with what each is called."""
        return tuple((what, caps(value)) for what, value in stat_values(stats.creature.npc))

    def tables_of(self, chapter: Chapter) -> tuple[Table, ...]:
        """A chapter's tables in reading order."""
        return tuple(t for section in _flat(chapter.sections) for t in section.tables)

    def rulings_of(self, chapter: Chapter) -> tuple[Ruling, ...]:
        """A chapter's rulings in reading order."""
        inner = (r for section in _flat(chapter.sections) for r in section.rulings)
        return (*chapter.rulings, *inner)

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """All that is credited, in order of first use."""
        book = self.sheet.book
        used = list(book.game.chain)
        used += [section.source for section in book.sections()]
        used += [table.source for table in book.tables.values()]
        return tuple(dict.fromkeys(used))

    @property
    def sky(self) -> float:
        """The height of an opener at the head of a page, in millimetres."""
        return _SKY

    @property
    def low_sky(self) -> float:
        """The height of an opener below text, in millimetres."""
        return _LOW_SKY

    @property
    def words(self) -> float:
        """What a chapter's number and title take of its opener, with the song below them."""
        return 10.0 + 4.3 * self.size * MILLIMETRES

    def opener(self, chapter: Chapter) -> Markup:
        """The sky that opens a chapter, beyond the page's edges by its bleed."""
        bleed, setting = self.sheet.bleed, self.setting
        width = self.paper.width + 2 * bleed + abs(setting.inner - setting.outer)
        height = _LOW_SKY if self.runs_on(chapter) else _SKY + bleed
        place = (chapter.number, len(self.sheet.book.chapters))
        return safe(opener(chapter.id, place, (width, height), f"The sky of “{chapter.title}”"))

    def thumb(self, chapter: Chapter) -> Markup:
        """A thumb mark, as wide as it needs to be to reach into the bleed."""
        phase = chapter.number / (len(self.sheet.book.chapters) + 1)
        size = (_THUMB[0] + self.sheet.bleed, _THUMB[1])
        return safe(thumb(phase, size))

    def thumb_at(self, chapter: Chapter) -> float:
        """How far below the head margin a chapter's thumb mark stands, in millimetres."""
        room = self.paper.height - self.setting.bottom - _SKY - _THUMB[1]
        count = max(len(self.sheet.book.chapters) - 1, 1)
        return round(_SKY - self.setting.top + room * (chapter.number - 1) / count, 2)

    @property
    def text_height(self) -> float:
        """The height of the text in millimetres."""
        return self.paper.height - self.setting.top - self.setting.bottom

    def ruled(self, height: float = 0.0) -> Markup:
        """Lines to write on, as high as that in millimetres, or as a page has room for."""
        room = height or self.text_height - _NOTES_HEAD
        return safe(ruled(self.width, room, "Lines to write on"))

    def tailpiece(self, chapter: Chapter) -> Markup:
        """What closes a chapter."""
        return safe(tailpiece(chapter.id, f"End of “{chapter.title}”"))

    def band(self, seed: str, width: float) -> Markup:
        """A narrow ornament."""
        return safe(band(seed, width, "Ornament"))

    def columns(self, tables: Sequence[str], columns: int) -> tuple[Shelf, ...]:
        """Tables by their ids, as printed in one of several columns."""
        found = [self.sheet.book.tables[table] for table in tables]
        return shelves(found, self.prose, self.measure / columns - 2)

    def cover(self, wider: float = 0.0, higher: float = 0.0) -> Markup:
        """The drawing on the cover, that much wider and higher than the page in millimetres."""
        return safe(cover(self.sheet.paper.width + wider, self.sheet.paper.height + higher))

    def back_cover(self, wider: float = 0.0, higher: float = 0.0) -> Markup:
        """The drawing on the back, that much wider and higher than the page in millimetres."""
        return safe(back_cover(self.sheet.paper.width + wider, self.sheet.paper.height + higher))

    def blank_map(self) -> Markup:
        """A Land's hex flower to draw on."""
        rings = self.sheet.book.numbers["land"]["radius"]
        return safe(blank_flower(rings, self.width, "A flower of empty hexes"))


def caps(text: str) -> Markup:
    """A plain title as HTML."""
    return safe(typeset(str(escape(text))))
