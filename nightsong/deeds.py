"""What a fighter does with an action: attack, a feat, a blast, help, a move (``combat/actions``).

Each deed spends one of the fighter's actions and tells of itself in the log. Who does what is
decided elsewhere: at the table, or by ``nightsong.tactics``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from nightsong.attacks import (
    AttackError,
    AttackResult,
    Cover,
    Damage,
    Guard,
    aimed,
    blast_targets,
    roll_damage,
    strike,
)
from nightsong.chance import Chance
from nightsong.checks import Favor
from nightsong.fighters import Fighter, Weapon
from nightsong.fights import Fight, FightError, FightRules, actors
from nightsong.losses import time_left
from nightsong.trace import Line, Trace

RULE = "combat/actions"
FORCES = "adventuring/npcs-and-creatures/forces"
SPECIALS = "adventuring/npcs-and-creatures/specials"
UNARMED = Weapon("bare hands", ())


class Spending(StrEnum):
    """Whether an attacker spends Focus on the Damage roll (rule ``characters/focus/spend``)."""

    NO = "no"
    MISSED = "missed"  # only after a miss
    YES = "yes"


@dataclass(frozen=True, slots=True)
class Blow:
    """How an attack is made.

    ``weapon`` counts the attacker's Weapons from 0, ``None`` is unarmed; a feat has ``dice`` of
    its own. ``raised`` says whether a defender's Shield is; ``bypass`` that Armor doesn't count,
    as some Specials have it; ``coordinated`` that the attack is part of a coordinated one, which
    harms a Force.
    """

    weapon: int | None = None
    dice: tuple[str, ...] = ()
    favor: Favor = Favor.NONE
    raised: bool = True
    focus: Spending = Spending.NO
    coordinated: bool = False
    bypass: bool = False


def key_of(fight: Fight, place: int) -> str:
    """The chance keys' beginning for what a fighter does next, ``fight/round-1/party-1``."""
    key = f"fight/round-{fight.round}/{fight.path(place)}"
    before = fight.acted.count(place)
    return f"{key}/action-{before + 1}" if before else key


def engaged(fight: Fight, place: int, rules: FightRules) -> bool:
    """Whether a fighter is engaged in melee: near enemies, with none of them distant."""
    fighter = fight.fighters[place]
    enemies = fight.standing(fighter.side.other, rules)
    return not fighter.distant and any(not fight.fighters[enemy].distant for enemy in enemies)


def out_of_reach(fight: Fight, place: int, target: int, weapon: Weapon, rules: FightRules) -> str:
    """Why an attack can't reach its target, in words; empty if it can (``…/ranged-attacks``)."""
    attacker, defender = fight.fighters[place], fight.fighters[target]
    if weapon.ranged:
        try:
            aimed(defender.cover, engaged=engaged(fight, place, rules))
        except AttackError as error:
            return str(error)
    elif attacker.distant or defender.distant:
        return f"expected {defender.name} within reach, came one who is distant"
    return ""


def can_harm(attacker: Fighter, defender: Fighter, weapon: Weapon) -> bool:
    """Whether Damage counts: a Force ignores that of individuals (``…/forces``)."""
    return not defender.force or attacker.force or weapon.coordinated


def attacked(
    fight: Fight, place: int, target: int, blow: Blow, rules: FightRules, chance: Chance
) -> Fight:
    """One attack (rule ``combat/attacks``). Keys: ``fight/round-1/party-1/attack/damage``, ….

    ``FightError`` where it isn't the attacker's turn or the target is out of reach.
    """
    ready, weapon = _readied(fight, place, (target,), blow, rules)
    key, fight = f"{key_of(fight, place)}/attack", ready
    specials = told_of(fight.fighters[place])
    return _struck(fight, place, target, weapon, blow, rules, chance, key, specials)


def blasted(
    fight: Fight,
    place: int,
    targets: Sequence[int],
    blow: Blow,
    rules: FightRules,
    chance: Chance,
    *,
    unclear: bool = False,
) -> Fight:
    """A blast on those targets, or on as many as its dice say if their number is ``unclear``.

    Rule ``…/blast-damage``. The keys are ``fight/round-1/party-1/targets`` and ``…/blast/1``.
    """
    ready, weapon = _readied(fight, place, targets, blow, rules)
    key, fight = key_of(fight, place), ready
    trace = told_of(fight.fighters[place])
    if unclear:
        many = blast_targets(rules.attacks, weapon.dice, chance, f"{key}/targets")
        targets, trace = targets[: many.number], (*trace, *many.trace)
    name = fight.fighters[place].name
    fight = fight.told(f"{name} strikes with a blast: {weapon.name}", trace)
    for turn, target in enumerate(targets, 1):
        part = f"{key}/blast/{turn}"
        fight = _struck(fight, place, target, weapon, blow, rules, chance, part)
    return fight


def told_of(fighter: Fighter) -> Trace:
    """What the Referee should know of as that NPC acts; the rules can't carry it out."""
    return tuple(Line(f"The Referee plays: {special}", SPECIALS) for special in fighter.specials)


def spent(fight: Fight, place: int, rules: FightRules) -> Fight:
    """The fight with one of a fighter's actions spent; ``FightError`` if there is none."""
    if fight.over or place not in actors(fight, rules):
        known = 0 <= place < len(fight.fighters)
        name = fight.fighters[place].name if known else f"the fighter at {place}"
        raise FightError(f"expected a fighter whose turn it is, came {name}")
    return replace(fight, acted=(*fight.acted, place))


def rescued(fight: Fight, place: int, target: int, rules: FightRules) -> Fight:
    """Help somebody who is dying, which takes the action (rule ``characters/hit-points``).

    They stay at their HP, out of the fight, and live. ``FightError`` where nobody is dying there.
    """
    return aided(spent(fight, place, rules), place, target, rules)


def aided(fight: Fight, place: int, target: int, rules: FightRules) -> Fight:
    """Help for somebody who is dying, once the fight is decided. ``FightError`` as above."""
    _expect_standing(fight, place, rules)
    helper = fight.fighters[place]
    if not 0 <= target < len(fight.fighters) or not fight.is_dying(target):
        raise FightError(f"expected somebody who is dying to help, came {target}")
    dying = fight.fighters[target]
    fight = fight.put(target, replace(dying, dies=None, helped=True))
    line = Line("Help came in time", "characters/hit-points")
    return fight.told(f"{helper.name} helps {dying.name}, who will live", (line,))


def closed_in(fight: Fight, place: int, target: int, rules: FightRules) -> Fight:
    """Go to an enemy who is out of reach: a longer move, which takes the action."""
    fight = spent(fight, place, rules)
    _expect_standing(fight, target, rules)
    for one in (place, target):
        fight = fight.put(one, replace(fight.fighters[one], distant=False))
    name = fight.fighters[place].name
    return fight.told(f"{name} closes in on {fight.fighters[target].name}", (_moved(),))


def withdrawn(fight: Fight, place: int, rules: FightRules) -> Fight:
    """Move away, out of reach of melee: a longer move, which takes the action."""
    fight = spent(fight, place, rules)
    fight = fight.put(place, replace(fight.fighters[place], distant=True))
    return fight.told(f"{fight.fighters[place].name} moves away", (_moved(),))


def done(fight: Fight, place: int, text: str, rule: str, rules: FightRules) -> Fight:
    """Anything else that takes the action, in words that follow the fighter's name."""
    fight = spent(fight, place, rules)
    fighter = fight.fighters[place]
    trace = (*told_of(fighter), Line("This takes the action of the Round", rule))
    return fight.told(f"{fighter.name} {text}", trace)


def _moved() -> Line:
    return Line("A longer move takes the action", RULE)


def _expect_standing(fight: Fight, target: int, rules: FightRules) -> None:
    if not 0 <= target < len(fight.fighters) or not rules.stands(fight.fighters[target]):
        raise FightError(f"expected somebody who is in the fight, came {target}")


def _readied(
    fight: Fight, place: int, targets: Sequence[int], blow: Blow, rules: FightRules
) -> tuple[Fight, Weapon]:
    """The fight with the action spent and the Weapon put to use, and what is attacked with."""
    fight = spent(fight, place, rules)
    if not targets:
        raise FightError("expected a target, came none")
    fighter, weapon = fight.fighters[place], UNARMED
    if blow.dice:
        weapon = Weapon("a feat", blow.dice)
    elif blow.weapon is not None:
        if not 0 <= blow.weapon < len(fighter.weapons):
            raise FightError(f"expected a Weapon of {fighter.name}, came {blow.weapon}")
        weapon = fighter.weapons[blow.weapon]
        if rules.steps.spent in weapon.dice:
            raise FightError(f"expected a Weapon that is whole, came {weapon.name}")
        weapons = list(fighter.weapons)
        weapons[blow.weapon] = replace(weapon, used=True)
        fight = fight.put(place, replace(fighter, weapons=tuple(weapons)))
    for target in targets:
        _expect_standing(fight, target, rules)
        if not blow.dice and (why := out_of_reach(fight, place, target, weapon, rules)):
            raise FightError(why)
    return fight, weapon


def _struck(
    fight: Fight,
    place: int,
    target: int,
    weapon: Weapon,
    blow: Blow,
    rules: FightRules,
    chance: Chance,
    key: str,
    before: Trace = (),
) -> Fight:
    fight, damage, lines = _damage(fight, place, target, weapon, blow, rules, chance, key)
    attacker, defender = fight.fighters[place], fight.fighters[target]
    harms = blow.coordinated or can_harm(attacker, defender, weapon)
    if harms or damage.missed:
        guard = _guard(defender, blow, rules)
        result = strike(rules.attacks, damage, guard, chance, key)
    else:
        line = Line("A Force ignores Damage from individuals", FORCES)
        result = AttackResult(damage, None, None, 0, (*damage.trace, line))
    after = replace(defender, hp=defender.hp - result.harm)
    if result.shield is not None and after.shield is not None:
        after = replace(after, shield=replace(after.shield, die=result.shield.after))
    said = _outcome(result, after, rules)
    text = f"{attacker.name} attacks {defender.name} ({weapon.name}): {said}"
    fight = fight.put(target, after).told(text, (*before, *lines, *result.trace))
    return time_left(fight, target, rules, chance, f"{key}/dying")


def _damage(
    fight: Fight,
    place: int,
    target: int,
    weapon: Weapon,
    blow: Blow,
    rules: FightRules,
    chance: Chance,
    key: str,
) -> tuple[Fight, Damage, Trace]:
    """The Damage roll, again with Advantage if Focus is spent, and what is told before it."""
    favor, lines = blow.favor, Trace()
    if weapon.ranged and fight.fighters[target].cover is not Cover.NONE:
        aim = aimed(fight.fighters[target].cover, favor)
        favor, lines = aim.favor, aim.trace
    attacker = fight.fighters[place]
    able = attacker.focus >= rules.focus.spend and favor is Favor.NONE
    wills = blow.focus is Spending.YES
    if wills and not able:
        raise FightError(f"expected Focus and no Advantage or Disadvantage, came {attacker.focus}")
    if not wills:
        damage = roll_damage(rules.attacks, weapon.dice, chance, f"{key}/damage", favor)
        if blow.focus is Spending.NO or not damage.missed or not able:
            return fight, damage, lines
        lines = (*lines, *damage.trace)
    attacker = replace(attacker, focus=attacker.focus - rules.focus.spend)
    text = f"{rules.focus.spend} Focus spent, {attacker.focus} left"
    lines = (*lines, Line(text, "characters/focus/spend"))
    better = Favor.ADVANTAGE
    damage = roll_damage(rules.attacks, weapon.dice, chance, f"{key}/damage", better)
    return fight.put(place, attacker), damage, lines


def _guard(defender: Fighter, blow: Blow, rules: FightRules) -> Guard:
    """What of the defender's Armor and Shield is whole, and counts against that blow."""
    gear = (None if blow.bypass else defender.armor, defender.shield if blow.raised else None)
    dice = [worn.die if worn else "" for worn in gear]
    armor, shield = (die if die and not rules.steps.is_spent(die) else None for die in dice)
    return Guard(armor, shield)


def _outcome(result: AttackResult, after: Fighter, rules: FightRules) -> str:
    if result.damage.missed:
        return "a miss"
    if result.shield is not None:
        broken = ", and the Shield breaks" if result.shield.spent else ""
        return f"blocked{broken}"
    if not result.harm:
        return "no harm"
    out = "the Force perishes, routs, or yields" if after.force else "taken out"
    left = out if rules.is_out(after) else f"{after.hp} left"
    return f"{result.harm} HP lost, {left}"
