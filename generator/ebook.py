"""The EPUB: packed, in ``dist/exports``, and offered on the site."""

from __future__ import annotations

from collections.abc import Iterator

from generator.model.book import Book
from generator.render.epub import epub_files
from generator.render.site import Download
from generator.write import Stage, zipped_ebook

SHELF = "Books to read and print"


def stage_ebook(stage: Stage, book: Book) -> None:
    """Write the EPUB, and its copy among the site's downloads."""
    content = zipped_ebook(epub_files(book))
    for folder in ("exports", "site/downloads"):
        stage.write(f"{folder}/{_name(book)}", content)


def ebook_downloads(book: Book) -> Iterator[Download]:
    """What the site offers of it."""
    yield Download(_name(book), "Rulebook for e-readers", "EPUB", SHELF)


def _name(book: Book) -> str:
    return f"{book.game.slug}-srd.epub"
