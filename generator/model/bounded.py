"""The rules engine on rules from strangers: whatever it stumbles over becomes a cause in words."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")

ENDLESS = "rules that never come to an end"

MOST_STEPS = 1_000_000  # lines of code that run; a Land, the longest that is played, takes 150,000


class TooLongError(Exception):
    """More steps than any game can need."""


def attempt(run: Callable[[], T]) -> tuple[T, str] | tuple[None, str]:
    """What a call gives, and an empty cause; or ``None``, and why it can't be carried out."""
    try:
        return bounded(run, MOST_STEPS), ""
    except TooLongError:
        return None, ENDLESS
    except ZeroDivisionError:
        return None, "a division by zero"
    except (MemoryError, RecursionError, OverflowError):
        return None, "rules that grow without end"
    except Exception as error:  # whatever it is, it is the author's to settle
        return None, str(error) or type(error).__name__


def bounded(run: Callable[[], T], most: int) -> T:
    """What a call gives; ``TooLongError`` where that takes more lines of code than ``most``."""
    left = most

    def step(_: FrameType, event: str, __: object) -> Any:
        nonlocal left
        left -= event == "line"
        if left < 0:
            raise TooLongError
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        return run()
    finally:
        sys.settrace(before)
