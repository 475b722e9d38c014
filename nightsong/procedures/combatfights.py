"""Fights as procedures, whole or step by step (``combat``).

A fight goes in and comes out as plain data: what one procedure gives as ``fight``, the next takes.
Chance keys name Round and fighter, so one seed serves a whole fight.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from nightsong.attacks import Cover, Harm, feat_dice
from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.characters import Character
from nightsong.checks import Favor
from nightsong.codec import encode
from nightsong.deeds import (
    RULE,
    Blow,
    Spending,
    aided,
    attacked,
    blasted,
    closed_in,
    done,
    rescued,
    withdrawn,
)
from nightsong.fighters import Fighter, Kind, Side, of_character, of_npc, returned
from nightsong.fights import (
    Fight,
    FightError,
    FightRules,
    caught,
    is_decided,
    new_fight,
    passed,
    playable,
    surprise_asked,
)
from nightsong.losses import deaths_told, ended, resolve_tested, settled
from nightsong.making import make_party
from nightsong.npcs import Npc
from nightsong.procedures.combatboard import shown
from nightsong.procedures.procedure import Played, Procedure
from nightsong.tactics import MOST_ROUNDS, play, play_turn

MOST = 100  # fighters on a side


class Surprised(StrEnum):
    """Who is caught off guard, or that the Die of Fate says if the characters are."""

    NOBODY = "nobody"
    PARTY = "party"
    FOES = "foes"
    FATE = "fate"


@dataclass(frozen=True, slots=True)
class CombatantAsked:
    """Who fights: a ``character``'s sheet, a ``creature`` of the book by its id, an ``npc``, or a
    ``fighter`` with all of its fields; just one of these, and ``number`` of them.

    ``ranged`` and ``blast`` hold the names of Weapons that are so.
    """

    character: Character | None = None
    creature: str = ""
    npc: Npc | None = None
    fighter: Fighter | None = None
    name: str = ""
    number: int = 1
    force: bool = False
    ranged: tuple[str, ...] = ()
    blast: tuple[str, ...] = ()
    distant: bool = False
    cover: Cover = Cover.NONE


@dataclass(frozen=True, slots=True)
class StartAsked:
    """A fight about to begin; ``made`` characters are made by the seed and join the party.

    The chance keys are ``fight/surprise`` and those of making characters.
    """

    foes: tuple[CombatantAsked, ...]
    party: tuple[CombatantAsked, ...] = ()
    made: int = 0
    first: Side = Side.PARTY
    surprised: Surprised = Surprised.NOBODY


@dataclass(frozen=True, slots=True)
class FightAsked:
    """A fight played by simple tactics (``nightsong.tactics``), for that many Rounds at most."""

    foes: tuple[CombatantAsked, ...]
    party: tuple[CombatantAsked, ...] = ()
    made: int = 0
    first: Side = Side.PARTY
    surprised: Surprised = Surprised.NOBODY
    rounds: int = MOST_ROUNDS


@dataclass(frozen=True, slots=True)
class RoundAsked:
    """A fight to play on by simple tactics: the rest of the Round, and more if asked for."""

    fight: Fight
    rounds: int = 1


@dataclass(frozen=True, slots=True)
class TurnAsked:
    """A fight whose turn is to be played, or passed."""

    fight: Fight


@dataclass(frozen=True, slots=True)
class ResolveAsked:
    """A fight in which a side's loss tests Resolve. The chance key is ``fight/resolve/SIDE``."""

    fight: Fight
    side: Side = Side.FOES


@dataclass(frozen=True, slots=True)
class EndAsked:
    """A fight to end, decided or not, and the sheets of its characters in their order, if they
    should come back changed. The chance keys are ``fight/wear/party-1/weapon-1`` and so on.
    """

    fight: Fight
    characters: tuple[Character, ...] = ()


class Deed(StrEnum):
    """What a fighter does with the action of the Round (rule ``combat/actions``)."""

    ATTACK = "attack"
    BLAST = "blast"
    FEAT = "feat"
    RESCUE = "rescue"
    HELP = "help"
    CLOSE_IN = "close-in"
    MOVE_AWAY = "move-away"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ActAsked:
    """What one fighter does, by their places on the board.

    ``weapon`` is a number on the board, ``None`` unarmed. A blast takes ``targets``; a feat
    ``harm`` and perhaps a higher ``die``; anything else ``text``. ``raised`` is the defender's
    Shield; ``bypass`` leaves out Armor. The chance keys begin with ``fight/round-1/party-1/``.
    """

    fight: Fight
    actor: int
    do: Deed
    target: int = -1
    targets: tuple[int, ...] = ()
    unclear: bool = False
    weapon: int | None = None
    harm: Harm = Harm.LIMITED
    die: str = ""
    favor: Favor = Favor.NONE
    raised: bool = True
    focus: Spending = Spending.NO
    coordinated: bool = False
    bypass: bool = False
    text: str = "does something else"


def _start(ruleset: Ruleset, chance: Chance, asked: StartAsked) -> Played:
    rules = FightRules.of(ruleset.numbers)
    fight, _ = _begun(ruleset, rules, chance, asked)
    return shown(settled(fight, rules), rules)


def _fight(ruleset: Ruleset, chance: Chance, asked: FightAsked) -> Played:
    if asked.rounds < 1:
        raise FightError(f"expected 1 Round or more, came {asked.rounds}")
    rules = FightRules.of(ruleset.numbers)
    fight, sheets = _begun(ruleset, rules, chance, asked)
    fight = play(fight, rules, chance, asked.rounds)
    return shown(fight, rules, characters=_sheets(fight, sheets))


def _begun(
    ruleset: Ruleset, rules: FightRules, chance: Chance, asked: StartAsked | FightAsked
) -> tuple[Fight, tuple[Character, ...]]:
    sheets = [one.character for one in (*asked.party, *asked.foes) if one.character]
    party = [f for one in asked.party for f in _fighters(ruleset, rules, one, Side.PARTY)]
    foes = [f for one in asked.foes for f in _fighters(ruleset, rules, one, Side.FOES)]
    if asked.made:
        _expect_number(len(party) + asked.made)
        made = [one.character for one in make_party(ruleset, chance, asked.made)]
        party = [*(of_character(one, rules.steps) for one in made), *party]
        sheets = [*made, *sheets]
    _expect_number(len(party))
    _expect_number(len(foes))
    fight = new_fight((*party, *foes), rules, asked.first)
    if asked.surprised is Surprised.FATE:
        fight = surprise_asked(fight, rules, chance)
    elif asked.surprised is not Surprised.NOBODY:
        fight = caught(fight, Side(asked.surprised.value))
    return fight, tuple(sheets)


def _expect_number(number: int) -> None:
    if not 1 <= number <= MOST:
        raise FightError(f"expected 1 to {MOST} fighters on a side, came {number}")


def _fighters(
    ruleset: Ruleset, rules: FightRules, asked: CombatantAsked, side: Side
) -> tuple[Fighter, ...]:
    _expect_number(asked.number)
    given = (asked.character, asked.creature or None, asked.npc, asked.fighter)
    if sum(one is not None for one in given) != 1:
        raise FightError("expected one of character, creature, npc, fighter for each who fights")
    if asked.character is not None:
        if asked.number > 1:
            raise FightError(f"expected each character once, came {asked.number} times")
        fighter = of_character(asked.character, rules.steps, side)
    elif asked.fighter is not None:
        fighter = replace(asked.fighter, side=side)
    else:
        npc = asked.npc or ruleset.creature(asked.creature).npc
        fighter = of_npc(npc, side, force=asked.force)
    return (_told_of(fighter, asked),) * asked.number


def _told_of(fighter: Fighter, asked: CombatantAsked) -> Fighter:
    """The fighter with everything else that was said."""
    names = [weapon.name for weapon in fighter.weapons]
    if unknown := [name for name in (*asked.ranged, *asked.blast) if name not in names]:
        raise FightError(f"expected Weapons of {fighter.name}, came {', '.join(unknown)}")
    weapons = tuple(
        replace(
            weapon,
            ranged=weapon.ranged or weapon.name in asked.ranged,
            blast=weapon.blast or weapon.name in asked.blast,
        )
        for weapon in fighter.weapons
    )
    return replace(
        fighter,
        name=asked.name or fighter.name,
        weapons=weapons,
        force=fighter.force or asked.force,
        distant=fighter.distant or asked.distant,
        cover=fighter.cover if asked.cover is Cover.NONE else asked.cover,
    )


def _sheets(fight: Fight, sheets: tuple[Character, ...]) -> list[Any]:
    """The characters' sheets after the fight; ``FightError`` where they aren't its characters."""
    fought = [fighter for fighter in fight.fighters if fighter.kind is Kind.CHARACTER]
    if not sheets:
        return []
    if len(sheets) > len(fought):
        raise FightError(f"expected sheets of {len(fought)} characters, came {len(sheets)}")
    return [encode(returned(sheet, one)) for sheet, one in zip(sheets, fought, strict=False)]


def _round(ruleset: Ruleset, chance: Chance, asked: RoundAsked) -> Played:
    if asked.rounds < 1:
        raise FightError(f"expected 1 Round or more, came {asked.rounds}")
    rules = FightRules.of(ruleset.numbers)
    before = playable(asked.fight, rules)
    fight = play(before, rules, chance, asked.rounds)
    return shown(settled(fight, rules), rules, len(before.log))


def _turn(ruleset: Ruleset, chance: Chance, asked: TurnAsked) -> Played:
    rules = FightRules.of(ruleset.numbers)
    before = settled(playable(asked.fight, rules), rules)
    if before.over or is_decided(before, rules):
        raise FightError("expected a fight that is still undecided, came one that isn't")
    fight = play_turn(before, rules, chance)
    return shown(settled(fight, rules), rules, len(asked.fight.log))


def _pass(ruleset: Ruleset, _: Chance, asked: TurnAsked) -> Played:
    rules = FightRules.of(ruleset.numbers)
    before = playable(asked.fight, rules)
    if before.over or is_decided(before, rules):
        raise FightError("expected a fight that is still undecided, came one that isn't")
    return shown(settled(deaths_told(passed(before)), rules), rules, len(before.log))


def _resolve(ruleset: Ruleset, chance: Chance, asked: ResolveAsked) -> Played:
    rules = FightRules.of(ruleset.numbers)
    before = playable(asked.fight, rules)
    fight = resolve_tested(before, asked.side, rules, chance)
    if fight is before:
        raise FightError(f"expected losses that test the Resolve of the {asked.side}, came none")
    return shown(settled(fight, rules), rules, len(before.log))


def _end(ruleset: Ruleset, chance: Chance, asked: EndAsked) -> Played:
    rules = FightRules.of(ruleset.numbers)
    before = playable(asked.fight, rules)
    fight = ended(before, rules, chance)
    sheets = _sheets(fight, asked.characters)
    return shown(fight, rules, len(before.log), characters=sheets)


def _act(ruleset: Ruleset, chance: Chance, asked: ActAsked) -> Played:
    rules = FightRules.of(ruleset.numbers)
    before = playable(asked.fight, rules)
    fight = _done(asked, settled(before, rules), rules, chance)
    return shown(settled(fight, rules), rules, len(before.log))


def _done(asked: ActAsked, fight: Fight, rules: FightRules, chance: Chance) -> Fight:
    place, target = asked.actor, asked.target
    dice = feat_dice(rules.attacks, asked.harm, asked.die) if asked.do is Deed.FEAT else ()
    blow = Blow(
        weapon=asked.weapon,
        dice=dice,
        favor=asked.favor,
        raised=asked.raised,
        focus=asked.focus,
        coordinated=asked.coordinated,
        bypass=asked.bypass,
    )
    match asked.do:
        case Deed.ATTACK | Deed.FEAT:
            return attacked(fight, place, target, blow, rules, chance)
        case Deed.BLAST:
            aims = asked.targets
            return blasted(fight, place, aims, blow, rules, chance, unclear=asked.unclear)
        case Deed.RESCUE if is_decided(fight, rules):
            return aided(fight, place, target, rules)
        case Deed.RESCUE:
            return rescued(fight, place, target, rules)
        case Deed.HELP:
            text = "helps: the next Check of an ally has Advantage"
            return done(fight, place, text, "actions/checks/helping", rules)
        case Deed.CLOSE_IN:
            return closed_in(fight, place, target, rules)
        case Deed.MOVE_AWAY:
            return withdrawn(fight, place, rules)
        case Deed.OTHER:
            return done(fight, place, asked.text, RULE, rules)


PROCEDURES = (
    Procedure("fight", FightAsked, _fight),
    Procedure("fight-start", StartAsked, _start),
    Procedure("fight-round", RoundAsked, _round),
    Procedure("fight-turn", TurnAsked, _turn),
    Procedure("fight-act", ActAsked, _act),
    Procedure("fight-pass", TurnAsked, _pass),
    Procedure("fight-resolve", ResolveAsked, _resolve),
    Procedure("fight-end", EndAsked, _end),
)
