"""Problems: what is wrong with the input, as values.

The same kind of problem always has the same code. All are gathered before anything is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing to mend. ``line`` and ``column`` count from 1; 0 means the file as a whole."""

    file: str
    line: int
    column: int
    code: str
    expected: str
    came: str
    tip: str = ""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        text = f"{where}: {self.code}\n    expected: {self.expected}\n    came:     {self.came}"
        return printable(f"{text}\n    tip:      {self.tip}" if self.tip else text)


def printable(text: str) -> str:
    """The text with signs spelt out that a terminal would obey, or that turn what is read."""
    return _UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


class ProblemsError(Exception):
    """Input that can't be built from: all its problems, in the order of files and lines."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(sorted(set(problems)))
        super().__init__("\n".join(map(str, self.problems)))

    def __reduce__(self) -> tuple[type[ProblemsError], tuple[tuple[Problem, ...]]]:
        """What a worker process sends home."""
        return ProblemsError, (self.problems,)


def summary(problems: Iterable[Problem]) -> Iterator[str]:
    """The problems as lines to print, closed by a count."""
    listed = sorted(set(problems))
    yield from map(str, listed)
    files = len({problem.file for problem in listed})
    yield f"{len(listed)} problem{'s' * (len(listed) != 1)} in {files} file{'s' * (files != 1)}"
