"""Simple tactics that play a fight out, so that whole fights can be tried.

- Whoever is in their last Round without help is helped by the first of their side to act; the
  others who are dying are helped once their side has won.
- Everybody else attacks, with the Weapon of the highest mean that isn't broken and reaches
  somebody, or unarmed.
- The target is the enemy in reach with the fewest HP, the first of several; nobody attacks a Force
  that they can't harm.
- Who reaches nobody closes in on the enemy with the fewest HP.
- A blast strikes as many enemies as its own die says, the weakest first, and no friends.
- Whoever has a Shield raises it against every attack that hits.
- Characters spend Focus on a Damage roll that missed, while they have any.

Nobody has Advantage or Disadvantage otherwise, and nobody casts or parleys.
"""

from __future__ import annotations

from nightsong.chance import Chance
from nightsong.deeds import (
    RULE,
    UNARMED,
    Blow,
    Spending,
    aided,
    attacked,
    blasted,
    can_harm,
    closed_in,
    done,
    out_of_reach,
    rescued,
)
from nightsong.fights import (
    Fight,
    FightRules,
    actors,
    is_decided,
    passed,
    winner,
)
from nightsong.losses import deaths_told, ended, resolve_tested

MOST_ROUNDS = 1000  # a fight that lasts longer is left undecided


def play(fight: Fight, rules: FightRules, chance: Chance, rounds: int = MOST_ROUNDS) -> Fight:
    """Play that many Rounds, or to the end; a fight that was decided is over, gear worn.

    The same chance goes on in the same way, also after the fight was saved and loaded.
    """
    last = fight.round + rounds
    while not fight.over and not is_decided(fight, rules) and fight.round < last:
        fight = play_turn(fight, rules, chance)
    if fight.over or not is_decided(fight, rules):
        return fight
    return ended(_cared_for(fight, rules), rules, chance)


def play_turn(fight: Fight, rules: FightRules, chance: Chance) -> Fight:
    """Play the turn that comes next: each of its fighters who still can acts."""
    while not is_decided(fight, rules) and (able := actors(fight, rules)):
        fight = _act(fight, able[0], rules, chance)
    return fight if is_decided(fight, rules) else deaths_told(passed(fight))


def _act(fight: Fight, place: int, rules: FightRules, chance: Chance) -> Fight:
    side = fight.fighters[place].side
    last = (i for i in _dying(fight, place) if fight.fighters[i].dies == fight.round + 1)
    if (patient := next(last, None)) is not None:
        return rescued(fight, place, patient, rules)
    number, targets = _aims(fight, place, rules)
    if not targets:
        return _without_target(fight, place, rules)
    blow = Blow(number, focus=Spending.MISSED)
    if number is not None and fight.fighters[place].weapons[number].blast:
        fight = blasted(fight, place, targets, blow, rules, chance, unclear=True)
    else:
        fight = attacked(fight, place, targets[0], blow, rules, chance)
    return resolve_tested(fight, side.other, rules, chance)


def _dying(fight: Fight, place: int) -> tuple[int, ...]:
    """The places of those of a fighter's side who are dying."""
    side = fight.fighters[place].side
    return tuple(other for other in fight.members(side) if fight.is_dying(other))


def _cared_for(fight: Fight, rules: FightRules) -> Fight:
    """The winners help those of theirs who are dying."""
    side = winner(fight, rules)
    if side is not None:
        helper = fight.standing(side, rules)[0]
        for patient in _dying(fight, helper):
            fight = aided(fight, helper, patient, rules)
    return fight


def _aims(fight: Fight, place: int, rules: FightRules) -> tuple[int | None, tuple[int, ...]]:
    """The Weapon to use, counted from 0 or ``None`` for none, and whom it can reach and harm, the
    fewest HP first.
    """
    fighter = fight.fighters[place]
    whole = [n for n, w in enumerate(fighter.weapons) if rules.steps.spent not in w.dice]
    best = sorted(whole, key=lambda number: (-fighter.weapons[number].mean, number))
    for number in (*best, None):
        weapon = UNARMED if number is None else fighter.weapons[number]
        targets = [
            enemy
            for enemy in fight.standing(fighter.side.other, rules)
            if can_harm(fighter, fight.fighters[enemy], weapon)
            and not out_of_reach(fight, place, enemy, weapon, rules)
        ]
        if targets:
            return number, tuple(sorted(targets, key=lambda enemy: fight.fighters[enemy].hp))
    return None, ()


def _without_target(fight: Fight, place: int, rules: FightRules) -> Fight:
    fighter = fight.fighters[place]
    arms = [UNARMED, *(w for w in fighter.weapons if rules.steps.spent not in w.dice)]
    away = [
        enemy
        for enemy in fight.standing(fighter.side.other, rules)
        if any(can_harm(fighter, fight.fighters[enemy], weapon) for weapon in arms)
        and (fighter.distant or fight.fighters[enemy].distant)
    ]
    if not away:
        return done(fight, place, "finds nobody to harm", RULE, rules)
    weakest = min(away, key=lambda enemy: fight.fighters[enemy].hp)
    return closed_in(fight, place, weakest, rules)
