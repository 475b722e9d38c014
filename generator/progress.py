"""What a build says while it works: a line a step, with what came out and how long it took."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Say = Callable[[str], None]


def silent(_: str) -> None:
    """Say nothing."""


class Steps:
    """The steps of one build."""

    def __init__(self, say: Say) -> None:
        self.say = say
        self.start = time.monotonic()

    @contextmanager
    def __call__(self, name: str) -> Iterator[Say]:
        """A step; what it calls ``done`` with is said beside its name at its end."""
        start, came = time.monotonic(), [""]
        yield lambda text: came.__setitem__(0, text)
        self.say(f"  {name:<9} {came[0]:<58} {time.monotonic() - start:5.1f} s")

    def total(self) -> float:
        """Seconds since the first step began."""
        return time.monotonic() - self.start
