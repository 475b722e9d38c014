"""Prose for print: Markdown to HTML, cross references with the pages they lead to."""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Mapping
from functools import cached_property

import markdown
from markupsafe import Markup

from generator.model.book import Kind, Target
from generator.model.prose import relink

UNKNOWN = "00"  # stands for a page number, which the press puts in its place

_WHOLE_PARAGRAPH = re.compile(r"\s*<p>(.*)</p>\s*", re.DOTALL)
_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
_ROW = re.compile(r"<tr>(.*?)</tr>", re.DOTALL)
_CELL = re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_MEASURE = 68  # letters that fit across the narrowest page
_PAD = 3  # what the space between two columns takes
_TEXT = re.compile(r"(?<=>)[^<>]+|^[^<>]+")  # text between tags
_SUFFIX = re.compile(r"(?<![\w\"’-])(-[a-z]+)")
_CAPITALS = re.compile(r"(?<![\w&#])(\d*D(?:\d+|%)|[A-ZÖ]{2,})(?=s?(?![A-Za-z0-9]))")


class Prose:
    """Turns the book's prose into HTML.

    ``home`` is the section that a text stands in. There, a reference names its page the first
    time that it is made; later, inside its own home, and wherever its target isn't part of the
    edition, it is text alone.
    """

    def __init__(
        self,
        targets: Mapping[str, Target],
        present: Collection[str],
        *,
        numbered: bool = True,
    ) -> None:
        self._targets = targets
        self._present = present
        self._numbered = numbered
        self._said: set[tuple[str, str]] = set()
        self._markdown = markdown.Markdown(
            extensions=["tables", "sane_lists"], output_format="html"
        )

    @cached_property
    def creatures(self) -> Mapping[str, str]:
        """The ids of creatures by their names."""
        known = self._targets.values()
        return {one.title: one.id for one in known if one.kind is Kind.CREATURE}

    def page(self, target: str) -> Markup:
        """Where the press puts the number of the page that an id stands on."""
        return safe(f'<span data-page="{target}">{UNKNOWN}</span>')

    def blocks(self, text: str, home: str = "") -> Markup:
        """Markdown with block structure as HTML."""
        linked = relink(
            text,
            lambda target, words: str(
                self.link(target, words or self._targets[target].title, home)
            ),
        )
        return safe(typeset(ladders(self._markdown.reset().convert(linked))))

    def inline(self, text: str, home: str = "") -> Markup:
        """Markdown of a single paragraph as HTML without the paragraph around it."""
        rendered = self.blocks(text, home)
        match = _WHOLE_PARAGRAPH.fullmatch(rendered)
        return safe(match[1]) if match and "<p>" not in match[1] else rendered

    def link(self, target: str, text: str, home: str = "") -> Markup:
        """A cross reference."""
        words = html.escape(text, quote=False)
        if target not in self._present:
            return safe(words)
        return safe(f'<a class="ref" href="#{target}">{words}{self._at(target, home)}</a>')

    def _at(self, target: str, home: str) -> str:
        inside = home and (target == home or target.startswith(f"{home}/"))
        if not self._numbered or inside or (home, target) in self._said:
            return ""
        self._said.add((home, target))
        return f' <span class="at">p.&nbsp;{self.page(target)}</span>'


def ladders(markup: str) -> str:
    """HTML with its small tables of pairs turned on their sides, to be read like a ruler."""
    return _TABLE.sub(_ladder, markup)


def _ladder(table: re.Match[str]) -> str:
    rows = [_CELL.findall(row) for row in _ROW.findall(table[0])]
    width = sum(max(len(_TAG.sub("", cell)) for cell in row) + _PAD for row in rows if row)
    if len(rows) < 5 or any(len(row) != 2 for row in rows) or width > _MEASURE:
        return table[0]
    lines = (
        f'<tr><th scope="row">{head}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
        for head, *cells in zip(*rows, strict=True)
    )
    return f'<table class="ladder"><tbody>{"".join(lines)}</tbody></table>'


def safe(markup: str) -> Markup:
    """HTML that we made ourselves, which the templates take as it is."""
    return Markup(markup)  # noqa: S704


def typeset(markup: str) -> str:
    """HTML with dice and runs of capitals set in small capitals, and ``-suffixes`` kept whole."""
    return _TEXT.sub(_typeset, markup)


def _typeset(text: re.Match[str]) -> str:
    capitals = _CAPITALS.sub(r'<span class="caps">\1</span>', text[0])
    return _SUFFIX.sub(r'<span class="suffix">\1</span>', capitals)
