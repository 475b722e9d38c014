"""The bundle: what the generator ships is what the engine plays."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from generator.model.book import Book
from nightsong import BundleError, Chance, Ruleset, load_ruleset, roll_table
from nightsong.bundle import dump_ruleset
from nightsong.page import Page


def test_a_bundle_reads_back_to_the_same_ruleset(ruleset: Ruleset, bundle: str) -> None:
    """Dumping what was loaded gives the same bytes."""
    assert dump_ruleset(ruleset) == bundle


def test_the_shipped_tables_are_those_of_the_book(book: Book, ruleset: Ruleset) -> None:
    """The same tables come from YAML and from the bundle, and roll the same."""
    assert dict(ruleset.tables) == dict(book.tables)
    for table_id, table in book.tables.items():
        assert roll_table(table, Chance("b")) == roll_table(ruleset.table(table_id), Chance("b"))


def test_the_engine_reads_numbers_by_the_names_that_prose_uses(ruleset: Ruleset) -> None:
    """A named number is in the bundle under its name, a ruling as its bare value."""
    assert ruleset.numbers["slots"]["base"] == 10
    assert ruleset.numbers["focus"]["least"] == 0


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda data: data.update(schema=99), "schema 1"),
        (lambda data: data.pop("tables"), "complete"),
        (lambda data: data.update(title=5), "title: expected str"),
        (lambda data: data["tables"][0].update(colour="red"), r"tables\[0\]: expected only"),
        (lambda data: data["tables"][0].pop("title"), r"tables\[0\]: expected title"),
        (lambda data: data["tables"][0]["rolls"][0]["rows"].pop(), "a row for each value"),
        (lambda data: data["tables"][0].update(join="glue"), "one of compound"),
    ],
)
def test_a_spoilt_bundle_is_refused_with_the_place(
    bundle: str, spoil: object, message: str
) -> None:
    """The laws that hold for YAML hold for the bundle."""
    data = json.loads(bundle)
    spoil(data)  # type: ignore[operator]
    with pytest.raises(BundleError, match=message):
        load_ruleset(json.dumps(data))


@pytest.mark.parametrize("text", ["", "[]", "{", "null", "5", '{"schema": 1}'])
def test_what_is_no_bundle_is_refused(text: str) -> None:
    """Any other text is a BundleError."""
    with pytest.raises(BundleError, match="expected"):
        load_ruleset(text)


def test_the_fingerprint_changes_with_the_content(bundle: str, ruleset: Ruleset) -> None:
    """A permalink can tell that the content is another."""
    data = json.loads(bundle)
    data["numbers"]["slots"]["base"] += 1
    assert load_ruleset(json.dumps(data)).fingerprint != ruleset.fingerprint


def test_the_page_answers_every_request_with_an_object(bundle: str) -> None:
    """Good and bad requests alike get JSON with ok, never an exception."""
    page = Page(bundle)

    def ask(text: str) -> dict[str, object]:
        return json.loads(page.ask(text))  # type: ignore[no-any-return]

    good = ask('{"do": "table", "id": "details/face", "seed": "7"}')
    assert good["ok"] is True and good["result"]["seed"] == "7"  # type: ignore[index]
    dice = ask('{"do": "dice", "notation": "2d6", "seed": 1}')
    assert dice["ok"] is True
    for bad in (
        "", "{", "[]", "5", "{}", '{"do": "dance", "seed": 1}', '{"do": "table", "seed": 1}',
        '{"do": "table", "id": "no/where", "seed": 1}', '{"do": "dice", "notation": "fish", "seed": 1}',
        '{"do": "table", "id": "details/face", "seed": 1, "real": {"details/face": [9]}}',
        '{"do": "table", "id": "details/face", "seed": 1, "real": 5}',
    ):  # fmt: skip
        answer = ask(bad)
        assert answer["ok"] is False and "expected" in str(answer["error"]), bad


def test_the_rules_package_needs_only_the_standard_library() -> None:
    """It imports without site-packages, and without the generator."""
    code = "import nightsong, nightsong.page, nightsong.cli, sys; assert 'generator' not in sys.modules"
    subprocess.run([sys.executable, "-S", "-c", code], check=True)
