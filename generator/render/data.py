"""Data for other programs: ``tables.json`` and the rules package's bundle."""

from __future__ import annotations

import json
from typing import Any

from generator.model.book import Book
from generator.model.published import SCHEMA
from generator.model.ruleset import ruleset_of
from nightsong.bestiary import creature_report
from nightsong.bundle import dump_ruleset
from nightsong.codec import encode
from nightsong.model import Table
from nightsong.printing import printed_rows


def tables_json(book: Book) -> str:
    """Every table as printed: ``{"tables": [{"id", "title", "source", "rolls": […]}]}``.

    One ``rolls`` element for each die column, rows in order, key first. The shape is public.
    """
    data = {
        "schema": SCHEMA,
        "title": book.game.title,
        "version": book.game.version,
        "notice": book.game.notice,
        "tables": [_table(table) for table in book.tables.values()],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _table(table: Table) -> dict[str, Any]:
    data: dict[str, Any] = {
        "id": table.id,
        "title": table.title,
        "source": encode(table.source),
        "rolls": [
            {
                "die": roll.die,
                "header": list(roll.header),
                "rows": [list(row) for row in printed_rows(table, roll)],
            }
            for roll in table.rolls
        ],
    }
    if table.supplement:
        data["supplement"] = True
    return data


def creatures_json(book: Book) -> str:
    """Every creature with all its values: ``{"creatures": [{"id", "name", "kind", …}]}``.

    Kinds are in the book's order, and the creatures in theirs. The shape is public.
    """
    found = [stats.creature for section in book.sections() for stats in section.creatures]
    data = {
        "schema": SCHEMA,
        "title": book.game.title,
        "version": book.game.version,
        "notice": book.game.notice,
        "creatures": [creature_report(creature) for creature in found],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def attribution_json(book: Book) -> str:
    """Who is to be credited, for programs: the four parts of the notice and every source used."""
    game = book.game
    used = [*game.chain, *(section.source for section in book.sections())]
    used += [table.source for table in book.tables.values()]
    data = {
        "schema": SCHEMA,
        "title": game.title,
        "version": game.version,
        "notice": game.notice,
        "credit": game.credit,
        "reserved": game.reserved,
        "designated": game.designated,
        "sources": [encode(source) for source in dict.fromkeys(used)],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def ruleset_json(book: Book) -> str:
    """The bundle that the engine loads."""
    return dump_ruleset(ruleset_of(book))
