"""Step Dice: rolled, stepped down and up, spent."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from nightsong.bundle import BundleError, Ruleset
from nightsong.chance import Chance
from nightsong.codec import decode, encode
from nightsong.spans import Span, span
from nightsong.steps import Ending, StepError, StepRules, StepUse, raised, use


@pytest.fixture(scope="module")
def rules(ruleset: Ruleset) -> StepRules:
    """The real rules."""
    return StepRules.of(ruleset.numbers)


@pytest.mark.parametrize(
    ("before", "rolled", "after"),
    [
        ("D12", 1, "D8"), ("D12", 2, "D10"), ("D12", 3, "D10"), ("D12", 4, "D12"), ("D12", 12, "D12"),
        ("D6", 1, "D0"), ("D6", 3, "D4"), ("D6", 6, "D6"),
        ("D4", 1, "D0"), ("D4", 2, "D0"), ("D4", 3, "D0"), ("D4", 4, "D4"),
    ],
)  # fmt: skip
def test_a_use_steps_the_die_down_by_the_book_s_results(
    rules: StepRules, before: str, rolled: int, after: str
) -> None:
    """1: two steps, 2-3: one step, 4 and more: none, and never below D0."""
    result = use(rules, before, Chance("s").given("k", (rolled,)), "k")
    assert (result.before, result.rolled, result.after) == (before, rolled, after)
    assert result.spent == (after == "D0")


def test_a_spent_die_cannot_be_rolled(rules: StepRules) -> None:
    """The ruling of the ladder's ends."""
    with pytest.raises(StepError, match="D0"):
        use(rules, "D0", Chance("s"), "k")


@pytest.mark.parametrize("name", ["D20", "d6", "", "6"])
def test_a_die_off_the_ladder_is_an_error_that_names_the_ladder(
    rules: StepRules, name: str
) -> None:
    """No guess is made."""
    for call in (rules.up, rules.down, rules.is_spent):
        with pytest.raises(StepError, match="D12, D10, D8, D6, D4, D0"):
            call(name)


def test_a_step_up_never_passes_the_top_and_a_step_down_never_the_end(rules: StepRules) -> None:
    """Any number of steps ends at the ends."""
    assert [rules.up(d) for d in rules.ladder] == ["D12", "D12", "D10", "D8", "D6", "D4"]
    assert [rules.down(d, 2) for d in rules.ladder] == ["D8", "D6", "D4", "D0", "D0", "D0"]
    assert rules.up("D4", 99) == "D12" and rules.down("D12", 99) == "D0"


def test_a_rise_says_when_the_top_holds_it_back(rules: StepRules) -> None:
    """A ration that is foraged for rises, even from D0; a D12 stays."""
    assert raised(rules, "D0").after == "D4"
    assert raised(rules, "D6").trace[0].text == "D6 is raised: D6 → D8"
    held = raised(rules, "D12")
    assert held.held and held.after == "D12" and held.trace[0].rule == "rulings/step-die-limits"


def test_the_trace_says_what_fell_and_what_the_end_means(rules: StepRules) -> None:
    """Die, result, rule and key; an item breaks where a supply is spent."""
    result = use(rules, "D4", Chance("s").given("bow", (2,)), "bow", Ending.BROKEN)
    assert [(line.text, line.rule, line.key) for line in result.trace] == [
        ("D4 fell 2: D4 → D0", "basics/step-dice", "bow"),
        ("D0: it breaks", "basics/step-dice/at-d0", ""),
    ]


def test_dice_only_go_down_and_always_end(rules: StepRules) -> None:
    """Over many seeds: each use lowers the die or leaves it, and JSON gives it back."""
    for seed in range(300):
        chance, name, number = Chance(str(seed)), "D12", 0
        while not rules.is_spent(name):
            result = use(rules, name, chance, f"torch/{number}")
            assert rules.place(result.after) >= rules.place(name)
            assert decode(StepUse, encode(result)) == result
            name, number = result.after, number + 1
        assert number >= 3


Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    "change",
    [
        lambda s: s["drop_one"].update(result="2"),
        lambda s: s["drop_one"].update(result="1-3"),
        lambda s: s["stays"].update(result="four"),
        lambda s: s["stays"].update(steps=-1),
        lambda s: s.update(ladder=["D6", "D4"]),
        lambda s: s.update(ladder=["D6", "D6", "D0"]),
    ],
)
def test_numbers_that_leave_a_result_open_are_refused(ruleset: Ruleset, change: Change) -> None:
    """Each result of each die has one effect, and the ladder ends where dice are spent."""
    numbers = copy.deepcopy({"step_die": ruleset.numbers["step_die"]})
    change(numbers["step_die"])
    with pytest.raises(BundleError):
        StepRules.of(numbers)


def test_changed_numbers_change_the_play(ruleset: Ruleset) -> None:
    """A longer ladder and a harsher 1."""
    numbers = copy.deepcopy({"step_die": ruleset.numbers["step_die"]})
    numbers["step_die"]["ladder"].insert(0, "D20")
    numbers["step_die"]["drop_two"]["steps"] = 3
    rules = StepRules.of(numbers)
    assert rules.up("D12") == "D20"
    assert use(rules, "D20", Chance("s").given("k", (1,)), "k").after == "D8"


def test_spans_are_read_as_the_numbers_write_them() -> None:
    """One, a range, or without an end."""
    assert span("2-3") == span("2–3") == Span(2, 3)
    assert 4 in span("4+") and 10**6 in span("4+") and 3 not in span("4+")
    assert [n for n in range(6) if n in span("2-3")] == [2, 3]
    for wrong in ("", "3-2", "+", "1-2-3", "１", "a"):
        with pytest.raises(BundleError):
            span(wrong)
