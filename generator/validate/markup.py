"""The HTML of templates from strangers: text, boxes and links in the book, and nothing to fetch."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser

from generator.model.problems import Problem

_TAGS = frozenset(
    {
        *("section", "div", "header", "footer", "h1", "h2", "h3", "h4", "p", "span", "b", "i"),
        *("em", "strong", "small", "br", "hr", "ul", "ol", "li", "dl", "dt", "dd", "blockquote"),
        *("table", "thead", "tbody", "tr", "th", "td", "a", "abbr", "cite", "q", "sup", "sub"),
    }
)
_TRAITS = frozenset({"class", "id", "href", "lang", "title", "colspan", "rowspan"})
_HREF = re.compile(r"#[\w-]*|https?://[^\s\"'<>]+")
_SPAN = re.compile(r"[1-9]|1[0-9]")


def markup_problems(tokens: Iterable[tuple[int, str, str]], name: str) -> Iterator[Problem]:
    """Whatever in a template's HTML is more than text and boxes.

    ``tokens`` are the template's, as Jinja itself takes it apart: a line, a kind and a text each.
    """
    reader = _Reader()
    reader.feed("".join(map(_shown, tokens)))
    reader.close()
    for line, came in reader.found:
        tip = "Use plain elements with a class; the theme's styles are in theme/print/."
        yield Problem(name, line, 1, "template.markup", "text and boxes", came, tip)


def _shown(token: tuple[int, str, str]) -> str:
    """What a token puts on the page: itself, a letter for what is filled in, or its lines."""
    _, kind, text = token
    if kind == "data":
        return text
    return ("x" if kind == "variable_begin" else "") + "\n" * text.count("\n")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[tuple[int, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element: one of the plain ones, with plain traits."""
        line = self.getpos()[0]
        if tag not in _TAGS:
            self.found.append((line, f"<{tag[:20]}>"))
        for trait, value in attrs:
            if trait not in _TRAITS or not _is_plain(trait, value or ""):
                self.found.append((line, f"{trait[:20]}=“{(value or '')[:40]}”"))

    def handle_comment(self, data: str) -> None:
        """A comment; Jinja has its own."""
        self.found.append((self.getpos()[0], f"<!--{data[:20]}"))

    def handle_decl(self, decl: str) -> None:
        """A declaration."""
        self.found.append((self.getpos()[0], f"<!{decl[:20]}"))

    def unknown_decl(self, data: str) -> None:
        """A marked section."""
        self.handle_decl(data)

    def handle_pi(self, data: str) -> None:
        """A processing instruction."""
        self.found.append((self.getpos()[0], f"<?{data[:20]}"))


def _is_plain(trait: str, value: str) -> bool:
    if trait == "href":
        return bool(_HREF.fullmatch(value))
    return not trait.endswith("span") or bool(_SPAN.fullmatch(value))
