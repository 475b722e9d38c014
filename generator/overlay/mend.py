"""Upstream's own references to what a remix removed are taken out, each with a note.

Links become plain words; tables, rules and chapters drop out of the lists that name them. What the
remix itself refers to stays as it is: there it is a problem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from generator.model.authored import (
    ChapterForm,
    GlossaryForm,
    RowForm,
    SectionForm,
)
from generator.model.document import Document, Path
from generator.model.editions import Edition, Editions, Layout
from generator.model.ids import defined_ids
from generator.model.manuscript import Manuscript, Written, placed_sections
from generator.model.problems import Problem
from generator.model.prose import relink
from generator.overlay.singles import glossary_of, terms_of

T = TypeVar("T")
Note = Callable[[Document, Path, str, str], None]


def mended(
    base: Manuscript, laid: Manuscript, own: Callable[[str], bool]
) -> tuple[Manuscript, list[Problem]]:
    """What is upstream's in a laid manuscript without references to what is gone, and the notes.

    ``own`` says of a file's name whether it is the remix's.
    """
    gone = _titles(base).keys() - {one.id for one in defined_ids(laid)}
    mender = _Mender({id_: title for id_, title in _titles(base).items() if id_ in gone}, own)
    return mender.manuscript(laid), mender.notes


def _titles(manuscript: Manuscript) -> Mapping[str, str]:
    """Every id with what a link to it shows."""
    found = {one.id: _title(one.document, one.path, one.id) for one in defined_ids(manuscript)}
    found |= {id_: one.form.title for id_, one in manuscript.tables.items()}
    for id_, chapter in manuscript.chapters.items():
        found[id_] = chapter.form.title
        found |= {one.id: one.form.title for one in placed_sections(id_, chapter)}
    return found


def _title(document: Document, path: Path, id_: str) -> str:
    """The title, term or name of an entry whose ``id`` stands at the path."""
    there, where = document.origin(path)
    data = there.data
    for step in where[:-1]:
        data = data[step]
    words = (data.get(key) for key in ("title", "term", "name")) if isinstance(data, dict) else ()
    return next((str(word) for word in words if word), id_)


class _Mender:
    def __init__(self, gone: Mapping[str, str], own: Callable[[str], bool]) -> None:
        self.gone, self.own = gone, own
        self.notes: list[Problem] = []

    def manuscript(self, laid: Manuscript) -> Manuscript:
        assert laid.book and laid.glossary and laid.editions
        chapters = {
            id_: Written(self._form(one.form, one.document, ()), one.document)
            for id_, one in laid.chapters.items()
        }
        tables = {
            id_: Written(self._form(one.form, one.document, ()), one.document)
            for id_, one in laid.tables.items()
        }
        return replace(
            laid,
            chapters=chapters,
            tables=tables,
            glossary=self._glossary(laid.glossary),
            editions=self._editions(laid.editions, chapters),
        )

    def _is_own(self, document: Document, path: Path) -> bool:
        return self.own(document.origin(path)[0].file)

    def _note(self, document: Document, path: Path, what: str, became: str) -> None:
        self.notes.append(document.problem(path, "remix.touches", what, became))

    def _form(self, value: Any, document: Document, path: Path) -> Any:
        """A form with everything in it mended, all the way down."""
        if isinstance(value, str):
            return self._text(value, document, path)
        if isinstance(value, tuple):
            return tuple(self._form(one, document, (*path, n)) for n, one in enumerate(value))
        if isinstance(value, Mapping):
            return {key: self._form(one, document, (*path, key)) for key, one in value.items()}
        if not is_dataclass(value) or isinstance(value, type):
            return value
        changed = {
            one.name: self._form(getattr(value, one.name), document, (*path, one.name))
            for one in fields(value)
        }
        made = replace(value, **changed)
        match made:
            case SectionForm():
                kept = self._kept(made.tables, document, (*path, "tables"), "a table to print")
                return replace(made, tables=kept)
            case RowForm() if made.names in self.gone and not self._is_own(document, path):
                self._note(document, path, f"names from {made.names}", "a row without names")
                return replace(made, names=None)
            case _:
                return made

    def _text(self, text: str, document: Document, path: Path) -> str:
        if "[[" not in text or self._is_own(document, path):
            return text

        def link(id_: str, shown: str | None) -> str:
            if id_ not in self.gone:
                return f"[[{id_}|{shown}]]" if shown is not None else f"[[{id_}]]"
            words = shown or self.gone[id_]
            self._note(document, path, f"a link to {id_}", f"“{words}” as plain words")
            return words

        return relink(text, link)

    def _kept(
        self, ids: tuple[str, ...], document: Document, path: Path, what: str
    ) -> tuple[str, ...]:
        kept = []
        for n, id_ in enumerate(ids):
            if id_ in self.gone and not self._is_own(document, (*path, n)):
                self._note(document, (*path, n), f"{what}: {id_}", "left out")
            else:
                kept.append(id_)
        return tuple(kept)

    def _glossary(self, written: Written[GlossaryForm]) -> Written[GlossaryForm]:
        parts = terms_of(written)
        document = written.document
        kept = []
        for n, part in enumerate(parts):
            path = ("terms", n)
            if part.form.rule in self.gone and not self._is_own(document, path):
                self._note(
                    document, path, f"a term that is explained in {part.form.rule}", "left out"
                )
            else:
                part.form = self._form(part.form, document, path)
                kept.append(part)
        return glossary_of(document, kept)

    def _editions(
        self, written: Written[Editions], chapters: Mapping[str, Written[ChapterForm]]
    ) -> Written[Editions]:
        briefs = {
            placed.id
            for id_, chapter in chapters.items()
            for placed in placed_sections(id_, chapter)
            if placed.form.brief
        }
        kept: dict[str, Edition] = {}
        for name, edition in written.form.editions.items():
            path = ("editions", name)
            if self._is_own(written.document, path):
                kept[name] = edition
            elif made := self._edition(edition, written.document, path, briefs, kept):
                kept[name] = made
        return Written(Editions(kept), written.document)

    def _edition(
        self,
        edition: Edition,
        document: Document,
        path: Path,
        briefs: set[str],
        others: Mapping[str, Edition],
    ) -> Edition | None:
        """The edition without what is gone; ``None`` where nothing of it is left."""
        if edition.of and edition.of not in others:
            self._note(document, path, f"an edition made from editions/{edition.of}", "left out")
            return None
        chapters = self._kept(edition.chapters, document, (*path, "chapters"), "a chapter")
        if edition.chapters and not chapters:
            self._note(document, path, "an edition of chapters that are gone", "left out")
            return None
        sides = []
        for s, side in enumerate(edition.sides):
            panels = []
            for p, panel in enumerate(side.panels):
                here = (*path, "sides", s, "panels", p)
                tables = self._kept(panel.tables, document, (*here, "tables"), "a table")
                rules = tuple(self._briefs(panel.rules, document, (*here, "rules"), briefs))
                # A pocket book has a panel for each page: one with nothing is left to write on.
                if rules or tables or edition.layout is Layout.POCKET:
                    panels.append(replace(panel, rules=rules, tables=tables))
            sides.append(replace(side, panels=tuple(panels)))
        run_on = tuple(id_ for id_ in edition.run_on if id_ not in self.gone)
        return replace(edition, chapters=chapters, sides=tuple(sides), run_on=run_on)

    def _briefs(
        self, rules: tuple[str, ...], document: Document, path: Path, briefs: set[str]
    ) -> Iterator[str]:
        for n, rule in enumerate(rules):
            if rule in briefs:
                yield rule
            else:
                what = f"the short form of {rule}"
                self._note(document, (*path, n), what, "left out of the sheet")
