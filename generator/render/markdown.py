"""The Markdown SRD: plain GitHub-flavoured Markdown, a file a chapter and the whole in one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from generator.model.book import Book, Kind
from generator.model.pages import GLOSSARY, LICENCE, RULINGS, TABLES
from generator.model.prose import relink
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
    credit_text,
    deeper,
    example_text,
    section_of,
    steps_text,
)
from generator.render.grids import Grid, grids

INDEX = "README.md"


@dataclass(frozen=True, slots=True)
class Page:
    """A file before its links are known."""

    name: str
    blocks: tuple[Block, ...]


def markdown_files(book: Book) -> dict[str, str]:
    """Every file of the SRD by its name."""
    pages = [Page(f"{c.id}.md", tuple(chapter_blocks(c))) for c in book.chapters]
    pages += _extra_pages(book)
    files = _written(pages, book)
    return {
        INDEX: _index(book),
        **{name: f"{text}\n{_footer(book)}" for name, text in files.items()},
        whole_name(book): _whole(book, pages),
        "NOTICE.md": notice_file(book),
    }


def whole_name(book: Book) -> str:
    """The file that has the whole game."""
    return f"{book.game.slug}-srd.md"


def _written(pages: Iterable[Page], book: Book) -> dict[str, str]:
    places: dict[str, str] = {}
    for page in pages:
        for block, anchor in _anchored(page.blocks):
            for target in _targets(block):
                places.setdefault(target, f"{page.name}#{anchor}")
    for page in pages:
        first = page.blocks[0]
        if isinstance(first, Heading):
            places[first.id] = page.name
    return {page.name: _Writer(book, places, page.name).text(page.blocks) for page in pages}


def _anchored(blocks: Iterable[Block]) -> list[tuple[Heading, str]]:
    """The headings with the anchors that GitHub gives them: repeats are counted."""
    used: dict[str, int] = {}
    found: list[tuple[Heading, str]] = []
    for block in blocks:
        if isinstance(block, Heading):
            base = github_slug(block.text)
            count = used.get(base, -1) + 1
            used[base] = count
            found.append((block, f"{base}-{count}" if count else base))
    return found


def _targets(heading: Heading) -> tuple[str, ...]:
    return (heading.id,) if heading.table is None else (heading.id, heading.table)


def github_slug(text: str) -> str:
    """A heading's anchor on GitHub: small letters, no punctuation, hyphens for spaces."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


class _Writer:
    """Writes blocks as Markdown for one file, given where every id lives."""

    def __init__(self, book: Book, places: Mapping[str, str], name: str) -> None:
        self.book, self.places, self.name = book, places, name

    def text(self, blocks: Iterable[Block]) -> str:
        return "\n\n".join(filter(None, map(self.block, blocks))) + "\n"

    def block(self, block: Block) -> str:
        match block:
            case Heading():
                return f"{'#' * block.level} {block.text}"
            case Opening():
                return f"*{self.linked(block.text)}*"
            case Prose():
                return self.linked(block.text)
            case TableBlock():
                return "\n\n".join(grid_markdown(grid) for grid in grids(block.table))
            case RulingBlock():
                ruling = block.ruling
                return f"> **Our ruling: {ruling.title}.** {self.linked(ruling.text)}".replace(
                    "\n", "\n> "
                )
            case ExampleBlock():
                return f"> **Example.** {self.linked(example_text(block.example))}"
            case SceneBlock():
                told = block.example
                parts = (told.text, f"> {steps_text(told)}", told.then)
                return self.linked("\n\n".join(filter(None, parts)))
            case CreatureBlock():
                return self.linked(creature_text(block.stats))
            case Credit():
                return f"*{credit_text(block)}.*"

    def linked(self, text: str) -> str:
        return relink(text, self.link)

    def link(self, target: str, text: str | None) -> str:
        return f"[{text}]({self._address(target)})"

    def _address(self, target: str) -> str:
        place = self.places.get(self._holder(target), whole_name(self.book))
        page, _, anchor = place.partition("#")
        return f"#{anchor}" if page == self.name and anchor else place

    def _holder(self, target: str) -> str:
        """Rulings and terms have no heading: the one they stand under serves."""
        kind = self.book.targets[target].kind
        if kind is Kind.RULING:
            return next(r.section for r in self.book.rulings if r.id == target)
        if kind is Kind.TERM:
            return GLOSSARY
        return self.book.targets[target].id


def grid_markdown(grid: Grid) -> str:
    """A grid as a GitHub-flavoured Markdown table."""
    lines = [_row([grid.die, *grid.header]), _row([":-:", *("---" for _ in grid.header)])]
    lines += [_row([row.key, *(cell.text for cell in row.cells)]) for row in grid.rows]
    return "\n".join(lines)


def _row(texts: Iterable[str]) -> str:
    return "| " + " | ".join(text.replace("|", "\\|") for text in texts) + " |"


def _extra_pages(book: Book) -> list[Page]:
    """The pages made from data, in the book's closing order."""
    return [
        Page("glossary.md", (Heading(1, "Glossary", GLOSSARY), Prose(_glossary(book), GLOSSARY))),
        Page("tables.md", (Heading(1, "Tables", TABLES), Prose(_table_list(book), TABLES))),
        Page("rulings.md", (Heading(1, "Rulings", RULINGS), Prose(rulings_text(book), RULINGS))),
        Page("licence.md", (Heading(1, "License", LICENCE), Prose(licence_text(book), LICENCE))),
    ]


def _glossary(book: Book) -> str:
    return "\n".join(
        f"- **{term.term}.** {term.meaning} See [[{term.rule}|{book.targets[term.rule].title}]]."
        for term in book.terms
    )


def _table_list(book: Book) -> str:
    return "\n".join(
        f"- [[{t.id}|{t.title}]] ({', '.join(dict.fromkeys(r.die for r in t.rolls))})"
        for t in book.tables.values()
    )


def rulings_text(book: Book) -> str:
    """What we decided where the author's text is silent: rulings, then numbers of ours."""
    rulings = "\n".join(
        f"- **{ruling.title}** ([[{ruling.section}|{section_of(book, ruling)}]]). {ruling.text}"
        for ruling in book.rulings
    )
    numbers = "\n".join(f"- `{n.name}` is {n.value}. {n.why}" for n in book.ruled)
    return (
        "The author’s text leaves some questions open. Where this document had to answer one, it "
        "says so in the place, and here in one list. None of these words are the author’s.\n\n"
        f"{rulings}\n\nNumbers of ours:\n\n{numbers}"
    )


def licence_text(book: Book) -> str:
    """The licence page: the notice verbatim, credit, reserved and designated material."""
    game = book.game
    sources = "\n".join(
        f"- {credit_line(source)}" + (f": {source.url}" if source.url else "")
        for source in game.chain
    )
    return (
        f"{game.notice}\n\n"
        f"**Attribution.** {game.credit}\n\n{sources}\n\n"
        f"**Reserved Material.** {_sentence(game.reserved)}\n\n"
        f"**Expressly Designated Licensed Material.** {_sentence(game.designated)}\n\n"
        "The program code that makes and rolls this document is under the MIT license, which does "
        "not cover the game’s text and tables. This page is not legal advice."
    )


def notice_file(book: Book) -> str:
    """The notice that lies beside everything that is built."""
    text = relink(licence_text(book), lambda _, shown: shown or "")
    return f"# {book.game.title} {book.game.version}: notice\n\n{text}\n"


def _sentence(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _footer(book: Book) -> str:
    game = book.game
    return (
        f"---\n\n*{game.title} {game.version} · [All chapters]({INDEX}) · [License](licence.md)*\n"
    )


def _index(book: Book) -> str:
    game = book.game
    whole = whole_name(book)
    chapters = "\n".join(
        f"{c.number}. [{c.title}]({c.id}.md): {_plain(c.opening)}" for c in book.chapters
    )
    return (
        f"# {game.title}\n\n*{game.subtitle}.* Version {game.version}, {game.date}.\n\n"
        f"The whole game in one file: [{whole}]({whole}). Chapter by chapter:\n\n{chapters}\n\n"
        "Also: [Glossary](glossary.md) · [Tables](tables.md) · [Rulings](rulings.md) · "
        f"[License](licence.md)\n\n{game.notice}\n"
    )


def _plain(text: str) -> str:
    return relink(text, lambda _, shown: shown or "")


def _whole(book: Book, pages: list[Page]) -> str:
    game, whole = book.game, whole_name(book)
    blocks = tuple(deeper(block, 1) for page in pages for block in page.blocks)
    page = Page(whole, (Heading(1, game.title, whole), *blocks))
    places = {
        target: f"{whole}#{anchor}"
        for block, anchor in _anchored(page.blocks)
        for target in _targets(block)
    }
    title, rest = page.blocks[0], page.blocks[1:]
    writer = _Writer(book, places, whole)
    intro = f"*{game.subtitle}.* Version {game.version}, {game.date}. By {game.author}."
    contents = "\n".join(
        f"{c.number}. [{c.title}](#{places[c.id].partition('#')[2]})" for c in book.chapters
    )
    return f"{writer.block(title)}\n\n{intro}\n\n{contents}\n\n{writer.text(rest)}"
