"""Characters' sheets: pressed, and made into forms where they are to be typed into."""

from __future__ import annotations

from collections.abc import Sequence

from generator.press import Job, press
from generator.press.forms import with_form
from generator.prints.jobs import facts, sheet, title, toned
from generator.prints.maker import Made, Maker, Order
from generator.render.print_character import FEW, printed_sheet

FONT = "@expo-google-fonts/alegreya-sans/400Regular/AlegreyaSans_400Regular.ttf"


def _job(order: Order) -> Job:
    one = order.print

    def markup(size: float) -> str:
        return printed_sheet(sheet(order, size), order.project.root / "theme")

    called = title(order.book.game, one.edition.title)
    count = 1 if one.edition.up == FEW else 2
    return Job(one.name, markup, order.project.packages, (one.setting.size,), called, count=count)


def _facts(order: Order) -> Sequence[str]:
    return facts(_job(order), order)


def _make(order: Order) -> Made:
    pressed = press(_job(order), order.memo)
    pdf = toned(pressed.pdf, order)
    if order.print.edition.form:
        pdf = with_form(pdf, order.project.packages / FONT)
    return Made(pdf, pressed.proof.memo())


SHEETS = Maker(_facts, _make)
