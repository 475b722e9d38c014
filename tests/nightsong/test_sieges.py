"""Heavy ordnance and collisions."""

from __future__ import annotations

import copy
import json
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from generator.model.book import Book
from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.codec import decode, encode
from nightsong.sieges import (
    Bombardment,
    Collision,
    Larger,
    SiegeRules,
    Targets,
    bombard,
    collide,
    count_targets,
)
from nightsong.structures import (
    Size,
    Structure,
    StructureError,
    StructureRules,
    fortification,
    is_destroyed,
    light_structure,
    vessel,
)


@pytest.fixture(scope="module")
def rules(ruleset: Ruleset) -> SiegeRules:
    """The real rules."""
    return SiegeRules.of(ruleset.numbers)


@pytest.fixture(scope="module")
def parts(rules: SiegeRules) -> StructureRules:
    """Those of structures."""
    return rules.structures


@pytest.mark.parametrize(
    ("size", "dice", "blast"),
    [
        (Size.SMALL, ("D12",), False),
        (Size.MEDIUM, ("D12",), True),
        (Size.LARGE, ("D12", "D12", "D12"), True),
    ],
)
def test_ordnance_by_size_is_the_book_s(
    rules: SiegeRules, size: Size, dice: tuple[str, ...], blast: bool
) -> None:
    """Damage dice, and whether it is Blast Damage."""
    ordnance = rules.ordnance[size]
    assert (ordnance.attack.dice, ordnance.blast) == (dice, blast)


def test_collisions_have_the_book_s_dice(rules: SiegeRules) -> None:
    """And no others."""
    assert (rules.collision, rules.collision_larger) == ("D12", "D6")


def test_large_ordnance_keeps_the_highest_of_its_dice(
    rules: SiegeRules, parts: StructureRules
) -> None:
    """All falls of three dice on a raft: it has the odds of the highest, counted by cubes."""
    raft = vessel("raft", Size.SMALL, parts)
    falls: Counter[int] = Counter()
    for faces in product(range(1, 13), repeat=3):
        chance = Chance("s")
        for place, face in enumerate(faces, 1):
            chance = chance.given(f"k/target-1/damage-{place}", (face,))
        shot = bombard([raft], rules.ordnance[Size.LARGE], chance, rules, "k")
        falls[shot.targets[0].damage] += 1
        assert shot.targets[0].lost == (0 if max(faces) == 1 else min(4, max(faces)))
    assert {value: Fraction(n, 12**3) for value, n in falls.items()} == {
        value: Fraction(value**3 - (value - 1) ** 3, 12**3) for value in range(1, 13)
    }


def test_a_blast_rolls_damage_anew_for_each_target(
    rules: SiegeRules, parts: StructureRules
) -> None:
    """Each with dice of its own, and one can be thrown again alone."""
    targets = [vessel(f"skiff {n}", Size.SMALL, parts) for n in range(6)]
    shot = bombard(targets, rules.ordnance[Size.MEDIUM], Chance("blast"), rules, "shot-1")
    assert len({struck.damage for struck in shot.targets}) > 1
    keys = [line.key for line in shot.trace if line.key]
    assert len(keys) == len(set(keys)) == 6
    again = bombard(
        targets,
        rules.ordnance[Size.MEDIUM],
        Chance("blast").again("shot-1/target-3/damage-1"),
        rules,
        "shot-1",
    )
    differ = [a != b for a, b in zip(shot.targets, again.targets, strict=True)]
    assert not any(differ[:2]) and not any(differ[3:])


def test_small_ordnance_has_one_target(rules: SiegeRules, parts: StructureRules) -> None:
    """And every piece needs one that stands; no blast, no number of targets."""
    raft = vessel("raft", Size.SMALL, parts)
    small, medium = rules.ordnance[Size.SMALL], rules.ordnance[Size.MEDIUM]
    assert len(bombard([raft], small, Chance("s"), rules, "k").targets) == 1
    with pytest.raises(StructureError, match="1 target for small ordnance, came 2"):
        bombard([raft, raft], small, Chance("s"), rules, "k")
    with pytest.raises(StructureError, match="came none"):
        bombard([], medium, Chance("s"), rules, "k")
    with pytest.raises(StructureError, match="wreck, destroyed"):
        bombard([raft, Structure("wreck", raft.kind, 0, 4)], medium, Chance("s"), rules, "k")
    with pytest.raises(StructureError, match="with a blast, came small"):
        count_targets(small, Chance("s"), "k")


def test_the_damage_die_tells_how_many_stand_in_the_blast(rules: SiegeRules) -> None:
    """On every face; a 1 is one target and no miss, and of several dice the highest counts."""
    for face in range(1, 13):
        chance = Chance("s").given("k/targets-1", (face,))
        counted = count_targets(rules.ordnance[Size.MEDIUM], chance, "k")
        assert counted.number == face
        assert counted.trace[-1].rule == "combat/other-situations/blast-damage"
        assert decode(Targets, json.loads(json.dumps(encode(counted)))) == counted
    dice = Chance("s")
    for place, face in enumerate((3, 11, 7), 1):
        dice = dice.given(f"k/targets-{place}", (face,))
    assert count_targets(rules.ordnance[Size.LARGE], dice, "k").number == 11


# Collisions


@pytest.mark.parametrize(
    ("larger", "sides"),
    [(Larger.NEITHER, (12, 12)), (Larger.FIRST, (6, 12)), (Larger.SECOND, (12, 6))],
)
def test_each_takes_its_damage_and_one_much_larger_takes_less(
    rules: SiegeRules, parts: StructureRules, larger: Larger, sides: tuple[int, int]
) -> None:
    """Every fall of both dice, each against HP of its own."""
    for a, b in product(range(1, sides[0] + 1), range(1, sides[1] + 1)):
        chance = (
            Chance("s")
            .given("k/first/damage-1", (a,))
            .given("k/second/damage-1", (b,))
            .given("k/first/armor", (1,))
        )
        warship, raft = vessel("warship", Size.LARGE, parts), vessel("raft", Size.SMALL, parts)
        crash = collide(warship, raft, chance, rules, "k", larger)
        assert (crash.first.damage, crash.second.damage) == (a, b)
        assert crash.first.lost == (0 if a == 1 else min(a, 10))
        assert crash.second.lost == (0 if b == 1 else min(b, 4))
        assert crash.first.destroyed == (crash.first.lost == 10)
        assert crash.second.destroyed == (crash.second.lost == 4)


def test_a_collision_tells_its_rule(rules: SiegeRules, parts: StructureRules) -> None:
    """And who was much larger."""
    warship, raft = vessel("warship", Size.LARGE, parts), vessel("raft", Size.SMALL, parts)
    chance = Chance("s").given("k/first/damage-1", (6,)).given("k/first/armor", (2,))
    lines = collide(warship, raft, chance, rules, "k", Larger.FIRST).first.trace
    assert [(line.text, line.rule) for line in lines] == [
        (
            "Warship in the collision, much larger: D6 fell 6",
            "adventuring/structures-and-vessels/mounts-and-flyers",
        ),
        ("Armor D6 fell 2", "combat/attacks"),
        ("6 − 2: 4 HP lost", "combat/attacks"),
        ("warship: HP 10 → 6", "adventuring/structures-and-vessels/mounts-and-flyers"),
    ]


def test_only_vessels_that_stand_collide(rules: SiegeRules, parts: StructureRules) -> None:
    """No gate, no barn and no wreck."""
    raft = vessel("raft", Size.SMALL, parts)
    for other in (
        fortification("gate", Size.SMALL, parts),
        light_structure("barn", 3, parts),
        Structure("wreck", raft.kind, 0, 4),
    ):
        for pair in ((raft, other), (other, raft)):
            with pytest.raises(StructureError, match="expected a"):
                collide(*pair, Chance("s"), rules, "k")


def test_battles_of_many_seeds_keep_to_the_rules(
    rules: SiegeRules, parts: StructureRules, book: Book
) -> None:
    """HP stay in bounds, the same seed gives the same, rules exist, JSON gives all back."""
    first, second = vessel("airship", Size.LARGE, parts), vessel("glider", Size.MEDIUM, parts)
    for seed in range(100):
        chance = Chance(f"seed-{seed}")
        crash = collide(first, second, chance, rules, "crash", Larger.FIRST)
        shot = bombard([first, second], rules.ordnance[Size.LARGE], chance, rules, "shot")
        assert crash == collide(first, second, chance, rules, "crash", Larger.FIRST)
        for struck in (crash.first, crash.second, *shot.targets):
            assert 0 <= struck.structure.hp <= struck.structure.full
            assert struck.destroyed == is_destroyed(struck.structure, parts)
        assert {line.rule for line in (*crash.trace, *shot.trace)} <= set(book.targets)
        assert decode(Collision, json.loads(json.dumps(encode(crash)))) == crash
        assert decode(Bombardment, json.loads(json.dumps(encode(shot)))) == shot


def test_changed_numbers_change_the_play(ruleset: Ruleset) -> None:
    """No number of the book's is in the code."""
    numbers = copy.deepcopy(dict(ruleset.numbers))
    numbers["ordnance"]["small"].update(damage="D20", dice=2)
    numbers["vessels"]["collision"] = "D8"
    numbers["ordnance"]["blast"] = ["small"]
    rules = SiegeRules.of(numbers)
    assert rules.ordnance[Size.SMALL].attack.dice == ("D20", "D20")
    assert rules.collision == "D8"
    assert [rules.ordnance[size].blast for size in Size] == [True, False, False]
