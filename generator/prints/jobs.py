"""What the jobs of all layouts share: sheet, title, the sizes to try, and what comes of them."""

from __future__ import annotations

from collections.abc import Sequence

from generator.model.book import Game
from generator.model.editions import Setting
from generator.press import Job, press
from generator.press.title import Title
from generator.press.tones import retoned
from generator.prints.maker import Made, Order
from generator.render.print import Sheet

STEP = 0.2  # points between the text sizes that are tried


def sheet(order: Order, size: float) -> Sheet:
    """What is printed, with text of that size in points."""
    one = order.print
    return Sheet(order.book, one.edition, one.paper, size, own=order.own)


def title(game: Game, what: str) -> Title:
    """What a reader's library shows of the file."""
    return Title(f"{game.title}: {what}", game.author, game.language)


def sizes(setting: Setting, step: float = STEP) -> tuple[float, ...]:
    """The text sizes to try, in points, largest first."""
    steps = round((setting.size - setting.least) / step)
    return tuple(round(setting.size - step * i, 2) for i in range(steps + 1))


def facts(job: Job, order: Order) -> Sequence[str]:
    """What decides on the PDF of a job: its markup before any layout, and what is asked of it."""
    first = job.markup(job.sizes[0])
    tones = () if order.tone == order.drawn_in else (repr(order.tone), repr(order.drawn_in))
    return [first, repr(job.sizes), repr(job.title), repr(job.count), *tones]


def made(job: Job, order: Order) -> Made:
    """The job pressed, with its proof for the next time."""
    pressed = press(job, order.memo)
    return Made(toned(pressed.pdf, order), pressed.proof.memo())


def toned(pdf: bytes, order: Order) -> bytes:
    """The pages in the game's own second tone."""
    return retoned(pdf, order.drawn_in, order.tone)
