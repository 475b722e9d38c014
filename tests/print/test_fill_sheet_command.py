"""``build.py sheet``: a character on its sheet, from a seed or a saved file."""

from __future__ import annotations

import json
from pathlib import Path

import pypdf
import pytest

from generator.fillsheet import SheetOrder, print_filled
from generator.model.problems import ProblemsError
from generator.project import HERE
from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.codec import encode
from nightsong.making import make_character

FORMER = b"the former file"


def _order(out: Path, *, seed: str = "7", saved: Path | None = None, **other: str) -> SheetOrder:
    asked = {"what": "character-sheet", "paper": "a4", **other}
    return SheetOrder(seed, saved, asked["what"], asked["paper"], out)


def _name(path: Path) -> str:
    fields = pypdf.PdfReader(path).get_fields() or {}
    return str(fields["name"]["/V"])


def test_a_seed_gives_the_engines_character_and_the_same_bytes(
    tmp_path: Path, ruleset: Ruleset
) -> None:
    """As ``character --seed`` makes it, and the file is the same each time."""
    first, second = tmp_path / "a.pdf", tmp_path / "b.pdf"
    print_filled(HERE, _order(first))
    print_filled(HERE, _order(second))
    assert first.read_bytes() == second.read_bytes()
    assert _name(first) == make_character(ruleset, Chance("7")).character.name


def test_a_saved_character_is_filled_in_alone_or_in_a_report(
    tmp_path: Path, ruleset: Ruleset
) -> None:
    """What the command line's ``--json`` and the character maker write can be read."""
    character = make_character(ruleset, Chance("moon")).character
    saved, out = tmp_path / "saved.json", tmp_path / "out.pdf"
    for data in (encode(character), {"seed": "moon", "character": encode(character)}):
        saved.write_text(json.dumps(data), encoding="utf-8")
        print_filled(HERE, _order(out, saved=saved, what="character-sheet-half", paper="a5"))
        assert _name(out) == character.name
        assert out.stat().st_size < 120_000


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"character": {}}', '{"name": 3}', "[" * 100_000, '{"character": 1}']
)
def test_a_file_that_is_no_character_is_a_problem_and_the_former_file_stays(
    tmp_path: Path, text: str
) -> None:
    """Said in our words, and nothing is written."""
    saved, out = tmp_path / "saved.json", tmp_path / "out.pdf"
    saved.write_text(text, encoding="utf-8")
    out.write_bytes(FORMER)
    with pytest.raises(ProblemsError):
        print_filled(HERE, _order(out, saved=saved))
    assert out.read_bytes() == FORMER


@pytest.mark.parametrize(
    "other",
    [
        {"paper": "a3"},
        {"what": "character-sheet-blank"},
        {"what": "zine", "paper": "a5"},
        {"seed": ""},
    ],
)
def test_what_cannot_be_filled_in_is_a_problem(tmp_path: Path, other: dict[str, str]) -> None:
    """Unknown papers, sheets that aren't forms, no seed."""
    with pytest.raises(ProblemsError):
        print_filled(HERE, _order(tmp_path / "out.pdf", **other))
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_not_there_is_a_problem(tmp_path: Path) -> None:
    """Its name is said."""
    with pytest.raises(ProblemsError) as caught:
        print_filled(HERE, _order(tmp_path / "out.pdf", saved=tmp_path / "gone.json"))
    assert "gone.json" in caught.value.problems[0].expected
