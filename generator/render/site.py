"""The site's pages as finished Markdown for MkDocs, with tables as HTML that scripts can roll.

Nothing is left for a plugin or macro to do. Addresses inside raw HTML are relative and written for
pages in folders (``combat/index.html``), since MkDocs doesn't check them: the tests do.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import Any

from generator.model.book import Book, StatBlock, Term
from generator.model.pages import GLOSSARY, GUIDE, LICENCE, PUBLISH, RULINGS, TABLES
from generator.model.prose import plain, relink
from generator.model.rosters import roster_id
from generator.render.blocks import (
    Block,
    CreatureBlock,
    Credit,
    ExampleBlock,
    Heading,
    Opening,
    Prose,
    RulingBlock,
    SceneBlock,
    TableBlock,
    chapter_blocks,
    credit_text,
    example_text,
    stat_values,
    steps_text,
)
from generator.render.grids import Grid, grids, is_worded
from generator.render.markdown import licence_text, rulings_text
from generator.render.moved import gone_pages, old_anchors, signposts
from generator.render.templates import fill
from generator.render.terms import TermMarker
from nightsong.model import Table

NO_LINKS: Mapping[str, str] = MappingProxyType({})


TOOLS = ("index", "tables", "characters", "land", "referee", "odds", "converter")


@dataclass(frozen=True, slots=True)
class Download:
    """A file that the home page offers: its name below ``downloads/``, what it is, a word on it.

    Files of one title stand in one line, told apart by their notes; ``shelf`` is their heading.
    """

    name: str
    title: str
    note: str
    shelf: str = ""


def site_pages(book: Book, downloads: Sequence[Download], theme: Path) -> dict[str, str]:
    """Every page of the site by its file name below the docs folder."""
    writer = _Writer(book)
    pages = {
        f"{c.id}.md": writer.page(c.title, c.opening, [*chapter_blocks(c), *signposts(book, c.id)])
        for c in book.chapters
    }
    pages["index.md"] = _home(book, downloads, theme)
    pages[f"{GLOSSARY}.md"] = writer.page("Glossary", _GLOSSARY_ABOUT, writer.glossary())
    pages[f"{TABLES}.md"] = writer.page("Tables", _TABLES_ABOUT, writer.table_list())
    pages[f"{RULINGS}.md"] = writer.page("Rulings", _RULINGS_ABOUT, writer.rulings())
    pages[f"{LICENCE}.md"] = writer.page("License", _LICENCE_ABOUT, writer.licence())
    pages[f"{PUBLISH}.md"] = _publish(book, downloads, theme)
    pages[f"{GUIDE}.md"] = fill(theme, f"{GUIDE}.md.j2", {"game": book.game}, html=False)
    pages |= {f"play/{path.name}": path.read_text("utf-8") for path in _tools(theme)}
    return pages | gone_pages(book)


def _tools(theme: Path) -> list[Path]:
    """The pages of the tools: their words are the theme's, what they do is its scripts'."""
    return sorted((theme / "play").glob("*.md"))


def places_json(book: Book) -> str:
    """Where every id stands, below the site's root: what scripts link to."""
    places = {
        target.id: f"{target.page}/" + (f"#{target.anchor}" if target.anchor else "")
        for target in book.targets.values()
    }
    return json.dumps(places, ensure_ascii=False, separators=(",", ":")) + "\n"


def site_nav(book: Book) -> list[dict[str, Any]]:
    """The site's navigation: the chapters in the book's order, then what is made from data."""
    return [
        {"Home": "index.md"},
        *({chapter.title: f"{chapter.id}.md"} for chapter in book.chapters),
        {"Play": [f"play/{name}.md" for name in TOOLS]},
        {"Tables": f"{TABLES}.md"},
        {"Glossary": f"{GLOSSARY}.md"},
        {"Rulings": f"{RULINGS}.md"},
        {"License": f"{LICENCE}.md"},
        {"Publish": [f"{PUBLISH}.md", f"{GUIDE}.md"]},
    ]


_GLOSSARY_ABOUT = "The game’s own words, each in a sentence or two."
_TABLES_ABOUT = "Every table of the game, a tap away."
_RULINGS_ABOUT = "Where the author’s text is silent, and what we decided."
_LICENCE_ABOUT = "What you may do with this game, and whom to credit."


class _Writer:
    """Writes blocks as Markdown pages."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.terms = TermMarker.of(book.terms)
        self.old_anchors = old_anchors(book)

    def page(self, title: str, about: str, blocks: Iterable[Block | str]) -> str:
        body = "\n\n".join(b if isinstance(b, str) else self.block(b) for b in blocks)
        return (
            f"---\ntitle: {_quoted(title)}\ndescription: {_quoted(plain(about))}\n---\n\n{body}\n"
        )

    def block(self, block: Block) -> str:
        match block:
            case Heading():
                anchor = self.book.targets[block.id].anchor
                old = self.old_anchors.get(block.id)
                heading = f"{'#' * block.level} {block.text}"
                return (
                    (f"{old}\n\n" if old else "") + heading + (f" {{#{anchor}}}" if anchor else "")
                )
            case Opening():
                return f'<p class="ns-opening" markdown>{self.linked(block.text)}</p>'
            case Prose():
                return self.linked(self.terms.mark(block.text, block.home, self._term))
            case TableBlock():
                anchor = self.book.targets[block.table.id].anchor if block.shared else ""
                return table_html(block.table, anchor, self._roster_links(block.table))
            case RulingBlock():
                ruling = block.ruling
                anchor = self.book.targets[ruling.id].anchor
                return (
                    f'<div class="ns-ruling" id="{anchor}" role="note" markdown>\n\n'
                    f"**Our ruling: {ruling.title}.** {self.linked(ruling.text)}\n\n</div>"
                )
            case ExampleBlock():
                text = self.linked(example_text(block.example))
                return _aside("ns-example", f"**Example.** {text}")
            case SceneBlock():
                told = block.example
                steps = f'<p class="ns-played" markdown>{steps_text(told)}</p>'
                return self.linked("\n\n".join(filter(None, (told.text, steps, told.then))))
            case CreatureBlock():
                return self.linked(creature_html(block.stats))
            case Credit():
                return f'<p class="ns-supplement">{escape(credit_text(block))}</p>'

    def _roster_links(self, table: Table) -> Mapping[str, str]:
        """Where the creatures of a roster are found on its page; no links for other tables."""
        page = self.book.targets[table.id].page
        if table.id != roster_id(page):
            return {}
        found = (stats for section in self.book.sections() for stats in section.creatures)
        places = ((one.creature.npc.name, self.book.targets[one.id]) for one in found)
        return {name: f"#{place.anchor}" for name, place in places if place.page == page}

    def _term(self, term: Term, form: str) -> str:
        meaning = escape(plain(term.meaning))
        return (
            f'<a class="ns-term" href="../{GLOSSARY}/#{self.book.targets[term.id].anchor}"'
            f' data-term="{escape(term.term)}" data-meaning="{meaning}">{form}</a>'
        )

    def linked(self, text: str) -> str:
        return relink(text, self._link)

    def _link(self, target: str, text: str | None) -> str:
        place = self.book.targets[target]
        return f"[{text}]({place.page}.md" + (f"#{place.anchor}" if place.anchor else "") + ")"

    def glossary(self) -> list[str]:
        entries = []
        for term in self.book.terms:
            target = self.book.targets[term.id]
            rule = self._link(term.rule, self.book.targets[term.rule].title)
            entries.append(
                f"## {term.term} {{#{target.anchor}}}\n\n{self.linked(term.meaning)} See {rule}."
            )
        return ["# Glossary", f'<p class="ns-opening">{_GLOSSARY_ABOUT}</p>', *entries]

    def table_list(self) -> list[str]:
        parts = ["# Tables", f'<p class="ns-opening">{_TABLES_ABOUT}</p>']
        for chapter in self.book.chapters:
            tables = [
                table
                for section in self.book.sections()
                if self.book.targets[section.id].page == chapter.id
                for table in section.tables
            ]
            if tables:
                items = "\n".join(f"- {self._link(t.id, t.title)} ({dice_of(t)})" for t in tables)
                parts += [f"## {chapter.title}", items]
        return parts

    def rulings(self) -> list[str]:
        return [
            "# Rulings",
            f'<p class="ns-opening">{_RULINGS_ABOUT}</p>',
            self.linked(rulings_text(self.book)),
        ]

    def licence(self) -> list[str]:
        return [
            "# License",
            f'<p class="ns-opening">{_LICENCE_ABOUT}</p>',
            self.linked(licence_text(self.book)),
        ]


def _aside(kind: str, text: str) -> str:
    """Markdown in a box of its own."""
    return f'<div class="{kind}" markdown>\n\n{text}\n\n</div>'


def creature_html(stats: StatBlock) -> str:
    """A creature under its heading: words to read aloud, values, Drive and Specials."""
    values = "".join(
        f"<div><dt>{what}</dt><dd>{escape(value)}</dd></div>"
        for what, value in stat_values(stats.creature.npc)
    )
    told = (("Drive", stats.drive), *stats.specials)
    lines = "\n\n".join(f"**{name}.** {text}" for name, text in told)
    return _aside(
        "ns-creature",
        f'<p class="ns-aloud" markdown>{stats.text}</p>\n\n'
        f'<dl class="ns-values">{values}</dl>\n\n{lines}',
    )


def dice_of(table: Table) -> str:
    """The dice that a table is rolled with, those of several rolls joined where they differ."""
    dice = [roll.die for roll in table.rolls]
    return dice[0] if len(set(dice)) == 1 else " and ".join(dice)


def table_html(table: Table, anchor: str = "", links: Mapping[str, str] = NO_LINKS) -> str:
    """A table as HTML: plain to read, with each cell's roll and key for scripts.

    ``links`` has the addresses of cells by their text.
    """
    inner = "\n".join(_grid_html(grid, links) for grid in grids(table))
    identity = f' id="{anchor}"' if anchor else ""
    data = f'data-table="{table.id}" data-title="{escape(table.title)}"'
    data += " data-worded" if is_worded(table) else ""
    return f'<div class="ns-table"{identity} {data}>\n{inner}\n</div>'


def _cell(text: str, links: Mapping[str, str]) -> str:
    shown = escape(text)
    return f'<a href="{links[text]}">{shown}</a>' if text in links else shown


def _grid_html(grid: Grid, links: Mapping[str, str]) -> str:
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in grid.header)
    rows = "\n".join(
        f'<tr><th scope="row" class="ns-key">{row.key}</th>'
        + "".join(
            f'<td data-roll="{cell.roll}" data-key="{row.key}">{_cell(cell.text, links)}</td>'
            for cell in row.cells
        )
        + "</tr>"
        for row in grid.rows
    )
    return (
        f'<table>\n<thead><tr><th scope="col" class="ns-key">{grid.die}</th>{head}</tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody>\n</table>"
    )


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _shelves(downloads: Sequence[Download]) -> dict[str, dict[str, list[Download]]]:
    """The downloads by shelf and by title, each in order of first use."""
    shelves: dict[str, dict[str, list[Download]]] = {}
    for download in downloads:
        shelves.setdefault(download.shelf, {}).setdefault(download.title, []).append(download)
    return shelves


def _publish(book: Book, downloads: Sequence[Download], theme: Path) -> str:
    """The page for publishers: the license in plain words, and everything to take along."""
    values = {"game": book.game, "shelves": _shelves(downloads)}
    return fill(theme, f"{PUBLISH}.md.j2", values, html=False)


def _home(book: Book, downloads: Sequence[Download], theme: Path) -> str:
    """The home page, whose shape is the theme's."""
    pages = {"tables": TABLES, "glossary": GLOSSARY, "rulings": RULINGS, "licence": LICENCE}
    values = {"game": book.game, "book": book, "shelves": _shelves(downloads), "pages": pages}
    filters = {"quoted": _quoted, "plain": plain}
    return fill(theme, "home.md.j2", values, html=False, filters=filters)
