"""Row keys: which values of a roll's dice a row stands for.

``3`` is one value, ``2-4`` all from 2 to 4, ``3/5`` a D66 that shows 3, then 5, and ``1·2/5`` one
whose first die is read in pairs: 1 or 2, then 5 (the ruling ``reading-d66``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_VALUE = re.compile(r"\d{1,6}", re.ASCII)
_RANGE = re.compile(r"(\d{1,6})[-–](\d{1,6})", re.ASCII)
_PAIRED = re.compile(r"(\d)(?:·(\d))?/(\d)", re.ASCII)

KEY_FORMS = "a value such as 3, a range such as 2-4, or for D66 a pair such as 3/5 or 1·2/5"


class KeyFormError(ValueError):
    """A key that has none of the forms of ``KEY_FORMS``."""


def values_of(key: str, outcomes: Iterable[int]) -> frozenset[int]:
    """The values a key stands for. ``outcomes`` are what the dice can show: a range leaves out
    what they can't (12-21 on D66 is 12 to 16 and 21). Raises ``KeyFormError``.
    """
    if _VALUE.fullmatch(key):
        return frozenset({int(key)})
    if match := _PAIRED.fullmatch(key):
        first, second, last = match.groups()
        return frozenset({int(first + last), int((second or first) + last)})
    if match := _RANGE.fullmatch(key):
        low, high = map(int, match.groups())
        if low <= high:
            return frozenset({low, high}) | {v for v in outcomes if low <= v <= high}
    raise KeyFormError(f"expected {KEY_FORMS}, came “{key}”")
