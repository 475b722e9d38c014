"""The pressroom: makes prints in worker processes; what hasn't changed comes from the cache."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from functools import cached_property
from multiprocessing import get_context
from pathlib import Path
from types import TracebackType
from typing import Any

from generator.model.book import Book
from generator.model.editions import Ink, Papers
from generator.model.problems import Problem, ProblemsError
from generator.prints.maker import Made, Order
from generator.prints.prints import Print
from generator.project import Project
from generator.write import Cache, digest


def _make(order: Order) -> Made:
    """In a worker process."""
    from generator.prints.makers import MAKERS

    return MAKERS[order.print.edition.layout].make(order)


@dataclass(frozen=True, slots=True)
class Shop:
    """What is printed, and the papers and inks that there are."""

    book: Book
    papers: Papers
    tone: Ink
    own: Mapping[str, str] = field(default_factory=dict)


class Pressroom:
    """Starts what must be made and hands out the finished PDFs, in order.

    A print that is made from another waits for it.
    """

    def __init__(self, project: Project, cache: Cache, shop: Shop, wanted: Sequence[Print]) -> None:
        self.project, self.cache, self.book = project, cache, shop.book
        self.tone, self.drawn_in = shop.tone, shop.papers.tone
        self.own = shop.own
        self.wanted = tuple(wanted)
        self.prints = tuple({p.name: p for p in _with_bases(self.wanted)}.values())
        self.keys: dict[str, str] = {}
        self.waiting: dict[str, Future[Made]] = {}
        self.done: dict[str, Path] = {}
        self.made = 0
        self.pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Pressroom:
        # What is found out to be missing is made while the next print's key is still worked out.
        try:
            for p in self.prints:
                if p.of is None and self._found(p) is None:
                    self._start(p, None)
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()

    def _close(self) -> None:
        if self.pool:
            self.pool.shutdown(wait=True, cancel_futures=True)

    def finished(self) -> Iterator[tuple[Print, Path]]:
        """Each wanted print with its PDF's path, once it is there."""
        for p in self.prints:
            if p.of is not None and self._found(p) is None:
                self._start(p, self._path(p.of).read_bytes())
        for p in self.wanted:
            yield p, self._path(p)

    def summary(self) -> str:
        """How many were pressed and how many kept."""
        return f"{self.made} pressed, {len(self.prints) - self.made} as before"

    def notes(self) -> Iterator[str]:
        """What is to be known of the finished prints."""
        for p in self.wanted:
            note = (self._memo(p) or {}).get("note")
            if note:
                yield str(note)

    def _found(self, p: Print) -> Path | None:
        return self.cache.find(p.name, self.key(p))

    def _start(self, p: Print, base: bytes | None) -> None:
        if self.pool is None:
            self.pool = ProcessPoolExecutor(os.cpu_count() or 1, mp_context=get_context("spawn"))
        book = _portable(self.book)
        memo = self._memo(p)
        order = Order(p, book, self.project, self.tone, self.drawn_in, memo, base, own=self.own)
        self.waiting[p.name] = self.pool.submit(_make, order)
        self.made += 1

    def _path(self, p: Print) -> Path:
        """The finished PDF; waits for it."""
        if p.name not in self.done:
            folder, _ = self.cache.take(p.name, self.key(p), lambda f: self._keep(p, f))
            self.done[p.name] = folder / p.name
        return self.done[p.name]

    def _keep(self, p: Print, folder: Path) -> None:
        try:
            made = self.waiting[p.name].result()
        except BrokenProcessPool:
            raise ProblemsError([_ended(p)]) from None
        (folder / p.name).write_bytes(made.pdf)
        self._memo_file(p).write_text(json.dumps(dict(made.memo)), encoding="utf-8")

    def key(self, p: Print) -> str:
        """A digest of all that the PDF depends on: its maker's facts, its base, fonts, the press.

        Finding that out takes a while, so what it was made from last time is kept with its key.
        """
        if p.name not in self.keys:
            self.keys[p.name] = self._kept_key(p)
        return self.keys[p.name]

    def _kept_key(self, p: Print) -> str:
        quick = digest([repr(p), self._common])
        folder, _ = self.cache.take(
            f"{p.name}.key", quick, lambda f: _write(f / "key", self._slow_key(p))
        )
        return (folder / "key").read_text(encoding="utf-8")

    def _slow_key(self, p: Print) -> str:
        from generator.prints.makers import MAKERS  # here, since most builds print nothing

        facts = MAKERS[p.edition.layout].facts(
            Order(p, self.book, self.project, self.tone, self.drawn_in, own=self.own)
        )
        base = [self.key(p.of)] if p.of else []
        return digest([*facts, *base, *self._press_sources])

    @cached_property
    def _common(self) -> str:
        """What the quick keys of all prints share: the book, its looks, and the code between."""
        code = self._sources("generator/model", "generator/render", "theme/print", "nightsong")
        looks = repr((self.tone, self.drawn_in, dict(self.own)))
        return digest([repr(_portable(self.book)), looks, *code, *self._press_sources])

    @cached_property
    def _press_sources(self) -> list[Path]:
        """The press itself, and the pins of its fonts and libraries."""
        pins = [self.project.root / "package-lock.json", self.project.pins]
        return [*self._sources("generator/press", "generator/prints"), *pins]

    def _sources(self, *folders: str) -> list[Path]:
        found = (f for name in folders for f in sorted((self.project.root / name).rglob("*.*")))
        return [path for path in found if _counts(path)]

    def _memo_file(self, p: Print) -> Path:
        return self.cache.root / f"{p.name}.layout.json"

    def _memo(self, p: Print) -> dict[str, Any] | None:
        try:
            memo = json.loads(self._memo_file(p).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return memo if isinstance(memo, dict) else None


def _with_bases(wanted: Sequence[Print]) -> Iterator[Print]:
    """Each print after the one that it is made from."""
    for p in wanted:
        if p.of is not None:
            yield from _with_bases([p.of])
        yield p


def _ended(p: Print) -> Problem:
    """A worker process was ended from outside, as a system does that runs out of memory."""
    expected, came = "a press that runs to its end", "its process was ended from outside"
    return Problem(p.name, 0, 0, "press.ended", expected, came, "Free some memory; run it again.")


def _counts(path: Path) -> bool:
    """Whether a file is a source, and not what Python or an editor left beside it."""
    return path.is_file() and path.suffix in (".py", ".conf", ".css", ".j2", ".yml")


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _portable(book: Book) -> Book:
    """The book with plain dictionaries, which can travel to another process."""
    return replace(
        book, tables=dict(book.tables), numbers=dict(book.numbers), targets=dict(book.targets)
    )
