"""Chance: keyed, repeatable, and replaceable by real dice."""

from __future__ import annotations

from collections import Counter

import pytest

from nightsong import Chance, DiceError, parse

# Known falls: they must never change, or every permalink in the world would.
KNOWN = {
    ("7", "details/face", 0): (5, 6, 3, 4, 4, 5, 5, 5),
    ("7", "details/face", 1): (6, 5, 2, 3, 4, 2, 1, 3),
    ("", "", 0): (2, 3, 6, 5, 4, 1, 3, 5),
    ("nächtlich ✨", "regions/type", 2): (5, 2, 3, 3, 2, 3, 5, 6),
}


def test_the_same_seed_key_and_try_fall_the_same_for_ever() -> None:
    """Stored seeds keep their meaning from version to version."""
    fallen = {}
    for seed, key, tries in KNOWN:
        chance = Chance(seed)
        for _ in range(tries):
            chance = chance.again(key)
        fallen[seed, key, tries] = chance.faces(key, (6,) * 8)
    assert fallen == KNOWN


def test_throwing_one_key_again_leaves_the_others() -> None:
    """A reroll changes one part and keeps the rest."""
    before = Chance("moon")
    after = before.again("a")
    assert after.faces("b", (1000,) * 5) == before.faces("b", (1000,) * 5)
    assert after.faces("a", (1000,) * 5) != before.faces("a", (1000,) * 5)
    assert before.attempt("a") == 0 and after.attempt("a") == 1


def test_keys_do_not_run_together() -> None:
    """Seed and key are told apart, whatever signs they hold."""
    sides = (1000,) * 5
    assert Chance('a", "b').faces("c", sides) != Chance("a").faces('b", "c', sides)


def test_real_dice_take_the_place_of_chance() -> None:
    """Faces given for a key are what falls, until it is thrown again."""
    chance = Chance("x").given("k", (2, 5))
    assert chance.roll(parse("1d66"), "k").total == 25
    assert chance.again("k").faces("k", (6, 6)) == Chance("x").again("k").faces("k", (6, 6))
    with pytest.raises(DiceError, match="expected 1 to 6"):
        Chance("x").given("k", (2, 9)).roll(parse("1d66"), "k")


def test_faces_are_even() -> None:
    """Over many seeds every face of a die comes up about as often (chi-squared, p > 0.0001)."""
    throws = 60_000
    counts = Counter(
        face for s in range(throws // 6) for face in Chance(str(s)).faces("k", (6,) * 6)
    )
    expected = throws / 6
    chi_squared = sum((counts[f] - expected) ** 2 / expected for f in range(1, 7))
    assert chi_squared < 25.7


def test_values_are_frozen() -> None:
    """A reroll makes a new chance; the old one can't be changed."""
    chance = Chance("x").again("k")
    with pytest.raises(AttributeError):
        chance.seed = "y"  # type: ignore[misc]
    with pytest.raises(TypeError):
        chance.tries["k"] = 5  # type: ignore[index]
