"""Spans of results as the numbers write them: ``1``, ``2-3``, ``4+``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from nightsong.bundle import BundleError

_SPAN = re.compile(r"(-?\d{1,6})(?:[-–](\d{1,6})|(\+))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Span:
    """Every whole number from ``low`` to ``high``, both included; ``None`` is without an end."""

    low: int
    high: int | None

    def __contains__(self, number: int) -> bool:
        return self.low <= number and (self.high is None or number <= self.high)

    def __str__(self) -> str:
        if self.high is None:
            return f"{self.low}+"
        return str(self.low) if self.high == self.low else f"{self.low}-{self.high}"


def span(text: str | int) -> Span:
    """Read a span; ``BundleError`` for anything else, since spans come from the ruleset.

    >>> [str(span(text)) for text in ("1", "2-3", "4+", 12)]
    ['1', '2-3', '4+', '12']
    """
    match = _SPAN.fullmatch(str(text))
    if match is None:
        raise BundleError(f"expected a span such as 1, 2-3 or 4+, came “{text}”")
    low = int(match[1])
    high = None if match[3] else int(match[2]) if match[2] else low
    if high is not None and high < low:
        raise BundleError(f"expected a span that goes up, came “{text}”")
    return Span(low, high)
