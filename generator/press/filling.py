"""Filling in a form: what is typed, set in the form's own font and made to fit its field.

This module needs pypdf and nothing else of the project, since the page runs it as well.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    TextStringObject,
)

FACE = "/Sheet"
ON, OFF = "/on", "/Off"
LINES = 1 << 12  # the flag of a field of several lines
MINUS = 0x81  # a code that Windows' encoding leaves free, for the sign that scores need
PAD = 2.0  # points that stay free on each side of a field
LEADING = 1.16  # from line to line, in parts of the text's size
LEAST, STEP = 4.6, 0.2  # points
RISE = 0.62  # the height of what stands on the line, in parts of the size
INK = "0.07 g"
_FIRST = 32
_MORE = "…"


class FormError(ValueError):
    """A form that can't be filled in, in one line."""


def fill_sheet(form: bytes, values: Mapping[str, str]) -> bytes:
    """The form with values in the fields of those names, as PDF; a check box is ticked by ``on``.

    Text is made smaller where it must be. What doesn't fit at the smallest size is cut in what is
    shown and whole in what the field holds; a sign that the font lacks is shown as a question mark.
    The same values give the same bytes. ``FormError`` where there is no form, or no such field.
    """
    try:
        writer = PdfWriter(clone_from=PdfReader(io.BytesIO(form)))
        face = _Face.of(writer)
    except Exception as error:  # pypdf tells of a broken file in many ways
        raise FormError(f"expected a form, came {type(error).__name__}: {error}") from None
    left = dict(values)
    for widget in _widgets(writer):
        name = _name(widget)
        if name in left:
            _fill(writer, face, widget, left.pop(name))
    if left:
        raise FormError(f"expected fields of the form, came {', '.join(sorted(left))}")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def code_of(sign: str) -> int | None:
    """The code of a sign in the form's font; ``None`` where it can't have one."""
    if sign == "−":
        return MINUS
    try:
        code = sign.encode("cp1252")[0]
    except UnicodeEncodeError:
        return None
    return code if code >= _FIRST and code != 0x7F else None


@dataclass(frozen=True)
class _Face:
    """The form's font: how wide each sign is, in parts of its size."""

    resources: Any
    widths: Mapping[int, float]

    @classmethod
    def of(cls, writer: PdfWriter) -> _Face:
        form: Any = writer.root_object["/AcroForm"].get_object()
        resources = form["/DR"]
        font = resources.get_object()["/Font"][FACE].get_object()
        widths = enumerate(font["/Widths"].get_object(), int(font["/FirstChar"]))
        return cls(resources, {code: float(wide) / 1000 for code, wide in widths if float(wide)})

    def known(self, text: str) -> str:
        """The text with a question mark for each sign that the font lacks."""
        return "".join(s if s == "\n" or code_of(s) in self.widths else "?" for s in text)

    def width(self, text: str) -> float:
        """How wide a line is, in parts of its size."""
        return sum(self.widths[code_of(sign) or 0] for sign in text)

    def encoded(self, text: str) -> str:
        """A line as a page shows it, in hex."""
        return bytes(code_of(sign) or 0 for sign in text).hex()


@dataclass(frozen=True)
class _Box:
    """A field's box in points; ``align`` is 0 for left, 1 for the middle."""

    width: float
    height: float
    align: int
    lines: bool

    def fitted(self, face: _Face, text: str, size: float) -> tuple[float, list[str]]:
        """The largest size from that one down at which the text fits, and its lines."""
        while size > LEAST:
            rows = self.rows(face, text, size)
            if self.holds(face, rows, size):
                return size, rows
            size = round(size - STEP, 1)
        return LEAST, self.cut(face, self.rows(face, text, LEAST))

    def holds(self, face: _Face, rows: list[str], size: float) -> bool:
        """Whether the lines fit at that size."""
        room = (self.width - 2 * PAD) / size
        high = len(rows) * LEADING * size + PAD
        return all(face.width(row) <= room for row in rows) and (
            not self.lines or high <= self.height
        )

    def cut(self, face: _Face, rows: list[str]) -> list[str]:
        """As much of the lines as fits at the smallest size."""
        count = max(1, int((self.height - PAD) / (LEADING * LEAST))) if self.lines else 1
        room = (self.width - 2 * PAD) / LEAST
        kept = rows[:count]
        for n, row in enumerate(kept):
            is_more = n == len(kept) - 1 and len(rows) > count
            if is_more or face.width(row) > room:
                while row and face.width(row + _MORE) > room:
                    row = row[:-1]
                kept[n] = row + _MORE
        return kept

    def rows(self, face: _Face, text: str, size: float) -> list[str]:
        """The text's lines at that size."""
        if not self.lines:
            return [" ".join(text.split("\n"))]
        return list(self._broken(face, text, (self.width - 2 * PAD) / size))

    def _broken(self, face: _Face, text: str, room: float) -> Iterator[str]:
        for paragraph in text.split("\n"):
            row = ""
            for word in paragraph.split(" "):
                longer = f"{row} {word}" if row else word
                if row and face.width(longer) > room:
                    yield row
                    row = word
                else:
                    row = longer
            yield row

    def drawn(self, face: _Face, text: str, size: float) -> tuple[float, bytes]:
        """The size that the text is set in, and what shows it."""
        size, rows = self.fitted(face, face.known(text), size)
        clip = f"1 1 {self.width - 2:.2f} {self.height - 2:.2f} re W n"
        parts = ["/Tx BMC q", clip, f"BT {FACE} {size:g} Tf {INK}"]
        y = (self.height - RISE * size) / 2
        if self.lines:
            y = self.height - PAD - size * 0.9
        for row in rows:
            x = (self.width - face.width(row) * size) / 2 if self.align else PAD
            parts.append(f"1 0 0 1 {x:.2f} {y:.2f} Tm <{face.encoded(row)}> Tj")
            y -= size * LEADING
        return size, "\n".join([*parts, "ET Q EMC"]).encode()


def _widgets(writer: PdfWriter) -> Iterator[Any]:
    for page in writer.pages:
        for one in page.get("/Annots", ArrayObject()):
            widget = one.get_object()
            if widget.get("/Subtype") == "/Widget":
                yield widget


def _name(widget: Any) -> str:
    """A field's whole name: those of its parents and its own."""
    parts: list[str] = []
    at = widget
    while at is not None:
        if "/T" in at:
            parts.append(str(at["/T"]))
        at = at["/Parent"].get_object() if "/Parent" in at else None
    return ".".join(reversed(parts))


def _fill(writer: PdfWriter, face: _Face, widget: Any, value: str) -> None:
    if widget["/FT"] == "/Btn":
        state = NameObject(ON if value == ON[1:] else OFF)
        widget[NameObject("/V")] = widget[NameObject("/AS")] = state
        return
    left, bottom, right, top = (float(side) for side in widget["/Rect"])
    lines = bool(int(widget.get("/Ff", 0)) & LINES)
    box = _Box(right - left, top - bottom, int(widget.get("/Q", 0)), lines)
    size, content = box.drawn(face, value, float(str(widget["/DA"]).split()[1]))
    widget[NameObject("/V")] = TextStringObject(value)
    widget[NameObject("/DA")] = TextStringObject(f"{FACE} {size:g} Tf {INK}")
    look = DecodedStreamObject()
    look.set_data(content if value else b"/Tx BMC EMC")
    sides = (FloatObject(side) for side in (0, 0, round(box.width, 2), round(box.height, 2)))
    look[NameObject("/Type")] = NameObject("/XObject")
    look[NameObject("/Subtype")] = NameObject("/Form")
    look[NameObject("/BBox")] = ArrayObject(sides)
    look[NameObject("/Resources")] = face.resources
    shown = DictionaryObject({NameObject("/N"): writer._add_object(look.flate_encode())})
    widget[NameObject("/AP")] = shown
