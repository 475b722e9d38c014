"""The Die of Fate and the procedures that ask it."""

from __future__ import annotations

import copy

import pytest

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.codec import decode, encode
from nightsong.fate import QUESTIONS, FateError, FateResult, FateRules, ask


@pytest.fixture(scope="module")
def rules(ruleset: Ruleset) -> FateRules:
    """The real rules."""
    return FateRules.of(ruleset.numbers)


@pytest.mark.parametrize(
    ("question", "situation", "threshold"),
    [
        ("fate", None, 50), ("fate", "likely", 70), ("fate", "unlikely", 30),
        ("weather", None, 50), ("weather", "mild", 30), ("weather", "harsh", 70),
        ("navigation", "blind", 30), ("navigation", "open", 70),
        ("foraging", "barren", 30), ("foraging", "lush", 70),
        ("events", "quiet", 30), ("events", "busy", 70),
        ("distance", "close", 30), ("distance", "open", 70),
        ("reactions", "hostile", 30), ("reactions", "peaceful", 70),
        ("resolve", "cowardly", 30), ("resolve", "average", 50), ("resolve", "steadfast", 70),
        ("resolve", 90, 90), ("surprise", None, 50),
    ],
)  # fmt: skip
def test_the_threshold_or_lower_is_yes_and_the_next_result_is_no(
    rules: FateRules, question: str, situation: str | int | None, threshold: int
) -> None:
    """At the book's thresholds, by the names of situations."""
    face = threshold // 10
    yes = ask(rules, question, Chance("s").given("k", (face,)), "k", situation)
    no = ask(rules, question, Chance("s").given("k", (face + 1,)), "k", situation)
    assert (yes.threshold, yes.rolled, yes.yes) == (threshold, threshold, True)
    assert (no.rolled, no.yes) == (threshold + 10, False)
    assert (yes.text, no.text) == (QUESTIONS[question].yes, QUESTIONS[question].no)


def test_the_trace_says_what_fell_against_what_and_why(rules: FateRules) -> None:
    """With the procedure's rule and the chance key."""
    result = ask(
        rules,
        "reactions",
        Chance("s").given("watch-1/reaction", (4,)),
        "watch-1/reaction",
        "hostile",
    )
    line = result.trace[0]
    assert line.text == "1D% fell 40 against 30% (hostile): hostile, dangerous, or wary"
    assert line.rule == "adventuring/encounters-and-events/reactions"
    assert line.key == "watch-1/reaction"


def test_all_rules_that_ask_exist(ruleset: Ruleset) -> None:
    """Every question's rule is one of the book's."""
    known = {rule.id for rule in ruleset.rules}
    assert {question.rule for question in QUESTIONS.values()} <= known


@pytest.mark.parametrize(
    ("question", "situation"),
    [("mood", None), ("weather", "wet"), ("surprise", "likely"), ("fate", 101), ("fate", -1), ("resolve", "unmet")],
)  # fmt: skip
def test_what_the_rules_lack_is_an_error(
    rules: FateRules, question: str, situation: str | int | None
) -> None:
    """Unknown questions and situations, and what is no percentage."""
    with pytest.raises(FateError, match="expected"):
        ask(rules, question, Chance("s"), "k", situation)


def test_a_percentage_of_all_is_certain_and_of_none_impossible(rules: FateRules) -> None:
    """Over many seeds, with every result seen, and JSON gives it back."""
    seen = set()
    for seed in range(200):
        chance = Chance(str(seed))
        assert ask(rules, "fate", chance, "k", 100).yes
        result = ask(rules, "fate", chance, "k", 0)
        assert not result.yes and decode(FateResult, encode(result)) == result
        seen.add(result.rolled)
    assert seen == set(range(10, 101, 10))


def test_changed_numbers_change_the_play(ruleset: Ruleset) -> None:
    """Another even threshold, another mild season."""
    numbers = copy.deepcopy(dict(ruleset.numbers))
    numbers["fate"]["even"] = 60
    numbers["weather"]["mild"] = 80
    rules = FateRules.of(numbers)
    assert rules.threshold("events") == 60 and rules.threshold("weather", "mild") == 80
