"""What people take away: the wheel in a bare environment, the page's runtime, the web fonts."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
import zlib
from pathlib import Path

import pytest

from generator.bundle.library import LIBRARY, RULES, build_library
from generator.bundle.runtime import runtime_files
from generator.bundle.wheel import build_wheel
from generator.project import Project


@pytest.fixture(scope="module")
def wheel(project: Project, bundle: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the rules with the real bundle inside."""
    return build_wheel(project.engine, bundle, tmp_path_factory.mktemp("wheel"))


def test_the_wheel_repeats_to_the_byte(
    project: Project, bundle: str, wheel: Path, tmp_path: Path
) -> None:
    """No clock, no path, no order of the file system gets in."""
    again = build_wheel(project.engine, bundle, tmp_path)
    assert again.name == wheel.name
    assert again.read_bytes() == wheel.read_bytes()


def test_the_wheel_carries_its_licences(wheel: Path, bundle: str) -> None:
    """Code and content each come with theirs, and the wheel needs no other package."""
    with zipfile.ZipFile(wheel) as packed:
        named = {Path(name).name: packed.read(name).decode() for name in packed.namelist()}
    assert wheel.name.endswith("-py3-none-any.whl")
    assert named["LICENSE"].startswith("MIT License")
    assert json.loads(bundle)["notice"] in named["NOTICE.md"]
    assert named["ruleset.json"] == bundle
    assert "Requires-Dist" not in named["METADATA"]


def test_the_wheel_alone_rolls(wheel: Path) -> None:
    """Only the standard library and the wheel: no site-packages, no repository."""
    code = (
        f"import sys; sys.path.insert(0, {str(wheel)!r}); from nightsong.cli import main; "
        "sys.exit(main(['roll', 'details/face', '--seed', '7']))"
    )
    rolled = subprocess.run(
        [sys.executable, "-S", "-I", "-c", code],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        cwd=wheel.parent,
    )
    assert rolled.stderr == ""
    assert rolled.stdout.startswith("Face: ")


@pytest.fixture(scope="module")
def compiled(project: Project, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Python's library and the rules, compiled for the page."""
    folder = tmp_path_factory.mktemp("compiled")
    build_library(project.packages, wheel, folder)
    return folder


def test_the_runtime_names_each_file_by_what_is_in_it(project: Project, bundle: str) -> None:
    """All files are in the manifest with their sizes; what changes has another folder, it alone."""
    files = runtime_files(project.packages, bundle, b"library", b"rules")
    manifest = json.loads(files.pop("manifest.json"))
    assert manifest["sizes"] == {name: len(data) for name, data in files.items()}
    assert manifest["fingerprint"] == json.loads(bundle)["fingerprint"]
    assert files[manifest["rules"]] == b"rules"
    assert files[manifest["library"]] == b"library"
    assert files[manifest["ruleset"]] == bundle.encode()
    renamed = runtime_files(
        project.packages, bundle.replace("Face", "Mien"), b"library", b"other rules"
    )
    other = json.loads(renamed["manifest.json"])
    kept = {name for name in ("library", "rules", "ruleset") if other[name] == manifest[name]}
    assert kept == {"library"}


def test_the_library_is_small_and_repeats(project: Project, compiled: Path, dist: Path) -> None:
    """Compiled modules only, less than Pyodide's own, the same bytes as in the built site."""
    runtime = dist / "site" / "assets" / "nightsong" / "runtime"
    for name in (LIBRARY, RULES):
        data = (compiled / name).read_bytes()
        names = zipfile.ZipFile(io.BytesIO(data)).namelist()
        assert {Path(inner).suffix for inner in names} == {".pyc"}
        (shipped,) = runtime.rglob(name)
        assert shipped.read_bytes() == data
    packed = zlib.compress((compiled / LIBRARY).read_bytes(), 9)
    assert len(packed) < (project.packages / "pyodide" / "python_stdlib.zip").stat().st_size / 2


def test_the_page_has_all_of_the_rules_but_the_command_line(
    project: Project, compiled: Path
) -> None:
    """Every module of the package is compiled, except what only a terminal needs."""
    names = set(zipfile.ZipFile(compiled / RULES).namelist())
    modules = {
        path.relative_to(project.root).as_posix() + "c" for path in project.engine.rglob("*.py")
    }
    left_out = modules - names
    assert names <= modules
    assert {name.split("/")[1] for name in left_out} == {"__main__.pyc", "cli.pyc", "commands"}
