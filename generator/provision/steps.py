"""The steps of set-up, and how to see that one is done.

Every run of build.py comes through here, so this imports little and starts no program; the work
itself is in `work`.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass

from generator.provision import stamps
from generator.provision.commands import Needs
from generator.provision.places import Places


@dataclass(frozen=True, slots=True)
class Step:
    """One step: from which level on it is needed, and what its result depends on."""

    name: str
    title: str
    level: Needs
    key: Callable[[Places], str]
    is_present: Callable[[Places], bool] = lambda _: True

    def is_done(self, places: Places) -> bool:
        """Whether the step was done for this very state and its result is still there."""
        fresh = stamps.is_fresh(places, self.name, self.key(places))
        return fresh and self.is_present(places)


def _browser_is_present(places: Places) -> bool:
    from generator.provision import chromium  # here, as most commands don't ask

    return chromium.is_present(places)


STEPS: tuple[Step, ...] = (
    Step(
        "venv",
        "Python environment in .venv",
        Needs.PYTHON,
        key=lambda p: stamps.key(p),
        is_present=lambda p: p.python.exists() and not (p.stamps / stamps.UNFINISHED).exists(),
    ),
    Step(
        "packages",
        "Python packages for building",
        Needs.PYTHON,
        key=lambda p: stamps.key(p, p.root / "requirements" / "build.txt"),
    ),
    Step(
        "libraries",
        "Text libraries for print",
        Needs.BUILD,
        key=lambda p: stamps.key(p, "Pango, HarfBuzz"),
    ),
    Step(
        "npm",
        "Fonts and browser's Python from npm",
        Needs.BUILD,
        key=lambda p: stamps.key(p, p.root / "package-lock.json"),
        # npm writes this file last, so a folder without it is half an installation
        is_present=lambda p: (p.node_modules / ".package-lock.json").is_file(),
    ),
    Step(
        "test-packages",
        "Python packages for testing",
        Needs.TESTS,
        key=lambda p: stamps.key(p, p.root / "requirements" / "test.txt"),
    ),
    Step(
        "chromium",
        "Chromium for the tests of the pages",
        Needs.TESTS,
        key=lambda p: stamps.key(p, os.environ.get("NIGHTSONG_CHROMIUM", "")),
        is_present=_browser_is_present,
    ),
)


def undone(places: Places, level: Needs) -> tuple[Step, ...]:
    """The steps that a command of this level still needs."""
    return tuple(s for s in STEPS if s.level <= level and not s.is_done(places))
