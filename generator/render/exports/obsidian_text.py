"""Names and texts as Obsidian and its Dice Roller read them."""

from __future__ import annotations

import re

from generator.render.exports.shares import one_line, plain_name
from nightsong.model import Table, TableRoll

BLOCK = "roll"  # the id of the block that rolls a note's table
# Signs that Obsidian's Markdown may take for a command, at least in some company.
_SIGNS = re.compile(r"[|*_`\[\]<^~$\\]|#(?=\S)|=(?==)|%(?=%)|(?<==)=|(?<=%)%|&(?=#?\w+;)")
_AT_START = re.compile(r"(?:[-+>]|#{1,6}|\d{1,9}[.)])(?=\s|$)")
_IN_HEADINGS = re.compile(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\]")


def table_note(table_id: str) -> str:
    """The path of a table's note, without its ending."""
    return f"tables/{table_id}"


def whole_note(table_id: str) -> str:
    """The path of the note that rolls a table of several rolls at once."""
    return f"wholes/{table_id}"


def block_id(table: Table, roll: TableRoll) -> str:
    """The id of a roll's block in its table's note."""
    return BLOCK if len(table.rolls) == 1 else plain_name(roll.name)


def roller(note: str, block: str) -> str:
    """What the plugin replaces by a roll on a block's table."""
    return f"`dice: [[{note}^{block}]]`"


def inline(text: str) -> str:
    """A text on one line that Obsidian shows as it is."""
    return _SIGNS.sub(lambda match: f"&#{ord(match[0])};", one_line(text))


def cell(text: str) -> str:
    """A text as a cell, which the plugin shows by itself when it was rolled."""
    shown = inline(text)
    start = _AT_START.match(shown)
    if start is None:
        return shown
    sign = start.end() - 1
    return f"{shown[:sign]}&#{ord(shown[sign])};{shown[sign + 1 :]}"


def heading_link(heading: str) -> str:
    """A heading as links name it: Obsidian looks for what is written, without its signs."""
    return " ".join(_IN_HEADINGS.sub(" ", inline(heading)).split())


def wikilink(address: str, text: str) -> str:
    """A link with the words that it shows."""
    words = re.sub(r"[\[\]|]", " ", one_line(text))
    return f"[[{address}|{words}]]"
