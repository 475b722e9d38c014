"""Another second tone: what was drawn in the theme's is set in a remix's, tint for tint."""

from __future__ import annotations

import io
import re
from functools import lru_cache

import pikepdf

from generator.model.editions import Black, Ink, Tone
from generator.press.inks import Inks, Rgb, mix, streams
from generator.press.packed import packed

_SET = re.compile(rb"(?<![\w.])([\d.]+) ([\d.]+) ([\d.]+) (rg|RG)\b")


def rgb(ink: Ink) -> Rgb:
    """How an ink looks, each part from 0 to 1."""
    color = ink.color.removeprefix("#")
    red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return red, green, blue


def retoned(pdf: bytes, drawn: Ink, wanted: Ink) -> bytes:
    """The PDF with every tint of one tone as that tint of the other; greys stay.

    ``ValueError`` where something isn't drawn in flat colours of red, green and blue.
    """
    if drawn.color == wanted.color:
        return pdf
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for _, stream, _ in streams(document):
            before = stream.read_bytes()
            after = _SET.sub(lambda found: _replaced(found, rgb(drawn), rgb(wanted)), before)
            if after != before:
                stream.write(after)
        return packed(document)


def _replaced(found: re.Match[bytes], drawn: Rgb, wanted: Rgb) -> bytes:
    color = (float(found[1]), float(found[2]), float(found[3]))
    red, green, blue = _retoned(color, drawn, wanted)
    return f"{red:.4g} {green:.4g} {blue:.4g} {found[4].decode()}".encode()


@lru_cache(maxsize=4096)
def _retoned(color: Rgb, drawn: Rgb, wanted: Rgb) -> Rgb:
    share = mix(color, Inks(drawn, "", Black.KEY, Tone.SPOT))
    if not share.tone:
        return color
    red, green, blue = ((1 - share.tone * (1 - full)) * (1 - share.black) for full in wanted)
    return red, green, blue
