"""Slots: how much a character carries and bears (rule ``characters/slots``).

Nothing is ever cut (ruling ``counting-slots``): a count says by how much it is over the limit,
and the player drops something.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nightsong.characters import Carried, Character
from nightsong.model import ItemKind


@dataclass(frozen=True, slots=True)
class SlotRules:
    """The numbers of Slots. ``spent`` is the Step Die at which nothing is left of an item."""

    base: int
    standard: int
    bulky: int
    petty: int
    condition: int
    spell_shard: int
    remedy: int
    spent: str

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> SlotRules:
        """Read them from the ruleset's numbers."""
        slots = numbers["slots"]
        return cls(
            base=slots["base"],
            standard=slots["standard"],
            bulky=slots["bulky"],
            petty=slots["petty"],
            condition=slots["condition"],
            spell_shard=slots["spell_shard"],
            remedy=slots["remedy"],
            spent=numbers["step_die"]["spent"],
        )


@dataclass(frozen=True, slots=True)
class SlotCount:
    """Slots used, and their total."""

    used: int
    total: int

    @property
    def over(self) -> int:
        """How many are used beyond the total."""
        return max(0, self.used - self.total)

    @property
    def free(self) -> int:
        """How many are left."""
        return max(0, self.total - self.used)


def is_gone(carried: Carried, rules: SlotRules) -> bool:
    """Whether its Uses are spent, so that nothing is left (rule ``characters/slots/items``).

    A broken weapon, armor or shield and a drained Spell Shard are still there.
    """
    return carried.item.uses is not None and carried.die == rules.spent and not carried.is_shard


def slots_of(carried: Carried, rules: SlotRules) -> int:
    """How many Slots an item takes."""
    if is_gone(carried, rules):
        return 0
    if carried.item.bulky:
        return rules.bulky
    if carried.item.petty:
        return rules.petty
    if carried.item.kind is ItemKind.SPELL_SHARD:
        return rules.spell_shard
    return rules.remedy if carried.remedy else rules.standard


def count_slots(character: Character, rules: SlotRules) -> SlotCount:
    """All that a character carries and bears, against Strength and the base. Coins are petty."""
    items = sum(slots_of(carried, rules) for carried in character.carried)
    conditions = sum(condition.slots for condition in character.conditions)
    purse = rules.petty if character.coins else 0
    return SlotCount(items + conditions + purse, character.abilities.strength + rules.base)


def drop(character: Character, position: int) -> Character:
    """The character without the item at that position, counted from 0; ``CharacterError``."""
    return character.carrying(position, None)
