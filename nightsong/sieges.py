"""Heavy ordnance and collisions, the great harm done to structures and vessels
(``adventuring/structures-and-vessels``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from nightsong.chance import Chance
from nightsong.npcs import Attack
from nightsong.structures import (
    VESSELS,
    Kind,
    Size,
    Struck,
    Structure,
    StructureError,
    StructureRules,
    roll_highest,
    standing,
    suffer,
)
from nightsong.trace import Line, Trace

ORDNANCE = "adventuring/structures-and-vessels/heavy-ordnance"
BLAST = "combat/other-situations/blast-damage"


class Larger(StrEnum):
    """Which of two vessels is much larger; the Referee says so."""

    NEITHER = "neither"
    FIRST = "first"
    SECOND = "second"


@dataclass(frozen=True, slots=True)
class Ordnance:
    """A piece of heavy ordnance: what it deals, and whether that strikes all in a blast."""

    size: Size
    attack: Attack
    blast: bool


@dataclass(frozen=True, slots=True)
class SiegeRules:
    """The numbers of ordnance and of collisions; dice are notation."""

    ordnance: Mapping[Size, Ordnance]
    collision: str
    collision_larger: str
    structures: StructureRules

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> SiegeRules:
        """Read them from the ruleset's numbers."""
        vessels = numbers["vessels"]
        return cls(
            ordnance=MappingProxyType({s: _ordnance(s, numbers["ordnance"]) for s in Size}),
            collision=vessels["collision"],
            collision_larger=vessels["collision_larger"],
            structures=StructureRules.of(numbers),
        )


def _ordnance(size: Size, numbers: Mapping[str, Any]) -> Ordnance:
    own = numbers[size]
    dice = (own["damage"],) * own.get("dice", 1)
    return Ordnance(size, Attack(f"{size} ordnance", dice), size in numbers.get("blast", ()))


@dataclass(frozen=True, slots=True)
class Bombardment:
    """What a shot of heavy ordnance did to each target, in their order."""

    targets: tuple[Struck, ...]
    trace: Trace


@dataclass(frozen=True, slots=True)
class Targets:
    """How many stand in a blast."""

    number: int
    trace: Trace


@dataclass(frozen=True, slots=True)
class Collision:
    """Two vessels after they ran into each other."""

    first: Struck
    second: Struck
    trace: Trace


def count_targets(ordnance: Ordnance, chance: Chance, key: str) -> Targets:
    """How many stand in a blast when nobody knows (rule ``…/blast-damage``).

    Several dice keep the highest here too. The keys are ``<key>/targets-1`` and so on.
    ``StructureError`` where the ordnance makes no blast.
    """
    if not ordnance.blast:
        raise StructureError(f"expected ordnance with a blast, came {ordnance.attack.name}")
    number, lines = roll_highest(ordnance.attack, BLAST, chance, f"{key}/targets")
    return Targets(number, (*lines, Line(f"{number} in the blast", BLAST)))


def bombard(
    targets: Sequence[Structure], ordnance: Ordnance, chance: Chance, rules: SiegeRules, key: str
) -> Bombardment:
    """Fire heavy ordnance at structures: Damage anew for each in the blast.

    The keys start with ``<key>/target-1`` and so on. ``StructureError`` without targets, with
    several where the ordnance makes no blast, or with a target that is destroyed.
    """
    if not targets:
        raise StructureError("expected a target for the ordnance, came none")
    if len(targets) > 1 and not ordnance.blast:
        raise StructureError(f"expected 1 target for {ordnance.attack.name}, came {len(targets)}")
    for target in targets:
        standing(target, rules.structures)
    struck = tuple(
        suffer(target, ordnance.attack, ORDNANCE, chance, rules.structures, f"{key}/target-{place}")
        for place, target in enumerate(targets, 1)
    )
    lines: Trace = ()
    if ordnance.blast:
        lines = (Line(f"Damage is rolled for each in the blast: {len(targets)}", BLAST),)
    return Bombardment(struck, (*lines, *(line for one in struck for line in one.trace)))


def collide(
    first: Structure,
    second: Structure,
    chance: Chance,
    rules: SiegeRules,
    key: str,
    larger: Larger = Larger.NEITHER,
) -> Collision:
    """Two mounts or flyers run into each other (rule ``…/mounts-and-flyers``).

    Both are struck at once; one that is much larger takes less. Misses and Armor count as for any
    Damage roll. The keys start with ``<key>/first`` and ``<key>/second``. ``StructureError`` where
    one is no vessel, or destroyed.
    """
    for one in (first, second):
        standing(one, rules.structures)
        if one.kind is not Kind.VESSEL:
            raise StructureError(f"expected a {Kind.VESSEL} to collide, came a {one.kind}")
    a = _rammed(first, larger is Larger.FIRST, chance, rules, f"{key}/first")
    b = _rammed(second, larger is Larger.SECOND, chance, rules, f"{key}/second")
    return Collision(a, b, (*a.trace, *b.trace))


def _rammed(
    one: Structure, much_larger: bool, chance: Chance, rules: SiegeRules, key: str
) -> Struck:
    dice = rules.collision_larger if much_larger else rules.collision
    name = f"{one.name} in the collision{', much larger' if much_larger else ''}"
    return suffer(one, Attack(name, (dice,)), VESSELS, chance, rules.structures, key)
