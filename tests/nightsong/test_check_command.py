"""``check`` at the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nightsong.cli import main


@pytest.fixture
def shipped(tmp_path: Path, bundle: str) -> list[str]:
    """The arguments that name the real bundle."""
    path = tmp_path / "ruleset.json"
    path.write_text(bundle, encoding="utf-8")
    return ["--ruleset", str(path), "check"]


def test_a_check_reads_as_verdict_dice_and_seed(
    shipped: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The same seed gives the same lines; a difficulty may be named."""
    seen = []
    for dr in ("12", "normal"):
        assert main([*shipped, "--dr", dr, "--ability", "2", "--advantage", "--seed", "7"]) == 0
        seen.append(capsys.readouterr().out.splitlines())
    assert seen[0] == seen[1]
    assert seen[0] == [
        "Success",
        "  2D20 fell 9, 17; Advantage keeps 17",
        "  17 + 2 = 19 against DR 12: success",
        "  seed 7",
    ]


def test_nuanced_and_solo_checks(shipped: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Without a DR it is that of solo play."""
    assert main([*shipped, "--nuanced", "--ability", "-1", "--seed", "7", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["dr"] == 12 and report["ability"] == -1 and report["seed"] == "7"
    assert report["successes"] == sum(total >= 12 for total in report["totals"])
    assert report["outcome"] in ("strong success", "weak success", "failure")
    assert all(line["rule"].startswith("actions/nuanced-checks") for line in report["trace"])


def test_an_opposed_check_is_won_or_lost(
    shipped: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Against the other side's score, with help if there is some."""
    for seed in range(2):
        arguments = ["--opposed", "-1", "--ability", "1", "--helpers", "1", "--seed", str(seed)]
        assert main([*shipped, *arguments, "--json"]) == 0
        report = json.loads(capsys.readouterr().out)
        assert report["first_wins"] == (report["totals"][0] > report["totals"][1])
        assert len(report["throws"][0]["dice"]) == 2 and len(report["throws"][1]["dice"]) == 1
        assert main([*shipped, *arguments]) == 0
        assert capsys.readouterr().out.startswith("Won" if report["first_wins"] else "Lost")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--dr", "hard"], "routine, easy, normal, difficult, extreme"),
        (["--advantage", "--disadvantage"], "not allowed"),
        (["--nuanced", "--opposed", "1"], "not allowed"),
        (["--opposed", "1", "--dr", "9"], "--dr or --opposed"),
        (["--helpers", "2"], "expected 0 to 1"),
        (["--helpers", "1", "--disadvantage"], "Referee"),
        (["--ability", "high"], "--ability"),
        (["--ability", "99999"], "expected a score"),
        (["--ability", "９"], "expected a score"),
        (["--opposed", "9" * 5000], "99…"),
    ],
)
def test_errors_are_one_line(
    shipped: list[str], arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """And exit code 2, on standard error."""
    assert main([*shipped, *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and said in captured.err and len(captured.err.splitlines()) == 1
