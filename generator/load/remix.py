"""A remix's folder to its manuscript. It may come from a stranger: nothing outside is read."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from generator.load.manuscript import Loader
from generator.model.authored import FolderForm
from generator.model.document import Document
from generator.model.looks import LooksForm
from generator.model.manuscript import Written
from generator.model.problems import Problem
from generator.model.remix import (
    BookChanges,
    ChapterChange,
    ChapterChanges,
    EditionsChanges,
    GlossaryChanges,
    RemixForm,
    RemixManuscript,
    ReservedKind,
    TableChange,
)

T = TypeVar("T")

REMIX_FILE = "remix.yml"
UPSTREAM = "upstream"
TEMPLATE = ".html.j2"
MOST_FILES = 2_000
MOST_BYTES = 10_000_000
DEEPEST_FOLDER = 10
DEEPEST_CHAIN = 5
# Made by a build, or no part of the game: never read.
_NOT_READ = frozenset({"dist", "build", ".git", ".github", ".vscode", "schemas"})


def remix_chain(folder: Path) -> list[Path] | list[Problem]:
    """The folders of a remix and of those it stands on, the oldest first; or what is wrong."""
    name = folder.name
    if problems := list(_unsafe(folder, name)):
        return problems
    chain = [folder]
    while (inner := chain[0] / UPSTREAM).is_dir():
        chain.insert(0, inner)
        if len(chain) > DEEPEST_CHAIN:
            expected = f"at most {DEEPEST_CHAIN} remixes on top of each other"
            return [_whole(name, "remix.too-deep", expected, "more", "Merge some of them.")]
    return chain


def _unsafe(folder: Path, name: str) -> Iterator[Problem]:
    """Links, devices, and more than a game can need."""
    if not folder.is_dir():
        came = "a file" if folder.exists() else "nothing"
        tip = "Make one: python3 build.py new-remix PATH"
        yield _whole(name, "remix.no-folder", "the folder of a remix", came, tip)
        return
    count = total = 0
    for path, mode, size in _walk(folder, 0):
        where = f"{name}/{path.relative_to(folder).as_posix()}"
        if stat.S_ISLNK(mode):
            tip = "Put the file itself here."
            yield _whole(where, "file.link", "a file or folder", "a symbolic link", tip)
        elif not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            yield _whole(where, "file.special", "a file or folder", "a device", "Remove it.")
        elif len(path.relative_to(folder).parts) > DEEPEST_FOLDER:
            expected = f"at most {DEEPEST_FOLDER} folders inside each other"
            yield _whole(where, "remix.too-deep", expected, "more", "Flatten them.")
            return
        count, total = count + 1, total + size
        if count > MOST_FILES or total > MOST_BYTES:
            expected = f"at most {MOST_FILES:,} files and {MOST_BYTES:,} bytes"
            yield _whole(name, "remix.too-large", expected, "more", "Leave out what isn’t used.")
            return


def _walk(folder: Path, depth: int) -> Iterator[tuple[Path, int, int]]:
    with os.scandir(folder) as entries:
        listed = sorted(entries, key=lambda entry: entry.name)
    for entry in listed:
        facts = entry.stat(follow_symlinks=False)
        plain = stat.S_ISDIR(facts.st_mode)
        if plain and depth == 0 and entry.name in _NOT_READ:
            continue
        yield Path(entry.path), facts.st_mode, 0 if plain else facts.st_size
        if plain and depth <= DEEPEST_FOLDER:
            yield from _walk(Path(entry.path), depth + 1)


def _whole(where: str, code: str, expected: str, came: str, tip: str) -> Problem:
    return Problem(where, 0, 0, code, expected, came, tip)


def _explained(problem: Problem) -> Problem:
    """A problem with what can be held back says what can’t."""
    if ReservedKind.TRADE_DRESS not in problem.expected:
        return problem
    tip = "Only these can be reserved. Rules, tables and their numbers stay open to all."
    return replace(problem, tip=tip)


class RemixLoader(Loader):
    """Reads the files of one remix. ``chapters`` are those that exist below it."""

    def __init__(
        self, folder: Path, name: str, chapters: Collection[str], shelf: Path | None
    ) -> None:
        super().__init__(folder, shelf)
        self.name, self.below = name, chapters

    def remix(self) -> RemixManuscript | None:
        """Everything in the folder; ``None`` where ``remix.yml`` can't be read."""
        form = self._typed(RemixForm, self.root / REMIX_FILE)
        self.problems = [_explained(problem) for problem in self.problems]
        content = self.root / "content"
        self._refuse_strays(content, {"rules"})
        tables, folders = self._changed_tables()
        chapters = dict(self._changed_chapters(content / "rules"))
        rest: dict[str, Any] = {
            "numbers": self._numbers(content / "numbers.yml"),
            "glossary": self._maybe(GlossaryChanges, content / "glossary.yml"),
            "book": self._maybe(BookChanges, content / "book.yml"),
            "editions": self._maybe(EditionsChanges, content / "editions.yml"),
            "looks": self._maybe(LooksForm, self.root / "theme" / "looks.yml"),
            "templates": dict(self._templates(self.root / "theme" / "templates")),
        }
        if form is None:
            return None
        return RemixManuscript(
            self.name, form, chapters=chapters, tables=tables, folders=folders, **rest
        )

    def _changed_tables(
        self,
    ) -> tuple[dict[str, Written[TableChange]], dict[str, Written[FolderForm]]]:
        return self._read_tables(TableChange) if self._is_there("tables") else ({}, {})

    def _changed_chapters(self, folder: Path) -> Iterator[tuple[str, Written[Any]]]:
        if not self._is_there("content/rules"):
            return
        for path in self._yaml_files(folder, deep=False):
            kind = self._chapter_kind(path)
            if kind and (chapter := self._typed(kind, path)):
                yield path.stem, chapter

    def _chapter_kind(self, path: Path) -> type[Any] | None:
        """A whole chapter, or changes in one that exists; neither where it doesn’t say which."""
        bare: Written[Any] | None = self._typed(None, path)
        if bare is None:
            return None
        data, document = bare.form, bare.document
        if not isinstance(data, dict) or path.stem not in self.below or "replaces" in data:
            return ChapterChange
        if "title" in data or "opening" in data:
            tip = f"Write replaces: {path.stem}, or list only the sections that change."
            self.problems.append(
                document.problem(
                    (), "remix.exists", "changes in a chapter", f"“{path.stem}” as a whole", tip
                )
            )
            return None
        return ChapterChanges

    def _templates(self, folder: Path) -> Iterator[tuple[str, str]]:
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if path.name.startswith("."):
                continue
            if not path.name.endswith(TEMPLATE) or not path.is_file():
                self._stray(path)
                continue
            try:
                yield path.name.removesuffix(TEMPLATE), path.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                self._add(path, "file.encoding", "text in UTF-8", str(error), "")

    def _numbers(self, path: Path) -> Document | None:
        found: Written[Any] | None = self._maybe(None, path)
        return found.document if found else None

    def _maybe(self, kind: type[T] | None, path: Path) -> Written[T] | None:
        return self._typed(kind, path) if path.exists() or path.is_symlink() else None

    def _is_there(self, folder: str) -> bool:
        return (self.root / folder).exists()

    def _known_single(self, name: str) -> bool:
        return super()._known_single(name) and name != "game.yml"

    def _name(self, path: Path) -> str:
        return f"{self.name}/{path.relative_to(self.root).as_posix()}"


def load_remix(
    folder: Path, name: str, chapters: Collection[str], shelf: Path | None = None
) -> tuple[RemixManuscript | None, list[Problem]]:
    """Read the remix in a folder; ``name`` begins what problems call its files.

    ``chapters`` are the ids of the chapters that exist in what it changes.
    """
    loader = RemixLoader(folder, name, chapters, shelf)
    found = loader.remix()
    loader.shelf.save()
    return found, loader.problems
