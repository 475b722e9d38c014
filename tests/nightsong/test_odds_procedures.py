"""Odds and conversions through their procedures."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from generator.model.book import Book
from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.odds.book import PARTS
from nightsong.procedures import ProcedureError, play


def odds(ruleset: Ruleset, name: str, **using: object) -> dict[str, Any]:
    """The result of a procedure of odds, which is JSON and needs no chance."""
    result = dict(play(ruleset, name, using, Chance("")).result)
    assert json.loads(json.dumps(result)) == result
    return result


def test_each_kind_gives_the_known_values_as_text(ruleset: Ruleset) -> None:
    """Checks, Nuanced Checks, Step Dice, scores, Fate and tables."""
    assert odds(ruleset, "odds-check", ability=0, dr="normal")["success"] == "9/20"
    assert odds(ruleset, "odds-check", ability=0, helpers=1)["success"] == "279/400"
    nuanced = odds(ruleset, "odds-nuanced-check", ability=0)
    assert nuanced["successes"] == ["121/400", "99/200", "81/400"]
    opposed = odds(ruleset, "odds-opposed-check", first=0, second=0)
    assert opposed["wins"] == opposed["loses"] == "1/2"
    step = odds(ruleset, "odds-step-die", die="D12", uses=1)
    assert step["mean"] == "2620/243" and set(step["lasts"]) == {"1"}
    attack = odds(ruleset, "odds-attack", damage=["D6"], armor="D4", hp=1)
    assert attack["miss"] == "1/6" and attack["takes_out"] == str(1 - Fraction(attack["nothing"]))
    accepted = Fraction(odds(ruleset, "odds-abilities")["accepted"])
    assert accepted == 1 - Fraction(13, 18) ** 4
    fate = odds(ruleset, "odds-fate", question="weather", situation="mild")
    assert Fraction(fate["yes"]) + Fraction(fate["no"]) == 1
    rows = odds(ruleset, "odds-table", table="regions/vegetation", given="Waters")["rows"]
    assert sum(Fraction(row["chance"]) for row in rows) == 1
    assert "Bare" not in {row["text"] for row in rows}


def test_the_book_of_odds_has_every_part_or_those_named(ruleset: Ruleset, book: Book) -> None:
    """Each with its title, its rule and its entries."""
    whole = odds(ruleset, "odds-book")
    assert list(whole) == list(PARTS)
    assert all(part["entries"] for part in whole.values())
    assert all(part["rule"] in book.targets for part in whole.values() if part["rule"])
    assert list(odds(ruleset, "odds-book", parts=["steps", "fate"])) == ["steps", "fate"]


def test_odds_agree_with_what_is_played(ruleset: Ruleset) -> None:
    """The same form asked of the roll and of its odds: frequencies come near."""
    using = {"ability": 1, "dr": "easy", "favor": "disadvantage"}
    expected = float(Fraction(odds(ruleset, "odds-check", **using)["success"]))
    fell = Counter(
        play(ruleset, "check", using, Chance(str(s))).result["success"] for s in range(2000)
    )
    assert abs(fell[True] / 2000 - expected) < 0.04


@pytest.mark.parametrize(
    ("name", "using"),
    [
        ("odds-check", {"ability": 0, "dr": "nasty"}),
        ("odds-step-die", {"die": "D7"}),
        ("odds-step-die", {"die": "D6", "uses": 1000}),
        ("odds-attack", {"damage": []}),
        ("odds-attack", {"damage": ["D6"] * 21}),
        ("odds-attack", {"damage": ["fish"]}),
        ("odds-fate", {"question": "lunch"}),
        ("odds-table", {"table": "details/nose"}),
        ("odds-table", {"table": "details/face", "given": "Waters"}),
        ("odds-table", {"table": "regions/vegetation", "given": "Moon"}),
        ("odds-book", {"parts": ["weather"]}),
        ("convert", {"game": "chess", "text": "HP 6"}),
        ("convert", {"game": "cairn", "text": "Goblin"}),
        ("convert", {"game": "dcc", "text": "HP 6", "temperament": "grumpy"}),
    ],
)
def test_what_has_no_odds_or_cant_be_converted_is_said_in_one_line(
    ruleset: Ruleset, name: str, using: dict[str, Any]
) -> None:
    """Never a traceback."""
    with pytest.raises(ProcedureError, match=r"expected .*came") as caught:
        play(ruleset, name, using, Chance("1"))
    assert "\n" not in str(caught.value)


def test_a_stat_block_becomes_an_npc_with_a_rule_for_each_line(
    ruleset: Ruleset, book: Book
) -> None:
    """The block as typed comes first; the NPC is data and lines to read."""
    using = {"game": "cairn", "text": "Orc\n 4 HP,  8 WIL, axe (d8).", "temperament": None}
    played = play(ruleset, "convert", using, Chance(""))
    (attack,) = played.result["npc"]["attacks"]
    assert (attack["name"], attack["dice"]) == ("axe", ["D8"])
    assert played.result["lines"] == ["Orc", "4 HP, Resolve 50%", "Attacks: axe D8"]
    assert played.trace[0].text == "The stat block says: “Orc 4 HP, 8 WIL, axe (d8).”"
    assert all(line.rule in book.targets for line in played.trace)
