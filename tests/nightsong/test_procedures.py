"""Procedures: plain data in, plain data out, the same through every door."""

from __future__ import annotations

import json

import pytest

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.examples import Example, carry_out
from nightsong.page import Page
from nightsong.procedures import PROCEDURES, ProcedureError, play


def example(**changed: object) -> Example:
    """A sound example of a Check, with changes."""
    fields: dict[str, object] = {
        "play": "check",
        "using": {"ability": 2, "dr": "normal"},
        "dice": {"check": (9,)},
        "seed": "",
        "gives": {"total": 11, "success": False},
    }
    return Example(**(fields | changed))  # type: ignore[arg-type]


def test_a_procedure_gives_plain_data_and_a_trace(ruleset: Ruleset) -> None:
    """What comes out is JSON, and each step names its rule."""
    played = play(ruleset, "check", {"ability": 2, "dr": "12"}, Chance("7"))
    assert json.loads(json.dumps(played.result)) == played.result
    assert all(line.rule for line in played.trace)


def test_the_page_plays_what_python_plays(ruleset: Ruleset, bundle: str) -> None:
    """The same request with the same seed gives the same result through the page's door."""
    request = {"do": "play", "play": "opposed-check", "using": {"first": 1, "second": 0}}
    answer = json.loads(Page(bundle).ask(json.dumps(request | {"seed": "9"})))
    played = play(ruleset, "opposed-check", {"first": 1, "second": 0}, Chance("9"))
    assert answer["ok"]
    assert answer["result"]["result"] == played.result
    assert [line["text"] for line in answer["result"]["trace"]] == [t.text for t in played.trace]


@pytest.mark.parametrize(
    ("name", "using", "said"),
    [
        ("chek", {}, "expected one of check"),
        ("check", {}, "expected ability, came none"),
        ("check", {"ability": "two"}, "expected int, came 'two'"),
        ("check", {"ability": 1, "luck": 2}, "came luck"),
        ("check", {"ability": 1, "dr": "nasty"}, "came “nasty”"),
        ("check", {"ability": 1, "favor": "great"}, "expected one of plain"),
        ("table", {"table": "details/nose"}, "came “details/nose”"),
        ("step-die", {"die": "D0"}, "expected a Step Die that is left to roll"),
    ],
)
def test_what_cant_be_done_is_said_in_one_line(
    ruleset: Ruleset, name: str, using: dict[str, object], said: str
) -> None:
    """An unknown procedure, a missing or odd input, and what the rules refuse."""
    with pytest.raises(ProcedureError) as problem:
        play(ruleset, name, using, Chance("1"))
    assert said in str(problem.value)
    assert "\n" not in str(problem.value)


def test_a_right_example_has_no_flaw(ruleset: Ruleset) -> None:
    """The dice that are written fall, and what is written comes out."""
    outcome = carry_out(ruleset, example())
    assert outcome.flaw == ""
    assert outcome.trace


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"dice": {"check": (10,)}}, "expected gives.total to be 12, as played; came 11"),
        ({"gives": {"sum": 11}}, "came sum"),
        ({"gives": {}}, "came nothing"),
        ({"dice": {}}, "expected dice for check (1 to throw), came none"),
        ({"dice": {"check": (9,), "luck": (2,)}}, "came luck"),
        ({"dice": {"check": (21,)}}, "expected faces that the dice have"),
        ({"dice": {"check": (9, 9)}}, "expected 1 dice"),
        ({"gives": {"total": True}}, "came True"),
        ({"play": "chess"}, "came “chess”"),
    ],
)
def test_a_wrong_example_says_what_is_wrong(
    ruleset: Ruleset, changed: dict[str, object], said: str
) -> None:
    """Dice that aren't thrown, are missing or can't fall, and results that don't come out."""
    assert said in carry_out(ruleset, example(**changed)).flaw


def test_every_procedure_has_a_name_of_small_letters() -> None:
    """Names are said at the command line and in YAML."""
    assert all(name == procedure.name for name, procedure in PROCEDURES.items())
    assert all(name.replace("-", "").islower() for name in PROCEDURES)
