"""What strangers write: plain text, ids that lead nowhere else, dice that can be reckoned with."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from generator.model.document import Document, Path
from generator.model.manuscript import Written
from generator.model.problems import Problem
from generator.model.remix import EditionsChanges, TableChange
from nightsong.dice import DiceError, parse

MOST_LETTERS, MOST_IN_A_LINE, MOST_ROWS = 20_000, 400, 2_000
MOST_FALLS, MOST_FALLS_IN_ALL = 10_000, 1_000_000  # of the dice of a roll, and of all rolls
MOST_TO_PRINT = {
    "editions": 60,
    "up": 8,
    "papers": 12,
    "chapters": 200,
    "parts": 20,
    "sides": 8,
    "columns": 8,
    "panels": 60,
}
_HTML = re.compile(r"<(?=[A-Za-z/!?])")
_IMAGE = re.compile(r"!\[")
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")  # makes text read otherwise than written
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LONGEST_ID = 60
# What may have several lines. Everything else is a title, a cell or a name.
_PROSE = frozenset(
    {
        *("text", "opening", "brief", "meaning", "then", "drive", "specials", "why"),
        *("notice", "credit", "designated", "using", "gives", "examples"),
    }
)


def text_problems(document: Document) -> Iterator[Problem]:
    """HTML, pictures, signs that can't be seen, and texts without end."""
    for path, text in document.texts.items():
        for pattern, code, expected, tip in _UNWANTED:
            if match := pattern.search(text.raw):
                came = _named(match[0])
                yield document.problem_in(path, match.start(), code, expected, came, tip)
        if len(text.raw) > MOST_LETTERS:
            expected, came = f"at most {MOST_LETTERS:,} letters", f"{len(text.raw):,}"
            yield document.problem(path, "text.too-long", expected, came, "Split it.")
        elif not _PROSE.intersection(step for step in path if isinstance(step, str)):
            yield from _line_problems(document, path, text.raw)


_UNWANTED = (
    (_HTML, "prose.html", "plain text", "Use Markdown; write &lt; for a less-than sign."),
    (_IMAGE, "prose.image", "text", "Pictures would be fetched from elsewhere: link to them."),
    (
        _TURNING,
        "text.turned",
        "text that reads as it is written",
        "Delete the invisible character.",
    ),
    (_CONTROL, "text.control", "text that can be seen", "Delete the invisible character."),
)


def _named(found: str) -> str:
    if found == "<":
        return "an HTML tag"
    return "a picture" if found == "![" else f"the character U+{ord(found):04X}"


def _line_problems(document: Document, path: Path, raw: str) -> Iterator[Problem]:
    """A title, cell or name is one line."""
    if "\n" in raw:
        tip = "Write it in one line, without | before it."
        yield document.problem(path, "text.line", "one line", "several", tip)
    elif len(raw) > MOST_IN_A_LINE:
        expected, came = f"at most {MOST_IN_A_LINE} letters here", f"{len(raw):,}"
        yield document.problem(path, "text.too-long", expected, came, "Shorten it.")


def id_problems(form: Any, document: Document, path: Path) -> Iterator[Problem]:
    """Ids and names of editions that are no ids: they become addresses and names of files."""
    if isinstance(form, tuple):
        for n, one in enumerate(form):
            yield from id_problems(one, document, (*path, n))
    elif isinstance(form, Mapping):
        for key, one in form.items():
            if path == ("editions",) and not _is_id(key):
                yield _no_id(document, (*path, key), str(key), key=True)
            yield from id_problems(one, document, (*path, key))
    elif is_dataclass(form) and not isinstance(form, type):
        for one in fields(form):
            inner = getattr(form, one.name)
            if one.name in ("id", "slug") and inner and not _is_id(inner):
                yield _no_id(document, (*path, one.name), inner)
            else:
                yield from id_problems(inner, document, (*path, one.name))


def _is_id(text: str) -> bool:
    return len(text) <= _LONGEST_ID and bool(_ID.fullmatch(text))


def _no_id(document: Document, path: Path, came: str, *, key: bool = False) -> Problem:
    expected = "small letters, digits and single hyphens, such as night-watch"
    tip = f"At most {_LONGEST_ID} of them."
    return document.problem(path, "id.form", expected, f"“{came[:80]}”", tip, key=key)


def dice_problems(tables: Mapping[str, Written[TableChange]]) -> Iterator[Problem]:
    """Rolls with more rows, or dice with more falls, than anybody can play with."""
    in_all = 0
    for table in tables.values():
        for n, roll in enumerate(table.form.rolls):
            if len(roll.rows) > MOST_ROWS:
                expected, came = f"at most {MOST_ROWS:,} rows", f"{len(roll.rows):,}"
                path = ("rolls", n, "rows")
                yield table.document.problem(path, "table.too-long", expected, came, "Split it.")
            try:
                falls = math.prod(parse(roll.die).physical)
            except DiceError:
                continue  # a problem of its own
            in_all += min(falls, MOST_FALLS)
            if falls > MOST_FALLS or in_all > MOST_FALLS_IN_ALL:
                expected = f"dice that fall in at most {MOST_FALLS:,} ways"
                if falls <= MOST_FALLS:
                    expected += f", {MOST_FALLS_IN_ALL:,} in all tables"
                came, tip = f"{roll.die}, with more", "Use fewer or smaller dice."
                path = ("rolls", n, "die")
                yield table.document.problem(path, "dice.too-many", expected, came, tip)
                if in_all > MOST_FALLS_IN_ALL:
                    return


def edition_problems(written: Written[EditionsChanges]) -> Iterator[Problem]:
    """More to print than any press could: it would take the machine days."""
    document, editions = written.document, written.form.editions
    yield from _counted(document, ("editions",), "editions", len(editions))
    for name, edition in editions.items():
        path = ("editions", name)
        yield from _counted(document, (*path, "up"), "up", edition.up)
        for key in ("papers", "chapters", "parts", "sides"):
            yield from _counted(document, (*path, key), key, len(getattr(edition, key)), least=0)
        for n, side in enumerate(edition.sides):
            here = (*path, "sides", n)
            yield from _counted(document, (*here, "columns"), "columns", side.columns)
            yield from _counted(document, (*here, "panels"), "panels", len(side.panels), least=0)


def _counted(
    document: Document, path: Path, what: str, number: int, least: int = 1
) -> Iterator[Problem]:
    most = MOST_TO_PRINT[what]
    if not least <= number <= most:
        expected = f"{least} to {most} {what}" if what != "up" else f"{least} to {most} on a page"
        yield document.problem(path, "edition.size", expected, f"{number:,}", "")
