"""Attacks and what goes with them as procedures (``combat``)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nightsong.attacks import (
    BLAST,
    AttackRules,
    Cover,
    Guard,
    Harm,
    aimed,
    attack,
    blast_targets,
    feat_dice,
    roll_damage,
)
from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.checks import Favor
from nightsong.fate import FateRules, ask
from nightsong.losses import worn
from nightsong.procedures.procedure import Played, Procedure, ProcedureError, plain
from nightsong.steps import StepRules
from nightsong.trace import Line, Trace


@dataclass(frozen=True, slots=True)
class DamageAsked:
    """Damage dice, the highest of which counts; none is unarmed. The chance key is ``damage``."""

    dice: tuple[str, ...] = ()
    favor: Favor = Favor.NONE


@dataclass(frozen=True, slots=True)
class AttackAsked:
    """An attack with those Damage dice; none is unarmed.

    ``armor`` is the defender's Armor die, ``shield`` that of a Shield, which counts if it is
    ``raised``. ``engaged`` and ``cover`` (the target's) matter to a ``ranged`` attack. The chance
    keys are ``attack/damage``, ``attack/armor`` and ``attack/shield``.
    """

    dice: tuple[str, ...] = ()
    favor: Favor = Favor.NONE
    armor: str | None = None
    shield: str | None = None
    raised: bool = True
    ranged: bool = False
    engaged: bool = False
    cover: Cover = Cover.NONE


@dataclass(frozen=True, slots=True)
class FeatAsked:
    """A feat: ``die`` may be higher than the least for devastating harm.

    The chance keys are ``feat/damage``, ``feat/armor`` and ``feat/shield``.
    """

    harm: Harm
    die: str = ""
    favor: Favor = Favor.NONE
    armor: str | None = None
    shield: str | None = None
    raised: bool = True


@dataclass(frozen=True, slots=True)
class TargetAsked:
    """Somebody in a blast: Armor and Shield dice, and whether the Shield is raised."""

    name: str = ""
    armor: str | None = None
    shield: str | None = None
    raised: bool = True


@dataclass(frozen=True, slots=True)
class BlastAsked:
    """A blast among those ``targets``.

    If it is ``unclear`` how many it strikes, the attack's dice are thrown for the number, and the
    first so many of the targets are struck. The chance keys are ``blast/targets``, and those of an
    attack on ``blast/1``, ``blast/2`` and so on.
    """

    dice: tuple[str, ...]
    targets: tuple[TargetAsked, ...]
    unclear: bool = False
    favor: Favor = Favor.NONE


@dataclass(frozen=True, slots=True)
class WornAsked:
    """A Weapon or Armor that a character used in the fight, and its Step Die."""

    name: str
    die: str


@dataclass(frozen=True, slots=True)
class WearAsked:
    """Gear after a fight. The chance keys are ``wear/1``, ``wear/2`` and so on."""

    gear: tuple[WornAsked, ...]


@dataclass(frozen=True, slots=True)
class SurpriseAsked:
    """Whether the characters are caught off guard: the even threshold, or another in percent.

    The chance key is ``surprise``.
    """

    threshold: int | None = None


def _damage(ruleset: Ruleset, chance: Chance, asked: DamageAsked) -> Played:
    rules = AttackRules.of(ruleset.numbers)
    done = roll_damage(rules, asked.dice, chance, "damage", asked.favor)
    return Played(plain(done), done.trace)


def _attack(ruleset: Ruleset, chance: Chance, asked: AttackAsked) -> Played:
    rules, favor = AttackRules.of(ruleset.numbers), asked.favor
    lines: Trace = ()
    if asked.ranged:
        aim = aimed(asked.cover, favor, engaged=asked.engaged)
        favor, lines = aim.favor, aim.trace
    done = attack(rules, asked.dice, _guard(asked), chance, "attack", favor)
    return Played(plain(done), (*lines, *done.trace))


def _feat(ruleset: Ruleset, chance: Chance, asked: FeatAsked) -> Played:
    rules = AttackRules.of(ruleset.numbers)
    dice = feat_dice(rules, asked.harm, asked.die)
    line = Line(f"{asked.harm.value.capitalize()} harm: {dice[0]}", "combat/feats")
    done = attack(rules, dice, _guard(asked), chance, "feat", asked.favor)
    return Played(plain(done), (line, *done.trace))


def _guard(asked: AttackAsked | FeatAsked | TargetAsked) -> Guard:
    return Guard(asked.armor, asked.shield if asked.raised else None)


def _blast(ruleset: Ruleset, chance: Chance, asked: BlastAsked) -> Played:
    if not asked.targets:
        raise ProcedureError("expected targets in the blast, came none")
    rules, struck = AttackRules.of(ruleset.numbers), asked.targets
    lines: list[Line] = []
    if asked.unclear:
        many = blast_targets(rules, asked.dice, chance, "blast/targets")
        struck = struck[: many.number]
        lines += many.trace
    results = []
    for number, target in enumerate(struck, 1):
        named = replace(target, name=target.name or f"Target {number}")
        done = attack(rules, asked.dice, _guard(target), chance, f"blast/{number}", asked.favor)
        lines += [Line(f"{named.name} is in the blast", BLAST), *done.trace]
        results.append({"name": named.name, **plain(done)})
    return Played({"struck": len(struck), "targets": results}, tuple(lines))


def _wear(ruleset: Ruleset, chance: Chance, asked: WearAsked) -> Played:
    steps = StepRules.of(ruleset.numbers)
    gear: list[dict[str, object]] = []
    lines: list[Line] = []
    for number, used in enumerate(asked.gear, 1):
        die, trace = worn(used.name, used.die, steps, chance, f"wear/{number}")
        broken = steps.is_spent(die)
        gear.append({"name": used.name, "before": used.die, "after": die, "broken": broken})
        lines += trace
    return Played({"gear": gear}, tuple(lines))


def _surprise(ruleset: Ruleset, chance: Chance, asked: SurpriseAsked) -> Played:
    done = ask(FateRules.of(ruleset.numbers), "surprise", chance, "surprise", asked.threshold)
    return Played({**plain(done), "surprised": not done.yes}, done.trace)


PROCEDURES = (
    Procedure("damage", DamageAsked, _damage),
    Procedure("attack", AttackAsked, _attack),
    Procedure("feat", FeatAsked, _feat),
    Procedure("blast", BlastAsked, _blast),
    Procedure("wear", WearAsked, _wear),
    Procedure("surprise", SurpriseAsked, _surprise),
)
