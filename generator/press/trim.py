"""What a printer needs around a page: trim and bleed boxes, and crop marks outside the bleed."""

from __future__ import annotations

import io
from dataclasses import dataclass

import pikepdf
from pikepdf import Array

from generator.press.packed import packed

_POINTS = 72 / 25.4  # in a millimetre
_LENGTH = 5.0  # of a crop mark, in millimetres
_GAP = 1.0  # between the bleed and a crop mark
_LINE = 0.25  # points


@dataclass(frozen=True, slots=True)
class Trim:
    """The finished page and what is around it, in millimetres."""

    width: float
    height: float
    bleed: float
    marks: bool


def trimmed(pdf: bytes, trim: Trim) -> bytes:
    """The PDF with boxes for the printer. The page's lower left corner after trimming is 0, 0."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page in document.pages:
            _set_boxes(page, trim)
            if trim.marks:
                marks = document.make_stream(_crop_marks(trim))
                page.contents_add(marks)
        return packed(document)


def _set_boxes(page: pikepdf.Page, trim: Trim) -> None:
    around = trim.bleed + (_GAP + _LENGTH if trim.marks else 0.0)
    page.obj.MediaBox = page.obj.CropBox = _box(trim, around)
    page.obj.BleedBox = _box(trim, trim.bleed)
    page.obj.TrimBox = page.obj.ArtBox = _box(trim, 0.0)


def _box(trim: Trim, around: float) -> Array:
    edge = around * _POINTS
    corners = (-edge, -edge, trim.width * _POINTS + edge, trim.height * _POINTS + edge)
    return Array([round(value, 3) for value in corners])


def _crop_marks(trim: Trim) -> bytes:
    """Two lines at each corner, in black alone."""
    start, end = trim.bleed + _GAP, trim.bleed + _GAP + _LENGTH
    lines = [b"/Artifact BMC q 0 0 0 1 K", f"{_LINE} w".encode()]
    for x, outward in ((0.0, -1), (trim.width, 1)):
        for y, upward in ((0.0, -1), (trim.height, 1)):
            lines.append(_line((x + outward * start, y), (x + outward * end, y)))
            lines.append(_line((x, y + upward * start), (x, y + upward * end)))
    return b"\n".join([*lines, b"Q EMC"])


def _line(start: tuple[float, float], end: tuple[float, float]) -> bytes:
    points = [value * _POINTS for value in (*start, *end)]
    return "{:.3f} {:.3f} m {:.3f} {:.3f} l S".format(*points).encode()
