"""``watch`` and ``turn`` at the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from nightsong.bundle import Ruleset
from nightsong.cli import main
from nightsong.commands import shared

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def shipped(monkeypatch: pytest.MonkeyPatch, ruleset: Ruleset) -> None:
    """The real ruleset, read once."""
    monkeypatch.setattr(shared, "ruleset", lambda _: ruleset)


def out(capsys: Capture, *arguments: str) -> str:
    """What a command prints."""
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def report(capsys: Capture, *arguments: str) -> dict[str, Any]:
    """What a command prints as JSON."""
    data = json.loads(out(capsys, *arguments, "--json"))
    assert isinstance(data, dict)
    return data


@pytest.mark.parametrize("command", ["watch", "turn"])
def test_without_a_file_a_state_starts_fresh_and_is_printed(capsys: Capture, command: str) -> None:
    """The printed state can be played on."""
    text = out(capsys, command, "--seed", "7", "--size", "1")
    assert text == out(capsys, command, "--seed", "7", "--size", "1")
    log, brace, state = text.partition("{\n")
    assert log.splitlines()[0] in ("Watch 1: day 1, 1 of 4", "Turn 1")
    assert log.splitlines()[-1] == "  seed 7"
    saved = json.loads(brace + state)
    assert (saved["seed"], saved["state"][command], len(saved["state"]["party"])) == ("7", 1, 1)


def test_a_file_is_played_on_with_its_own_seed(capsys: Capture, tmp_path: Path) -> None:
    """Four Watches make a day, and the same seed the same file."""
    files = [tmp_path / name for name in ("one", "two")]
    for file in files:
        watch = ("watch", "--state", str(file), "--press-on", "--forage")
        out(capsys, *watch, "--seed", "7", "--size", "2")
        for _ in range(2):
            out(capsys, *watch)
        text = out(capsys, *watch)
        assert text.startswith("Watch 4: day 1, 4 of 4\n")
        assert text.count("[adventuring/journeying/rations]") == 2
        assert text.endswith("  seed 7\n")
        assert json.loads(file.read_text(encoding="utf-8"))["seed"] == "7"
    assert files[0].read_bytes() == files[1].read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]


def test_a_seed_that_is_given_counts_from_then_on(capsys: Capture, tmp_path: Path) -> None:
    """In place of the file's."""
    file = str(tmp_path / "state.json")
    assert report(capsys, "turn", "--state", file, "--seed", "1")["seed"] == "1"
    assert report(capsys, "turn", "--state", file, "--seed", "2")["seed"] == "2"
    assert report(capsys, "turn", "--state", file)["seed"] == "2"


def test_a_party_comes_from_a_file(capsys: Capture, tmp_path: Path) -> None:
    """That of ``party``, that of ``character``, or a saved journey's."""
    for source in (("party", "--size", "2"), ("character",), ("watch", "--size", "2")):
        file = tmp_path / "party.json"
        file.write_text(out(capsys, *source, "--seed", "3", "--json"), encoding="utf-8")
        played = report(capsys, "turn", "--party", str(file), "--light", "torch")
        party = played["state"]["party"]
        assert len(party) == (1 if source == ("character",) else 2)
        assert played["state"]["lights"] == [{"source": "torch", "die": "D6"}]


def test_options_reach_the_rules(capsys: Capture) -> None:
    """Terrain, thresholds by name, and what comes."""
    seen = report(
        capsys, "watch", "--seed", "1", "--size", "1", "--terrain", "difficult", "--by", "ship",
        "--weather", "100", "--navigation", "open", "--events", "0", "--trouble", "encounter",
        "--distance", "close", "--reactions", "hostile", "--forage", "--foraging", "lush",
    )  # fmt: skip
    assert seen["miles"] == "9"
    asked = (seen["navigation"], seen["foraged"], seen["events"]["distance"])
    assert [answer["threshold"] for answer in asked] == [70, 70, 30]
    assert seen["events"]["reaction"]["threshold"] == 30
    named = report(
        capsys, "turn", "--size", "1", "--events", "0", "--trouble", "sign",
        "--sign", "the flood", "--sign-die", "D8", "--move", "--action", "listen",
    )  # fmt: skip
    assert named["state"]["looming"] == [{"name": "the flood", "die": "D8"}]
    assert named["favor"] == "disadvantage"


@pytest.mark.parametrize(
    "arguments",
    [
        ("watch", "--weather", "dry"),
        ("watch", "--rest", "--forage"),
        ("watch", "--forage", "--forage-for", "Nobody"),
        ("watch", "--size", "0"),
        ("watch", "--size", "101"),
        ("watch", "--state", "."),
        ("watch", "--party", "missing.json"),
        ("watch", "--terrain", "lava"),
        ("turn", "--sign-die", "D7"),
        ("turn", "--light", "torch", "--bearer", "Nobody"),
        ("turn", "--size", "1", "--action", "a", "--action", "b"),
        ("turn", "--state", "missing/state.json"),
    ],
)
def test_slips_are_one_line(capsys: Capture, arguments: tuple[str, ...]) -> None:
    """And exit code 2."""
    assert main([*arguments]) == 2
    seen = capsys.readouterr()
    assert seen.out == "" and seen.err.count("\n") == 1


def test_an_old_state_is_read_and_said_to_be_old(capsys: Capture, tmp_path: Path) -> None:
    """It is saved by the schema of today."""
    file = tmp_path / "state.json"
    out(capsys, "watch", "--state", str(file), "--size", "2", "--rest")
    saved = json.loads(file.read_text(encoding="utf-8"))
    old = saved | {"schema": 1, "state": saved["state"] | {"rested": 1, "resting": 0}}
    file.write_text(json.dumps(old), encoding="utf-8")
    assert "saved as schema 1, and is now of 2" in out(capsys, "watch", "--state", str(file))
    assert json.loads(file.read_text(encoding="utf-8"))["state"]["rested"] == [1, 1]
    assert "schema" not in out(capsys, "watch", "--state", str(file))


def test_who_rests_is_named(capsys: Capture, tmp_path: Path) -> None:
    """In a Watch and in a Turn."""
    file = tmp_path / "party.json"
    file.write_text(out(capsys, "party", "--size", "1", "--seed", "3", "--json"), encoding="utf-8")
    name = json.loads(file.read_text(encoding="utf-8"))["party"][0]["character"]["name"]
    party = ("--party", str(file))
    assert "takes a Long Rest" in out(capsys, "watch", *party, "--rest", "--sleeper", name)
    assert "takes a Short Rest" in out(capsys, "turn", *party, "--rester", name)


@pytest.mark.parametrize("text", ["", "{}", "3", '{"party": 3}', '{"party": [3]}', "[1]"])
def test_files_that_are_none_are_left_alone(capsys: Capture, tmp_path: Path, text: str) -> None:
    """Neither as a state nor as a party."""
    file = tmp_path / "state.json"
    file.write_text(text, encoding="utf-8")
    for option in ("--state", "--party"):
        assert main(["watch", option, str(file)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert file.read_text(encoding="utf-8") == text


def test_a_state_keeps_its_party(capsys: Capture, tmp_path: Path) -> None:
    """A party is given at the start alone."""
    file = str(tmp_path / "state.json")
    out(capsys, "turn", "--state", file)
    assert main(["turn", "--state", file, "--size", "2"]) == 2
    assert "only at the start" in capsys.readouterr().err
