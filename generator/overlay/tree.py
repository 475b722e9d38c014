"""A chapter taken apart into its entries, so that each can be exchanged, and put together again.

Every entry remembers where it was written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from generator.model.authored import ChapterForm, CreatureForm, RulingForm, SectionForm
from generator.model.document import Document, Path
from generator.model.manuscript import Written
from generator.model.woven import woven

Origins = dict[Path, tuple[Document, Path]]


@dataclass(slots=True)
class Part:
    """An entry without others in it: its id, its form, and where it was written."""

    id: str
    form: Any
    document: Document
    path: Path


@dataclass(slots=True)
class Node:
    """A chapter or section with the entries in it."""

    id: str
    form: ChapterForm | SectionForm
    document: Document
    path: Path
    rulings: list[Part] = field(default_factory=list)
    creatures: list[Part] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)

    def all(self) -> Iterator[Node]:
        """Itself and every section in it, in reading order."""
        yield self
        for node in self.nodes:
            yield from node.all()


def chapter_node(chapter_id: str, written: Written[ChapterForm]) -> Node:
    """A chapter as a tree of its entries."""
    return node_of(chapter_id, written.form, written.document, ())


def node_of(id_: str, form: ChapterForm | SectionForm, document: Document, path: Path) -> Node:
    """A chapter or section, written at that path, as a tree of its entries."""
    made = Node(id_, form, document, path)
    made.rulings = [
        Part(f"rulings/{one.id}", one, *document.origin((*path, "rulings", n)))
        for n, one in enumerate(form.rulings)
    ]
    if isinstance(form, SectionForm):
        made.creatures = [
            Part(f"{id_}/{one.id}", one, *document.origin((*path, "creatures", n)))
            for n, one in enumerate(form.creatures)
        ]
    for n, one in enumerate(form.sections):
        origin = document.origin((*path, "sections", n))
        made.nodes.append(node_of(f"{id_}/{one.id}", one, *origin))
    return made


def chapter_of(node: Node) -> Written[ChapterForm]:
    """The chapter put together, with a document that leads to where each entry was written."""
    origins: Origins = {}
    form = _form_of(node, (), origins)
    assert isinstance(form, ChapterForm)
    return Written(form, woven(node.document, node.document.data, origins))


def _form_of(node: Node, path: Path, origins: Origins) -> ChapterForm | SectionForm:
    parts: dict[str, Any] = {"rulings": tuple(_forms(node.rulings, (*path, "rulings"), origins))}
    if isinstance(node.form, SectionForm):
        parts["creatures"] = tuple(_forms(node.creatures, (*path, "creatures"), origins))
    sections: list[SectionForm] = []
    for n, inner in enumerate(node.nodes):
        here = (*path, "sections", n)
        origins[here] = (inner.document, inner.path)
        form = _form_of(inner, here, origins)
        assert isinstance(form, SectionForm)
        sections.append(form)
    return replace(node.form, sections=tuple(sections), **parts)


def _forms(parts: list[Part], path: Path, origins: Origins) -> Iterator[RulingForm | CreatureForm]:
    for n, part in enumerate(parts):
        origins[(*path, n)] = (part.document, part.path)
        yield part.form
