"""What losses bring: NPCs' Resolve, characters' time to live, and worn gear (rule ``combat``)."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from nightsong.chance import Chance
from nightsong.characters import signed
from nightsong.fate import ask
from nightsong.fighters import Fighter, Kind, Side
from nightsong.fights import Fight, FightRules, actors, is_decided, passed, still_acts
from nightsong.steps import Ending, StepRules, use
from nightsong.trace import Line, Trace

WEAR = "combat/wear-and-tear"


def resolve_tested(fight: Fight, side: Side, rules: FightRules, chance: Chance) -> Fight:
    """Test the Resolve of a side's NPCs if their loss now calls for it, once in a fight.

    Rules ``adventuring/encounters-and-events/resolve`` and ``rulings/warband-rounding``: a group
    is tested by its numbers, a lone NPC by its HP. One throw is held against each rating; whoever
    it exceeds is gone. The key is ``fight/resolve/SIDE``.
    """
    if not resolve_due(fight, side, rules):
        return fight
    left = [i for i in fight.standing(side, rules) if fight.fighters[i].kind is Kind.NPC]
    fight = replace(fight, tested=(*fight.tested, side))
    trace: list[Line] = []
    fled: list[str] = []
    for place in left:
        npc = fight.fighters[place]
        answer = ask(rules.fate, "resolve", chance, f"fight/resolve/{side}", npc.resolve)
        trace += [line for line in answer.trace if line not in trace]
        if not answer.yes:
            fled.append(npc.name)
            fight = fight.put(place, replace(npc, gone=True))
    if fled:
        what = "rout, flee, or yield" if len(fled) > 1 else "routs, flees, or yields"
        return fight.told(f"Resolve fails: {', '.join(fled)} {what}", tuple(trace))
    names = ", ".join(fight.fighters[place].name for place in left)
    return fight.told(f"Resolve holds: {names}", tuple(trace))


def resolve_due(fight: Fight, side: Side, rules: FightRules) -> bool:
    """Whether a side's loss calls for a test of its NPCs' Resolve, which hasn't come yet."""
    group = [i for i in fight.members(side) if fight.fighters[i].kind is Kind.NPC]
    left = [i for i in group if rules.stands(fight.fighters[i])]
    return bool(left) and side not in fight.tested and _shaken(fight, group, left, rules)


def _shaken(fight: Fight, group: list[int], left: list[int], rules: FightRules) -> bool:
    """Whether a group has lost the share of its numbers, or a lone NPC that of its HP."""
    if len(group) > 1:
        lost, whole = len(group) - len(left), len(group)
    else:
        npc = fight.fighters[group[0]]
        lost, whole = npc.max_hp - npc.hp, npc.max_hp
    return lost >= ceil(rules.share_lost * whole)


def deaths_told(fight: Fight) -> Fight:
    """Tell, as a Round begins, of those whose time has run out with the last."""
    if fight.phase == 0:
        for fighter in fight.fighters:
            if fighter.dies == fight.round:
                text = f"{fighter.name} dies"
                line = Line("Nobody helped in time", "characters/hit-points")
                fight = fight.told(text, (line,))
    return fight


def settled(fight: Fight, rules: FightRules) -> Fight:
    """The fight at the next turn in which somebody can act, if the sides still fight."""
    last = fight.round + 1  # by then, everybody has had a turn
    still = not fight.over and not is_decided(fight, rules)
    while still and fight.round <= last and not actors(fight, rules):
        fight = deaths_told(passed(fight))
    return fight


def ended(fight: Fight, rules: FightRules, chance: Chance) -> Fight:
    """The fight when it is over: characters' Weapons that were used and Armor that was worn are
    stepped (rule ``combat/wear-and-tear``). NPCs' gear is not.

    The keys are ``fight/wear/party-1/weapon-1`` and ``fight/wear/party-1/armor``.
    """
    if fight.over:
        return fight
    for place, fighter in enumerate(fight.fighters):
        if fighter.kind is Kind.CHARACTER:
            after, trace = _worn(fighter, rules, chance, f"fight/wear/{fight.path(place)}")
            if trace:
                fight = fight.put(place, after).told(f"{fighter.name}’s gear wears", trace)
    return replace(fight, over=True)


def time_left(fight: Fight, place: int, rules: FightRules, chance: Chance, key: str) -> Fight:
    """Throw for the Rounds that a character who is taken out has left (``characters/hit-points``).

    Their side has as many turns to help. With none left they are dead at once
    (``rulings/dying-time``). Nothing changes for anybody else.
    """
    fighter = fight.fighters[place]
    known = fighter.dies is not None or fighter.helped
    if fighter.kind is not Kind.CHARACTER or not rules.is_out(fighter) or known:
        return fight
    rolled = chance.roll(rules.dying, key).total
    left = max(0, fighter.constitution + rolled)
    score = signed(fighter.constitution)
    lines = [
        Line(f"{rules.dying} fell {rolled}, Constitution {score}", "characters/hit-points", key)
    ]
    if not left:
        lines.append(Line("No time is left", "rulings/dying-time"))
    begun = left and not still_acts(fight, fighter.side, rules)  # this Round doesn't count
    fight = fight.put(place, replace(fighter, dies=fight.round + left + bool(begun)))
    text = f"dies in {left} Round{'' if left == 1 else 's'} without help" if left else "is dead"
    return fight.told(f"{fighter.name} {text}", tuple(lines))


def _worn(fighter: Fighter, rules: FightRules, chance: Chance, key: str) -> tuple[Fighter, Trace]:
    weapons = list(fighter.weapons)
    trace: list[Line] = []
    for place, weapon in enumerate(fighter.weapons):
        if weapon.used:
            part = f"{key}/weapon-{place + 1}"
            die, lines = worn(weapon.name, weapon.dice[0], rules.steps, chance, part)
            weapons[place] = replace(weapon, dice=(die,))
            trace += lines
    armor = fighter.armor
    if armor is not None:
        die, lines = worn(armor.name, armor.die, rules.steps, chance, f"{key}/armor")
        armor = replace(armor, die=die)
        trace += lines
    return replace(fighter, weapons=tuple(weapons), armor=armor), tuple(trace)


def worn(name: str, die: str, steps: StepRules, chance: Chance, key: str) -> tuple[str, Trace]:
    """The Step Die of a Weapon or Armor after a fight (rule ``combat/wear-and-tear``).

    The same if it was broken before. ``StepError`` for a die off the ladder.
    """
    if steps.is_spent(die):
        return die, ()
    step = use(steps, die, chance, key, Ending.BROKEN)
    return step.after, (Line(f"{name} was used", WEAR), *step.trace)
