"""Checks: plain, with Advantage and Disadvantage, helped, opposed, nuanced, solo."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from nightsong.bundle import BundleError, Ruleset
from nightsong.chance import Chance
from nightsong.checks import (
    CheckError,
    CheckResult,
    CheckRules,
    Favor,
    NuancedResult,
    OpposedResult,
    Outcome,
    Side,
    check,
    helped,
    nuanced_check,
    opposed_check,
    solo_check,
)
from nightsong.codec import decode, encode
from nightsong.dice import DiceError

UP, DOWN = Favor.ADVANTAGE, Favor.DISADVANTAGE


@pytest.fixture(scope="module")
def rules(ruleset: Ruleset) -> CheckRules:
    """The real rules."""
    return CheckRules.of(ruleset.numbers)


def real(key: str, *faces: int) -> Chance:
    """Real dice for a key."""
    return Chance("s").given(key, faces)


@pytest.mark.parametrize(
    ("name", "dr"), [("routine", 6), ("easy", 9), ("normal", 12), ("difficult", 15), ("extreme", 18)]
)  # fmt: skip
def test_a_total_that_reaches_the_dr_of_a_difficulty_succeeds(
    rules: CheckRules, name: str, dr: int
) -> None:
    """Equal or higher is a success, one less a failure."""
    reached = check(rules, Side(2), name, real("check", dr - 2))
    assert reached.dr == dr == reached.total and reached.success
    assert not check(rules, Side(1), name, real("check", dr - 2)).success
    assert check(rules, Side(-3), dr, real("check", dr + 2)).total == dr - 1


@pytest.mark.parametrize("wrong", ["hard", "", "12.5", "１２", "--", "9999999"])
def test_a_difficulty_that_the_rules_lack_is_an_error(rules: CheckRules, wrong: str) -> None:
    """The message lists the names."""
    with pytest.raises(CheckError, match="routine, easy, normal, difficult, extreme"):
        check(rules, Side(0), wrong, Chance("s"))
    assert rules.dr(" Normal ") == rules.dr("12") == rules.dr(12) == 12


def test_advantage_keeps_the_highest_of_two_and_disadvantage_the_lowest(
    rules: CheckRules,
) -> None:
    """The trace shows both dice and the one that counts."""
    up = check(rules, Side(1, UP), 12, real("check", 4, 17))
    assert (up.throw.dice, up.throw.kept, up.total, up.success) == ((4, 17), (17,), 18, True)
    down = check(rules, Side(1, DOWN), 12, real("check", 4, 17))
    assert (down.throw.kept, down.total, down.success) == ((4,), 5, False)
    assert [(line.text, line.rule, line.key) for line in up.trace] == [
        ("2D20 fell 4, 17; Advantage keeps 17", "actions/checks/advantage", "check"),
        ("17 + 1 = 18 against DR 12: success", "actions/checks", ""),
    ]


def test_advantage_after_the_result_keeps_the_die_that_lies_there(rules: CheckRules) -> None:
    """So that Focus can be spent after seeing it, and can't make things worse."""
    for seed in range(200):
        chance = Chance(str(seed))
        plain = check(rules, Side(0), 12, chance)
        focused = check(rules, Side(0, UP), 12, chance)
        assert focused.throw.dice[0] == plain.throw.dice[0]
        assert focused.total >= plain.total


def test_one_ally_may_help_and_gives_advantage(rules: CheckRules) -> None:
    """More are refused, and help against Disadvantage is left to the Referee."""
    result = check(rules, Side(0), 12, real("check", 3, 12), helpers=1)
    assert result.success and result.throw.favor is UP
    assert result.trace[0].rule == "actions/checks/helping"
    assert helped(rules, 1, UP) is UP and helped(rules, 0, DOWN) is DOWN
    for helpers, favor in ((2, Favor.NONE), (-1, Favor.NONE), (1, DOWN)):
        with pytest.raises(CheckError):
            check(rules, Side(0, favor), 12, Chance("s"), helpers=helpers)


def test_the_higher_total_wins_an_opposed_check_and_ties_are_rolled_again(
    rules: CheckRules,
) -> None:
    """Both sides roll all their dice anew until the totals differ."""
    chance = (
        real("opposed/1/first", 10, 3).given("opposed/1/second", (12,))
        .given("opposed/2/first", (1, 2)).given("opposed/2/second", (4,))
        .given("opposed/3/first", (5, 9)).given("opposed/3/second", (10,))
    )  # fmt: skip
    result = opposed_check(rules, Side(2, UP), Side(0), chance)
    assert (result.ties, result.totals, result.first_wins) == (2, (11, 10), True)
    ties = [line for line in result.trace if line.rule == "rulings/opposed-ties"]
    assert [line.text for line in ties] == [
        "12 each: a tie, rolled again",
        "4 each: a tie, rolled again",
    ]


def test_opposed_checks_never_end_in_a_tie(rules: CheckRules) -> None:
    """And the higher total has won, over many seeds."""
    ties = 0
    for seed in range(500):
        result = opposed_check(rules, Side(1), Side(0, DOWN), Chance(str(seed)))
        assert result.totals[0] != result.totals[1]
        assert result.first_wins == (result.totals[0] > result.totals[1])
        assert decode(OpposedResult, encode(result)) == result
        ties += result.ties
    assert 5 < ties < 60


@pytest.mark.parametrize(
    ("faces", "favor", "kept", "outcome"),
    [
        ((12, 12), Favor.NONE, (12, 12), Outcome.STRONG),
        ((12, 11), Favor.NONE, (12, 11), Outcome.WEAK),
        ((11, 11), Favor.NONE, (11, 11), Outcome.FAILURE),
        ((3, 12, 15), UP, (15, 12), Outcome.STRONG),
        ((3, 12, 5), UP, (12, 5), Outcome.WEAK),
        ((20, 12, 5), DOWN, (5, 12), Outcome.WEAK),
        ((20, 1, 5), DOWN, (1, 5), Outcome.FAILURE),
    ],
)
def test_a_nuanced_check_counts_the_totals_that_reach_the_dr(
    rules: CheckRules, faces: tuple[int, ...], favor: Favor, kept: tuple[int, ...], outcome: Outcome
) -> None:
    """Two: strong, one: weak, none: failure; of three dice the best or worst two are read."""
    result = nuanced_check(rules, Side(0, favor), 12, real("nuanced", *faces))
    assert (result.throw.kept, result.outcome) == (kept, outcome)
    assert result.trace[-1].text.endswith(outcome)


def test_the_ability_is_added_to_each_die_of_a_nuanced_check(rules: CheckRules) -> None:
    """Separately, as the trace shows."""
    result = nuanced_check(rules, Side(-2), "easy", real("nuanced", 11, 10))
    assert result.totals == (9, 8) and result.outcome is Outcome.WEAK
    assert result.trace[-1].text == (
        "11 − 2 = 9, 10 − 2 = 8 against DR 9: 1 reaches it, weak success"
    )


def test_solo_play_checks_are_nuanced_and_against_dr_12(rules: CheckRules) -> None:
    """Unless the fiction asks for another difficulty."""
    assert solo_check(rules, Side(0), Chance("s")) == nuanced_check(rules, Side(0), 12, Chance("s"))
    assert solo_check(rules, Side(0), Chance("s"), difficulty="extreme").dr == 18


def test_results_survive_json_and_the_same_seed_gives_the_same(rules: CheckRules) -> None:
    """Over many seeds and all favors."""
    for seed in range(100):
        for favor in Favor:
            chance, side = Chance(str(seed)), Side(seed % 5 - 2, favor)
            one = check(rules, side, 12, chance)
            two = nuanced_check(rules, side, 12, chance)
            assert one == check(rules, side, 12, Chance(str(seed)))
            assert decode(CheckResult, encode(one)) == one
            assert decode(NuancedResult, encode(two)) == two


def test_real_dice_must_be_as_many_as_the_check_throws(rules: CheckRules) -> None:
    """Neither too few nor too many, nor faces the die lacks."""
    for faces in ((), (3, 4), (21,)):
        with pytest.raises(DiceError):
            check(rules, Side(0), 12, real("check", *faces))


def changed(ruleset: Ruleset, change: Callable[[dict[str, Any]], object]) -> CheckRules:
    """The rules with other numbers."""
    numbers = copy.deepcopy({k: ruleset.numbers[k] for k in ("checks", "nuanced", "difficulty")})
    change(numbers)
    return CheckRules.of(numbers)


def test_changed_numbers_change_the_play(ruleset: Ruleset) -> None:
    """Another die, more dice with Advantage, another normal."""
    rules = changed(ruleset, lambda n: n["checks"].update(die="3D6", advantage_dice=3))
    result = check(rules, Side(0, UP), "normal", real("check", 1, 1, 1, 6, 6, 5, 2, 2, 2))
    assert (result.throw.dice, result.total) == ((3, 17, 6), 17)
    harder = changed(ruleset, lambda n: n["difficulty"].update(normal=13))
    assert not check(harder, Side(0), "normal", real("check", 12)).success
    with pytest.raises(BundleError):
        changed(ruleset, lambda n: n["checks"].update(die="1D20 x 0"))
