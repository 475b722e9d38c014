"""Attacks: Damage, misses, Armor, Shields, feats and blasts."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest

from generator.model.book import Book
from nightsong.attacks import (
    AttackResult,
    AttackRules,
    Guard,
    Harm,
    attack,
    blast,
    blast_targets,
    feat_dice,
    roll_damage,
    strike,
)
from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.checks import Favor
from nightsong.dice import DiceError
from nightsong.odds import HarmRules, harm_odds
from nightsong.steps import StepError

BARE = Guard()


@pytest.fixture(scope="module")
def rules(ruleset: Ruleset) -> AttackRules:
    """The book's numbers."""
    return AttackRules.of(ruleset.numbers)


def thrown(
    rules: AttackRules,
    dice: Sequence[str],
    damage: Sequence[int],
    guard: Guard = BARE,
    favor: Favor = Favor.NONE,
    armor: int = 0,
    shield: int = 0,
) -> AttackResult:
    """An attack with real dice."""
    chance = Chance("s").given("a/damage", damage)
    chance = chance.given("a/armor", (armor,)).given("a/shield", (shield,))
    return attack(rules, dice, guard, chance, "a", favor)


def by_hand(damage: int, armor: int | None) -> int:
    """The book's steps for a Damage result that is kept, written out with its numbers."""
    if damage == 1:
        return 0
    if armor in (None, 1):
        return damage
    return max(0, damage - armor)


@pytest.mark.parametrize("dice", [("D4",), ("D6",), ("D6", "D4"), ("D4", "D4", "D4")])
@pytest.mark.parametrize("armor", [None, "D4", "D6"])
@pytest.mark.parametrize("favor", list(Favor))
def test_every_fall_of_the_dice_does_what_the_book_says_and_adds_up_to_the_exact_odds(
    ruleset: Ruleset, rules: AttackRules, dice: tuple[str, ...], armor: str | None, favor: Favor
) -> None:
    """Brute force over all dice, against the book by hand and against the odds."""
    sides = [int(name[1:]) for name in dice]
    throws = 1 if favor is Favor.NONE else 2
    if len(dice) * throws > 4:
        return
    pick = min if favor is Favor.DISADVANTAGE else max
    found: Counter[int] = Counter()
    for faces in product(*(range(1, s + 1) for s in sides * throws)):
        kept = pick(max(faces[i : i + len(dice)]) for i in range(0, len(faces), len(dice)))
        for protection in [None] if armor is None else range(1, int(armor[1:]) + 1):
            result = thrown(rules, dice, faces, Guard(armor), favor, protection or 0)
            assert result.harm == by_hand(kept, protection)
            assert result.damage.missed == (kept == 1)
            assert result.armor == (None if kept == 1 else protection)
            found[result.harm] += 1
    odds = harm_odds(HarmRules.of(ruleset.numbers), dice, armor, favor)
    total = sum(found.values())
    assert {harm: Fraction(n, total) for harm, n in found.items()} == odds.harm


def test_with_advantage_the_first_throw_lies_where_it_fell(rules: AttackRules) -> None:
    """So Focus can be spent after the Damage was seen."""
    for seed in range(200):
        chance = Chance(str(seed))
        plain = roll_damage(rules, ("D8", "D6"), chance, "a")
        better = roll_damage(rules, ("D8", "D6"), chance, "a", Favor.ADVANTAGE)
        worse = roll_damage(rules, ("D8", "D6"), chance, "a", Favor.DISADVANTAGE)
        assert better.results[0] == worse.results[0] == plain.kept
        assert worse.kept <= plain.kept <= better.kept


def test_a_discarded_1_means_nothing_and_a_kept_one_misses(rules: AttackRules) -> None:
    """The ruling of the die that is kept."""
    assert thrown(rules, ("D8", "D8"), (1, 5)).harm == 5
    assert thrown(rules, ("D8",), (1, 5), favor=Favor.ADVANTAGE).harm == 5
    missed = thrown(rules, ("D8",), (1, 5), favor=Favor.DISADVANTAGE)
    assert missed.damage.missed and missed.harm == 0
    assert missed.trace[-1].rule == "rulings/misses-kept-die"
    assert thrown(rules, ("D8",), (1,)).trace[-1].rule == "combat/misses"


def test_several_dice_are_not_added_and_disadvantage_keeps_the_lower_highest(
    rules: AttackRules,
) -> None:
    """D8 + D8 at 7 and 6, then 3 and 2."""
    assert thrown(rules, ("D8", "D8"), (7, 6)).harm == 7
    assert thrown(rules, ("D8", "D8"), (7, 6, 3, 2), favor=Favor.DISADVANTAGE).harm == 3


def test_armor_is_ignored_on_its_1_and_never_heals(rules: AttackRules) -> None:
    """5 − 1 is 5; 2 − 6 is 0, and the trace says why."""
    assert thrown(rules, ("D6",), (5,), Guard("D6"), armor=1).harm == 5
    result = thrown(rules, ("D6",), (2,), Guard("D6"), armor=6)
    assert result.harm == 0 and result.trace[-1].rule == "rulings/damage-floor"
    assert thrown(rules, ("D6",), (5,), Guard("D6"), armor=2).harm == 3


def test_damage_with_a_malus_is_never_below_the_floor(rules: AttackRules) -> None:
    """A converted D4 − 3 heals nobody, with Armor or without."""
    for seed in range(100):
        for guard in (BARE, Guard("D6")):
            assert attack(rules, ("D4 - 3",), guard, Chance(str(seed))).harm >= 0


def test_a_shield_cancels_all_and_is_stepped_after_the_use(rules: AttackRules) -> None:
    """Even as it breaks; no Armor is rolled."""
    result = thrown(rules, ("D12",), (12,), Guard("D6", "D4"), shield=1)
    assert (result.harm, result.armor) == (0, None)
    assert result.shield is not None and result.shield.spent and result.shield.after == "D0"
    kept = thrown(rules, ("D12",), (12,), Guard(None, "D6"), shield=4)
    assert kept.shield is not None and kept.shield.after == "D6"


def test_against_a_miss_neither_armor_nor_shield_is_rolled(rules: AttackRules) -> None:
    """There is nothing to cancel."""
    result = thrown(rules, ("D12",), (1,), Guard("D6", "D4"))
    assert (result.harm, result.armor, result.shield) == (0, None, None)


def test_broken_gear_protects_nobody(rules: AttackRules) -> None:
    """A D0 can't be rolled."""
    with pytest.raises(StepError):
        thrown(rules, ("D12",), (5,), Guard(None, "D0"))
    with pytest.raises(DiceError):
        thrown(rules, ("D12",), (5,), Guard("D0"))


def test_without_a_weapon_the_unarmed_die_is_rolled(rules: AttackRules) -> None:
    """1D4, which misses on a 1 like any other."""
    assert roll_damage(rules, (), Chance("s"), "a").dice == ("1D4",)
    assert {attack(rules, (), BARE, Chance(str(s))).harm for s in range(100)} == {0, 2, 3, 4}


def test_feats_have_a_die_by_their_harm(rules: AttackRules) -> None:
    """D4, D6, and D8 or higher."""
    assert [feat_dice(rules, harm) for harm in Harm] == [("D4",), ("D6",), ("D8",)]
    assert feat_dice(rules, Harm.DEVASTATING, "D12") == ("D12",)
    for harm, die in ((Harm.LIMITED, "D6"), (Harm.SERIOUS, "D4"), (Harm.DEVASTATING, "D6")):
        with pytest.raises(DiceError, match=die):
            feat_dice(rules, harm, die)


def test_a_blast_rolls_damage_anew_for_every_target(rules: AttackRules) -> None:
    """Each target has its own dice, and those that it would have alone."""
    guards = (BARE, Guard("D4"), Guard(None, "D6"), BARE)
    seen = set()
    for seed in range(50):
        results = blast(rules, ("D12",), guards, Chance(str(seed)))
        assert len(results) == 4
        seen.add(len({result.damage.kept for result in results}))
        alone = attack(rules, ("D12",), guards[1], Chance(str(seed)), "blast/2")
        assert results[1] == alone
    assert max(seen) == 4


def test_the_number_in_a_blast_is_its_own_die_and_a_1_is_one_target(rules: AttackRules) -> None:
    """Of several dice the highest."""
    assert blast_targets(rules, ("D12",), Chance("s").given("n", (1,)), "n").number == 1
    assert blast_targets(rules, ("D12",) * 3, Chance("s").given("n", (4, 9, 2)), "n").number == 9


def test_strike_takes_a_roll_that_was_made_before(rules: AttackRules) -> None:
    """The two halves make the whole."""
    for seed in range(50):
        chance = Chance(str(seed))
        damage = roll_damage(rules, ("D8",), chance, "a/damage")
        whole = attack(rules, ("D8",), Guard("D4"), chance, "a")
        assert strike(rules, damage, Guard("D4"), chance, "a") == whole


def test_the_trace_names_rules_of_the_book_and_its_numbers_rule(
    book: Book, ruleset: Ruleset, rules: AttackRules
) -> None:
    """Every line has a rule that the book has; another miss number misses."""
    known = {rule.id for rule in ruleset.rules} | {ruling.id for ruling in book.rulings}
    for seed in range(60):
        for favor in Favor:
            result = attack(
                rules,
                ("D4", "D4"),
                Guard("D6", "D4" if seed % 2 else None),
                Chance(str(seed)),
                "a",
                favor,
            )
            assert {line.rule for line in result.trace} <= known
    numbers = copy.deepcopy(dict(ruleset.numbers))
    numbers["combat"] = {**numbers["combat"], "miss": 2, "damage_least": 1}
    changed = AttackRules.of(numbers)
    assert thrown(changed, ("D6",), (2,)).damage.missed
    assert thrown(changed, ("D6",), (3,), Guard("D6"), armor=6).harm == 1
