"""The Markdown SRD: plain, complete, and with links that work in any viewer."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from generator.model.book import Book
from generator.render.markdown import github_slug, markdown_files
from nightsong.printing import printed_rows

PARSER = MarkdownIt("gfm-like", {"linkify": False})


@pytest.fixture(scope="module")
def srd(dist: Path) -> dict[str, str]:
    """Every built file by its name."""
    return {p.name: p.read_text(encoding="utf-8") for p in sorted((dist / "markdown").iterdir())}


def tokens(text: str) -> list[Token]:
    """All tokens of a text, inline ones included."""
    return [t for block in PARSER.parse(text) for t in (block, *(block.children or ()))]


def anchors(text: str) -> set[str]:
    """The anchors that GitHub gives a text's headings, worked out from the parsed headings."""
    used: dict[str, int] = {}
    found: set[str] = set()
    parsed = PARSER.parse(text)
    for opening, inline in pairwise(parsed):
        if opening.type == "heading_open":
            slug = re.sub(r"[^\w\- ]", "", inline.content.strip().lower()).replace(" ", "-")
            count = used.get(slug, 0)
            used[slug] = count + 1
            found.add(f"{slug}-{count}" if count else slug)
    return found


def test_every_link_leads_to_a_file_and_a_heading(srd: dict[str, str]) -> None:
    """Relative links name a file that is there and a heading in it; others are https."""
    known = {name: anchors(text) for name, text in srd.items()}
    broken, followed = [], 0
    for name, text in srd.items():
        for token in tokens(text):
            if token.type != "link_open":
                continue
            href = str(token.attrs["href"])
            if href.startswith("https://"):
                continue
            page, _, anchor = unquote(href).partition("#")
            followed += 1
            if (page or name) not in known or (anchor and anchor not in known[page or name]):
                broken.append((name, href))
    assert broken == []
    assert followed > 200


def test_it_is_plain(srd: dict[str, str]) -> None:
    """No HTML, no attribute lists, no macros, no leftovers of our own notation."""
    for name, text in srd.items():
        assert not any(t.type in ("html_block", "html_inline") for t in tokens(text)), name
        assert not re.search(r"\{\{|\}\}|\{[:#]|\[\[|\]\]|^!!!|^:::", text, re.MULTILINE), name
        assert text.endswith("\n") and "\n\n\n" not in text and "\t" not in text, name


def test_every_table_is_a_table_to_a_parser(srd: dict[str, str], book: Book) -> None:
    """A GitHub parser finds each row of each table, cell for cell, in chapter and whole file."""
    for name in (*(f"{chapter.id}.md" for chapter in book.chapters), "nightsong-srd.md"):
        rows = table_rows(srd[name])
        for table in book.tables.values():
            if name in ("nightsong-srd.md", f"{book.targets[table.id].page}.md"):
                for roll in table.rolls:
                    for key, *cells in printed_rows(table, roll):
                        assert any(r[0] == key and set(cells) <= set(r) for r in rows), (
                            name,
                            key,
                            cells,
                        )


def table_rows(text: str) -> list[tuple[str, ...]]:
    """Every table row of a text as its cells."""
    rows: list[list[str]] = []
    for token in PARSER.parse(text):
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline" and rows and token.level >= 3:
            rows[-1].append(token.content)
    return [tuple(row) for row in rows if row]


def test_headings_step_down_one_at_a_time(srd: dict[str, str]) -> None:
    """Each file has one title, and no heading skips a level."""
    for name, text in srd.items():
        levels = [int(t.tag[1]) for t in PARSER.parse(text) if t.type == "heading_open"]
        assert levels[0] == 1 and levels.count(1) == 1, name
        assert all(b - a <= 1 for a, b in pairwise(levels)), name


def test_the_whole_file_holds_every_chapter(srd: dict[str, str], book: Book) -> None:
    """Every section's title is a heading of the whole file, in the book's order."""
    whole = [
        t.content
        for t in PARSER.parse(srd["nightsong-srd.md"])
        if t.type == "inline" and t.level == 1
    ]
    position = 0
    for chapter in book.chapters:
        position = whole.index(chapter.title, position)
    for section in book.sections():
        assert section.title in whole


def test_the_notice_stands_in_the_index_the_whole_and_the_licence(
    srd: dict[str, str], book: Book
) -> None:
    """The ORC notice is there word for word, and every chapter links to the licence."""
    for name in ("README.md", "nightsong-srd.md", "licence.md"):
        assert book.game.notice in srd[name]
    for chapter in book.chapters:
        assert "](licence.md)" in srd[f"{chapter.id}.md"]


def test_rulings_and_supplements_are_marked(srd: dict[str, str], book: Book) -> None:
    """Each ruling is a quotation block that says it is ours; each supplement says so."""
    for ruling in book.rulings:
        page = book.targets[ruling.id].page
        assert f"> **Our ruling: {ruling.title}.**" in srd[f"{page}.md"]
    supplements = [c for c in book.chapters if c.supplement]
    supplements_inside = [s for s in book.sections() if s.supplement]
    assert supplements or supplements_inside
    for chapter in supplements:
        assert "*Supplement: " in srd[f"{chapter.id}.md"]


@pytest.mark.parametrize(
    ("heading", "slug"),
    [("Old-School Essentials", "old-school-essentials"), ("MÖRK BORG", "mörk-borg"), ("Is…", "is"),
     ("Nightsong “Saves”", "nightsong-saves")],
)  # fmt: skip
def test_anchors_are_github_s(heading: str, slug: str) -> None:
    """Headings get the anchors that GitHub gives them."""
    assert github_slug(heading) == slug


def test_the_same_book_gives_the_same_files(book: Book, srd: dict[str, str]) -> None:
    """What is in dist/ is what the book renders to."""
    assert markdown_files(book) == srd
