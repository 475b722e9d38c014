"""One line a step, with the seconds it takes."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import TextIO

WIDTH = 46


@dataclass(frozen=True, slots=True)
class Progress:
    """Tells on a stream how set-up gets on; on a terminal the seconds count up."""

    stream: TextIO
    total: int

    @contextmanager
    def step(self, number: int, title: str) -> Iterator[Callable[[], None]]:
        """Show one step; the caller calls what it gets now and then while it waits."""
        start = monotonic()
        text = f"  [{number}/{self.total}] {title} ".ljust(WIDTH, ".")
        live = self.stream.isatty()

        def tick() -> None:
            if live:
                self._show(f"\r{text} {monotonic() - start:5.0f} s")

        self._show(text)
        try:
            yield tick
        except BaseException:
            self._show("\n")
            raise
        self._show(f"{chr(13) + text if live else ''} {monotonic() - start:5.1f} s\n")

    def say(self, text: str) -> None:
        """Print a line of its own."""
        self._show(f"{text}\n")

    def _show(self, text: str) -> None:
        self.stream.write(text)
        self.stream.flush()


def to_stderr(total: int) -> Progress:
    """Progress on stderr, so that `roll --json` stays clean on stdout."""
    return Progress(sys.stderr, total)
