"""Separation: from the screen's red, green and blue to the inks of a press.

Greys become black ink alone. Every other colour is a tint of the second tone with black over it:
that is what one extra ink can print. No profile of a press is known here, and none is claimed.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Operator, Pdf

Rgb = tuple[float, float, float]

_SPACE = "NightsongInks"
_GREY = 0.02  # how far apart the parts of a grey may be
_BLACK = 0.12  # what is darker than this is solid black


@dataclass(frozen=True, slots=True)
class Inks:
    """What the press prints with: black, and the second tone as an ink or as shades of black.

    ``tone`` is how that ink looks, each part from 0 to 1; ``name`` what it is called, one word.
    """

    tone: Rgb
    name: str
    spot: bool


@dataclass(frozen=True, slots=True)
class Mix:
    """How much of each ink, from 0 to 1."""

    black: float
    tone: float


def mix(color: Rgb, inks: Inks) -> Mix:
    """The inks that come nearest to a colour."""
    if max(color) - min(color) <= _GREY or not inks.spot:
        light = 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]
        return Mix(1.0 if light <= _BLACK else round(1 - light, 3), 0.0)
    return _mixed(color, inks.tone)


@lru_cache(maxsize=1024)
def _mixed(color: Rgb, tone: Rgb) -> Mix:
    steps = range(101)
    best = min(
        ((_distance(color, tone, k / 100, t / 100), k, t) for t in steps for k in steps),
        key=lambda found: found[0],
    )
    return Mix(best[1] / 100, best[2] / 100)


def _distance(color: Rgb, tone: Rgb, black: float, tint: float) -> float:
    return sum(
        (part - (1 - black) * (1 - tint * (1 - full))) ** 2
        for part, full in zip(color, tone, strict=True)
    )


def separate(pdf: bytes, inks: Inks) -> bytes:
    """The PDF with every colour of its pages in those inks; ``ValueError`` for images in RGB."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        space = document.make_indirect(_space(document, inks))
        for stream, resources in _streams(document):
            _separate_stream(stream, inks)
            spaces = resources.get(Name.ColorSpace)
            if spaces is None:
                spaces = resources.ColorSpace = Dictionary()
            spaces[f"/{_SPACE}"] = space
        out = io.BytesIO()
        document.save(
            out,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            compress_streams=True,
            recompress_flate=True,
            deterministic_id=True,
        )
    return out.getvalue()


def _streams(document: Pdf) -> Iterator[tuple[pikepdf.Object, pikepdf.Object]]:
    """Every stream that draws, once, with its resources."""
    seen: set[tuple[int, int]] = set()
    for page in document.pages:
        page.contents_coalesce()
        yield page.obj.Contents, page.obj.Resources
        yield from _inner(page.obj.Resources, seen)


def _inner(
    resources: pikepdf.Object, seen: set[tuple[int, int]]
) -> Iterator[tuple[pikepdf.Object, pikepdf.Object]]:
    for kind in (Name.XObject, Name.Pattern):
        for stream in dict(resources.get(kind, Dictionary())).values():
            if stream.objgen in seen:
                continue
            seen.add(stream.objgen)
            if stream.get(Name.Subtype) == Name.Image:
                _refuse_colour(stream)
                continue
            if not isinstance(stream, pikepdf.Stream):
                raise ValueError("expected flat colours, came a gradient")
            group = stream.get(Name.Group)
            if group is not None and Name.CS in group:
                group.CS = Name.DeviceCMYK
            own = stream.get(Name.Resources)
            if own is None:
                own = stream.Resources = Dictionary()
            yield stream, own
            yield from _inner(own, seen)


def _refuse_colour(image: pikepdf.Object) -> None:
    if image.get(Name.ColorSpace) == Name.DeviceRGB:
        raise ValueError("expected drawings, came a picture in red, green and blue")


def _separate_stream(stream: pikepdf.Object, inks: Inks) -> None:
    made: list[Any] = []
    for instruction in pikepdf.parse_content_stream(stream):
        operands, operator = instruction.operands, str(instruction.operator)
        if operator in ("rg", "RG", "g", "G"):
            values = [float(v) for v in operands]
            red, green, blue = values if len(values) == 3 else values * 3
            made.extend(_set(mix((red, green, blue), inks), stroke=operator.isupper()))
        else:
            made.append(instruction)
    stream.write(pikepdf.unparse_content_stream(made))


def _set(wanted: Mix, *, stroke: bool) -> Iterator[tuple[list[object], Operator]]:
    """The operators that set a colour: process black alone, or both inks."""
    if not wanted.tone:
        yield [0, 0, 0, wanted.black], Operator("K" if stroke else "k")
        return
    yield [Name(f"/{_SPACE}")], Operator("CS" if stroke else "cs")
    yield [wanted.black, wanted.tone], Operator("SCN" if stroke else "scn")


def _space(document: Pdf, inks: Inks) -> Array:
    """A colour space of black and the tone, with process inks for who has no such ink."""
    names = Array([Name.Black, Name(f"/{inks.name}")])
    cyan, magenta, yellow, key = _process(inks.tone)
    # Of black and tone on the stack: the tone's part of each ink, and black over the tone's black.
    program = (
        f"{{ dup {cyan:.3f} mul exch dup {magenta:.3f} mul exch dup {yellow:.3f} mul exch "
        f"{key:.3f} mul 5 -1 roll 1 exch sub exch 1 exch sub mul 1 exch sub }}"
    )
    function = document.make_stream(
        program.encode(),
        FunctionType=4,
        Domain=[0, 1, 0, 1],
        Range=[0, 1, 0, 1, 0, 1, 0, 1],
    )
    return Array([Name.DeviceN, names, Name.DeviceCMYK, function])


def _process(tone: Rgb) -> tuple[float, float, float, float]:
    """A colour in process inks, without a profile."""
    light = max(tone)
    if light <= 0:
        return (0.0, 0.0, 0.0, 1.0)
    cyan, magenta, yellow = ((light - part) / light for part in tone)
    return (cyan, magenta, yellow, 1 - light)
