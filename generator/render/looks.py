"""A remix's colours: a style sheet of the site, after the theme's own, and its sky."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Iterator

from generator.model.looks import LooksForm, Palette

_SCHEMES = (
    ("day", ':root,\n[data-md-color-scheme="default"]'),
    ("night", '[data-md-color-scheme="slate"]'),
)
_COLOR = re.compile(r"#[0-9a-f]{6}\b")
_BLUES = (0.55, 0.75)  # of the wheel of hues: what the theme's night is painted in
_RAISED, _HOVER = 0.14, 0.2  # how much lighter fields in the bar are than the bar


def looks_css(looks: LooksForm) -> str:
    """The rules that set the colours; empty where all stay as they are."""
    return "\n".join(
        f"{scheme} {{\n{''.join(_lines(getattr(looks, time)))}}}\n"
        for time, scheme in _SCHEMES
        if dict(getattr(looks, time).given())
    )


def _lines(palette: Palette) -> Iterator[str]:
    for name, color in palette.given():
        if name == "header":
            yield f"  --ns-night: {color};\n"
            yield f"  --ns-night-raised: {_lighter(color, _RAISED)};\n"
            yield f"  --ns-night-hover: {_lighter(color, _HOVER)};\n"
        else:
            yield f"  --ns-{name.replace('_', '-')}: {color};\n"


def sky(drawing: str, header: str) -> str:
    """The theme's night sky with its blues in the hue of a colour, as light as they were."""
    hue, _, saturation = colorsys.rgb_to_hls(*_rgb(header))

    def painted(match: re.Match[str]) -> str:
        old, light, full = colorsys.rgb_to_hls(*_rgb(match[0]))
        if not _BLUES[0] <= old <= _BLUES[1]:
            return match[0]
        return _hex(colorsys.hls_to_rgb(hue, light, (full + saturation) / 2))

    return _COLOR.sub(painted, drawing)


def _lighter(color: str, share: float) -> str:
    hue, light, full = colorsys.rgb_to_hls(*_rgb(color))
    return _hex(colorsys.hls_to_rgb(hue, min(light + share, 1.0), full))


def _rgb(color: str) -> tuple[float, float, float]:
    red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def _hex(color: tuple[float, float, float]) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in color)
