"""The content against the author's text.

What the text says is kept as facts in ``fixtures/source-*.json``, so that these tests pass in any
checkout. Where the text itself lies beside the project, the facts are held against it as well.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from generator.load.manuscript import load
from generator.model.book import Book, Chapter, Section
from generator.model.problems import Problem
from generator.project import Project
from generator.validate import validate
from nightsong.model import Item, ItemKind, Table
from nightsong.printing import printed_rows, row_text

FIXTURES = Path(__file__).parent / "fixtures"
SHARED = Path(__file__).resolve().parents[2] / "shared"
SOURCE = SHARED / "source" / "nightsong-source-text.txt"
OWN_WORDS = SHARED / "check" / "own_words.py"

Roll = dict[str, Any]


def fixture(name: str) -> Any:
    """The facts of that name."""
    return json.loads((FIXTURES / f"source-{name}.json").read_text(encoding="utf-8"))


@functools.cache
def source() -> str | None:
    """The author's text, or nothing where the project stands alone."""
    return SOURCE.read_text(encoding="utf-8") if SOURCE.is_file() else None


# Numbers

MEANINGS: tuple[tuple[int | str, str], ...] = (
    (0, "no, none, neither, stays the same"),
    (1, "one, single, once"),
    (2, "two, both, twice, double, doubles"),
    (3, "three, triples"),
    (4, "four"),
    (6, "six"),
    ("1/2", "half, halve, halves"),
)
WORD_VALUES = {word: value for value, words in MEANINGS for word in words.split(", ")}


def flat(numbers: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested numbers by their full names."""
    found: dict[str, Any] = {}
    for name, value in numbers.items():
        if isinstance(value, Mapping):
            found |= flat(value, f"{prefix}{name}.")
        else:
            found[prefix + name] = value
    return found


def said(text: str) -> int | str:
    """What a number of the author's text means: ``six``, ``halves``, ``+2``, ``D6``, ``4+``."""
    if text in WORD_VALUES:
        return WORD_VALUES[text]
    return int(text) if re.fullmatch(r"[+-]?\d+", text) else text


def found_value(match: re.Match[str], how: str | None) -> Any:
    """The value that a match in the author's text gives, read in one of seven ways."""
    groups = match.groups()
    if how == "list":
        return [said(group) for group in groups]
    if how == "words":
        return [group.lower() for group in groups]
    if how == "small":
        return str(groups[0]).lower()
    if how == "range":
        return "-".join(groups)
    if how == "above":
        return f"{int(groups[0]) + 1}-{groups[1]}"
    if how == "dice":
        return groups[0].count("D")
    return groups[0] if how == "text" else said(groups[0])


def test_every_number_of_the_content_is_the_one_on_record(book: Book) -> None:
    """No name is missing or extra, and each has the value that the author's text or we gave it."""
    facts = fixture("numbers")
    assert len({fact["name"] for fact in facts}) == len(facts)
    assert flat(book.numbers) == {fact["name"]: fact["value"] for fact in facts}


def test_a_number_is_marked_as_ours_just_where_the_record_says_so(book: Book) -> None:
    """What the author did not say is never passed off as the author's, nor the other way round."""
    ours = {fact["name"] for fact in fixture("numbers") if "ruling" in fact}
    assert {ruled.name for ruled in book.ruled} == ours
    assert all(ruled.why for ruled in book.ruled)


def test_every_number_comes_from_the_author_or_from_a_ruling() -> None:
    """Each fact says where in the author's text its number stands, and the text agrees."""
    for fact in fixture("numbers"):
        assert "pattern" in fact or "ruling" in fact, fact["name"]
        text = source()
        if "pattern" in fact and text is not None:
            values = [
                found_value(match, fact.get("as")) for match in re.finditer(fact["pattern"], text)
            ]
            assert values, f"{fact['name']}: nothing matches {fact['pattern']}"
            assert all(value == fact["value"] for value in values), (fact, values)


def test_the_record_quotes_no_prose() -> None:
    """A pattern holds at most six words of the author's in a row."""
    for fact in fixture("numbers"):
        pieces = re.split(r"[^\w\s’-]+", re.sub(r"\\.", "|", fact.get("pattern", "")))
        assert all(len(piece.split()) <= 6 for piece in pieces), fact["name"]


# Tables and items


def rolls_of(text: str) -> list[Roll]:
    """The die columns of the author's text: a header line with the die, then rows with tabs."""
    rolls: list[Roll] = []
    for line in text.splitlines():
        cells = line.split("\t")
        if len(cells) == 1:
            continue
        if re.fullmatch(r"1D\d+", cells[0]):
            rolls.append({"die": cells[0], "header": cells[1:], "rows": []})
        else:
            rolls[-1]["rows"].append(cells)
    return rolls


def printed_rolls(tables: Iterable[Table]) -> list[Roll]:
    """The die columns as the book prints them."""
    return [
        {
            "die": roll.die,
            "header": list(roll.header),
            "rows": [list(row) for row in printed_rows(table, roll)],
        }
        for table in tables
        for roll in table.rolls
    ]


def test_tables_print_as_the_author_wrote_them(book: Book) -> None:
    """All 53 die columns with their 758 rows, in the author's order, to the letter."""
    facts = fixture("tables")
    assert (len(facts), sum(len(roll["rows"]) for roll in facts)) == (53, 758)
    for printed, fact in zip(printed_rolls(authored(book)), facts, strict=True):
        assert printed == fact
    text = source()
    assert text is None or rolls_of(text) == facts


def authored(book: Book) -> Iterator[Table]:
    """The author's tables: those that aren't marked as a supplement."""
    return (table for table in book.tables.values() if not table.supplement)


def item_of(text: str) -> Item:
    """An item from how it is printed, by the rules that the author follows."""
    match = re.fullmatch(r"([^()]+?)(?: \(([^()]+)\))?", text)
    assert match, text
    name, marks = match[1], match[2].split(", ") if match[2] else []
    die = next((mark for mark in marks if re.fullmatch(r"D\d+", mark)), None)
    uses = next((mark.split()[0] for mark in marks if mark.endswith(" Uses")), None)
    known = {die, f"{uses} Uses", "bulky", "petty"}
    notes = [mark for mark in marks if mark not in known]
    return Item(
        name=name,
        kind=kind_of(name, die, uses),
        die=die,
        uses=uses,
        bulky="bulky" in marks,
        petty="petty" in marks,
        note=", ".join(notes) or None,
        ranged=name.endswith("bow"),
    )


def kind_of(name: str, die: str | None, uses: str | None) -> ItemKind:
    """What an item is, by its name and dice alone."""
    if name == "Spell Shard":
        return ItemKind.SPELL_SHARD
    if uses:
        return ItemKind.SUPPLY
    if die is None:
        return ItemKind.GEAR
    if name.endswith("Armor"):
        return ItemKind.ARMOR
    return ItemKind.SHIELD if name == "Shield" else ItemKind.WEAPON


def test_background_items_read_back_from_print_are_the_same(book: Book) -> None:
    """Dice, uses, bulk and notes of every item survive the way to paper and back."""
    rows = [
        row
        for table in book.tables.values()
        if table.id.startswith("backgrounds/")
        for roll in table.rolls
        for row in roll.rows
    ]
    assert len(rows) == 24
    for row in rows:
        name, _, items = row_text(row).removesuffix(".").partition(": ")
        read = tuple(item_of(text) for text in re.split(r", (?![^(]*\))", items))
        assert (row.name, row.items) == (name, read)


def test_the_supplies_print_as_the_author_wrote_them(book: Book) -> None:
    """Two supplies with Uses and the coins; what is petty is said to be."""
    (supplies,) = (section for section in book.sections() if section.id == "belongings/supplies")
    printed = re.findall(r"^- (.+)$", supplies.text, re.MULTILINE)
    items = [item_of(line) for line in printed]
    assert [(item.uses, item.petty) for item in items] == [
        ("D6", False),
        ("D6", True),
        (None, True),
    ]
    text = source()
    assert text is None or all(f"\n• {line.replace('×', 'x')}\n" in text for line in printed)


# Slips and rulings


def texts(book: Book) -> Iterator[str]:
    """Everything that the book says: titles, prose, short forms, rulings, terms, tables."""
    for chapter in book.chapters:
        yield from (chapter.title, chapter.opening, chapter.text)
    for section in book.sections():
        yield from (section.title, section.text, section.brief)
    for ruling in book.rulings:
        yield from (ruling.title, ruling.text)
    for term in book.terms:
        yield from (*term.forms, term.meaning)
    for table in book.tables.values():
        yield table.title
        yield from (cell for roll in table.rolls for cell in roll.header)
    yield from (ruled.why for ruled in book.ruled)


@pytest.mark.parametrize(
    "slip",
    ["numnber", "conditinos", "section section", "___", "hidden name", "show all", "roll 1d66"],
)
def test_slips_and_page_furniture_of_the_text_are_gone(book: Book, slip: str) -> None:
    """What is a misspelling or a button in the author's text is nowhere in the book."""
    assert [text for text in texts(book) if slip in text.lower()] == []


def test_the_unfinished_heading_is_completed(book: Book) -> None:
    """The section on buildings, mounts, ships and ordnance has a whole title."""
    assert book.targets["adventuring/structures-and-vessels"].title == "Structures and Vessels"


def test_wardens_take_their_names_from_the_wild_folk(book: Book) -> None:
    """The two names that the author uses for one thing both stay, and one leads to the other."""
    (roll,) = book.tables["factions/type"].rolls
    (wardens,) = (row for row in roll.rows if row.name == "Wardens")
    assert wardens.names == "faction-names/wild-folk"
    assert book.tables[wardens.names].title == "Wild Folk"


def test_a_land_is_a_hex_flower(book: Book) -> None:
    """Two rings around one hex: nineteen hexes, five across."""
    land = book.numbers["land"]
    radius = land["radius"]
    assert radius == 2
    assert land["across"] == 2 * radius + 1
    assert land["hexes"] == 3 * radius * (radius + 1) + 1 == 19


def test_every_ruling_has_its_place_in_the_book(book: Book) -> None:
    """Each of our nineteen decisions is a marked number, a titled ruling or a supplement."""
    facts = fixture("rulings")
    marked = {
        "rulings": {ruling.id for ruling in book.rulings},
        "numbers": {ruled.name for ruled in book.ruled},
        "supplements": {section.id for section in book.sections() if section.supplement},
    }
    assert [fact["ruling"] for fact in facts] == list(range(1, 20))
    for fact in facts:
        assert fact.keys() & marked.keys(), fact
        for kind, ids in marked.items():
            assert set(fact.get(kind, [])) <= ids, fact


def test_what_is_missing_is_said_to_be_missing(book: Book) -> None:
    """Where the author's text points at nothing, the book says so rather than keep quiet."""
    said_of = {ruling.id: ruling.text for ruling in book.rulings}
    said_of |= {section.id: section.text for section in book.sections()}
    for fact in fixture("rulings"):
        for place in fact.get("absent", []):
            assert "author’s text" in said_of[place], place


def test_every_ruling_says_something(book: Book) -> None:
    """A ruling has a title and whole sentences."""
    for ruling in book.rulings:
        assert ruling.title, ruling.id
        assert ruling.text.endswith("."), ruling.id


# Headings


def headings(chapter: Chapter) -> Iterator[str]:
    """The titles in a chapter in reading order: sections, their tables, the sections inside."""
    for section in chapter.sections:
        yield from _headings(section)


def _headings(section: Section) -> Iterator[str]:
    yield section.title
    yield from (table.title for table in section.tables)
    for inner in section.sections:
        yield from _headings(inner)


def headings_of(text: str) -> Iterator[str]:
    """The headings and lead-in terms of the author's text, in order, without their furniture."""
    furniture = re.compile(r"Roll 1D|Show all|hidden name|.*→$|.*work in progress", re.IGNORECASE)
    for line in filter(None, map(str.strip, text.splitlines())):
        if "\t" in line or line.startswith("•") or furniture.match(line):
            continue
        if lead_in := re.match(r"([A-Z][^.:]{0,30}): ", line):
            yield lead_in[1]
        elif len(line) < 60 and line[-1] not in ".:!":
            yield re.sub(r"^\d\. | 1D\d+$", "", line)


def in_order(wanted: Iterable[str], found: Iterable[str]) -> list[str]:
    """The wanted texts that are not among the found ones in the wanted order."""
    left = iter(found)
    return [text for text in wanted if text not in left]


def test_every_heading_of_the_text_is_in_the_book(book: Book) -> None:
    """Chapters, sections and lead-in terms are all there, in the author's order."""
    facts = fixture("headings")
    assert [chapter.title for chapter in book.chapters] == [fact["chapter"] for fact in facts]
    for chapter, fact in zip(book.chapters, facts, strict=True):
        assert in_order(fact["titles"], headings(chapter)) == [], chapter.title


def test_the_record_of_headings_is_the_author_s() -> None:
    """The text's headings are those on record, but for the ones that we mend or move."""
    facts = fixture("headings")
    recorded = [title for fact in facts for title in (fact["chapter"], *fact["titles"])]
    mended = {old: new for fact in facts for old, new in fact.get("mended", {}).items()}
    assert set(mended.values()) <= {*recorded, ""}
    text = source()
    if text is not None:
        written = [mended.get(heading, heading) for heading in headings_of(text)]
        assert [heading for heading in written if heading] == recorded


# Licence, prose, own words


def test_the_notice_is_the_licence_s_to_the_letter(book: Book) -> None:
    """The one quotation: every character of it counts."""
    fact, notice = fixture("notice"), book.game.notice
    assert len(notice) == fact["length"]
    assert hashlib.sha256(notice.encode()).hexdigest() == fact["sha256"]
    assert all(phrase in notice for phrase in fact["phrases"])
    text = source()
    assert text is None or notice in text.splitlines()


def planted(project: Project, root: Path, file: str, old: str, new: str) -> list[Problem]:
    """The problems of a copy of the content in which one text is replaced once."""
    for part in ("content", "tables", "theme/print"):
        shutil.copytree(project.root / part, root / part)
    path = root / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    manuscript, problems = load(root)
    return [*problems, *validate(manuscript)]


def test_the_content_has_no_problems(project: Project) -> None:
    """Files, ids, numbers, links and tables are all as the validator wants them."""
    manuscript, problems = load(project.root)
    assert [*problems, *validate(manuscript)] == []


def test_a_digit_in_prose_is_refused(project: Project, tmp_path: Path) -> None:
    """A number written out instead of named is one problem, at its place; nothing else is wrong."""
    file = "content/rules/combat.yml"
    problems = planted(project, tmp_path, file, "{{ n.combat.unarmed }}", "4")
    assert [(problem.code, problem.file) for problem in problems] == [("prose.digit", file)]


def test_a_number_without_use_is_refused(project: Project, tmp_path: Path) -> None:
    """A name that no rule mentions is one problem, at its place; nothing else is wrong."""
    file = "content/numbers.yml"
    problems = planted(project, tmp_path, file, "\ntime:\n", "\ntime:\n  idle: 7\n")
    assert [(problem.code, problem.file) for problem in problems] == [("number.unused", file)]


def runs(text: str) -> set[str]:
    """Every run of ten words of a text, as a digest: it tells that a run is there, not what."""
    plain = re.sub(r"[*_`#>|\[\]]", " ", re.sub("['’]", "", text.lower()))
    words = re.findall(r"[a-z0-9+%-]+", plain)
    found = (" ".join(words[start : start + 10]) for start in range(len(words) - 9))
    return {hashlib.blake2b(run.encode(), digest_size=5).hexdigest() for run in found}


def runs_of_prose(text: str) -> set[str]:
    """The runs of the author's prose, line by line, without table rows and the notice."""
    lines = (line for line in text.splitlines() if not line.startswith("This product is based"))
    return set().union(*(runs(line) for line in lines if "\t" not in line))


def test_the_words_are_our_own(book: Book, project: Project) -> None:
    """The book's prose shares no run of ten words with the author's."""
    recorded = set((FIXTURES / "source-runs.txt").read_text(encoding="utf-8").split())
    assert len(recorded) > 3000
    assert [text for text in texts(book) if runs(text) & recorded] == []
    text = source()
    if text is not None:
        assert runs_of_prose(text) == recorded
        written = [project.root / "content", project.dist / "markdown"]
        command = [
            sys.executable,
            str(OWN_WORDS),
            *(str(path) for path in written if path.is_dir()),
        ]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (run.returncode, run.stdout.strip()) == (0, "0 shared runs of 10 words or more")
