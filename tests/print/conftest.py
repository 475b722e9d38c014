"""What the tests of print share: the built files."""

from __future__ import annotations

from pathlib import Path

import pytest
from reading import CHEATSHEET, ZINE, Pdf


@pytest.fixture(scope="session")
def zine(dist: Path) -> Pdf:
    """The built rulebook."""
    return Pdf(dist / "print" / ZINE)


@pytest.fixture(scope="session")
def cheatsheet(dist: Path) -> Pdf:
    """The built cheatsheet."""
    return Pdf(dist / "print" / CHEATSHEET)


@pytest.fixture(params=[ZINE, CHEATSHEET])
def either(request: pytest.FixtureRequest, dist: Path) -> Pdf:
    """Each of the two in turn."""
    return Pdf(dist / "print" / request.param)
