"""What holds for everything that is printed: its fonts, its page references, its bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from reading import OURS, REFERENCE, Pdf

from generator.pipeline import Copy, load_copy
from generator.prints import prints
from generator.prints.maker import Order
from generator.prints.makers import MAKERS
from generator.project import HERE

FILES = ("/FontFile", "/FontFile2", "/FontFile3")
BOOKS = ("zine", "players", "referee", "tables")  # a press gets pages without links
CHEAP = (
    "cheatsheet-a4",
    "pocket-a4",
    "land-a5",
    "booklet-a4",
    "press-cover-a5",
    "character-sheet-a4",
)


@pytest.fixture(scope="module")
def copy() -> Copy:
    """The manuscript and the book."""
    return load_copy(HERE)


def fonts(pdf: pikepdf.Pdf) -> list[Any]:
    """Every font in the file, whoever uses it; of a font in two parts, the part with the letters."""
    found = [
        thing
        for thing in pdf.objects
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font"
    ]
    return [font for font in found if "/DescendantFonts" not in font]


def test_every_font_in_every_print_is_embedded_and_ours(dist: Path) -> None:
    """No font is left to the reader, and none slipped in from the system."""
    wrong = []
    for path in sorted((dist / "print").glob("*.pdf")):
        with pikepdf.open(path) as pdf:
            assert fonts(pdf), path.name
            for font in fonts(pdf):
                name = str(font.BaseFont).lstrip("/").rpartition("+")[2]
                held = set(FILES) & set(font.get("/FontDescriptor", pikepdf.Dictionary()).keys())
                if not held or not name.startswith(OURS):
                    wrong.append((path.name, name))
    assert wrong == []


@pytest.mark.parametrize("what", BOOKS)
@pytest.mark.parametrize("paper", ["a5", "half-letter"])
def test_every_page_reference_leads_to_the_page_it_names(dist: Path, what: str, paper: str) -> None:
    """“p. 12” stands where one is led to page 12, on which what it means begins."""
    pdf = Pdf(dist / "print" / f"nightsong-{what}-{paper}.pdf")
    named = [
        (page, target, int(reference[1]))
        for page, text, target in pdf.links()
        if (reference := REFERENCE.search(text.replace("\u00a0", " ")))
    ]
    wrong = [one for one in named if one[2] != pdf.places.get(one[1])]
    assert len(named) > 10
    assert wrong == []


@pytest.mark.parametrize("what", CHEAP)
def test_made_again_it_is_the_built_one_to_the_byte(dist: Path, copy: Copy, what: str) -> None:
    """A second build from the same content gives the same file."""
    assert copy.manuscript.papers
    papers = copy.manuscript.papers.form
    one = next(p for p in prints(copy.manuscript) if p.name == f"nightsong-{what}.pdf")
    base = (dist / "print" / one.of.name).read_bytes() if one.of else None
    kept = HERE.workshop / "cache" / f"{one.name}.layout.json"
    memo = json.loads(kept.read_text(encoding="utf-8")) if kept.is_file() else None
    order = Order(one, copy.book, HERE, papers.tone, papers.tone, memo, base)
    made = MAKERS[one.edition.layout].make(order).pdf
    assert made == (dist / "print" / one.name).read_bytes()
