"""Simple tactics that play a fight out, so that whole fights can be tried.

- Everybody who can attacks, with the Weapon of the highest mean that isn't broken, or unarmed.
- The target is the enemy in the fight with the fewest HP, the first of several.
- A blast strikes as many enemies as its own die says, the weakest first, and no friends.
- Whoever has a Shield raises it against every attack that hits.
- Characters spend Focus on a Damage roll that missed, while they have any.

Nobody has Advantage or Disadvantage otherwise, and nobody moves, casts or parleys.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from nightsong.attacks import (
    AttackResult,
    Guard,
    blast_targets,
    roll_damage,
    strike,
)
from nightsong.chance import Chance
from nightsong.checks import Favor
from nightsong.fighters import Fighter, Weapon
from nightsong.fights import (
    Fight,
    FightRules,
    actors,
    is_decided,
    passed,
)
from nightsong.losses import deaths_told, ended, resolve_tested, time_left
from nightsong.trace import Line, Trace

MOST_ROUNDS = 1000  # a fight that lasts longer is left undecided


def play(fight: Fight, rules: FightRules, chance: Chance, rounds: int = MOST_ROUNDS) -> Fight:
    """Play that many Rounds, or to the end; a fight that was decided is over, gear worn.

    The same chance goes on in the same way, also after the fight was saved and loaded.
    """
    last = fight.round + rounds
    while not fight.over and not is_decided(fight, rules) and fight.round < last:
        fight = play_turn(fight, rules, chance)
    return ended(fight, rules, chance) if is_decided(fight, rules) else fight


def play_turn(fight: Fight, rules: FightRules, chance: Chance) -> Fight:
    """Play the turn that comes next: each of its fighters who still can attacks."""
    for place in actors(fight, rules):
        if not is_decided(fight, rules):
            fight = _act(fight, place, rules, chance)
    return fight if is_decided(fight, rules) else deaths_told(passed(fight))


def _act(fight: Fight, place: int, rules: FightRules, chance: Chance) -> Fight:
    fighter = fight.fighters[place]
    key = f"fight/round-{fight.round}/{fight.path(place)}"
    number = _weapon(fighter, rules)
    weapon = None if number is None else fighter.weapons[number]
    if number is not None and weapon is not None:
        weapons = list(fighter.weapons)
        weapons[number] = replace(weapon, used=True)
        fight = fight.put(place, replace(fighter, weapons=tuple(weapons)))
    enemies = fight.standing(fighter.side.other, rules)
    targets = sorted(enemies, key=lambda enemy: fight.fighters[enemy].hp)
    if weapon is None or not weapon.blast:
        fight = _attack(fight, place, targets[0], weapon, rules, chance, f"{key}/attack")
    else:
        many = blast_targets(rules.attacks, weapon.dice, chance, f"{key}/targets")
        fight = fight.told(f"{fighter.name} strikes with a blast: {weapon.name}", many.trace)
        for turn, target in enumerate(targets[: many.number], 1):
            fight = _attack(fight, place, target, weapon, rules, chance, f"{key}/blast/{turn}")
    return resolve_tested(fight, fighter.side.other, rules, chance)


def _weapon(fighter: Fighter, rules: FightRules) -> int | None:
    """The number of the Weapon to use, counted from 0; ``None`` for none."""
    whole = {
        number: weapon.mean
        for number, weapon in enumerate(fighter.weapons)
        if rules.steps.spent not in weapon.dice
    }
    return max(whole, key=lambda number: (whole[number], Fraction(-number)), default=None)


def _attack(
    fight: Fight,
    place: int,
    target: int,
    weapon: Weapon | None,
    rules: FightRules,
    chance: Chance,
    key: str,
) -> Fight:
    dice = weapon.dice if weapon else ()
    damage = roll_damage(rules.attacks, dice, chance, f"{key}/damage")
    spent: Trace = ()
    attacker = fight.fighters[place]
    if damage.missed and attacker.focus >= rules.focus.spend:
        attacker = replace(attacker, focus=attacker.focus - rules.focus.spend)
        fight = fight.put(place, attacker)
        again = roll_damage(rules.attacks, dice, chance, f"{key}/damage", Favor.ADVANTAGE)
        spent = (*damage.trace, _focus_line(attacker, rules))
        damage = again
    defender = fight.fighters[target]
    result = strike(rules.attacks, damage, _guard(defender, rules), chance, key)
    after = replace(defender, hp=defender.hp - result.harm)
    if result.shield is not None and after.shield is not None:
        after = replace(after, shield=replace(after.shield, die=result.shield.after))
    name = weapon.name if weapon else "bare hands"
    text = f"{attacker.name} attacks {defender.name} ({name}): {_outcome(result, after, rules)}"
    fight = fight.put(target, after).told(text, (*spent, *result.trace))
    return time_left(fight, target, rules, chance, f"{key}/dying")


def _focus_line(attacker: Fighter, rules: FightRules) -> Line:
    text = f"{rules.focus.spend} Focus spent, {attacker.focus} left"
    return Line(text, "characters/focus/spend")


def _guard(defender: Fighter, rules: FightRules) -> Guard:
    """What of the defender's Armor and Shield is whole."""
    dice = [gear.die if gear else "" for gear in (defender.armor, defender.shield)]
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
    left = "taken out" if rules.is_out(after) else f"{after.hp} left"
    return f"{result.harm} HP lost, {left}"
