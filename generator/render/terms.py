"""Glossary terms in prose: the first occurrence in each piece becomes something to look up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from generator.model.book import Term

# What is left alone: references, links, code and HTML.
_SKIP = re.compile(r"\[\[.*?\]\]|\[[^\]]*\]\([^)]*\)|`[^`]*`|<[^>]*>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TermMarker:
    """Finds the terms of a glossary by all their written forms, longest first."""

    pattern: re.Pattern[str]
    by_form: dict[str, Term]

    @classmethod
    def of(cls, terms: Iterable[Term]) -> TermMarker:
        """A marker for those terms."""
        by_form = {form: term for term in terms for form in term.forms}
        forms = sorted(by_form, key=lambda form: (-len(form), form))
        return cls(
            re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, forms))})(?![\w-])"), by_form
        )

    def mark(self, text: str, home: str, write: Callable[[Term, str], str]) -> str:
        """The text with each term's first occurrence written by ``write(term, form)``, except
        where ``home`` is the very rule that explains it.
        """
        if not self.by_form:
            return text
        seen: set[str] = set()

        def marked(match: re.Match[str]) -> str:
            term = self.by_form[match[0]]
            if term.id in seen or term.rule == home:
                return match[0]
            seen.add(term.id)
            return write(term, match[0])

        parts: list[str] = []
        position = 0
        for skipped in _SKIP.finditer(text):
            parts += [self.pattern.sub(marked, text[position : skipped.start()]), skipped[0]]
            position = skipped.end()
        parts.append(self.pattern.sub(marked, text[position:]))
        return "".join(parts)
