"""How prints are made: one maker for each layout."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.model.book import Book
from generator.model.editions import Ink
from generator.prints.prints import Print
from generator.project import Project


@dataclass(frozen=True, slots=True)
class Order:
    """What a maker gets: the print, the book, and what is known from the last time.

    ``memo`` is plain data that only saves time; ``base`` the PDF of ``print.of``, if there is one.
    ``tone`` is the game's second ink, ``drawn_in`` the one that the theme draws in.
    ``own`` are a remix's templates.
    """

    print: Print
    book: Book
    project: Project
    tone: Ink
    drawn_in: Ink
    memo: Mapping[str, Any] | None = None
    base: bytes | None = None
    own: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Made:
    """A finished PDF, and the memo for the next time."""

    pdf: bytes
    memo: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes the prints of a layout.

    ``facts`` are texts that, with the base, decide on every byte: without a change in them, a
    print isn't made again. ``make`` runs in a worker process; the same order gives the same
    bytes with any memo. It raises ``ProblemsError``.
    """

    facts: Callable[[Order], Sequence[str]]
    make: Callable[[Order], Made]
