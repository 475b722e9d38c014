"""The whole tree of files to a manuscript, with the problems of every file that can't be read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, TypeVar

from generator.load.shelf import Shelf
from generator.model.authored import (
    BookForm,
    ChapterForm,
    FolderForm,
    GameForm,
    GlossaryForm,
    TableForm,
)
from generator.model.document import Document
from generator.model.editions import Editions, Papers
from generator.model.manuscript import Manuscript, Written
from generator.model.problems import Problem

T = TypeVar("T")

FOLDER_FILE = "folder.yml"
SINGLE_FILES = ("game.yml", "numbers.yml", "glossary.yml", "book.yml", "editions.yml")
_FILE_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\.yml")


class Loader:
    """Reads the files below one root and gathers their problems."""

    def __init__(self, root: Path, shelf: Path | None) -> None:
        self.root = root
        self.shelf = Shelf(shelf)
        self.problems: list[Problem] = []
        self.broken: set[str] = set()

    def manuscript(self) -> Manuscript:
        """Read everything below ``content`` and ``tables``, and the papers of ``theme/print``."""
        content = self.root / "content"
        self._refuse_strays(content, {"rules"})
        tables, folders = self._read_tables(TableForm)
        return Manuscript(
            game=self._typed(GameForm, content / "game.yml"),
            numbers=self._document(content / "numbers.yml"),
            glossary=self._typed(GlossaryForm, content / "glossary.yml"),
            book=self._typed(BookForm, content / "book.yml"),
            editions=self._typed(Editions, content / "editions.yml"),
            papers=self._typed(Papers, self.root / "theme" / "print" / "papers.yml"),
            chapters=self._chapters(content / "rules"),
            tables=tables,
            folders=folders,
            broken=frozenset(self.broken),
        )

    def _chapters(self, folder: Path) -> dict[str, Written[ChapterForm]]:
        found: dict[str, Written[ChapterForm]] = {}
        for path in self._yaml_files(folder, deep=False):
            if chapter := self._typed(ChapterForm, path):
                found[path.stem] = chapter
            else:
                self.broken.add(path.stem)
        return found

    def _read_tables(
        self, kind: type[T]
    ) -> tuple[dict[str, Written[T]], dict[str, Written[FolderForm]]]:
        tables: dict[str, Written[T]] = {}
        folders: dict[str, Written[FolderForm]] = {}
        top = self.root / "tables"
        for path in self._yaml_files(top, deep=True):
            table_id = path.relative_to(top).with_suffix("").as_posix()
            if path.name == FOLDER_FILE:
                if folder := self._typed(FolderForm, path):
                    folders[path.parent.relative_to(top).as_posix()] = folder
            elif table := self._typed(kind, path):
                tables[table_id] = table
            else:
                self.broken.add(table_id)
        return tables, folders

    def _yaml_files(self, folder: Path, *, deep: bool) -> list[Path]:
        """The files to read, in the order of their names; strays become problems."""
        if not folder.is_dir():
            came = "a file" if folder.exists() else "nothing"
            self._add(folder, "file.no-folder", "a folder", came, "Restore or create it.")
            return []
        found: list[Path] = []
        for path in sorted(folder.rglob("*") if deep else folder.iterdir()):
            if path.name.startswith(".") or (deep and path.is_dir() and path.suffix != ".yml"):
                continue
            if _FILE_NAME.fullmatch(path.name):
                found.append(path)
            else:
                self._stray(path)
        return found

    def _refuse_strays(self, content: Path, folders: set[str]) -> None:
        for path in sorted(content.iterdir()) if content.is_dir() else ():
            known = self._known_single(path.name) or path.name in folders
            if not known and not path.name.startswith("."):
                self._stray(path)

    def _known_single(self, name: str) -> bool:
        return name in SINGLE_FILES

    def _stray(self, path: Path) -> None:
        expected = "a name such as night-watch.yml, where a file of this kind belongs"
        self._add(path, "file.stray", expected, f"“{path.name}”", "Rename or move it.")

    def _add(self, path: Path, code: str, expected: str, came: str, tip: str) -> None:
        self.problems.append(Problem(self._name(path), 0, 0, code, expected, came, tip))

    def _name(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()

    def _document(self, path: Path) -> Document | None:
        found: Written[Any] | None = self._typed(None, path)
        return found.document if found else None

    def _typed(self, kind: type[T] | None, path: Path) -> Written[T] | None:
        if path.is_symlink():
            self._add(path, "file.link", "a file", "a symbolic link", "Put the file itself here.")
            return None
        found = self.shelf.take(kind, path, self._name(path))
        if isinstance(found, Written):
            return found
        self.problems += found
        return None


def load(root: Path, shelf: Path | None = None) -> tuple[Manuscript, list[Problem]]:
    """Read the project below ``root``. Problems don't stop the reading: all come back.

    ``shelf`` is a file that keeps what was read, so that an unchanged file isn't read again.
    """
    loader = Loader(root, shelf)
    manuscript = loader.manuscript()
    loader.shelf.save()
    return manuscript, loader.problems
