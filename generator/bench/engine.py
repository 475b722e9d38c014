"""The rules engine: what it makes a second, in CPython and in the Python that the page runs."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from generator.bundle.node import run_in_page
from generator.project import Project

SCRIPT = Path(__file__).with_name("plays.py")
ROUNDS = 3
LABELS = {"characters": "characters", "lands": "Lands", "rulesets": "rulesets read"}
# A process of its own, as the page has one: nothing that the build has loaded slows it down.
ALONE = "import sys, runpy; print(runpy.run_path(sys.argv[1])['run'](sys.stdin.read()))"


def engine_measures(project: Project) -> Iterator[str]:
    """Characters, Lands and rulesets a second in both; ``dist/`` must be built."""
    runtime = project.dist / "site" / "assets" / "nightsong" / "runtime"
    bundle = (project.dist / "data" / "ruleset.json").read_text(encoding="utf-8")
    rounds = [(_in_cpython(project, bundle), _in_page(runtime, bundle)) for _ in range(ROUNDS)]
    yield "a second                      CPython    page   page/CPython"
    for name, label in LABELS.items():
        here = statistics.median(cpython[name] for cpython, _ in rounds)
        page = statistics.median(page[name] for _, page in rounds)
        yield f"{label:<27}{here:10.1f}{page:8.1f}{page / here:15.2f}"


def _in_cpython(project: Project, bundle: str) -> dict[str, float]:
    ran = subprocess.run(
        [sys.executable, "-c", ALONE, str(SCRIPT)],
        cwd=project.root,
        input=bundle,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return _rates(ran.stdout)


def _in_page(runtime: Path, bundle: str) -> dict[str, float]:
    return _rates(run_in_page(runtime, SCRIPT, bundle))


def _rates(text: str) -> dict[str, float]:
    rates: dict[str, float] = json.loads(text)
    return rates
