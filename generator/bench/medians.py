"""How long tasks take beside each other."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


def medians(rounds: int, *tasks: Callable[[], object]) -> tuple[float, ...]:
    """The median seconds of each task, taken in turns so that noise hits all alike."""
    times: list[list[float]] = [[] for _ in tasks]
    for _ in range(rounds):
        for task, taken in zip(tasks, times, strict=True):
            start = time.perf_counter()
            task()
            taken.append(time.perf_counter() - start)
    return tuple(map(statistics.median, times))
