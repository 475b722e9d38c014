"""Old ids on the site: links to what has moved still arrive.

An old anchor on a page that lives on stands before what took its place, or at the foot of the page
as a signpost. A page that is gone becomes a file that leads on by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from generator.model.book import Book, Target


@dataclass(frozen=True, slots=True)
class Moved:
    """An old id, where it stood, and where it leads now."""

    id: str
    target: Target

    @property
    def page(self) -> str:
        """The page that it stood on."""
        return self.id.partition("/")[0]

    @property
    def anchor(self) -> str:
        """The anchor that it had there; empty for a whole page."""
        return self.id.partition("/")[2].replace("/", "-")


def moved_ids(book: Book) -> Iterator[Moved]:
    """Every old id of the book."""
    for old, target in book.targets.items():
        if old != target.id:
            yield Moved(old, target)


def old_anchors(book: Book) -> dict[str, str]:
    """By the id of each target that has stayed on its page: empty marks for its old anchors."""
    found: dict[str, str] = {}
    for m in moved_ids(book):
        if m.page == m.target.page and m.anchor:
            found[m.target.id] = found.get(m.target.id, "") + f'<span id="{m.anchor}"></span>'
    return found


def signposts(book: Book, page: str) -> list[str]:
    """Markdown lines at the foot of a page for what has left it."""
    return [
        f'<p class="ns-moved" id="{m.anchor}">Moved: <a href="{address(m.target)}">'
        f"{escape(m.target.title)}</a></p>"
        for m in moved_ids(book)
        if m.page == page and m.target.page != page and m.anchor
    ]


def gone_pages(book: Book) -> dict[str, str]:
    """Files that lead on from pages that are no more, by their path on the site."""
    pages = {target.page for target in book.targets.values()}
    found: dict[str, str] = {}
    for moved in sorted(moved_ids(book), key=lambda m: (m.page, len(m.id))):
        if moved.page not in pages:
            found.setdefault(f"{moved.page}/index.html", _leading_on(moved.target, book))
    return found


def address(target: Target) -> str:
    """The address of a target, from any page that is a folder below the site's root."""
    return f"../{target.page}/" + (f"#{target.anchor}" if target.anchor else "")


def _leading_on(target: Target, book: Book) -> str:
    where, title = address(target), escape(target.title)
    return (
        f'<!doctype html>\n<html lang="{book.game.language}">\n<meta charset="utf-8">\n'
        f'<meta http-equiv="refresh" content="0; url={where}">\n<title>{title}</title>\n'
        f'<p>This has moved: <a href="{where}">{title}</a></p>\n</html>\n'
    )
