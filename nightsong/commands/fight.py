"""``fight``: play a whole fight out by simple tactics (``nightsong.tactics``)."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from nightsong.bestiary import CreatureError, find_creature
from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.codec import encode
from nightsong.commands import shared
from nightsong.fighters import Fighter, FighterError, Side, of_character, of_npc
from nightsong.fights import (
    Fight,
    FightError,
    FightRules,
    caught,
    new_fight,
    of_data,
    surprise_asked,
    winner,
)
from nightsong.making import make_party
from nightsong.npcs import Attack, Npc
from nightsong.spans import span
from nightsong.tactics import MOST_ROUNDS, play

MOST = 100
FATE = "fate"
DIGITS = 9
WON = {Side.PARTY: "The party wins", Side.FOES: "The foes win"}


def add(commands: shared.Commands) -> None:
    """Register the command."""
    parser = shared.command(commands, "fight", run, about="play a fight out")
    parser.add_argument(
        "file", nargs="?", type=Path, help='JSON: {"fighters": […]}, or a fight that --json printed'
    )
    parser.add_argument("--party", type=int, default=4, metavar="N", help="characters to make (4)")
    parser.add_argument("--foes", type=int, default=4, metavar="N", help="NPCs to fight (4)")
    book: dict[str, Any] = {"action": "append", "default": [], "metavar": "CREATURE"}
    parser.add_argument("--foe", **book, help="a creature of the book; “3 Echo Wolf” for several")
    parser.add_argument("--ally", **book, help="a creature that fights beside the party")
    parser.add_argument("--foe-name", default="Foe", metavar="NAME")
    parser.add_argument("--foe-hp", type=int, metavar="HP", help="each NPC's HP")
    parser.add_argument("--foe-damage", metavar="DIE", help="such as D6, or D8+D8 for two blows")
    parser.add_argument("--foe-blast", action="store_true", help="their attacks are blasts")
    parser.add_argument("--foe-armor", metavar="DIE")
    parser.add_argument("--foe-shield", metavar="DIE")
    parser.add_argument("--foe-resolve", type=int, metavar="PERCENT")
    sides = [side.value for side in Side]
    parser.add_argument("--first", choices=sides, help="the side that opens (party)")
    parser.add_argument("--surprised", choices=[*sides, FATE], help="or let the Die of Fate say")
    parser.add_argument(
        "--rounds", type=int, default=MOST_ROUNDS, metavar="N", help="stop after so many Rounds"
    )
    parser.add_argument("--trace", action="store_true", help="tell how the dice fell")


def run(options: argparse.Namespace) -> None:
    """Play and show."""
    ruleset = shared.ruleset(options)
    rules = FightRules.of(ruleset.numbers)
    if options.rounds < 1:
        raise shared.UsageError(f"expected 1 Round or more, came {options.rounds}")
    try:
        if options.file is None:
            chance = shared.chance(options)
            fight = _begun(_fresh(options, ruleset, rules, chance), options, rules, chance)
        else:
            fight, chance = _read(options, rules)
        fight = play(fight, rules, chance, options.rounds)
    except (FightError, FighterError, CreatureError) as error:
        raise shared.UsageError(str(error)) from None
    won = winner(fight, rules)
    left = _left(options, ruleset)
    report = {
        "seed": chance.seed,
        "ruleset": ruleset.fingerprint,
        "winner": won.value if won else None,
        "fight": encode(fight),
        **({"specials": left} if left else {}),
    }
    lines = _lines(fight, rules, chance, trace=options.trace)
    lines += [f"  the Referee’s to play: {', '.join(left[name])} ({name})" for name in left]
    shared.show(report, lines, options)


def _fresh(
    options: argparse.Namespace, ruleset: Ruleset, rules: FightRules, chance: Chance
) -> Fight:
    """A made party and its allies against creatures of the book, or NPCs that are all alike."""
    least = {"party": 0 if options.ally else 1, "foes": 1}
    for name, low in least.items():
        if not low <= getattr(options, name) <= MOST:
            came = getattr(options, name)
            raise shared.UsageError(f"expected --{name} {low} to {MOST}, came {came}")
    party = make_party(ruleset, chance, options.party) if options.party else ()
    characters = [of_character(made.character, rules.steps) for made in party]
    allies = _fighters(_creatures(options.ally, ruleset), Side.PARTY)
    foes = _fighters(_creatures(options.foe, ruleset), Side.FOES)
    return new_fight(
        (*characters, *allies, *(foes or (_foe(options, ruleset),) * options.foes)), rules
    )


def _creatures(wanted: list[str], ruleset: Ruleset) -> list[tuple[int, Npc]]:
    """Creatures of the book by id or name, with how many of each are meant."""
    found: list[tuple[int, Npc]] = []
    for text in wanted:
        number, _, rest = text.strip().partition(" ")
        counted = number.isascii() and number.isdecimal() and len(number) < DIGITS
        count, name = (int(number), rest) if counted else (1, text)
        if not 1 <= count <= MOST:
            raise shared.UsageError(f"expected 1 to {MOST} of a creature, came {count}")
        found.append((count, find_creature(ruleset.creatures, name).npc))
    return found


def _fighters(creatures: list[tuple[int, Npc]], side: Side) -> tuple[Fighter, ...]:
    return tuple(of_npc(npc, side) for count, npc in creatures for _ in range(count))


def _left(options: argparse.Namespace, ruleset: Ruleset) -> dict[str, list[str]]:
    """The Specials of the book's creatures who fight, by their names: the Referee's to play."""
    creatures = () if options.file else _creatures([*options.ally, *options.foe], ruleset)
    return {
        npc.name: [special.partition(": ")[0] for special in npc.specials]
        for _, npc in creatures
        if npc.specials
    }


def _foe(options: argparse.Namespace, ruleset: Ruleset) -> Fighter:
    npcs, resolve = ruleset.numbers["npcs"], ruleset.numbers["resolve"]
    hp = span(npcs["hp"]["most"]).low if options.foe_hp is None else options.foe_hp
    if not 1 <= hp <= npcs["hp"]["limit"]:
        raise shared.UsageError(f"expected --foe-hp 1 to {npcs['hp']['limit']}, came {hp}")
    damage = npcs["damage"]["light"] if options.foe_damage is None else options.foe_damage
    dice = tuple(part.strip() for part in damage.split("+"))
    will = resolve["average"] if options.foe_resolve is None else options.foe_resolve
    npc = Npc(
        name=options.foe_name,
        hp=hp,
        resolve=will,
        attacks=(Attack("attack", dice),),
        armor=options.foe_armor,
        shield=options.foe_shield,
    )
    fighter = of_npc(npc)
    weapons = tuple(replace(weapon, blast=options.foe_blast) for weapon in fighter.weapons)
    return replace(fighter, weapons=weapons)


def _read(options: argparse.Namespace, rules: FightRules) -> tuple[Fight, Chance]:
    """The fight of a file, and its seed unless another is given."""
    try:
        data: Any = json.loads(options.file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise shared.UsageError(f"expected JSON that can be read: {error}") from None
    printed = isinstance(data, dict) and "fight" in data
    if printed and options.seed is None and isinstance(data.get("seed"), str):
        options.seed = data["seed"]
    chance = shared.chance(options)
    fight = of_data(data["fight"] if printed else data, rules)
    if not printed:
        fighters = new_fight(fight.fighters, rules).fighters
        fight = replace(fight, fighters=fighters)
    return _begun(fight, options, rules, chance), chance


def _begun(fight: Fight, options: argparse.Namespace, rules: FightRules, chance: Chance) -> Fight:
    """The fight with the side that opens and the surprise that were asked for."""
    if options.first is None and options.surprised is None:
        return fight
    if (fight.round, fight.phase) != (1, 0) or fight.log:
        raise FightError("expected --first and --surprised before the fight begins only")
    if options.first is not None:
        fight = replace(fight, first=Side(options.first))
    if options.surprised == FATE:
        return surprise_asked(fight, rules, chance)
    return caught(fight, Side(options.surprised)) if options.surprised else fight


def _lines(fight: Fight, rules: FightRules, chance: Chance, *, trace: bool) -> list[str]:
    lines: list[str] = []
    told = 0
    for event in fight.log:
        if event.round != told:
            told = event.round
            lines.append(f"Round {told}")
        lines.append(f"  {event.text}")
        lines += [f"      {line.text}" for line in event.trace if trace]
    won = winner(fight, rules)
    lines.append(WON[won] if won else "Undecided")
    lines += [f"  {_state(fight, place, rules)}" for place in range(len(fight.fighters))]
    return [*lines, f"  seed {chance.seed}"]


def _state(fight: Fight, place: int, rules: FightRules) -> str:
    """A fighter in a line: HP, and what has become of them."""
    fighter = fight.fighters[place]
    fate = ""
    if fight.is_dead(place):
        fate = ", dead"
    elif rules.is_out(fighter):
        fate = ", taken out"
    elif fighter.gone:
        fate = ", gone"
    return f"{fighter.name}: {fighter.hp}/{fighter.max_hp} HP{fate}"
