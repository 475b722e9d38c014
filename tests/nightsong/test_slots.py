"""Slots: what counts how much, and what is over the limit."""

from __future__ import annotations

import json
from dataclasses import replace
from types import MappingProxyType

import pytest

from nightsong import Chance, Item, Ruleset
from nightsong.characters import Abilities, Carried, Character, CharacterError, Condition
from nightsong.making import make_character
from nightsong.model import ItemKind
from nightsong.sheets import sheet_lines
from nightsong.slots import SlotRules, count_slots, drop, slots_of

ROPE = Carried(Item("rope"))
TORCH = Carried(Item("torches", ItemKind.SUPPLY, uses="D6"), "D6")
SHARD = Carried(Item("Hush", ItemKind.SPELL_SHARD, uses="D6"), "D6")
SWORD = Carried(Item("Greatsword", ItemKind.WEAPON, die="D10", bulky=True), "D10")


@pytest.fixture(scope="module")
def rules(ruleset: Ruleset) -> SlotRules:
    """The book's numbers."""
    return SlotRules.of(ruleset.numbers)


@pytest.fixture(scope="module")
def bare(ruleset: Ruleset) -> Character:
    """Somebody who carries nothing, with a Strength of 0."""
    made = make_character(ruleset, Chance("bare")).character
    return replace(made, carried=(), coins=50, abilities=Abilities(0, 0, 0, 0))


@pytest.mark.parametrize(
    ("carried", "slots"),
    [
        (ROPE, 1),
        (TORCH, 1),
        (replace(TORCH, remedy=True), 1),
        (replace(TORCH, die="D0"), 0),
        (SHARD, 1),
        (replace(SHARD, die="D0"), 1),
        (SWORD, 2),
        (replace(SWORD, die="D0"), 2),
        (Carried(Item("pack rations", ItemKind.SUPPLY, uses="D6", petty=True), "D6"), 0),
    ],
)
def test_each_item_takes_its_slots(carried: Carried, slots: int, rules: SlotRules) -> None:
    """Bulky 2, petty none, all else 1; spent supplies are gone, broken things are not."""
    assert slots_of(carried, rules) == slots


@pytest.mark.parametrize("strength", range(-3, 7))
def test_the_total_is_strength_and_10(bare: Character, rules: SlotRules, strength: int) -> None:
    """Coins take none."""
    one = replace(bare, abilities=Abilities(strength, 0, 0, 0))
    slots = count_slots(one, rules)
    assert (slots.used, slots.total, slots.free, slots.over) == (0, 10 + strength, 10 + strength, 0)


def test_conditions_take_slots_too_and_nothing_is_cut(
    ruleset: Ruleset, bare: Character, rules: SlotRules
) -> None:
    """Over the limit is shown on the sheet, and all stays on it."""
    conditions = (Condition("fatigued", 1), Condition("poisoned", 2))
    one = replace(bare, carried=(SWORD,) * 4, conditions=conditions)
    slots = count_slots(one, rules)
    assert (slots.used, slots.over, slots.free) == (11, 1, 0)
    lines = sheet_lines(ruleset, one)
    assert "Slots 11/10 (1 over)" in lines[2] and lines[3].count("Greatsword") == 4
    assert lines[4] == "  Bears “fatigued” (1 Slot), “poisoned” (2 Slots)"


def test_dropping_makes_room(bare: Character, rules: SlotRules) -> None:
    """What is dropped is gone from the sheet; what isn't there can't be dropped."""
    one = replace(bare, carried=(ROPE, SWORD, TORCH))
    assert drop(one, 1).carried == (ROPE, TORCH)
    assert count_slots(drop(one, 1), rules).used == 2
    for position in (-1, 3):
        with pytest.raises(CharacterError, match="0 to 2"):
            drop(one, position)
    with pytest.raises(CharacterError, match="nothing"):
        drop(bare, 0)


@pytest.mark.parametrize(
    ("name", "used"),
    [("standard", 19), ("bulky", 19), ("petty", 32), ("spell_shard", 19), ("remedy", 19)],
)
def test_a_changed_number_changes_the_count(
    ruleset: Ruleset, bare: Character, name: str, used: int
) -> None:
    """Each number counts for its own kind, and for coins where petty things weigh."""
    petty = Carried(Item("ring", petty=True))
    remedy = replace(TORCH, remedy=True)
    everything = replace(
        bare, carried=(ROPE, petty, SHARD, SWORD, remedy), conditions=(Condition("tired", 1),)
    )
    assert count_slots(everything, SlotRules.of(ruleset.numbers)).used == 6
    numbers = json.loads(json.dumps(dict(ruleset.numbers)))
    numbers["slots"][name] += 13
    total = count_slots(everything, SlotRules.of(MappingProxyType(numbers))).used
    assert total == used
    numbers["slots"]["base"] = 3
    assert count_slots(everything, SlotRules.of(MappingProxyType(numbers))).total == 3
