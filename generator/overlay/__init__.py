"""Overlay: a remix laid over what it changes, as one manuscript, with a report.

Pure: forms and documents in, forms and documents out. Every entry keeps the file and line that it
was written in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from generator.model.authored import BookForm, GameForm, NoticeForm, TableForm
from generator.model.document import Document
from generator.model.editions import Editions
from generator.model.ids import defined_ids
from generator.model.manuscript import Descent, Manuscript, Written, all_prose, placed_sections
from generator.model.numbers import leaves
from generator.model.pages import GENERATED_PAGES
from generator.model.problems import Problem
from generator.model.prose import number_uses
from generator.model.remix import RemixManuscript, ReservedForm
from generator.model.rosters import fitting_die
from generator.model.woven import woven
from generator.overlay.changes import Change, Ledger, Verb
from generator.overlay.chapters import Chapters
from generator.overlay.forms import nearest, replaced_section
from generator.overlay.mend import mended
from generator.overlay.singles import (
    EDITIONS,
    GLOSSARY,
    GROUPS,
    editions_of,
    glossary_of,
    groups_of,
    laid_numbers,
    lay_editions,
    lay_groups,
    lay_tables,
    lay_terms,
    terms_of,
)
from generator.overlay.tree import Origins, Part
from generator.overlay.words import with_words
from nightsong.model import Group
from nightsong.wording import reworded

# The notice as the licence's own page words it.
ORC = (
    "This product is licensed under the ORC License held in the Library of Congress at "
    "TX 9-307-067 and available online at various locations including "
    "www.azoralaw.com/orclicense and others. All warranties are disclaimed as set forth therein."
)


@dataclass(frozen=True, slots=True)
class Overlaid:
    """A remix laid over what it changes.

    ``changes`` are the entries it adds, replaces and removes; ``notes`` what that touches in
    upstream's own files.
    """

    manuscript: Manuscript
    changes: tuple[Change, ...]
    notes: tuple[Problem, ...]


def overlay(base: Manuscript, remix: RemixManuscript) -> Overlaid | list[Problem]:
    """The base with the remix's changes; or what the remix gets wrong."""
    base = with_words(base, remix.remix.form.words)
    work = _Overlay(base, remix)
    laid = work.laid()
    if work.ledger.problems:
        return work.ledger.problems
    notes = work.notes
    # A term without its rule goes too, and then the links to it: until nothing more falls away.
    while True:
        laid, found = mended(base, laid, work.is_own)
        new = [note for note in found if note not in notes]
        if not new:
            break
        notes += new
    laid, idle = _with_idle_numbers(base, laid)
    laid, rosters = _with_rosters(laid, work.is_own)
    return Overlaid(laid, tuple(work.ledger.changes), tuple(sorted({*notes, *idle, *rosters})))


class _Overlay:
    def __init__(self, base: Manuscript, remix: RemixManuscript) -> None:
        assert base.game and base.book and base.glossary and base.editions and base.numbers
        self.base, self.remix = base, remix
        self.game, self.book, self.editions = base.game, base.book, base.editions
        self.glossary, self.numbers = base.glossary, base.numbers
        self.ledger = Ledger()
        self.notes: list[Problem] = []  # what is touched upstream
        self.descent = self._descent()
        self.is_own = self.descent.is_own

    def laid(self) -> Manuscript:
        """Every change carried out."""
        remix, ledger = self.remix, self.ledger
        chapters = Chapters(self.base.chapters, self.book.form.chapters, ledger)
        for chapter_id, written in remix.chapters.items():
            chapters.lay(chapter_id, written, remix.source)
        tables = dict(self.base.tables)
        lay_tables(tables, remix, ledger)
        terms = terms_of(self.glossary)
        lay_terms(terms, remix.glossary, ledger)
        groups = groups_of(self.book.form.groups, self.book.document)
        if remix.book:
            lay_groups(groups, remix.book.form.groups, remix.book.document, ledger)
        editions = editions_of(self.editions)
        lay_editions(editions, remix.editions, ledger)
        numbers = laid_numbers(self.numbers, remix.numbers, ledger)
        self._remove(chapters, tables, terms, groups, editions)
        laid = replace(
            self.base,
            game=self._game(),
            numbers=numbers,
            glossary=glossary_of(self.glossary.document, terms),
            editions=_editions(self.editions.document, editions),
            chapters=chapters.written(),
            tables=tables,
            descent=self.descent,
        )
        return replace(laid, book=self._book(laid, chapters, groups))

    def _remove(
        self,
        chapters: Chapters,
        tables: dict[str, Written[TableForm]],
        terms: list[Part],
        groups: list[Part],
        editions: dict[str, Part],
    ) -> None:
        form, document = self.remix.remix.form, self.remix.remix.document
        for n, id_ in enumerate(form.removes):
            path = ("removes", n)
            known = [*tables, *(one.id for one in defined_ids(self.base))]
            known += [part.id for part in (*groups, *editions.values())]
            if id_.startswith("n."):
                tip = "The rules reckon with it: change it instead."
                expected = "an entry that is no number"
                self.ledger.add(document, path, "remix.number", expected, f"“{id_}”", tip)
            elif id_ not in known:
                tip = nearest(id_, known)
                self.ledger.unknown(document, path, "the id of an entry", id_, tip)
            elif self.ledger.enter(Verb.REMOVED, id_, document, path):
                home, _, name = id_.partition("/")
                for listed in (terms, groups):
                    listed[:] = [part for part in listed if part.id != id_]
                if home == EDITIONS:
                    editions.pop(name, None)
                elif home not in (GLOSSARY, GROUPS) and not chapters.remove(id_):
                    tables.pop(id_, None)

    def _game(self) -> Written[GameForm]:
        written, base = self.remix.remix, self.game.form
        form, licence = written.form, written.form.licence
        made = GameForm(
            title=form.title,
            slug=form.slug,
            subtitle=form.subtitle,
            version=form.version,
            date=form.date,
            language=form.language,
            author=" & ".join(form.authors),
            publisher=form.publisher,
            home=form.home,
            source=base.source,
            ours=base.ours,
            licence=NoticeForm(
                notice=licence.notice or ORC,
                credit=licence.credit,
                reserved=self._reserved(licence.reserved),
                designated=licence.designated,
            ),
        )
        return Written(made, written.document)

    def _reserved(self, own: tuple[ReservedForm, ...]) -> str:
        """The third part of the notice; what upstream holds back stays held back."""
        parts = [one.what for one in own]
        above = self.base.descent.reserved
        listed = "; ".join([*parts, *above])
        return listed or "none"

    def _descent(self) -> Descent:
        before, game = self.base.descent, self.game.form
        form = self.remix.remix.form
        chain = before.chain or (game.source, game.ours)
        own = tuple(one.what for one in form.licence.reserved)
        return Descent(
            chain=(*dict.fromkeys((*chain, *form.sources)), self.remix.source),
            authors=form.authors,
            own=f"{self.remix.name}/",
            upstream=f"{self.remix.name}/upstream/",
            reserved=(*own, *before.reserved),
            words=_chained(before.words, form.words),
        )

    def _book(self, laid: Manuscript, chapters: Chapters, groups: list[Part]) -> Written[BookForm]:
        base, changed = self.book, self.remix.book
        ids = {one.id for one in defined_ids(laid)} | set(GENERATED_PAGES)
        form = changed.form if changed else None
        redirects = dict(base.form.redirects)
        for old, new in base.form.redirects.items():
            if new not in ids and not self.is_own(base.document.origin(("redirects", old))[0].file):
                del redirects[old]
                what, path = f"a redirect to {new}", ("redirects", old)
                self.notes.append(
                    base.document.problem(path, "remix.touches", what, "left out", key=True)
                )
        redirects |= dict(form.redirects) if form else {}
        kept = [(part, group) for part in groups if (group := self._group(part, laid))]
        origins: Origins = {
            ("groups", n): (part.document, part.path) for n, (part, _) in enumerate(kept)
        }
        if changed and form and form.chapters:
            origins[("chapters",)] = (changed.document, ("chapters",))
        for old in form.redirects if form else ():
            assert changed
            origins[("redirects", old)] = (changed.document, ("redirects", old))
        order = form.chapters if form and form.chapters else tuple(chapters.order)
        made = BookForm(order, redirects, tuple(group for _, group in kept))
        return Written(made, woven(base.document, base.document.data, origins))

    def _group(self, part: Part, laid: Manuscript) -> Group | None:
        """A group of upstream's without the tables that are gone; ``None`` where none is left."""
        group: Group = part.form
        if self.is_own(part.document.file):
            return group
        kept = []
        for n, id_ in enumerate(group.tables):
            if id_ in laid.tables:
                kept.append(id_)
            else:
                path, what = (*part.path, "tables", n), f"a table to roll with others: {id_}"
                self.notes.append(
                    part.document.problem(path, "remix.touches", what, "left out of the group")
                )
        return replace(group, tables=tuple(kept)) if kept else None


def _chained(before: Mapping[str, str], words: Mapping[str, str]) -> dict[str, str]:
    """The SRD's words as the last remix says them."""
    return {old: reworded(new, words) for old, new in before.items()} | {
        old: new for old, new in words.items() if old not in before
    }


def _editions(document: Document, editions: Mapping[str, Part]) -> Written[Editions]:
    origins: Origins = {
        ("editions", name): (part.document, part.path) for name, part in editions.items()
    }
    form = Editions({name: part.form for name, part in editions.items()})
    return Written(form, woven(document, document.data, origins))


def _with_rosters(laid: Manuscript, own: Callable[[str], bool]) -> tuple[Manuscript, list[Problem]]:
    """Upstream's rosters with a die that has a result for each creature that is left."""
    chapters, notes = dict(laid.chapters), []
    for chapter_id, chapter in laid.chapters.items():
        form, document = chapter.form, chapter.document
        for placed in placed_sections(chapter_id, chapter):
            die = fitting_die(form, placed.form)
            path = (*placed.path, "roster")
            if not die or die == placed.form.roster or own(document.origin(path)[0].file):
                continue
            form = replaced_section(form, placed.path, replace(placed.form, roster=die))
            notes.append(
                document.problem(
                    path,
                    "remix.touches",
                    f"a table of creatures on {placed.form.roster}",
                    f"on {die}",
                )
            )
        chapters[chapter_id] = Written(form, document)
    return replace(laid, chapters=chapters), notes


def _with_idle_numbers(base: Manuscript, laid: Manuscript) -> tuple[Manuscript, list[Problem]]:
    """Numbers of upstream's that no prose uses any more may stay: the rules reckon with them."""
    assert base.numbers and laid.numbers
    used = {use.name for prose in all_prose(laid) for use in number_uses(prose.text)}
    idle = {".".join(path) for path, _ in leaves(base.numbers.data)} - used
    was = {use.name for prose in all_prose(base) for use in number_uses(prose.text)}
    notes = [
        laid.numbers.problem(
            tuple(name.split(".")), "remix.idle", "a use in prose", f"n.{name}", key=True
        )
        for name in sorted(idle & was)
    ]
    return replace(laid, descent=replace(laid.descent, idle=frozenset(idle))), notes


__all__ = ["Change", "Overlaid", "Verb", "overlay"]
