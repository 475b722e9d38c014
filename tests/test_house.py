"""The house rules: types, style, who may import whom, and docs that run."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.project import Project
from generator.provision.commands import BY_NAME


def run(project: Project, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the environment at the project's root."""
    return subprocess.run(command, cwd=project.root, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "command",
    [
        ("ruff", "check", "--quiet", "--no-cache"),
        ("ruff", "format", "--check", "--quiet", "--no-cache"),
        ("lint-imports", "--no-cache"),
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_style_and_walls_hold(project: Project, command: tuple[str, ...]) -> None:
    """The linters have nothing to say, and no stage imports another."""
    tool = Path(sys.executable).parent / command[0]
    done = run(project, str(tool), *command[1:])
    assert done.returncode == 0, done.stdout + done.stderr


def test_types_hold(project: Project) -> None:
    """mypy, strict, finds nothing."""
    done = run(project, sys.executable, "-m", "mypy", "--cache-dir", "build/mypy")
    assert done.returncode == 0, done.stdout


def readme_commands(project: Project) -> list[list[str]]:
    """Every command in the README's shell blocks."""
    text = (project.root / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    lines = [line.partition("#")[0].strip() for block in blocks for line in block.splitlines()]
    return [shlex.split(line) for line in lines if line]


def test_the_readme_names_commands_that_exist(project: Project) -> None:
    """Every command of the README is build.py with a command that it knows."""
    commands = readme_commands(project)
    assert ["python3", "build.py"] in commands
    assert ["python3", "build.py", "test"] in commands
    for command in commands:
        assert command[:2] == ["python3", "build.py"]
        words = command[4:] if command[2:3] == ["--remix"] else command[2:]
        assert words == [] or words[0] in BY_NAME


def test_the_readme_s_quick_commands_run(project: Project, dist: Path) -> None:
    """Rolling, listing and checking work as the README writes them."""
    assert dist.is_dir()
    quick = [c for c in readme_commands(project) if c[2:3] and c[2] in ("roll", "table", "check")]
    assert len(quick) >= 5
    for command in quick:
        done = run(project, sys.executable, *command[1:])
        assert done.returncode == 0, (command, done.stderr)


def tracked(project: Project) -> list[Path]:
    """The repository's own text files."""
    done = run(project, "git", "ls-files", "-z")
    assert done.returncode == 0, "these tests look at what git tracks; run them in a checkout"
    paths = [project.root / name for name in done.stdout.split("\0") if name]
    return [p for p in paths if p.is_file() and p.suffix not in (".png", ".ttf", ".woff2")]


def test_no_file_names_a_machine_or_a_registry(project: Project) -> None:
    """Nothing that is tracked holds a path of somebody's machine or a package host's address."""
    pattern = re.compile(
        r"/(?:home|Users|work|root)/\w|file\.pythonhosted|pypi\.org|registry\.npmjs"
    )
    here = Path(__file__)
    found = [
        (path.relative_to(project.root).as_posix(), match[0])
        for path in tracked(project)
        if path != here
        for match in [pattern.search(path.read_text(encoding="utf-8", errors="replace"))]
        if match
    ]
    assert found == []


def test_no_constant_of_the_game_stands_in_the_looks(project: Project) -> None:
    """Templates, styles and scripts hold no game term with a number, such as D66 or DR 12."""
    pattern = re.compile(r"\b\d*D(?:4|6|8|10|12|20|66)\b|\bDR ?\d+|\b\d+ (?:HP|Slots?)\b")
    for path in sorted((project.root / "theme").rglob("*")):
        if path.suffix in (".css", ".js", ".j2", ".html"):
            text = re.sub(
                r"/\*.*?\*/|^\s*//.*?$", "", path.read_text("utf-8"), flags=re.DOTALL | re.M
            )
            assert not pattern.search(text), (path, pattern.search(text))


def test_modules_and_functions_stay_small(project: Project) -> None:
    """No module is longer than 400 lines, no function longer than 60."""
    for path in [*project.engine.rglob("*.py"), *(project.root / "generator").rglob("*.py")]:
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= 400, path
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                length = (node.end_lineno or 0) - node.lineno
                assert length <= 60, (path, node.name, length)


def public_things(tree: ast.Module) -> Iterator[ast.Module | ast.FunctionDef | ast.ClassDef]:
    """A module, and the functions and classes that others can reach in it."""
    yield tree
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    for node in (*tree.body, *(inner for outer in classes for inner in outer.body)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node


def test_every_public_thing_of_the_engine_says_what_it_is(project: Project) -> None:
    """Public modules, classes and functions of the rules package have docstrings."""
    for path in project.engine.rglob("*.py"):
        for node in public_things(ast.parse(path.read_text(encoding="utf-8"))):
            assert ast.get_docstring(node), (path, getattr(node, "name", "module"))


def test_the_engine_s_examples_are_true(project: Project) -> None:
    """Every `>>>` in the rules package gives what it says."""
    code = (
        "import doctest, importlib, pkgutil, sys, nightsong\n"
        "names = [m.name for m in pkgutil.iter_modules(nightsong.__path__) if m.name != '__main__']\n"
        "results = [doctest.testmod(importlib.import_module('nightsong.' + n)) for n in names]\n"
        "sys.exit(bool(sum(r.failed for r in results)) or not sum(r.attempted for r in results))"
    )
    done = run(project, sys.executable, "-c", code)
    assert done.returncode == 0, done.stdout + done.stderr
