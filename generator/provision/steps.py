"""The steps of set-up: what each stands for, and how it is done."""

import os
from collections.abc import Callable
from dataclasses import dataclass

from generator.provision import chromium, libraries, node, pip, stamps, venv
from generator.provision.commands import Needs
from generator.provision.job import Job
from generator.provision.machine import Need
from generator.provision.places import Places


@dataclass(frozen=True, slots=True)
class Step:
    """One step: from which level on it is needed, what its result depends on, and its work."""

    name: str
    title: str
    level: Needs
    key: Callable[[Places], str]
    run: Callable[[Job], None]
    is_present: Callable[[Places], bool] = lambda _: True
    need: Need | None = None

    def is_done(self, places: Places) -> bool:
        """Whether the step was done for this very state and its result is still there."""
        fresh = stamps.is_fresh(places, self.name, self.key(places))
        return fresh and self.is_present(places)


def _requirements(name: str) -> Callable[[Job], None]:
    return lambda job: pip.install(job, job.places.root / "requirements" / name)


STEPS: tuple[Step, ...] = (
    Step(
        "venv",
        "Python environment in .venv",
        Needs.PYTHON,
        key=lambda p: stamps.key(p),
        run=venv.ensure,
        is_present=lambda p: p.python.exists() and not (p.stamps / pip.UNFINISHED).exists(),
        need=venv.NEED,
    ),
    Step(
        "packages",
        "Python packages for building",
        Needs.PYTHON,
        key=lambda p: stamps.key(p, p.root / "requirements" / "build.txt"),
        run=_requirements("build.txt"),
    ),
    Step(
        "libraries",
        "Text libraries for print",
        Needs.BUILD,
        key=lambda p: stamps.key(p, *(names[0] for names in libraries.LIBRARIES)),
        run=libraries.check,
        need=libraries.NEED,
    ),
    Step(
        "npm",
        "Fonts and the browser's Python from npm",
        Needs.BUILD,
        key=lambda p: stamps.key(p, p.root / "package-lock.json"),
        run=node.ensure,
        is_present=node.is_present,
    ),
    Step(
        "test-packages",
        "Python packages for testing",
        Needs.TESTS,
        key=lambda p: stamps.key(p, p.root / "requirements" / "test.txt"),
        run=_requirements("test.txt"),
    ),
    Step(
        "chromium",
        "Chromium for the tests of the pages",
        Needs.TESTS,
        key=lambda p: stamps.key(p, os.environ.get(chromium.VARIABLE, "")),
        run=chromium.ensure,
        is_present=chromium.is_present,
    ),
)


def undone(places: Places, level: Needs) -> tuple[Step, ...]:
    """The steps that a command of this level still needs."""
    return tuple(s for s in STEPS if s.level <= level and not s.is_done(places))
