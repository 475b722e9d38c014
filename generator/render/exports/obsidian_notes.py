"""The book's blocks as notes for Obsidian, with wikilinks between them."""

from __future__ import annotations

from collections.abc import Iterable

from generator.model.book import Book, Kind
from generator.model.pages import GLOSSARY, LICENCE, RULINGS
from generator.model.pages import TABLES as TABLE_LIST
from generator.model.prose import plain, relink, unwrapped
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
    credit_line,
    example_text,
)
from generator.render.exports.obsidian_text import (
    BLOCK,
    block_id,
    cell,
    heading_link,
    inline,
    roller,
    table_note,
    whole_note,
    wikilink,
)
from generator.render.grids import Grid, grids
from nightsong.model import Table

INDEX = "index"
_PAGES = {LICENCE: "NOTICE", GLOSSARY: GLOSSARY, RULINGS: RULINGS, TABLE_LIST: INDEX}


class Notes:
    """Writes a book's blocks as Markdown of Obsidian's kind."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._headings = {
            heading_id: path
            for chapter in book.chapters
            for heading_id, path in _paths(chapter_blocks(chapter))
        }

    def text(self, blocks: Iterable[Block]) -> str:
        """Blocks one after the other."""
        return "\n\n".join(filter(None, map(self._block, blocks)))

    def glossary(self) -> str:
        """Every term under a heading of its own."""
        return "\n\n".join(
            f"## {inline(term.term)}\n\n{self.prose(term.meaning)} "
            f"{self.link(term.rule, self.book.targets[term.rule].title)}"
            for term in self.book.terms
        )

    def prose(self, text: str) -> str:
        """Markdown with its references as wikilinks, a line a paragraph."""
        return "\n".join(map(self._linked, unwrapped(text).split("\n")))

    def link(self, target: str, words: str) -> str:
        """A reference as a wikilink."""
        return wikilink(self._address(target), plain(words))

    def _linked(self, line: str) -> str:
        """A line with its links; in a table their bars must not end the cell."""
        linked = relink(line, lambda target, words: self._words(target, words))
        if not line.lstrip().startswith("|"):
            return linked
        return relink(linked, lambda address, words: f"[[{address}\\|{words}]]")

    def _words(self, target: str, words: str | None) -> str:
        return self.link(target, words or self.book.targets[target].title)

    def _address(self, target: str) -> str:
        place = self.book.targets[target]
        if place.kind is Kind.TABLE:
            return table_note(target)
        if place.kind is Kind.RULING:
            section = next(r.section for r in self.book.rulings if r.id == target)
            return self._address(section)
        if place.kind is Kind.TERM:
            return f"{GLOSSARY}#{heading_link(place.title)}"
        if place.kind is Kind.PAGE:
            return _PAGES[target]
        path = self._headings.get(target, ())
        return "#".join((f"rules/{place.page}", *filter(None, map(heading_link, path))))

    def _block(self, block: Block) -> str:
        match block:
            case Heading():
                return f"{'#' * block.level} {inline(block.text)}"
            case Opening():
                return f"*{self.prose(block.text)}*"
            case Prose():
                return self.prose(block.text)
            case TableBlock():
                return self._table(block.table)
            case RulingBlock():
                ruling = block.ruling
                return _callout("note", f"Our ruling: {ruling.title}", self.prose(ruling.text))
            case ExampleBlock() | SceneBlock():
                return _callout("example", "Example", self.prose(example_text(block.example)))
            case CreatureBlock():
                return self.prose(creature_text(block.stats))
            case Credit():
                return f"*Supplement: {inline(credit_line(block.source))}.*"

    def _table(self, table: Table) -> str:
        """A table as printed, and what rolls it."""
        several = len(table.rolls) > 1
        rolls = [roller(table_note(table.id), block_id(table, roll)) for roll in table.rolls]
        if several:
            rolls = [roller(whole_note(table.id), BLOCK)]
        return "\n\n".join((*rolls, *map(_grid, grids(table))))


def _paths(blocks: Iterable[Block]) -> Iterable[tuple[str, tuple[str, ...]]]:
    """Every heading's id with the headings that lead to it, the chapter's own left out."""
    path: list[tuple[int, str]] = []
    for block in blocks:
        if isinstance(block, Heading):
            path = [(level, text) for level, text in path if level < block.level]
            path.append((block.level, block.text))
            yield block.id, tuple(text for level, text in path if level > 1)


def _callout(kind: str, title: str, text: str) -> str:
    lines = [f"> [!{kind}] {inline(title)}", *(f"> {line}".rstrip() for line in text.split("\n"))]
    return "\n".join(lines)


def _grid(grid: Grid) -> str:
    lines = [_row((grid.die, *grid.header)), _row((":-:", *("---" for _ in grid.header)))]
    lines += [_row((row.key, *(c.text for c in row.cells))) for row in grid.rows]
    return "\n".join(lines)


def _row(texts: Iterable[str]) -> str:
    return (
        "| " + " | ".join(text if set(text) <= {":", "-"} else cell(text) for text in texts) + " |"
    )
