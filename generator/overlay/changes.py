"""What a remix does, as values: each entry that it adds, replaces or removes."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from generator.model.document import Document, Path
from generator.model.problems import Problem


class Verb(StrEnum):
    """The three things that can happen to an entry."""

    ADDED = "added"
    REPLACED = "replaced"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Change:
    """One entry's change and where it is written."""

    verb: Verb
    id: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.verb:<8}  {self.id}  ({self.file}:{self.line})"


@dataclass(slots=True)
class Ledger:
    """The changes and problems of one remix, as they are found."""

    changes: list[Change] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    touched: dict[str, str] = field(default_factory=dict)  # by id, where it was changed first

    def enter(self, verb: Verb, id_: str, document: Document, path: Path) -> bool:
        """Book a change; an entry can be changed once. Says whether it may be carried out."""
        if id_ in self.touched:
            place = self.touched[id_]
            if verb is Verb.ADDED:
                expected, came = "an id of its own", f"“{id_}” again (first in {place})"
                tip = "Rename one of them; ids are shared by chapters, sections and tables."
            else:
                expected, came = "one change to an entry", f"“{id_}”, changed in {place}"
                tip = "Remove one of them."
            self.add(document, path, "remix.twice", expected, came, tip)
            return False
        self.touched[id_] = document.place(path)
        self.changes.append(Change(verb, id_, document.file, document.mark(path).line))
        return True

    def add(
        self, document: Document, path: Path, code: str, expected: str, came: str, tip: str
    ) -> None:
        """A problem at a place."""
        self.problems.append(document.problem(path, code, expected, came, tip))

    def unknown(self, document: Document, path: Path, what: str, came: str, tip: str) -> None:
        """A problem: the entry that is meant doesn’t exist."""
        self.add(document, path, "remix.unknown", what, f"“{came}”", tip)

    def hidden(self, document: Document, path: Path, id_: str) -> None:
        """A problem: an entry that exists would be replaced without a word."""
        tip = f"Write replaces: {id_}, or choose another id."
        self.add(document, path, "remix.exists", "a new id, or replaces", f"“{id_}”", tip)
