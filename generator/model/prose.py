"""The two things that prose may hold beside Markdown: numbers and cross references.

``{{ n.slots.base }}`` or ``{{ n.abilities.array | signed }}`` is a number by its name;
``[[id]]`` or ``[[id|text]]`` is a reference. Prose is text, not a program: nothing else is allowed
inside the braces, so that a remix from a stranger can't run anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

_BRACES = re.compile(r"\{\{(.*?)\}\}|\{[{%#]", re.DOTALL)
_CALL = re.compile(r"\s*n\.([a-z0-9_]+(?:\.[a-z0-9_]+)*)\s*(?:\|\s*([A-Za-z_]+)\s*)?")
_ADDRESS = re.compile(r"\]\([^)]*\)|https?://\S+")
_LIST_MARKER = re.compile(r"^ *\d+\.(?= )", re.MULTILINE)
_LINK = re.compile(r"\[\[([^\[\]|]*)(?:\|([^\[\]]*))?\]\]")


class NumberUse(NamedTuple):
    """A pair of braces: the number's name and filter, or an empty name where it can't be read."""

    offset: int  # of the name, or of the braces where there is none
    source: str  # as written, braces included
    name: str
    filter: str | None


class LinkUse(NamedTuple):
    """A cross reference: its target's id, and its own text if it has one."""

    offset: int
    id: str
    text: str | None


def number_uses(text: str) -> Iterator[NumberUse]:
    """Every pair of braces in the text, in order."""
    for match in _BRACES.finditer(text):
        call = _CALL.fullmatch(match[1]) if match[1] is not None else None
        if call is None:
            yield NumberUse(match.start(), match[0], "", None)
        else:
            yield NumberUse(match.start(1) + call.start(1) - 2, match[0], call[1], call[2])


def fill(text: str, value: Callable[[str, str | None], str]) -> str:
    """The text with each number's braces replaced by ``value(name, filter)``."""

    def replaced(match: re.Match[str]) -> str:
        call = _CALL.fullmatch(match[1] or "")
        return value(call[1], call[2]) if call else match[0]

    return _BRACES.sub(replaced, text)


def link_uses(text: str) -> Iterator[LinkUse]:
    """Every cross reference in the text, in order."""
    for match in _LINK.finditer(text):
        yield LinkUse(match.start(1), match[1].strip(), match[2])


def relink(text: str, link: Callable[[str, str | None], str]) -> str:
    """The text with each cross reference replaced by ``link(id, text)``."""
    return _LINK.sub(lambda match: link(match[1].strip(), match[2]), text)


def bare(text: str) -> str:
    """The text with numbers, references, addresses and list markers blanked out, same offsets."""

    def blank(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match[0])

    for pattern in (_BRACES, _LINK, _ADDRESS, _LIST_MARKER):
        text = pattern.sub(blank, text)
    return text


def plain(text: str) -> str:
    """Prose as plain text: references and emphasis reduced to their words."""
    text = relink(text, lambda _, shown: shown or "")
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return " ".join(re.sub(r"[*_`]", "", text).split())


_NEW_LINE = re.compile(r" *(?:[-*+] |\d+[.)] |\||>)")


def unwrapped(text: str) -> str:
    """The text with each paragraph and list item on one line.

    Some readers show a single line break as one, and where the author broke the lines is no part
    of the text.
    """
    lines: list[str] = []
    for line in text.splitlines():
        goes_on = lines and lines[-1] and line.strip() and not _NEW_LINE.match(line)
        if goes_on and not lines[-1].lstrip().startswith("|"):
            lines[-1] = f"{lines[-1]} {line.strip()}"
        else:
            lines.append(line.rstrip())
    return "\n".join(lines)
