"""Fighters: made from characters and NPCs, and back to the sheet."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from nightsong import Chance, Item, Ruleset
from nightsong.characters import Carried, Character, CharacterError
from nightsong.codec import decode, encode
from nightsong.dice import DiceError
from nightsong.fighters import (
    Fighter,
    FighterError,
    Gear,
    Kind,
    Side,
    Weapon,
    checked,
    numbered,
    of_character,
    of_npc,
    returned,
)
from nightsong.making import make_character
from nightsong.model import ItemKind
from nightsong.npcs import Attack, Npc
from nightsong.steps import StepError, StepRules

SWORD = Carried.fresh(Item("Sword", ItemKind.WEAPON, "D8"))
CLUB = replace(Carried.fresh(Item("Club", ItemKind.WEAPON, "D6")), die="D0")
LEATHER = Carried.fresh(Item("Leather", ItemKind.ARMOR, "D4"))
MAIL = Carried.fresh(Item("Mail", ItemKind.ARMOR, "D6"))
BUCKLER = Carried.fresh(Item("Buckler", ItemKind.SHIELD, "D4"))
ROPE = Carried.fresh(Item("rope"))


@pytest.fixture(scope="module")
def steps(ruleset: Ruleset) -> StepRules:
    """The book's Step Dice."""
    return StepRules.of(ruleset.numbers)


@pytest.fixture(scope="module")
def knight(ruleset: Ruleset) -> Character:
    """Somebody with more gear than they use."""
    made = make_character(ruleset, Chance("knight")).character
    return replace(made, focus=1, carried=(ROPE, CLUB, SWORD, LEATHER, MAIL, BUCKLER))


def test_a_character_fights_with_whole_weapons_and_the_best_armor_and_shield(
    knight: Character, steps: StepRules
) -> None:
    """A broken Weapon stays in the pack."""
    fighter = of_character(knight, steps)
    assert fighter.weapons == (Weapon("Sword", ("D8",), position=2),)
    assert fighter.armor == Gear("Mail", "D6", 4)
    assert fighter.shield == Gear("Buckler", "D4", 5)
    assert (fighter.side, fighter.kind, fighter.resolve) == (Side.PARTY, Kind.CHARACTER, None)
    assert (fighter.hp, fighter.max_hp, fighter.focus) == (knight.hp, knight.max_hp, 1)
    assert fighter.constitution == knight.abilities.constitution


def test_every_made_character_is_a_fighter_and_comes_back_the_same(
    ruleset: Ruleset, steps: StepRules
) -> None:
    """Without a fight nothing changes on the sheet."""
    for seed in range(60):
        character = make_character(ruleset, Chance(str(seed))).character
        fighter = checked(of_character(character, steps), steps)
        assert fighter.weapons
        assert returned(character, fighter) == character


def test_bows_are_ranged_and_whoever_has_nothing_else_begins_at_a_distance(
    ruleset: Ruleset, knight: Character, steps: StepRules
) -> None:
    """Not so with a blade at hand, or without any Weapon."""
    bows = [
        item
        for roll in ruleset.table("backgrounds/dexterity").rolls
        for row in roll.rows
        for item in row.items
        if item.ranged
    ]
    assert [item.name for item in bows] == ["Crossbow", "Shortbow"]
    bow = Carried.fresh(bows[0])
    archer = of_character(replace(knight, carried=(bow,)), steps)
    assert archer.weapons[0].ranged and archer.distant
    for carried in ((bow, SWORD), (ROPE,)):
        assert not of_character(replace(knight, carried=carried), steps).distant


def test_the_sheet_takes_hp_focus_and_worn_dice_from_the_fighter(
    knight: Character, steps: StepRules
) -> None:
    """Nothing else changes."""
    fighter = of_character(knight, steps)
    (sword,), armor, shield = fighter.weapons, fighter.armor, fighter.shield
    assert armor and shield
    fought = replace(
        fighter,
        hp=-2,
        focus=0,
        weapons=(replace(sword, dice=("D6",), used=True),),
        armor=replace(armor, die="D4"),
        shield=replace(shield, die="D0"),
    )
    after = returned(knight, fought)
    assert (after.hp, after.focus) == (-2, 0)
    assert [c.die for c in after.carried] == ["", "D0", "D6", "D4", "D4", "D0"]
    assert replace(after, hp=knight.hp, focus=1, carried=knight.carried) == knight
    for position in (-1, 6):
        lost = replace(fought, armor=replace(armor, position=position))
        with pytest.raises(CharacterError):
            returned(knight, lost)


def test_an_npc_keeps_its_dice_and_resolve() -> None:
    """Without attacks it is unarmed."""
    wolf = Npc("Wolf", 5, 50, attacks=(Attack("bite", ("D6", "D6")),), armor="D4")
    fighter = of_npc(wolf)
    assert fighter == Fighter(
        "Wolf", Side.FOES, Kind.NPC, 5, 5, (Weapon("bite", ("D6", "D6")),), Gear("Armor", "D4"), resolve=50
    )  # fmt: skip
    assert of_npc(Npc("Rat", 1, 30), Side.PARTY).weapons == ()


@pytest.mark.parametrize(
    "change",
    [
        {"resolve": None}, {"resolve": 101}, {"resolve": -1}, {"hp": 9}, {"max_hp": 0, "hp": 0},
        {"focus": -1}, {"kind": Kind.CHARACTER}, {"weapons": (Weapon("bite", ()),)},
        {"kind": Kind.CHARACTER, "resolve": None, "weapons": (Weapon("x", ("D6", "D6")),)},
    ],
)  # fmt: skip
def test_a_fighter_that_the_rules_dont_have_is_an_error(change: dict[str, Any]) -> None:
    """It names the fighter."""
    wolf = of_npc(Npc("Wolf", 5, 50))
    with pytest.raises(FighterError, match="Wolf"):
        replace(wolf, **change)


def test_dice_are_checked_against_the_ladder_where_they_wear(steps: StepRules) -> None:
    """A character's D7 can't; an NPC's D7 can, but D0.5 or nothing readable can't."""
    npc = of_npc(Npc("Wolf", 5, 50))
    hero = Fighter("Hero", Side.PARTY, Kind.CHARACTER, 5, 5)
    assert checked(replace(npc, weapons=(Weapon("bite", ("D7 + 1",)),)), steps)
    for wrong in (
        replace(hero, weapons=(Weapon("x", ("D7",)),)),
        replace(npc, armor=Gear("x", "D7")),
        replace(hero, shield=Gear("x", "")),
    ):
        with pytest.raises(StepError):
            checked(wrong, steps)
    with pytest.raises(DiceError):
        checked(replace(npc, weapons=(Weapon("x", ("fangs",)),)), steps)


def test_those_who_share_a_name_get_numbers_once() -> None:
    """Others keep theirs."""
    wolf, rat = of_npc(Npc("Wolf", 5, 50)), of_npc(Npc("Rat", 5, 50))
    named = numbered((wolf, rat, wolf))
    assert [fighter.name for fighter in named] == ["Wolf 1", "Rat", "Wolf 2"]
    assert numbered(named) == named


def test_the_mean_of_a_weapon_is_that_of_its_highest_die() -> None:
    """Exactly: 161/36 for two D6."""
    assert str(Weapon("x", ("D6", "D6")).mean) == "161/36"
    assert Weapon("x", ("2D4",)).mean == 5


def test_fighters_survive_json(knight: Character, steps: StepRules) -> None:
    """All of their fields."""
    for fighter in (of_character(knight, steps), of_npc(Npc("Wolf", 5, 50, armor="D4"))):
        assert decode(Fighter, json.loads(json.dumps(encode(fighter)))) == fighter
