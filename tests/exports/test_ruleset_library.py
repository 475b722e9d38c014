"""The wheel as a library: three lines of another program, with nothing else installed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from generator.bundle.wheel import build_wheel
from generator.project import Project
from nightsong import Chance, Ruleset, roll_table


@pytest.fixture(scope="module")
def wheel(project: Project, bundle: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this code and the real bundle."""
    return build_wheel(project.engine, bundle, tmp_path_factory.mktemp("library"))


def documented(project: Project, name: str) -> str:
    """The Python that a document shows."""
    text = (project.root / name).read_text(encoding="utf-8")
    found = re.findall(r"^```(?:py|python)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return "\n".join(found)


@pytest.mark.parametrize("name", ["README.md", "generator/bundle/wheel-readme.md"])
def test_the_documented_lines_run_from_the_bare_wheel(
    project: Project, wheel: Path, ruleset: Ruleset, name: str
) -> None:
    """As the document writes them, with the wheel and the standard library alone."""
    lines = documented(project, name)
    assert "Ruleset.load()" in lines and len(lines.splitlines()) <= 4
    code = f"import sys; sys.path.insert(0, {str(wheel)!r})\n{lines}"
    done = subprocess.run(
        [sys.executable, "-S", "-I", "-c", code],
        cwd=wheel.parent,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    expected = roll_table(ruleset.table("details/face"), Chance("7")).text
    assert done.stdout.strip() == expected


def test_a_ruleset_rolls_as_the_command_line_does(ruleset: Ruleset) -> None:
    """A number for a seed is the same as its digits; an unknown table is a KeyError."""
    for table in ruleset.tables.values():
        assert ruleset.roll(table.id, seed=7) == roll_table(table, Chance("7"))
        assert ruleset.roll(table.id, seed="7") == ruleset.roll(table.id, seed=7)
    with pytest.raises(KeyError):
        ruleset.roll("no/such", seed=1)
