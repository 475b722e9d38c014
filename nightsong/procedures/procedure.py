"""What a procedure is: plain data in, plain data and a trace out.

The page, other programs and the book's worked examples all carry out the rules through these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.trace import Trace


class ProcedureError(ValueError):
    """A procedure that isn't there, or can't be carried out so; the message is one line."""


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a procedure: plain JSON data by name, and how it came about."""

    result: Mapping[str, Any]
    trace: Trace


@dataclass(frozen=True, slots=True)
class Procedure:
    """A procedure by its name.

    ``asks`` is a frozen dataclass: what must and what may be said. ``run`` gets the ruleset,
    chance and a value of that type; its ``ValueError`` or ``LookupError`` is the asker's mistake.
    """

    name: str
    asks: type[Any]
    run: Callable[[Ruleset, Chance, Any], Played]


def plain(value: object) -> Any:
    """A result as plain JSON data: every field that isn't a trace, fractions as text (``9/20``)."""
    if is_dataclass(value) and not isinstance(value, type):
        pairs = ((f.name, getattr(value, f.name)) for f in fields(value) if f.name != "trace")
        return {name: plain(v) for name, v in pairs}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {str(plain(k)): plain(v) for k, v in value.items()}
    if isinstance(value, tuple | list):
        return [plain(v) for v in value]
    return value
