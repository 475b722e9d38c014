"""Characters as they stand on their sheet: abilities, HP, Focus, what they carry and bear.

Only what is written down is stored. Slots and maximum Focus follow from the Abilities and are
worked out where they are asked for (``nightsong.slots``, ``FocusRules``), so they can't go stale.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from nightsong.model import Item, ItemKind
from nightsong.trace import Trace


class CharacterError(ValueError):
    """What can't be done to this character, in one line."""


class Ability(StrEnum):
    """The core Abilities, in the order of the sheet (rule ``characters/abilities``)."""

    STRENGTH = "strength"
    DEXTERITY = "dexterity"
    PRESENCE = "presence"
    CONSTITUTION = "constitution"


def signed(score: int) -> str:
    """A score as the sheet shows it: ``+2``, ``0``, ``−1``."""
    return f"+{score}" if score > 0 else str(score).replace("-", "−")


@dataclass(frozen=True, slots=True)
class Abilities:
    """A score for each Ability; scores may be negative."""

    strength: int
    dexterity: int
    presence: int
    constitution: int

    @classmethod
    def of(cls, scores: Mapping[Ability, int]) -> Abilities:
        """The scores by Ability; ``KeyError`` where one is missing."""
        return cls(*(scores[ability] for ability in Ability))

    def score(self, ability: Ability) -> int:
        """The score of an Ability."""
        return self.scores()[ability]

    def scores(self) -> dict[Ability, int]:
        """Every Ability with its score, in the order of the sheet."""
        listed = (self.strength, self.dexterity, self.presence, self.constitution)
        return dict(zip(Ability, listed, strict=True))

    def highest(self) -> tuple[Ability, ...]:
        """The Abilities that share the highest score, in the order of the sheet."""
        scores = self.scores()
        top = max(scores.values())
        return tuple(ability for ability, score in scores.items() if score == top)


@dataclass(frozen=True, slots=True)
class Carried:
    """An item in a character's keeping.

    ``die`` is its Step Die as it is now, empty where it has none; the item's own ``die`` or
    ``uses`` is what it started with. ``remedy`` marks what was prepared to cure.
    """

    item: Item
    die: str = ""
    remedy: bool = False

    @classmethod
    def fresh(cls, item: Item, *, remedy: bool = False) -> Carried:
        """The item with its Step Die at the start."""
        return cls(item, item.die or item.uses or "", remedy)

    @property
    def is_shard(self) -> bool:
        """Whether it holds a Spell (rule ``actions/spells/spell-shards``)."""
        return self.item.kind is ItemKind.SPELL_SHARD


class Severity(StrEnum):
    """What kind of Rest clears a Condition: a long one the minor, a full one the major."""

    MINOR = "minor"
    MAJOR = "major"


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that ails a character (rule ``characters/slots/conditions``).

    ``slots`` is how many it takes; ``needs`` the treatment, Remedy or act without which no Rest
    clears it, empty for most.
    """

    name: str
    slots: int
    severity: Severity = Severity.MINOR
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Detail:
    """One touch from a detail table: the table's id and title, and what was rolled."""

    table: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Character:
    """A character's sheet.

    ``hp`` may be negative after a blow; ``highest`` is the Ability that counted as the highest
    when the character was made.
    """

    name: str
    abilities: Abilities
    highest: Ability
    backgrounds: tuple[str, ...]
    hp: int
    max_hp: int
    focus: int
    coins: int
    carried: tuple[Carried, ...] = ()
    conditions: tuple[Condition, ...] = ()
    details: tuple[Detail, ...] = ()
    pronouns: str = ""

    @property
    def spell_shards(self) -> tuple[Carried, ...]:
        """The Spell Shards among what is carried."""
        return tuple(carried for carried in self.carried if carried.is_shard)

    def carrying(self, position: int, carried: Carried | None) -> Character:
        """The character with another item, or none, in that position of what is carried.

        Positions count from 0; ``CharacterError`` where nothing is carried there.
        """
        if not 0 <= position < len(self.carried):
            held = f"0 to {len(self.carried) - 1}" if self.carried else "nothing is carried"
            raise CharacterError(f"expected the position of an item ({held}), came {position}")
        new = () if carried is None else (carried,)
        rest = (*self.carried[:position], *new, *self.carried[position + 1 :])
        return replace(self, carried=rest)


@dataclass(frozen=True, slots=True)
class SupplyNames:
    """What the items are called that a rule asks for (rule ``belongings/supplies``).

    ``shard`` is a Spell Shard's name as long as its Spell is open.
    """

    torches: str
    rations: str
    oil: str
    shard: str

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> SupplyNames:
        """Read them from the ruleset's numbers."""
        names = numbers["supplies"]["names"]
        return cls(names["torches"], names["rations"], names["oil"], names["shard"])


@dataclass(frozen=True, slots=True)
class Made:
    """A character from chance, with how each part came about."""

    character: Character
    trace: Trace


@dataclass(frozen=True, slots=True)
class FocusRules:
    """The numbers of Focus (rule ``characters/focus``, ruling ``focus-range``)."""

    least: int
    limit: int
    spend: int

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> FocusRules:
        """Read them from the ruleset's numbers."""
        focus = numbers["focus"]
        return cls(focus["least"], focus["limit"], focus["spend"])

    def most(self, abilities: Abilities) -> int:
        """A character's maximum Focus: Dexterity within the limits."""
        return max(self.least, min(self.limit, abilities.dexterity))
