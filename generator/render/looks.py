"""A remix's colours as a style sheet of the site, after the theme's own."""

from __future__ import annotations

from collections.abc import Iterator

from generator.model.looks import LooksForm, Palette

_SCHEMES = (
    ("day", ':root,\n[data-md-color-scheme="default"]'),
    ("night", '[data-md-color-scheme="slate"]'),
)
# What the bar at the top and the footer are made of, beside the named colours.
_HEADER = ("--md-primary-fg-color", "--md-footer-bg-color", "--md-footer-bg-color--dark")


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
            yield from (f"  {variable}: {color};\n" for variable in _HEADER)
        else:
            yield f"  --ns-{name.replace('_', '-')}: {color};\n"
