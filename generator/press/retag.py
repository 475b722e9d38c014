"""The structure of pages that became drawings on other pages: it reads on as it did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pikepdf import Array, Dictionary, Name, Object, Pdf


@dataclass(frozen=True, slots=True)
class Drawn:
    """A page as a drawing (a form XObject), and the page that it is drawn on."""

    form: Object
    on: Object


def retag(pdf: Pdf, drawn: Mapping[tuple[int, int], Drawn]) -> None:
    """Lead the structure to the drawings, in the order of the text and not that of the sheets.

    ``drawn`` are the former pages by their ``objgen``. Links are left behind.
    """
    root = pdf.Root.StructTreeRoot
    for element in _elements(root):
        _lead(element, drawn[element.Pg.objgen] if Name.Pg in element else None)
    numbers, kept = (
        root.ParentTree.Nums,
        {int(place.form.StructParents) for place in drawn.values()},
    )
    pairs = [(numbers[i], numbers[i + 1]) for i in range(0, len(numbers), 2)]
    root.ParentTree.Nums = Array([part for pair in pairs if pair[0] in kept for part in pair])


def _elements(root: Object) -> Iterator[Object]:
    stack = [root]
    while stack:
        for kid in _kids(stack.pop()):
            if isinstance(kid, Dictionary) and kid.get(Name.Type) == Name.StructElem:
                yield kid
                stack.append(kid)


def _kids(element: Object) -> list[Object]:
    kids = element.get(Name.K, Array())
    return list(kids) if isinstance(kids, Array) else [kids]


def _lead(element: Object, place: Drawn | None) -> None:
    if place is None:
        return
    element.Pg = place.on
    kids = [kid for kid in _kids(element) if not _is_note(kid)]
    element.K = Array([_marked(kid, place) for kid in kids])
    if Name.Link == element.S:
        element.S = Name.Span


def _is_note(kid: Object) -> bool:
    return isinstance(kid, Dictionary) and kid.get(Name.Type) == Name.OBJR


def _marked(kid: Object, place: Drawn) -> Object:
    if not isinstance(kid, int):
        return kid
    return Dictionary(Type=Name.MCR, Pg=place.on, Stm=place.form, MCID=kid)
