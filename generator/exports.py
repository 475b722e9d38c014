"""The game for other programs: every target's files in ``dist/``, and their zips on the site."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from generator.bundle.foundry import SCRIPT, pack_foundry
from generator.model.book import Book
from generator.project import Project
from generator.render.exports.foundry import SOURCES, foundry_files
from generator.render.exports.hexdescribe import hexdescribe_files
from generator.render.exports.obsidian import obsidian_files
from generator.render.exports.roll20 import roll20_files
from generator.render.exports.spreadsheets import csv_files
from generator.render.site import Download
from generator.write import Cache, Stage, digest, zipped_files

Files: TypeAlias = Mapping[str, str | bytes]
SHELF = "For other tools"
DATA = ("tables.json", "creatures.json", "ruleset.json")
FOUNDRY = "foundry"
DOWNLOADS = "site/downloads"


@dataclass(frozen=True, slots=True)
class Target:
    """A program, or a kind of them, that the game is made ready for.

    ``name`` comes after the game's slug in the zip's name, ``folder`` is below ``dist/``; ``title``
    and ``note`` are what the site says of it. What a zip holds lies in a folder of the zip's name,
    or of the slug alone where the program wants it so (``by_slug``).
    """

    name: str
    folder: str
    title: str
    note: str
    files: Callable[[Book], Files]
    by_slug: bool = False

    def zip_name(self, book: Book) -> str:
        """The name of the zip on the site."""
        return f"{book.game.slug}-{self.name}.zip"

    def inside(self, book: Book) -> str:
        """The folder inside the zip."""
        return book.game.slug if self.by_slug else f"{book.game.slug}-{self.name}"


TARGETS = (
    Target("csv", "data/csv", "All tables as CSV", "for spreadsheets, a file a roll", csv_files),
    Target(
        FOUNDRY,
        "exports/foundry",
        "Foundry VTT",
        "a module with all tables and the rules, for version 13 and later",
        foundry_files,
        by_slug=True,
    ),
    Target(
        "obsidian",
        "exports/obsidian",
        "Obsidian",
        "a vault of linked notes, with tables that its Dice Roller rolls",
        obsidian_files,
    ),
    Target("roll20", "exports/roll20", "Roll20", "tables to paste into the chat", roll20_files),
    Target(
        "hex-describe",
        "exports/hex-describe",
        "Hex Describe and TableSmith",
        "all tables as text",
        hexdescribe_files,
    ),
)


def stage_exports(project: Project, cache: Cache, stage: Stage, book: Book) -> None:
    """Write every target's files, and its zip among the site's downloads."""

    def make(folder: Path) -> None:
        for target in TARGETS:
            files = {name: _bytes(content) for name, content in target.files(book).items()}
            if target.name == FOUNDRY:
                files |= _packs(project, files)
            zipped = zipped_files(files, target.inside(book))
            _write(folder, {f"{target.folder}/{name}": text for name, text in files.items()})
            _write(folder, {f"{DOWNLOADS}/{target.zip_name(book)}": zipped})

    folder, _ = cache.take("exports", _key(project, book), make)
    for inner in sorted(folder.iterdir()):
        stage.add(inner, inner.name)
    stage.write(f"{DOWNLOADS}/{_data_zip(book)}", _zipped_data(stage, book))


def _key(project: Project, book: Book) -> str:
    """A digest of all that exports are made from: the book, the code, and what is pinned."""
    rooms = (
        project.engine,
        *(project.root / "generator" / name for name in ("model", "render", "bundle")),
    )
    code = [path for room in rooms for path in sorted(room.rglob("*.py"))]
    lock = project.root / "package-lock.json"
    return digest([repr(book), Path(__file__), SCRIPT, lock, project.pins, *code])


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def export_downloads(book: Book) -> Iterator[Download]:
    """What the site offers of it."""
    yield Download(_data_zip(book), "All data as JSON", "with its schemas, zipped", SHELF)
    for target in TARGETS:
        yield Download(target.zip_name(book), target.title, target.note, SHELF)


def _packs(project: Project, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Foundry's packs, made from the sources among the files."""
    start = f"{SOURCES}/"
    sources = {n.removeprefix(start): c for n, c in files.items() if n.startswith(start)}
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        pack_foundry(project.packages, sources, folder)
        paths = sorted(path for path in folder.rglob("*") if path.is_file())
        return {f"packs/{p.relative_to(folder).as_posix()}": p.read_bytes() for p in paths}


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
