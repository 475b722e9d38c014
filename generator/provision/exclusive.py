"""One set-up at a time in a checkout, also when two are started at once."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


@contextmanager
def exclusive(root: Path, waiting: Callable[[], None]) -> Iterator[int | None]:
    """Hold the checkout's lock, and hand out its file descriptor.

    The lock is on the folder itself, so there is no lock file that could be deleted or left
    behind. Programs that inherit the descriptor keep the lock while they run: when set-up is
    killed but its pip lives on, the next run waits for that pip.
    """
    descriptor = os.open(root, os.O_RDONLY) if fcntl else None
    if fcntl is None or descriptor is None:
        yield None
        return
    try:
        _lock(descriptor, waiting)
        yield descriptor
    finally:
        os.close(descriptor)


def _lock(descriptor: int, waiting: Callable[[], None]) -> None:
    """Take the lock; on a file system that knows no locks, go on without."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        waiting()
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    except OSError:
        return
