"""Documents woven from several files: each part keeps the file and line that it stands in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from generator.model.document import Document, Mark, Path
from generator.model.problems import Problem


@dataclass(frozen=True, slots=True)
class Woven(Document):
    """A document in which some paths lead to places in others."""

    origins: Mapping[Path, tuple[Document, Path]]

    def origin(self, path: Path) -> tuple[Document, Path]:
        """The document that the value at the path was written in, and where there."""
        for length in range(len(path), 0, -1):
            if found := self.origins.get(path[:length]):
                document, start = found
                return document.origin((*start, *path[length:]))
        return self, path

    def mark(self, path: Path, *, key: bool = False) -> Mark:
        """The place of a value (or its key) in the file that it stands in."""
        document, there = self.origin(path)
        if document is self:
            return Document.mark(self, path, key=key)
        return document.mark(there, key=key)

    def problem(
        self, path: Path, code: str, expected: str, came: str, tip: str = "", *, key: bool = False
    ) -> Problem:
        """A problem at the place where the value was written."""
        document, there = self.origin(path)
        if document is self:
            return Document.problem(self, path, code, expected, came, tip, key=key)
        return document.problem(there, code, expected, came, tip, key=key)

    def problem_in(
        self, path: Path, offset: int, code: str, expected: str, came: str, tip: str = ""
    ) -> Problem:
        """A problem inside a text, at the place where it was written."""
        document, there = self.origin(path)
        if document is self:
            return Document.problem_in(self, path, offset, code, expected, came, tip)
        return document.problem_in(there, offset, code, expected, came, tip)


def woven(base: Document, data: Any, origins: Mapping[Path, tuple[Document, Path]]) -> Woven:
    """A document with that data, the base's file, and other origins for some of its paths."""
    return Woven(base.file, data, base.values, base.keys, base.texts, origins)
