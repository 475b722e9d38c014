"""Dice notation and what dice show."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from nightsong.dice import DiceError, die, parse


@pytest.mark.parametrize(
    ("notation", "shown"),
    [
        ("d6", "1D6"),
        (" 3D6 x 10 ", "3D6 × 10"),
        ("3d6*10", "3D6 × 10"),
        ("2d20kh1", "2D20kh1"),
        ("2d20KL", "2D20kl1"),
        ("4d6dl1", "4D6kh3"),
        ("3d20dh1", "3D20kl2"),
        ("1d66", "1D66"),
        ("d%", "1D%"),
        ("d8+2-1", "1D8 + 2 − 1"),
        ("-d4 + 6", "−1D4 + 6"),
        ("10", "10"),
    ],
)
def test_notation_reads_as_players_write_it(notation: str, shown: str) -> None:
    """Every usual way to write dice is understood and shown in one way."""
    assert str(parse(notation)) == shown
    assert str(parse(shown)) == shown


@pytest.mark.parametrize(
    "notation",
    ["", "d", "3d", "d1", "0d6", "2d6kh3", "2d6kh0", "2d6dl2", "3d6 d6", "d6+", "++1", "d6 x d4",
     "fish", "2d6kh9999999", "101d6", "60d6+60d6", "d1001", "9" * 50, "d6;import os", "d٦", "٣d6", "1" * 61],
)  # fmt: skip
def test_notation_that_cannot_be_read_is_refused_with_a_reason(notation: str) -> None:
    """Wrong notation is a DiceError that says what was expected."""
    with pytest.raises(DiceError, match="expected"):
        parse(notation)


def test_d66_reads_tens_then_units() -> None:
    """A D66 shows 36 values, 11 to 66, with no digit above 6."""
    values = die("D66").values()
    assert values == tuple(10 * a + b for a in range(1, 7) for b in range(1, 7))


def test_percentile_die_shows_ten_tens() -> None:
    """D% shows 10, 20 … 100, each as likely."""
    assert parse("d%").totals() == {t: Fraction(1, 10) for t in range(10, 101, 10)}


def test_keeping_the_best_of_two_matches_counting_by_hand() -> None:
    """2D20kh1 has the distribution of the higher of two dice."""
    by_hand: dict[int, Fraction] = {}
    for a, b in product(range(1, 21), repeat=2):
        by_hand[max(a, b)] = by_hand.get(max(a, b), Fraction()) + Fraction(1, 400)
    assert parse("2d20kh1").totals() == dict(sorted(by_hand.items()))


def test_totals_agree_with_an_independent_library() -> None:
    """Exact chances equal icepool's for sums, keeps and products."""
    import icepool

    d6 = icepool.d6
    oracles = {
        "2d6": 2 @ d6,
        "3d6 x 10": (3 @ d6) * 10,
        "4d6kh3": d6.highest(4, 3),
        "3d20kl2": icepool.d20.lowest(3, 2),
        "d8 + 2": icepool.d8 + 2,
    }
    for notation, oracle in oracles.items():
        expected = {t: Fraction(oracle.quantity(t), oracle.denominator()) for t in oracle}
        assert parse(notation).totals() == expected, notation


def test_a_formula_reads_the_faces_of_real_dice() -> None:
    """Faces typed in give the total, each group's values and which were kept."""
    rolled = parse("3d20kh2 + d66").read([4, 17, 9, 3, 5])
    assert rolled.total == 17 + 9 + 35
    assert [(g.values, g.kept) for g in rolled.groups] == [((4, 17, 9), (1, 2)), ((35,), (0,))]
    assert rolled.faces == (4, 17, 9, 3, 5)


@pytest.mark.parametrize("faces", [[], [1], [1, 2, 3], [0, 1], [7, 1], [-1, 6]])
def test_faces_that_the_dice_cannot_show_are_refused(faces: list[int]) -> None:
    """Too few, too many or impossible faces are a DiceError."""
    with pytest.raises(DiceError, match="expected"):
        parse("2d6").read(faces)


def test_too_many_outcomes_are_refused_rather_than_counted() -> None:
    """A formula with millions of outcomes says so at once."""
    with pytest.raises(DiceError, match="too many"):
        parse("20d20").totals()
