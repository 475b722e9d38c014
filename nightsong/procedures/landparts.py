"""The parts of a Land as procedures: thrown again in place, written by hand, taken away; as text.

Each gives what those of ``nightsong.procedures.lands`` give, and ``flaws``.
"""

from __future__ import annotations

from dataclasses import dataclass

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.codec import encode
from nightsong.landparts import thrown_in_place, typed, without, written
from nightsong.lands import Land
from nightsong.landtexts import markdown, text_mapper
from nightsong.procedures.lands import checked, given
from nightsong.procedures.procedure import Played, Procedure


@dataclass(frozen=True, slots=True)
class PartAsked:
    """A Region, a Faction or a part of one, by its path: ``land/region-2/name``."""

    land: Land
    path: str


@dataclass(frozen=True, slots=True)
class WordsAsked:
    """Somebody's own words for a part, by its path."""

    land: Land
    path: str
    text: str


@dataclass(frozen=True, slots=True)
class TextsAsked:
    """A Land to take along, under a title."""

    land: Land
    title: str = ""


def _again(ruleset: Ruleset, chance: Chance, asked: PartAsked) -> Played:
    land, lines = thrown_in_place(given(asked.land, ruleset), ruleset, chance, asked.path)
    return checked(ruleset, chance, land, lines)


def _write(ruleset: Ruleset, chance: Chance, asked: WordsAsked) -> Played:
    land = written(given(asked.land, ruleset), asked.path, asked.text)
    return checked(ruleset, chance, typed(land, ruleset))


def _remove(ruleset: Ruleset, chance: Chance, asked: PartAsked) -> Played:
    return checked(ruleset, chance, without(given(asked.land, ruleset), asked.path))


def _texts(ruleset: Ruleset, _: Chance, asked: TextsAsked) -> Played:
    land = given(asked.land, ruleset)
    title = asked.title or f"A Land of {ruleset.title}"
    texts = {"markdown": markdown(land, title), "text_mapper": text_mapper(land)}
    return Played({**texts, "land": encode(land)}, ())


PROCEDURES = (
    Procedure("land-again", PartAsked, _again),
    Procedure("land-write", WordsAsked, _write),
    Procedure("land-remove", PartAsked, _remove),
    Procedure("land-texts", TextsAsked, _texts),
)
