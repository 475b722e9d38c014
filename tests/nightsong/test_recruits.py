"""Recruits: single NPCs and Forces, their needs, and their Resolve."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from fractions import Fraction

import pytest

from generator.model.book import Book
from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.codec import decode, encode
from nightsong.npcs import Attack, Npc
from nightsong.recruits import (
    Attackers,
    Change,
    Hurt,
    Need,
    RecruitError,
    RecruitRules,
    Recruits,
    Standing,
    counts_as,
    enlist,
    go_without,
    hurt,
    pass_day,
    recover,
)

GUIDE = Npc("Guide", 6, 50, attacks=(Attack("knife", ("D4",)),))
SPEARS = Npc("Forty spears", 15, 70, attacks=(Attack("spears", ("D8", "D8")),), armor="D4")


@pytest.fixture(scope="module")
def rules(ruleset: Ruleset) -> RecruitRules:
    """The real rules."""
    return RecruitRules.of(ruleset.numbers)


def test_the_numbers_are_the_book_s(rules: RecruitRules) -> None:
    """Nothing above 30 HP; half lost tests Resolve; 10 points down, 10 a day up."""
    assert (rules.hp_limit, rules.counts_as, rules.out) == (30, 1, 0)
    assert rules.share_lost == Fraction(1, 2)
    assert (rules.unmet, rules.recovers) == (10, 10)


def test_one_recruit_is_an_npc_and_several_or_a_massive_one_are_a_force(
    rules: RecruitRules,
) -> None:
    """All with the values that the Referee chose, and each Force counts as one NPC."""
    guide, spears = enlist(GUIDE, rules), enlist(SPEARS, rules, 40)
    giant = enlist(replace(GUIDE, hp=30), rules, massive=True)
    assert [r.force for r in (guide, spears, giant)] == [False, True, True]
    assert [counts_as(r, rules) for r in (guide, spears, giant)] == [1, 1, 1]
    assert (spears.hp, spears.resolve, spears.npc) == (15, 70, SPEARS)
    assert all(r.serving for r in (guide, spears, giant))
    assert enlist(GUIDE, rules, 2).force


@pytest.mark.parametrize(
    ("npc", "number"),
    [
        (GUIDE, 0), (GUIDE, -3),
        (replace(GUIDE, hp=0), 1), (replace(GUIDE, hp=31), 1),
        (replace(GUIDE, resolve=101), 1), (replace(GUIDE, resolve=-10), 1),
    ],
)  # fmt: skip
def test_values_that_no_npc_can_have_are_an_error(
    rules: RecruitRules, npc: Npc, number: int
) -> None:
    """In one line that says what was expected."""
    with pytest.raises(RecruitError, match=r"^expected .*, came"):
        enlist(npc, rules, number)


def test_more_is_left_than_there_was_is_an_error() -> None:
    """Also when it comes as JSON."""
    for wrong in (
        {"npc": encode(GUIDE), "hp": 7, "resolve": 50},
        {"npc": encode(GUIDE), "hp": 6, "resolve": 60},
        {"npc": encode(GUIDE), "hp": 6, "resolve": -1},
    ):
        with pytest.raises(RecruitError, match="expected HP up to 6"):
            decode(Recruits, wrong)


# Damage


def test_a_force_ignores_any_damage_from_individuals_and_no_other(rules: RecruitRules) -> None:
    """Whatever its size; a single recruit is hurt either way."""
    force, guide = enlist(SPEARS, rules, 40), enlist(GUIDE, rules)
    for damage in range(40):
        ignored = hurt(force, damage, Attackers.INDIVIDUALS, rules)
        assert (ignored.recruits, ignored.lost, ignored.tested) == (force, 0, False)
        assert [line.rule for line in ignored.trace] == ["adventuring/npcs-and-creatures/forces"]
        together = hurt(force, damage, Attackers.COORDINATED, rules)
        assert together.recruits.hp == max(0, 15 - damage) == 15 - together.lost
        for attackers in Attackers:
            assert hurt(guide, damage, attackers, rules).recruits.hp == max(0, 6 - damage)


def test_at_0_hp_a_force_perishes_routs_or_yields_and_a_recruit_is_out(
    rules: RecruitRules,
) -> None:
    """Just then; afterwards they can't be hurt, tested or restored."""
    for recruits, word in (
        (enlist(SPEARS, rules, 40), "perishes, routs, or yields"),
        (enlist(GUIDE, rules), "out of the fight"),
    ):
        last = hurt(recruits, recruits.hp - 1, Attackers.COORDINATED, rules)
        assert (last.recruits.hp, last.recruits.standing) == (1, Standing.SERVING)
        out = hurt(last.recruits, 1, Attackers.COORDINATED, rules)
        assert (out.recruits.hp, out.recruits.standing) == (0, Standing.OUT)
        assert word in out.trace[-1].text and not out.tested
        with pytest.raises(RecruitError, match="out"):
            hurt(out.recruits, 1, Attackers.COORDINATED, rules)
        with pytest.raises(RecruitError, match="out"):
            go_without(out.recruits, {Need.PAY}, Chance("s"), rules, "k")
        with pytest.raises(RecruitError, match="out"):
            recover(out.recruits, 1, rules)


def test_resolve_is_tested_once_when_half_the_hp_are_lost_rounded_up(rules: RecruitRules) -> None:
    """Against counting: on the first blow that leaves some HP, and at most half of them."""
    for full in range(1, 31):
        for damage in range(1, full + 1):
            recruits = enlist(replace(GUIDE, hp=full), rules)
            tests, halves = [], []
            while recruits.serving:
                result = hurt(recruits, damage, Attackers.COORDINATED, rules)
                recruits = result.recruits
                tests.append(result.tested)
                halves.append(recruits.hp > 0 and recruits.hp * 2 <= full)
            first = halves.index(True) if True in halves else None
            assert [i for i, tested in enumerate(tests) if tested] == (
                [] if first is None else [first]
            )


def test_the_book_s_odd_number_is_tested_at_its_loss(ruleset: Ruleset, rules: RecruitRules) -> None:
    """5 HP: at 3 lost, not at 2."""
    odd = ruleset.numbers["resolve"]["odd"]
    recruits = enlist(replace(GUIDE, hp=odd["whole"]), rules)
    assert not hurt(recruits, odd["lost"] - 1, Attackers.COORDINATED, rules).tested
    assert hurt(recruits, odd["lost"], Attackers.COORDINATED, rules).tested


def test_damage_below_0_is_an_error(rules: RecruitRules) -> None:
    """Nobody is healed by a blow."""
    with pytest.raises(RecruitError, match="came -1"):
        hurt(enlist(GUIDE, rules), -1, Attackers.COORDINATED, rules)


# Needs


@pytest.mark.parametrize("force", [False, True])
def test_an_unmet_need_is_tested_against_resolve_on_every_face(
    rules: RecruitRules, force: bool
) -> None:
    """On the rating or under it they stay and lose 10 points, over it they leave."""
    for rating in range(0, 101, 5):
        recruits = enlist(replace(GUIDE, resolve=rating), rules, 20 if force else 1)
        stayed = 0
        for face in range(1, 11):
            chance = Chance("s").given("day-1", (face,))
            after = go_without(recruits, {Need.PAY}, chance, rules, "day-1").recruits
            if face * 10 <= rating:
                stayed += 1
                assert (after.standing, after.resolve) == (Standing.SERVING, max(0, rating - 10))
            else:
                assert (after.standing, after.resolve) == (Standing.LEFT, rating)
        assert stayed == rating // 10


def test_several_needs_at_once_are_one_roll_and_all_are_told(rules: RecruitRules) -> None:
    """In the book's order, with the rule, the ruling and the chance key."""
    result = go_without(
        enlist(SPEARS, rules, 40), {Need.PAY, Need.FOOD}, Chance("s").given("k", (7,)), rules, "k"
    )
    assert [(line.text, line.rule, line.key) for line in result.trace] == [
        (
            "Forty spears without food, pay: 1D% fell 70 against Resolve 70%: they stay",
            "adventuring/recruitment",
            "k",
        ),
        ("Resolve 70% → 60%", "rulings/recruit-shaken", ""),
    ]
    gone = go_without(
        enlist(SPEARS, rules, 40), tuple(Need), Chance("s").given("k", (8,)), rules, "k"
    )
    assert gone.trace[0].text == (
        "Forty spears without food, rest, pay: 1D% fell 80 against Resolve 70%: "
        "they mutiny, desert, or disband"
    )


def test_what_has_left_serves_no_more(rules: RecruitRules) -> None:
    """Neither tested nor restored, and a test needs a need."""
    guide = enlist(GUIDE, rules)
    gone = go_without(guide, {Need.REST}, Chance("s").given("k", (10,)), rules, "k").recruits
    assert not gone.serving
    for call in (
        lambda: recover(gone, 1, rules),
        lambda: go_without(gone, {Need.FOOD}, Chance("s"), rules, "k"),
        lambda: pass_day(gone, (), Chance("s"), rules, "k"),
        lambda: hurt(gone, 1, Attackers.INDIVIDUALS, rules),
    ):
        with pytest.raises(RecruitError, match=r"Guide \(left\)"):
            call()
    with pytest.raises(RecruitError, match="food, rest, pay"):
        go_without(guide, (), Chance("s"), rules, "k")


def test_resolve_returns_by_the_day_up_to_what_it_was(rules: RecruitRules) -> None:
    """10 points a day and never past the rating, whether at once or day by day."""
    for rating in (30, 45, 50, 70, 100):
        for left in range(0, rating + 1, 5):
            start = replace(enlist(replace(GUIDE, resolve=rating), rules), resolve=left)
            stepped = start
            for days in range(12):
                at_once = recover(start, days, rules)
                assert at_once.recruits == stepped
                assert at_once.recruits.resolve == min(rating, left + 10 * days)
                stepped = pass_day(stepped, (), Chance("s"), rules, "k").recruits
    with pytest.raises(RecruitError, match="came -1"):
        recover(enlist(GUIDE, rules), -1, rules)


def test_the_odds_of_staying_for_days_unpaid_are_exact(rules: RecruitRules) -> None:
    """All falls of three percentile dice, against the product of the falling ratings."""
    stayed = 0
    for faces in ((a, b, c) for a in range(1, 11) for b in range(1, 11) for c in range(1, 11)):
        recruits = enlist(SPEARS, rules, 40)
        for day, face in enumerate(faces):
            if recruits.serving:
                chance = Chance("s").given(f"day-{day}", (face,))
                recruits = pass_day(recruits, {Need.PAY}, chance, rules, f"day-{day}").recruits
        stayed += recruits.serving
    assert Fraction(stayed, 1000) == Fraction(70, 100) * Fraction(60, 100) * Fraction(50, 100)


def test_weeks_of_want_and_plenty_keep_to_the_rules(rules: RecruitRules, book: Book) -> None:
    """Over many seeds: Resolve in its bounds, same seed same days, JSON gives all back."""
    for seed in range(100):
        weeks = [week(rules, Chance(f"seed-{seed}")) for _ in range(2)]
        assert weeks[0] == weeks[1]
        for change in weeks[0]:
            assert 0 <= change.recruits.resolve <= 70
            assert all(line.rule in book.targets for line in change.trace)
            assert decode(Change, json.loads(json.dumps(encode(change)))) == change


def week(rules: RecruitRules, chance: Chance) -> list[Change]:
    """Seven days, every other one without food, as long as they serve."""
    changes = [Change(enlist(SPEARS, rules, 40), ())]
    for day in range(7):
        if changes[-1].recruits.serving:
            lacking = {Need.FOOD} if day % 2 else set()
            changes.append(pass_day(changes[-1].recruits, lacking, chance, rules, f"day-{day}"))
    return changes


def test_the_loss_in_json_gives_the_loss_back(rules: RecruitRules) -> None:
    """With the trace."""
    for damage in (0, 8, 15):
        result = hurt(enlist(SPEARS, rules, 40), damage, Attackers.COORDINATED, rules)
        assert decode(Hurt, json.loads(json.dumps(encode(result)))) == result


def test_changed_numbers_change_the_play(ruleset: Ruleset) -> None:
    """No number of the book's is in the code."""
    numbers = copy.deepcopy(dict(ruleset.numbers))
    numbers["resolve"].update(unmet=20, recovers=5, share_lost="1/3")
    numbers["npcs"]["hp"]["limit"] = 60
    rules = RecruitRules.of(numbers)
    horde = enlist(replace(SPEARS, hp=60), rules, 400)
    assert hurt(horde, 20, Attackers.COORDINATED, rules).tested
    shaken = go_without(horde, {Need.PAY}, Chance("s").given("k", (1,)), rules, "k").recruits
    assert shaken.resolve == 50
    assert recover(shaken, 2, rules).recruits.resolve == 60
    timid = replace(horde, resolve=10)
    chance = Chance("s").given("k", (1,))
    assert go_without(timid, {Need.PAY}, chance, rules, "k").recruits.resolve == 0
