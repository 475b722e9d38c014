"""Worked examples: what is written must be what the rules engine gives."""

from __future__ import annotations

from collections.abc import Iterator

from generator.model.book import Book
from generator.model.document import Path
from generator.model.manuscript import Manuscript, placed_sections
from generator.model.problems import Problem

_TIP = "Correct what goes in or what is said to come out; the rules engine has played it."


def example_problems(manuscript: Manuscript, book: Book) -> Iterator[Problem]:
    """Every example of the resolved book that doesn't go as it is written."""
    examples = {section.id: section.examples for section in book.sections()}
    for chapter_id, chapter in manuscript.chapters.items():
        for placed in placed_sections(chapter_id, chapter):
            for index, example in enumerate(examples[placed.id]):
                if example.flaw:
                    path: Path = (*placed.path, "examples", index)
                    expected, _, came = example.flaw.removeprefix("expected ").partition(", came ")
                    if not came:
                        expected, _, came = expected.partition("; came ")
                    yield placed.document.problem(path, "example.wrong", expected, came, _TIP)
