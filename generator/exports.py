"""The game for other programs: every target's files in ``dist/``, and their zips on the site."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from generator.model.book import Book
from generator.render.exports.spreadsheets import csv_files
from generator.render.site import Download
from generator.write import Stage, zipped_files

Files: TypeAlias = Mapping[str, str | bytes]
SHELF = "For other tools"
DATA = ("tables.json", "creatures.json", "ruleset.json")


@dataclass(frozen=True, slots=True)
class Target:
    """A program, or a kind of them, that the game is made ready for.

    ``name`` comes after the game's slug in the zip's name, ``folder`` is below ``dist/``; ``title``
    and ``note`` are what the site says of it.
    """

    name: str
    folder: str
    title: str
    note: str
    files: Callable[[Book], Files]

    def zip_name(self, book: Book) -> str:
        """The name of the zip on the site."""
        return f"{book.game.slug}-{self.name}.zip"


TARGETS = (
    Target("csv", "data/csv", "All tables as CSV", "for spreadsheets, a file a roll", csv_files),
)


def stage_exports(stage: Stage, book: Book) -> None:
    """Write every target's files, and its zip among the site's downloads."""
    for target in TARGETS:
        files = {name: _bytes(content) for name, content in target.files(book).items()}
        for name, content in files.items():
            stage.write(f"{target.folder}/{name}", content)
        name = target.zip_name(book)
        stage.write(f"site/downloads/{name}", zipped_files(files, name.removesuffix(".zip")))
    stage.write(f"site/downloads/{_data_zip(book)}", _zipped_data(stage, book))


def export_downloads(book: Book) -> Iterator[Download]:
    """What the site offers of it."""
    yield Download(_data_zip(book), "All data as JSON", "with its schemas, zipped", SHELF)
    for target in TARGETS:
        yield Download(target.zip_name(book), target.title, target.note, SHELF)


def _data_zip(book: Book) -> str:
    return f"{book.game.slug}-data.zip"


def _zipped_data(stage: Stage, book: Book) -> bytes:
    """The JSON files, what describes their shape, and the notice."""
    data = stage.root / "data"
    schemas = sorted((data / "schemas" / "published").iterdir())
    files = {name: data / name for name in DATA}
    files |= {name: stage.root / name for name in ("attribution.json", "NOTICE.md")}
    files |= {f"schemas/{path.name}": path for path in schemas}
    contents = {name: path.read_bytes() for name, path in files.items()}
    return zipped_files(contents, _data_zip(book).removesuffix(".zip"))


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content
