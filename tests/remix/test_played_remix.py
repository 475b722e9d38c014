"""A remix's numbers and tables, held against the rules engine before anything is built."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from written import Write

from generator.model.bounded import attempt


@pytest.mark.parametrize(
    ("numbers", "line"),
    [
        ("time:\n  watches_per_day: 0\n", 2),
        ("focus:\n  limit: 4\nhit_points:\n  base: -5\n", 4),
        ("supplies:\n  coins:\n    times: -5\n", 3),
        ("land:\n  radius: -5\n", 2),
        ("focus:\n  least: -5\n", 2),
    ],
)
def test_a_number_that_the_rules_can_t_reckon_with_is_a_problem(
    remix: Write, numbers: str, line: int
) -> None:
    """It is found by playing, and said at the number that is to blame."""
    problem = remix({"content/numbers.yml": numbers}).problem()
    assert (problem.code, problem.line) == ("remix.engine", line)
    assert problem.file == "ember/content/numbers.yml"
    assert "n." in problem.tip


@pytest.mark.parametrize("table", ["backgrounds/constitution", "factions/aims"])
def test_a_removed_table_that_the_rules_roll_on_is_a_problem(remix: Write, table: str) -> None:
    """The problem stands at the line that removes it and says what to do instead."""
    problem = remix(more=f"removes: [{table}]\n").problem()
    assert (problem.code, problem.file, problem.line) == ("remix.engine", "ember/remix.yml", 14)
    assert table in problem.came
    assert "replace it" in problem.tip


def test_a_table_of_another_shape_is_a_problem(remix: Write) -> None:
    """What the rules look up in a table has to be there in the one that takes its place."""
    table = "replaces: factions/aims\ntitle: Aims\nrolls:\n- die: 1D2\n  header: [Aim]\n"
    made = remix({"tables/factions/aims.yml": table + "  rows: {1: Gold, 2: Peace}\n"})
    assert {one.code for one in made.problems()} <= {"remix.engine"}


@pytest.mark.parametrize(
    ("run", "cause"),
    [
        (lambda: [None for _ in iter(int, 1)], "never come to an end"),
        (lambda: 1 // 0, "division by zero"),
        (lambda: {}["night"], "night"),
    ],
)
def test_rules_from_strangers_end_in_words(run: Callable[[], object], cause: str) -> None:
    """Whatever the engine stumbles over, a loop without an end too, is a cause in words."""
    made, why = attempt(run)
    assert made is None
    assert cause in why


def test_what_breaks_upstream_is_said_to_be_the_remix_s_doing(remix: Write) -> None:
    """A problem in upstream's own file says that the author brought it about."""
    problems = remix({"content/numbers.yml": "step_die:\n  spent: D4\n"}).problems()
    assert {one.code for one in problems} == {"creature.armor", "creature.shield"}
    assert all(one.file == "content/rules/creatures.yml" for one in problems)
    assert all("Your game changes what this stands on" in one.tip for one in problems)
