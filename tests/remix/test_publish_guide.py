"""The Publish guide, followed to the letter in the remix kit, as somebody who has only that."""

from __future__ import annotations

import os
import re
import shlex
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from generator.copydesk import load_copy
from generator.project import Project
from generator.render.templates import fill

_BLOCK = re.compile(r"^```(sh|yaml)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"into `(my-game/[^`]+)`\s*$")
BUILD = ["--remix", "my-game"]


@pytest.fixture(scope="module")
def guide(project: Project) -> str:
    """The page as it is written for the site."""
    game = load_copy(project).book.game
    return fill(project.page_theme, "publish-guide.md.j2", {"game": game}, html=False)


@pytest.fixture(scope="module")
def kit(dist: Path, project: Project, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kit, unpacked, with the packages that its own set-up would fetch."""
    (packed,) = (dist / "exports").glob("*-remix-kit.zip")
    folder = tmp_path_factory.mktemp("kit")
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(folder)
    root = folder / packed.stem
    (root / "node_modules").symlink_to(project.packages)
    (root / "build").mkdir()
    (root / "build" / "cache").symlink_to(project.workshop / "cache")
    return root


def _commands(guide: str) -> list[list[str]]:
    """What is typed, in order, without ``python3 build.py``."""
    lines = [
        line for kind, text in _BLOCK.findall(guide) if kind == "sh" for line in text.splitlines()
    ]
    found = [shlex.split(line) for line in lines if line.strip()]
    assert all(words[:2] == ["python3", "build.py"] for words in found)
    return [words[2:] for words in found]


def _files(guide: str) -> dict[str, str]:
    """The files that the reader writes, by their names."""
    found = {}
    for match in _BLOCK.finditer(guide):
        if match[1] == "yaml" and (named := _FILE.search(guide[: match.start()].rstrip())):
            found[named[1]] = match[2]
    return found


def _typed(kit: Path, words: list[str]) -> subprocess.CompletedProcess[str]:
    """A command as ``build.py`` hands it over once everything is set up."""
    command = [sys.executable, "-m", "generator", *words]
    variables = {**os.environ, "CALLED_FROM": str(kit)}
    return subprocess.run(
        command, cwd=kit, env=variables, capture_output=True, text=True, timeout=500, check=False
    )


def _serves(kit: Path, words: list[str]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "generator", *words, "--port", str(port)]
    variables = {**os.environ, "CALLED_FROM": str(kit)}
    with subprocess.Popen(command, cwd=kit, env=variables, stderr=subprocess.DEVNULL) as server:
        try:
            for _ in range(600):
                try:
                    with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
                        assert "My Game" in answer.read().decode()
                        return
                except OSError:
                    time.sleep(0.2)
            pytest.fail("the preview didn’t start", pytrace=False)
        finally:
            server.terminate()


def test_every_command_of_the_guide_does_what_it_says(guide: str, kit: Path) -> None:
    """From nothing to a built game. It prints little, so that the test is quick."""
    commands, files = _commands(guide), _files(guide)
    assert len(commands) == 9
    assert len(files) == 2
    assert BUILD in commands
    for words in commands:
        if "serve" in words:
            _serves(kit, words)
            continue
        if "players-booklet" in words:
            _remove(kit, "")
        done = _typed(kit, words)
        assert done.returncode == 0, f"{words}: {done.stdout[-800:]}{done.stderr[-800:]}"
        if words[0] == "new-remix":
            _after_beginning(kit, files)
        if "check" in words:
            assert "2 added, 0 replaced" in done.stdout
        if "roll" in words:
            assert done.stdout.startswith("Keepsake: ")
    built = {
        path.relative_to(kit / "my-game" / "dist").parts[0]
        for path in (kit / "my-game" / "dist").rglob("*")
    }
    assert {"site", "markdown", "print", "data", "exports", "NOTICE.md"} <= built
    assert "Keepsake" in (kit / "my-game/dist/markdown/details.md").read_text(encoding="utf-8")


def _after_beginning(kit: Path, files: dict[str, str]) -> None:
    """The reader writes their files; what is dear to print is left out until it is asked for."""
    for name, content in files.items():
        path = kit / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    editions = YAML(typ="safe").load((kit / "content/editions.yml").read_text(encoding="utf-8"))
    dear = [name for name in editions["editions"] if name not in ("pocket", "land")]
    _remove(kit, ", ".join(f"editions/{name}" for name in dear))


def _remove(kit: Path, ids: str) -> None:
    remix = kit / "my-game/remix.yml"
    text, count = re.subn(
        r"removes: \[.*\]", f"removes: [{ids}]", remix.read_text(encoding="utf-8")
    )
    assert count == 1
    remix.write_text(text, encoding="utf-8")


def test_the_kit_has_what_a_checkout_has(kit: Path, project: Project) -> None:
    """Every tracked file, and nothing that was made or is secret."""
    if not (project.root / ".git").exists():
        pytest.skip("not a checkout")
    listed = subprocess.run(
        ["git", "ls-files"], cwd=project.root, capture_output=True, text=True, check=True
    ).stdout.split("\n")
    tracked = {name for name in listed if name and (project.root / name).is_file()}
    inside = {
        path.relative_to(kit).as_posix()
        for path in kit.rglob("*")
        if path.is_file()
        and not {"node_modules", "build", "my-game", "__pycache__"}
        & set(path.relative_to(kit).parts)
    }
    assert tracked - inside == set()
    assert {name for name in inside - tracked if name.endswith((".pdf", ".pyc", ".zip"))} == set()


def test_the_workflow_builds_by_the_same_command(project: Project) -> None:
    """What GitHub runs is what the guide says, for the game and for a remix."""
    path = project.root / ".github" / "workflows" / "publish.yml"
    steps = YAML(typ="safe").load(path.read_text(encoding="utf-8"))["jobs"]["build"]["steps"]
    runs = [step["run"] for step in steps if "run" in step]
    assert 'python3 build.py ${REMIX:+--remix "$REMIX"}' in runs
    for remix, expected in (("", ["build.py"]), ("my-game", ["build.py", *BUILD])):
        said = subprocess.run(
            ["bash", "-c", f'printf "%s\\n" build.py {runs[-1].partition("build.py ")[2]}'],
            env={**os.environ, "REMIX": remix},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        assert said == expected
