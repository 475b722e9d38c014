"""Python's library for the page: only the modules that the rules use, compiled beforehand.

Most of the time that Python takes to start in a browser goes into compiling its own library, and
most of the library is never used. What is used is found by running the rules in the very same
Pyodide under Node; only it can write the byte code that it reads.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from generator.bundle.node import node_path
from generator.model.problems import Problem, ProblemsError

HERE = Path(__file__).parent
LIBRARY = "python_stdlib.zip"


def build_library(packages: Path, wheel: Path, folder: Path) -> Path:
    """Write the library for a wheel of the rules into a folder; returns its path."""
    out = folder / LIBRARY
    pyodide = packages / "pyodide"
    parts = [HERE / "library.mjs", pyodide, wheel, HERE / "library_inside.py", out]
    made = subprocess.run(
        [str(node_path()), *map(str, parts)],
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
    return out
