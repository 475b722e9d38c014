"""Books and sheets: HTML from the book, laid out by the press."""

from __future__ import annotations

from generator.model.editions import Layout
from generator.press import Job
from generator.prints.jobs import facts, made, sheet, sizes, title
from generator.prints.maker import Maker, Order
from generator.render.print import NOTES, SIGNATURE, printed


def job(order: Order) -> Job:
    """The press's job for a print."""
    one = order.print

    def markup(size: float) -> str:
        return printed(sheet(order, size), order.project.root / "theme")

    is_sheet = one.edition.layout is Layout.SHEET
    return Job(
        name=one.name,
        markup=markup,
        fonts=order.project.packages,
        sizes=sizes(one.setting),
        title=title(order.book.game, one.edition.title),
        count=len(one.edition.sides) if is_sheet else None,
        spare=NOTES,
        signature=SIGNATURE,
    )


BOOKS = Maker(lambda order: facts(job(order), order), lambda order: made(job(order), order))
