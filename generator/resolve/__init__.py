"""Resolve: from a sound manuscript to the book, with numbers filled in and every id placed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from generator.model.authored import RulingForm, SectionForm
from generator.model.book import Book, Chapter, Game, Ruled, Ruling, Section, Target, Term
from generator.model.manuscript import Manuscript
from generator.model.numbers import Number, leaves, number, plain, show
from generator.model.prose import fill, relink, unwrapped
from generator.model.rosters import roster_table
from generator.model.tables import built_table
from generator.resolve.creatures import stat_block
from generator.resolve.examples import with_examples
from generator.resolve.targets import all_targets
from nightsong.model import Source, Table


def resolve(manuscript: Manuscript) -> Book:
    """The book of a manuscript that has no problems."""
    return _Resolver(manuscript).book()


class _Resolver:
    def __init__(self, manuscript: Manuscript) -> None:
        assert manuscript.game and manuscript.numbers and manuscript.book and manuscript.glossary
        self.manuscript = manuscript
        self.written_numbers = manuscript.numbers.data
        self.form = manuscript.game.form
        self.order = manuscript.book.form.chapters
        self.groups = manuscript.book.form.groups
        self.terms = manuscript.glossary.form.terms
        found = (number(path, data) for path, data in leaves(self.written_numbers))
        self.numbers: Mapping[str, Number] = {n.name: n for n in found}
        self.tables = {
            table_id: built_table(table_id, manuscript) for table_id in manuscript.tables
        }
        self.targets: Mapping[str, Target] = all_targets(manuscript, self.order)

    def book(self) -> Book:
        chapters = tuple(self._chapter(i, number) for number, i in enumerate(self.order, 1))
        book = Book(
            game=self._game(),
            chapters=chapters,
            tables=MappingProxyType({t.id: t for t in _tables_in_order(chapters)}),
            terms=self._terms(),
            rulings=tuple(_rulings_in_order(chapters)),
            ruled=tuple(
                Ruled(n.name, show(n.value), n.why) for n in self.numbers.values() if n.ruling
            ),
            numbers=MappingProxyType(plain(self.written_numbers)),
            targets=MappingProxyType(dict(self.targets)),
            groups=self.groups,
        )
        return with_examples(book, self.manuscript, self._prose)

    def _game(self) -> Game:
        form, licence = self.form, self.form.licence
        return Game(
            title=form.title,
            slug=form.slug,
            subtitle=form.subtitle,
            version=form.version,
            date=form.date,
            language=form.language,
            author=form.author,
            publisher=form.publisher,
            home=form.home,
            source=form.source,
            ours=form.ours,
            chain=self.manuscript.descent.chain or (form.source, form.ours),
            words=self.manuscript.descent.words,
            edition_by=self.manuscript.descent.authors or form.ours.authors,
            notice=licence.notice,
            reserved=licence.reserved,
            designated=licence.designated,
            credit=licence.credit,
        )

    def _chapter(self, chapter_id: str, number: int) -> Chapter:
        form = self.manuscript.chapters[chapter_id].form
        source, supplement = self._credit(form.source, form.supplement, self.form.source)
        return Chapter(
            id=chapter_id,
            number=number,
            title=form.title,
            opening=self._prose(form.opening),
            text=self._prose(form.text),
            rulings=self._rulings(form.rulings, chapter_id),
            sections=self._sections(form.sections, chapter_id, 2, source, supplement),
            source=source,
            supplement=supplement,
            credited=supplement or source != self.form.source,
        )

    def _sections(
        self,
        forms: tuple[SectionForm, ...],
        parent: str,
        level: int,
        source: Source,
        supplement: bool,
    ) -> tuple[Section, ...]:
        return tuple(self._section(form, parent, level, source, supplement) for form in forms)

    def _section(
        self, form: SectionForm, parent: str, level: int, source: Source, supplement: bool
    ) -> Section:
        section_id = f"{parent}/{form.id}"
        around = source, supplement
        if form.source is not None or form.supplement is not None:
            source, supplement = self._credit(form.source, form.supplement, source)
        return Section(
            id=section_id,
            level=level,
            title=form.title,
            text=self._prose(form.text),
            brief=self._prose(form.brief),
            tables=self._tables(form, section_id, source, supplement),
            rulings=self._rulings(form.rulings, section_id),
            examples=(),
            scene=form.scene,
            creatures=tuple(
                stat_block(one, section_id, form.title, source, supplement, self._prose)
                for one in form.creatures
            ),
            sections=self._sections(form.sections, section_id, level + 1, source, supplement),
            source=source,
            supplement=supplement,
            credited=(source, supplement) != around,
        )

    def _tables(
        self, form: SectionForm, section_id: str, source: Source, supplement: bool
    ) -> tuple[Table, ...]:
        tables = tuple(self.tables[table_id] for table_id in form.tables)
        if not form.roster:
            return tables
        chapter_id = section_id.partition("/")[0]
        chapter = self.manuscript.chapters[chapter_id].form
        return (*tables, roster_table(chapter_id, chapter, form, source, supplement))

    def _credit(
        self, source: Source | None, supplement: bool | None, inherited: Source
    ) -> tuple[Source, bool]:
        """A supplement is ours unless it names its own source."""
        if source is not None:
            return source, bool(supplement)
        return (self.form.ours if supplement else inherited), bool(supplement)

    def _rulings(self, forms: tuple[RulingForm, ...], home: str) -> tuple[Ruling, ...]:
        return tuple(
            Ruling(f"rulings/{form.id}", form.title, self._prose(form.text), home) for form in forms
        )

    def _terms(self) -> tuple[Term, ...]:
        made = (
            Term(f"glossary/{t.id}", t.term, (t.term, *t.also), self._prose(t.meaning), t.rule)
            for t in self.terms
        )
        return tuple(sorted(made, key=lambda term: term.term.casefold()))

    def _prose(self, text: str) -> str:
        filled = fill(text, lambda name, how: show(self.numbers[name].value, how))
        return unwrapped(relink(filled, self._link)).strip()

    def _link(self, target: str, text: str | None) -> str:
        return f"[[{target}|{text or self.targets[target].title}]]"


def _tables_in_order(chapters: tuple[Chapter, ...]) -> Iterator[Table]:
    for chapter in chapters:
        for section in chapter.sections:
            yield from section.tables
            for inner in section.sections:
                yield from inner.tables


def _rulings_in_order(chapters: tuple[Chapter, ...]) -> Iterator[Ruling]:
    for chapter in chapters:
        yield from chapter.rulings
        for section in chapter.sections:
            yield from section.rulings
            for inner in section.sections:
                yield from inner.rulings
