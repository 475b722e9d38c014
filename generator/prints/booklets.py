"""Booklets: another print's pages, imposed to be printed on both sides and folded."""

from __future__ import annotations

from collections.abc import Sequence

from generator.press.impose import Folding, impose
from generator.press.title import Title
from generator.prints.jobs import title
from generator.prints.maker import Made, Maker, Order


def _facts(order: Order) -> Sequence[str]:
    return [repr(_folding(order)), repr(_title(order))]


def _make(order: Order) -> Made:
    assert order.base is not None
    return Made(impose(order.base, _folding(order), _title(order)), {})


def _folding(order: Order) -> Folding:
    paper, profile = order.print.paper, order.print.profile
    if profile is None:
        return Folding(paper.height, paper.width)
    return Folding(paper.height, paper.width, profile.signature, profile.creep)


def _title(order: Order) -> Title:
    return title(order.book.game, order.print.edition.title)


BOOKLETS = Maker(_facts, _make)
