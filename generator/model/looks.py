"""The looks of a game: a few named colours, and a drawing for its sign."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields

from generator.model.editions import Ink

COLOR = re.compile(r"#[0-9a-f]{6}")
TEXT_CONTRAST = 4.5  # WCAG 2.2, 1.4.3
_LINEAR_UP_TO = 0.04045


@dataclass(frozen=True, slots=True)
class Palette:
    """The site's colours, each ``#rrggbb``. Those that are left out stay as they are.

    ``ground`` is the page, ``raised`` and ``sunken`` boxes on it; ``ink`` is text and ``quiet``
    what stands back; ``link`` leads on; ``gold`` is the accent's text and ``star`` its signs;
    ``marked`` is the row that was rolled; ``button`` and ``button_ink`` are what is pressed;
    ``header`` is the bar at the top.
    """

    ground: str = ""
    raised: str = ""
    sunken: str = ""
    ink: str = ""
    quiet: str = ""
    line: str = ""
    edge: str = ""
    link: str = ""
    gold: str = ""
    star: str = ""
    marked: str = ""
    button: str = ""
    button_ink: str = ""
    button_hover: str = ""
    header: str = ""

    def given(self) -> Iterator[tuple[str, str]]:
        """The names and values of those that are set."""
        for one in fields(self):
            if value := getattr(self, one.name):
                yield one.name, value


@dataclass(frozen=True, slots=True)
class LooksForm:
    """``theme/looks.yml`` of a remix: the site by day and by night, the second ink of its print.

    ``logo`` is an SVG below ``theme/``, the site's sign.
    """

    day: Palette = Palette()
    night: Palette = Palette()
    tone: Ink | None = None
    logo: str = ""


PLAIN = LooksForm()  # as the theme has them


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    red, green, blue = (_linear(int(color[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= _LINEAR_UP_TO else ((part + 0.055) / 1.055) ** 2.4
