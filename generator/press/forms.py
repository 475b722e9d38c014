"""Forms: places that the markup names become fields to type into.

The markup marks a place by a link to ``field:<name>?…``; such links become widgets of an AcroForm,
each with its appearance, so that no reader has to make up one.
"""

from __future__ import annotations

import io
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Pdf, String

from generator.press.filling import FACE, INK, LINES, OFF, ON
from generator.press.formfont import embedded
from generator.press.packed import packed

SCHEME = "field:"
_PRINTED = 4  # a flag of what is shown on paper as well
_POINTS, _REACH, _WAIST = 8, 0.52, 0.17  # of the star that ticks a box


@dataclass(frozen=True, slots=True)
class _Field:
    """What a link says of the field in its place; ``size`` is the text's in points."""

    name: str
    label: str
    kind: str  # text, lines, tick
    size: float
    align: int

    @classmethod
    def of(cls, uri: str) -> _Field:
        name, _, query = uri.removeprefix(SCHEME).partition("?")
        values = {key: found[0] for key, found in parse_qs(query).items()}
        align = {"left": 0, "center": 1}[values["align"]]
        label, kind, size = values["label"], values["kind"], float(values["size"])
        return cls(unquote(name), label, kind, size, align)


def with_form(raw: bytes, font_file: Path) -> bytes:
    """The PDF with its marked places as fields, in the order in which they are marked."""
    with pikepdf.open(io.BytesIO(raw)) as pdf:
        fields = _Fields(pdf)
        for page in pdf.pages:
            for widget in page.obj.get(Name.Annots, []):
                if (uri := _uri(widget)).startswith(SCHEME):
                    fields.add(widget, _Field.of(uri), page)
        _tag(pdf)
        resources = Dictionary(Font=Dictionary({FACE: embedded(pdf, font_file)}))
        pdf.Root.AcroForm = pdf.make_indirect(
            Dictionary(
                Fields=Array(fields.top),
                DR=resources,
                NeedAppearances=False,
                DA=String(f"{FACE} 9 Tf {INK}"),
            )
        )
        return packed(pdf)


def _uri(link: Object) -> str:
    action: Any = link.get(Name.A)
    return str(action.URI) if action is not None and Name.URI in action else ""


class _Fields:
    """The form's fields: a tree, since a dot parts a name from its parent's."""

    def __init__(self, pdf: Pdf) -> None:
        self.pdf = pdf
        self.top: list[Object] = []
        self.parents: dict[str, Object] = {}
        self.ticks: dict[tuple[float, float], Object] = {}

    def add(self, widget: Object, field: _Field, page: pikepdf.Page) -> None:
        """Turn a link into a field."""
        for key in (Name.A, Name.Contents, Name.Border):
            if key in widget:
                del widget[key]
        x0, y0, x1, y1 = (float(v) for v in widget.Rect)
        sides = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
        widget.Rect = Array([round(side, 2) for side in sides])
        widget.Subtype, widget.F, widget.P = Name.Widget, _PRINTED, page.obj
        above, _, own = field.name.rpartition(".")
        widget.T, widget.TU = String(own), String(field.label)
        if above:
            widget.Parent = self._parent(above)
            widget.Parent.Kids.append(widget)
        else:
            self.top.append(widget)
        if field.kind == "tick":
            self._tick(widget)
        else:
            self._text(widget, field)

    def _parent(self, name: str) -> Object:
        if name not in self.parents:
            above, _, own = name.rpartition(".")
            made = self.pdf.make_indirect(Dictionary(T=String(own), Kids=Array()))
            if above:
                made.Parent = self._parent(above)
                made.Parent.Kids.append(made)
            else:
                self.top.append(made)
            self.parents[name] = made
        return self.parents[name]

    def _text(self, widget: Object, field: _Field) -> None:
        widget.FT, widget.V, widget.Q = Name.Tx, String(""), field.align
        if field.kind == "lines":
            widget.Ff = LINES
        widget.DA = String(f"{FACE} {field.size:g} Tf {INK}")
        # Each has a stream of its own: some readers write what is typed into the one they find.
        widget.AP = Dictionary(N=_look(self.pdf, *_size(widget), b"/Tx BMC EMC"))

    def _tick(self, widget: Object) -> None:
        size = _size(widget)
        if size not in self.ticks:
            looks = {ON: _look(self.pdf, *size, _star(*size)), OFF: _look(self.pdf, *size, b"")}
            self.ticks[size] = self.pdf.make_indirect(Dictionary(looks))
        widget.FT, widget.V, widget.AS = Name.Btn, Name(OFF), Name(OFF)
        widget.AP = Dictionary(N=self.ticks[size])


def _size(widget: Object) -> tuple[float, float]:
    left, bottom, right, top = (float(v) for v in widget.Rect)
    return round(right - left, 1), round(top - bottom, 1)


def _look(pdf: Pdf, width: float, height: float, content: bytes) -> Object:
    """A field's appearance."""
    box = Array([0, 0, width, height])
    made = pdf.make_stream(content, Type=Name.XObject, Subtype=Name.Form, BBox=box)
    made.Resources = Dictionary()
    return pdf.make_indirect(made)


def _star(width: float, height: float) -> bytes:
    """What ticks a box: a star of four points."""
    path = []
    for step in range(_POINTS):
        reach = min(width, height) * (_WAIST if step % 2 else _REACH)
        angle = 2 * math.pi * step / _POINTS
        x, y = width / 2 + reach * math.sin(angle), height / 2 + reach * math.cos(angle)
        path.append(f"{x:.2f} {y:.2f} {'l' if step else 'm'}")
    return f"q {INK} {' '.join(path)} h f Q".encode()


def _tag(pdf: Pdf) -> None:
    """In the structure, what was a link is a form's field."""
    for element in pdf.objects:
        if not isinstance(element, Dictionary) or element.get(Name.S) != Name.Link:
            continue
        kids = element.get(Name.K, Array())
        for kid in kids if isinstance(kids, Array) else [kids]:
            target = kid.get(Name.Obj) if isinstance(kid, Dictionary) else None
            if target is not None and target.get(Name.Subtype) == Name.Widget:
                element.S = Name.Form
