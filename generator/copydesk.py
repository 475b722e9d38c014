"""The copy: what was written, read, laid over what it changes, validated and resolved.

The first half of the pipeline, on which every output depends.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from generator.load.manuscript import load
from generator.load.remix import load_remix, remix_chain
from generator.model.book import Book, Section
from generator.model.looks import PLAIN, LooksForm
from generator.model.manuscript import Manuscript
from generator.model.problems import Problem, ProblemsError
from generator.model.remix import RemixManuscript
from generator.model.ruleset import ruleset_of
from generator.overlay import Change, Verb, overlay
from generator.overlay.reserved import without_reserved
from generator.project import Project
from generator.resolve import resolve
from generator.validate import validate
from generator.validate.editions import edition_problems
from generator.validate.engine import Suspect, engine_problems
from generator.validate.examples import example_problems
from generator.validate.remix import remix_problems


@dataclass(frozen=True, slots=True)
class Copy:
    """The manuscript and the book made from it: what every output starts from.

    Of a remix, ``changes`` are the entries it changes and ``notes`` what that touches upstream;
    ``looks_home`` is the folder of its drawings, ``templates`` its own for print.
    """

    manuscript: Manuscript
    book: Book
    changes: tuple[Change, ...] = ()
    notes: tuple[Problem, ...] = ()
    looks: LooksForm = PLAIN
    looks_home: Path | None = None
    templates: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Layers:
    """The SRD's manuscript with every remix of a chain laid over it, and the last one's report.

    ``numbers`` are those that the last one changes.
    """

    manuscript: Manuscript
    numbers: Mapping[str, Any] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    notes: tuple[Problem, ...] = ()
    remixes: tuple[tuple[Path, RemixManuscript], ...] = ()


_SRD = ("", "content", "tables", "theme")


def load_copy(project: Project) -> Copy:
    """Manuscript and book; raises ``ProblemsError`` with every problem there is."""
    layers = load_layers(project)
    manuscript = layers.manuscript
    _stop(_told_whose(manuscript, validate(manuscript)))
    book = resolve(manuscript)
    book, flawed = _without_flawed(book, manuscript)
    _stop([*edition_problems(manuscript, book), *example_problems(manuscript, book)])
    _stop(_unplayable(layers, book))
    return Copy(
        manuscript,
        book,
        layers.changes,
        (*layers.notes, *flawed),
        *_looks(layers),
        _templates(layers),
    )


def load_book(project: Project) -> Book:
    """The resolved book; raises ``ProblemsError`` with every problem there is."""
    return load_copy(project).book


def load_layers(project: Project) -> Layers:
    """Everything that was written, each remix laid over what it changes.

    ``ProblemsError`` where a file can't be read, or a remix changes what isn't there.
    """
    base, problems = load(project.root, project.workshop / "cache" / "documents")
    if project.own is None:
        # What can be read is validated as well, so that all problems come at once.
        return Layers(base) if not problems else _refuse([*problems, *validate(base)])
    _stop(problems)
    layers = Layers(base)
    for folder, name in _chain(project.own):
        layers = _laid(layers, folder, name, project)
    return layers


def load_upstream(project: Project) -> tuple[Manuscript, RemixManuscript]:
    """What a remix stands on, and the remix itself, not laid over it."""
    assert project.own
    base, problems = load(project.root, project.workshop / "cache" / "documents")
    _stop(problems)
    layers = Layers(base)
    *below, (folder, name) = _chain(project.own)
    for one in below:
        layers = _laid(layers, *one, project)
    return layers.manuscript, _remix(layers, folder, name, project)


def _refuse(problems: list[Problem]) -> Layers:
    raise ProblemsError(problems)


def _chain(own: Path) -> Iterator[tuple[Path, str]]:
    """The folders of a remix and of those below it, the oldest first, and what to call them."""
    chain = remix_chain(own)
    folders = [folder for folder in chain if isinstance(folder, Path)]
    _stop(problem for problem in chain if isinstance(problem, Problem))
    # Files are told apart by how their names begin: never as the SRD's own do.
    name = f"remix-{own.name}" if own.name in _SRD else own.name
    for folder in folders:
        yield folder, (name / folder.relative_to(own)).as_posix()


def _remix(layers: Layers, folder: Path, name: str, project: Project) -> RemixManuscript:
    digest = hashlib.sha256(str(folder).encode()).hexdigest()[:12]
    shelf = project.workshop / "cache" / f"documents-{digest}"
    remix, problems = load_remix(folder, name, layers.manuscript.chapters, shelf)
    _stop(problems)
    assert remix is not None
    _stop(remix_problems(remix, folder))
    return remix


def _laid(layers: Layers, folder: Path, name: str, project: Project) -> Layers:
    remix = _remix(layers, folder, name, project)
    laid = overlay(layers.manuscript, remix)
    if isinstance(laid, list):
        raise ProblemsError(laid)
    manuscript = laid.manuscript
    if project.without_reserved:
        open_ = without_reserved(manuscript, remix)
        if isinstance(open_, list):
            raise ProblemsError(open_)
        manuscript, remix = open_
    below = layers.manuscript.numbers
    assert below
    remixes = (*layers.remixes, (folder, remix))
    return Layers(manuscript, below.data, laid.changes, laid.notes, remixes)


def _told_whose(manuscript: Manuscript, problems: Iterator[Problem]) -> Iterator[Problem]:
    """What a remix breaks in upstream's files, which its author doesn't write."""
    descent = manuscript.descent
    for problem in problems:
        if descent.chain and not descent.is_own(problem.file):
            tip = "Your game changes what this stands on: replace this as well, or change it back."
            yield replace(problem, tip=f"{problem.tip} {tip}".strip())
        else:
            yield problem


def _unplayable(layers: Layers, book: Book) -> Iterator[Problem]:
    """What the rules engine can't do with a remix's numbers and tables."""
    if not layers.remixes:
        return
    suspects = [
        Suspect(one.id, one.file, one.line, one.verb is Verb.REMOVED)
        for one in layers.changes
        if one.id.startswith("n.") or one.id not in book.targets or one.id in book.tables
    ]
    _, remix = layers.remixes[-1]
    file = remix.remix.document.file
    yield from engine_problems(ruleset_of(book), suspects, layers.numbers, file)


def _looks(layers: Layers) -> tuple[LooksForm, Path | None]:
    """The looks of the last remix that has any, and the folder of its drawings."""
    for folder, remix in reversed(layers.remixes):
        if remix.looks:
            return remix.looks.form, folder / "theme"
    return PLAIN, None


def _templates(layers: Layers) -> dict[str, str]:
    """The remixes' templates by the theme's names for them; the last one's count."""
    parts = {"blurb": "blurb.html.j2"}  # the others are a book's parts
    return {
        parts.get(name, f"part-{name}.html.j2"): text
        for _, remix in layers.remixes
        for name, text in remix.templates.items()
    }


def _without_flawed(book: Book, manuscript: Manuscript) -> tuple[Book, list[Problem]]:
    """The book without upstream's worked examples that no longer hold, and a note on each."""
    if not manuscript.descent.chain:
        return book, []
    own = manuscript.descent.is_own
    flawed = [p for p in example_problems(manuscript, book) if not own(p.file)]
    if not flawed:
        return book, []
    mine = {p for p in example_problems(manuscript, book) if own(p.file)}
    kept = replace(
        book,
        chapters=tuple(
            replace(c, sections=tuple(_sound(s, bool(mine)) for s in c.sections))
            for c in book.chapters
        ),
    )
    tip = "The example is left out; replace its section to give another."
    return kept, [replace(p, code="remix.example", tip=tip) for p in flawed]


def _sound(section: Section, keep: bool) -> Section:
    """The section without examples that went otherwise than written."""
    examples = tuple(one for one in section.examples if keep or not one.flaw)
    inner = tuple(_sound(one, keep) for one in section.sections)
    return replace(section, examples=examples, sections=inner)


def _stop(problems: Iterator[Problem] | list[Problem]) -> None:
    found = list(problems)
    if found:
        raise ProblemsError(found)
