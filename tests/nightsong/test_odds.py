"""Exact odds, against the book's known values, brute force and icepool."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.checks import CheckRules, Favor, Outcome, Side, check, nuanced_check, opposed_check
from nightsong.dice import DiceError
from nightsong.fate import FateRules, ask
from nightsong.odds import (
    HarmRules,
    ability_odds,
    book_odds,
    chance_to_last,
    check_odds,
    fate_odds,
    harm_odds,
    joint_odds,
    mean,
    mean_uses,
    nuanced_odds,
    opposed_odds,
    row_odds,
)
from nightsong.scores import ScoreRules, rolled_scores
from nightsong.steps import StepError, StepRules, use

F = Fraction
PLAIN, UP, DOWN = Favor
D20 = icepool.d20


@pytest.fixture(scope="module")
def checks(ruleset: Ruleset) -> CheckRules:
    """The real rules of Checks."""
    return CheckRules.of(ruleset.numbers)


@pytest.fixture(scope="module")
def steps(ruleset: Ruleset) -> StepRules:
    """The real rules of Step Dice."""
    return StepRules.of(ruleset.numbers)


@pytest.fixture(scope="module")
def harm(ruleset: Ruleset) -> HarmRules:
    """The real rules of an attack."""
    return HarmRules.of(ruleset.numbers)


def pool(die: Any) -> dict[int, Fraction]:
    """An icepool die as a pool of ours."""
    return {value: F(quantity, die.denominator()) for value, quantity in die.items()}


def test_the_known_odds_of_checks(checks: CheckRules) -> None:
    """+0 against DR 12."""
    assert [check_odds(checks, 12, Side(0, favor)) for favor in Favor] == [
        F(9, 20), F(279, 400), F(81, 400),
    ]  # fmt: skip


def test_the_known_odds_of_nuanced_checks(checks: CheckRules) -> None:
    """No, one and two successes of two dice, of the best and of the worst two of three."""
    assert [nuanced_odds(checks, 12, Side(0, favor)).successes for favor in Favor] == [
        (F(121, 400), F(198, 400), F(81, 400)),
        (F(1331, 8000), F(3267, 8000), F(3402, 8000)),
        (F(4598, 8000), F(2673, 8000), F(729, 8000)),
    ]


KEPT = {
    PLAIN: D20,
    UP: D20.highest(2),
    DOWN: D20.lowest(2),
}


@pytest.mark.parametrize("favor", Favor)
def test_checks_agree_with_icepool(checks: CheckRules, favor: Favor) -> None:
    """At every DR and score, also where success is sure or impossible."""
    for dr, ability in product((-5, 6, 9, 12, 15, 18, 30), range(-3, 7)):
        expected = F((KEPT[favor] + ability >= dr).probability(True))
        assert check_odds(checks, dr, Side(ability, favor)) == expected


@pytest.mark.parametrize("favor", Favor)
def test_nuanced_checks_agree_with_icepool(checks: CheckRules, favor: Favor) -> None:
    """The number of kept dice that reach the DR."""
    dice = {PLAIN: D20.pool(2), UP: D20.pool(3).highest(2), DOWN: D20.pool(3).lowest(2)}[favor]
    for dr, ability in ((6, 0), (12, -3), (12, 2), (18, 1), (30, 0), (1, 0)):
        reached = dice.keep_outcomes(range(dr - ability, 99)).size()
        counted = pool(reached)
        odds = nuanced_odds(checks, dr, Side(ability, favor))
        assert odds.successes == tuple(counted.get(n, F(0)) for n in range(3))
        assert odds.outcomes == dict(
            zip((Outcome.FAILURE, Outcome.WEAK, Outcome.STRONG), odds.successes, strict=True)
        )


def test_opposed_checks_agree_with_icepool(checks: CheckRules) -> None:
    """Ties rolled again until one side is higher, with every favor on either side."""
    for first, second, lead in product(Favor, Favor, (-9, -1, 0, 2, 9)):
        odds = opposed_odds(checks, Side(lead + 1, first), Side(1, second))
        gap = KEPT[first] + lead - KEPT[second]
        assert odds.tie == F(gap.probability(0))
        settled = gap.reroll([0], depth="inf")
        assert odds.wins == F((settled > 0).probability(True))
        assert odds.wins + odds.loses == 1 and odds.throws == 1 / (1 - odds.tie)
    assert opposed_odds(checks, Side(40), Side(0)).wins == 1


def test_odds_are_those_of_the_play_itself(checks: CheckRules) -> None:
    """Every fall of the dice, given as real dice, counts the same as the odds."""
    for favor in (UP, DOWN):
        side = Side(1, favor)
        won = sum(
            check(checks, side, 12, Chance("s").given("check", faces)).success
            for faces in product(range(1, 21), repeat=2)
        )
        assert F(won, 400) == check_odds(checks, 12, side)
    found = Counter(
        nuanced_check(checks, Side(0), 12, Chance("s").given("nuanced", faces)).outcome
        for faces in product(range(1, 21), repeat=2)
    )
    odds = nuanced_odds(checks, 12, Side(0)).outcomes
    assert {outcome: F(n, 400) for outcome, n in found.items()} == odds


def chi_square(seen: Mapping[Any, int], odds: Mapping[Any, Fraction]) -> float:
    """How far what was seen is from the odds."""
    number = sum(seen.values())
    return sum(
        (seen.get(k, 0) - number * float(p)) ** 2 / (number * float(p))
        for k, p in odds.items()
        if p
    )


def test_what_falls_agrees_with_the_odds(checks: CheckRules, steps: StepRules) -> None:
    """Chi-square over two thousand fixed seeds; 99.9% quantiles."""
    chances = [Chance(f"odds-{n}") for n in range(2000)]
    seen = Counter(nuanced_check(checks, Side(1, UP), 15, c).outcome for c in chances)
    assert chi_square(seen, nuanced_odds(checks, 15, Side(1, UP)).outcomes) < 13.8  # 2 degrees
    won = Counter(opposed_check(checks, Side(2), Side(0, UP), c).first_wins for c in chances)
    wins = opposed_odds(checks, Side(2), Side(0, UP)).wins
    assert chi_square(won, {True: wins, False: 1 - wins}) < 10.8  # 1 degree
    after = Counter(use(steps, "D8", c, "k").after for c in chances)
    assert chi_square(after, {"D8": F(5, 8), "D6": F(2, 8), "D4": F(1, 8)}) < 13.8


def test_the_known_lives_of_step_dice(steps: StepRules) -> None:
    """Mean rolls until D0."""
    names = ("D0", "D4", "D6", "D8", "D10", "D12")
    assert [mean_uses(steps, name) for name in names] == [
        0, F(4, 3), F(26, 9), F(136, 27), F(620, 81), F(2620, 243),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["D4", "D6", "D8", "D10", "D12"])
def test_lives_agree_with_brute_force(steps: StepRules, name: str) -> None:
    """Every way up to three rolls can fall, by the book's words; the mean likewise."""
    after = {"D12": "D10", "D10": "D8", "D8": "D6", "D6": "D4", "D4": "D0", "D0": "D0"}

    def alive(die: str, uses: int) -> Fraction:
        if die == "D0" or uses == 0:
            return F(die != "D0")
        sides = int(die[1:])
        chance = F(0)
        for result in range(1, sides + 1):
            moved = after[after[die]] if result == 1 else after[die] if result <= 3 else die
            chance += F(1, sides) * alive(moved, uses - 1)
        return chance

    for uses in range(4):
        assert chance_to_last(steps, name, uses) == alive(name, uses)
    expected = mean_uses(steps, name)
    sides = int(name[1:])
    moved = [after[after[name]], after[name], after[name], *[name] * (sides - 3)]
    rests = [mean_uses(steps, die) for die in moved]
    assert expected == 1 + sum((rest or F(0) for rest in rests), F(0)) / sides


def test_a_die_that_never_goes_down_has_no_mean_life(ruleset: Ruleset) -> None:
    """Nor has any die that can come to it; and a die off the ladder is an error."""
    numbers = copy.deepcopy({"step_die": ruleset.numbers["step_die"]})
    numbers["step_die"]["drop_one"]["steps"] = numbers["step_die"]["drop_two"]["steps"] = 0
    still = StepRules.of(numbers)
    assert mean_uses(still, "D4") is None and mean_uses(still, "D12") is None
    assert chance_to_last(still, "D4", 9) == 1
    with pytest.raises(StepError):
        mean_uses(still, "D20")


def brute_harm(dice: tuple[int, ...], armor: int, favor: Favor) -> dict[int, Fraction]:
    """The book's words, over every fall of the dice."""
    found: Counter[int] = Counter()
    throws = 1 if favor is PLAIN else 2
    pick = min if favor is DOWN else max
    ranges = [range(1, sides + 1) for sides in dice * throws]
    for *faces, guard in product(*ranges, range(1, armor + 1)):
        size = len(dice)
        kept = pick(max(faces[i * size : (i + 1) * size]) for i in range(throws))
        protection = 0 if guard == 1 else guard
        found[0 if kept == 1 else max(0, kept - protection)] += 1
    return {amount: F(n, found.total()) for amount, n in sorted(found.items())}


@pytest.mark.parametrize("favor", Favor)
@pytest.mark.parametrize("dice", [(4,), (6,), (12,), (8, 8), (6, 4)])
def test_damage_agrees_with_brute_force(
    harm: HarmRules, dice: tuple[int, ...], favor: Favor
) -> None:
    """Against no Armor, D4 and D6; an Armor of one face that fell 1 is no Armor."""
    names = [f"D{sides}" for sides in dice]
    for armor in (1, 4, 6):
        odds = harm_odds(harm, names, None if armor == 1 else f"D{armor}", favor)
        expected = brute_harm(dice, armor, favor)
        assert odds.harm == expected
        assert odds.nothing == expected.get(0, 0) and odds.mean == mean(expected)
        assert odds.takes_out(3) == sum(c for amount, c in expected.items() if amount >= 3)


def test_damage_agrees_with_icepool(harm: HarmRules) -> None:
    """A large ordnance's three D12 with Disadvantage against D6."""
    rolled = icepool.lowest([icepool.d12.highest(3), icepool.d12.highest(3)])
    guard = icepool.d6.map({1: 0})
    after = rolled.map(
        lambda damage: 0 if damage == 1 else (damage - guard).map(lambda n: max(n, 0))
    )
    odds = harm_odds(harm, ["D12"] * 3, "D6", DOWN)
    assert odds.harm == pool(after) and odds.miss == F(rolled.probability(1))


def test_a_d4_against_a_d6_by_hand(harm: HarmRules) -> None:
    """A 1 in 4 misses; a 1 on the Armor protects from nothing."""
    odds = harm_odds(harm, ["D4"], "D6")
    assert (odds.miss, odds.harm[4], odds.harm[2]) == (F(1, 4), F(1, 24), F(1, 24) * 2)
    assert sum(odds.harm.values()) == 1
    with pytest.raises(DiceError):
        harm_odds(harm, [])


def test_ability_scores_and_any_character_at_all(ruleset: Ruleset) -> None:
    """2D6 gives +1 or more in 10 of 36; four scores have one in all but (26/36)^4."""
    odds = ability_odds(ScoreRules.of(ruleset.numbers))
    assert odds.score == {-3: F(1, 36), -2: F(2, 36), -1: F(7, 36), 0: F(16, 36), 1: F(7, 36), 2: F(2, 36), 3: F(1, 36)}  # fmt: skip
    assert odds.accepted == 1 - F(26, 36) ** 4 and odds.sets == 1 / odds.accepted


def test_rerolled_sets_agree_with_brute_force(ruleset: Ruleset) -> None:
    """Every set of four scores with its weight; those without +1 are thrown away."""
    odds = ability_odds(ScoreRules.of(ruleset.numbers))
    one: Counter[int] = Counter()
    top: Counter[int] = Counter()
    weights = {score: int(chance * 36) for score, chance in odds.score.items()}
    for scores in product(weights, repeat=4):
        if max(scores) >= 1:
            weight = (
                weights[scores[0]] * weights[scores[1]] * weights[scores[2]] * weights[scores[3]]
            )
            one[scores[0]] += weight
            top[max(scores)] += weight
    assert odds.kept == {score: F(n, one.total()) for score, n in one.items()}
    assert odds.highest == {score: F(n, top.total()) for score, n in top.items()}


def test_rolled_scores_agree_with_the_odds(ruleset: Ruleset) -> None:
    """Chi-square of the highest score over fixed seeds; the 99.9% quantile for 2 degrees."""
    rules = ScoreRules.of(ruleset.numbers)
    rolled = [rolled_scores(Chance(f"scores-{n}"), rules, "k")[0] for n in range(400)]
    seen = Counter(max(abilities.scores().values()) for abilities in rolled)
    assert chi_square(seen, ability_odds(rules).highest) < 13.8


def test_changed_numbers_change_the_odds(ruleset: Ruleset) -> None:
    """More dice with Advantage, a wider miss, a lower mark, another even threshold."""
    numbers = copy.deepcopy(dict(ruleset.numbers))
    numbers["checks"]["advantage_dice"] = 3
    numbers["combat"]["miss"] = 2
    numbers["abilities"]["reroll_below"] = 0
    numbers["fate"]["die"] = "1D20"
    assert check_odds(CheckRules.of(numbers), 12, Side(0, UP)) == 1 - F(11, 20) ** 3
    assert harm_odds(HarmRules.of(numbers), ["D6"]).harm[1] == F(1, 6)
    assert ability_odds(ScoreRules.of(numbers)).accepted == 1 - F(10, 36) ** 4
    assert fate_odds(FateRules.of(numbers), 5) == F(1, 4)


def test_a_percent_threshold_is_that_many_tenths(ruleset: Ruleset) -> None:
    """As in the play, for each face; between two tens the lower counts."""
    rules = FateRules.of(ruleset.numbers)
    for threshold in (0, 5, 10, 30, 50, 55, 70, 100):
        yes = sum(
            ask(rules, "fate", Chance("s").given("k", (face,)), "k", threshold).yes
            for face in range(1, 11)
        )
        assert fate_odds(rules, threshold) == F(yes, 10) == F(threshold // 10, 10)


def test_every_row_of_every_table_has_its_chance(ruleset: Ruleset) -> None:
    """No chance is 0; a roll's chances sum to 1, or to its share where one roll is chosen."""
    for table in ruleset.tables.values():
        odds = row_odds(table)
        assert [o.key for o in odds] == [row.key for roll in table.rolls for row in roll.rows]
        assert all(o.chance > 0 for o in odds)
        rolls = len(table.rolls)
        assert sum(o.chance for o in odds) == (1 if table.join == "either" else rolls)


def test_d66_rows_names_and_joined_results(ruleset: Ruleset) -> None:
    """Eighteen rows, forty first names, and pairs of independent halves."""
    waters = ruleset.table("region-names/waters")
    assert {o.chance for o in row_odds(waters)} == {F(1, 18)}
    pairs = joint_odds(waters)
    assert len(pairs) == 324 and set(pairs.values()) == {F(1, 324)}
    names = ruleset.table("details/names")
    assert {o.chance for o in row_odds(names)} == {F(1, 40)} == set(joint_odds(names).values())
    assert sum(joint_odds(ruleset.table("details/face")).values()) == 1


def test_vegetation_that_is_ruled_out_leaves_its_chance_to_the_rest(ruleset: Ruleset) -> None:
    """Barrens are neither Dense nor Overgrown: four rows remain."""
    odds = row_odds(ruleset.table("regions/vegetation"), "Barrens")
    assert [(o.text.split(" ")[0], o.chance) for o in odds] == [
        ("Bare", F(1, 4)), ("Sparse", F(1, 4)), ("Patchy", F(1, 4)), ("Common", F(1, 4)),
    ]  # fmt: skip


def test_the_book_s_odds_are_whole(ruleset: Ruleset) -> None:
    """Every part has entries of one shape, and a rule of the book."""
    known = {rule.id for rule in ruleset.rules}
    parts = {part.name: part for part in book_odds(ruleset)}
    assert list(parts) == [
        "checks", "nuanced", "opposed", "damage", "steps", "scores", "characters", "fate",
        "thresholds", "tables", "limited",
    ]  # fmt: skip
    for part in parts.values():
        assert part.entries and len({tuple(entry) for entry in part.entries}) == 1
        assert part.rule in known or part.name == "tables"
    assert len(parts["checks"].entries) == 50
    assert len(parts["damage"].entries) == (5 + 2) * 3 * 3
    assert len(parts["tables"].entries) == sum(
        len(roll.rows) for table in ruleset.tables.values() for roll in table.rolls
    )
