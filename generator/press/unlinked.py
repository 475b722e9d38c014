"""Pages for a printer: without links, which paper can't follow and presses stumble over."""

from __future__ import annotations

import io

import pikepdf
from pikepdf import Array, Dictionary, Name, Object

from generator.press.packed import packed


def unlinked(pdf: bytes) -> bytes:
    """The PDF without any annotation; what was tagged as a link is plain text in the structure."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page in document.pages:
            if Name.Annots in page.obj:
                del page.obj[Name.Annots]
        for element in document.objects:
            if isinstance(element, Dictionary) and element.get(Name.S) == Name.Link:
                _plain(element)
        return packed(document)


def _plain(element: Object) -> None:
    """A link's element as a span of its text."""
    element.S = Name.Span
    kids = element.get(Name.K, Array())
    listed = list(kids) if isinstance(kids, Array) else [kids]
    element.K = Array([kid for kid in listed if not _is_annotation(kid)])


def _is_annotation(kid: object) -> bool:
    return isinstance(kid, Dictionary) and kid.get(Name.Type) == Name.OBJR
