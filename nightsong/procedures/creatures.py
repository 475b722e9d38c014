"""The creatures of the book as procedures: all of them, and one by its id or name."""

from __future__ import annotations

from dataclasses import dataclass

from nightsong.bestiary import creature_report, find_creature
from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.procedures.procedure import Played, Procedure


@dataclass(frozen=True, slots=True)
class CreatureAsked:
    """A creature by its id (``creatures/beast/echo-wolf``), the last part of it, or its name."""

    creature: str


@dataclass(frozen=True, slots=True)
class CreaturesAsked:
    """All creatures, or those of a kind, such as ``Beast``."""

    kind: str = ""


def _one(ruleset: Ruleset, _: Chance, asked: CreatureAsked) -> Played:
    return Played(creature_report(find_creature(ruleset.creatures, asked.creature)), ())


def _all(ruleset: Ruleset, _: Chance, asked: CreaturesAsked) -> Played:
    kinds = tuple(dict.fromkeys(creature.kind for creature in ruleset.creatures))
    if asked.kind and asked.kind not in kinds:
        raise ValueError(f"expected one of {', '.join(kinds)}, came “{asked.kind}”")
    found = [one for one in ruleset.creatures if asked.kind in ("", one.kind)]
    return Played({"kinds": list(kinds), "creatures": [creature_report(one) for one in found]}, ())


PROCEDURES = (
    Procedure("creature", CreatureAsked, _one),
    Procedure("creatures", CreaturesAsked, _all),
)
