"""Structures, vessels and ordnance as procedures (``adventuring/structures-and-vessels``).

A structure comes back as plain data that can be handed in again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.npcs import Attack
from nightsong.procedures.procedure import Played, Procedure, ProcedureError, plain
from nightsong.sieges import Larger, SiegeRules, bombard, collide, count_targets
from nightsong.structures import (
    Kind,
    Means,
    Size,
    Struck,
    Structure,
    StructureRules,
    can_harm,
    fortification,
    light_structure,
    repair,
    repair_days,
    strike,
    vessel,
)
from nightsong.trace import Line

RULE = "adventuring/structures-and-vessels"


@dataclass(frozen=True, slots=True)
class Building:
    """A structure: ``hp`` of ``full`` HP left, both those of its size unless given.

    A light structure has no size: the Referee says its HP, and Armor if it has any.
    """

    name: str
    kind: Kind
    hp: int | None = None
    full: int | None = None
    armor: str | None = None
    size: Size | None = None

    def built(self, rules: StructureRules) -> Structure:
        """The structure; ``ProcedureError`` where it lacks what its kind needs."""
        full = self.hp if self.full is None else self.full
        if self.kind is Kind.LIGHT:
            if full is None:
                raise ProcedureError(f"expected the HP of {self.name}, came none")
            whole = light_structure(self.name, full, rules, self.armor)
        elif self.size is None:
            raise ProcedureError(f"expected a size for {self.name}, came none")
        else:
            make = fortification if self.kind is Kind.FORTIFICATION else vessel
            whole = make(self.name, self.size, rules)
        full = whole.full if self.full is None else self.full
        hp = full if self.hp is None else self.hp
        return replace(whole, hp=hp, full=full, armor=self.armor or whole.armor)


@dataclass(frozen=True, slots=True)
class StructureAsked:
    """A structure to look at: its HP and Armor, what harms it, days to repair it. No dice fall."""

    structure: Building


@dataclass(frozen=True, slots=True)
class DamageAsked:
    """An attack on a structure; ``harms`` is the Referee's word where it differs from the rules.

    The chance keys are ``structure/damage-1`` and so on, and ``structure/armor``.
    """

    structure: Building
    attack: Attack
    means: Means
    harms: bool | None = None


@dataclass(frozen=True, slots=True)
class RepairAsked:
    """Days of work on a structure. No dice fall."""

    structure: Building
    days: int


@dataclass(frozen=True, slots=True)
class CollisionAsked:
    """Two mounts or flyers that run into each other, and which of them is much larger.

    The chance keys are ``collision/first/damage-1``, ``collision/first/armor``, and the same for
    ``second``.
    """

    first: Building
    second: Building
    larger: Larger = Larger.NEITHER


@dataclass(frozen=True, slots=True)
class OrdnanceAsked:
    """A shot of heavy ordnance at structures, at several only with a blast.

    The chance keys are ``ordnance/target-1/damage-1`` and so on, and ``ordnance/target-1/armor``.
    """

    size: Size
    targets: tuple[Building, ...]


@dataclass(frozen=True, slots=True)
class OrdnanceTargetsAsked:
    """How many stand in the blast of heavy ordnance. The keys are ``ordnance/targets-1`` and on."""

    size: Size


def _structure(ruleset: Ruleset, _: Chance, asked: StructureAsked) -> Played:
    rules = StructureRules.of(ruleset.numbers)
    built = asked.structure.built(rules)
    harmed_by = [means.value for means in Means if can_harm(means, built.kind, rules)]
    armor = f", Armor {built.armor}" if built.armor else ""
    line = Line(f"{built.name}: {built.hp} of {built.full} HP{armor}", RULE)
    result = {
        "structure": plain(built),
        "harmed_by": harmed_by,
        "repair_days": repair_days(built, rules),
    }
    return Played(result, (line,))


def _damage(ruleset: Ruleset, chance: Chance, asked: DamageAsked) -> Played:
    rules = StructureRules.of(ruleset.numbers)
    built = asked.structure.built(rules)
    done = strike(built, asked.attack, asked.means, chance, rules, "structure", harms=asked.harms)
    return Played(_struck(done), done.trace)


def _repair(ruleset: Ruleset, _: Chance, asked: RepairAsked) -> Played:
    rules = StructureRules.of(ruleset.numbers)
    done = repair(asked.structure.built(rules), asked.days, rules)
    return Played(plain(done), done.trace)


def _collision(ruleset: Ruleset, chance: Chance, asked: CollisionAsked) -> Played:
    rules = SiegeRules.of(ruleset.numbers)
    first, second = (one.built(rules.structures) for one in (asked.first, asked.second))
    done = collide(first, second, chance, rules, "collision", asked.larger)
    return Played({"first": _struck(done.first), "second": _struck(done.second)}, done.trace)


def _ordnance(ruleset: Ruleset, chance: Chance, asked: OrdnanceAsked) -> Played:
    rules = SiegeRules.of(ruleset.numbers)
    targets = [target.built(rules.structures) for target in asked.targets]
    done = bombard(targets, rules.ordnance[asked.size], chance, rules, "ordnance")
    return Played({"targets": [_struck(one) for one in done.targets]}, done.trace)


def _targets(ruleset: Ruleset, chance: Chance, asked: OrdnanceTargetsAsked) -> Played:
    ordnance = SiegeRules.of(ruleset.numbers).ordnance[asked.size]
    done = count_targets(ordnance, chance, "ordnance")
    return Played(plain(done), done.trace)


def _struck(done: Struck) -> dict[str, Any]:
    """A structure that was struck, with HP also where a screen looks for them first."""
    return {**plain(done), "hp": done.structure.hp}


PROCEDURES = (
    Procedure("structure", StructureAsked, _structure),
    Procedure("structure-damage", DamageAsked, _damage),
    Procedure("repair", RepairAsked, _repair),
    Procedure("collision", CollisionAsked, _collision),
    Procedure("ordnance", OrdnanceAsked, _ordnance),
    Procedure("ordnance-targets", OrdnanceTargetsAsked, _targets),
)
