"""PDF/UA-1: what every printed file tells who can't see it, judged by another program and by us."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import page
import pikepdf
import pytest
from reading import sorted_box, structure

from generator.pipeline import load_copy
from generator.prints import prints
from generator.project import HERE

Box = tuple[float, float, float, float]


@pytest.fixture(scope="module")
def files(dist: Path) -> list[Path]:
    """All that is printed; what was made by hand beside it is not looked at."""
    return [dist / "print" / one.name for one in prints(load_copy(HERE).manuscript)]


@pytest.fixture(scope="module")
def opened(files: list[Path]) -> Iterator[dict[str, pikepdf.Pdf]]:
    """Every printed file by its name, open."""
    pdfs = {path.name: pikepdf.open(path) for path in files}
    yield pdfs
    for pdf in pdfs.values():
        pdf.close()


def test_the_checker_finds_nothing_in_any_print(files: list[Path]) -> None:
    """Every file says that it is PDF/UA-1, and keeps each rule that a machine can check."""
    found = {}
    for path in files:
        report = page.validate_pdf(path, profile="ua1")
        if not report.is_compliant:
            found[path.name] = [f"{f.rule_id}: {f.message}" for f in report.failures]
    assert files
    assert found == {}


def test_the_checker_would_find_a_lost_structure(files: list[Path]) -> None:
    """A file that has lost its tags is found out."""
    kept = io.BytesIO()
    with pikepdf.open(next(p for p in files if "cheatsheet" in p.name)) as pdf:
        del pdf.Root.StructTreeRoot
        pdf.save(kept)
    assert not page.validate_pdf_bytes(kept.getvalue(), profile="ua1").is_compliant


def test_pictures_and_links_say_what_they_are(opened: dict[str, pikepdf.Pdf]) -> None:
    """Each picture has words instead of it; each link and field has a description."""
    silent = []
    for name, pdf in opened.items():
        for element in structure(pdf):
            if element.S == "/Figure" and not str(element.get("/Alt", "")).strip():
                silent.append((name, "picture"))
        for sheet in pdf.pages:
            for note in sheet.obj.get("/Annots", []):
                said = note.get("/Contents", note.get("/TU", note.get("/Parent", {}).get("/TU")))
                if not str(said or "").strip():
                    silent.append((name, str(note.Subtype)))
    assert silent == []


def test_every_header_says_what_it_heads(opened: dict[str, pikepdf.Pdf]) -> None:
    """Each header of a table has a scope: its column or its row."""
    headers = [
        (name, element.get("/A", {}).get("/Scope"))
        for name, pdf in opened.items()
        for element in structure(pdf)
        if element.S == "/TH"
    ]
    assert headers
    assert [name for name, scope in headers if scope not in ("/Column", "/Row")] == []


def test_nothing_in_the_structure_is_empty(opened: dict[str, pikepdf.Pdf]) -> None:
    """No element holds nothing, but a cell of a table to write in."""
    empty = [
        (name, str(element.S))
        for name, pdf in opened.items()
        for element in structure(pdf)
        if element.S not in ("/TD", "/TH") and not len(element.get("/K", []))
    ]
    assert empty == []


def test_every_file_says_its_language_and_title(opened: dict[str, pikepdf.Pdf]) -> None:
    """A reader is told the language and shown the title, and goes through a page as it is tagged."""
    for name, pdf in opened.items():
        assert str(pdf.Root.Lang), name
        assert pdf.Root.ViewerPreferences.DisplayDocTitle, name
        with pdf.open_metadata() as metadata:
            assert metadata["dc:title"] == str(pdf.docinfo["/Title"]), name
        assert {str(sheet.obj.get("/Tabs")) for sheet in pdf.pages} == {"/S"}, name


def test_the_way_back_from_a_page_to_its_structure_is_whole(opened: dict[str, pikepdf.Pdf]) -> None:
    """What a page or a link says of its place in the structure is there."""
    for name, pdf in opened.items():
        numbers = pdf.Root.StructTreeRoot.ParentTree.Nums
        known = {int(number) for number in list(numbers)[::2]}
        for sheet in pdf.pages:
            drawn = [sheet.obj, *sheet.obj.Resources.get("/XObject", {}).values()]
            for thing in [*drawn, *sheet.obj.get("/Annots", [])]:
                for key in ("/StructParents", "/StructParent"):
                    assert thing.get(key) is None or int(thing[key]) in known, name


def test_no_link_lies_on_another(opened: dict[str, pikepdf.Pdf]) -> None:
    """Who goes from link to link meets each but once."""
    twice = []
    for name, pdf in opened.items():
        for number, sheet in enumerate(pdf.pages, 1):
            links = [note for note in sheet.obj.get("/Annots", []) if note.Subtype == "/Link"]
            boxes = [
                (str(link.get("/Dest")), sorted_box([*map(float, link.Rect)])) for link in links
            ]
            twice += [(name, number, one) for one in boxes if any(inside(one, b) for b in boxes)]
    assert twice == []


def inside(one: tuple[str, Box], other: tuple[str, Box]) -> bool:
    """Whether a link lies within another to the same place."""
    (to, (x0, y0, x1, y1)), (also, (left, bottom, right, top)) = one, other
    within = left <= x0 and bottom <= y0 and right >= x1 and top >= y1
    return one != other and to == also and within
