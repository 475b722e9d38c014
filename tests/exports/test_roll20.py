"""Roll20: read by what its TableExport script does, drawn by weight, odds as at the table."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape

import pytest
from hostile import KINDS, TEXTS
from oracle import Odds, once, roll_odds, same, table_odds

from generator.model.book import Book
from generator.render.exports.roll20 import escaped, roll20_files
from generator.render.exports.shares import flat_name

UNESCAPED = {"<%%91%%>": "[", "<%%93%%>": "]", "<%%-%%>": "--", "[TABLEEXPORT:ESCAPE]": " --"}
# What Roll20's chat acts on before a script sees the line.
CHAT = re.compile(r"\[\[|[@%?&]\{|#\S")


def imported(text: str) -> dict[str, list[tuple[str, int]]]:
    """The tables that the script makes of pasted lines: items with their weights by name."""
    tables: dict[str, list[tuple[str, int]]] = {}
    for command in text.splitlines():
        assert not CHAT.search(re.sub(r"&#\d+;", "", command)), command
        start, *arguments = re.split(r"\s+--", command)
        if start == "!import-table":
            name, shown = arguments
            assert name not in tables and shown == "hide"
            tables[name] = []
        else:
            assert start == "!import-table-item", command
            name, item, weight, picture = arguments
            pattern = "|".join(map(re.escape, UNESCAPED))
            item = re.sub(pattern, lambda match: UNESCAPED[match[0]], item)
            assert picture == "" and int(weight) > 0
            tables[name].append((unescape(item), int(weight)))
    return tables


def odds_of(items: list[tuple[str, int]]) -> Odds:
    """The chance of each item."""
    whole = sum(weight for _, weight in items)
    odds: Odds = {}
    for text, weight in items:
        odds[text] = odds.get(text, Fraction(0)) + Fraction(weight, whole)
    return odds


def test_every_roll_is_imported_with_its_odds(any_book: Book) -> None:
    """The script makes a table of each roll, its rows as likely as the dice make them."""
    files = once(roll20_files, any_book)
    for table in any_book.tables.values():
        found = imported(files[f"tables/{table.id}.txt"])
        assert list(found) == [flat_name(any_book, table, roll) for roll in table.rolls]
        for roll in table.rolls:
            same(roll_odds(table, roll), odds_of(found[flat_name(any_book, table, roll)]))


def test_wholes_give_joined_results(any_book: Book) -> None:
    """Roll20 has no word for rolling on two tables and joining what comes: it is written out."""
    files = once(roll20_files, any_book)
    composite = [table for table in any_book.tables.values() if len(table.rolls) > 1]
    for table in composite:
        (items,) = imported(files[f"wholes/{table.id}.txt"]).values()
        same(table_odds(table), odds_of(items))
    assert len(composite) == sum(name.startswith("wholes/") for name in files)


def test_names_are_told_apart_and_fit_into_a_roll(any_book: Book) -> None:
    """A name is used once in all files, and can stand in ``1t[name]``."""
    found: list[str] = []
    for name, text in once(roll20_files, any_book).items():
        if name.endswith(".txt"):
            found += imported(text)
    assert len(set(found)) == len(found)
    assert all(re.fullmatch(r"[a-z0-9_-]+", name) for name in found)
    readme = once(roll20_files, any_book)["README.md"]
    assert all(f"`{name}`" in readme for name in found)


@pytest.mark.parametrize("text", [*TEXTS, "<%%91%%>", "[TABLEEXPORT:ESCAPE]", "---", "a --b -- c"])
def test_hostile_text_comes_back_and_does_nothing(hostile: Book, text: str) -> None:
    """Dashes, brackets, macros and tags reach the table as the text that they are."""
    command = f"!import-table --x --hide\n!import-table-item --x --{escaped(text)} --3 --"
    assert imported(command) == {"x": [(" ".join(text.split()), 3)]}
    assert "<" not in re.sub(r"<%%(?:91|93|-)%%>", "", escaped(text))
    assert KINDS.id in hostile.tables
