"""The manuscript: every file that was read, typed, each with its document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from generator.model.authored import (
    BookForm,
    ChapterForm,
    CreatureForm,
    FolderForm,
    GameForm,
    GlossaryForm,
    SectionForm,
    TableForm,
)
from generator.model.document import Document, Path
from generator.model.editions import Editions, Papers
from nightsong.model import Source

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Written(Generic[T]):
    """What an author wrote, typed, and the document it stands in."""

    form: T
    document: Document


@dataclass(frozen=True, slots=True)
class Descent:
    """What a remix stands on; empty for the SRD itself.

    ``chain`` credits every work from the oldest to the remix, whose ``authors`` made this edition.
    Its own files begin with ``own``, those of the remix below it with ``upstream``. ``idle``
    numbers are those that no prose uses any more; ``reserved`` is all that is held back; ``words``
    are the game's own for the SRD's.
    """

    chain: tuple[Source, ...] = ()
    authors: tuple[str, ...] = ()
    own: str = ""
    upstream: str = ""
    idle: frozenset[str] = frozenset()
    reserved: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)

    def is_own(self, file: str) -> bool:
        """Whether a file is the remix's own; every file is the SRD's own."""
        return file.startswith(self.own) and not (self.upstream and file.startswith(self.upstream))


NO_DESCENT = Descent()


@dataclass(frozen=True, slots=True)
class Manuscript:
    """All files. ``broken`` holds the ids of chapters and tables whose files can't be read, so
    that a reference to one isn't called a second problem.
    """

    game: Written[GameForm] | None
    numbers: Document | None
    glossary: Written[GlossaryForm] | None
    book: Written[BookForm] | None
    editions: Written[Editions] | None
    papers: Written[Papers] | None
    chapters: Mapping[str, Written[ChapterForm]]
    tables: Mapping[str, Written[TableForm]]
    folders: Mapping[str, Written[FolderForm]]
    broken: frozenset[str]
    descent: Descent = NO_DESCENT


@dataclass(frozen=True, slots=True)
class Placed:
    """A section in its chapter: full id, level, and the path in the chapter's document."""

    id: str
    level: int
    form: SectionForm
    document: Document
    path: Path


@dataclass(frozen=True, slots=True)
class Prose:
    """One piece of prose and its place: ``home`` is the id of what it belongs to."""

    text: str
    document: Document
    path: Path
    home: str


def placed_sections(chapter_id: str, chapter: Written[ChapterForm]) -> Iterator[Placed]:
    """A chapter's sections in reading order."""
    yield from _placed(chapter_id, 2, chapter.form.sections, chapter.document, ("sections",))


def _placed(
    parent: str, level: int, forms: tuple[SectionForm, ...], document: Document, path: Path
) -> Iterator[Placed]:
    for index, form in enumerate(forms):
        here = (*path, index)
        placed = Placed(f"{parent}/{form.id}", level, form, document, here)
        yield placed
        yield from _placed(placed.id, level + 1, form.sections, document, (*here, "sections"))


def all_prose(manuscript: Manuscript) -> Iterator[Prose]:
    """Every piece of prose in the manuscript."""
    for chapter_id, chapter in manuscript.chapters.items():
        form, document = chapter.form, chapter.document
        yield Prose(form.opening, document, ("opening",), chapter_id)
        yield Prose(form.text, document, ("text",), chapter_id)
        for index, ruling in enumerate(form.rulings):
            yield Prose(ruling.text, document, ("rulings", index, "text"), chapter_id)
        for placed in placed_sections(chapter_id, chapter):
            yield from _section_prose(placed)
    if manuscript.glossary:
        for index, term in enumerate(manuscript.glossary.form.terms):
            path: Path = ("terms", index, "meaning")
            yield Prose(term.meaning, manuscript.glossary.document, path, f"glossary/{term.id}")


def _section_prose(placed: Placed) -> Iterator[Prose]:
    yield Prose(placed.form.text, placed.document, (*placed.path, "text"), placed.id)
    yield Prose(placed.form.brief, placed.document, (*placed.path, "brief"), placed.id)
    for index, ruling in enumerate(placed.form.rulings):
        path = (*placed.path, "rulings", index, "text")
        yield Prose(ruling.text, placed.document, path, placed.id)
    for index, example in enumerate(placed.form.examples):
        for part, text in (("text", example.text), ("then", example.then)):
            path = (*placed.path, "examples", index, part)
            yield Prose(text, placed.document, path, placed.id)
    for index, creature in enumerate(placed.form.creatures):
        yield from _creature_prose(placed, index, creature)


def _creature_prose(placed: Placed, index: int, creature: CreatureForm) -> Iterator[Prose]:
    path: Path = (*placed.path, "creatures", index)
    home = f"{placed.id}/{creature.id}"
    yield Prose(creature.text, placed.document, (*path, "text"), home)
    yield Prose(creature.drive, placed.document, (*path, "drive"), home)
    for name, text in creature.specials.items():
        yield Prose(text, placed.document, (*path, "specials", name), home)
