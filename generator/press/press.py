"""Lay out, look where everything came to stand, print.

Text that names pages depends on the layout. It is laid out with room for their numbers, which are
set where they stand. A layout is made again only where numbers need more figures than were kept
free for them, or where another size of the text is tried.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import Any

from generator.model.problems import Problem, ProblemsError
from generator.press import engine
from generator.press.bounds import outgrown
from generator.press.folios import LEAST, figures_of, renumber, with_room
from generator.press.preflight import preflight
from generator.press.title import Title

_AFTER_SPARE = 1  # pages that may come after the spare ones: the back cover
_SQUARE = 2.0


@dataclass(frozen=True, slots=True)
class Proof:
    """What is known of the layout: the page of every anchor, and the text's size in points."""

    pages: Mapping[str, int]
    size: float

    def memo(self) -> dict[str, Any]:
        """What saves layouts the next time, as plain data."""
        return {"size": self.size, "last": max(self.pages.values(), default=1)}


@dataclass(frozen=True, slots=True)
class Job:
    """What to print. ``name`` is the file it will be, for messages.

    ``markup`` makes the whole HTML at a size of the text in points; a page's number is in it as
    ``<span data-page="ID">00</span>``, with any figures. ``sizes`` are the text sizes to try,
    largest first; the largest is taken that keeps to ``count`` pages, if a count is asked for. No
    text may stand within ``safe`` millimetres of a page's edge. Of the pages whose anchors begin
    with ``spare``, as many are kept as make the count a multiple of ``signature``.
    """

    name: str
    markup: Callable[[float], str]
    fonts: Path
    sizes: tuple[float, ...]
    title: Title
    count: int | None = None
    safe: float = 0.0
    spare: str = ""
    signature: int = 1


@dataclass(frozen=True, slots=True)
class Pressed:
    """A printed artifact; ``layouts`` counts how often it had to be laid out."""

    pdf: bytes
    proof: Proof
    count: int
    layouts: int


@dataclass(frozen=True, slots=True)
class _Layout:
    """One layout of the whole document."""

    html: str
    document: Any
    proof: Proof
    fullness: float  # the height that its columns need, in parts of what there is; 0 without any

    @property
    def count(self) -> int:
        return len(self.document.pages)


class _Bench:
    """Where a job is laid out as often as it takes."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.library = engine.weasyprint(job.name)
        self.missing: list[str] = []
        self.layouts = 0
        self.texts: dict[float, str] = {}
        self.done: dict[tuple[float, int], _Layout] = {}
        self.pictures: dict[str, Any] = {}

    def lay_out(self, size: float, figures: int = LEAST) -> _Layout:
        """One layout with room for page numbers of so many figures, made but once."""
        if (size, figures) not in self.done:
            if size not in self.texts:
                self.texts[size] = self.job.markup(size)
            html = with_room(self.texts[size], figures)
            self.done[size, figures] = self._laid_out(html, size)
        return self.done[size, figures]

    def _laid_out(self, html: str, size: float) -> _Layout:
        self.layouts += 1
        fetcher = engine.font_fetcher(self.library, self.job.fonts, self.missing)
        with engine.listening() as messages, engine.own_ways() as fullness:
            source = self.library.HTML(string=html, url_fetcher=fetcher)
            document = source.render(pdf_variant="pdf/ua-1", cache=self.pictures)
        self.stop_for(messages)
        document = _without_surplus(self.job, document)
        came = Proof(_pages(document), size)
        return _Layout(html, document, came, max(fullness, default=0.0))

    def settled(self, size: float, last: int) -> _Layout:
        """The layout with its page numbers, from a guess at the last one.

        Where the count needs other figures with room for them than without, they have the room.
        """
        needed = figures_of(last)
        tried: set[int] = set()
        while needed not in tried:
            figures = needed
            tried.add(figures)
            needed = figures_of(self.lay_out(size, figures).count)
        layout = self.lay_out(size, max(figures, needed))
        renumber(layout.document, layout.proof.pages)
        return layout

    def print(self, layout: _Layout) -> bytes:
        """The layout as a finished PDF."""
        identifier = hashlib.sha256(layout.html.encode()).digest()[:16]
        with engine.listening() as messages, engine.own_ways():
            raw = layout.document.write_pdf(pdf_variant="pdf/ua-1", pdf_identifier=identifier)
        self.stop_for(messages)
        from generator.press.finish import finish  # here: pikepdf loads slowly

        return finish(raw, self.job.title)

    def stop_for(self, messages: list[str]) -> None:
        if found := engine.complaints(self.job.name, messages, self.missing):
            raise ProblemsError(found)


def press(job: Job, memo: Mapping[str, Any] | None = None) -> Pressed:
    """Print a job; raises ``ProblemsError``. The memo of last time saves layouts, not more.

    The same job gives the same bytes with any memo or none.
    """
    with engine.own_fonts_alone():
        return _pressed(job, memo or {})


def _pressed(job: Job, memo: Mapping[str, Any]) -> Pressed:
    bench = _Bench(job)
    guess = memo.get("size")
    size = _fitting(bench, guess) if len(job.sizes) > 1 else job.sizes[0]
    layout = bench.settled(size, memo.get("last") or 1)
    if job.count is not None and layout.count != job.count:
        raise ProblemsError([_wrong_count(job, layout)])
    document = layout.document
    found = [*outgrown(job.name, document, job.safe), *preflight(job.name, document)]
    if found:
        raise ProblemsError(found)
    return Pressed(bench.print(layout), layout.proof, layout.count, bench.layouts)


def _fitting(bench: _Bench, guess: float | None) -> float:
    """The largest size that keeps to the count; the smallest where none does."""
    sizes, count = bench.job.sizes, bench.job.count or 1
    low, high = 0, len(sizes) - 1  # the answer is within, or is the last
    tried = sizes.index(guess) if guess in sizes else high // 2
    seen: list[tuple[float, float]] = []
    while low < high:
        at = min(max(tried, low), high - 1)
        layout = bench.lay_out(sizes[at])
        if layout.count <= count:
            high = at
        else:
            low = at + 1
        tried = (low + high) // 2
        if layout.fullness:
            seen.append((sizes[at], layout.fullness))
            fitting = _filling(seen)
            tried = next((n for n, size in enumerate(sizes) if size <= fitting), high)
    return sizes[low]


def _filling(seen: Sequence[tuple[float, float]]) -> float:
    """The size at which columns are likely full, from how full they were at other sizes.

    Text takes room by the square of its size, and short lines just by their height: with a second
    size it is seen by which power.
    """
    size, fullness = seen[-1]
    power = _SQUARE
    if len(seen) > 1:
        other, was = seen[-2]
        power = max(log(fullness / was) / log(size / other), 1.0)
    return float(size / fullness ** (1 / power))


def _wrong_count(job: Job, layout: _Layout) -> Problem:
    came = f"{layout.count} pages at {job.sizes[-1]:g} pt, the smallest text allowed"
    tip = "Shorten the texts that it prints, or take some out in content/editions.yml."
    if layout.count < (job.count or 0):
        came, tip = f"{layout.count} pages", "Give it more to print in content/editions.yml."
    return Problem(job.name, 0, 0, "press.page-count", f"{job.count} pages", came, tip)


def _without_surplus(job: Job, document: Any) -> Any:
    """The document without the spare pages that its signatures have no room for."""
    spare = [n for n, page in enumerate(document.pages) if _is_spare(job, page)]
    if not spare:
        return document
    count = len(document.pages)
    if spare != list(range(spare[0], spare[-1] + 1)) or spare[-1] < count - _AFTER_SPARE - 1:
        tip = "Put notes last in content/editions.yml, or just before the back."
        expected, came = "notes at the end of the book", f"notes on page {spare[0] + 1}"
        raise ProblemsError([Problem(job.name, 0, 0, "press.notes", expected, came, tip)])
    surplus = set(spare[(len(spare) - count) % job.signature :])
    return document.copy([page for n, page in enumerate(document.pages) if n not in surplus])


def _is_spare(job: Job, page: Any) -> bool:
    return bool(job.spare) and any(anchor.startswith(job.spare) for anchor in page.anchors)


def _pages(document: Any) -> dict[str, int]:
    pages: dict[str, int] = {}
    for number, page in enumerate(document.pages, 1):
        for anchor in page.anchors:
            pages.setdefault(anchor, number)
    return pages
