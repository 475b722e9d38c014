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

from nightsong.chance import Chance
from nightsong.dice import parse
from nightsong.npcs import Attack
from nightsong.trace import Line, Trace

RULE = "adventuring/structures-and-vessels"
LIGHT = f"{RULE}/light-structures"
FORTIFICATIONS = f"{RULE}/fortifications"
VESSELS = f"{RULE}/mounts-and-flyers"
ATTACKS = "combat/attacks"
MISSES = "combat/misses"
KEPT = "rulings/misses-kept-die"
FLOOR = "rulings/damage-floor"
SEVERAL = "combat/other-situations/multiple-attacks"


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
    CREATURE = "creature of sufficient size"
    ORDNANCE = "heavy ordnance"


HARMED_BY: Mapping[Kind, frozenset[Means]] = MappingProxyType(
    {
        Kind.LIGHT: frozenset(Means) - {Means.WEAPON},
        Kind.FORTIFICATION: frozenset({Means.ORDNANCE}),
        Kind.VESSEL: frozenset(Means),
    }
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
    """The numbers of structures: HP and Armor by kind and size, and those of Damage and repair."""

    values: Mapping[Kind, Mapping[Size, Values]]
    destroyed: int
    hp_per_day: int
    miss: int
    damage_least: int

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> StructureRules:
        """Read them from the ruleset's numbers."""
        combat = numbers["combat"]
        return cls(
            values=MappingProxyType(
                {
                    Kind.FORTIFICATION: _by_size(numbers["fortifications"]),
                    Kind.VESSEL: _by_size(numbers["vessels"]),
                }
            ),
            destroyed=numbers["structures"]["destroyed"],
            hp_per_day=numbers["repair"]["hp_per_day"],
            miss=combat["miss"],
            damage_least=combat["damage_least"],
        )


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


def can_harm(means: Means, kind: Kind) -> bool:
    """Whether such an attack harms such a structure, as far as the rules say.

    Fortifications resist most attacks: only ordnance is sure to harm them. No rule keeps mounts
    and flyers from harm.
    """
    return means in HARMED_BY[kind]


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
    if not (can_harm(means, structure.kind) if harms is None else harms):
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
    damage, lines = roll_highest(attack, rule, chance, f"{key}/damage")
    if damage == rules.miss:
        lines = (*lines, Line(f"{damage}: a miss", KEPT if len(attack.dice) > 1 else MISSES))
        return Struck(structure, damage, 0, 0, destroyed=False, trace=lines)
    armor, armor_lines = _roll_armor(structure, chance, rules, f"{key}/armor")
    left = damage - (0 if armor == rules.miss else armor)
    dealt = max(rules.damage_least, left)
    if left < dealt:
        armor_lines = (*armor_lines, Line(f"Armor above Damage: {dealt} Damage", FLOOR))
    hp = max(rules.destroyed, structure.hp - dealt)
    after = replace(structure, hp=hp)
    lines = (*lines, *armor_lines, Line(f"{structure.name}: HP {structure.hp} → {hp}", rule))
    destroyed = is_destroyed(after, rules)
    if destroyed:
        lines = (*lines, Line(f"{structure.name} is destroyed", RULE))
    return Struck(after, damage, armor, structure.hp - hp, destroyed, lines)


def roll_highest(attack: Attack, rule: str, chance: Chance, key: str) -> tuple[int, Trace]:
    """The highest of an attack's dice (rule ``combat/other-situations/multiple-attacks``)."""
    results: list[int] = []
    lines: list[Line] = []
    for place, notation in enumerate(attack.dice, 1):
        throw = f"{key}-{place}"
        results.append(chance.roll(parse(notation), throw).total)
        lines.append(Line(f"{attack.name}: {notation} fell {results[-1]}", rule, throw))
    if len(results) > 1:
        lines.append(Line(f"The highest counts: {max(results)}", SEVERAL))
    return max(results), tuple(lines)


def _roll_armor(
    structure: Structure, chance: Chance, rules: StructureRules, key: str
) -> tuple[int, Trace]:
    if structure.armor is None:
        return 0, ()
    armor = chance.roll(parse(structure.armor), key).total
    line = Line(f"{structure.name}’s Armor: {structure.armor} fell {armor}", ATTACKS, key)
    if armor == rules.miss:
        return armor, (line, Line(f"{armor}: the Armor is ignored", MISSES))
    return armor, (line,)


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
