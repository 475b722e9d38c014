"""A fight as a board shows it: everybody's state, whose turn it is, what is to be done."""

from __future__ import annotations

from typing import Any

from nightsong.codec import encode
from nightsong.deeds import UNARMED, engaged, out_of_reach
from nightsong.fighters import Fighter, Gear, Side, Weapon
from nightsong.fights import Fight, FightRules, actors, is_decided, still_acts, turns, winner
from nightsong.losses import WEAR, resolve_due
from nightsong.procedures.procedure import Played
from nightsong.trace import Line


def shown(fight: Fight, rules: FightRules, told: int = 0, **more: Any) -> Played:
    """A fight as plain data that can be handed in again, its board, and what was new in its log
    after the first ``told`` events.
    """
    news = fight.log[told:]
    lines: list[Line] = []
    number = 0
    for event in news:
        head = "" if event.round == number else f"Round {event.round}: "
        number = event.round
        wears = any(line.rule == WEAR for line in event.trace)
        lines += [Line(f"{head}{event.text}", WEAR if wears else "combat/rounds"), *event.trace]
    said = [{"round": event.round, "text": event.text} for event in news]
    result = {"fight": encode(fight), "board": board(fight, rules), "told": said, **more}
    return Played(result, tuple(lines))


def board(fight: Fight, rules: FightRules) -> dict[str, Any]:
    """Everything that a fight's board shows, as plain data."""
    turn, won = turns(fight)[fight.phase], winner(fight, rules)
    still = not fight.over and not is_decided(fight, rules)
    acting = actors(fight, rules) if still else ()
    return {
        "round": fight.round,
        "turn": {"side": turn.side.value, "off_guard": turn.off_guard} if still else None,
        "acting": list(acting),
        "decided": is_decided(fight, rules),
        "over": fight.over,
        "winner": won.value if won else None,
        "fighters": [
            _fighter(fight, place, rules, acts=place in acting)
            for place in range(len(fight.fighters))
        ],
        "prompts": _prompts(fight, rules),
    }


def _fighter(fight: Fight, place: int, rules: FightRules, *, acts: bool) -> dict[str, Any]:
    fighter = fight.fighters[place]
    return {
        "place": place,
        "name": fighter.name,
        "side": fighter.side.value,
        "kind": fighter.kind.value,
        "force": fighter.force,
        "hp": fighter.hp,
        "max_hp": fighter.max_hp,
        "armor": _gear(fighter.armor, rules),
        "shield": _gear(fighter.shield, rules),
        "weapons": [
            _weapon(fight, place, number, weapon, rules, acts=acts)
            for number, weapon in enumerate(fighter.weapons)
        ],
        "unarmed": _targets(fight, place, UNARMED, rules) if acts else [],
        "focus": fighter.focus,
        "resolve": fighter.resolve,
        "specials": list(fighter.specials),
        "state": _state(fight, place, rules),
        "rounds_left": _rounds_left(fight, place, rules),
        "acts": acts,
        "acted": place in fight.acted,
        "engaged": rules.stands(fighter) and engaged(fight, place, rules),
        "distant": fighter.distant,
        "cover": fighter.cover.value,
        "off_guard": fighter.off_guard,
    }


def _gear(gear: Gear | None, rules: FightRules) -> dict[str, Any] | None:
    if gear is None:
        return None
    return {"name": gear.name, "die": gear.die, "broken": rules.steps.is_spent(gear.die)}


def _weapon(
    fight: Fight, place: int, number: int, weapon: Weapon, rules: FightRules, *, acts: bool
) -> dict[str, Any]:
    broken = rules.steps.spent in weapon.dice
    return {
        "number": number,
        "name": weapon.name,
        "dice": list(weapon.dice),
        "broken": broken,
        "used": weapon.used,
        "ranged": weapon.ranged,
        "blast": weapon.blast,
        "targets": _targets(fight, place, weapon, rules) if acts and not broken else [],
    }


def _targets(fight: Fight, place: int, weapon: Weapon, rules: FightRules) -> list[int]:
    """The enemies that an attack can reach."""
    enemies = fight.standing(fight.fighters[place].side.other, rules)
    return [e for e in enemies if not out_of_reach(fight, place, e, weapon, rules)]


def _state(fight: Fight, place: int, rules: FightRules) -> str:
    fighter: Fighter = fight.fighters[place]
    if fight.is_dead(place):
        return "dead"
    if fight.is_dying(place):
        return "dying"
    if rules.is_out(fighter):
        return "helped" if fighter.helped else "out"
    return "gone" if fighter.gone else "fighting"


def _rounds_left(fight: Fight, place: int, rules: FightRules) -> int | None:
    """The Rounds in which somebody who is dying can still be helped."""
    fighter = fight.fighters[place]
    if fighter.dies is None or fight.is_dead(place):
        return None
    return fighter.dies - fight.round - (not still_acts(fight, fighter.side, rules))


def _prompts(fight: Fight, rules: FightRules) -> list[dict[str, Any]]:
    """What waits to be done, or to be kept in mind: the procedure that does it, and for whom."""
    prompts: list[dict[str, Any]] = []
    for side in Side:
        if resolve_due(fight, side, rules):
            text = f"Test the Resolve of the {side}"
            prompts.append({"play": "fight-resolve", "side": side.value, "text": text})
    for place, fighter in enumerate(fight.fighters):
        if fight.is_dying(place):
            left = _rounds_left(fight, place, rules)
            text = f"{fighter.name} is dying: {left} Round{'' if left == 1 else 's'} left"
            prompts.append({"play": "fight-act", "do": "rescue", "target": place, "text": text})
    if is_decided(fight, rules) and not fight.over:
        prompts.append({"play": "fight-end", "text": "The fight is decided: roll for wear"})
    return prompts
