"""A YAML file as it was read: plain data, and the place of every value in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from generator.model.problems import Problem

Path = tuple[str | int, ...]


class Mark(NamedTuple):
    """A place in a file; both count from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Text:
    """How a scalar stands in the file, so that a place inside it can be found.

    A literal block's lines start at ``indent``; any other scalar's text starts at its own mark.
    """

    start: Mark
    block: bool
    indent: int
    raw: str

    def place(self, offset: int) -> Mark:
        """The place of the character at that offset of the value."""
        before = self.raw[:offset]
        if self.block:
            row = before.count("\n")
            return Mark(
                self.start.line + 1 + row, self.indent + 1 + len(before.rpartition("\n")[2])
            )
        return Mark(self.start.line, self.start.column + offset)


@dataclass(frozen=True, slots=True)
class Document:
    """A file's data with the marks of its values (and of a mapping's keys, under ``keys``)."""

    file: str
    data: Any
    values: Mapping[Path, Mark]
    keys: Mapping[Path, Mark]
    texts: Mapping[Path, Text]

    def origin(self, path: Path) -> tuple[Document, Path]:
        """The document that the value at the path was written in, and where there."""
        return self, path

    def place(self, path: Path) -> str:
        """The file and line of a value, as text."""
        document, there = self.origin(path)
        return f"{document.file}:{document.mark(there).line}"

    def mark(self, path: Path, *, key: bool = False) -> Mark:
        """The place of the value (or of its key) at the path, or of the nearest value around it."""
        for length in range(len(path), -1, -1):
            found = self.keys.get(path[:length]) if key and length == len(path) else None
            found = found or self.values.get(path[:length])
            if found:
                return found
        return Mark(1, 1)

    def problem(
        self, path: Path, code: str, expected: str, came: str, tip: str = "", *, key: bool = False
    ) -> Problem:
        """A problem at the path's place."""
        mark = self.mark(path, key=key)
        return Problem(self.file, mark.line, mark.column, code, expected, came, tip)

    def problem_in(
        self, path: Path, offset: int, code: str, expected: str, came: str, tip: str = ""
    ) -> Problem:
        """A problem at an offset inside the text at the path."""
        text = self.texts.get(path)
        mark = text.place(offset) if text else self.mark(path)
        return Problem(self.file, mark.line, mark.column, code, expected, came, tip)
