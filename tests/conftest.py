"""What all tests share: the project, its book, its ruleset, and the built ``dist/``.

Tests of what is built look at ``dist/``; ``build.py test`` builds it first. A part that is missing
is a failure that says which, never a silent skip.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.model.book import Book
from generator.pipeline import load_book
from generator.project import HERE, Project
from generator.render.data import ruleset_json
from nightsong.bundle import Ruleset, load_ruleset

# The files that take longest begin first, so that no core is idle at the end.
LONGEST = (
    "test_publish_guide.py",
    "test_characters_tool.py",
    "test_axe_tools.py",
    "test_land_tool.py",
    "test_site.py",
    "test_pyodide.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests of the longest files first; the order within a file stays."""
    places = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path.name, len(places)))


@pytest.fixture(scope="session")
def project() -> Project:
    """The project itself."""
    return HERE


@pytest.fixture(scope="session")
def book() -> Book:
    """The real book, resolved."""
    return load_book(HERE)


@pytest.fixture(scope="session")
def bundle(book: Book) -> str:
    """The real bundle's text."""
    return ruleset_json(book)


@pytest.fixture(scope="session")
def ruleset(bundle: str) -> Ruleset:
    """The real ruleset, as the engine loads it."""
    return load_ruleset(bundle)


@pytest.fixture(scope="session")
def dist() -> Path:
    """The built ``dist/``."""
    if not (HERE.dist / "data" / "tables.json").is_file():
        pytest.fail("dist/ is not built; `python3 build.py test` builds it first", pytrace=False)
    return HERE.dist
