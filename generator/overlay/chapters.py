"""Chapters, sections, creatures and rulings of a remix, laid over those that are there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.model.authored import ChapterForm, CreatureForm, RulingForm, SectionForm
from generator.model.document import Document, Path
from generator.model.manuscript import Written
from generator.model.remix import (
    ChapterChange,
    ChapterChanges,
    CreatureChange,
    RulingChange,
    SectionChange,
)
from generator.overlay.changes import Ledger, Verb
from generator.overlay.forms import as_form, nearest
from generator.overlay.tree import Node, Part, chapter_node, chapter_of, node_of
from nightsong.model import Source


class Chapters:
    """The chapters as trees, in the book's order, with every change carried out in place."""

    def __init__(
        self, chapters: Mapping[str, Written[ChapterForm]], order: tuple[str, ...], ledger: Ledger
    ) -> None:
        self.trees = {id_: chapter_node(id_, written) for id_, written in chapters.items()}
        self.order = list(order)
        self.ledger = ledger

    def lay(self, chapter_id: str, written: Written[Any], source: Source) -> None:
        """Carry out what a remix's chapter file says; ``source`` credits what it brings."""
        form, document = written.form, written.document
        if isinstance(form, ChapterChange):
            self._whole(chapter_id, form, document, source)
            return
        assert isinstance(form, ChapterChanges)
        for n, section in enumerate(form.sections):
            self._section(chapter_id, section, document, ("sections", n), source)
        for n, creature in enumerate(form.creatures):
            self._creature(creature, document, ("creatures", n))
        for n, ruling in enumerate(form.rulings):
            self._ruling(ruling, document, ("rulings", n))

    def remove(self, id_: str) -> bool:
        """Take a chapter, section, creature or ruling away; whether there was one."""
        if id_ in self.trees:
            del self.trees[id_]
            self.order = [one for one in self.order if one != id_]
            return True
        return any(self._taken(node, id_) for node in self._nodes())

    def written(self) -> dict[str, Written[ChapterForm]]:
        """The chapters put together again."""
        return {id_: chapter_of(tree) for id_, tree in self.trees.items()}

    def _nodes(self) -> Iterator[Node]:
        for tree in self.trees.values():
            yield from tree.all()

    def _taken(self, node: Node, id_: str) -> bool:
        lists: tuple[list[Any], ...] = (node.nodes, node.creatures, node.rulings)
        for listed in lists:
            for n, one in enumerate(listed):
                if one.id == id_:
                    del listed[n]
                    return True
        return False

    def _ids(self) -> list[str]:
        return [node.id for node in self._nodes()]

    def _node(self, id_: str) -> Node | None:
        return next((node for node in self._nodes() if node.id == id_), None)

    def _whole(
        self, chapter_id: str, change: ChapterChange, document: Document, source: Source
    ) -> None:
        form = as_form(ChapterForm, change, source=change.source or source)
        if target := change.replaces:
            if target not in self.trees:
                self._unknown(document, ("replaces",), "the id of a chapter", target, self.trees)
            elif self.ledger.enter(Verb.REPLACED, target, document, ("replaces",)):
                self.trees[target] = node_of(target, form, document, ())
            return
        if change.after and change.after not in self.trees:
            self._unknown(document, ("after",), "the id of a chapter", change.after, self.trees)
        elif self.ledger.enter(Verb.ADDED, chapter_id, document, ()):
            self.trees[chapter_id] = node_of(chapter_id, form, document, ())
            at = self.order.index(change.after) + 1 if change.after else len(self.order)
            self.order.insert(at, chapter_id)

    def _section(
        self,
        chapter_id: str,
        change: SectionChange,
        document: Document,
        path: Path,
        source: Source,
    ) -> None:
        if change.replaces:
            self._replaced_section(change, document, path, source)
            return
        if not change.id:
            expected, tip = "an id, or replaces", "Write id: for a new section."
            self.ledger.add(document, path, "remix.no-id", expected, "neither", tip)
            return
        if place := self._place(chapter_id, change, document, path):
            parent, at = place
            id_ = f"{parent.id}/{change.id}"
            if any(node.id == id_ for node in parent.nodes):
                self.ledger.hidden(document, (*path, "id"), id_)
            elif self.ledger.enter(Verb.ADDED, id_, document, path):
                form = as_form(SectionForm, change, source=change.source or source)
                parent.nodes.insert(at, node_of(id_, form, document, path))

    def _place(
        self, chapter_id: str, change: SectionChange, document: Document, path: Path
    ) -> tuple[Node, int] | None:
        """The section or chapter that a new section stands in, and where among the others."""
        if change.after:
            for parent in self._nodes():
                for n, node in enumerate(parent.nodes):
                    if node.id == change.after:
                        return parent, n + 1
            known = [i for i in self._ids() if "/" in i]
            self._unknown(document, (*path, "after"), "the id of a section", change.after, known)
            return None
        home = self._node(change.under or chapter_id)
        if home is None:
            expected = "the id of a chapter or section"
            self._unknown(document, (*path, "under"), expected, change.under, self._ids())
            return None
        return home, len(home.nodes)

    def _replaced_section(
        self, change: SectionChange, document: Document, path: Path, source: Source
    ) -> None:
        target = change.replaces
        where = (*path, "replaces")
        for parent in self._nodes():
            for n, node in enumerate(parent.nodes):
                if node.id != target:
                    continue
                if self.ledger.enter(Verb.REPLACED, target, document, where):
                    own = target.rpartition("/")[2]
                    form = as_form(SectionForm, change, id=own, source=change.source or source)
                    made = node_of(target, form, document, path)
                    # Sections and creatures inside are entries of their own.
                    kept_nodes = made.nodes or _keeps(document, path, "sections", node.nodes)
                    kept = made.creatures or _keeps(document, path, "creatures", node.creatures)
                    made.nodes, made.creatures = kept_nodes, kept
                    parent.nodes[n] = made
                return
        known = [i for i in self._ids() if "/" in i]
        self._unknown(document, where, "the id of a section", target, known)

    def _creature(self, change: CreatureChange, document: Document, path: Path) -> None:
        if change.replaces:
            self._replaced_part(change, CreatureForm, document, path, "creatures")
            return
        home = self._node(change.under)
        if home is None or not change.id:
            expected = "an id, and the section that it stands under"
            self._unknown(document, path, expected, change.under or change.id, self._ids())
            return
        id_ = f"{home.id}/{change.id}"
        if any(one.id == id_ for one in home.creatures):
            self.ledger.hidden(document, (*path, "id"), id_)
        elif self.ledger.enter(Verb.ADDED, id_, document, path):
            home.creatures.append(Part(id_, as_form(CreatureForm, change), document, path))

    def _ruling(self, change: RulingChange, document: Document, path: Path) -> None:
        self._replaced_part(change, RulingForm, document, path, "rulings")

    def _replaced_part(
        self,
        change: CreatureChange | RulingChange,
        kind: type[CreatureForm] | type[RulingForm],
        document: Document,
        path: Path,
        listed: str,
    ) -> None:
        target, where = change.replaces, (*path, "replaces")
        for node in self._nodes():
            parts: list[Part] = getattr(node, listed)
            for n, part in enumerate(parts):
                if part.id != target:
                    continue
                if self.ledger.enter(Verb.REPLACED, target, document, where):
                    form = as_form(kind, change, id=target.rpartition("/")[2])
                    parts[n] = Part(target, form, document, path)
                return
        known = [part.id for node in self._nodes() for part in getattr(node, listed)]
        self._unknown(document, where, f"an id of the {listed}", target, known)

    def _unknown(self, document: Document, path: Path, what: str, came: str, known: Any) -> None:
        self.ledger.unknown(document, path, what, came, nearest(came, known))


def _keeps(document: Document, path: Path, key: str, there: list[Any]) -> list[Any]:
    """What was there, unless the author wrote the list out, if only as an empty one."""
    written = document.data
    for step in path:
        written = written[step]
    return [] if key in written else there
