"""What goes wrong in content: every slip is a problem with place, code, expected, came and tip."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.load.manuscript import load
from generator.model.problems import Problem
from generator.project import HERE, Project
from generator.validate import validate

FACE = "tables/details/face.yml"
NUMBERS = "content/numbers.yml"
COMBAT = "content/rules/combat.yml"
LAST = "content/rules/what-next.yml"
BEASTS = "content/rules/creatures.yml"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the real content to spoil."""
    for folder in ("content", "tables", "theme/print"):
        shutil.copytree(HERE.root / folder, tmp_path / folder)
    return tmp_path


def problems(root: Path) -> list[Problem]:
    """All problems of the content below a root."""
    manuscript, found = load(root)
    return sorted({*found, *validate(manuscript)})


def replace(root: Path, name: str, old: str, new: str) -> int:
    """Replace the first occurrence in a file; returns its line."""
    path = root / name
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{name} has changed: {old!r} is not in it"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def append(root: Path, name: str, text: str) -> int:
    """Append to a file; returns the line that it starts in."""
    path = root / name
    before = path.read_text(encoding="utf-8")
    path.write_text(before + text, encoding="utf-8")
    return before.count("\n") + 1


def test_the_real_content_has_no_problem(copy: Path) -> None:
    """What is in the repository builds."""
    assert problems(copy) == []


def section(text: str) -> str:
    """A section to append to a chapter."""
    return f"- id: planted\n  title: Planted\n  text: |\n    {text}\n"


ONE_SLIP: list[tuple[str, Callable[[Path], int], str, str]] = [
    ("a missing row", lambda r: replace(r, FACE, "    3: Wide\n", "") * 0 + 6, "table.rows-uncovered", "no row for 3"),
    ("an overlapping range", lambda r: replace(r, FACE, "    2: Long", "    1-2: Long"), "table.rows-overlap", "1-2"),
    ("a row that can't come up", lambda r: append(r, FACE, "    7: None\n"), "table.row-unreachable", "7"),
    ("a key that is no key", lambda r: append(r, FACE, "    six: None\n"), "table.row-key", "six"),
    ("unreadable dice", lambda r: replace(r, FACE, "die: 1D6", "die: 1Q6"), "dice.notation", "1Q6"),
    ("an unknown key", lambda r: replace(r, FACE, "title: Face", "title: Face\ncolour: red") + 1, "yaml.unknown-key", "colour"),
    ("a missing key", lambda r: replace(r, FACE, "title: Face\n", ""), "yaml.missing-key", "none"),
    ("a repeated key", lambda r: append(r, FACE, "    6: Again\n"), "yaml.duplicate-key", "first in line"),
    ("a link to nowhere", lambda r: append(r, COMBAT, section("See [[combat/missses]].")) + 3, "link.unknown-target", "combat/missses"),
    ("a link in a wrong form", lambda r: append(r, COMBAT, section("See [[combat/misses].")) + 3, "link.form", "[["),
    ("a misspelt number", lambda r: append(r, COMBAT, section("{{ n.slots.bse }}")) + 3, "number.unknown", "n.slots.bse"),
    ("a program in braces", lambda r: append(r, COMBAT, section("{{ n.slots.base + 1 }}")) + 3, "prose.braces", "+ 1"),
    ("a statement in braces", lambda r: append(r, COMBAT, section("{% for x in y %}")) + 3, "prose.braces", "{%"),
    ("an unknown filter", lambda r: append(r, COMBAT, section("{{ n.slots.base | shout }}")) + 3, "number.filter", "shout"),
    ("a filter that doesn't fit", lambda r: append(r, COMBAT, section("{{ n.fate.die | word }}")) + 3, "number.filter", "1D%"),
    ("a bare digit", lambda r: append(r, COMBAT, section("Roll 2 dice.")) + 3, "prose.digit", "2"),
    ("an HTML tag", lambda r: append(r, COMBAT, section("<script>x")) + 3, "prose.html", "HTML"),
    ("a heading in prose", lambda r: append(r, COMBAT, section("## Big")) + 3, "prose.heading", "heading"),
    ("a script as a link", lambda r: append(r, COMBAT, section("[x](javascript:y)")) + 3, "link.address", "javascript"),
    ("a duplicate section", lambda r: append(r, COMBAT, section("x") + section("y")) + 4, "id.duplicate", "combat/planted"),
    ("a malformed id", lambda r: append(r, COMBAT, section("x").replace("planted", "Planted_One")), "id.form", "Planted_One"),
    ("an unknown table", lambda r: append(r, COMBAT, "- {id: planted, title: P, tables: [details/nose]}\n"), "table.unknown-table", "details/nose"),
    ("a table placed twice", lambda r: append(r, LAST, "- {id: planted, title: P, tables: [details/face]}\n"), "table.placed-twice", "details/face"),
    ("an unused number", lambda r: append(r, NUMBERS, "planted: 5\n"), "number.unused", "none"),
    ("a number that is none", lambda r: replace(r, NUMBERS, "  base: 10 ", "  base: many "), "number.value", "many"),
    ("a name that is no words", lambda r: replace(r, NUMBERS, "oil: oil", "oil: D6"), "number.value", "D6"),
    ("a repeated number", lambda r: append(r, NUMBERS, "slots: {base: 10}\n"), "yaml.duplicate-key", "slots"),
    ("a chapter without a file", lambda r: append(r, "content/book.yml", "") * 0 + replace(r, "content/book.yml", "- combat\n", "- combat\n- compact\n") + 1, "book.unknown-chapter", "compact"),
    ("a chapter listed twice", lambda r: replace(r, "content/book.yml", "- combat\n", "- combat\n- combat\n") + 1, "book.chapter-twice", "combat"),
    ("a redirect from an id that lives", lambda r: replace(r, "content/book.yml", "redirects: {}", "redirects: {combat: actions}"), "redirect.alive", "combat"),
    ("a notice without its phrase", lambda r: replace(r, "content/game.yml", "TX 9-307-067", "somewhere"), "licence.phrase", "without"),
    ("a placeholder", lambda r: replace(r, "content/game.yml", "reserved: none", "reserved: TBD"), "licence.placeholder", "TBD"),
    ("silence on reserved material", lambda r: replace(r, "content/game.yml", "reserved: none", 'reserved: ""'), "licence.silent", "nothing"),
    ("a date that is none", lambda r: replace(r, "content/game.yml", 'date: "2026-12-01"', 'date: "2026-13-01"'), "game.date", "2026-13-01"),
    ("a version that is none", lambda r: replace(r, "content/game.yml", 'version: "0.1.0"', 'version: "one"'), "game.version", "one"),
    ("a version read as a number", lambda r: replace(r, "content/game.yml", 'version: "0.1.0"', "version: 0.1"), "yaml.type", "0.1"),
    ("a tab", lambda r: replace(r, FACE, "    2: Long", "\t2: Long"), "yaml.tab", "tab"),
    ("an answer read as a truth value", lambda r: replace(r, FACE, "2: Long", "2: no"), "yaml.ambiguous", "no"),
    ("an unknown row reference", lambda r: replace(r, "tables/regions/type.yml", "region-names/waters", "region-names/water"), "table.unknown-table", "region-names/water"),
    ("too many HP", lambda r: replace(r, BEASTS, "    hp: 5\n", "    hp: 31\n"), "creature.hp", "31"),
    ("no HP", lambda r: replace(r, BEASTS, "    hp: 5\n", "    hp: 0\n"), "creature.hp", "0"),
    ("Resolve between steps", lambda r: replace(r, BEASTS, "resolve: 30", "resolve: 35"), "creature.resolve", "35"),
    ("Resolve above all", lambda r: replace(r, BEASTS, "resolve: 30", "resolve: 110"), "creature.resolve", "110"),
    ("Armor off the ladder", lambda r: replace(r, BEASTS, "armor: D4", "armor: D5"), "creature.armor", "D5"),
    ("a spent Shield", lambda r: replace(r, BEASTS, "shield: D4", "shield: D0"), "creature.shield", "D0"),
    ("a blow that is no die", lambda r: replace(r, BEASTS, "dice: [D6]", "dice: [six]"), "creature.dice", "six"),
    ("an attack without dice", lambda r: replace(r, BEASTS, "dice: [D6]", "dice: []"), "creature.dice", "none"),
    ("a name twice", lambda r: replace(r, BEASTS, "name: Hush Monk", "name: Wick Thief"), "creature.name", "Wick Thief"),
    ("a roster of another size", lambda r: replace(r, BEASTS, "roster: 1D66", "roster: 1D20"), "creature.roster", "20"),
    ("a roster without dice", lambda r: replace(r, BEASTS, "roster: 1D66", "roster: some"), "dice.notation", "some"),
    ("an unknown value", lambda r: replace(r, BEASTS, "    resolve: 30", "    morale: 7\n    resolve: 30"), "yaml.unknown-key", "morale"),
    ("an unknown limit", lambda r: replace(r, "tables/regions/vegetation.yml", "[Wetlands, Waters]", "[Wetlands, Lava]"), "table.unknown-entry", "Lava"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("plant", "code", "came"), [slip[1:] for slip in ONE_SLIP], ids=[slip[0] for slip in ONE_SLIP]
)
def test_one_slip_is_one_problem_in_its_place(
    copy: Path, plant: Callable[[Path], int], code: str, came: str
) -> None:
    """Each kind of slip gives its own code at its own line, and no other problem."""
    line = plant(copy)
    found = problems(copy)
    assert [(p.code, p.line) for p in found] == [(code, line)], found
    assert came in found[0].came and found[0].expected and found[0].column >= 1


@pytest.mark.parametrize(
    ("name", "spoil", "code"),
    [
        (FACE, lambda p: p.write_bytes(b""), "file.empty"),
        (FACE, lambda p: p.write_bytes("title: Fläche\n".encode("latin-1")), "file.encoding"),
        (FACE, lambda p: (p.unlink(), p.mkdir()), "file.directory"),
        (FACE, lambda p: (p.unlink(), p.symlink_to("/etc/passwd")), "file.link"),
        (FACE, lambda p: p.with_name("face2.yaml").write_text("a: 1"), "file.stray"),
        (FACE, lambda p: p.with_name("Face.yml").write_text("a: 1"), "file.stray"),
        (COMBAT, lambda p: p.write_text("title: [\n"), "yaml.syntax"),
        ("content/game.yml", lambda p: p.unlink(), "file.missing"),
        ("content/glossary.yml", lambda p: p.write_bytes(b""), "file.empty"),
        ("content/numbers.yml", lambda p: p.write_bytes(b"\n"), "file.empty"),
        ("content/book.yml", lambda p: p.unlink(), "file.missing"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_problem(
    copy: Path, name: str, spoil: Callable[[Path], object], code: str
) -> None:
    """An unreadable file is said once; what refers to it is not called wrong as well."""
    spoil(copy / name)
    assert [p.code for p in problems(copy)] == [code]


def test_all_problems_come_at_once(copy: Path) -> None:
    """Slips in several files and of several kinds are listed together, in order."""
    replace(copy, FACE, "    3: Wide\n", "")
    replace(copy, "tables/details/eyes.yml", "title", "titel")
    append(copy, COMBAT, section("See [[nowhere]] and {{ n.no.number }}."))
    (copy / "tables/details/hair.yml").write_bytes(b"")
    codes = {p.code for p in problems(copy)}
    assert codes == {
        "table.rows-uncovered", "yaml.unknown-key", "yaml.missing-key", "link.unknown-target",
        "number.unknown", "file.empty",
    }  # fmt: skip


def test_a_problem_reads_as_place_code_expected_came_and_tip(copy: Path) -> None:
    """The text of a problem can be clicked in an editor and says what to do."""
    line = append(copy, COMBAT, section("{{ n.slots.bse }}")) + 3
    (found,) = problems(copy)
    assert str(found).splitlines() == [
        f"{COMBAT}:{line}:8: number.unknown",
        "    expected: a known number",
        "    came:     n.slots.bse",
        "    tip:      Did you mean n.slots.base?",
    ]


def test_a_build_with_problems_writes_nothing(
    copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command exits with 1, lists the problems and leaves the former dist/ alone."""
    from generator import cli

    (copy / "dist").mkdir()
    (copy / "dist" / "old.txt").write_text("old")

    def files() -> list[Path]:
        return [p for p in sorted(copy.rglob("*")) if "build" not in p.relative_to(copy).parts]

    before = files()
    replace(copy, FACE, "    3: Wide\n", "")
    monkeypatch.setattr(cli, "HERE", Project(copy))
    for command in ("build", "check"):
        assert cli.main([command]) == 1
        said = capsys.readouterr().err
        assert "table.rows-uncovered" in said and "1 problem in 1 file" in said
        assert "Traceback" not in said
    assert files() == before
