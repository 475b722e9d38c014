"""The named numbers: their values, and how prose shows them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Scalar = int | str
Value = Scalar | list[Scalar]

DICE = re.compile(r"[0-9]*D(?:[0-9]+|%)")
RANGE = re.compile(r"([0-9]+)(?:-([0-9]+)|\+)?")
# What things are called, in a group “names” or in a list: pack rations.
WORDING = re.compile(r"[^\W\d_](?:[^\W\d_]|[ ’-])*")
FRACTION = re.compile(r"([1-9][0-9]*)/([1-9][0-9]*)")

WORDS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen", "twenty"),
)
FRACTION_WORDS = {"1/2": "half", "1/3": "a third", "1/4": "a quarter"}
MULTIPLES = {2: "double", 3: "triple", 4: "quadruple"}
TIMES = {1: "once", 2: "twice"}


@dataclass(frozen=True, slots=True)
class Number:
    """A named value; ``why`` is the reason where it is a ruling of ours."""

    name: str
    value: Value
    ruling: bool = False
    why: str = ""


def is_leaf(data: object) -> bool:
    """Whether data in ``numbers.yml`` is a number rather than a group of them."""
    return not isinstance(data, Mapping) or (
        "value" in data and not isinstance(data["value"], Mapping)
    )


def leaves(
    data: Mapping[str, Any], prefix: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The path and data of every number, in order."""
    for name, inner in data.items():
        path = (*prefix, name)
        if is_leaf(inner):
            yield path, inner
        else:
            yield from leaves(inner, path)


def number(path: tuple[str, ...], data: Any) -> Number:
    """A number from its data: a bare value, or a mapping that marks it as a ruling."""
    if isinstance(data, Mapping):
        return Number(".".join(path), data["value"], bool(data.get("ruling")), data.get("why", ""))
    return Number(".".join(path), data)


def plain(data: Any) -> Any:
    """Nested data with every number as its bare value: what the engine reads."""
    if is_leaf(data):
        return data["value"] if isinstance(data, Mapping) else data
    return {name: plain(inner) for name, inner in data.items()}


class FilterError(ValueError):
    """A filter that a value can't be shown by; the message says what was expected."""


def show(value: Value, name: str | None = None) -> str:
    """A value as prose shows it, by the filter of that name."""
    if name is None:
        return ", ".join(map(_plain, value)) if isinstance(value, list) else _plain(value)
    return FILTERS[name](value)


def _plain(value: Scalar) -> str:
    text = str(value)
    if WORDING.fullmatch(text):
        return text
    return text.replace("-", "–" if not text.startswith("-") else "−")


def signed(value: Value) -> str:
    """A score with its sign: +2, 0, −1; a list joined by commas and “and”."""
    if isinstance(value, list):
        return _joined([signed(inner) for inner in value])
    if not isinstance(value, int):
        raise FilterError("a whole number or a list of them")
    return f"+{value}" if value > 0 else "0" if value == 0 else f"−{-value}"


def word(value: Value) -> str:
    """A small count as a word: two, half."""
    if isinstance(value, str) and value in FRACTION_WORDS:
        return FRACTION_WORDS[value]
    if isinstance(value, int) and 0 <= value < len(WORDS):
        return WORDS[value]
    raise FilterError(f"a whole number up to {len(WORDS) - 1}, or 1/2, 1/3 or 1/4")


def multiple(value: Value) -> str:
    """A factor as a word: double, triple."""
    if isinstance(value, int) and value in MULTIPLES:
        return MULTIPLES[value]
    raise FilterError("a whole number from 2 to 4")


def times(value: Value) -> str:
    """How often, in words: once, twice, three times."""
    return TIMES[value] if isinstance(value, int) and value in TIMES else f"{word(value)} times"


def joined(value: Value) -> str:
    """A list with “and” before its last item."""
    if not isinstance(value, list):
        raise FilterError("a list")
    return _joined([_plain(inner) for inner in value])


def _joined(texts: list[str]) -> str:
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])}, and {texts[-1]}"


def capital(value: Value) -> str:
    """A name as a sentence begins with it: Pack rations."""
    if not isinstance(value, str) or not WORDING.fullmatch(value):
        raise FilterError("words")
    return value[0].upper() + value[1:]


FILTERS: Mapping[str, Callable[[Value], str]] = {
    "signed": signed,
    "word": word,
    "Word": lambda value: word(value).capitalize(),
    "capital": capital,
    "multiple": multiple,
    "times": times,
    "joined": joined,
}
