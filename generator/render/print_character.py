"""The character's sheet: to type into, to write on, or four small ones on a page."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from markupsafe import Markup, escape

from generator.model.ruleset import ruleset_of
from generator.render.print import MILLIMETRES, Sheet, View
from generator.render.print_prose import safe
from generator.render.print_svg import Pen, data_of, moon, trail
from generator.render.templates import fill
from nightsong.characters import Ability
from nightsong.sheetfields import CONDITIONS, WEAPONS, SheetForm
from nightsong.wording import reworded

FEW = 4  # sheets on a page that are small ones
_FEW_CONDITIONS = 3  # lines of a small sheet, and as many for Spells
_TEXT, _LARGE, _HUGE, _SMALL = 1.0, 1.35, 2.1, 0.82  # sizes of what is typed, in ems of the text
# Heights in ems, but for what takes the room that is left.
_FRONT, _BACK = 27.6, 18.6
_FEW_REST = 25.6
_SMALLER = 0.72  # text of a sheet that is one of several, in parts of the text's size
_DETAIL, _DETAILS_ACROSS = 2.85, 3
_SPELL, _SPELL_HEAD = 8.0, 3.2
_RULED = 8.0  # millimetres between lines to write on
_CRESCENT = 0.14  # phase of the first moon
_CUT = "#9a9cc4"


def printed_sheet(sheet: Sheet, theme: Path) -> str:
    """The sheet as a whole HTML document."""
    values = {"v": CharacterView(sheet), "game": sheet.book.game}
    name = "character-few.html.j2" if sheet.edition.up == FEW else "character.html.j2"
    return fill(theme / "print", name, values, html=True)


class CharacterView(View):
    """What the templates of a character's sheet ask for."""

    @cached_property
    def form(self) -> SheetForm:
        """The lines that the game's sheet has."""
        return SheetForm.of(ruleset_of(self.sheet.book))

    @property
    def height(self) -> float:
        """The height of the text in millimetres."""
        return self.paper.height - self.setting.top - self.setting.bottom

    @property
    def _ems(self) -> float:
        """The height of the text in ems."""
        return self.height / (self.size * MILLIMETRES)

    @property
    def row(self) -> float:
        """The height of a line of a list in ems: as much as the rest of the front leaves."""
        details = math.ceil(len(self.form.details) / _DETAILS_ACROSS) * _DETAIL
        return round((self._ems - _FRONT - details) / self.form.slots, 2)

    @property
    def card(self) -> tuple[float, float]:
        """Width and height of one of several sheets on a page, in millimetres."""
        return self.paper.width / 2, self.paper.height / 2

    @property
    def small(self) -> float:
        """The size of the text of one of several sheets on a page, in points."""
        return round(self.size * _SMALLER, 2)

    @property
    def few_row(self) -> float:
        """The height of a line of a small sheet's list in ems."""
        high = (self.card[1] - 1.6 * self.setting.top) / (self.small * MILLIMETRES)
        return round((high - _FEW_REST) / (self.few_slots / 2 + _FEW_CONDITIONS), 2)

    @property
    def few_slots(self) -> int:
        """The lines of a small sheet's list: an even number, in two columns."""
        return self.form.slots + self.form.slots % 2

    @property
    def spell(self) -> float:
        """The height of what a Spell does, in ems."""
        return _SPELL

    @property
    def notes_height(self) -> float:
        """The height of the notes in ems: as much as the rest of the back leaves."""
        spells = math.ceil(self.form.spells / 2) * (_SPELL + _SPELL_HEAD)
        return round(self._ems - _BACK - spells, 2)

    @property
    def abilities(self) -> Iterator[tuple[str, str]]:
        """Each Ability: its name in the model and the game's own."""
        words = self.sheet.book.game.words
        return ((str(one), reworded(one.capitalize(), words)) for one in Ability)

    def ability(self, key: str) -> str:
        """What the game calls an Ability."""
        return dict(self.abilities)[key]

    def called(self, id_: str, otherwise: str) -> str:
        """What the game calls a rule; words of ours where it has none."""
        target = self.sheet.book.targets.get(id_)
        return target.title if target else otherwise

    def n(self, name: str) -> Any:
        """A number of the game by its name."""
        value: Any = self.sheet.book.numbers
        for part in name.split("."):
            value = value[part]
        return value.replace("-", "–") if isinstance(value, str) else value

    @property
    def weapons(self) -> range:
        """The lines for weapons."""
        return range(WEAPONS)

    @property
    def conditions(self) -> range:
        """The lines for Conditions."""
        return range(CONDITIONS)

    @property
    def few_conditions(self) -> range:
        """The lines for Conditions on a small sheet."""
        return range(_FEW_CONDITIONS)

    def text(self, name: str, label: str, kind: str = "", align: str = "left") -> Markup:
        """A line to type or write on; ``kind`` is ``large``, ``huge`` or ``small``."""
        size = {"large": _LARGE, "huge": _HUGE, "small": _SMALL}.get(kind, _TEXT)
        return self._field(name, label, "text", size, align, kind)

    def lines(self, name: str, label: str) -> Markup:
        """Several lines to type or write on."""
        return self._field(name, label, "lines", _SMALL + 0.08, "left", "many")

    def tick(self, name: str, label: str) -> Markup:
        """A box to tick."""
        return self._field(name, label, "tick", _TEXT, "center", "")

    def _field(
        self, name: str, label: str, kind: str, size: float, align: str, looks: str
    ) -> Markup:
        classes = " ".join(filter(None, ("field", kind, looks, align)))
        if not self.edition.form:
            return safe(f'<span class="{classes}"></span>')
        points = round(size * self.size, 1)
        asked = urlencode({"label": label, "kind": kind, "size": points, "align": align})
        address = escape(f"field:{quote(name)}?{asked}")
        return safe(f'<a class="{classes}" href="{address}" title="{escape(label)}"></a>')

    def moon(self, number: int) -> str:
        """A moon that grows from Ability to Ability, as the address of a drawing."""
        pen, at, radius = Pen(), (2.0, 2.0), 1.75
        pen.circle(at, radius, fill="#2b2f6b", stroke="#2b2f6b", stroke_width=0.2)
        phase = _CRESCENT + (0.5 - _CRESCENT) * number / (len(Ability) - 1)
        if number == len(Ability) - 1:
            pen.circle(at, radius, fill="#ffffff")
        else:
            pen.path(moon(at, radius, phase), fill="#ffffff")
        return data_of(pen.svg(4, 4))

    def ruled_line(self) -> str:
        """A line to write on, as the address of a drawing that is laid out again and again."""
        pen = Pen()
        pen.path(trail([(0.0, _RULED), (10.0, _RULED)]), stroke="#c9cadf", stroke_width=0.2)
        return data_of(pen.svg(10, _RULED))

    def cuts(self) -> str:
        """The lines to cut along, over the whole page."""
        wide, high = self.paper.width, self.paper.height
        pen = Pen()
        style: dict[str, str | float] = {
            "stroke": _CUT, "stroke_width": 0.15, "stroke_dasharray": "1.6 1.2", "fill": "none",
        }  # fmt: skip
        pen.path(trail([(wide / 2, 0.0), (wide / 2, high)]), **style)
        pen.path(trail([(0.0, high / 2), (wide, high / 2)]), **style)
        return data_of(pen.svg(wide, high))
