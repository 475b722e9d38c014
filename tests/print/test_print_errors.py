"""``build.py print`` when something is wrong: a clear problem, exit code 1, the former PDF stays."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from shop import copied, reworded, without_font

from generator import cli
from generator.prints import pressroom
from generator.project import HERE, Project

FORMER = b"%PDF of last time"
NAME = "nightsong-land-a5.pdf"


def ended(_: object) -> None:
    """A worker's work that ends with the worker."""
    os.kill(os.getpid(), signal.SIGTERM)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A copy of the project with a PDF from last time."""
    made = copied(tmp_path)
    former = made.dist / "print" / NAME
    former.parent.mkdir(parents=True)
    former.write_bytes(FORMER)
    monkeypatch.setattr(cli, "HERE", made)
    return made


def told(project: Project, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a print that fails says; the former PDF is there to the byte, and nothing beside it."""
    assert cli.main(["print", *arguments]) == 1
    said = capsys.readouterr()
    kept = {path.name: path.read_bytes() for path in (project.dist / "print").iterdir()}
    assert kept == {NAME: FORMER}
    assert said.out == ""
    assert "Traceback" not in said.err
    assert "defect" not in said.err
    return said.err


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["zines"], ("“zines”", "Did you mean zine?")),
        (["zine", "--paper", "a6"], ("a paper that “zine” is printed on", "“a6”", "a5")),
        (["zine", "--paper", "a4"], ("a paper that “zine” is printed on", "a5, half-letter")),
        (["press", "--profile", "shot-run"], ("a printer’s profile", "Did you mean short-run?")),
        (["zine", "--profile", "short-run"], ("an edition that is made for a printer", "“zine”")),
    ],
)
def test_what_is_unknown_is_named_with_what_there_is(
    project: Project,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    wanted: tuple[str, ...],
) -> None:
    """An unknown edition, paper or profile, and a paper that the edition isn't printed on."""
    said = told(project, capsys, *arguments)
    assert "print.unknown" in said
    assert [words for words in wanted if words not in said] == []


def test_a_missing_font_stops_the_print(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file that is missing is named, and what to run."""
    without_font(project, "alegreya-sans")
    said = told(project, capsys, "land", "--paper", "a5")
    assert "press.font-missing" in said
    assert "alegreya-sans/" in said
    assert "npm ci" in said


def test_a_missing_glyph_stops_the_print(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """A character that no font of ours has is a problem."""
    reworded(project, "tables/regions/type.yml", "Forest", "Forest 水")
    assert "press.glyph-missing" in told(project, capsys, "land", "--paper", "a5")


def test_a_table_too_wide_stops_the_print(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """A word that no column can hold is a problem that names table, page and width."""
    reworded(project, "tables/regions/type.yml", "Forest", "Forest" * 12)
    said = told(project, capsys, "land", "--paper", "a5")
    assert "press.too-wide" in said
    assert "on page 1" in said
    assert "mm wider" in said


def test_a_full_disk_leaves_the_former_pdf(
    project: Project, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the disk is full half way through a PDF, it says so and leaves no half of a file."""
    write = Path.write_bytes

    def half(path: Path, content: Any) -> int:
        if not content.startswith(b"%PDF"):
            return write(path, content)
        write(path, content[: len(content) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setattr(Path, "write_bytes", half)
    said = told(project, capsys, "land", "--paper", "a5")
    assert os.strerror(errno.ENOSPC) in said
    assert list((project.workshop / "cache").rglob("*.pdf/*/*")) == []


def test_a_press_ended_from_outside_is_a_problem(
    project: Project, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the system ends a worker, as for want of memory, that is said."""
    monkeypatch.setattr(pressroom, "_make", ended)
    assert "press.ended" in told(project, capsys, "land", "--paper", "a5")


@pytest.mark.skipif(os.name != "posix", reason="signals to a group of processes")
def test_an_interrupted_print_leaves_the_former_pdf(project: Project) -> None:
    """Stopped by Ctrl-C in the middle, it says so in a line."""
    program = (
        "import sys\nfrom pathlib import Path\nfrom generator import cli\n"
        "from generator.project import Project\n"
        "if __name__ == '__main__':\n"
        "    cli.HERE = Project(Path(sys.argv[1]))\n"
        "    sys.exit(cli.main(['print', 'cheatsheet', '--paper', 'a4']))\n"
    )
    script = project.root / "print.py"
    script.write_text(program, encoding="utf-8")
    running = subprocess.Popen(
        [sys.executable, str(script), str(project.root)],
        cwd=HERE.root,
        env={**os.environ, "PYTHONPATH": str(HERE.root)},
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    making = project.root / "build" / "cache" / "nightsong-cheatsheet-a4.pdf"
    for _ in range(300):
        if making.is_dir() and any(making.iterdir()):
            break
        time.sleep(0.1)
    time.sleep(1.5)  # a worker has begun
    os.killpg(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert (running.returncode, said.strip()) == (130, "Stopped; the former dist/ stays.")
    assert [path.name for path in (project.dist / "print").iterdir()] == [NAME]
    assert list(making.iterdir()) == []
