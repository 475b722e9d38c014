"""The pressroom: every edition on every paper, rendered and pressed in worker processes.

Belongs to the pipeline: it knows both the render and the press stage. What was pressed before
from the same markup is taken from the cache.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from multiprocessing import get_context
from pathlib import Path
from types import TracebackType
from typing import Any

from generator.model.book import Book
from generator.model.editions import Edition, Layout, Paper, Setting
from generator.model.manuscript import Manuscript
from generator.press import Job, Proof, press
from generator.press.title import Title
from generator.project import Project
from generator.write import Cache, digest

_STEP = 0.2  # points between the text sizes that a sheet is tried at


@dataclass(frozen=True, slots=True)
class Print:
    """One PDF to make: an edition on a paper."""

    edition_id: str
    edition: Edition
    paper_id: str
    paper: Paper

    @property
    def name(self) -> str:
        """The file's name."""
        return f"nightsong-{self.edition_id}-{self.paper_id}.pdf"

    @property
    def title(self) -> str:
        """What it is, for people."""
        return f"{self.edition.title}, {self.paper.title}"

    @property
    def setting(self) -> Setting:
        """Margins and text sizes."""
        return self.paper.settings[self.edition.layout]


def prints(manuscript: Manuscript) -> tuple[Print, ...]:
    """All that is to be printed, in the order of ``editions.yml``."""
    assert manuscript.editions and manuscript.papers
    papers = manuscript.papers.form.papers
    return tuple(
        Print(name, edition, paper, papers[paper])
        for name, edition in manuscript.editions.form.editions.items()
        for paper in edition.papers
    )


def job(printed_: Print, book: Book, project: Project) -> Job:
    """The press's job for a print."""
    from generator.render.print import Sheet, printed  # here, since most builds print nothing

    def markup(proof: Proof) -> str:
        sheet = Sheet(book, printed_.edition, printed_.paper, proof.pages, proof.size)
        return printed(sheet, project.root / "theme")

    is_sheet = printed_.edition.layout is Layout.SHEET
    game = book.game
    return Job(
        name=printed_.name,
        markup=markup,
        fonts=project.packages,
        sizes=_sizes(printed_.setting),
        title=Title(f"{game.title}: {printed_.edition.title}", game.author, game.language),
        count=len(printed_.edition.sides) if is_sheet else None,
    )


def _sizes(setting: Setting) -> tuple[float, ...]:
    steps = round((setting.size - setting.least) / _STEP)
    return tuple(round(setting.size - _STEP * i, 2) for i in range(steps + 1))


def _press(
    printed_: Print, book: Book, project: Project, memo: Mapping[str, Any] | None
) -> tuple[bytes, dict[str, Any]]:
    """In a worker process: the PDF and the memo for the next time."""
    pressed = press(job(printed_, book, project), memo)
    return pressed.pdf, pressed.proof.memo()


class Pressroom:
    """Starts what must be pressed and hands out the finished PDFs."""

    def __init__(self, project: Project, cache: Cache, manuscript: Manuscript, book: Book) -> None:
        self.project, self.cache, self.book = project, cache, book
        self.prints = prints(manuscript)
        self.keys = {p.name: self._key(p) for p in self.prints}
        self.waiting: dict[str, Future[tuple[bytes, dict[str, Any]]]] = {}
        self.pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Pressroom:
        missing = [p for p in self.prints if self.cache.find(p.name, self.keys[p.name]) is None]
        if missing:
            workers = min(len(missing), os.cpu_count() or 1)
            self.pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
        for p in missing:
            assert self.pool
            self.waiting[p.name] = self.pool.submit(
                _press, p, _portable(self.book), self.project, self._memo(p)
            )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.pool:
            self.pool.shutdown(wait=True, cancel_futures=True)

    def finished(self) -> Iterator[tuple[Print, Path]]:
        """Each print with its PDF's path, once it is there."""
        for p in self.prints:
            folder, _ = self.cache.take(p.name, self.keys[p.name], lambda f, p=p: self._keep(p, f))  # type: ignore[misc]
            yield p, folder / p.name

    def summary(self) -> str:
        """How many were pressed and how many kept."""
        kept = len(self.prints) - len(self.waiting)
        return f"{len(self.waiting)} pressed, {kept} as before"

    def _keep(self, p: Print, folder: Path) -> None:
        pdf, memo = self.waiting[p.name].result()
        (folder / p.name).write_bytes(pdf)
        self._memo_file(p).write_text(json.dumps(memo), encoding="utf-8")

    def _key(self, p: Print) -> str:
        """All that the PDF depends on: its markup before layout, fonts, and the press itself.

        Making the markup takes a while, so what it was made from last time is kept with its key.
        """
        quick = self._quick_key(p)
        folder, _ = self.cache.take(
            f"{p.name}.key", quick, lambda f: _write(f / "key", self._markup_key(p))
        )
        return (folder / "key").read_text(encoding="utf-8")

    def _quick_key(self, p: Print) -> str:
        """All that the key depends on: the book, the looks of print, and the code between."""
        return digest([repr(p), self._common])

    @cached_property
    def _common(self) -> str:
        """What the quick keys of all prints share."""
        code = self._sources("generator/model", "generator/render", "theme/print", "nightsong")
        return digest([repr(_portable(self.book)), *code, Path(__file__), *self._press_sources])

    @cached_property
    def _press_sources(self) -> list[Path]:
        """The press itself, and the pins of its fonts and libraries."""
        pins = [self.project.root / "package-lock.json", self.project.pins]
        return [*self._sources("generator/press"), *pins]

    def _sources(self, *folders: str) -> list[Path]:
        found = (f for name in folders for f in sorted((self.project.root / name).rglob("*.*")))
        return [path for path in found if _counts(path)]

    def _markup_key(self, p: Print) -> str:
        made = job(p, self.book, self.project)
        facts = [repr(made.sizes), repr(made.title), repr(made.count)]
        return digest([made.markup(Proof({}, made.sizes[0])), *facts, *self._press_sources])

    def _memo_file(self, p: Print) -> Path:
        return self.project.workshop / "cache" / f"{p.name}.layout.json"

    def _memo(self, p: Print) -> dict[str, Any] | None:
        try:
            memo = json.loads(self._memo_file(p).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return memo if isinstance(memo, dict) else None


def _counts(path: Path) -> bool:
    """Whether a file is a source, and not what Python or an editor left beside it."""
    return path.is_file() and path.suffix in (".py", ".conf", ".css", ".j2", ".yml")


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _portable(book: Book) -> Book:
    """The book with plain dictionaries, which can travel to another process."""
    from dataclasses import replace

    return replace(
        book, tables=dict(book.tables), numbers=dict(book.numbers), targets=dict(book.targets)
    )
