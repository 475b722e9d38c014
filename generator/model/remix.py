"""What the author of a remix writes: entries added, replaced and removed, and what is theirs.

A remix mirrors ``content/``, ``tables/`` and ``theme/``. It changes whole entries: a new id adds
one, ``replaces`` puts one in the place of another, whose id it takes over, and ``removes`` in
``remix.yml`` takes some away.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from generator.model.authored import (
    STRICT,
    ChapterForm,
    CreatureForm,
    FolderForm,
    RulingForm,
    SectionForm,
    TableForm,
    TermForm,
)
from generator.model.document import Document
from generator.model.editions import Edition
from generator.model.looks import LooksForm
from generator.model.manuscript import Written
from nightsong.model import Group, Source

NONE = "none"


class ReservedKind(StrEnum):
    """What can be held back from the licence. What the rules need never is."""

    NAME = "name"  # a proper name, a character
    SETTING = "setting"
    ART = "art"
    LOGO = "logo"
    TRADE_DRESS = "trade-dress"


@dataclass(frozen=True, slots=True)
class ReservedForm:
    """Something that is not licensed. ``instead`` stands in its place in a version without it.

    ``file`` is the drawing that is meant, below ``theme/``.
    """

    kind: ReservedKind
    what: str
    instead: str = ""
    file: str = ""


@dataclass(frozen=True, slots=True)
class RemixNoticeForm:
    """The four parts of the licence notice. The notice itself has a standard wording.

    ``reserved`` is a list, or ``[]`` where nothing is: silence is no answer.
    """

    credit: str
    reserved: tuple[ReservedForm, ...]
    designated: str
    notice: str = ""


@dataclass(frozen=True, slots=True)
class RemixForm:
    """``remix.yml``: whose game this is and what it stands on.

    ``upstream`` is the folder, inside this one, of the remix that this one changes; empty for a
    remix of the SRD itself. ``sources`` are further works that it draws on. ``removes`` names
    entries by their ids. ``words`` are the game's own for upstream's (Strength: Might), whole
    words as they are spelt.
    """

    title: str
    slug: str
    subtitle: str
    version: str
    date: str
    language: str
    authors: tuple[str, ...]
    publisher: str
    home: str
    licence: RemixNoticeForm
    sources: tuple[Source, ...] = ()
    upstream: str = ""
    removes: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableChange(TableForm):
    """``tables/**/*.yml`` of a remix: a new table, or one in the place of another."""

    replaces: str = ""


@dataclass(frozen=True, slots=True)
class ChapterChange(ChapterForm):
    """A whole chapter of a remix. A new one stands ``after`` another, or at the end."""

    replaces: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionChange(SectionForm):
    """A section for a chapter that exists.

    With ``replaces`` it takes that section's id and place; the sections inside it stay unless it
    brings its own. A new one stands at the end of ``under``, a section or the chapter itself, or
    right ``after`` a section.
    """

    id: str = ""
    replaces: str = ""
    under: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreatureChange(CreatureForm):
    """A creature for a section that exists: a new one ``under`` it, or in the place of another."""

    id: str = ""
    replaces: str = ""
    under: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingChange(RulingForm):
    """A ruling in the place of another."""

    id: str = ""
    replaces: str


@dataclass(frozen=True, slots=True)
class ChapterChanges:
    """``content/rules/<chapter>.yml`` of a remix, for a chapter that exists: entries in it."""

    sections: tuple[SectionChange, ...] = ()
    creatures: tuple[CreatureChange, ...] = ()
    rulings: tuple[RulingChange, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TermChange(TermForm):
    """A word of the game's language, new or in the place of another."""

    id: str = ""
    replaces: str = ""


@dataclass(frozen=True, slots=True)
class GlossaryChanges:
    """``content/glossary.yml`` of a remix."""

    terms: tuple[TermChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupChange(Group):
    """Tables that are rolled together, new or in the place of others."""

    id: str = ""
    replaces: str = ""


@dataclass(frozen=True, slots=True)
class BookChanges:
    """``content/book.yml`` of a remix. ``chapters``, if given, is the whole order."""

    chapters: tuple[str, ...] = ()
    redirects: Mapping[str, str] = field(default_factory=dict)
    groups: tuple[GroupChange, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionChange(Edition):
    """Something to print. ``replaces`` is ``editions/`` and the name of the one it stands for."""

    replaces: str = ""


@dataclass(frozen=True, slots=True)
class EditionsChanges:
    """``content/editions.yml`` of a remix."""

    editions: Mapping[str, EditionChange]


@dataclass(frozen=True, slots=True)
class RemixManuscript:
    """All files of a remix. ``name`` is its folder's, which begins the name of each file.

    ``templates`` are those of its own for print, by their names.
    """

    name: str
    remix: Written[RemixForm]
    numbers: Document | None
    glossary: Written[GlossaryChanges] | None
    book: Written[BookChanges] | None
    editions: Written[EditionsChanges] | None
    looks: Written[LooksForm] | None
    chapters: Mapping[str, Written[Any]]  # a ChapterChange or ChapterChanges each
    tables: Mapping[str, Written[TableChange]]
    folders: Mapping[str, Written[FolderForm]]
    templates: Mapping[str, str] = field(default_factory=dict)

    @property
    def source(self) -> Source:
        """The credit of everything in it that names no other."""
        form = self.remix.form
        return Source(form.title, form.authors, "ORC", form.home or None)


_ROOTS: tuple[Any, ...] = (
    RemixForm,
    TableChange,
    ChapterChange,
    ChapterChanges,
    GlossaryChanges,
    BookChanges,
    EditionsChanges,
    LooksForm,
)
for _root in _ROOTS:
    _root.__pydantic_config__ = STRICT
