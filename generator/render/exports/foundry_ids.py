"""Ids, keys, links and texts as Foundry VTT wants them."""

from __future__ import annotations

import hashlib
import re
from html import escape
from typing import Any, TypeAlias

from generator.model.book import Book

Document: TypeAlias = dict[str, Any]
TABLES = "tables"  # the packs' names
RULES = "rules"
ENTRY = "JournalEntry"  # Foundry's names of what lies in the packs
PAGE = "JournalEntryPage"
TABLE = "RollTable"
_SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_LENGTH = 16
_NOTHING = "\u2060"  # a joiner without width: keeps signs apart that would be a command together
_COMMAND = re.compile(r"\[(?=\[)|(?:@|&(?:amp;)?)(?=\w*\[)|(?<=\])(?=\])")


def foundry_id(kind: str, name: str) -> str:
    """Sixteen letters and digits that stand for a thing of that kind and name, always the same."""
    number = int.from_bytes(hashlib.sha256(f"{kind}\n{name}".encode()).digest())
    signs = []
    for _ in range(_LENGTH):
        number, sign = divmod(number, len(_SIGNS))
        signs.append(_SIGNS[sign])
    return "".join(signs)


def uuid(book: Book, pack: str, *steps: str) -> str:
    """Where a document of a pack is found: ``RollTable``, its id, and so on inwards."""
    return ".".join(("Compendium", book.game.slug, pack, *steps))


def page_uuid(book: Book, entry: str, page: str) -> str:
    """Where a page of the journal is found, by what its entry and it stand for."""
    return uuid(book, RULES, ENTRY, foundry_id(ENTRY, entry), PAGE, foundry_id(PAGE, page))


def harmless(text: str) -> str:
    """Text in which Foundry sees no command, such as ``@UUID[…]`` or ``[[1d6]]``."""
    return _COMMAND.sub(lambda match: match[0] + _NOTHING, text)


def html_text(text: str) -> str:
    """Text as HTML that shows it and does nothing."""
    return harmless(escape(text, quote=False))


def link_to(address: str, label: str) -> str:
    """A link to a document, in Foundry's way of writing it."""
    return f"@UUID[{address}]{{{re.sub(r'[{}]', ' ', label)}}}"
