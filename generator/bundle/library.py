"""Python for the page: the rules, and of its library only what they use, compiled beforehand.

Most of the time that Python takes to start in a browser goes into compiling its own library, and
most of the library is never used. What is used is found by running the rules in the very same
Pyodide under Node; only it can write the byte code that it reads.
"""

from __future__ import annotations

import subprocess
import tempfile
import zipfile
from pathlib import Path

from generator.bundle.node import node_path
from generator.model.problems import Problem, ProblemsError

HERE = Path(__file__).parent
INSIDE = HERE / "inside"  # what runs in Pyodide
LIBRARY = "python_stdlib.zip"
RULES = "rules.zip"


def build_library(packages: Path, wheel: Path, folder: Path) -> None:
    """Write the library for a wheel of the rules into a folder, and the rules compiled."""
    pyodide = packages / "pyodide"
    with tempfile.TemporaryDirectory() as scratch:
        slim = Path(scratch) / LIBRARY
        _put_in_place(pyodide / LIBRARY, slim)
        made = subprocess.run(
            [
                str(node_path()),
                *map(str, (HERE / "library.mjs", pyodide, slim, wheel, INSIDE, folder)),
            ],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
    if made.returncode:
        came = made.stderr.strip().splitlines()[-1:] or [f"exit code {made.returncode}"]
        expected = f"Python's library for {wheel.name}, compiled by Pyodide under Node"
        tip = "Set up anew with python3 build.py clean --all, then build again."
        raise ProblemsError(
            [Problem("node_modules/pyodide", 0, 0, "library.compile", expected, came[0], tip)]
        )


def _put_in_place(library: Path, slim: Path) -> None:
    """Copy the library with our own in the place of what only costs time."""
    ours = {path.relative_to(INSIDE).as_posix(): path for path in INSIDE.glob("*/*.py")}
    with zipfile.ZipFile(library) as full, zipfile.ZipFile(slim, "w") as made:
        for name in full.namelist():
            path = ours.pop(name, None)
            made.writestr(name, full.read(name) if path is None else path.read_bytes())
    if ours:
        raise ProblemsError([_moved(name) for name in ours])


def _moved(name: str) -> Problem:
    expected = f"{name} in Pyodide’s library, to put ours in its place"
    tip = "Pyodide has changed: look at generator/bundle/inside/."
    return Problem("node_modules/pyodide", 0, 0, "library.changed", expected, "none", tip)
