"""The pocket edition: the largest text at which its eight pages hold, then all on one sheet."""

from __future__ import annotations

from collections.abc import Sequence

from generator.model.problems import Problem, ProblemsError
from generator.press import Job, press
from generator.prints.jobs import facts, sheet, sizes, title, toned
from generator.prints.maker import Made, Maker, Order
from generator.render.print_pocket import COUNT, printed_pocket

_STEP = 0.1  # points between the text sizes that are tried


def _job(order: Order, *, apart: bool, tried: tuple[float, ...]) -> Job:
    one = order.print

    def markup(size: float) -> str:
        return printed_pocket(sheet(order, size), order.project.root / "theme", apart=apart)

    called = title(order.book.game, one.edition.title)
    count = COUNT if apart else 1
    return Job(one.name, markup, order.project.packages, tried, called, count=count)


def _facts(order: Order) -> Sequence[str]:
    _expect_pages(order)
    tried = sizes(order.print.setting, _STEP)
    jobs = [_job(order, apart=apart, tried=tried) for apart in (True, False)]
    return [fact for job in jobs for fact in facts(job, order)]


def _make(order: Order) -> Made:
    _expect_pages(order)
    tried = sizes(order.print.setting, _STEP)
    proof = press(_job(order, apart=True, tried=tried), order.memo).proof
    pressed = press(_job(order, apart=False, tried=(proof.size,)))
    return Made(toned(pressed.pdf, order), proof.memo())


def _expect_pages(order: Order) -> None:
    count = sum(len(side.panels) for side in order.print.edition.sides)
    if count != COUNT:
        problem = Problem(
            order.print.name, 0, 0, "print.pocket", f"{COUNT} panels, one a page", str(count),
            f"Give “{order.print.edition_id}” that many in content/editions.yml.",
        )  # fmt: skip
        raise ProblemsError([problem])


POCKETS = Maker(_facts, _make)
