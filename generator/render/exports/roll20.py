"""Tables for Roll20, as commands for its TableExport script: a file a table, to paste into a chat.

Roll20 draws by weight. A table of several rolls is there as its parts and, below ``wholes/``, with
its joined results. What Roll20's chat or the script would read as a command is escaped as the
script itself does it (``<%%91%%>``), or as an HTML entity where the script has no word for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from generator.model.book import Book
from generator.render.exports.shares import flat_name, line, one_line, shares, wholes
from generator.render.markdown import notice_file
from nightsong.model import Table, TableRoll

_ENTITY = re.compile(r"&(?=#?\w+;|\{)|<|[@%?](?=\{)|#(?=\S)")
_ENTITIES = {"&": "&amp;", "<": "&lt;", "@": "&#64;", "%": "&#37;", "?": "&#63;", "#": "&#35;"}
_SCRIPT = {"[": "<%%91%%>", "]": "<%%93%%>", "--": "<%%-%%>"}
_FOR_SCRIPT = re.compile(r"\[|\]|--")


def roll20_files(book: Book) -> dict[str, str]:
    """Every file by its name."""
    files = {"README.md": _readme(book), "NOTICE.md": notice_file(book)}
    for table in book.tables.values():
        parts = (command for roll in table.rolls for command in _part(book, table, roll))
        files[f"tables/{table.id}.txt"] = _lines(parts)
        joined = tuple(_whole(book, table))
        if joined:
            files[f"wholes/{table.id}.txt"] = _lines(joined)
    return files


def escaped(text: str) -> str:
    """A text as a part of a command, on one line."""
    harmless = _ENTITY.sub(lambda match: _ENTITIES[match[0]], one_line(text))
    return _FOR_SCRIPT.sub(lambda match: _SCRIPT[match[0]], harmless)


def _part(book: Book, table: Table, roll: TableRoll) -> Iterator[str]:
    items = ((line(table, row), weight) for row, weight in shares(roll))
    return _commands(flat_name(book, table, roll), items)


def _whole(book: Book, table: Table) -> Iterator[str]:
    items = [(whole.text, whole.weight) for whole in wholes(table)]
    return _commands(flat_name(book, table), items) if items else iter(())


def _commands(name: str, items: Iterable[tuple[str, int]]) -> Iterator[str]:
    yield f"!import-table --{name} --hide"
    for text, weight in items:
        yield f"!import-table-item --{name} --{escaped(text)} --{weight} --"


def _lines(commands: Iterable[str]) -> str:
    return "\n".join(commands) + "\n"


def _readme(book: Book) -> str:
    game = book.game
    several = [table for table in book.tables.values() if len(table.rolls) > 1]
    names = "\n".join(
        f"| {table.title.replace('|', '&#124;')} | `{_called(book, table)}` |"
        for table in book.tables.values()
    )
    wholes_note = (
        "A table of several parts has each part as a table of its own, and the joined results in "
        "`wholes/`, which is longer to paste.\n\n"
        if several
        else ""
    )
    return (
        f"# {game.title} {game.version} for Roll20\n\n"
        "You need the script *TableExport* in your game (Roll20 Pro). Open a file of `tables/`, "
        "copy all of it, and paste it into the chat. Then `/roll 1t[name]` rolls on the table, and "
        "`[[1t[name]]]` does so inside a sentence.\n\n"
        f"{wholes_note}"
        f"| table | name |\n| --- | --- |\n{names}\n\n{game.notice}\n\n"
        "The whole notice is in `NOTICE.md`.\n"
    )


def _called(book: Book, table: Table) -> str:
    whole = [flat_name(book, table)] if wholes(table) else []
    return "`, `".join(whole + [flat_name(book, table, roll) for roll in table.rolls])
