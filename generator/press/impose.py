"""Imposition: pages laid out on sheets so that, printed on both sides and folded, they read on."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass

import pikepdf
from pikepdf import Dictionary, Name, Pdf

from generator.press.title import Title

_POINTS = 72 / 25.4  # in a millimetre
_FOLD = 4  # pages on a sheet that is folded once


@dataclass(frozen=True, slots=True)
class SheetSide:
    """One side of a sheet: page numbers from 1 on the left and right of the fold.

    ``nested`` counts the sheets around this one when all are folded.
    """

    left: int
    right: int
    nested: int


@dataclass(frozen=True, slots=True)
class Folding:
    """How sheets are folded. Lengths are millimetres; the sheet lies on its long side.

    ``creep`` is how far each nested sheet is pushed out by the one around it.
    """

    width: float
    height: float
    creep: float = 0.0


def sheet_sides(pages: int) -> Iterator[SheetSide]:
    """The sides of a saddle-stitched booklet, front and back in turn, outermost sheet first.

    ``ValueError`` where the pages don't come in fours.
    """
    if pages % _FOLD or pages < _FOLD:
        raise ValueError(f"expected pages in fours, came {pages}")
    for sheet in range(pages // _FOLD):
        yield SheetSide(pages - 2 * sheet, 2 * sheet + 1, sheet)
        yield SheetSide(2 * sheet + 2, pages - 2 * sheet - 1, sheet)


def impose(pdf: bytes, folding: Folding, title: Title) -> bytes:
    """The booklet's sheets, to print on both sides and turn over the short edge.

    Reading order is that of paper, not of a screen: the tags of the pages are left behind.
    """
    width, height = folding.width * _POINTS, folding.height * _POINTS
    with pikepdf.open(io.BytesIO(pdf)) as source, Pdf.new() as sheets:
        forms = [sheets.copy_foreign(page.as_form_xobject()) for page in source.pages]
        for side in sheet_sides(len(forms)):
            page = sheets.add_blank_page(page_size=(width, height))
            shift = folding.creep * side.nested * _POINTS
            drawn = [
                _placed("Left", forms[side.left - 1], width / 2, -1, height, shift),
                _placed("Right", forms[side.right - 1], width / 2, 1, height, -shift),
            ]
            page.Resources = Dictionary(
                XObject=Dictionary(Left=forms[side.left - 1], Right=forms[side.right - 1])
            )
            page.Contents = sheets.make_stream(b"\n".join(drawn))
        _describe(source, sheets, title)
        out = io.BytesIO()
        sheets.save(
            out,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            compress_streams=True,
            deterministic_id=True,
        )
    return out.getvalue()


def _placed(
    name: str, form: pikepdf.Object, fold: float, side: int, height: float, shift: float
) -> bytes:
    """A page beside the fold: its inner edge on it, its middle at half the height."""
    left, bottom, right, top = (float(v) for v in form.BBox)
    x = fold - right if side < 0 else fold - left
    y = (height - (top - bottom)) / 2 - bottom
    return f"q 1 0 0 1 {x + shift:.3f} {y:.3f} cm /{name} Do Q".encode()


def _describe(source: Pdf, sheets: Pdf, title: Title) -> None:
    sheets.Root.Lang = title.language
    sheets.Root.PageLayout = Name.SinglePage
    sheets.Root.ViewerPreferences = Dictionary(
        DisplayDocTitle=True, Duplex=Name.DuplexFlipShortEdge, PrintScaling=Name("/None")
    )
    sheets.docinfo[Name.Title] = title.title
    sheets.docinfo[Name.Author] = title.author
    for key in (Name.CreationDate, Name.ModDate):
        if key in source.docinfo:
            sheets.docinfo[key] = str(source.docinfo[key])


__all__ = ["Folding", "SheetSide", "impose", "sheet_sides"]
