"""What the tests of exports share: the real book and a hostile one, and how odds are compared."""

from __future__ import annotations

import pytest
from hostile import hostile_book

from generator.model.book import Book


@pytest.fixture(scope="session")
def hostile(book: Book) -> Book:
    """A game of other tables whose texts hold every sign that a format has a use for."""
    return hostile_book(book.game)


@pytest.fixture(params=["real", "hostile"])
def any_book(request: pytest.FixtureRequest, book: Book, hostile: Book) -> Book:
    """The real book, then the hostile one."""
    return book if request.param == "real" else hostile
