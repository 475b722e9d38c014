"""Tables as text for Hex Describe and TableSmith: ``;group``, then ``weight,text`` a line.

Only what the two have in common is used; the tests read it as Hex Describe does. Both put another
group's result where its name stands in brackets. Comments, which start with ``#``, hold the notice.
Signs that either would take for a command are written as HTML entities, which both show as the
sign.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape

from generator.model.book import Book
from generator.render.exports.shares import flat_name, line, one_line, shares, wholes
from generator.render.markdown import notice_file
from nightsong.model import Join, Table

START = "Start"  # the group that TableSmith begins with
_COMMANDS = re.compile(r"[\[\]*{}\\%~\uff62\uff63]")


def hexdescribe_files(book: Book) -> dict[str, str]:
    """Every file by its name."""
    notice = notice_file(book)
    comment = "\n".join(f"# {text}".rstrip() for text in notice.splitlines())
    groups = "\n\n".join(_groups(book))
    return {
        "NOTICE.md": notice,
        "README.md": _readme(book),
        f"{book.game.slug}-tables.txt": f"{comment}\n\n{groups}\n",
    }


def escaped(text: str) -> str:
    """A text that is shown as it is."""
    return _COMMANDS.sub(lambda match: f"&#{ord(match[0])};", escape(one_line(text), quote=False))


def _groups(book: Book) -> Iterator[str]:
    tables = book.tables.values()
    yield _group(START, ((1, f"{escaped(t.title)}: [{flat_name(book, t)}]") for t in tables))
    for table in tables:
        for roll in table.rolls:
            items = ((weight, escaped(line(table, row))) for row, weight in shares(roll))
            yield _group(flat_name(book, table, roll), items)
        if len(table.rolls) > 1:
            yield _group(flat_name(book, table), _whole(book, table))
    for group in book.groups:
        parts = " — ".join(f"[{flat_name(book, book.tables[one])}]" for one in group.tables)
        yield _group(f"{book.game.slug}__{group.id}", [(1, parts)])


def _whole(book: Book, table: Table) -> Iterable[tuple[int, str]]:
    """The lines of a table of several rolls: its parts, or its results where they grow together."""
    parts = {roll.name: f"[{flat_name(book, table, roll)}]" for roll in table.rolls}
    if table.join is Join.EITHER:
        return [(1, part) for part in parts.values()]
    if table.join is Join.PHRASE and table.phrase:
        return [(1, _phrase(table.phrase, parts))]
    joined = [(whole.weight, escaped(whole.text)) for whole in wholes(table)]
    return joined or [(1, " ".join(parts.values()))]


def _phrase(phrase: str, parts: dict[str, str]) -> str:
    """The phrase with each gap filled by its group."""
    pieces = re.split(r"\{([^{}]*)\}", phrase)
    return "".join(
        parts.get(piece, escaped(f"{{{piece}}}")) if number % 2 else _inner(piece)
        for number, piece in enumerate(pieces)
    )


def _inner(piece: str) -> str:
    """A piece of a sentence, with the spaces at its ends."""
    start, end = piece[:1].isspace(), piece[-1:].isspace()
    return f"{' ' * start}{escaped(piece)}{' ' * (end and bool(piece.strip()))}"


def _group(name: str, items: Iterable[tuple[int, str]]) -> str:
    return "\n".join((f";{name}", *(f"{weight},{text}" for weight, text in items)))


def _readme(book: Book) -> str:
    game = book.game
    name = f"{game.slug}-tables.txt"
    names = "\n".join(f"- {t.title}: `[{flat_name(book, t)}]`" for t in book.tables.values())
    return (
        f"# {game.title} {game.version} for Hex Describe and TableSmith\n\n"
        f"**Hex Describe:** paste `{name}` into the box for tables; yours can use its groups.\n\n"
        f"**TableSmith:** put `{name}` among your tables as `{game.slug}.tab`.\n\n{names}\n\n"
        f"{game.notice}\n\nThe whole notice is in `NOTICE.md`.\n"
    )
