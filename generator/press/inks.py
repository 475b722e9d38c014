"""Separation: from the screen's red, green and blue to the inks of a press.

Greys become black ink alone. Every other colour is a tint of the second tone with black over it:
that is what one extra ink can print. Where there is no such ink, the tone is mixed from process
inks or turned into shades of black. No profile of a press is known here, and none is claimed.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf

from generator.model.editions import Black, Tone
from generator.press.packed import packed

Rgb = tuple[float, float, float]

_SPACE = "NightsongInks"
_GREY = 0.02  # how far apart the parts of a grey may be
_BLACK = 0.12  # what is darker than this is solid black
_STEP = 0.01  # between the shares of an ink
_SET = re.compile(rb"^([\d.]+) ([\d.]+) ([\d.]+) (rg|RG)$", re.MULTILINE)
_LEFT = re.compile(rb"\(|\b(?:rg|RG|g|G|k|K|cs|CS|scn?|SCN?|sh|BI)\b")
_FLAT = ("rg", "RG", "g", "G")
_OTHER = frozenset({"k", "K", "sc", "SC", "sh", "INLINE IMAGE"})


@dataclass(frozen=True, slots=True)
class Inks:
    """What the press prints with: how black and the second tone reach the paper.

    ``color`` is how the tone looks, each part from 0 to 1; ``name`` what its ink is called, one
    word.
    """

    color: Rgb
    name: str
    black: Black
    tone: Tone


@dataclass(frozen=True, slots=True)
class Mix:
    """How much of each ink, from 0 to 1."""

    black: float
    tone: float


def mix(color: Rgb, inks: Inks) -> Mix:
    """The inks that come nearest to a colour."""
    is_grey = max(color) - min(color) <= _GREY
    if is_grey or inks.tone is Tone.GREY:
        light = 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]
        return Mix(1.0 if is_grey and light <= _BLACK else round(1 - light, 3), 0.0)
    return _mixed(color, inks.color)


@lru_cache(maxsize=4096)
def _mixed(color: Rgb, tone: Rgb) -> Mix:
    """For each share of the tone the best share of black is known: least squares in one unknown."""
    best = (float("inf"), 0.0, 0.0)
    for step in range(101):
        tint = step * _STEP
        toned = [1 - tint * (1 - full) for full in tone]
        light = sum(c * t for c, t in zip(color, toned, strict=True)) / sum(t * t for t in toned)
        black = round(1 - min(max(light, 0.0), 1.0), 2)
        off = sum((c - (1 - black) * t) ** 2 for c, t in zip(color, toned, strict=True))
        best = min(best, (off, black, tint))
    return Mix(best[1], round(best[2], 2))


def separate(pdf: bytes, inks: Inks) -> bytes:
    """The PDF with every colour of its pages in those inks.

    ``ValueError`` where something isn't drawn in flat colours of red, green and blue.
    """
    with pikepdf.open(io.BytesIO(pdf)) as document:
        space = document.make_indirect(_space(document, inks))
        for holder, stream, resources in streams(document):
            stream.write(_separated(stream, inks))
            _blend_in(holder, inks)
            if inks.tone is Tone.SPOT:
                if Name.ColorSpace not in resources:
                    resources.ColorSpace = Dictionary()
                resources.ColorSpace[f"/{_SPACE}"] = space
        return packed(document)


_Drawn = tuple[pikepdf.Object, pikepdf.Object, pikepdf.Object]


def streams(document: Pdf) -> Iterator[_Drawn]:
    """Every page and form that draws, once, with its stream and its resources."""
    seen: set[tuple[int, int]] = set()
    for page in document.pages:
        page.contents_coalesce()
        yield page.obj, page.obj.Contents, page.obj.Resources
        yield from _inner(page.obj.Resources, seen)


def _inner(resources: pikepdf.Object, seen: set[tuple[int, int]]) -> Iterator[_Drawn]:
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
            if Name.Resources not in stream:
                stream.Resources = Dictionary()
            yield stream, stream, stream.Resources
            yield from _inner(stream.Resources, seen)


def _refuse_colour(image: pikepdf.Object) -> None:
    if image.get(Name.ColorSpace) not in (Name.DeviceGray, None):
        raise ValueError("expected drawings, came a picture in colours")


def _blend_in(holder: pikepdf.Object, inks: Inks) -> None:
    """What is see-through is blended in the press's colours, not the screen's."""
    group = holder.get(Name.Group)
    if group is not None and Name.CS in group:
        group.CS = Name.DeviceGray if inks.black is Black.GREY else Name.DeviceCMYK


def _separated(stream: pikepdf.Object, inks: Inks) -> bytes:
    """The stream with colours replaced.

    WeasyPrint sets a colour on a line of its own, which is quick to find. Where anything else may
    be one, or a string may look like one, the stream is parsed.
    """
    drawn = stream.read_bytes()
    made = _SET.sub(lambda found: _replaced(found, inks), drawn)
    return made if not _LEFT.search(_SET.sub(b"", drawn)) else _parsed(stream, inks)


def _replaced(found: re.Match[bytes], inks: Inks) -> bytes:
    color = (float(found[1]), float(found[2]), float(found[3]))
    return _set(color, inks, stroke=found[4] == b"RG")


def _parsed(stream: pikepdf.Object, inks: Inks) -> bytes:
    made: list[bytes] = []
    for instruction in pikepdf.parse_content_stream(stream):
        operator = str(instruction.operator)
        if operator in _OTHER:
            raise ValueError(f"expected flat colours, came the operator {operator}")
        if operator in _FLAT:
            values = [float(value) for value in instruction.operands]
            red, green, blue = values if len(values) == 3 else values * 3
            made.append(_set((red, green, blue), inks, stroke=operator.isupper()))
        else:
            made.append(pikepdf.unparse_content_stream([instruction]))
    return b"\n".join(made)


@lru_cache(maxsize=4096)
def _set(color: Rgb, inks: Inks, *, stroke: bool) -> bytes:
    """What sets a colour: black alone, both inks, or process inks."""
    wanted = mix(color, inks)
    if inks.black is Black.GREY:
        return f"{1 - wanted.black:.3g} {'G' if stroke else 'g'}".encode()
    if not wanted.tone:
        return f"0 0 0 {wanted.black:.3g} {'K' if stroke else 'k'}".encode()
    if inks.tone is Tone.PROCESS:
        return f"{_shares(wanted, inks)} {'K' if stroke else 'k'}".encode()
    space, paint = ("CS", "SCN") if stroke else ("cs", "scn")
    return f"/{_SPACE} {space} {wanted.black:.3g} {wanted.tone:.3g} {paint}".encode()


def _shares(wanted: Mix, inks: Inks) -> str:
    """The shares of the process inks: the tone's, and black over the tone's black."""
    cyan, magenta, yellow, key = (wanted.tone * share for share in _process(inks.color))
    black = 1 - (1 - wanted.black) * (1 - key)
    return " ".join(f"{share:.3g}" for share in (cyan, magenta, yellow, black))


def _space(document: Pdf, inks: Inks) -> Array:
    """A colour space of black and the tone, with process inks for who has no such ink."""
    names = Array([Name.Black, Name(f"/{inks.name}")])
    cyan, magenta, yellow, key = _process(inks.color)
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


def _process(color: Rgb) -> tuple[float, float, float, float]:
    """A colour in process inks, without a profile."""
    light = max(color)
    if light <= 0:
        return (0.0, 0.0, 0.0, 1.0)
    cyan, magenta, yellow = ((light - part) / light for part in color)
    return (cyan, magenta, yellow, 1 - light)
