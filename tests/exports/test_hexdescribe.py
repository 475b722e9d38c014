"""Hex Describe and TableSmith: read by the rules of Hex Describe's parser, odds counted out."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape

import pytest
from hostile import TEXTS
from oracle import Odds, once, roll_odds, same, table_odds

from generator.model.book import Book
from generator.render.exports.hexdescribe import START, escaped, hexdescribe_files
from generator.render.exports.shares import flat_name

Groups = dict[str, list[tuple[int, str]]]
# A reference that is a group's name, and no dice, sum or word of Hex Describe's language.
REFERENCE = re.compile(r"\[([a-z0-9_-]*[a-z][a-z0-9_-]*)\]")


def parsed(text: str) -> Groups:
    """The groups of a file: weights and texts, stars turned into tags as Hex Describe does."""
    groups: Groups = {}
    name = ""
    for line in text.split("\n"):
        if match := re.match(r";([^#\r\n]+)", line):
            name = match[1]
            assert name not in groups
            groups[name] = []
        elif name and (match := re.match(r"(\d+),(.*)", line)):
            assert int(match[1]) > 0  # 0 means something else
            text = re.sub(r"\*\*(.*?)\*\*", r"<strong>\1</strong>", match[2])
            groups[name].append((int(match[1]), re.sub(r"\*(.*?)\*", r"<em>\1</em>", text)))
        else:
            assert line == "" or line.startswith("#"), line
    return groups


def odds_of(groups: Groups, name: str) -> Odds:
    """The chance of each text of a group, references followed."""
    whole = sum(weight for weight, _ in groups[name])
    odds: Odds = {}
    for weight, text in groups[name]:
        for result, chance in filled(groups, text).items():
            odds[result] = odds.get(result, Fraction(0)) + chance * Fraction(weight, whole)
    return odds


def filled(groups: Groups, text: str) -> Odds:
    """The chance of each text that a line gives."""
    assert "<" not in text
    odds: Odds = {"": Fraction(1)}
    for number, piece in enumerate(REFERENCE.split(text)):
        assert number % 2 or not set(piece) & set("[]*{}\\")
        inner = odds_of(groups, piece) if number % 2 else {unescape(piece): Fraction(1)}
        odds = {a + b: x * y for a, x in odds.items() for b, y in inner.items()}
    return odds


@pytest.fixture
def groups(any_book: Book) -> Groups:
    """The groups of the book's file."""
    return parsed(once(hexdescribe_files, any_book)[f"{any_book.game.slug}-tables.txt"])


def test_every_roll_and_every_whole_gives_what_the_engine_gives(
    any_book: Book, groups: Groups
) -> None:
    """Weights and references together give each result as often as the dice do."""
    for table in any_book.tables.values():
        for roll in table.rolls:
            same(roll_odds(table, roll), odds_of(groups, flat_name(any_book, table, roll)))
        if len(table.rolls) > 1:
            same(table_odds(table), odds_of(groups, flat_name(any_book, table)))


def test_every_reference_leads_to_a_group(any_book: Book, groups: Groups) -> None:
    """Also from groups of tables that are rolled together, and from where TableSmith begins."""
    for items in groups.values():
        for _, text in items:
            assert set(REFERENCE.findall(text)) <= groups.keys()
    assert len(groups[START]) == len(any_book.tables)
    for group in any_book.groups:
        ((_, text),) = groups[f"{any_book.game.slug}__{group.id}"]
        assert len(REFERENCE.findall(text)) == len(group.tables)


def test_the_file_starts_with_the_notice(any_book: Book) -> None:
    """Every line of it is a comment."""
    text = once(hexdescribe_files, any_book)[f"{any_book.game.slug}-tables.txt"]
    head = text.partition("\n;")[0]
    assert any_book.game.notice in head
    assert all(line.startswith("#") for line in head.splitlines() if line)


@pytest.mark.parametrize("text", [*TEXTS, "｢append x｣", "50% of 100%", "[name for river]"])
def test_hostile_text_is_shown_as_it_is(text: str) -> None:
    """No reference, no tag, no function: entities that show as the sign."""
    groups = parsed(f";x\n1,{escaped(text)}\n")
    assert odds_of(groups, "x") == {" ".join(text.split()): 1}
    assert not set(groups["x"][0][1]) & set("｢｣%[]{}<")
