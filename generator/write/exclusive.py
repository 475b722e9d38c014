"""One build at a time: a second one waits for the first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # not on Windows: builds there are simply not kept apart
    fcntl = None  # type: ignore[assignment]


@contextmanager
def exclusive(workshop: Path) -> Iterator[None]:
    """Hold the workshop until the block ends."""
    workshop.mkdir(parents=True, exist_ok=True)
    with (workshop / ".lock").open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
