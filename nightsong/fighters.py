"""Fighters: whoever takes part in a fight, character or NPC, with what the fight needs of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from nightsong.attacks import Cover
from nightsong.characters import Character, CharacterError
from nightsong.model import ItemKind
from nightsong.npcs import Npc
from nightsong.odds.pools import highest, mean, pool_of
from nightsong.steps import StepRules

ALL = 100  # percent


class FighterError(ValueError):
    """A fighter that the rules don't have; the message is one line."""


class Side(StrEnum):
    """The two sides of a fight: the players' and their enemies' (rule ``combat/rounds``)."""

    PARTY = "party"
    FOES = "foes"

    @property
    def other(self) -> Side:
        """The side that it fights."""
        return Side.FOES if self is Side.PARTY else Side.PARTY


class Kind(StrEnum):
    """What a fighter is: only NPCs have Resolve, and only characters' gear wears."""

    CHARACTER = "character"
    NPC = "NPC"


@dataclass(frozen=True, slots=True)
class Weapon:
    """What a fighter attacks with.

    ``dice`` are rolls of Damage in notation, the highest of which counts; a character's Weapon
    has a single Step Die. ``used`` says that it was put to use in this fight, and ``position``
    where a character carries it, counted from 0. What is ``coordinated``, as ordnance is, harms a
    Force even in the hands of individuals.
    """

    name: str
    dice: tuple[str, ...]
    blast: bool = False
    used: bool = False
    position: int | None = None
    ranged: bool = False
    coordinated: bool = False

    @property
    def mean(self) -> Fraction:
        """The mean of the die that counts: what the Weapon promises, misses aside."""
        return _mean(self.dice)


@lru_cache(maxsize=256)
def _mean(dice: tuple[str, ...]) -> Fraction:
    return mean(highest([pool_of(notation) for notation in dice]))


@dataclass(frozen=True, slots=True)
class Gear:
    """Armor or a Shield: its Step Die as it is now, and where a character carries it."""

    name: str
    die: str
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Fighter:
    """Somebody in a fight.

    ``hp`` may fall below 0; ``resolve`` is an NPC's, in percent; ``focus`` a character's.
    ``constitution`` is a character's, and ``dies`` the Round as which begins they are dead without
    help, once they are taken out; ``helped`` says that they had it.
    ``off_guard`` says that the fight catches them by surprise, ``gone`` that they have routed,
    fled or yielded. Without Weapons a fighter is unarmed.
    ``specials`` are an NPC's, for the Referee to play; a ``force`` counts as one NPC.
    Whoever is ``distant`` stands out of reach of melee; ``cover`` shelters from ranged attacks.
    Raises ``FighterError``.
    """

    name: str
    side: Side
    kind: Kind
    hp: int
    max_hp: int
    weapons: tuple[Weapon, ...] = ()
    armor: Gear | None = None
    shield: Gear | None = None
    resolve: int | None = None
    focus: int = 0
    constitution: int = 0
    dies: int | None = None
    off_guard: bool = False
    gone: bool = False
    helped: bool = False
    specials: tuple[str, ...] = ()
    force: bool = False
    distant: bool = False
    cover: Cover = Cover.NONE

    def __post_init__(self) -> None:
        if self.max_hp < 1 or self.hp > self.max_hp:
            raise FighterError(f"{self.name}: expected HP within a maximum, came {self._hp}")
        if self.kind is Kind.NPC and (self.resolve is None or not 0 <= self.resolve <= ALL):
            raise FighterError(f"{self.name}: expected Resolve in percent, came {self.resolve}")
        if self.kind is Kind.CHARACTER and self.resolve is not None:
            raise FighterError(f"{self.name}: expected Resolve for NPCs only")
        if self.kind is Kind.CHARACTER and self.force:
            raise FighterError(f"{self.name}: expected a Force of NPCs only")
        if self.focus < 0:
            raise FighterError(f"{self.name}: expected Focus of 0 or more, came {self.focus}")
        for weapon in self.weapons:
            self._validate(weapon)

    def _validate(self, weapon: Weapon) -> None:
        if not weapon.dice:
            raise FighterError(f"{self.name}: expected dice for {weapon.name}, came none")
        if self.kind is Kind.CHARACTER and len(weapon.dice) > 1:
            raise FighterError(f"{self.name}: expected one Step Die for {weapon.name}, came more")

    @property
    def _hp(self) -> str:
        return f"{self.hp}/{self.max_hp}"


def checked(fighter: Fighter, steps: StepRules) -> Fighter:
    """The fighter, if all dice can be rolled and all that wear are on the ladder.

    A spent Step Die is allowed: it is broken gear. ``StepError`` or ``DiceError``.
    """
    for gear in (fighter.armor, fighter.shield):
        if gear is not None:
            steps.place(gear.die)
    for weapon in fighter.weapons:
        if fighter.kind is Kind.CHARACTER:
            steps.place(weapon.dice[0])
        for notation in weapon.dice:
            if notation != steps.spent:
                pool_of(notation)
    return fighter


def of_character(character: Character, steps: StepRules, side: Side = Side.PARTY) -> Fighter:
    """A character as a fighter: every Weapon that isn't broken, the best Armor and Shield.

    Who has ranged Weapons only begins the fight at a distance. ``StepError`` where a die is off
    the ladder.
    """
    weapons = tuple(
        Weapon(carried.item.name, (carried.die,), position=place, ranged=carried.item.ranged)
        for place, carried in enumerate(character.carried)
        if carried.item.kind is ItemKind.WEAPON and not steps.is_spent(carried.die)
    )
    return Fighter(
        name=character.name,
        side=side,
        kind=Kind.CHARACTER,
        hp=character.hp,
        max_hp=character.max_hp,
        weapons=weapons,
        armor=_best(character, ItemKind.ARMOR, steps),
        shield=_best(character, ItemKind.SHIELD, steps),
        focus=character.focus,
        constitution=character.abilities.constitution,
        distant=bool(weapons) and all(weapon.ranged for weapon in weapons),
    )


def _best(character: Character, kind: ItemKind, steps: StepRules) -> Gear | None:
    found = [
        Gear(carried.item.name, carried.die, position=place)
        for place, carried in enumerate(character.carried)
        if carried.item.kind is kind and not steps.is_spent(carried.die)
    ]
    return min(found, key=lambda gear: steps.place(gear.die), default=None)


def of_npc(npc: Npc, side: Side = Side.FOES, *, force: bool = False) -> Fighter:
    """An NPC as a fighter, or a ``force``, which counts as one NPC; Specials are only told of."""
    return Fighter(
        name=npc.name,
        side=side,
        kind=Kind.NPC,
        hp=npc.hp,
        max_hp=npc.hp,
        weapons=tuple(Weapon(a.name, a.dice, a.blast) for a in npc.attacks),
        armor=Gear("Armor", npc.armor) if npc.armor else None,
        shield=Gear("Shield", npc.shield) if npc.shield else None,
        resolve=npc.resolve,
        specials=npc.specials,
        force=force or npc.force,
    )


def returned(character: Character, fighter: Fighter) -> Character:
    """The character's sheet after the fight: HP, Focus, and every Step Die that was stepped.

    ``CharacterError`` where nothing is carried in a Weapon's position.
    """
    after = replace(character, hp=fighter.hp, focus=fighter.focus)
    dice = [(weapon.position, weapon.dice[0]) for weapon in fighter.weapons]
    dice += [(gear.position, gear.die) for gear in (fighter.armor, fighter.shield) if gear]
    for position, name in dice:
        if position is not None and not 0 <= position < len(after.carried):
            raise CharacterError(f"expected what {fighter.name} fought with at {position}")
        if position is not None:
            after = after.carrying(position, replace(after.carried[position], die=name))
    return after


def numbered(fighters: Sequence[Fighter]) -> tuple[Fighter, ...]:
    """The fighters, with numbers for those who share a name: ``Wolf 1``, ``Wolf 2``."""
    names = [fighter.name for fighter in fighters]
    shared = {name for name in names if names.count(name) > 1}
    return tuple(
        replace(fighter, name=f"{name} {names[: place + 1].count(name)}")
        if name in shared
        else fighter
        for place, (name, fighter) in enumerate(zip(names, fighters, strict=True))
    )
