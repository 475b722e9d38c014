"""Tables as Foundry's RollTables, in folders by chapter.

A table of several rolls is there as its parts and as a whole. The whole gives joined results
(Wyrmhaven) where they can be written out, else it draws from its parts. So does a group of tables
that are rolled together: Foundry draws every result whose range holds the total.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from generator.model.book import Book, Kind
from generator.model.rosters import roster_id
from generator.render.blocks import credit_line
from generator.render.exports.formulas import lookup
from generator.render.exports.foundry_ids import (
    TABLE,
    TABLES,
    Document,
    foundry_id,
    html_text,
    link_to,
    page_uuid,
    uuid,
)
from generator.render.exports.shares import chapter_tables, line, roll_title, wholes
from nightsong.model import Group, Join, Row, Table, TableRoll
from nightsong.rolling import part_key

_FOLDER = "folder"
_TOGETHER = "1d1"  # all at once


def table_documents(book: Book) -> Iterator[Document]:
    """Every document of the pack, folders first."""
    placed = chapter_tables(book)
    titles = {chapter.id: chapter.title for chapter in book.chapters}
    for number, chapter in enumerate(filter(None, placed)):
        yield _folder(chapter, titles[chapter], number)
    for chapter, tables in placed.items():
        documents = (document for table in tables for document in _documents(book, table))
        yield from _sorted(documents, folder_id(chapter) if chapter else None)
    yield from _sorted((_group(book, group) for group in book.groups), None)


def table_uuid(book: Book, table_id: str) -> str:
    """Where a whole table is found."""
    return uuid(book, TABLES, TABLE, foundry_id(TABLE, table_id))


def folder_id(chapter: str) -> str:
    """The id of a chapter's folder."""
    return foundry_id(_FOLDER, chapter)


def _folder(chapter: str, title: str, number: int) -> Document:
    found = folder_id(chapter)
    return {
        "_id": found,
        "_key": f"!folders!{found}",
        "name": title,
        "type": TABLE,
        "folder": None,
        "sorting": "m",
        "sort": number,
    }


def _sorted(documents: Iterable[Document], folder: str | None) -> Iterator[Document]:
    for number, document in enumerate(documents):
        yield {**document, "folder": folder, "sort": number}


def _documents(book: Book, table: Table) -> Iterator[Document]:
    if len(table.rolls) > 1:
        yield _whole(book, table)
    for roll in table.rolls:
        yield _part(book, table, roll)


def _part(book: Book, table: Table, roll: TableRoll) -> Document:
    key = part_key(table, roll)
    dice = lookup(roll)
    results: list[Document] = []
    seen: Counter[str] = Counter()  # ranges of a row, which have none of their own to be named by
    for low, high, row, weight in dice.ranges:
        mark = f"{row.key}#{seen[row.key]}"
        seen[row.key] += 1
        result = _text(key, mark, line(table, row), weight, low, high)
        results.append(_linked(book, table, row, result))
    flags = {"id": table.id, "roll": roll.name}
    return _table(book, key, roll_title(table, roll), dice.formula, results, _about(table), flags)


def _linked(book: Book, table: Table, row: Row, result: Document) -> Document:
    """A result with a link to what it brings: a table of names, or a creature of a roster."""
    address = label = ""
    if row.names is not None:
        address, label = table_uuid(book, row.names), book.tables[row.names].title
    elif (home := book.targets.get(table.id)) and table.id == roster_id(home.page):
        creature = _creature(book, row.name, home.page)
        address, label = (page_uuid(book, home.page, creature), row.name) if creature else ("", "")
    if not address:
        return result
    link = link_to(address, html_text(label))
    return {**result, "description": f"{result['description']} {link}"}


def _creature(book: Book, name: str, page: str) -> str:
    """The id of a page's creature by its name; empty where there is none."""
    known = (target for target in book.targets.values() if target.kind is Kind.CREATURE)
    return next((one.id for one in known if (one.title, one.page) == (name, page)), "")


def _whole(book: Book, table: Table) -> Document:
    either = table.join is Join.EITHER
    results: list[Document] = []
    last = 0
    for text, weight, mark in () if either else wholes(table):
        results.append(_text(table.id, mark, text, weight, last + 1, last + weight))
        last += weight
    formula = f"1d{last}"
    if not results:
        formula = f"1d{len(table.rolls)}" if either else _TOGETHER
        inner = [(part_key(table, roll), roll_title(table, roll)) for roll in table.rolls]
        results = _drawn(book, table.id, inner, apart=either)
    flags = {"id": table.id}
    return _table(book, table.id, table.title, formula, results, _about(table), flags)


def _group(book: Book, group: Group) -> Document:
    inner = [(table_id, book.tables[table_id].title) for table_id in group.tables]
    key, flags = f"group/{group.id}", {"group": group.id}
    results = _drawn(book, key, inner, apart=False)
    return _table(book, key, group.title, _TOGETHER, results, "", flags)


def _about(table: Table) -> str:
    phrase = f"<p>{html_text(table.phrase)}</p>" if table.phrase else ""
    return f"{phrase}<p>{html_text(credit_line(table.source))}</p>"


def _table(
    book: Book,
    key: str,
    title: str,
    formula: str,
    results: list[Document],
    about: str,
    flags: Mapping[str, Any],
) -> Document:
    found = foundry_id(TABLE, key)
    owned = [{**result, "_key": f"!tables.results!{found}.{result['_id']}"} for result in results]
    return {
        "_id": found,
        "_key": f"!tables!{found}",
        "name": title,
        "description": about,
        "formula": formula,
        "replacement": True,
        "displayRoll": True,
        "results": owned,
        "flags": {book.game.slug: dict(flags)},
    }


def _text(key: str, mark: str, text: str, weight: int, low: int, high: int) -> Document:
    return {
        "_id": foundry_id("TableResult", f"{key}\n{mark}"),
        "type": "text",
        "name": "",
        "description": html_text(text),
        "weight": weight,
        "range": [low, high],
        "drawn": False,
    }


def _drawn(
    book: Book, key: str, inner: Iterable[tuple[str, str]], *, apart: bool
) -> list[Document]:
    """Results that draw from other tables: each for a total of its own, or all for one."""
    return [
        {
            "_id": foundry_id("TableResult", f"{key}\n{inner_key}"),
            "type": "document",
            "name": title,
            "description": "",
            "documentUuid": table_uuid(book, inner_key),
            "weight": 1,
            "range": [number, number] if apart else [1, 1],
            "drawn": False,
        }
        for number, (inner_key, title) in enumerate(inner, 1)
    ]
