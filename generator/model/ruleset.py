"""The book as the rules engine knows it."""

from __future__ import annotations

from generator.model.book import Book
from generator.model.prose import plain
from nightsong.bundle import Ruleset
from nightsong.model import RuleRef, TermRef


def ruleset_of(book: Book) -> Ruleset:
    """The ruleset of a book, its fingerprint still open: dumping it makes one."""
    return Ruleset(
        title=book.game.title,
        version=book.game.version,
        notice=book.game.notice,
        sources=book.game.chain,
        numbers=book.numbers,
        tables=book.tables,
        rules=tuple(RuleRef(s.id, s.title, plain(s.brief)) for s in book.sections()),
        terms=tuple(TermRef(t.id, t.term, plain(t.meaning), t.rule) for t in book.terms),
        fingerprint="",
        groups=book.groups,
        words=book.game.words,
        creatures=tuple(b.creature for s in book.sections() for b in s.creatures),
    )
