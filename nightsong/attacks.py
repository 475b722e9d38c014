"""Attacks: Damage, Armor and Shields, feats, blasts (rule ``combat/attacks``).

The dice of the first throw are the same with Advantage as without, for the same chance key: who
spends Focus after seeing the Damage rolls it again, with Advantage, and keeps what lies there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from nightsong.chance import Chance
from nightsong.checks import Favor
from nightsong.dice import DiceError, parse
from nightsong.steps import Ending, StepRules, StepUse, use
from nightsong.trace import Line, Trace

RULE = "combat/attacks"
MISSES = "combat/misses"
KEPT = "rulings/misses-kept-die"
FLOOR = "rulings/damage-floor"
SEVERAL = "combat/other-situations/multiple-attacks"
BLAST = "combat/other-situations/blast-damage"
FEATS = "combat/feats"
SHIELDS = "characters/slots/shields"
RANGED = "combat/other-situations/ranged-attacks"


class Harm(StrEnum):
    """How much harm a feat does, as the Referee judges it (rule ``combat/feats``)."""

    LIMITED = "limited"
    SERIOUS = "serious"
    DEVASTATING = "devastating"


class AttackError(ValueError):
    """An attack that the rules don't allow; the message is one line."""


class Cover(StrEnum):
    """What shelters a target from ranged attacks (rule ``…/ranged-attacks``).

    Full cover leaves no clear line of sight.
    """

    NONE = "none"
    PROTECTIVE = "protective"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class AttackRules:
    """The numbers of an attack.

    ``miss`` is the result that misses, and on Armor protects from nothing; ``least`` the Damage
    in HP that Armor never goes below; ``pushed`` the throws with Advantage or Disadvantage;
    ``unarmed`` and ``feats`` are dice.
    """

    miss: int
    least: int
    pushed: int
    unarmed: str
    feats: Mapping[Harm, str]
    steps: StepRules

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> AttackRules:
        """From the ruleset's numbers."""
        combat = numbers["combat"]
        return cls(
            miss=combat["miss"],
            least=combat["damage_least"],
            pushed=combat["advantage_dice"],
            unarmed=combat["unarmed"],
            feats=MappingProxyType({harm: combat[harm.value] for harm in Harm}),
            steps=StepRules.of(numbers),
        )


@dataclass(frozen=True, slots=True)
class Damage:
    """A Damage roll as it fell, before Armor.

    ``results`` has the highest die of each throw, one without Advantage or Disadvantage;
    ``kept`` is the one that counts, in HP. A roll that ``missed`` deals nothing.
    """

    dice: tuple[str, ...]
    favor: Favor
    results: tuple[int, ...]
    kept: int
    missed: bool
    trace: Trace


@dataclass(frozen=True, slots=True)
class Guard:
    """What a defender holds against an attack: an Armor die, and a Shield's die if it is raised."""

    armor: str | None = None
    shield: str | None = None


@dataclass(frozen=True, slots=True)
class AttackResult:
    """An attack as it went.

    ``armor`` is what the Armor die showed, ``None`` if none was rolled; ``shield`` how the
    Shield's Step Die went, ``None`` if it wasn't used; ``harm`` the HP that the defender loses.
    """

    damage: Damage
    armor: int | None
    shield: StepUse | None
    harm: int
    trace: Trace


def roll_damage(
    rules: AttackRules,
    dice: Sequence[str],
    chance: Chance,
    key: str,
    favor: Favor = Favor.NONE,
) -> Damage:
    """Roll Damage: of several dice the highest, of several throws the best or the worst.

    ``dice`` holds notation for each roll; without any, the attack is unarmed. Only what is kept
    can miss (``combat/advantage``, ``combat/misses``, ``rulings/misses-kept-die``,
    ``combat/other-situations/multiple-attacks``, ``…/unarmed-combat``). ``DiceError``.
    """
    names = tuple(dice) or (rules.unarmed,)
    throws = _throws(names, rules.pushed if favor is not Favor.NONE else 1, chance, key)
    results = tuple(max(throw) for throw in throws)
    kept = min(results) if favor is Favor.DISADVANTAGE else max(results)
    missed = kept == rules.miss
    fell = "; ".join(", ".join(map(str, throw)) for throw in throws)
    lines = [Line(f"Damage {' + '.join(names)} fell {fell}", RULE, key)]
    if len(names) > 1:
        lines.append(Line(f"The highest counts: {', '.join(map(str, results))}", SEVERAL))
    if favor is not Favor.NONE:
        lines.append(Line(f"{favor.value.capitalize()} keeps {kept}", "combat/advantage"))
    if missed:
        several = len(names) > 1 or favor is not Favor.NONE
        lines.append(Line(f"A {kept} misses", KEPT if several else MISSES))
    return Damage(names, favor, results, kept, missed, tuple(lines))


def _throws(
    names: Sequence[str], count: int, chance: Chance, key: str
) -> tuple[tuple[int, ...], ...]:
    """All the dice so many times, under one key."""
    formulas = [parse(name) for name in names]
    sides = [s for _ in range(count) for formula in formulas for s in formula.physical]
    faces = list(chance.faces(key, sides))
    if len(faces) != len(sides):
        raise DiceError(f"expected {len(sides)} dice for {key}, came {len(faces)}")
    throws: list[tuple[int, ...]] = []
    for _ in range(count):
        values: list[int] = []
        for formula in formulas:
            width = len(formula.physical)
            values.append(formula.read(faces[:width]).total)
            del faces[:width]
        throws.append(tuple(values))
    return tuple(throws)


def strike(
    rules: AttackRules, damage: Damage, guard: Guard, chance: Chance, key: str
) -> AttackResult:
    """What becomes of a Damage roll: missed, blocked, or lessened by Armor.

    A Shield in the guard cancels all of it and is stepped after the use, unless the attack missed
    anyway; then no Armor is rolled either. The keys are ``KEY/armor`` and ``KEY/shield``.
    ``DiceError``, and ``StepError`` for a broken Shield.
    """
    if damage.missed:
        return AttackResult(damage, None, None, 0, damage.trace)
    if guard.shield is not None:
        return _blocked(rules, damage, guard.shield, chance, f"{key}/shield")
    if guard.armor is not None:
        return _lessened(rules, damage, guard.armor, chance, f"{key}/armor")
    harm = max(rules.least, damage.kept)
    line = Line(f"No Armor: {_hp(harm)}", RULE)
    return AttackResult(damage, None, None, harm, (*damage.trace, line))


def _blocked(
    rules: AttackRules, damage: Damage, shield: str, chance: Chance, key: str
) -> AttackResult:
    stepped = use(rules.steps, shield, chance, key, Ending.BROKEN)
    line = Line(f"The Shield cancels all {damage.kept} Damage", SHIELDS)
    return AttackResult(damage, None, stepped, 0, (*damage.trace, line, *stepped.trace))


def _lessened(
    rules: AttackRules, damage: Damage, armor: str, chance: Chance, key: str
) -> AttackResult:
    rolled = chance.roll(parse(armor), key).total
    lines = [Line(f"Armor {armor} fell {rolled}", RULE, key)]
    if rolled == rules.miss:
        harm = max(rules.least, damage.kept)
        lines.append(Line(f"A {rolled} protects from nothing: {_hp(harm)}", MISSES))
    else:
        left = damage.kept - rolled
        harm = max(rules.least, left)
        rule = RULE if left >= rules.least else FLOOR
        lines.append(Line(f"{damage.kept} − {rolled}: {_hp(harm)}", rule))
    return AttackResult(damage, rolled, None, harm, (*damage.trace, *lines))


def _hp(harm: int) -> str:
    return f"{harm} HP lost" if harm else "no HP lost"


def attack(
    rules: AttackRules,
    dice: Sequence[str],
    guard: Guard,
    chance: Chance,
    key: str = "attack",
    favor: Favor = Favor.NONE,
) -> AttackResult:
    """One whole attack (rule ``combat/attacks``): ``roll_damage``, then ``strike``.

    The keys are ``KEY/damage``, ``KEY/armor`` and ``KEY/shield``.
    """
    damage = roll_damage(rules, dice, chance, f"{key}/damage", favor)
    return strike(rules, damage, guard, chance, key)


@dataclass(frozen=True, slots=True)
class Aim:
    """How a ranged attack is made: whether its Damage has Advantage or Disadvantage."""

    favor: Favor
    trace: Trace = ()


def aimed(cover: Cover, favor: Favor = Favor.NONE, *, engaged: bool = False) -> Aim:
    """Whether and how a ranged attack can be made (rule ``…/ranged-attacks``).

    ``AttackError`` for an attacker ``engaged`` in melee, without a line of sight, and where cover
    would meet Advantage, which the rules leave to the Referee.
    """
    if engaged:
        raise AttackError("expected a ranged attack from outside melee, came one from within")
    if cover is Cover.FULL:
        raise AttackError("expected a clear line of sight to the target, came none")
    if cover is Cover.NONE:
        return Aim(favor)
    if favor is Favor.ADVANTAGE:
        raise AttackError("expected cover or Advantage, came both: the Referee says which counts")
    line = Line("The target has cover: Disadvantage", RANGED)
    return Aim(Favor.DISADVANTAGE, (line,))


def feat_dice(rules: AttackRules, harm: Harm, die: str = "") -> tuple[str, ...]:
    """The Damage die of a feat (rule ``combat/feats``).

    Devastating harm may have a higher ``die`` than the least. ``StepError`` for a die off the
    ladder, ``DiceError`` where the harm doesn't allow it.
    """
    least = rules.feats[harm]
    if not die or die == least:
        return (least,)
    if harm is not Harm.DEVASTATING or rules.steps.place(die) > rules.steps.place(least):
        more = " or higher" if harm is Harm.DEVASTATING else ""
        raise DiceError(f"expected {least}{more} for {harm} harm, came {die}")
    return (die,)


@dataclass(frozen=True, slots=True)
class Targets:
    """How many a blast strikes where that was unclear."""

    number: int
    trace: Trace


def blast_targets(rules: AttackRules, dice: Sequence[str], chance: Chance, key: str) -> Targets:
    """Roll the attack's own Damage dice for the number of targets; a low roll is no miss.

    Rule ``combat/other-situations/blast-damage``; of several dice the highest counts.
    """
    names = tuple(dice) or (rules.unarmed,)
    number = max(_throws(names, 1, chance, key)[0])
    targets = "1 target" if number == 1 else f"{number} targets"
    text = f"{' + '.join(names)} for the number in the blast: {targets}"
    return Targets(number, (Line(text, BLAST, key),))


def blast(
    rules: AttackRules,
    dice: Sequence[str],
    guards: Sequence[Guard],
    chance: Chance,
    key: str = "blast",
    favor: Favor = Favor.NONE,
) -> tuple[AttackResult, ...]:
    """A blast strikes each of those guards, with Damage rolled anew for every one.

    Rule ``combat/other-situations/blast-damage``; the keys are those of an attack on
    ``KEY/1``, ``KEY/2`` and so on.
    """
    return tuple(
        attack(rules, dice, guard, chance, f"{key}/{number}", favor)
        for number, guard in enumerate(guards, 1)
    )
