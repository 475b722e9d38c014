"""``fight`` at the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nightsong.cli import main

Out = pytest.CaptureFixture[str]


@pytest.fixture
def shipped(tmp_path: Path, bundle: str) -> list[str]:
    """The arguments that name the real bundle."""
    path = tmp_path / "ruleset.json"
    path.write_text(bundle, encoding="utf-8")
    return ["--ruleset", str(path), "fight"]


FOES = ["--party", "3", "--foes", "4", "--foe-hp", "6", "--foe-damage", "D6"]


def test_a_fight_reads_round_by_round_and_the_seed_repeats_it(
    shipped: list[str], capsys: Out
) -> None:
    """It ends with who won, everybody's state and the seed."""
    seen = []
    for _ in range(2):
        assert main([*shipped, *FOES, "--seed", "1"]) == 0
        seen.append(capsys.readouterr().out.splitlines())
    assert seen[0] == seen[1]
    assert seen[0][0] == "Round 1" and seen[0][-1] == "  seed 1"
    assert "The party wins" in seen[0] or "The foes win" in seen[0]
    assert sum(" HP" in line and "/" in line for line in seen[0]) == 7


def test_the_trace_tells_how_dice_fell(shipped: list[str], capsys: Out) -> None:
    """Only if it is asked for."""
    for extra, there in (([], False), (["--trace"], True)):
        assert main([*shipped, *FOES, "--seed", "1", *extra]) == 0
        assert ("Damage D6 fell" in capsys.readouterr().out) is there


def test_a_fight_stopped_and_taken_up_again_ends_the_same(
    shipped: list[str], capsys: Out, tmp_path: Path
) -> None:
    """The file that --json prints is one that the command reads, seed and all."""
    assert main([*shipped, *FOES, "--seed", "2", "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert main([*shipped, *FOES, "--seed", "2", "--json", "--rounds", "1"]) == 0
    part = capsys.readouterr().out
    assert json.loads(part)["winner"] is None
    path = tmp_path / "fight.json"
    path.write_text(part, encoding="utf-8")
    assert main([*shipped, str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == whole
    assert main([*shipped, str(path), "--surprised", "foes"]) == 2
    assert "begins" in capsys.readouterr().err


def test_fighters_come_from_a_file(shipped: list[str], capsys: Out, tmp_path: Path) -> None:
    """A list of fighters is a fight that is about to begin; those alike get numbers."""
    hero = {"name": "Hero", "side": "party", "kind": "character", "hp": 6, "max_hp": 6}
    rat = {"name": "Rat", "side": "foes", "kind": "NPC", "hp": 2, "max_hp": 2, "resolve": 30}
    path = tmp_path / "fighters.json"
    path.write_text(json.dumps({"fighters": [hero, rat, rat]}), encoding="utf-8")
    assert main([*shipped, str(path), "--seed", "5", "--surprised", "party"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("  Rat 1 attacks Hero (bare hands): ")
    assert main([*shipped, str(path), "--seed", "5", "--first", "foes", "--surprised", "fate"]) == 0
    assert "off guard" in capsys.readouterr().out or "on their guard" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--party", "0"], ["--foes", "101"], ["--foe-hp", "0"], ["--foe-hp", "31"], ["--rounds", "0"],
        ["--foe-damage", "teeth"], ["--foe-damage", ""], ["--foe-damage", "D6+"], ["--foe-armor", "D7"], ["--foe-shield", "x"],
        ["--foe-resolve", "101"], ["--surprised", "nobody"], ["nowhere.json"],
    ],
)  # fmt: skip
def test_what_cannot_be_is_an_error_of_one_line(
    shipped: list[str], capsys: Out, arguments: list[str]
) -> None:
    """Exit code 2."""
    assert main([*shipped, *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"fighters": []}', '{"fight": 3}', "\x00"])
def test_a_file_that_is_no_fight_is_an_error_of_one_line(
    shipped: list[str], capsys: Out, tmp_path: Path, text: str
) -> None:
    """Exit code 2."""
    path = tmp_path / "fight.json"
    path.write_text(text, encoding="utf-8")
    assert main([*shipped, str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
