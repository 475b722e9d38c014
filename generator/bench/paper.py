"""Print: what the proof of the last layout saves, and what all editions cost from cold."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from generator.bench.medians import medians
from generator.model.book import Book
from generator.pipeline import Copy, load_copy
from generator.press import engine, press
from generator.prints import Pressroom, Print, Shop, prints
from generator.prints.books import job
from generator.prints.maker import Order
from generator.project import Project
from generator.write import Cache

ROUNDS = 3
MEASURED = ("zine", "a5")
_REFERENCE = re.compile(r'<span data-page="([^"]+)">\d+</span>')
_COUNTED = "<style>.counted::after { content: target-counter(attr(data-to), page) }</style>"


def print_measures(project: Project) -> Iterator[str]:
    """The zine pressed with what the last build knows, and laid out plainly; then all editions."""
    copy = load_copy(project)
    order = _order(copy, project)
    pressed = press(job(order))
    plain_markup = counted(job(order).markup(pressed.proof.size))
    plain, warm = medians(
        ROUNDS,
        lambda: _plainly(plain_markup, project),
        lambda: press(job(order), pressed.proof.memo()),
    )
    yield f"zine, page references counted while laid out  {plain:6.2f} s"
    yield f"zine, pressed with the last proof             {warm:6.2f} s"
    yield f"ratio (at most 0.6 is wanted)                 {warm / plain:6.2f}"
    cold, made = _cold(project, copy)
    yield f"all {made} prints from cold                     {cold:6.2f} s"
    yield f"in plain zines (at most 3 are wanted)         {cold / plain:6.2f}"
    again, all_ = _after_a_change(project, copy)
    yield f"prints made again for a sentence of Combat    {again:3} of {all_}"


def counted(markup: str) -> str:
    """The same page with its page numbers left to the layout: ``target-counter`` for each."""
    spans = _REFERENCE.sub(r'<span class="counted" data-to="#\1"></span>', markup)
    return spans.replace("</head>", f"{_COUNTED}</head>", 1)


def _plainly(markup: str, project: Project) -> None:
    library = engine.weasyprint("zine")
    fetcher = engine.font_fetcher(library, project.packages, [])
    with engine.own_fonts_alone(), engine.listening():
        library.HTML(string=markup, url_fetcher=fetcher).write_pdf(pdf_variant="pdf/ua-1")


def _order(copy: Copy, project: Project) -> Order:
    assert copy.manuscript.papers
    found = next(p for p in prints(copy.manuscript) if (p.edition_id, p.paper_id) == MEASURED)
    tone = copy.manuscript.papers.form.tone
    return Order(found, copy.book, project, tone, tone)


def _cold(project: Project, copy: Copy) -> tuple[float, int]:
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        with _pressroom(project, copy, copy.book, Path(folder)) as pressroom:
            made = list(pressroom.finished())
        return time.perf_counter() - start, len(made)


def _after_a_change(project: Project, copy: Copy) -> tuple[int, int]:
    """How many prints have another key once a sentence of the chapter Combat is another."""
    with tempfile.TemporaryDirectory() as folder:
        rooms = [
            _pressroom(project, copy, book, Path(folder))
            for book in (copy.book, _changed(copy.book))
        ]
        before, after = ({p.name: room.key(p) for p in room.prints} for room in rooms)
    return sum(before[name] != after[name] for name in before), len(before)


def _changed(book: Book) -> Book:
    chapters = (
        replace(c, opening=f"{c.opening} Or so they say.") if c.id == "combat" else c
        for c in book.chapters
    )
    return replace(book, chapters=tuple(chapters))


def _pressroom(project: Project, copy: Copy, book: Book, folder: Path) -> Pressroom:
    assert copy.manuscript.papers
    papers = copy.manuscript.papers.form
    shop = Shop(book, papers, papers.tone)
    wanted: tuple[Print, ...] = prints(copy.manuscript)
    return Pressroom(project, Cache(folder), shop, wanted)
