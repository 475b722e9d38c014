"""Every entry of a manuscript by its id, as plain data: what a remix can change, compared."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from generator.model.authored import ChapterForm
from generator.model.manuscript import Manuscript, Written, placed_sections
from generator.model.numbers import leaves
from generator.model.remix import ChapterChange, ChapterChanges, RemixManuscript

_INSIDE = ("sections", "rulings", "creatures")  # entries of their own


def entries(manuscript: Manuscript) -> dict[str, Any]:
    """The plain data of every entry by its id; numbers as ``n.slots.base``."""
    return dict(_entries(manuscript))


def _entries(manuscript: Manuscript) -> Iterator[tuple[str, Any]]:
    assert manuscript.glossary and manuscript.book and manuscript.editions and manuscript.numbers
    for table_id, table in manuscript.tables.items():
        yield table_id, _plain(table.form)
    for chapter_id, chapter in manuscript.chapters.items():
        yield from _of_chapter(chapter_id, chapter)
    for term in manuscript.glossary.form.terms:
        yield f"glossary/{term.id}", _plain(term)
    for group in manuscript.book.form.groups:
        yield f"groups/{group.id}", _plain(group)
    for name, edition in manuscript.editions.form.editions.items():
        yield f"editions/{name}", _plain(edition)
    for path, leaf in leaves(manuscript.numbers.data):
        yield f"n.{'.'.join(path)}", leaf


def _of_chapter(chapter_id: str, chapter: Written[ChapterForm]) -> Iterator[tuple[str, Any]]:
    yield chapter_id, _own(chapter.form)
    for ruling in chapter.form.rulings:
        yield f"rulings/{ruling.id}", _plain(ruling)
    for placed in placed_sections(chapter_id, chapter):
        yield placed.id, _own(placed.form)
        for ruling in placed.form.rulings:
            yield f"rulings/{ruling.id}", _plain(ruling)
        for creature in placed.form.creatures:
            yield f"{placed.id}/{creature.id}", _plain(creature)


def touched(remix: RemixManuscript) -> frozenset[str]:
    """The ids of upstream entries that a remix replaces or removes."""
    return frozenset(_touched(remix)) - {""}


def _touched(remix: RemixManuscript) -> Iterator[str]:
    yield from remix.remix.form.removes
    yield from (table.form.replaces for table in remix.tables.values())
    for chapter in remix.chapters.values():
        form = chapter.form
        if isinstance(form, ChapterChange):
            yield form.replaces
        elif isinstance(form, ChapterChanges):
            changes: list[Any] = [*form.sections, *form.creatures, *form.rulings]
            yield from (change.replaces for change in changes)
    yield from (one.replaces for one in (remix.glossary.form.terms if remix.glossary else ()))
    yield from (one.replaces for one in (remix.book.form.groups if remix.book else ()))
    editions = remix.editions.form.editions if remix.editions else {}
    yield from (one.replaces for one in editions.values())
    if remix.numbers and isinstance(remix.numbers.data, dict):
        yield from (f"n.{'.'.join(path)}" for path, _ in leaves(remix.numbers.data))


def digest(data: Any) -> str:
    """Sixteen hex digits that stand for an entry's content."""
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def lines(data: Any, name: str = "") -> Iterator[str]:
    """An entry as lines to compare: a sentence or a value on each."""
    if isinstance(data, Mapping):
        for key, inner in data.items():
            yield from lines(inner, f"{name}.{key}" if name else str(key))
    elif isinstance(data, list):
        for inner in data:
            yield from lines(inner, name)
    elif data not in (None, "", False):
        text = str(data).strip()
        for row in text.splitlines():
            yield f"{name}: {row.strip()}" if row.strip() else ""


def _own(form: Any) -> dict[str, Any]:
    """A chapter or section without the entries in it."""
    return {key: value for key, value in _plain(form).items() if key not in _INSIDE}


def _plain(value: Any) -> Any:
    """Plain data, without what is as it would be if nothing were said."""
    if is_dataclass(value) and not isinstance(value, type):
        # A field that a newer release has is as if it had always been there, unless it is used.
        said = ((one.name, getattr(value, one.name), one.default) for one in fields(value))
        found = ((name, _plain(inner)) for name, inner, usual in said if inner != usual)
        return {name: inner for name, inner in found if inner not in (None, "", False, [], {})}
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(inner) for inner in value]
    return value if isinstance(value, int | float | bool) or value is None else str(value)
