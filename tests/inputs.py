"""Inputs for any procedure, made by chance from the types of what it asks.

Nothing is known here of any procedure: values follow types and the names of fields. What can't be
made up so (a fight, a Land) is what another procedure gave.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, get_args, get_origin, get_type_hints

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.procedures import PROCEDURES, play

ORLA: Mapping[str, Any] = MappingProxyType(
    {
        "name": "Orla",
        "abilities": {"strength": 1, "dexterity": 2, "presence": 1, "constitution": -1},
        "highest": "dexterity",
        "backgrounds": ["Scout"],
        "hp": 0,
        "max_hp": 5,
        "focus": 2,
        "coins": 70,
        "carried": [
            {"item": {"name": "bundle of torches", "kind": "supply", "uses": "D4"}, "die": "D4"},
            {"item": {"name": "pack rations", "kind": "supply", "uses": "D6"}, "die": "D4"},
            {"item": {"name": "Dagger", "kind": "weapon", "die": "D6"}, "die": "D6"},
            {"item": {"name": "Leather Armor", "kind": "armor", "die": "D4"}, "die": "D4"},
            {"item": {"name": "Shield", "kind": "shield", "die": "D6"}, "die": "D6"},
            {"item": {"name": "Old Light", "kind": "spell-shard", "uses": "D6"}, "die": "D6"},
        ],
    }
)
DICE = ("D4", "D6", "D8")
WORDS: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        "die": DICE,
        "dice": DICE,
        "damage": DICE,
        "armor": ("D4", "D6"),
        "shield": ("D4", "D6"),
        "sign_die": DICE,
        "fuel": DICE,
        "dr": ("", "easy", "normal"),
        "resolve": ("30", "70"),
        "name": ("Mira", "Finn", "Rook"),
        "question": ("fate", "weather", "foraging"),
        "text": ("Wolf, HP 9, Morale 7, bite D6", "wolves\nbats", "3 5"),
        "notation": ("2d6", "d66"),
        "row": ("1", "2"),
        "landed": ("a1", "c3"),
        "path": ("land/region-1/name", "land/region-1", "land/region-1/faction-1/has"),
        "hexes": ("a1", "c3", "e2"),
    }
)


@dataclass(frozen=True, slots=True)
class Inputs:
    """What procedures may be asked, by chance. ``made`` has what others gave, by type."""

    ruleset: Ruleset
    made: Mapping[str, tuple[Any, ...]]
    chance: random.Random

    @classmethod
    def of(cls, ruleset: Ruleset, seed: int) -> Inputs:
        """Inputs that are the same for the same seed."""
        foes = [{"creature": ruleset.creatures[0].id, "number": 2}]
        fight = {"foes": foes, "party": [{"character": dict(ORLA) | {"hp": 4}}]}
        wolf = {
            "name": "Wolf",
            "hp": 9,
            "resolve": 50,
            "attacks": [{"name": "bite", "dice": ["D6"]}],
        }
        starts = {
            "Fight": ("fight-start", fight, "fight"),
            "Land": ("land", {}, "land"),
            "Recruits": ("recruit", {"npc": wolf, "number": 3}, "recruits"),
        }
        made = {
            kind: (play(ruleset, name, using, Chance("1")).result[given],)
            for kind, (name, using, given) in starts.items()
            if name in PROCEDURES
        }
        made |= {
            "Fight": (*made["Fight"], _with_losses(made["Fight"][0])),
            "Character": (dict(ORLA),),
            "Npc": (wolf,),
            "CombatantAsked": (foes[0],),
            "Building": ({"name": "Gull", "kind": "mount or flyer", "size": "medium"},),
        }
        return cls(ruleset, MappingProxyType(made), random.Random(seed))

    def asked(self, procedure: str) -> dict[str, Any]:
        """Something to ask a procedure; it may refuse."""
        return self._object(PROCEDURES[procedure].asks)

    def _object(self, kind: type[Any]) -> dict[str, Any]:
        hints, given = _hints(kind), {}
        for one in fields(kind):
            required = one.default is MISSING and one.default_factory is MISSING
            if required or self.chance.random() < 0.6:
                given[one.name] = self._value(hints[one.name], one.name)
        return given

    def _value(self, hint: Any, name: str) -> Any:
        if get_origin(hint) is tuple:
            return [self._value(get_args(hint)[0], name) for _ in range(self.chance.randint(1, 2))]
        if get_origin(hint) is Mapping:
            return {"details/face": "a scar"}
        if type(None) in get_args(hint):
            return self._value(get_args(hint)[0], name) if self.chance.random() < 0.7 else None
        if hint.__name__ in self.made:
            return self.chance.choice(self.made[hint.__name__])
        if is_dataclass(hint):
            return self._object(hint)
        if issubclass(hint, StrEnum):
            return self.chance.choice([value.value for value in hint])
        if hint is bool:
            return self.chance.random() < 0.5
        return self.chance.randint(0, 5) if hint is int else self._word(name)

    def _word(self, name: str) -> str:
        pools = {
            "table": tuple(self.ruleset.tables),
            "tables": tuple(self.ruleset.tables),
            "creature": tuple(creature.id for creature in self.ruleset.creatures),
            **WORDS,
        }
        return self.chance.choice(pools.get(name, ("",)))


def _with_losses(fight: dict[str, Any]) -> dict[str, Any]:
    """The same fight with the last who fights taken out."""
    *others, last = fight["fighters"]
    return {**fight, "fighters": [*others, {**last, "hp": 0}]}


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    return get_type_hints(kind)


def everything_asked(ruleset: Ruleset, times: int, seed: int = 1) -> Iterator[tuple[str, Any]]:
    """So many things to ask of every procedure in which dice may fall, each with its name."""
    inputs = Inputs.of(ruleset, seed)
    for name in PROCEDURES:
        if not name.startswith("odds-"):
            # Of its own chance: a new procedure shifts nothing.
            mine = replace(inputs, chance=random.Random(f"{seed} {name}"))
            yield from ((name, mine.asked(name)) for _ in range(times))
