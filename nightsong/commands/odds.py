"""``odds``: exact chances, as fractions, of all that the book rolls."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from nightsong.characters import CharacterError
from nightsong.commands import shared
from nightsong.odds.book import PARTS, Part, book_odds

HUNDRED = 100


def add(commands: shared.Commands) -> None:
    """Register the command."""
    parser = shared.command(
        commands, "odds", run, about="exact odds of all that the book rolls", seeded=False
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))


def run(options: argparse.Namespace) -> None:
    """Work out and show."""
    for name in options.parts:
        if name not in PARTS:
            raise shared.UsageError(f"expected {', '.join(PARTS)}; came “{name}”")
    ruleset = shared.ruleset(options)
    try:
        parts = book_odds(ruleset, *options.parts)
    except CharacterError as error:
        raise shared.UsageError(str(error)) from None
    data = {"ruleset": ruleset.fingerprint, "odds": {part.name: _data(part) for part in parts}}
    lines = [line for part in parts for line in _lines(part)]
    shared.show(data, lines, options)


def _data(part: Part) -> dict[str, Any]:
    entries = [{name: _plain(value) for name, value in e.items()} for e in part.entries]
    return {"title": part.title, "rule": part.rule, "entries": entries}


def _plain(value: object) -> Any:
    """A value for JSON: fractions as text, such as ``9/20``."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    return value


def _lines(part: Part) -> list[str]:
    """A part as a table to read: a title, a line of field names, a line an entry."""
    if not part.entries:
        return []
    grid = [list(part.entries[0])]
    grid += [[_text(name, value) for name, value in e.items()] for e in part.entries]
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    padded = (
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        for row in grid
    )
    return [part.title, *(f"  {line.rstrip()}" for line in padded), ""]


def _text(name: str, value: object) -> str:
    if isinstance(value, Fraction):
        return f"{float(value):.3f}" if name in MEANS else _percent(value)
    if isinstance(value, Mapping):
        return "  ".join(f"{key}: {_percent(chance)}" for key, chance in value.items())
    return "–" if value is None else str(value)


def _percent(chance: Fraction) -> str:
    """A chance for a reader; what is possible never reads as 0%, nor what may fail as 100%."""
    shown = f"{float(chance * HUNDRED):.1f}%"
    if shown == "0.0%" and chance:
        return "<0.1%"
    return ">99.9%" if shown == "100.0%" and chance < 1 else shown


# Fields that are numbers, not chances.
MEANS = frozenset({"mean", "throws", "sets rolled"})
