"""Worked examples, played by the rules engine so that the book prints what really happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from generator.model.authored import ExampleForm
from generator.model.book import Book, Example, Section
from generator.model.manuscript import Manuscript, placed_sections
from generator.model.ruleset import ruleset_of
from nightsong import examples as engine
from nightsong.bundle import Ruleset
from nightsong.trace import Line

Prose = Callable[[str], str]


def with_examples(book: Book, manuscript: Manuscript, prose: Prose) -> Book:
    """The book with every example played; ``prose`` fills in numbers and links."""
    forms = {
        placed.id: placed.form.examples
        for chapter in book.chapters
        for placed in placed_sections(chapter.id, manuscript.chapters[chapter.id])
    }
    ruleset = ruleset_of(book)

    def played(section: Section) -> Section:
        examples = tuple(_played(form, ruleset, prose) for form in forms[section.id])
        return replace(section, examples=examples, sections=tuple(map(played, section.sections)))

    chapters = (replace(c, sections=tuple(map(played, c.sections))) for c in book.chapters)
    return replace(book, chapters=tuple(chapters))


def _played(form: ExampleForm, ruleset: Ruleset, prose: Prose) -> Example:
    example = engine.Example(form.play, form.using, form.dice, form.seed, form.gives)
    outcome = engine.carry_out(ruleset, example)
    shown = [line for line in outcome.trace if _is_shown(line, form.shows)]
    flaw = outcome.flaw
    if not flaw and not shown:
        flaw = f"expected shows to name rules of the steps, came {', '.join(form.shows)}"
    steps = tuple(_step(line.text) for line in shown)
    return Example(prose(form.text), steps, prose(form.then), flaw)


def _is_shown(line: Line, shows: tuple[str, ...]) -> bool:
    return not shows or any(line.rule == rule or line.key == rule for rule in shows)


def _step(text: str) -> str:
    """A step as a sentence."""
    return text[:1].upper() + text[1:] + ("" if text[-1:] in ".!?”" else ".")
