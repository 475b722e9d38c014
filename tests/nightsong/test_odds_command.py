"""``odds`` at the command line."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from nightsong.cli import main


@pytest.fixture
def shipped(tmp_path: Path, bundle: str) -> list[str]:
    """The arguments that name the real bundle."""
    path = tmp_path / "ruleset.json"
    path.write_text(bundle, encoding="utf-8")
    return ["--ruleset", str(path), "odds"]


def test_json_holds_the_whole_set_as_fractions(
    shipped: list[str], bundle: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The known values are there, as text that ``Fraction`` reads; no number was rounded."""
    assert main([*shipped, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["ruleset"] == json.loads(bundle)["fingerprint"]
    odds: dict[str, list[dict[str, Any]]] = {n: p["entries"] for n, p in report["odds"].items()}
    check = next(e for e in odds["checks"] if e["dr"] == 12 and e["ability"] == 0)
    assert check == {
        "difficulty": "normal", "dr": 12, "ability": 0,
        "plain": "9/20", "advantage": "279/400", "disadvantage": "81/400",
    }  # fmt: skip
    assert {e["die"]: e["mean"] for e in odds["steps"]} == {
        "D4": "4/3", "D6": "26/9", "D8": "136/27", "D10": "620/81", "D12": "2620/243",
    }  # fmt: skip
    assert odds["characters"][0]["any character at all"] == str(1 - Fraction(13, 18) ** 4)
    for entry in odds["tables"]:
        assert 0 < Fraction(entry["chance"]) <= 1
    assert not any(isinstance(v, float) for part in odds.values() for e in part for v in e.values())


def test_parts_are_readable_tables(shipped: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Named parts only, in the order asked for, in percent."""
    assert main([*shipped, "characters", "steps"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Any character at all"
    assert lines[1].split() == ["reaches", "any", "character", "at", "all", "sets", "rolled"]
    assert lines[2].split() == ["1", "72.8%", "1.374"]
    assert "Step Dice" in lines
    d4 = next(line for line in lines if line.strip().startswith("D4"))
    assert d4.split()[:4] == ["D4", "1.333", "1:", "25.0%"]


def test_everything_is_shown_without_a_name(
    shipped: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """All parts, one after the other."""
    assert main(shipped) == 0
    out = capsys.readouterr().out
    for title in ("Checks", "Damage against Armor", "Die of Fate", "Tables"):
        assert f"{title}\n" in out


def test_an_unknown_part_is_one_line(
    shipped: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """And exit code 2; the parts are listed."""
    assert main([*shipped, "weather"]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and "checks, nuanced" in captured.err
    assert len(captured.err.splitlines()) == 1
