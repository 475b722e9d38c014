"""What happens to characters between fights: Rests, Remedies, dying, Focus.

Everything gives a new character; HP never rise above the maximum. Who is able to rest, and what
care a Condition asks for, is the Referee's to say.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from nightsong.chance import Chance
from nightsong.characters import (
    Carried,
    Character,
    CharacterError,
    Condition,
    FocusRules,
    Severity,
    signed,
)
from nightsong.dice import parse
from nightsong.model import Item, ItemKind
from nightsong.steps import StepRules, use
from nightsong.trace import Line, Trace
from nightsong.usage import told


class Unit(StrEnum):
    """What time is counted in (rule ``basics/time``)."""

    ROUND = "Round"
    MINUTE = "minute"
    TURN = "Turn"
    WATCH = "Watch"
    WEEK = "week"


class Grade(StrEnum):
    """How good a Remedy is, which sets its first Step Die."""

    COMMON = "common"
    CRAFTED = "crafted"
    RARE = "rare"


@dataclass(frozen=True, slots=True)
class RecoveryRules:
    """The numbers of recovery. Dice are notation; times are in the unit that the name says."""

    short_turns: int
    short_heals: str
    long_watches: int
    long_heals: str
    full_weeks: int
    remedy_turns: int
    remedy_heals: str
    remedy_dice: Mapping[str, str]
    taken_out: int
    dying: str
    refill_least: int
    focus: FocusRules
    steps: StepRules

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> RecoveryRules:
        """Read them from the ruleset's numbers."""
        short, long = numbers["rests"]["short"], numbers["rests"]["long"]
        remedies, hit_points = numbers["remedies"], numbers["hit_points"]
        return cls(
            short_turns=short["turns"],
            short_heals=short["heals"],
            long_watches=long["watches"],
            long_heals=long["heals"],
            full_weeks=numbers["time"]["full_rest_weeks"],
            remedy_turns=remedies["turns"],
            remedy_heals=remedies["heals"],
            remedy_dice={grade: remedies[grade] for grade in Grade},
            taken_out=hit_points["taken_out"],
            dying=hit_points["dying"],
            refill_least=numbers["spells"]["refill_least"],
            focus=FocusRules.of(numbers),
            steps=StepRules.of(numbers),
        )


@dataclass(frozen=True, slots=True)
class Recovered:
    """A character after a Rest or a Remedy: HP regained, Conditions cleared, time taken."""

    character: Character
    healed: int
    cleared: tuple[Condition, ...]
    time: int
    unit: Unit
    trace: Trace


def short_rest(
    character: Character, chance: Chance, rules: RecoveryRules, key: str = "rest/1"
) -> Recovered:
    """A Short Rest refills some HP (rule ``characters/rests/short-rest``)."""
    rule = "characters/rests/short-rest"
    after, healed, line = _healed(character, chance, rules.short_heals, key, rule)
    return Recovered(after, healed, (), rules.short_turns, Unit.TURN, (line,))


def long_rest(
    character: Character, chance: Chance, rules: RecoveryRules, key: str = "rest/1"
) -> Recovered:
    """A Long Rest refills HP and clears minor Conditions (rule ``characters/rests/long-rest``).

    A Condition that needs something first stays; clear it with ``conditions.clear_condition``.
    Spell Shards are refilled by ``refill_shards``.
    """
    rule = "characters/rests/long-rest"
    after, healed, line = _healed(character, chance, rules.long_heals, key, rule)
    after, cleared, lines = _cleared(after, {Severity.MINOR}, rule)
    return Recovered(after, healed, cleared, rules.long_watches, Unit.WATCH, (line, *lines))


def full_rest(character: Character, rules: RecoveryRules, *, cared_for: bool = True) -> Recovered:
    """A Full Rest refills all HP and clears Conditions (rule ``characters/rests/full-rest``).

    Major ones only for those who are ``cared_for``: shelter, care, or what the fiction demands.
    Minor ones go as in a Long Rest.
    """
    rule = "characters/rests/full-rest"
    healed = max(0, character.max_hp - character.hp)
    line = Line(f"All HP return: {character.max_hp}", rule)
    severities = {Severity.MINOR, Severity.MAJOR} if cared_for else {Severity.MINOR}
    after, cleared, lines = _cleared(replace(character, hp=character.hp + healed), severities, rule)
    return Recovered(after, healed, cleared, rules.full_weeks, Unit.WEEK, (line, *lines))


def _healed(
    character: Character, chance: Chance, dice: str, key: str, rule: str
) -> tuple[Character, int, Line]:
    rolled = chance.roll(parse(dice), key).total
    hp = max(character.hp, min(character.max_hp, character.hp + rolled))
    change = f"HP {character.hp} → {hp} of {character.max_hp}".replace("-", "−")
    text = f"{dice} fell {rolled}: {change}"
    return replace(character, hp=hp), hp - character.hp, Line(text, rule, key)


def _cleared(
    character: Character, severities: Collection[Severity], rule: str
) -> tuple[Character, tuple[Condition, ...], Trace]:
    due = [c for c in character.conditions if c.severity in severities]
    cleared = tuple(c for c in due if not c.needs)
    lines = [Line(f"“{c.name}” is cleared", rule) for c in cleared]
    lines += [Line(f"“{c.name}” stays: it needs {c.needs}", rule) for c in due if c.needs]
    kept = tuple(c for c in character.conditions if c not in cleared)
    return replace(character, conditions=kept), cleared, tuple(lines)


def refill_shards(
    character: Character, rules: RecoveryRules, positions: Collection[int] | None = None
) -> tuple[Character, Trace]:
    """Refill Spell Shards in a Long Rest, as many as Presence (rule ``actions/spells/recovery``).

    ``positions`` are those among what is carried that the player picks; without them the most
    drained come first. A refilled Shard has the die it started with. ``CharacterError`` where too
    many are picked (ruling ``refill-least``), or something that is no Shard.
    """
    shards = [place for place, carried in enumerate(character.carried) if carried.is_shard]
    most = max(rules.refill_least, character.abilities.presence)
    if positions is None:
        used = [p for p in shards if character.carried[p].die != character.carried[p].item.uses]
        ladder = rules.steps
        used.sort(key=lambda place: ladder.place(character.carried[place].die), reverse=True)
        positions = used[:most]
    if len(positions) > most or not set(positions) <= set(shards):
        raise CharacterError(f"expected up to {most} of the Spell Shards, came {list(positions)}")
    lines: list[Line] = []
    for place in sorted(positions):
        shard = character.carried[place]
        full = replace(shard, die=shard.item.uses or shard.die)
        character = character.carrying(place, full)
        text = f"{shard.item.name} is refilled: {shard.die} → {full.die}"
        lines.append(Line(text, "actions/spells/recovery"))
    return character, tuple(lines)


def new_remedy(name: str, grade: Grade, rules: RecoveryRules) -> Carried:
    """A fresh Remedy of that grade, the least die for a rare one (rule ``characters/remedies``)."""
    item = Item(name, ItemKind.SUPPLY, uses=rules.remedy_dice[grade])
    return Carried.fresh(item, remedy=True)


def apply_remedy(
    healer: Character,
    position: int,
    patient: Character | None,
    chance: Chance,
    rules: RecoveryRules,
    key: str = "remedy/1",
) -> tuple[Character, Recovered]:
    """Use what the healer carries at that position (rule ``characters/remedies``).

    Gives the healer as they are afterwards, and the patient's recovery; without a patient the
    healer is the patient, and both are the same. Once the Step Die is spent nothing is left of
    the Remedy. The keys are ``<key>/heals`` and ``<key>/uses``. ``CharacterError`` where there is
    nothing with Uses there; ``nightsong.steps.StepError`` where its die is spent.
    """
    used = healer.carried[position] if 0 <= position < len(healer.carried) else None
    if used is None or used.item.uses is None or used.is_shard:
        came = "nothing" if used is None else used.item.name
        raise CharacterError(f"expected something with Uses that cures, came {came}")
    rule = "characters/remedies"
    uses = use(rules.steps, used.die, chance, f"{key}/uses")
    left = None if uses.spent else replace(used, die=uses.after)
    after_use = healer.carrying(position, left)
    after, healed, line = _healed(
        patient or after_use, chance, rules.remedy_heals, f"{key}/heals", rule
    )
    trace = (
        Line(f"{healer.name} applies {used.item.name}", rule),
        line,
        *told(used.item.name, uses, rule),
    )
    recovered = Recovered(after, healed, (), rules.remedy_turns, Unit.TURN, trace)
    return (after if patient is None else after_use), recovered


@dataclass(frozen=True, slots=True)
class Harmed:
    """A character after Damage, and whether it takes them out."""

    character: Character
    taken_out: bool
    trace: Trace


def take_damage(character: Character, damage: int, rules: RecoveryRules) -> Harmed:
    """Lower HP by that much (rule ``characters/hit-points``); they may fall below 0.

    How long is left to somebody taken out: ``dying_time``. ``CharacterError`` for less than 0.
    """
    if damage < 0:
        raise CharacterError(f"expected Damage of 0 or more, came {damage}")
    rule = "characters/hit-points"
    after = replace(character, hp=character.hp - damage)
    text = f"{damage} Damage: HP {character.hp} → {after.hp}".replace("-", "−")
    out = is_taken_out(after, rules)
    lines = [Line(text, rule), *([Line(f"{after.name} is taken out", rule)] if out else [])]
    return Harmed(after, out, tuple(lines))


@dataclass(frozen=True, slots=True)
class Dying:
    """How long a character who was taken out has left; 0 is no time at all."""

    left: int
    unit: Unit
    trace: Trace


def is_taken_out(character: Character, rules: RecoveryRules) -> bool:
    """Whether HP are so low that the character is taken out (rule ``characters/hit-points``)."""
    return character.hp <= rules.taken_out


def dying_time(
    character: Character,
    chance: Chance,
    rules: RecoveryRules,
    *,
    in_combat: bool,
    key: str = "dying/1",
) -> Dying:
    """How long until death without help: Rounds in combat, else minutes (ruling ``dying-time``).

    ``CharacterError`` where the character isn't taken out.
    """
    if not is_taken_out(character, rules):
        raise CharacterError(
            f"expected HP of {rules.taken_out} or lower, came {character.hp}: not taken out"
        )
    rolled = chance.roll(parse(rules.dying), key).total
    constitution = character.abilities.constitution
    left = max(0, constitution + rolled)
    unit = Unit.ROUND if in_combat else Unit.MINUTE
    lasts = f"{left} {unit}{'' if left == 1 else 's'} left" if left else "no time left"
    text = f"{rules.dying} fell {rolled}, Constitution {signed(constitution)}: {lasts}"
    return Dying(left, unit, (Line(text, "characters/hit-points", key),))


def spend_focus(character: Character, rules: FocusRules) -> tuple[Character, Trace]:
    """Pay for Advantage, also after the result is seen (rule ``characters/focus/spend``).

    ``CharacterError`` where too little is left.
    """
    if character.focus < rules.spend:
        raise CharacterError(f"expected {rules.spend} Focus to spend, came {character.focus}")
    after = replace(character, focus=character.focus - rules.spend)
    return after, (
        Line(f"{rules.spend} Focus spent, {after.focus} left", "characters/focus/spend"),
    )


def refresh_focus(character: Character, rules: FocusRules) -> Character:
    """Focus at the start of a session: its maximum, whatever was left.

    Unspent Focus is lost when a session ends (rule ``characters/focus/refresh``).
    """
    return replace(character, focus=rules.most(character.abilities))
