"""Ids: where each of them is defined."""

from __future__ import annotations

from collections.abc import Iterator

from generator.model.document import Document, Path
from generator.model.manuscript import Manuscript, placed_sections
from generator.model.rosters import roster_id


class Defined:
    """An id where it is defined."""

    __slots__ = ("document", "id", "path")

    def __init__(self, id_: str, document: Document, path: Path) -> None:
        self.id, self.document, self.path = id_, document, path


def defined_ids(manuscript: Manuscript) -> Iterator[Defined]:
    """Every id that the manuscript defines, in order, repeats included."""
    for table_id, table in manuscript.tables.items():
        yield Defined(table_id, table.document, ())
    for chapter_id, chapter in manuscript.chapters.items():
        yield Defined(chapter_id, chapter.document, ())
        for index, ruling in enumerate(chapter.form.rulings):
            yield Defined(f"rulings/{ruling.id}", chapter.document, ("rulings", index, "id"))
        for placed in placed_sections(chapter_id, chapter):
            yield Defined(placed.id, placed.document, (*placed.path, "id"))
            for index, ruling in enumerate(placed.form.rulings):
                path = (*placed.path, "rulings", index, "id")
                yield Defined(f"rulings/{ruling.id}", placed.document, path)
            for index, creature in enumerate(placed.form.creatures):
                path = (*placed.path, "creatures", index, "id")
                yield Defined(f"{placed.id}/{creature.id}", placed.document, path)
            if placed.form.roster:
                yield Defined(roster_id(chapter_id), placed.document, (*placed.path, "roster"))
    if manuscript.glossary:
        for index, term in enumerate(manuscript.glossary.form.terms):
            document = manuscript.glossary.document
            yield Defined(f"glossary/{term.id}", document, ("terms", index, "id"))
