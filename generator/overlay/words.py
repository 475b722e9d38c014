"""Upstream's words, spelt the remix's way wherever people read them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from generator.model.document import Document
from generator.model.manuscript import Manuscript, Written
from generator.model.numbers import WORDING, is_leaf
from nightsong.wording import reworded

# What people read. Ids, keys, dice and addresses stay.
_READ = frozenset(
    {
        *("title", "text", "opening", "brief", "then", "term", "meaning", "also", "name", "note"),
        *("header", "phrase", "drive", "specials", "examples", "entries", "none", "some"),
    }
)
# Numbers by name, ids of links, addresses: no words of the text.
_FIXED = re.compile(r"\{\{.*?\}\}|\[\[[^\[\]|]*(?:\]\])?|\]\([^)]*\)|https?://\S+", re.DOTALL)


def with_words(manuscript: Manuscript, words: Mapping[str, str]) -> Manuscript:
    """The manuscript in those words."""
    if not words:
        return manuscript
    assert manuscript.glossary and manuscript.book and manuscript.editions and manuscript.numbers
    return replace(
        manuscript,
        chapters={id_: _written(one, words) for id_, one in manuscript.chapters.items()},
        tables={id_: _written(one, words) for id_, one in manuscript.tables.items()},
        glossary=_written(manuscript.glossary, words),
        book=_written(manuscript.book, words),
        editions=_written(manuscript.editions, words),
        numbers=_numbers(manuscript.numbers, words),
    )


def _written(one: Written[Any], words: Mapping[str, str]) -> Written[Any]:
    return Written(_form(one.form, words, read=False), one.document)


def _form(value: Any, words: Mapping[str, str], *, read: bool) -> Any:
    if isinstance(value, str):
        return _text(value, words) if read and type(value) is str else value
    if isinstance(value, tuple):
        return tuple(_form(one, words, read=read) for one in value)
    if isinstance(value, Mapping):
        return {
            _form(key, words, read=read): _form(one, words, read=read) for key, one in value.items()
        }
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changed = {
        one.name: _form(getattr(value, one.name), words, read=one.name in _READ)
        for one in fields(value)
    }
    return replace(value, **changed)


def _text(text: str, words: Mapping[str, str]) -> str:
    """The text in those words, but for what is no word of it."""
    made, start = "", 0
    for match in _FIXED.finditer(text):
        made += reworded(text[start : match.start()], words) + match[0]
        start = match.end()
    return made + reworded(text[start:], words)


def _numbers(document: Document, words: Mapping[str, str]) -> Document:
    return replace(document, data=_value(document.data, words))


def _value(data: Any, words: Mapping[str, str]) -> Any:
    """Numbers with the names among them reworded."""
    if isinstance(data, list):
        return [_value(one, words) for one in data]
    if isinstance(data, str):
        return reworded(data, words) if WORDING.fullmatch(data) else data
    if isinstance(data, dict) and not is_leaf(data):
        return {name: _value(inner, words) for name, inner in data.items()}
    return data
