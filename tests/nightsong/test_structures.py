"""Structures and vessels: their values, what can harm them, Damage, repair."""

from __future__ import annotations

import copy
import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from generator.model.book import Book
from nightsong.bundle import BundleError, Ruleset
from nightsong.chance import Chance
from nightsong.codec import decode, encode
from nightsong.dice import DiceError
from nightsong.npcs import Attack
from nightsong.structures import (
    Kind,
    Means,
    Repaired,
    Size,
    Struck,
    Structure,
    StructureError,
    StructureRules,
    can_harm,
    fortification,
    is_destroyed,
    light_structure,
    repair,
    repair_days,
    strike,
    vessel,
)

SWORD = Attack("sword", ("D8",))
TORCH = Attack("torch", ("D6",))
CANNON = Attack("cannon", ("D12",))


@pytest.fixture(scope="module")
def rules(ruleset: Ruleset) -> StructureRules:
    """The real rules."""
    return StructureRules.of(ruleset.numbers)


@pytest.mark.parametrize(
    ("kind", "size", "hp", "armor"),
    [
        (Kind.FORTIFICATION, Size.SMALL, 5, "D4"),
        (Kind.FORTIFICATION, Size.MEDIUM, 10, "D4"),
        (Kind.FORTIFICATION, Size.LARGE, 10, "D6"),
        (Kind.VESSEL, Size.SMALL, 4, None),
        (Kind.VESSEL, Size.MEDIUM, 7, "D4"),
        (Kind.VESSEL, Size.LARGE, 10, "D6"),
    ],
)
def test_hp_and_armor_by_size_are_the_book_s(
    rules: StructureRules, kind: Kind, size: Size, hp: int, armor: str | None
) -> None:
    """All six, made whole."""
    make = fortification if kind is Kind.FORTIFICATION else vessel
    assert make("it", size, rules) == Structure("it", kind, hp, hp, armor, size)


def test_destruction_and_repair_have_the_book_s_numbers(rules: StructureRules) -> None:
    """0 HP, and a day a HP."""
    assert (rules.destroyed, rules.hp_per_day) == (0, 1)


def test_a_light_structure_has_what_the_referee_gives_it(rules: StructureRules) -> None:
    """The rules give it no sizes; it has to stand, and its Armor to be dice."""
    assert light_structure("barn", 3, rules) == Structure("barn", Kind.LIGHT, 3, 3)
    assert light_structure("stockade", 8, rules, "D4").armor == "D4"
    with pytest.raises(StructureError, match="above 0 for barn, came 0"):
        light_structure("barn", 0, rules)
    with pytest.raises(DiceError):
        light_structure("barn", 3, rules, "planks")


def test_more_hp_than_when_whole_are_an_error() -> None:
    """Also out of JSON."""
    with pytest.raises(StructureError, match="at most 5 HP, came 6"):
        decode(Structure, {"name": "gate", "kind": "fortification", "hp": 6, "full": 5})


# What can harm what


@pytest.mark.parametrize(
    ("means", "light", "fortified", "afloat"),
    [
        (Means.WEAPON, False, False, True),
        (Means.FIRE, True, False, True),
        (Means.MAGIC, True, False, True),
        (Means.CREATURE, True, False, True),
        (Means.ORDNANCE, True, True, True),
    ],
)
def test_what_can_harm_what(
    rules: StructureRules, means: Means, light: bool, fortified: bool, afloat: bool
) -> None:
    """Wood yields to all but ordinary Weapons, stone to ordnance alone; no dice fall in vain."""
    kinds = {Kind.LIGHT: light, Kind.FORTIFICATION: fortified, Kind.VESSEL: afloat}
    assert {kind: can_harm(means, kind, rules) for kind in Kind} == kinds
    for kind, harmed in kinds.items():
        target = Structure("it", kind, 10, 10)
        struck = strike(target, CANNON, means, given(12), rules, "k")
        assert struck.lost == (10 if harmed else 0)
        if not harmed:
            assert struck.structure == target and [line.key for line in struck.trace] == [""]


def test_the_referee_may_say_otherwise(rules: StructureRules) -> None:
    """Either way."""
    gate = fortification("gate", Size.SMALL, rules)
    assert strike(gate, SWORD, Means.WEAPON, given(8, 2), rules, "k", harms=True).lost == 5
    assert strike(gate, CANNON, Means.ORDNANCE, given(12, 2), rules, "k", harms=False).lost == 0


def given(damage: int, armor: int = 1) -> Chance:
    """Real dice for one attack."""
    return Chance("s").given("k/damage-1", (damage,)).given("k/armor", (armor,))


# Damage


def oracle(dice: tuple[int, ...], armor: int | None, hp: int) -> dict[int, Fraction]:
    """HP left and their chance, out of the rules by hand: every fall of the dice counted."""
    found: Counter[int] = Counter()
    for *rolls, block in product(*(range(1, d + 1) for d in dice), range(1, (armor or 1) + 1)):
        best = sorted(rolls)[-1]
        dealt = 0 if best == 1 else best if armor is None or block == 1 else best - block
        found[hp - min(hp, max(0, dealt))] += 1
    total = sum(found.values())
    return {left: Fraction(count, total) for left, count in found.items()}


@pytest.mark.parametrize(
    ("dice", "armor", "hp"),
    [
        ((12,), 4, 5), ((12,), 4, 10), ((12,), 6, 10), ((12,), None, 4), ((6,), 6, 10),
        ((12, 12), 4, 7), ((4, 6), 6, 10), ((12, 12, 12), None, 10), ((4, 4, 4), 6, 10),
    ],
)  # fmt: skip
def test_every_fall_of_the_dice_leaves_what_counting_by_hand_leaves(
    rules: StructureRules, dice: tuple[int, ...], armor: int | None, hp: int
) -> None:
    """Misses, ignored Armor, several dice, and no HP below 0."""
    target = Structure("it", Kind.VESSEL, hp, hp, f"D{armor}" if armor else None)
    attack = Attack("blow", tuple(f"D{d}" for d in dice))
    found: Counter[int] = Counter()
    for *rolls, block in product(*(range(1, d + 1) for d in dice), range(1, (armor or 1) + 1)):
        chance = Chance("s").given("k/armor", (block,))
        for place, face in enumerate(rolls, 1):
            chance = chance.given(f"k/damage-{place}", (face,))
        found[strike(target, attack, Means.WEAPON, chance, rules, "k").structure.hp] += 1
    total = sum(found.values())
    assert {left: Fraction(n, total) for left, n in found.items()} == oracle(dice, armor, hp)


def test_a_miss_rolls_no_armor_and_only_the_die_that_is_kept_can_miss(
    rules: StructureRules,
) -> None:
    """With one die and with several."""
    ship = vessel("longship", Size.MEDIUM, rules)
    missed = strike(ship, CANNON, Means.ORDNANCE, given(1, 4), rules, "k")
    assert (missed.damage, missed.armor, missed.lost, missed.structure) == (1, 0, 0, ship)
    assert missed.trace[-1].rule == "combat/misses"
    twice = Attack("twice", ("D8", "D8"))
    low = Chance("s").given("k/damage-1", (1,)).given("k/damage-2", (1,))
    missed = strike(ship, twice, Means.WEAPON, low, rules, "k")
    assert missed.lost == 0 and missed.trace[-1].rule == "rulings/misses-kept-die"
    one = low.given("k/damage-2", (5,)).given("k/armor", (2,))
    assert strike(ship, twice, Means.WEAPON, one, rules, "k").lost == 3


def test_the_trace_tells_the_whole_attack(rules: StructureRules) -> None:
    """Each die with its rule and key, and the end."""
    gate = fortification("gate", Size.SMALL, rules)
    struck = strike(gate, CANNON, Means.ORDNANCE, given(9, 3), rules, "k")
    assert struck.destroyed and is_destroyed(struck.structure, rules)
    assert [(line.text, line.rule, line.key) for line in struck.trace] == [
        ("Cannon: D12 fell 9", "combat/attacks", "k/damage-1"),
        ("Armor D4 fell 3", "combat/attacks", "k/armor"),
        ("9 − 3: 6 HP lost", "combat/attacks", ""),
        ("gate: HP 5 → 0", "combat/attacks", ""),
        ("gate is destroyed", "adventuring/structures-and-vessels", ""),
    ]
    ignored = strike(gate, CANNON, Means.ORDNANCE, given(2, 1), rules, "k")
    assert ignored.lost == 2 and "A 1 protects from nothing: 2 HP lost" in [
        x.text for x in ignored.trace
    ]
    blocked = strike(gate, CANNON, Means.ORDNANCE, given(2, 4), rules, "k")
    assert blocked.lost == 0 and "rulings/damage-floor" in [x.rule for x in blocked.trace]


# Repair


def test_work_restores_a_hit_point_a_day_and_never_too_much(rules: StructureRules) -> None:
    """Every damage and every number of days; repair_days is just enough."""
    for left in range(1, 11):
        wall = replace(fortification("wall", Size.LARGE, rules), hp=left)
        assert repair_days(wall, rules) == 10 - left
        for days in range(13):
            result = repair(wall, days, rules)
            assert result.structure == replace(wall, hp=min(10, left + days))
            assert result.restored == result.days == min(days, 10 - left)
            assert decode(Repaired, json.loads(json.dumps(encode(result)))) == result


def test_what_is_destroyed_is_neither_struck_nor_repaired(rules: StructureRules) -> None:
    """It isn't there any more; days below 0 aren't either."""
    ruin = replace(fortification("gate", Size.SMALL, rules), hp=0)
    for call in (
        lambda: repair(ruin, 1, rules),
        lambda: strike(ruin, CANNON, Means.ORDNANCE, Chance("s"), rules, "k"),
    ):
        with pytest.raises(StructureError, match="gate, destroyed"):
            call()
    with pytest.raises(StructureError, match="came -1"):
        repair(replace(ruin, hp=1), -1, rules)


def test_sieges_of_many_seeds_keep_to_the_rules(rules: StructureRules, book: Book) -> None:
    """HP only fall, to 0 at least; same seed same siege; rules exist; JSON gives all back."""
    for seed in range(60):
        sieges = [siege(Chance(f"seed-{seed}"), rules) for _ in range(2)]
        assert sieges[0] == sieges[1]
        hp = 10
        for struck in sieges[0]:
            assert 0 <= struck.structure.hp == hp - struck.lost
            hp = struck.structure.hp
            assert {line.rule for line in struck.trace} <= set(book.targets)
            assert decode(Struck, json.loads(json.dumps(encode(struck)))) == struck
        assert sieges[0][-1].destroyed and hp == 0


def siege(chance: Chance, rules: StructureRules) -> list[Struck]:
    """A cannon against a fortress wall until it falls."""
    target, shots = fortification("wall", Size.LARGE, rules), []
    while not is_destroyed(target, rules):
        shots.append(strike(target, CANNON, Means.ORDNANCE, chance, rules, f"shot-{len(shots)}"))
        target = shots[-1].structure
    return shots


def test_changed_numbers_change_the_play(ruleset: Ruleset) -> None:
    """No number of the book's is in the code."""
    numbers = copy.deepcopy(dict(ruleset.numbers))
    numbers["fortifications"]["large"].update(hp=40, armor="D12")
    numbers["repair"]["hp_per_day"] = 3
    numbers["structures"]["harmed_by"] = {"light": ["ordinary Weapon"]}
    rules = StructureRules.of(numbers)
    wall = fortification("wall", Size.LARGE, rules)
    assert (wall.hp, wall.armor) == (40, "D12")
    assert repair_days(replace(wall, hp=33), rules) == 3
    assert repair(replace(wall, hp=33), 2, rules).structure.hp == 39
    assert repair(replace(wall, hp=33), 9, rules).structure.hp == 40
    assert rules.harmed_by[Kind.LIGHT] == {Means.WEAPON}
    assert rules.harmed_by[Kind.FORTIFICATION] == set(Means)
    numbers["structures"]["harmed_by"]["light"] = ["harsh words"]
    with pytest.raises(BundleError, match="harsh words"):
        StructureRules.of(numbers)
