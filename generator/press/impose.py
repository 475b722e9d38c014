"""Imposition: pages laid out on sheets so that, printed on both sides and folded, they read on."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pikepdf
from pikepdf import Dictionary, Name, Object, Pdf

from generator.press.finish import entitle
from generator.press.packed import packed
from generator.press.retag import Drawn, retag
from generator.press.title import Title

_POINTS = 72 / 25.4  # in a millimetre
_FOLD = 4  # pages on a sheet that is folded once
_MARK_FIRST = 25.0  # from the top to the first signature's mark, in millimetres
_MARK = 5.0  # high, each below the last
_MARK_WIDTH = 1.2
_NAMES = re.compile(rb"/([^\s/<>\[\](){}%]+)")


@dataclass(frozen=True, slots=True)
class SheetSide:
    """One side of a sheet: page numbers from 1 on the left and right of the fold.

    ``nested`` counts the sheets of its signature around this one when all are folded;
    ``signature`` the signatures before it.
    """

    left: int
    right: int
    nested: int
    signature: int = 0


@dataclass(frozen=True, slots=True)
class Folding:
    """How sheets are folded. Lengths are millimetres; the sheet lies on its long side.

    A signature has at most that many pages; with 0, all are in one. ``creep`` is how far each
    nested sheet is pushed out by the one around it.
    """

    width: float
    height: float
    signature: int = 0
    creep: float = 0.0


def sheet_sides(pages: int, signature: int = 0) -> Iterator[SheetSide]:
    """The sides of all sheets, front and back in turn, signature by signature, outermost first.

    Signatures are as even as may be. ``ValueError`` where the pages don't come in fours.
    """
    if pages % _FOLD or pages < _FOLD or signature % _FOLD:
        raise ValueError(f"expected pages in fours, came {pages} in signatures of {signature}")
    first = 1
    for number, sheets in enumerate(_signatures(pages // _FOLD, signature // _FOLD)):
        last = first + sheets * _FOLD - 1
        for sheet in range(sheets):
            inner, outer = first + 2 * sheet, last - 2 * sheet
            yield SheetSide(outer, inner, sheet, number)
            yield SheetSide(inner + 1, outer - 1, sheet, number)
        first = last + 1


def _signatures(sheets: int, most: int) -> Iterator[int]:
    """How many sheets each signature has."""
    count = -(-sheets // most) if most else 1
    for number in range(count):
        yield sheets // count + (number < sheets % count)


def impose(pdf: bytes, folding: Folding, title: Title) -> bytes:
    """The booklet's sheets, to print on both sides and turn over the short edge.

    The structure stays that of the pages, so that the text can still be read on in its order.
    """
    width, height = folding.width * _POINTS, folding.height * _POINTS
    with pikepdf.open(io.BytesIO(pdf)) as sheets:
        pages = list(sheets.pages)
        forms = [_form(sheets, page) for page in pages]
        drawn: dict[tuple[int, int], Drawn] = {}
        for side in sheet_sides(len(forms), folding.signature):
            sheet = sheets.add_blank_page(page_size=(width, height))
            sheet.obj.Tabs = Name.S
            left, right = forms[side.left - 1], forms[side.right - 1]
            sheet.Resources = Dictionary(XObject=Dictionary(Left=left, Right=right))
            sheet.Contents = sheets.make_stream(_sheet(side, folding, (left, right)))
            for number, form in ((side.left, left), (side.right, right)):
                drawn[pages[number - 1].obj.objgen] = Drawn(form, sheet.obj)
        if Name.StructTreeRoot in sheets.Root:
            retag(sheets, drawn)
        del sheets.pages[: len(pages)]
        _describe(sheets, title)
        return packed(sheets)


def _sheet(side: SheetSide, folding: Folding, forms: tuple[Object, Object]) -> bytes:
    """What is drawn on one side: two pages, and a signature's mark on its back."""
    width, height = folding.width * _POINTS, folding.height * _POINTS
    shift = folding.creep * side.nested * _POINTS
    drawn = [
        _placed("Left", forms[0], width / 2, -1, height, shift),
        _placed("Right", forms[1], width / 2, 1, height, -shift),
    ]
    if folding.signature and side.nested == 0 and side.left > side.right:
        drawn.append(_collating_mark(side.signature, width / 2, height))
    return b"\n".join(drawn)


def _form(source: Pdf, page: pikepdf.Page) -> Object:
    """A page as a drawing, with what it draws and nothing of what other pages do.

    WeasyPrint's pages share their resources; in a form of its own each would repeat them all.
    """
    form = page.as_form_xobject()
    if Name.StructParents in page.obj:
        form.StructParents = page.obj.StructParents
    drawn = form.read_bytes()
    used = {f"/{name.decode('latin-1')}" for name in _NAMES.findall(drawn)}
    form.Resources = source.make_indirect(
        Dictionary(
            {
                kind: _used(known, used) if isinstance(known, Dictionary) else known
                for kind, known in form.Resources.items()
            }
        )
    )
    return form


def _used(known: Object, used: set[str]) -> Dictionary:
    return Dictionary({name: value for name, value in known.items() if name in used})


def _collating_mark(signature: int, fold: float, height: float) -> bytes:
    """A bar on the outside of a signature's fold, each lower than the last: a stair when bound."""
    top = height - (_MARK_FIRST + signature * _MARK) * _POINTS
    left, width, tall = fold - _MARK_WIDTH * _POINTS / 2, _MARK_WIDTH * _POINTS, _MARK * _POINTS
    bar = f"{left:.3f} {top - tall:.3f} {width:.3f} {tall:.3f} re f"
    return f"/Artifact BMC q 0 g {bar} Q EMC".encode()


def _placed(name: str, form: Object, fold: float, side: int, height: float, shift: float) -> bytes:
    """A page beside the fold: its inner edge on it, its middle at half the height.

    What creep moves beyond the fold is cut off.
    """
    left, bottom, right, top = (float(v) for v in form.BBox)
    x = fold - right if side < 0 else fold - left
    y = (height - (top - bottom)) / 2 - bottom
    half = f"{0 if side < 0 else fold:.3f} 0 {fold:.3f} {height:.3f} re W n "
    return f"q {half if shift else ''}1 0 0 1 {x + shift:.3f} {y:.3f} cm /{name} Do Q".encode()


def _describe(sheets: Pdf, title: Title) -> None:
    """What the sheets are; where the pages' bookmarks and links led is no more."""
    for key in (Name.Outlines, Name.Names, Name.PageMode):
        if key in sheets.Root:
            del sheets.Root[key]
    sheets.Root.PageLayout = Name.SinglePage
    sheets.Root.ViewerPreferences = Dictionary(
        DisplayDocTitle=True, Duplex=Name.DuplexFlipShortEdge, PrintScaling=Name("/None")
    )
    entitle(sheets, title.title)


__all__ = ["Folding", "SheetSide", "impose", "sheet_sides"]
