"""What WeasyPrint leaves undone in a tagged PDF, done afterwards with pikepdf.

Running heads and page numbers become artifacts, table headers say what they head, each link is one
and says where it leads, and the file is packed so that the same input gives the same bytes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Pdf

from generator.press.packed import packed
from generator.press.title import Title

_MARKED = re.compile(rb"/\w+\s*<<\s*/MCID (\d+)\s*>>\s*BDC")
_PRINTED = 4  # the annotation flag that a link is there on paper too
_NEAR = 1.0  # points that a link may stand out of another
_MAY_BE_EMPTY = ("/TD", "/TH", "/StructTreeRoot")


def finish(raw: bytes, title: Title) -> bytes:
    """The PDF with its structure completed, packed, and the same for the same input."""
    with pikepdf.open(io.BytesIO(raw)) as pdf:
        _set_title(pdf, title)
        _scope_headers(pdf)
        _mark_artifacts(pdf)
        _join_links(pdf)
        _drop_empty(pdf.Root.StructTreeRoot)
        _describe_links(pdf)
        return packed(pdf)


def _set_title(pdf: Pdf, title: Title) -> None:
    pdf.Root.Lang = title.language
    pdf.Root.PageMode = Name.UseOutlines if len(pdf.pages) > 2 else Name.UseNone
    pdf.Root.PageLayout = Name.TwoPageRight if len(pdf.pages) > 2 else Name.SinglePage
    entitle(pdf, title.title)
    pdf.docinfo[Name.Author] = title.author
    for page in pdf.pages:
        page.obj.Tabs = Name.S


def entitle(pdf: Pdf, title: str) -> None:
    """Set the title in both places where readers look."""
    pdf.docinfo[Name.Title] = title
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        metadata["dc:title"] = title


def _children(element: Object) -> Iterator[Object]:
    kids = element.get(Name.K)
    if kids is None:
        return
    for kid in kids if isinstance(kids, Array) else [kids]:
        if _is_element(kid):
            yield kid


def _elements(root: Object, head: bool = False) -> Iterator[tuple[Object, bool]]:
    """Every structure element below, and whether it stands in a table's head."""
    stack = [(root, head)]
    while stack:
        element, inside = stack.pop()
        for kid in _children(element):
            within = inside or Name.THead == kid.S
            yield kid, within
            stack.append((kid, within))


def _scope_headers(pdf: Pdf) -> None:
    for element, in_head in _elements(pdf.Root.StructTreeRoot):
        if Name.TH == element.S:
            attributes = element.get(Name.A, Dictionary(O=Name.Table))
            attributes.Scope = Name.Column if in_head else Name.Row
            element.A = attributes


def _mark_artifacts(pdf: Pdf) -> None:
    """Marked content that the structure doesn't reach is furniture of the page."""
    reached = {element.objgen for element, _ in _elements(pdf.Root.StructTreeRoot)}
    numbers = pdf.Root.StructTreeRoot.ParentTree.Nums
    trees = {int(numbers[i]): numbers[i + 1] for i in range(0, len(numbers), 2)}
    for page in pdf.pages:
        parents = trees[int(page.obj.StructParents)]
        loose = {n for n, parent in enumerate(parents) if parent and parent.objgen not in reached}
        if loose:
            _rewrite(page, loose)
            for number in loose:
                parents[number] = None


def _rewrite(page: pikepdf.Page, loose: set[int]) -> None:
    def artifact(match: re.Match[bytes]) -> bytes:
        return b"/Artifact BMC" if int(match[1]) in loose else match[0]

    page.contents_coalesce()
    stream = page.obj.Contents
    stream.write(_MARKED.sub(artifact, stream.read_bytes()))


def _join_links(pdf: Pdf) -> None:
    """What stands inside a link gets a link of its own from WeasyPrint: it is led to the outer one.

    It stays a place to click on only where the outer one doesn't reach.
    """
    numbers = pdf.Root.StructTreeRoot.ParentTree.Nums
    parents = {int(numbers[i]): numbers[i + 1] for i in range(0, len(numbers), 2)}
    for page in pdf.pages:
        if Name.Annots in page.obj:
            page.obj.Annots = Array(list(_joined(list(page.obj.Annots), parents)))
    pairs = [part for number, parent in sorted(parents.items()) for part in (number, parent)]
    pdf.Root.StructTreeRoot.ParentTree.Nums = Array(pairs)


def _joined(notes: list[Object], parents: dict[int, Object]) -> Iterator[Object]:
    """A page's links and fields without what another link covers."""
    reach: dict[tuple[int, int], list[Object]] = {}
    for note in notes:
        if note.get(Name.Subtype) != Name.Link:
            yield note
            continue
        inner = parents[int(note.StructParent)]
        outer = _link_around(inner)
        known = reach.setdefault(outer.objgen, [])
        if outer.objgen != inner.objgen:
            outer.K.append(next(kid for kid in inner.K if _points_at(kid, note)))
            inner.K = Array([kid for kid in inner.K if not _points_at(kid, note)])
            parents[int(note.StructParent)] = outer
        if any(_covers(other, note) for other in known):
            outer.K = Array([kid for kid in outer.K if not _points_at(kid, note)])
            del parents[int(note.StructParent)]
            continue
        known.append(note)
        yield note


def _link_around(element: Object) -> Object:
    """The outermost link that an element is or stands in; itself where there is none."""
    found, here = element, element
    while Name.P in here:
        if here.get(Name.S) == Name.Link:
            found = here
        here = here.P
    return found


def _covers(outer: Object, inner: Object) -> bool:
    a, b = _box(outer), _box(inner)
    near = all(x <= y + _NEAR for x, y in zip(a[:2], b[:2], strict=True))
    return near and all(x >= y - _NEAR for x, y in zip(a[2:], b[2:], strict=True))


def _box(link: Object) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (float(value) for value in link.Rect)
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _points_at(kid: Object, annotation: Object) -> bool:
    return isinstance(kid, Dictionary) and kid.get(Name.Obj, kid).objgen == annotation.objgen


def _drop_empty(element: Object) -> bool:
    """Drop what holds nothing, from the leaves up; whether the element itself does."""
    kids = element.get(Name.K, Array())
    every: list[Object] = list(kids) if isinstance(kids, Array) else [kids]
    kept = [kid for kid in every if not _is_element(kid) or not _drop_empty(kid)]
    if len(kept) != len(every):
        element.K = Array(kept)
    return not kept and str(element.get(Name.S, "/StructTreeRoot")) not in _MAY_BE_EMPTY


def _is_element(kid: Object) -> bool:
    return isinstance(kid, Dictionary) and kid.get(Name.Type) == Name.StructElem


def _describe_links(pdf: Pdf) -> None:
    places = _destinations(pdf)
    for page in pdf.pages:
        for link in page.obj.get(Name.Annots, []):
            if link.get(Name.Subtype) != Name.Link:
                continue
            link.F = _PRINTED
            link.Contents = _description(link, places)


def _description(link: Object, places: dict[str, int]) -> str:
    action = link.get(Name.A)
    if action is not None and Name.URI in action:
        return str(action.URI)
    target = link.get(Name.Dest) if action is None else action.get(Name.D)
    page = places.get(str(target))
    return f"Page {page}" if page else "Link"


def _destinations(pdf: Pdf) -> dict[str, int]:
    """The page number of every named destination."""
    numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1)}
    names = pdf.Root.get(Name.Names)
    if names is None or Name.Dests not in names:
        return {}
    pairs = names.Dests.Names
    return {
        str(pairs[i]): numbers[pairs[i + 1][0].objgen]
        for i in range(0, len(pairs), 2)
        if isinstance(pairs[i + 1], Array)
    }
