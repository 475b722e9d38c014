"""The game in eight tiny pages on one side of a sheet: folded, and cut once in the middle."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from generator.model.editions import Panel
from generator.render.print import Sheet, View
from generator.render.print_cover import cover
from generator.render.print_prose import safe
from generator.render.print_svg import Pen, data_of, trail
from generator.render.templates import fill

ACROSS, DOWN = 4, 2
UPPER = (7, 6, 5, 4)  # pages of the upper row, upside down, from the left
LOWER = (8, 1, 2, 3)  # and of the lower row
COUNT = ACROSS * DOWN

_FOLD, _CUT = "#9a9cc4", "#2b2f6b"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page lies on the sheet, from its left upper corner, in millimetres."""

    page: int
    left: float
    top: float
    turned: bool


def places(width: float, height: float) -> tuple[Place, ...]:
    """The eight pages on a sheet of that size, lying, in the order of reading."""
    wide, high = width / ACROSS, height / DOWN
    rows = ((UPPER, 0.0, True), (LOWER, high, False))
    found = [
        Place(page, wide * column, top, turned)
        for pages, top, turned in rows
        for column, page in enumerate(pages)
    ]
    return tuple(sorted(found, key=lambda place: place.page))


def printed_pocket(sheet: Sheet, theme: Path, *, apart: bool) -> str:
    """The sheet as HTML, or its pages ``apart``, one after the other, to try out a size."""
    values = {"v": PocketView(sheet), "game": sheet.book.game, "apart": apart}
    return fill(theme / "print", "pocket.html.j2", values, html=True)


class PocketView(View):
    """What the pocket edition asks for."""

    @property
    def wide(self) -> float:
        """The width of a page in millimetres."""
        return self.paper.height / ACROSS

    @property
    def high(self) -> float:
        """The height of a page in millimetres."""
        return self.paper.width / DOWN

    @property
    def measure(self) -> float:
        """How many letters of a table fit across a page."""
        return super().measure / self.width * (self.wide - self.setting.inner - self.setting.outer)

    def placed(self) -> Iterator[tuple[Place, Panel]]:
        """Every page with what is on it, in the order of reading."""
        panels = [panel for side in self.edition.sides for panel in side.panels]
        return zip(places(self.paper.height, self.paper.width), panels, strict=True)

    def picture(self) -> Markup:
        """The drawing of the front, within the page's margins."""
        inset = self.setting.inner + self.setting.outer
        upright = self.setting.top + self.setting.bottom
        return safe(cover(self.wide - inset, self.high - upright))

    def folds(self) -> str:
        """Fold lines and the cut as the address of a drawing behind the pages."""
        pen = Pen()
        for column in range(1, ACROSS):
            x = self.wide * column
            pen.path(trail([(x, 0.0), (x, self.high * DOWN)]), **_dashed())
        for start in (0.0, self.wide * (ACROSS - 1)):
            ends = [(start, self.high), (start + self.wide, self.high)]
            pen.path(trail(ends), **_dashed())
        ends = [(self.wide, self.high), (self.wide * (ACROSS - 1), self.high)]
        pen.path(trail(ends), fill="none", stroke=_CUT, stroke_width=0.3)
        _scissors(pen, self.wide + 3.2, self.high)
        return data_of(pen.svg(self.paper.height, self.paper.width))


def _dashed() -> dict[str, str | float]:
    return {"fill": "none", "stroke": _FOLD, "stroke_width": 0.18, "stroke_dasharray": "1.2 1.6"}


def _scissors(pen: Pen, x: float, y: float) -> None:
    """Scissors that cut to the right along a line."""
    for side in (-1, 1):
        turn = side * math.radians(24)
        tip = (x + 3.0 * math.cos(turn), y - 3.0 * math.sin(turn))
        grip = (x - 1.7 * math.cos(turn), y + 1.7 * math.sin(turn))
        pen.path(
            trail([tip, grip]), fill="none", stroke=_CUT, stroke_width=0.42, stroke_linecap="round"
        )
        pen.circle(
            (x - 2.4 * math.cos(turn), y + 2.4 * math.sin(turn)), 0.72, fill="none", stroke=_CUT,
            stroke_width=0.34,
        )  # fmt: skip
    pen.circle((x, y), 0.22, fill=_CUT)
