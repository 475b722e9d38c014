"""Ids: well formed, unique across the whole book, and the book's order and redirects."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping

from generator.model.document import Path
from generator.model.ids import Defined, defined_ids
from generator.model.manuscript import Manuscript
from generator.model.pages import GENERATED_PAGES, RESERVED
from generator.model.problems import Problem

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def known_ids(manuscript: Manuscript) -> frozenset[str]:
    """Every id that a reference may name."""
    ids = {defined.id for defined in defined_ids(manuscript)}
    return frozenset(ids | set(GENERATED_PAGES) | manuscript.broken)


def is_known(target: str, ids: frozenset[str], manuscript: Manuscript) -> bool:
    """Whether the target exists, or may exist in a chapter that can't be read."""
    return target in ids or target.partition("/")[0] in manuscript.broken


def nearest(target: str, ids: frozenset[str]) -> str:
    """A tip that names the id most like the target."""
    tail = target.rpartition("/")[2]
    near = difflib.get_close_matches(target, ids, n=1, cutoff=0.5) or sorted(
        i for i in ids if i.rpartition("/")[2] == tail
    )
    return f"Did you mean {near[0]}?" if near else "See the ids in content/rules/ and tables/."


def id_problems(manuscript: Manuscript, ids: frozenset[str]) -> Iterator[Problem]:
    """Malformed and repeated ids; chapters missing from the order; redirects that lead nowhere."""
    first: dict[str, Defined] = {}
    for defined in defined_ids(manuscript):
        if defined.id in first:
            other = first[defined.id]
            where = other.document.place(other.path)
            yield defined.document.problem(
                defined.path,
                "id.duplicate",
                "an id of its own",
                f"“{defined.id}” again (first in {where})",
                "Rename one of them; ids are shared by chapters, sections and tables.",
            )
        elif not all(_ID.fullmatch(part) for part in defined.id.split("/")):
            yield defined.document.problem(
                defined.path,
                "id.form",
                "small letters, digits and single hyphens, such as night-watch",
                f"“{defined.id.rpartition('/')[2]}”",
            )
        first.setdefault(defined.id, defined)
    yield from _order_problems(manuscript)
    yield from _redirect_problems(manuscript, ids)
    yield from _anchor_problems(first)


def _order_problems(manuscript: Manuscript) -> Iterator[Problem]:
    if manuscript.book is None:
        return
    document, listed = manuscript.book.document, manuscript.book.form.chapters
    for index, chapter_id in enumerate(listed):
        path: Path = ("chapters", index)
        if listed.index(chapter_id) < index:
            came = f"“{chapter_id}” again"
            yield document.problem(path, "book.chapter-twice", "each chapter once", came, "")
        elif chapter_id not in manuscript.chapters and chapter_id not in manuscript.broken:
            came = f"“{chapter_id}”, for which there is no file"
            tip = f"Create content/rules/{chapter_id}.yml or remove the line."
            yield document.problem(path, "book.unknown-chapter", "a chapter", came, tip)
    for chapter_id, chapter in manuscript.chapters.items():
        if chapter_id in RESERVED:
            tip = "Rename the file."
            came = f"{chapter_id}, which is the name of a page or folder of the site"
            yield chapter.document.problem((), "id.reserved", "another name", came, tip)
        if chapter_id not in listed:
            tip = f"Add {chapter_id} to chapters in content/book.yml, where it belongs."
            yield chapter.document.problem(
                (), "book.chapter-unlisted", "a place in the book's order", "none", tip
            )


def _redirect_problems(manuscript: Manuscript, ids: frozenset[str]) -> Iterator[Problem]:
    if manuscript.book is None:
        return
    for old, new in manuscript.book.form.redirects.items():
        document, path = manuscript.book.document, ("redirects", old)
        if old in ids:
            tip = "Remove the redirect, or rename the id."
            came = f"“{old}”, which exists"
            yield document.problem(path, "redirect.alive", "an old id", came, tip, key=True)
        if not is_known(new, ids, manuscript):
            yield document.problem(
                path, "link.unknown-target", "an id that exists", f"“{new}”", nearest(new, ids)
            )


def _anchor_problems(first: Mapping[str, Defined]) -> Iterator[Problem]:
    """Two ids must not make the same anchor: a/b-c and a/b/c would."""
    anchors: dict[str, str] = {}
    for id_, defined in first.items():
        anchor = id_.replace("/", "-")
        if anchors.setdefault(anchor, id_) != id_:
            yield defined.document.problem(
                defined.path,
                "id.anchor",
                "an id that differs from others in more than / and -",
                f"“{id_}”, much like “{anchors[anchor]}”",
                "Rename one of them.",
            )
