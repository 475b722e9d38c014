"""A vault for Obsidian: a note a chapter, a note a table that its Dice Roller plugin rolls.

A table's note holds a *lookup table* for each roll: the dice stand over the ranges, and a block id
below lets other notes roll it. Since the plugin knows of no D66, its ranges are of single totals
there; chapters show each table as it is printed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from generator.model.book import Book
from generator.model.pages import GENERATED_PAGES, GLOSSARY, RULINGS
from generator.render.blocks import chapter_blocks, credit_line
from generator.render.exports.formulas import lookup
from generator.render.exports.obsidian_notes import INDEX, Notes
from generator.render.exports.obsidian_text import (
    BLOCK,
    block_id,
    cell,
    inline,
    roller,
    table_note,
    whole_note,
    wikilink,
)
from generator.render.exports.shares import BETWEEN, chapter_tables, line, wholes
from generator.render.markdown import notice_file, rulings_text
from nightsong.model import Join, Table, TableRoll


def obsidian_files(book: Book) -> dict[str, str]:
    """Every note by its path."""
    notes = Notes(book)
    files = {
        "NOTICE.md": notice_file(book),
        f"{INDEX}.md": _index(book, notes),
        **{f"rules/{c.id}.md": _chapter(book, notes, c.id) for c in book.chapters},
        f"{GLOSSARY}.md": _page(book, GLOSSARY, notes.glossary()),
        f"{RULINGS}.md": _page(book, RULINGS, notes.prose(rulings_text(book))),
    }
    for table in book.tables.values():
        files[f"{table_note(table.id)}.md"] = _table(book, table)
        if len(table.rolls) > 1:
            files[f"{whole_note(table.id)}.md"] = _whole(book, table)
    for group in book.groups:
        parts = [book.tables[one] for one in group.tables]
        rows = "\n".join(f"- **{inline(t.title)}:** {_roll(t)}" for t in parts)
        files[f"groups/{group.id}.md"] = _note(book, group.title, rows)
    return files


def _chapter(book: Book, notes: Notes, chapter_id: str) -> str:
    chapter = next(chapter for chapter in book.chapters if chapter.id == chapter_id)
    return _note(book, chapter.title, notes.text(chapter_blocks(chapter)), headed=True)


def _page(book: Book, page: str, text: str) -> str:
    return _note(book, GENERATED_PAGES[page], text)


def _note(
    book: Book,
    title: str,
    text: str,
    more: Mapping[str, str] | None = None,
    *,
    headed: bool = False,
) -> str:
    """A note with its properties: its title for searching, and whose it is."""
    game = book.game
    about = {"game": f"{game.title} {game.version}", **(more or {}), "licence": "[[NOTICE]]"}
    # A quoted string of JSON is one of YAML as well.
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in about.items()]
    properties = "\n".join((f"aliases: [{json.dumps(title, ensure_ascii=False)}]", *lines))
    heading = "" if headed else f"# {inline(title)}\n\n"
    return f"---\n{properties}\n---\n\n{heading}{text.strip()}\n"


def _index(book: Book, notes: Notes) -> str:
    game = book.game
    chapters = "\n".join(f"{c.number}. {notes.link(c.id, c.title)}" for c in book.chapters)
    titles = {chapter.id: chapter.title for chapter in book.chapters}
    tables = "\n\n".join(
        (f"### {inline(titles[chapter])}\n\n" if chapter else "")
        + "\n".join(f"- {wikilink(table_note(t.id), t.title)}: {_roll(t)}" for t in placed)
        for chapter, placed in chapter_tables(book).items()
    )
    groups = "\n".join(f"- [[groups/{group.id}]]" for group in book.groups)
    text = (
        f"*{inline(game.subtitle)}.* To roll, turn on the community plugin *Dice Roller*.\n\n"
        f"{chapters}\n\n[[{GLOSSARY}]] · [[{RULINGS}]] · [[NOTICE]]\n\n"
        f"## Tables\n\n{tables}\n\n"
        + (f"## Together\n\n{groups}\n\n" if groups else "")
        + f"---\n\n{game.notice}"
    )
    return _note(book, game.title, text)


def _table(book: Book, table: Table) -> str:
    several = len(table.rolls) > 1
    parts = [f"{_roll(table)}"] if several else []
    for roll in table.rolls:
        if several:
            parts.append(f"## {inline(roll.name)}")
        parts.append(roller(table_note(table.id), block_id(table, roll)))
        parts.append(_rollable(table, roll))
    return _note(book, table.title, "\n\n".join(parts), _credit(table))


def _credit(table: Table) -> dict[str, str]:
    return {"id": table.id, "source": credit_line(table.source)}


def _roll(table: Table) -> str:
    """What rolls a table where it stands, all of its rolls joined."""
    return roller(whole_note(table.id) if len(table.rolls) > 1 else table_note(table.id), BLOCK)


def _rollable(table: Table, roll: TableRoll) -> str:
    dice = lookup(roll)
    rows = (
        (str(low) if low == high else f"{low}-{high}", cell(line(table, row)))
        for low, high, row, _ in dice.ranges
    )
    return _block(dice.formula, cell(BETWEEN.join(roll.header)), rows, block_id(table, roll))


def _whole(book: Book, table: Table) -> str:
    rows = list(_whole_rows(table))
    last = 0
    ranged: list[tuple[str, str]] = []
    for weight, text in rows:
        low, last = last + 1, last + weight
        ranged.append((str(low) if low == last else f"{low}-{last}", text))
    block = _block(f"1d{last}", cell(table.title), ranged, BLOCK)
    return _note(book, table.title, f"{_roll(table)}\n\n{block}", _credit(table))


def _whole_rows(table: Table) -> Iterator[tuple[int, str]]:
    """The results of a table of several rolls: rolled from its parts, or where they grow together,
    written out.
    """
    parts = {roll.name: roller(table_note(table.id), block_id(table, roll)) for roll in table.rolls}
    joined = wholes(table) if table.join is Join.COMPOUND else ()
    if table.join is Join.EITHER:
        yield from ((1, part) for part in parts.values())
    elif joined:
        yield from ((whole.weight, cell(whole.text)) for whole in joined)
    elif table.join is Join.PHRASE and table.phrase:
        phrase = cell(table.phrase)
        for name, part in parts.items():
            phrase = phrase.replace(f"{{{name}}}", part)
        yield 1, phrase
    else:
        yield 1, " ".join(parts.values())


def _block(formula: str, header: str, rows: Iterable[tuple[str, str]], name: str) -> str:
    lines = [f"| dice: {formula} | {header} |", "| :-: | --- |"]
    lines += [f"| {key} | {text} |" for key, text in rows]
    return "\n".join(lines) + f"\n\n^{name}"
