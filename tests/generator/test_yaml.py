"""Reading YAML: strict, with places, and with a problem for everything that goes wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.load.typed import typed
from generator.load.yaml import parse_document, read_document
from generator.model.authored import TableForm
from generator.model.document import Document
from generator.model.problems import Problem


def problem(text: str) -> Problem:
    """The one problem of a text."""
    found = parse_document(text, "a.yml")
    assert isinstance(found, list) and len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("a: 1\nb: no\n", "yaml.ambiguous", 2, 4),
        ("a: 1:30\n", "yaml.ambiguous", 1, 4),
        ("a: 1e3\n", "yaml.ambiguous", 1, 4),
        ("a: 0x1F\n", "yaml.ambiguous", 1, 4),
        ("a: 007\n", "yaml.ambiguous", 1, 4),
        ("a: 2026-01-01\n", "yaml.ambiguous", 1, 4),
        ("a: ~\n", "yaml.ambiguous", 1, 4),
        ("on: 1\n", "yaml.ambiguous", 1, 1),
        ("a: 1\nb:\n  - {x: 1, x: 2}\n", "yaml.duplicate-key", 3, 12),
        ("a:\n\tb: 1\n", "yaml.tab", 2, 1),
        ("a:\n  b: 1\n  \tc: 2\n", "yaml.tab", 3, 3),
        ("a: [1, 2\nb: 3\n", "yaml.syntax", 2, 2),
        ("a: 'open\n", "yaml.syntax", 2, 1),
        ("a: b: c\n", "yaml.syntax", 1, 5),
        ("a: &x 1\n", "yaml.alias", 1, 4),
        ("a: !!python/object:os.system x\n", "yaml.tag", 1, 4),
        ("a: 1\n---\nb: 2\n", "yaml.documents", 2, 1),
        ("a: \x07\n", "yaml.character", 1, 4),
        ("[a]: 1\n", "yaml.key", 1, 1),
        ("# nothing\n", "file.empty", 0, 0),
    ],
)
def test_what_authors_get_wrong_has_a_code_and_a_place(
    text: str, code: str, line: int, column: int
) -> None:
    """Each kind of slip has its stable code, its line and its column."""
    found = problem(text)
    assert (found.code, found.line, found.column) == (code, line, column)
    assert found.expected and found.came


def test_a_bomb_of_aliases_is_refused_before_it_grows() -> None:
    """Aliases that double each other never get expanded."""
    lines = ["a0: &a0 [x, x]"] + [f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]" for i in range(1, 60)]
    found = parse_document("\n".join(lines), "bomb.yml")
    assert isinstance(found, list) and {p.code for p in found} == {"yaml.alias"}


@pytest.mark.parametrize("text", ["[" * 50_000, "a: " + "{b: " * 30 + "1" + "}" * 30])
def test_endless_nesting_is_refused(text: str) -> None:
    """Depth has a limit, and reaching it is a problem like any other."""
    found = parse_document(text, "deep.yml")
    assert isinstance(found, list) and found[0].code == "yaml.too-deep"


def test_values_that_are_plainly_so_are_read() -> None:
    """Text, whole numbers, decimals, true and false, nothing; quoted, all is text."""
    found = parse_document(
        'a: text\nb: 5\nc: 1.5\nd: true\ne:\nf: "no"\ng: "1:30"\n-1: x\n', "a.yml"
    )
    assert isinstance(found, Document)
    assert found.data == {
        "a": "text", "b": 5, "c": 1.5, "d": True, "e": None, "f": "no", "g": "1:30", "-1": "x",
    }  # fmt: skip


def test_a_place_inside_text_is_found() -> None:
    """An offset in a block or a quoted scalar gives the line and column in the file."""
    document = parse_document(
        'a:\n  - b: |\n      one\n      two three\n    c: "four five"\n', "a.yml"
    )
    assert isinstance(document, Document)
    block = document.data["a"][0]["b"]
    inside = document.problem_in(("a", 0, "b"), block.index("three"), "x", "", "")
    assert (inside.line, inside.column) == (4, 11)
    quoted = document.problem_in(("a", 0, "c"), "four five".index("five"), "x", "", "")
    assert (quoted.line, quoted.column) == (5, 14)


def test_a_byte_order_mark_is_no_problem() -> None:
    """A file saved by an old editor reads the same."""
    assert isinstance(parse_document("\ufeffa: 1\n".lstrip("\ufeff"), "a.yml"), Document)


@pytest.mark.parametrize(
    ("content", "code", "line", "column"),
    [
        (b"", "file.empty", 0, 0),
        (b" \n\n", "file.empty", 0, 0),
        ("a: 1\nb: Fische für M\n".encode("latin-1"), "file.encoding", 2, 12),
        (b"a: " + b"x" * 1_000_001, "file.too-large", 0, 0),
    ],
    ids=["zero bytes", "blank", "Latin-1", "too large"],
)
def test_files_that_are_no_yaml_are_problems(
    content: bytes, code: str, line: int, column: int, tmp_path: Path
) -> None:
    """Empty files, other encodings and huge files each have their code."""
    path = tmp_path / "a.yml"
    path.write_bytes(content)
    found = read_document(path, "a.yml")
    assert isinstance(found, list)
    assert [(p.code, p.line, p.column) for p in found] == [(code, line, column)]


def test_a_missing_file_and_a_directory_are_problems(tmp_path: Path) -> None:
    """What isn't a file is said to be none."""
    for path, code in ((tmp_path / "none.yml", "file.missing"), (tmp_path, "file.directory")):
        found = read_document(path, "x.yml")
        assert isinstance(found, list) and found[0].code == code


def test_every_misfit_of_a_table_is_found_at_once() -> None:
    """Unknown and missing keys, wrong types and wrong words come in one list, each in its place."""
    text = (
        "titel: x\n"
        "rolls:\n"
        "- die: 1D6\n"
        "  header: Face\n"
        "  rows:\n"
        "    1: 5\n"
        "    2: {name: x, items: [{name: a, kind: wepon, dye: D6, bulky: 1}]}\n"
    )
    document = parse_document(text, "t.yml")
    assert isinstance(document, Document)
    found = typed(TableForm, document)
    assert isinstance(found, list)
    assert sorted((p.line, p.column, p.code) for p in found) == [
        (1, 1, "yaml.missing-key"),
        (1, 1, "yaml.unknown-key"),
        (4, 11, "yaml.type"),
        (6, 8, "yaml.type"),
        (7, 42, "yaml.type"),
        (7, 49, "yaml.unknown-key"),
        (7, 65, "yaml.type"),
    ]
    tips = {p.code: p.tip for p in found}
    assert "Did you mean" in tips["yaml.unknown-key"]
