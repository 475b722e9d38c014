"""Tables: their own laws, their references, and their place in the book."""

from __future__ import annotations

from collections.abc import Iterator

from generator.model.document import Document, Path
from generator.model.manuscript import Manuscript, placed_sections
from generator.model.problems import Problem
from generator.model.tables import built_table
from nightsong.invariants import Flaw, reference_flaws, table_flaws


def table_problems(manuscript: Manuscript) -> Iterator[Problem]:
    """Every problem of the tables."""
    tables = {table_id: built_table(table_id, manuscript) for table_id in manuscript.tables}
    for table_id, table in tables.items():
        document = manuscript.tables[table_id].document
        for flaw in table_flaws(table):
            yield _problem(flaw, document)
        for flaw in reference_flaws(table, tables):
            if not any(broken in flaw.came for broken in manuscript.broken):
                yield _problem(flaw, document)
    yield from _placement_problems(manuscript)
    yield from _group_problems(manuscript)


def _problem(flaw: Flaw, document: Document) -> Problem:
    path = _in_document(flaw.path, document)
    at_key = len(path) in (3, 4) and path[2] == "rows"
    return document.problem(path, flaw.code, flaw.expected, flaw.came, flaw.tip, key=at_key)


def _in_document(path: Path, document: Document) -> Path:
    """A flaw counts rows by position; in the file they stand under their keys."""
    if len(path) < 4 or path[2] != "rows":
        return path
    keys = list(document.data["rolls"][path[1]]["rows"])
    return (*path[:3], keys[int(path[3])], *path[4:])


def _placement_problems(manuscript: Manuscript) -> Iterator[Problem]:
    """Each table stands in exactly one section."""
    placed: dict[str, str] = {}
    for chapter_id, chapter in manuscript.chapters.items():
        for section in placed_sections(chapter_id, chapter):
            for index, table_id in enumerate(section.form.tables):
                path = (*section.path, "tables", index)
                if table_id in placed:
                    came = f"“{table_id}”, which stands in {placed[table_id]} already"
                    yield section.document.problem(
                        path, "table.placed-twice", "a table not yet placed", came, "Link to it."
                    )
                elif table_id not in manuscript.tables and table_id not in manuscript.broken:
                    yield section.document.problem(
                        path,
                        "table.unknown-table",
                        "the id of a table",
                        f"“{table_id}”",
                        "The id is the table's path below tables/ without .yml.",
                    )
                placed[table_id] = section.id
    if any(chapter in manuscript.broken for chapter in _listed(manuscript)):
        return  # the table may well stand in a chapter that can't be read
    for table_id, table in manuscript.tables.items():
        if table_id not in placed:
            yield table.document.problem(
                (),
                "table.unplaced",
                "a section that prints the table",
                "none",
                f"Add {table_id} to the tables of a section in content/rules/.",
            )


def _listed(manuscript: Manuscript) -> tuple[str, ...]:
    return manuscript.book.form.chapters if manuscript.book else ()


def _group_problems(manuscript: Manuscript) -> Iterator[Problem]:
    """What is rolled together exists."""
    if manuscript.book is None:
        return
    for number, group in enumerate(manuscript.book.form.groups):
        for index, table_id in enumerate(group.tables):
            if table_id not in manuscript.tables and table_id not in manuscript.broken:
                yield manuscript.book.document.problem(
                    ("groups", number, "tables", index),
                    "table.unknown-table",
                    "the id of a table",
                    f"“{table_id}”",
                    "The id is the table's path below tables/ without .yml.",
                )
