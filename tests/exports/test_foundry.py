"""The Foundry VTT module: packed and unpacked by Foundry's tool, drawn from as Foundry 13 draws."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from hostile import KINDS, TEXTS
from oracle import Odds, once, roll_odds, same, table_odds
from virtualdice import distribution

from generator.bundle.foundry import pack_foundry, unpack_foundry
from generator.model.book import Book
from generator.project import Project
from generator.render.exports.foundry import SOURCES, foundry_files
from generator.render.exports.foundry_ids import foundry_id, harmless
from nightsong.model import Join
from nightsong.rolling import part_key

# What Foundry's text editor looks for in the text of a page.
COMMANDS = re.compile(r"@\w+\[[^\]]+\]|\[\[.*?\]\]|&\w+\[")
NOTHING = "\u2060"


def sources(book: Book) -> dict[str, bytes]:
    """The packs' sources by ``pack/id.json``."""
    files = once(foundry_files, book)
    start = f"{SOURCES}/"
    return {n.removeprefix(start): t.encode() for n, t in files.items() if n.startswith(start)}


def documents(book: Book, pack: str) -> dict[str, dict[str, Any]]:
    """A pack's documents by their ids."""
    found = sources(book).items()
    every = [json.loads(text) for name, text in found if name.startswith(f"{pack}/")]
    return {document["_id"]: document for document in every}


def plain(text: str) -> str:
    """What a reader sees of HTML without tags."""
    assert "<" not in text
    text = re.sub(r" @UUID\[[^\]]+\]\{[^{}]+\}$", "", text)  # the table that names it
    return unescape(text).replace(NOTHING, "")


def draws(
    tables: Mapping[str, dict[str, Any]], table: dict[str, Any]
) -> dict[tuple[str, ...], Fraction]:
    """Every draw from a table and its chance, as `RollTable#roll` of Foundry 13 makes it.

    All results whose range holds the total count; those that are tables are drawn from in turn.
    """
    found: dict[tuple[str, ...], Fraction] = {}
    for total, chance in distribution(table["formula"]).items():
        picked = [r for r in table["results"] if r["range"][0] <= total <= r["range"][1]]
        assert picked, (table["name"], total)
        results: dict[tuple[str, ...], Fraction] = {(): chance}
        for result in picked:
            inner = {(plain(result["description"]),): Fraction(1)}
            if result["type"] == "document":
                inner = draws(tables, tables[result["documentUuid"].rpartition(".")[2]])
            results = {a + b: x * y for a, x in results.items() for b, y in inner.items()}
        for texts, odds in results.items():
            found[texts] = found.get(texts, Fraction(0)) + odds
    return found


def single(odds: dict[tuple[str, ...], Fraction]) -> Odds:
    """Draws of one result each, by its text."""
    return {text: chance for (text,), chance in odds.items()}


def named(tables: Mapping[str, dict[str, Any]], key: str) -> dict[str, Any]:
    """The RollTable made from that chance key."""
    return tables[foundry_id("RollTable", key)]


def test_every_roll_gives_what_the_engine_gives(any_book: Book) -> None:
    """Each total of Foundry's formula picks a row, each row as often as at the table."""
    tables = documents(any_book, "tables")
    for table in any_book.tables.values():
        for roll in table.rolls:
            same(
                roll_odds(table, roll), single(draws(tables, named(tables, part_key(table, roll))))
            )


def test_a_whole_gives_joined_results(any_book: Book) -> None:
    """Wyrm- and -haven make Wyrmhaven, as often as the engine makes it."""
    tables = documents(any_book, "tables")
    composite = [table for table in any_book.tables.values() if len(table.rolls) > 1]
    assert composite
    for table in composite:
        same(table_odds(table), single(draws(tables, named(tables, table.id))))


def test_a_whole_too_large_to_write_out_draws_its_parts(
    hostile: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then a draw gives a result of each part, independently."""
    monkeypatch.setattr("generator.render.exports.shares.MOST_WHOLES", 1)
    tables = documents(replace(hostile), "tables")
    for table in hostile.tables.values():
        if len(table.rolls) > 1 and table.join is not Join.EITHER:
            found = draws(tables, named(tables, table.id))
            first, second = (roll_odds(table, roll) for roll in table.rolls)
            expected = {(a, b): x * y for a, x in first.items() for b, y in second.items()}
            assert found == expected


def test_a_group_draws_each_of_its_tables(any_book: Book) -> None:
    """One draw gives a result of every table of the group, in its order."""
    tables = documents(any_book, "tables")
    for group in any_book.groups:
        results = named(tables, f"group/{group.id}")["results"]
        assert {tuple(result["range"]) for result in results} == {(1, 1)}
        drawn = [result["documentUuid"].rpartition(".")[2] for result in results]
        assert drawn == [foundry_id("RollTable", table_id) for table_id in group.tables]


def test_a_row_links_to_the_table_that_names_what_it_brings(book: Book) -> None:
    """Whoever rolls a Region's type finds its table of names in the result."""
    tables = documents(book, "tables")
    linked = 0
    for table in book.tables.values():
        for roll in table.rolls:
            results = named(tables, part_key(table, roll))["results"]
            for row in (row for row in roll.rows if row.names):
                address = f"RollTable.{foundry_id('RollTable', row.names)}]"
                linked += sum(address in result["description"] for result in results)
    assert linked == sum(bool(row.names) for t in book.tables.values() for r in t.rolls for row in r.rows)  # fmt: skip
    assert linked


def test_a_rolled_creature_links_to_its_page(book: Book) -> None:
    """Each result of a roster, to the page with the creature's values."""
    tables = documents(book, "tables")
    links = [
        (result["description"].partition(" —")[0], match[1])
        for table in tables.values()
        for result in table.get("results", ())
        if (match := re.search(r"JournalEntryPage\.(\w+)\]", result["description"]))
    ]
    pages = {p["_id"]: p["name"] for d in documents(book, "rules").values() for p in d["pages"]}
    assert [pages[page] for _, page in links] == [unescape(name) for name, _ in links]
    assert len(links) == len(book.tables["creatures/any"].rolls[0].rows)


def test_weights_keep_the_odds_where_foundry_spreads_a_table_anew(any_book: Book) -> None:
    """Foundry's *normalize* throws the formula away and gives each result its weight in sides."""
    tables = documents(any_book, "tables")
    for table in any_book.tables.values():
        for roll in table.rolls:
            odds: Odds = {}
            results = named(tables, part_key(table, roll))["results"]
            whole = sum(result["weight"] for result in results)
            for result in results:
                text = plain(result["description"])
                odds[text] = odds.get(text, Fraction(0)) + Fraction(result["weight"], whole)
            same(roll_odds(table, roll), odds)


def test_ranges_hold_only_totals_that_can_fall(any_book: Book) -> None:
    """A D66 has no 17; where the numbers have a gap, so have the ranges."""
    for table in documents(any_book, "tables").values():
        for result in table.get("results", ()):
            low, high = result["range"]
            assert set(range(low, high + 1)) <= distribution(table["formula"]).keys()


def test_ids_are_sixteen_letters_and_each_once(any_book: Book) -> None:
    """Documents and what lies in them: an id for each, keys as Foundry builds them."""
    for pack, collection, inner in (("tables", "tables", "results"), ("rules", "journal", "pages")):
        for document in documents(any_book, pack).values():
            assert re.fullmatch(r"[A-Za-z0-9]{16}", document["_id"])
            owned = document.get(inner, [])
            home = collection if inner in document else "folders"
            assert document["_key"] == f"!{home}!{document['_id']}"
            assert len({one["_id"] for one in owned}) == len(owned)
            for one in owned:
                assert re.fullmatch(r"[A-Za-z0-9]{16}", one["_id"])
                assert one["_key"] == f"!{collection}.{inner}!{document['_id']}.{one['_id']}"


def test_ids_stay_when_the_order_changes(hostile: Book) -> None:
    """A row or a table in another place keeps its id: links and changes of others' live on."""
    turned = {
        table_id: replace(t, rolls=tuple(replace(r, rows=r.rows[::-1]) for r in t.rolls))
        for table_id, t in reversed(hostile.tables.items())
    }
    section = replace(hostile.chapters[0].sections[0], tables=tuple(turned.values()))
    chapter = replace(hostile.chapters[0], sections=(section,))
    other = replace(hostile, tables=turned, chapters=(chapter,))

    def ids(book: Book) -> set[tuple[str, str, str]]:
        return {
            (document["name"], result["_id"], result["description"])
            for document in documents(book, "tables").values()
            for result in document.get("results", ())
        }

    assert ids(other) == ids(hostile)


def test_every_link_leads_to_a_document(any_book: Book) -> None:
    """Links name a pack of this module, a document in it, and a page of that."""
    packs = {pack: documents(any_book, pack) for pack in ("tables", "rules")}
    text = b"".join(sources(any_book).values()).decode()
    links = re.findall(r"@UUID\[(Compendium\.[^\]]+)\]\{[^{}]+\}", text)
    links += re.findall(r'"documentUuid": "([^"]+)"', text)
    assert links
    for link in set(links):
        start, module, pack, kind, found, *rest = link.split(".")
        assert (start, module) == ("Compendium", any_book.game.slug)
        assert kind == {"tables": "RollTable", "rules": "JournalEntry"}[pack]
        document = packs[pack][found]
        if rest:
            assert rest[0] == "JournalEntryPage"
            assert rest[1] in {page["_id"] for page in document["pages"]}


def test_the_journal_holds_every_section_creature_and_sentence_long_row(book: Book) -> None:
    """A page each, under its title, the first chapter's first."""
    pages = [p for d in documents(book, "rules").values() for p in d["pages"]]
    found = {page["_id"]: page for page in pages}
    for section in book.sections():
        assert found[foundry_id("JournalEntryPage", section.id)]["name"] == section.title
        for stats in section.creatures:
            page = found[foundry_id("JournalEntryPage", stats.id)]
            assert page["name"] == stats.creature.npc.name
            assert f"{stats.creature.npc.resolve}%" in page["text"]["content"]
    (spells,) = (d for d in documents(book, "rules").values() if d["name"] == "Spells" and "pages" in d)  # fmt: skip
    assert len(spells["pages"]) == len(book.tables["spells/spells"].rolls[0].rows)


@pytest.mark.parametrize("text", TEXTS)
def test_hostile_text_is_shown_and_does_nothing(hostile: Book, text: str) -> None:
    """No tag, no command of Foundry's; what is seen is what was written, on one line."""
    results = named(documents(hostile, "tables"), KINDS.id)["results"]
    shown = [r["description"] for r in results if plain(r["description"]) == " ".join(text.split())]
    assert len(shown) == 1
    assert not COMMANDS.search(unescape(shown[0]))


def test_commands_fall_apart() -> None:
    """Signs that would be a command together are kept apart by a joiner without width."""
    for text in (
        "@UUID[x]{y}",
        "[[1d6]]",
        "[[/r 1d6]]{z}",
        "&Reference[z]",
        "[[[a]]]",
        "@Embed[q]",
    ):
        assert COMMANDS.search(text) or text.startswith("[[[")
        assert not COMMANDS.search(harmless(text))
        assert harmless(text).replace(NOTHING, "") == text


@pytest.mark.parametrize("pack", ["tables", "rules"])
def test_foundry_s_tool_packs_it_and_gives_it_back(
    project: Project, any_book: Book, tmp_path: Path, pack: str
) -> None:
    """What comes out of the LevelDB pack is what went in, document for document."""
    pack_foundry(project.packages, sources(any_book), tmp_path / "packs")
    unpack_foundry(project.packages, tmp_path / "packs" / pack, tmp_path / "back")
    back = [json.loads(path.read_bytes()) for path in (tmp_path / "back").glob("*.json")]
    assert {document["_id"]: document for document in back} == documents(any_book, pack)


def test_packs_repeat_to_the_byte(project: Project, book: Book, tmp_path: Path) -> None:
    """Neither a clock nor a process id gets in."""
    for name in ("once", "again"):
        pack_foundry(project.packages, sources(book), tmp_path / name)
    once, again = (
        {p.relative_to(tmp_path / name): p.read_bytes() for p in (tmp_path / name).rglob("*.*")}
        for name in ("once", "again")
    )
    assert once == again and len(once) >= 4


def test_the_manifest_names_the_packs_the_authors_and_the_licence(any_book: Book) -> None:
    """The module's id is the game's slug, so its links hold; every document has the notice."""
    files = once(foundry_files, any_book)
    manifest = json.loads(files["module.json"])
    assert manifest["id"] == any_book.game.slug
    assert manifest["version"] == any_book.game.version
    assert {pack["name"] for pack in manifest["packs"]} == {"tables", "rules"}
    assert {author["name"] for author in manifest["authors"]} >= set(any_book.game.source.authors)
    assert manifest["license"] in files and any_book.game.notice in files["NOTICE.md"]
    for document in map(json.loads, sources(any_book).values()):
        assert document["flags"][any_book.game.slug]["licence"] == any_book.game.notice
