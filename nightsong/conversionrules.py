"""The numbers of the conversions, typed (rules ``conversions/…``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from nightsong.spans import Span, span
from nightsong.statblocks import Game

SECTIONS = MappingProxyType(
    {
        Game.MORK_BORG: "conversions/mork-borg",
        Game.CAIRN: "conversions/cairn",
        Game.KNAVE: "conversions/knave",
        Game.OSE: "conversions/old-school-essentials",
        Game.DCC: "conversions/dcc",
    }
)
_NUMBERS = MappingProxyType(
    {
        Game.MORK_BORG: "mork_borg",
        Game.CAIRN: "cairn",
        Game.KNAVE: "knave",
        Game.OSE: "ose",
        Game.DCC: "dcc",
    }
)


@dataclass(frozen=True, slots=True)
class Band:
    """A row of a table of scores: the scores and the Resolve, in percent, that they stand for."""

    scores: Span
    resolve: int


@dataclass(frozen=True, slots=True)
class Grade:
    """Light or heavy armor: the Armor Die it turns into, and the points or tiers it stands for."""

    die: str
    points: Span | None = None


@dataclass(frozen=True, slots=True)
class ArmorClasses:
    """Where armor begins and where mail begins, on a scale of Armor Class."""

    unarmored: int
    mail: int


@dataclass(frozen=True, slots=True)
class ConversionRules:
    """What the conversions count with. Dice by name, Resolve in percent, Hit Points as numbers."""

    hp_per_hit_die: int
    hp_limit: int
    out: int
    average: int
    fearless: int
    morale: tuple[Band, ...]
    will: tuple[Band, ...]
    temperaments: Mapping[str, int]
    light: Mapping[Game, Grade]
    heavy: Mapping[Game, Grade]
    reductions: tuple[str, str]  # light, and heavy from this die up
    smallest_die: tuple[str, str]  # from, to
    unarmored_ac: int
    descending: ArmorClasses
    ascending: Mapping[Game, ArmorClasses]
    standard_dice: tuple[str, ...]
    shield: str

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> ConversionRules:
        """The rules as the ruleset's numbers have them; ``KeyError`` where a name is missing."""
        ours = numbers["conversions"]
        mork_borg, ose, dcc = ours["mork_borg"], ours["ose"], ours["dcc"]
        smallest, ladder = mork_borg["smallest_die"], numbers["step_die"]["ladder"]
        spent = numbers["step_die"]["spent"]
        return cls(
            hp_per_hit_die=ours["hp_per_hit_die"],
            hp_limit=numbers["npcs"]["hp"]["limit"],
            out=numbers["combat"]["out"],
            average=numbers["resolve"]["average"],
            fearless=numbers["resolve"]["fearless"],
            morale=_bands(ours["morale"]),
            will=_bands(ours["cairn"]["will"]),
            temperaments=dcc["temperament"],
            light={game: _grade(ours[name]["light_armor"]) for game, name in _NUMBERS.items()},
            heavy={game: _grade(ours[name]["heavy_armor"]) for game, name in _NUMBERS.items()},
            reductions=(mork_borg["reductions"]["light"], mork_borg["reductions"]["heavy"]),
            smallest_die=(smallest["from"], smallest["to"]),
            unarmored_ac=ours["knave"]["unarmored_ac"],
            descending=ArmorClasses(**ose["descending"]),
            ascending={
                Game.OSE: ArmorClasses(**ose["ascending"]),
                Game.DCC: ArmorClasses(**dcc["ascending"]),
            },
            standard_dice=(*(die for die in ladder if die != spent), numbers["checks"]["die"]),
            shield=numbers["gear"]["shield_least"],
        )


def _bands(rows: Mapping[str, Any]) -> tuple[Band, ...]:
    bands = (Band(span(row["from"]), row["resolve"]) for row in rows.values())
    return tuple(sorted(bands, key=lambda band: band.scores.low))


def _grade(numbers: Mapping[str, Any]) -> Grade:
    points = numbers.get("tier", numbers.get("armor_points"))
    return Grade(numbers["armor"], None if points is None else span(points))
