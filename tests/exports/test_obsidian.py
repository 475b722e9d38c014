"""The Obsidian vault: rolled as its Dice Roller plugin rolls, every link and block there."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from html import unescape

import pytest
from hostile import KINDS, TEXTS
from markdown_it import MarkdownIt
from oracle import Odds, once, roll_odds, same, table_odds
from virtualdice import distribution

from generator.model.book import Book
from generator.render.exports.obsidian import obsidian_files
from generator.render.exports.obsidian_text import block_id, cell

Files = dict[str, str]
ROLLER = re.compile(r"`dice:(.*?)`")
LINKED = re.compile(r"(?:\[\[)(?P<link>.+?)#?\^(?P<block>.+?)\]\]")
SIGNS = re.compile(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\]")  # which Obsidian leaves out of headings


def block(files: Files, note: str, name: str) -> list[str]:
    """The lines of the table whose block has that id."""
    found = re.search(rf"((?:^\|.*\n)+)\n\^{re.escape(name)}$", files[f"{note}.md"], re.MULTILINE)
    assert found, (note, name)
    return found[1].strip().split("\n")


def cells(row: str) -> list[str]:
    """A row's cells, as the plugin takes them: an escaped bar is none."""
    assert "\\|" not in row
    return [text.strip() for text in row.strip().strip("|").split("|")]


def rolled(files: Files, note: str, name: str) -> Odds:
    """The chance of each result of a block, rolled as a lookup table, its inner rolls rolled too."""
    head, _, *rows = block(files, note, name)
    first = cells(head)[0]
    assert first.startswith("dice:")
    ranges = []
    for row in rows:
        range_text, option = cells(row)
        low, high = re.match(r"(\d+)(?:[^\d]+?(\d+))?", range_text).groups()  # type: ignore[union-attr]
        ranges.append((int(low), int(high or low), option))
    odds: Odds = {}
    for total, chance in distribution(first.split(":")[-1].strip()).items():
        option = next(text for low, high, text in ranges if low <= total <= high)
        for text, share in inner(files, option).items():
            odds[text] = odds.get(text, Fraction(0)) + chance * share
    return odds


def inner(files: Files, option: str) -> Odds:
    """A cell's text with every roll in it made, and shown."""
    odds: Odds = {"": Fraction(1)}
    for number, piece in enumerate(ROLLER.split(option)):
        results: Odds = {shown(piece): Fraction(1)}
        if number % 2:
            match = LINKED.fullmatch(piece.strip())
            assert match, piece
            results = rolled(files, match["link"], match["block"])
        odds = {a + b: x * y for a, x in odds.items() for b, y in results.items()}
    return odds


def shown(text: str) -> str:
    """What a reader sees of a cell: no sign in it does anything."""
    rendered = MarkdownIt("commonmark").enable("strikethrough").renderInline(text)
    assert not re.search(r"<\w", rendered), rendered
    return unescape(rendered)


def test_every_roll_and_every_whole_gives_what_the_engine_gives(any_book: Book) -> None:
    """Each total of the plugin's dice picks a row, each row as often as at the table."""
    files = once(obsidian_files, any_book)
    for table in any_book.tables.values():
        for roll in table.rolls:
            odds = rolled(files, f"tables/{table.id}", block_id(table, roll))
            same(roll_odds(table, roll), odds)
        if len(table.rolls) > 1:
            same(table_odds(table), rolled(files, f"wholes/{table.id}", "roll"))


def test_every_roller_names_a_block_that_is_there(any_book: Book) -> None:
    """In chapters, in the list of tables, in groups and in tables themselves."""
    files = once(obsidian_files, any_book)
    rollers = [one for text in files.values() for one in ROLLER.findall(text)]
    assert len(rollers) >= 2 * len(any_book.tables)
    for one in rollers:
        match = LINKED.fullmatch(one.strip())
        assert match and block(files, match["link"], match["block"])


def headings(text: str) -> set[tuple[str, ...]]:
    """The paths of a note's headings as Obsidian compares them."""
    path: list[tuple[int, str]] = []
    found: set[tuple[str, ...]] = {()}
    for level, title in re.findall(r"^(#+) (.*)$", text, re.MULTILINE):
        path = [(depth, name) for depth, name in path if depth < len(level)]
        path.append((len(level), " ".join(SIGNS.sub(" ", title).split())))
        names = [name for _, name in path]
        found |= {tuple(names[start:]) for start in range(len(names))}
    return found


def test_every_link_leads_to_a_note_and_a_heading(any_book: Book) -> None:
    """Also those in tables, whose bar is escaped."""
    files = once(obsidian_files, any_book)
    count = 0
    for name, text in files.items():
        for link in re.findall(r"\[\[([^\]^]+)\]\]", ROLLER.sub("", text)):
            address = re.split(r"\\?\|", link)[0]
            note, *path = address.split("#")
            assert f"{note}.md" in files, (name, link)
            assert tuple(path) in headings(files[f"{note}.md"]), (name, link)
            count += 1
    assert count > len(any_book.tables)


def test_each_chapter_is_a_note_with_all_its_sections(any_book: Book) -> None:
    """And a paragraph is one line, as Obsidian shows a single break."""
    files = once(obsidian_files, any_book)
    for chapter in any_book.chapters:
        text = files[f"rules/{chapter.id}.md"]
        assert len(re.findall(r"^## ", text, re.MULTILINE)) >= len(chapter.sections)
        for first, second in zip(text.split("\n"), text.split("\n")[1:], strict=False):
            words = re.match(r"[A-Za-z]", first) and re.match(r"[A-Za-z]", second)
            assert not words or first.startswith(("aliases", "game", "id", "source", "licence"))


def test_every_note_says_whose_it_is(any_book: Book) -> None:
    """The properties are YAML that names the game and the notice; a table's its source."""
    files = once(obsidian_files, any_book)
    for name, text in files.items():
        if name == "NOTICE.md":
            assert any_book.game.notice in text
            continue
        lines = text.split("---\n")[1].splitlines()
        values = dict(line.split(": ", 1) for line in lines)
        assert json.loads(values["game"]) == f"{any_book.game.title} {any_book.game.version}"
        assert json.loads(values["licence"]) == "[[NOTICE]]"
        assert json.loads(values["aliases"])
        if name.startswith(("tables/", "wholes/")):
            assert any_book.tables[json.loads(values["id"])].source.title in values["source"]
    assert any_book.game.notice in files["index.md"]


@pytest.mark.parametrize("text", [*TEXTS, "# heading", "- item", "1. item", "> quote", "## a", "+ b"])  # fmt: skip
def test_hostile_text_is_shown_as_it_is(text: str) -> None:
    """As a block of its own, which is how the plugin shows a result: one plain paragraph."""
    rendered = MarkdownIt("commonmark").enable(["strikethrough", "table"]).render(cell(text))
    match = re.fullmatch(r"<p>(.*)</p>\n", rendered)
    assert match and not re.search(r"<\w", match[1])
    assert unescape(match[1]) == " ".join(text.split())
    for sign in ("|", "[[", "`", "==", "%%", "$", "^"):
        assert sign not in cell(text)


def test_hostile_rows_stand_in_the_vault(hostile: Book) -> None:
    """The note of a table is named by its id, whatever its title is."""
    files = obsidian_files(hostile)
    assert len(block(files, f"tables/{KINDS.id}", "roll")) == len(TEXTS) + 2
