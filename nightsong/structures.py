"""Structures and vessels: buildings, fortifications, mounts and flyers, and what breaks them
(``adventuring/structures-and-vessels``).

HP and Armor by size come from the ruleset; a light structure has those that the Referee gives it.
Heavy ordnance and collisions are in ``nightsong.sieges``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil
from types import MappingProxyType
from typing import Any

from nightsong.attacks import KEPT, MISSES, SEVERAL, AttackRules, Damage, Guard
from nightsong.attacks import RULE as ATTACKS
from nightsong.attacks import strike as through_armor
from nightsong.bundle import BundleError
from nightsong.chance import Chance
from nightsong.checks import Favor
from nightsong.dice import parse
from nightsong.npcs import Attack
from nightsong.trace import Line, Trace

RULE = "adventuring/structures-and-vessels"
LIGHT = f"{RULE}/light-structures"
FORTIFICATIONS = f"{RULE}/fortifications"
VESSELS = f"{RULE}/mounts-and-flyers"


class StructureError(ValueError):
    """What a structure can't be or undergo, in one line."""


class Kind(StrEnum):
    """What a structure is, which says what can harm it."""

    LIGHT = "light structure"
    FORTIFICATION = "fortification"
    VESSEL = "mount or flyer"


class Size(StrEnum):
    """The sizes of fortifications, vessels and ordnance."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


class Means(StrEnum):
    """What a structure is attacked with. A creature here is one of a size to tear it apart."""

    WEAPON = "ordinary Weapon"
    FIRE = "fire"
    MAGIC = "magic"
    CREATURE = "creature large enough"
    ORDNANCE = "heavy ordnance"


# The ruleset's names of the kinds of which it says what harms them.
GUARDED: Mapping[Kind, str] = MappingProxyType(
    {Kind.LIGHT: "light", Kind.FORTIFICATION: "fortifications"}
)
RULES: Mapping[Kind, str] = MappingProxyType(
    {Kind.LIGHT: LIGHT, Kind.FORTIFICATION: FORTIFICATIONS, Kind.VESSEL: VESSELS}
)


@dataclass(frozen=True, slots=True)
class Values:
    """HP of a size, and the name of its Armor Die, ``None`` without."""

    hp: int
    armor: str | None = None


@dataclass(frozen=True, slots=True)
class StructureRules:
    """The numbers of structures: HP and Armor by kind and size, what harms each kind, those of
    repair, and those of attacks.
    """

    values: Mapping[Kind, Mapping[Size, Values]]
    harmed_by: Mapping[Kind, frozenset[Means]]
    destroyed: int
    hp_per_day: int
    attacks: AttackRules

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> StructureRules:
        """Read them from the ruleset's numbers; ``BundleError`` for means of harm that are none."""
        return cls(
            values=MappingProxyType(
                {
                    Kind.FORTIFICATION: _by_size(numbers["fortifications"]),
                    Kind.VESSEL: _by_size(numbers["vessels"]),
                }
            ),
            harmed_by=_harmed_by(numbers["structures"].get("harmed_by", {})),
            destroyed=numbers["structures"]["destroyed"],
            hp_per_day=numbers["repair"]["hp_per_day"],
            attacks=AttackRules.of(numbers),
        )


def _harmed_by(numbers: Mapping[str, Any]) -> Mapping[Kind, frozenset[Means]]:
    """What harms each kind; of a kind that the ruleset doesn't name, everything does."""
    try:
        named = {
            kind: frozenset(Means(means) for means in numbers[name])
            for kind, name in GUARDED.items()
            if name in numbers
        }
    except ValueError as error:
        raise BundleError(f"structures: expected one of {', '.join(Means)}: {error}") from None
    return MappingProxyType({kind: named.get(kind, frozenset(Means)) for kind in Kind})


def _by_size(numbers: Mapping[str, Any]) -> Mapping[Size, Values]:
    sizes = {s: Values(numbers[s]["hp"], numbers[s].get("armor")) for s in Size}
    return MappingProxyType(sizes)


@dataclass(frozen=True, slots=True)
class Structure:
    """A structure as it stands: ``hp`` of ``full`` HP left, the name of its Armor Die or ``None``.

    ``size`` is ``None`` for a light structure, which the rules give no sizes.
    """

    name: str
    kind: Kind
    hp: int
    full: int
    armor: str | None = None
    size: Size | None = None

    def __post_init__(self) -> None:
        if self.hp > self.full:
            raise StructureError(f"expected at most {self.full} HP, came {self.hp}")


@dataclass(frozen=True, slots=True)
class Struck:
    """A structure after an attack: Damage rolled, Armor rolled, HP lost; 0 where nothing fell."""

    structure: Structure
    damage: int
    armor: int
    lost: int
    destroyed: bool
    trace: Trace


@dataclass(frozen=True, slots=True)
class Repaired:
    """A structure after work on it: HP restored and the days that it took."""

    structure: Structure
    restored: int
    days: int
    trace: Trace


def fortification(name: str, size: Size, rules: StructureRules) -> Structure:
    """Walls or stonework of that size, whole (rule ``…/fortifications``)."""
    return _whole(name, Kind.FORTIFICATION, size, rules)


def vessel(name: str, size: Size, rules: StructureRules) -> Structure:
    """A mount, flyer, cart or ship of that size, whole (rule ``…/mounts-and-flyers``)."""
    return _whole(name, Kind.VESSEL, size, rules)


def light_structure(
    name: str, hp: int, rules: StructureRules, armor: str | None = None
) -> Structure:
    """A building of wood or the like (rule ``…/light-structures``).

    HP and Armor are the Referee's. ``StructureError`` for HP at which it would be destroyed,
    ``DiceError`` for an Armor Die that can't be read.
    """
    if hp <= rules.destroyed:
        raise StructureError(f"expected HP above {rules.destroyed} for {name}, came {hp}")
    if armor is not None:
        parse(armor)
    return Structure(name, Kind.LIGHT, hp, hp, armor)


def _whole(name: str, kind: Kind, size: Size, rules: StructureRules) -> Structure:
    values = rules.values[kind][size]
    return Structure(name, kind, values.hp, values.hp, values.armor, size)


def is_destroyed(structure: Structure, rules: StructureRules) -> bool:
    """Whether HP are so low that it is destroyed (rule ``adventuring/structures-and-vessels``)."""
    return structure.hp <= rules.destroyed


def can_harm(means: Means, kind: Kind, rules: StructureRules) -> bool:
    """Whether such an attack harms such a structure, as far as the rules say.

    The ruleset names what harms buildings and stonework; no rule keeps mounts and flyers from harm.
    """
    return means in rules.harmed_by[kind]


def strike(
    structure: Structure,
    attack: Attack,
    means: Means,
    chance: Chance,
    rules: StructureRules,
    key: str,
    *,
    harms: bool | None = None,
) -> Struck:
    """Attack a structure; no dice fall where such an attack does it no harm.

    ``harms`` is the Referee's word where it differs from ``can_harm``. The keys are
    ``<key>/damage-1`` and so on, and ``<key>/armor``. ``StructureError`` where it is destroyed.
    """
    standing(structure, rules)
    if not (can_harm(means, structure.kind, rules) if harms is None else harms):
        text = f"{structure.name}: no harm by {attack.name} ({means})"
        line = Line(text, RULES[structure.kind])
        return Struck(structure, 0, 0, 0, destroyed=False, trace=(line,))
    return suffer(structure, attack, ATTACKS, chance, rules, key)


def suffer(
    structure: Structure, attack: Attack, rule: str, chance: Chance, rules: StructureRules, key: str
) -> Struck:
    """Roll Damage and Armor of something that does harm the structure, and take off HP.

    ``rule`` is the one that deals the Damage. Several dice keep the highest, which alone can miss;
    after a miss no Armor is rolled (ruling ``misses-kept-die``). Keys as for ``strike``.
    """
    kept, lines = roll_highest(attack, rule, chance, f"{key}/damage")
    missed = kept == rules.attacks.miss
    if missed:
        lines = (*lines, Line(f"A {kept} misses", KEPT if len(attack.dice) > 1 else MISSES))
    damage = Damage(attack.dice, Favor.NONE, (kept,), kept, missed, lines)
    went = through_armor(rules.attacks, damage, Guard(structure.armor), chance, key)
    if missed:
        return Struck(structure, kept, 0, 0, destroyed=False, trace=went.trace)
    hp = max(rules.destroyed, structure.hp - went.harm)
    after = replace(structure, hp=hp)
    lines = (*went.trace, Line(f"{structure.name}: HP {structure.hp} → {hp}", rule))
    destroyed = is_destroyed(after, rules)
    if destroyed:
        lines = (*lines, Line(f"{structure.name} is destroyed", RULE))
    return Struck(after, kept, went.armor or 0, structure.hp - hp, destroyed, lines)


def roll_highest(attack: Attack, rule: str, chance: Chance, key: str) -> tuple[int, Trace]:
    """The highest of an attack's dice (rule ``combat/other-situations/multiple-attacks``)."""
    name = f"{attack.name[:1].upper()}{attack.name[1:]}"
    results: list[int] = []
    lines: list[Line] = []
    for place, notation in enumerate(attack.dice, 1):
        throw = f"{key}-{place}"
        results.append(chance.roll(parse(notation), throw).total)
        lines.append(Line(f"{name}: {notation} fell {results[-1]}", rule, throw))
    if len(results) > 1:
        lines.append(Line(f"The highest counts: {max(results)}", SEVERAL))
    return max(results), tuple(lines)


def repair_days(structure: Structure, rules: StructureRules) -> int:
    """Days of work until it is whole (rule ``adventuring/structures-and-vessels``)."""
    return ceil((structure.full - structure.hp) / rules.hp_per_day)


def repair(structure: Structure, days: int, rules: StructureRules) -> Repaired:
    """Work on a structure, up to full HP (rule ``adventuring/structures-and-vessels``).

    ``days`` in the result are those that were needed. ``StructureError`` for days below 0, or
    where it is destroyed.
    """
    standing(structure, rules)
    if days < 0:
        raise StructureError(f"expected 0 days or more, came {days}")
    needed = min(days, repair_days(structure, rules))
    hp = min(structure.full, structure.hp + needed * rules.hp_per_day)
    text = f"{structure.name}, {needed} day{'' if needed == 1 else 's'} of work: "
    text += f"HP {structure.hp} → {hp} of {structure.full}"
    return Repaired(replace(structure, hp=hp), hp - structure.hp, needed, (Line(text, RULE),))


def standing(structure: Structure, rules: StructureRules) -> None:
    """``StructureError`` where a structure is destroyed."""
    if is_destroyed(structure, rules):
        raise StructureError(f"expected a structure that stands, came {structure.name}, destroyed")
