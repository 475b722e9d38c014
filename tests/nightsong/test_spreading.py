"""Claiming hexes with a dropped die."""

from __future__ import annotations

from collections import Counter

import pytest

from nightsong.chance import Chance
from nightsong.dice import DiceError
from nightsong.hexes import MIDDLE, Hex, distance, flower, neighbours, ring
from nightsong.spreading import Ground, claim, closest, spread
from nightsong.throws import Throws

HEXES = flower(2)
WHOLE = Ground(2, HEXES, frozenset(HEXES))


def throws(seed: object) -> Throws:
    """Throws of a part called “it”."""
    return Throws(Chance(str(seed)), "it")


def ground(*free: Hex) -> Ground:
    """The map with only those hexes free."""
    return Ground(2, HEXES, frozenset(free))


def test_the_next_hex_is_any_free_one_in_touch_equally_likely() -> None:
    """From the middle, six hexes are next; chi-square with five degrees of freedom stays low."""
    second = Counter(spread(MIDDLE, 2, WHOLE, throws(s))[0][1] for s in range(3000))
    assert set(second) == set(neighbours(MIDDLE))
    assert sum((n - 500) ** 2 / 500 for n in second.values()) < 20.5


def test_the_die_lands_on_each_hex_equally_likely() -> None:
    """Chi-square with eighteen degrees of freedom stays low."""
    landed = Counter(claim("D4", WHOLE, throws(s), "")[0].landed for s in range(3800))
    assert set(landed) == set(HEXES)
    assert sum((n - 200) ** 2 / 200 for n in landed.values()) < 42.3


def test_boxed_in_it_goes_on_from_the_free_hex_nearest_to_the_start() -> None:
    """Two hexes in a corner, then the nearer of two others, then what touches that."""
    start, beside, near, beyond, far = Hex(-2, 0), Hex(-2, 1), Hex(0, 0), Hex(1, 0), Hex(0, 2)
    assert distance(start, near) < distance(start, far)
    for seed in range(30):
        hexes, jumps, trace = spread(
            start, 4, ground(start, beside, near, beyond, far), throws(seed)
        )
        assert hexes == (start, beside, near, beyond)
        assert jumps == (near,)
        assert [line.key for line in trace] == ["", "", ""], "no die falls without a choice"
        assert "Boxed in" in trace[1].text


def test_ties_are_broken_at_random() -> None:
    """All hexes at the least distance get their turn."""
    free = ring(MIDDLE, 2)
    assert set(closest(MIDDLE, free)) == set(free)
    found = {spread(MIDDLE, 2, ground(MIDDLE, *free), throws(s))[0][1] for s in range(200)}
    assert found == set(free)


def test_a_taken_hex_gives_way_to_the_nearest_free_one() -> None:
    """The die's own hex is remembered beside the start; free hexes are where it may start."""
    for seed in range(100):
        taken, trace = claim("D4", ground(*ring(MIDDLE, 2)), throws(seed), "a/rule")
        assert taken.start is not None and taken.start != MIDDLE
        least = min(distance(taken.landed, h) for h in ring(MIDDLE, 2))
        assert distance(taken.landed, taken.start) == least
        assert any("is taken" in line.text for line in trace) == (taken.start != taken.landed)


def test_real_dice_can_be_given_for_place_and_size() -> None:
    """The first hex in reading order and a size of one; a face too many is an error."""
    chance = Chance("1").given("it/drop", (1,)).given("it/size", (1,))
    taken, _ = claim("D6", WHOLE, Throws(chance, "it"), "")
    assert taken.hexes == (HEXES[0],) and taken.shown == 1 and taken.short == 0
    with pytest.raises(DiceError, match="1 to 19"):
        claim("D6", WHOLE, Throws(chance.given("it/drop", (20,)), "it"), "")


def test_a_full_map_gives_nothing_and_says_so() -> None:
    """No hexes, no start, and a line in the trace."""
    taken, trace = claim("D6", ground(), throws(1), "")
    assert taken.hexes == () and taken.start is None and taken.short == taken.shown
    assert "no free hex left" in trace[-1].text


def test_the_last_claim_takes_what_is_left() -> None:
    """Where fewer hexes are free than the die shows, all of them are taken."""
    chance = Chance("1").given("it/size", (6,))
    taken, trace = claim("D6", ground(Hex(0, -2), Hex(0, 2)), Throws(chance, "it"), "")
    assert set(taken.hexes) == {Hex(0, -2), Hex(0, 2)} and taken.short == 4
    assert trace[-1].text == "Only 2 of 6 hexes were free"


def test_spreading_needs_a_free_start() -> None:
    """A taken start or no hexes at all is a mistake of the caller's."""
    with pytest.raises(ValueError, match="free start"):
        spread(MIDDLE, 1, ground(), throws(1))
    with pytest.raises(ValueError, match="1 hex or more"):
        spread(MIDDLE, 0, WHOLE, throws(1))
