"""The pocket edition: the largest text at which its eight pages hold, then all on one sheet."""

from __future__ import annotations

from collections.abc import Sequence

from generator.model.problems import Problem, ProblemsError
from generator.press import Job, Proof, press
from generator.press.title import Title
from generator.prints.maker import Made, Maker, Order
from generator.render.print import Sheet
from generator.render.print_pocket import COUNT, printed_pocket

_STEP = 0.1  # points between the text sizes that are tried


def _job(order: Order, *, apart: bool, sizes: tuple[float, ...]) -> Job:
    one, game = order.print, order.book.game

    def markup(proof: Proof) -> str:
        sheet = Sheet(order.book, one.edition, one.paper, proof.pages, proof.size, proof.count)
        return printed_pocket(sheet, order.project.root / "theme", apart=apart)

    title = Title(f"{game.title}: {one.edition.title}", game.author, game.language)
    count = COUNT if apart else 1
    return Job(one.name, markup, order.project.packages, sizes, title, count=count)


def _sizes(order: Order) -> tuple[float, ...]:
    setting = order.print.setting
    steps = round((setting.size - setting.least) / _STEP)
    return tuple(round(setting.size - _STEP * i, 2) for i in range(steps + 1))


def _facts(order: Order) -> Sequence[str]:
    _expect_pages(order)
    sizes = _sizes(order)
    jobs = [_job(order, apart=apart, sizes=sizes) for apart in (True, False)]
    pages = [job.markup(Proof({}, sizes[0])) for job in jobs]
    return [*pages, repr(sizes), repr(jobs[0].title)]


def _make(order: Order) -> Made:
    _expect_pages(order)
    tried = press(_job(order, apart=True, sizes=_sizes(order)), order.memo).proof
    pressed = press(_job(order, apart=False, sizes=(tried.size,)))
    return Made(pressed.pdf, tried.memo())


def _expect_pages(order: Order) -> None:
    count = sum(len(side.panels) for side in order.print.edition.sides)
    if count != COUNT:
        problem = Problem(
            order.print.name, 0, 0, "print.pocket", f"{COUNT} panels, one a page", str(count),
            f"Give “{order.print.edition_id}” that many in content/editions.yml.",
        )  # fmt: skip
        raise ProblemsError([problem])


POCKETS = Maker(_facts, _make)
