"""How far a group gets in a Watch (``adventuring/journeying/travel``).

Distances are exact fractions of a mile. The book gives every factor by itself; factors that apply
together are multiplied.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from nightsong.bundle import BundleError
from nightsong.trace import Line, Trace

RULE = "adventuring/journeying/travel"
WEATHER = "adventuring/journeying/weather"

_MILES = re.compile(r"\d{1,9}(/[1-9]\d{0,8})?", re.ASCII)


class TravelError(ValueError):
    """A distance that can't be read, in one line."""


class Terrain(StrEnum):
    """What the land is like to walk on."""

    CLEAR = "clear"
    DIFFICULT = "difficult"


class Carriage(StrEnum):
    """What carries the group."""

    FOOT = "foot"
    HORSE = "horse"
    SHIP = "ship"


@dataclass(frozen=True, slots=True)
class Way:
    """How a group travels, and whether bad weather slows it."""

    terrain: Terrain = Terrain.CLEAR
    path: bool = False
    carriage: Carriage = Carriage.FOOT
    bad_weather: bool = False


@dataclass(frozen=True, slots=True)
class TravelRules:
    """The numbers of travel: miles a Watch over clear terrain, and factors of the distance."""

    miles: Fraction
    difficult: Fraction
    path: Fraction
    horse: Fraction
    ship: Fraction
    bad_weather: Fraction

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> TravelRules:
        """From the ruleset's numbers; ``BundleError`` where one is no fraction."""
        travel = numbers["travel"]
        names = ("miles_per_watch", "difficult", "path", "horse", "ship", "bad_weather")
        try:
            return cls(*(read_miles(str(travel[name])) for name in names))
        except TravelError as error:
            raise BundleError(f"travel: {error}") from None


@dataclass(frozen=True, slots=True)
class Distance:
    """How far a Watch of travel leads, in miles, and how it came about."""

    miles: Fraction
    trace: Trace


def distance(rules: TravelRules, way: Way) -> Distance:
    """The miles of one Watch (``adventuring/journeying/travel``, and the weather's share)."""
    factors = (
        ("difficult terrain", rules.difficult, way.terrain is Terrain.DIFFICULT, RULE),
        ("a clear path", rules.path, way.path, RULE),
        ("on horseback", rules.horse, way.carriage is Carriage.HORSE, RULE),
        ("by ship", rules.ship, way.carriage is Carriage.SHIP, RULE),
        ("bad weather", rules.bad_weather, way.bad_weather, WEATHER),
    )
    miles = rules.miles
    lines = [Line(f"A Watch over clear terrain: {in_miles(miles)}", RULE)]
    for name, factor, applies, rule in factors:
        if applies:
            miles *= factor
            lines.append(Line(f"{name.capitalize()}, × {factor}: {in_miles(miles)}", rule))
    return Distance(miles, tuple(lines))


def read_miles(text: str) -> Fraction:
    """Miles, or a factor of them, as written: ``6`` or ``1/2``; ``TravelError`` for all else."""
    if not _MILES.fullmatch(text):
        raise TravelError(f"expected a distance such as 6 or 3/2, came “{text[:20]}”")
    return Fraction(text)


def in_miles(miles: Fraction) -> str:
    """Miles for a reader.

    >>> [in_miles(Fraction(*miles)) for miles in ((6,), (1,), (3, 2), (1, 2))]
    ['6 miles', '1 mile', '1 1/2 miles', '1/2 mile']
    """
    whole, rest = divmod(miles, 1)
    text = f"{whole} {rest}" if whole and rest else str(miles)
    return f"{text} {'mile' if 0 < miles <= 1 else 'miles'}"
