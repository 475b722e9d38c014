"""Fights: who stands where, whose turn it is, who is out of it (rule ``combat``).

A fight is a frozen value that can be saved as JSON at any point and taken up again. What the
fighters do on their turn is decided elsewhere: at the table, or by ``nightsong.tactics``. What
losses bring is in ``nightsong.losses``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from nightsong.attacks import AttackRules
from nightsong.chance import Chance
from nightsong.characters import FocusRules
from nightsong.codec import CodecError, decode, encode
from nightsong.dice import Formula, parse
from nightsong.fate import FateRules, ask
from nightsong.fighters import Fighter, Kind, Side, checked, numbered
from nightsong.steps import StepRules
from nightsong.trace import Trace


class FightError(ValueError):
    """A fight that can't be had; the message is one line."""


@dataclass(frozen=True, slots=True)
class FightRules:
    """The numbers of a fight.

    An NPC at ``out`` HP or fewer and a character at ``taken_out`` or fewer are out of it;
    ``dying`` is the die for a character's time left; ``share_lost`` the part of a group, or of a
    lone NPC's HP, whose loss tests Resolve; ``actions`` how many each has in a Round.
    """

    attacks: AttackRules
    fate: FateRules
    focus: FocusRules
    out: int
    taken_out: int
    dying: Formula
    share_lost: Fraction
    actions: int

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> FightRules:
        """From the ruleset's numbers."""
        return cls(
            attacks=AttackRules.of(numbers),
            fate=FateRules.of(numbers),
            focus=FocusRules.of(numbers),
            out=numbers["combat"]["out"],
            taken_out=numbers["hit_points"]["taken_out"],
            dying=parse(numbers["hit_points"]["dying"]),
            share_lost=Fraction(numbers["resolve"]["share_lost"]),
            actions=numbers["combat"]["actions"],
        )

    @property
    def steps(self) -> StepRules:
        """How Step Dice go down."""
        return self.attacks.steps

    def is_out(self, fighter: Fighter) -> bool:
        """Whether HP are so low that the fighter is taken out (rule ``combat/npcs``)."""
        least = self.taken_out if fighter.kind is Kind.CHARACTER else self.out
        return fighter.hp <= least

    def stands(self, fighter: Fighter) -> bool:
        """Whether the fighter is still in the fight: neither taken out nor gone."""
        return not fighter.gone and not self.is_out(fighter)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a fight: the Round, in words, and how it came about."""

    round: int
    text: str
    trace: Trace = ()


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight as it stands.

    ``round`` counts from 1 and ``phase`` from 0: which of the Round's turns comes next.
    ``tested`` names the sides whose NPCs have had their Resolve tested; once ``over``, gear has
    been worn and nothing more happens. ``acted`` has a fighter's place for each action that was
    spent in the turn that runs. Raises ``FightError``.
    """

    fighters: tuple[Fighter, ...]
    first: Side = Side.PARTY
    round: int = 1
    phase: int = 0
    tested: tuple[Side, ...] = ()
    over: bool = False
    log: tuple[Event, ...] = ()
    acted: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for side in Side:
            if not self.members(side):
                raise FightError(f"expected fighters on both sides, came none for the {side}")
        if self.round < 1 or not 0 <= self.phase < len(turns(self)):
            raise FightError(f"expected a turn of a Round, came {self.phase} of {self.round}")
        if not all(0 <= place < len(self.fighters) for place in self.acted):
            raise FightError(f"expected places of fighters who acted, came {self.acted}")

    def members(self, side: Side) -> tuple[int, ...]:
        """The places of a side's fighters, counted from 0."""
        return tuple(i for i, fighter in enumerate(self.fighters) if fighter.side is side)

    def standing(self, side: Side, rules: FightRules) -> tuple[int, ...]:
        """The places of those of a side who are still in the fight."""
        return tuple(i for i in self.members(side) if rules.stands(self.fighters[i]))

    def path(self, place: int) -> str:
        """A fighter's part of the chance keys, such as ``party-1``."""
        side = self.fighters[place].side
        return f"{side}-{self.members(side).index(place) + 1}"

    def is_dying(self, place: int) -> bool:
        """Whether a character who was taken out can still be helped (``characters/hit-points``)."""
        return self.fighters[place].dies is not None and not self.is_dead(place)

    def is_dead(self, place: int) -> bool:
        """Whether a character who was taken out has had no help in time."""
        dies = self.fighters[place].dies
        return dies is not None and self.round >= dies

    def put(self, place: int, fighter: Fighter) -> Fight:
        """The fight with another state of the fighter in that place."""
        fighters = (*self.fighters[:place], fighter, *self.fighters[place + 1 :])
        return replace(self, fighters=fighters)

    def told(self, text: str, trace: Trace = ()) -> Fight:
        """The fight with one more event in its log."""
        return replace(self, log=(*self.log, Event(self.round, text, trace)))


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a Round: the side that acts and, in the first Round, whether those do who were
    caught off guard, or the others.
    """

    side: Side
    off_guard: bool | None = None


def turns(fight: Fight) -> tuple[Turn, ...]:
    """The turns of the Round that runs, in their order (rules ``combat/rounds``, ``…/surprise``).

    In the first Round, whoever was caught off guard acts after everyone else.
    """
    sides = (fight.first, fight.first.other)
    if fight.round > 1:
        return tuple(Turn(side) for side in sides)
    return tuple(Turn(side, off_guard) for off_guard in (False, True) for side in sides)


def actors(fight: Fight, rules: FightRules) -> tuple[int, ...]:
    """The places of those who act in the turn that comes next and have an action left."""
    return tuple(
        place
        for place in _of_turn(fight, turns(fight)[fight.phase], rules)
        if fight.acted.count(place) < rules.actions
    )


def _of_turn(fight: Fight, turn: Turn, rules: FightRules) -> tuple[int, ...]:
    return tuple(
        place
        for place in fight.standing(turn.side, rules)
        if turn.off_guard is None or fight.fighters[place].off_guard is turn.off_guard
    )


def still_acts(fight: Fight, side: Side, rules: FightRules) -> bool:
    """Whether somebody of that side has a turn yet in the Round that runs, or has it now."""
    left = turns(fight)[fight.phase :]
    return any(turn.side is side and _of_turn(fight, turn, rules) for turn in left)


def passed(fight: Fight) -> Fight:
    """The fight with the next turn, or with the first of the next Round."""
    if fight.phase + 1 < len(turns(fight)):
        return replace(fight, phase=fight.phase + 1, acted=())
    return replace(fight, round=fight.round + 1, phase=0, acted=())


def new_fight(fighters: Sequence[Fighter], rules: FightRules, first: Side = Side.PARTY) -> Fight:
    """A fight about to begin; those who share a name get numbers.

    ``FightError``, and ``DiceError`` where somebody's dice can't be rolled.
    """
    return Fight(numbered(tuple(checked(fighter, rules.steps) for fighter in fighters)), first)


def is_decided(fight: Fight, rules: FightRules) -> bool:
    """Whether a side has nobody left in the fight."""
    return not all(fight.standing(side, rules) for side in Side)


def winner(fight: Fight, rules: FightRules) -> Side | None:
    """The side that alone has somebody left; ``None`` while both have, and if none has."""
    left = [side for side in Side if fight.standing(side, rules)]
    return left[0] if len(left) == 1 else None


def caught(fight: Fight, side: Side) -> Fight:
    """The fight with a whole side caught off guard (rule ``combat/surprise``)."""
    for place in fight.members(side):
        fight = fight.put(place, replace(fight.fighters[place], off_guard=True))
    return fight


def surprise_asked(fight: Fight, rules: FightRules, chance: Chance) -> Fight:
    """Let the Die of Fate say if the players' side is caught off guard (rule ``combat/surprise``).

    The key is ``fight/surprise``.
    """
    answer = ask(rules.fate, "surprise", chance, "fight/surprise")
    fight = fight.told(answer.text.capitalize(), answer.trace)
    return fight if answer.yes else caught(fight, Side.PARTY)


def saved(fight: Fight) -> str:
    """The fight as JSON text."""
    return json.dumps(encode(fight), ensure_ascii=False)


def loaded(text: str, rules: FightRules) -> Fight:
    """The fight that a JSON text holds; ``FightError`` for anything else."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FightError(f"expected JSON of a fight: {error}") from None
    return of_data(data, rules)


def of_data(data: object, rules: FightRules) -> Fight:
    """The fight that plain JSON data hold; ``FightError`` for anything else."""
    try:
        fight = decode(Fight, data)
    except ValueError as error:
        known = isinstance(error, CodecError | FightError)
        said = "" if known else "expected fighters that the rules have: "
        raise FightError(f"{said}{error}") from None
    return playable(fight, rules)


def playable(fight: Fight, rules: FightRules) -> Fight:
    """The fight, if everybody's dice are some that the rules have; else ``FightError``."""
    try:
        for fighter in fight.fighters:
            checked(fighter, rules.steps)
    except ValueError as error:
        raise FightError(f"expected fighters that the rules have: {error}") from None
    return fight
