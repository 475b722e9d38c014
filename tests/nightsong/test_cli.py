"""The engine at the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nightsong import Ruleset
from nightsong.cli import main


@pytest.fixture
def shipped(tmp_path: Path, bundle: str) -> list[str]:
    """The arguments that name the real bundle."""
    path = tmp_path / "ruleset.json"
    path.write_text(bundle, encoding="utf-8")
    return ["--ruleset", str(path)]


def test_a_table_is_rolled_by_its_id(
    shipped: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The result comes first, then the dice and the seed."""
    assert main([*shipped, "roll", "details/face", "--seed", "7"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Face: Lined",
        "  1D6 fell 5: 5 Lined",
        "  seed 7",
    ]


def test_json_holds_all_that_is_needed_to_repeat_a_roll(
    shipped: list[str], capsys: pytest.CaptureFixture[str], bundle: str
) -> None:
    """The report names table, seed, ruleset, dice, row and cells."""
    assert main([*shipped, "roll", "region-names/waters", "--seed", "7", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["table"] == "region-names/waters" and report["seed"] == "7"
    assert report["ruleset"] == json.loads(bundle)["fingerprint"]
    assert [part["key"] for part in report["parts"]] == [
        "region-names/waters:prefix",
        "region-names/waters:suffix",
    ]
    assert all(len(part["faces"]) == 2 and part["row"] for part in report["parts"])


def test_dice_are_rolled_by_notation(capsys: pytest.CaptureFixture[str]) -> None:
    """Dice need no ruleset."""
    assert main(["roll", "2d20kh1", "--seed", "7", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["total"] == max(report["groups"][0]["values"])


def test_without_a_seed_each_roll_is_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    """Fresh seeds differ, and the seed shown repeats the roll."""
    seen = set()
    for _ in range(3):
        main(["roll", "10d100", "--json"])
        report = json.loads(capsys.readouterr().out)
        seen.add(report["seed"])
        main(["roll", "10d100", "--json", "--seed", report["seed"]])
        assert json.loads(capsys.readouterr().out) == report
    assert len(seen) == 3


def test_all_tables_are_listed(
    shipped: list[str], ruleset: Ruleset, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line a table, id first."""
    assert main([*shipped, "table", "list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(ruleset.tables)
    assert main([*shipped, "table", "regions/type"]) == 0
    assert "1\tWaters (rivers, lakes, coast)\tD6" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["roll", "details/fcae"], "did you mean details/face?"),
        (["roll", "3d"], "expected"),
        (["roll"], "required"),
        (["dance"], "invalid choice"),
        ([], "required"),
        (["table", "list", "--colour"], "unrecognized"),
    ],
)
def test_errors_are_one_line_and_exit_code_2(
    shipped: list[str], arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What can't be done is said in one line on standard error."""
    assert main([*shipped, *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and said in captured.err
    assert len(captured.err.splitlines()) == 1


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe", b'{"schema": 1}'])
def test_a_ruleset_that_cannot_be_read_is_one_line(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A broken or missing bundle is an error, not a traceback."""
    path = tmp_path / "r.json"
    path.write_bytes(content)
    for given in (path, tmp_path / "none.json", tmp_path):
        assert main(["--ruleset", str(given), "roll", "details/face"]) == 2
        assert "expected" in capsys.readouterr().err
