"""The rules as Foundry's journal: an entry a chapter, a page a section, a page a creature.

Tables that say a sentence or more in each row (Spells) are entries of their own as well, with a
page a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import markdown

from generator.model.book import Book, Kind
from generator.model.pages import GENERATED_PAGES, GLOSSARY, LICENCE, RULINGS
from generator.model.prose import plain, relink
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
    creature_text,
    credit_text,
    example_text,
)
from generator.render.exports.foundry_ids import (
    ENTRY,
    PAGE,
    Document,
    foundry_id,
    harmless,
    html_text,
    link_to,
    page_uuid,
)
from generator.render.exports.foundry_tables import table_uuid
from generator.render.exports.shares import chapter_tables
from generator.render.grids import Grid, grids, is_worded
from generator.render.markdown import licence_text, rulings_text
from nightsong.model import Table

_HTML = 1  # Foundry's number for a page's format
_EVERYBODY = {"default": 2}  # players may read what a Referee brings into a world
_OWN_PAGE = (Kind.CHAPTER, Kind.SECTION, Kind.CREATURE)


@dataclass(frozen=True, slots=True)
class Page:
    """A page of an entry: the id that it stands for, its title and depth, and its HTML."""

    id: str
    title: str
    level: int
    parts: list[str] = field(default_factory=list)


def journal_documents(book: Book) -> Iterator[Document]:
    """Every entry of the pack, in the book's order, the licence last."""
    writer = _Writer(book)
    entries = [(c.id, c.title, writer.chapter(chapter_blocks(c))) for c in book.chapters]
    entries += [
        (table.id, table.title, list(_rows(table)))
        for tables in chapter_tables(book).values()
        for table in tables
        if is_worded(table)
    ]
    entries += [(page, GENERATED_PAGES[page], writer.made(page)) for page in writer.made_pages]
    for number, (entry_id, title, pages) in enumerate(entries):
        yield _entry(entry_id, title, pages, number)


def _entry(entry_id: str, title: str, pages: Iterable[Page], number: int) -> Document:
    found = foundry_id(ENTRY, entry_id)
    return {
        "_id": found,
        "_key": f"!journal!{found}",
        "name": title,
        "pages": [_page(page, found, order) for order, page in enumerate(pages)],
        "categories": [],
        "folder": None,
        "sort": number,
        "ownership": _EVERYBODY,
    }


def _page(page: Page, entry: str, order: int) -> Document:
    found = foundry_id(PAGE, page.id)
    return {
        "_id": found,
        "_key": f"!journal.pages!{entry}.{found}",
        "name": page.title,
        "type": "text",
        "title": {"show": True, "level": page.level},
        "text": {"format": _HTML, "content": "\n".join(page.parts)},
        "sort": order,
    }


def _rows(table: Table) -> Iterator[Page]:
    for roll in table.rolls:
        for row in roll.rows:
            text = f"<p>{html_text(row.text)}</p>"
            yield Page(f"{table.id}:{roll.name}#{row.key}", row.name, 1, [text])


class _Writer:
    """Writes a book's blocks as HTML, its references as links between documents."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._markdown = markdown.Markdown(extensions=["tables", "sane_lists"])
        self.made_pages = tuple(
            page
            for page in (GLOSSARY, RULINGS, LICENCE)
            if page == LICENCE or (book.terms if page == GLOSSARY else book.rulings)
        )

    def chapter(self, blocks: Iterable[Block]) -> list[Page]:
        """A chapter's pages: one for each heading that isn't a table's."""
        pages: list[Page] = []
        for block in blocks:
            kind = self.book.targets[block.id].kind if isinstance(block, Heading) else None
            if isinstance(block, Heading) and kind in _OWN_PAGE:
                pages.append(Page(block.id, block.text, max(1, block.level - 1)))
            else:
                pages[-1].parts.append(self.block(block))
        return pages

    def made(self, page: str) -> list[Page]:
        """The one page of an entry that is made from data."""
        text = {GLOSSARY: self._glossary, RULINGS: self._rulings, LICENCE: self._licence}[page]()
        return [Page(page, GENERATED_PAGES[page], 1, [self.html(text)])]

    def _glossary(self) -> str:
        return "\n".join(f"- **{t.term}.** {t.meaning} [[{t.rule}]]" for t in self.book.terms)

    def _rulings(self) -> str:
        return rulings_text(self.book)

    def _licence(self) -> str:
        return licence_text(self.book)

    def block(self, block: Block) -> str:
        """A block as HTML."""
        match block:
            case Heading():
                return f"<h{block.level}>{html_text(block.text)}</h{block.level}>"
            case Opening():
                return f"<blockquote>{self.html(block.text)}</blockquote>"
            case Prose():
                return self.html(block.text)
            case TableBlock():
                return self._table(block.table)
            case RulingBlock():
                ruling = block.ruling
                text = f"**Our ruling: {ruling.title}.** {ruling.text}"
                return f"<blockquote>{self.html(text)}</blockquote>"
            case ExampleBlock() | SceneBlock():
                return f"<blockquote>{self.html(example_text(block.example))}</blockquote>"
            case CreatureBlock():
                return self.html(creature_text(block.stats))
            case Credit():
                return f"<p><em>{html_text(credit_text(block))}</em></p>"

    def html(self, text: str) -> str:
        """Markdown with references as HTML."""
        links: dict[str, str] = {}

        def hold(target: str, words: str | None) -> str:
            mark = f"\ue000{len(links)}\ue001"  # of private use: in nobody's text
            links[mark] = self.link(target, plain(words or self.book.targets[target].title))
            return mark

        made = harmless(self._markdown.reset().convert(relink(text, hold)))
        for mark, link in links.items():
            made = made.replace(mark, link)
        return made

    def link(self, target: str, words: str) -> str:
        """A reference as a link to a page or to a table."""
        label = html_text(words)
        address = self._address(target)
        return link_to(address, label) if address else label

    def _address(self, target: str) -> str:
        place = self.book.targets[target]
        if place.kind is Kind.TABLE:
            return table_uuid(self.book, target)
        if place.kind is Kind.RULING:
            section = next(r.section for r in self.book.rulings if r.id == target)
            return self._address(section)
        if place.kind in _OWN_PAGE:
            return page_uuid(self.book, place.page, target)
        page = GLOSSARY if place.kind is Kind.TERM else target
        return page_uuid(self.book, page, page) if page in self.made_pages else ""

    def _table(self, table: Table) -> str:
        link = link_to(table_uuid(self.book, table.id), html_text(table.title))
        return "\n".join((f"<p>{link}</p>", *map(_grid, grids(table))))


def _grid(grid: Grid) -> str:
    head = _cells("th", (grid.die, *grid.header))
    rows = (_cells("td", (row.key, *(cell.text for cell in row.cells))) for row in grid.rows)
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _cells(tag: str, texts: Iterable[str]) -> str:
    return "".join(f"<{tag}>{html_text(text)}</{tag}>" for text in texts)
