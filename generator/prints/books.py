"""Books and sheets: HTML from the book, laid out by the press."""

from __future__ import annotations

from collections.abc import Sequence

from generator.model.editions import Layout, Setting
from generator.press import Job, Proof, press
from generator.press.title import Title
from generator.prints.maker import Made, Maker, Order
from generator.render.print import Sheet, printed

_STEP = 0.2  # points between the text sizes that a sheet is tried at


def job(order: Order) -> Job:
    """The press's job for a print."""
    one, game = order.print, order.book.game

    def markup(proof: Proof) -> str:
        sheet = Sheet(order.book, one.edition, one.paper, proof.pages, proof.size, proof.count)
        return printed(sheet, order.project.root / "theme")

    is_sheet = one.edition.layout is Layout.SHEET
    return Job(
        name=one.name,
        markup=markup,
        fonts=order.project.packages,
        sizes=_sizes(one.setting),
        title=Title(f"{game.title}: {one.edition.title}", game.author, game.language),
        count=len(one.edition.sides) if is_sheet else None,
    )


def _sizes(setting: Setting) -> tuple[float, ...]:
    steps = round((setting.size - setting.least) / _STEP)
    return tuple(round(setting.size - _STEP * i, 2) for i in range(steps + 1))


def _facts(order: Order) -> Sequence[str]:
    made = job(order)
    first = made.markup(Proof({}, made.sizes[0]))
    return [first, repr(made.sizes), repr(made.title), repr(made.count)]


def _make(order: Order) -> Made:
    pressed = press(job(order), order.memo)
    return Made(pressed.pdf, pressed.proof.memo())


BOOKS = Maker(_facts, _make)
