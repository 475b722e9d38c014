"""Printed files, read back with other programs than the ones that made them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pikepdf
import pypdf
import pypdfium2

ZINE = "nightsong-zine-a5.pdf"
CHEATSHEET = "nightsong-cheatsheet-a4.pdf"
OURS = ("Alegreya", "Grenze-Gotisch")  # how the names of our fonts begin
MILLIMETRES = 72 / 25.4
REFERENCE = re.compile(r"p\. ?(\d+)")


@dataclass
class Pdf:
    """A printed file through two readers."""

    path: Path

    @cached_property
    def reader(self) -> pypdf.PdfReader:
        return pypdf.PdfReader(self.path)

    @cached_property
    def drawn(self) -> pypdfium2.PdfDocument:
        return pypdfium2.PdfDocument(self.path)

    @cached_property
    def texts(self) -> list[str]:
        return [page.get_textpage().get_text_range() for page in self.drawn]

    @cached_property
    def places(self) -> dict[str, int]:
        """The page of every anchor, counted from 1."""
        found = {}
        for name, destination in self.reader.named_destinations.items():
            number = self.reader.get_destination_page_number(destination)
            assert number is not None
            found[name] = number + 1
        return found

    def links(self) -> Iterator[tuple[int, str, str]]:
        """Every link inside the file: its page, the text in its rectangle, its anchor."""
        for number, page in enumerate(self.reader.pages, 1):
            text = self.drawn[number - 1].get_textpage()
            for annotation in page.get("/Annots") or []:
                link = annotation.get_object()
                if "/Dest" in link:
                    left, bottom, right, top = sorted_box([float(v) for v in link["/Rect"]])
                    inside = text.get_text_bounded(left, bottom, right, top)
                    yield number, inside.strip(), str(link["/Dest"])

    def bookmarks(self) -> list[str]:
        """All bookmarks' titles, in order."""

        def flat(items: list[Any]) -> Iterator[str]:
            for item in items:
                if isinstance(item, list):
                    yield from flat(item)
                else:
                    yield str(item.title)

        return list(flat(self.reader.outline))


def sorted_box(box: list[float]) -> tuple[float, float, float, float]:
    """A rectangle with its smaller values first."""
    x0, y0, x1, y1 = box
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def words(text: str) -> list[str]:
    """The words of a text in the order of the alphabet, without hyphens at the ends of lines."""
    return sorted(re.sub("[\u00ad\ufffe\u0002]", "", text).split())


def bare(text: str) -> str:
    """The text without white space, soft hyphens and page references."""
    text = re.sub("[\u00ad\ufffe\u0002]", "", text)
    return re.sub(r"\s", "", REFERENCE.sub("", text.replace("\u00a0", " ")))


def structure(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """Every element of the structure tree."""
    stack = [pdf.Root.StructTreeRoot]
    while stack:
        element = stack.pop()
        kids = element.get("/K", [])
        for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
            if isinstance(kid, pikepdf.Dictionary) and kid.get("/Type") == "/StructElem":
                yield kid
                stack.append(kid)
