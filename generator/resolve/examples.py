"""Worked examples, played by the rules engine so that the book prints what really happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from generator.model.authored import ExampleForm
from generator.model.book import Book, Example, Section
from generator.model.bounded import attempt
from generator.model.manuscript import Manuscript, placed_sections
from generator.model.ruleset import ruleset_of
from nightsong import examples as engine
from nightsong.bundle import Ruleset
from nightsong.trace import Line

Prose = Callable[[str], str]
CarryOut = Callable[[Ruleset, engine.Example], engine.Outcome]


def with_examples(book: Book, manuscript: Manuscript, prose: Prose) -> Book:
    """The book with every example played; ``prose`` fills in numbers and links."""
    forms = {
        placed.id: placed.form.examples
        for chapter in book.chapters
        for placed in placed_sections(chapter.id, manuscript.chapters[chapter.id])
    }
    ruleset = ruleset_of(book)
    carry_out = _warily if manuscript.descent.chain else engine.carry_out

    def played(section: Section) -> Section:
        examples = tuple(_played(form, ruleset, prose, carry_out) for form in forms[section.id])
        return replace(section, examples=examples, sections=tuple(map(played, section.sections)))

    chapters = (replace(c, sections=tuple(map(played, c.sections))) for c in book.chapters)
    return replace(book, chapters=tuple(chapters))


def _warily(ruleset: Ruleset, example: engine.Example) -> engine.Outcome:
    """How an example goes by the rules of a remix, which may be no rules at all."""
    outcome, cause = attempt(partial(engine.carry_out, ruleset, example))
    return outcome or engine.Outcome((), f"expected an example that can be played, came {cause}")


def _played(form: ExampleForm, ruleset: Ruleset, prose: Prose, carry_out: CarryOut) -> Example:
    example = engine.Example(form.play, form.using, form.dice, form.seed, form.gives)
    outcome = carry_out(ruleset, example)
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
