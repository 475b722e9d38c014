"""Editions: papers, chapters and rules that exist, and profiles that can be printed."""

from __future__ import annotations

from collections.abc import Iterator

from generator.model.book import Book
from generator.model.editions import edition_flaws, profile_flaws
from generator.model.manuscript import Manuscript
from generator.model.problems import Problem


def edition_problems(manuscript: Manuscript, book: Book) -> Iterator[Problem]:
    """What the editions ask for that the resolved book or the papers don't have."""
    if manuscript.editions is None or manuscript.papers is None:
        return
    editions, document = manuscript.editions.form, manuscript.editions.document
    for flaw in edition_flaws(editions, manuscript.papers.form, book):
        yield document.problem(flaw.path, "edition.unknown", flaw.expected, f"“{flaw.came}”")
    papers = manuscript.papers.document
    for flaw in profile_flaws(manuscript.papers.form):
        yield papers.problem(flaw.path, "profile.unfit", flaw.expected, f"“{flaw.came}”")
