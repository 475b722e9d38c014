"""JSON for other programs: its schemas describe all of it, and readers of schema 1 still read it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import fastjsonschema
import pytest
from reader_v1 import read_creatures, read_credit, read_ruleset, read_tables

from generator.model.book import Book
from generator.project import Project
from generator.render.data import attribution_json, creatures_json, ruleset_json, tables_json

MADE: dict[str, Callable[[Book], str]] = {
    "attribution": attribution_json,
    "creatures": creatures_json,
    "ruleset": ruleset_json,
    "tables": tables_json,
}
OPEN = {"numbers"}  # named by each game as it likes


def schema_of(project: Project, name: str) -> dict[str, Any]:
    """The published schema of a file."""
    path = project.schemas / "published" / f"{name}.json"
    schema: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return schema


def closed(schema: Any) -> Any:
    """The schema with nothing allowed that it doesn't name."""
    if isinstance(schema, list):
        return [closed(value) for value in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: closed(value) for key, value in schema.items()}
    return {**inner, "additionalProperties": False} if "properties" in schema else inner


@pytest.mark.parametrize("name", MADE)
def test_the_published_schema_describes_every_field(
    project: Project, any_book: Book, name: str
) -> None:
    """An independent validator finds nothing wrong, and nothing that the schema doesn't name."""
    schema, data = schema_of(project, name), json.loads(MADE[name](any_book))
    fastjsonschema.compile(schema)(data)
    fastjsonschema.compile(closed(schema))(data)


@pytest.mark.parametrize("name", MADE)
def test_a_published_schema_lets_later_fields_pass_and_refuses_other_shapes(
    project: Project, book: Book, name: str
) -> None:
    """What is added breaks no validator; another version or a missing notice does."""
    check = fastjsonschema.compile(schema_of(project, name))
    data = json.loads(MADE[name](book))
    check({**data, "added": 1})
    for wrong in ({**data, "schema": 2}, {k: v for k, v in data.items() if k != "notice"}):
        with pytest.raises(fastjsonschema.JsonSchemaValueException):
            check(wrong)


def test_a_reader_of_schema_1_still_reads_the_tables(book: Book) -> None:
    """Die, header, and each row under its key."""
    found = read_tables(tables_json(book))
    assert list(found) == list(book.tables)
    for table_id, rolls in found.items():
        for roll, ours in zip(rolls, book.tables[table_id].rolls, strict=True):
            assert roll["die"] == ours.die and tuple(roll["header"]) == ours.header
            assert list(roll["rows"]) == [row.key for row in ours.rows]


def test_a_reader_of_schema_1_still_reads_creatures_credits_and_the_ruleset(book: Book) -> None:
    """Nothing that it relied on has gone or changed its kind."""
    creatures = [stats.creature.npc for s in book.sections() for stats in s.creatures]
    lines = read_creatures(creatures_json(book))
    assert list(lines) == [npc.name for npc in creatures]
    assert all(f"{npc.hp} HP" in lines[npc.name] for npc in creatures)
    notice, sources = read_credit(attribution_json(book))
    assert notice == book.game.notice
    assert f"{book.game.source.title} ({book.game.source.licence})" in sources
    tables, rows, rules = read_ruleset(ruleset_json(book))
    assert tables == set(book.tables)
    assert rows == sum(len(r.rows) for t in book.tables.values() for r in t.rolls)
    assert rules == {section.id for section in book.sections()}
