"""The Referee's guidelines: their steps come in the order in which the engine plays them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from generator.model.book import Book
from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.procedures import play
from nightsong.trace import Trace

STEP = re.compile(r"^\d+\. .*", re.MULTILINE)
LINK = re.compile(r"\[\[([^|\]]+)")
RESTS = {
    f"characters/rests/{kind}-rest": f"adventuring/journeying/{kind}-rest"
    for kind in ("short", "long")
}
SHEET: dict[str, Any] = {
    "name": "Orla",
    "abilities": {"strength": 0, "dexterity": 0, "presence": 0, "constitution": 0},
    "highest": "strength",
    "backgrounds": [],
    "hp": 1,
    "max_hp": 6,
    "focus": 0,
    "coins": 0,
    "carried": [
        {"item": {"name": "pack rations", "uses": "D12"}, "die": "D12"},
        {"item": {"name": "bundle of torches", "uses": "D12"}, "die": "D12"},
    ],
}
SEEDS = tuple(map(str, range(12)))
PARTY = [SHEET, SHEET | {"name": "Finn"}]
LOOMING = [{"name": "the flood", "die": "D12"}]
LIGHT = [{"source": "torch", "die": "D4"}]
WATCHES = ({"forage": True, "press_on": True}, {"rest": True})
TURNS = (
    {"light": "torch", "resters": ["Finn"], "actions": ["digs"]},
    {"move": True},
)


def steps(book: Book, section: str) -> list[str]:
    """What the numbered steps of a section lead to, in their order, each once."""
    text = next(s.text for s in book.sections() if s.id == f"refereeing/guidelines/{section}")
    found = (LINK.findall(step) for step in STEP.findall(text))
    return list(dict.fromkeys(target for targets in found for target in targets[:1]))


def in_order(names: Sequence[str], trace: Trace) -> bool:
    """Whether the first lines of those rules come in the order of the names.

    A rest is where HP come back; the same rule is also named where one is planned or missed.
    """
    rules = [RESTS.get(line.rule, line.rule) for line in trace if line.rule not in RESTS.values()]
    firsts = [rules.index(name) for name in names if name in rules]
    return len(firsts) > 2 and firsts == sorted(firsts)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_watch_is_played_in_the_order_of_its_steps(
    book: Book, ruleset: Ruleset, seed: str
) -> None:
    """Weather, course, events, travel, foraging, rest, and the day's end."""
    state = {"watch": 3, "party": PARTY, "looming": LOOMING}
    for plan in WATCHES:
        played = play(ruleset, "watch", {"state": state, "plan": plan}, Chance(seed))
        assert in_order(steps(book, "on-the-road"), played.trace)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_turn_is_played_in_the_order_of_its_steps(
    book: Book, ruleset: Ruleset, seed: str
) -> None:
    """Events, lights, rests, then movement."""
    state = {"party": PARTY, "looming": LOOMING, "lights": LIGHT}
    for plan in TURNS:
        played = play(ruleset, "turn", {"state": state, "plan": plan}, Chance(seed))
        assert in_order(steps(book, "under-the-ground"), played.trace)


def test_an_encounter_is_played_in_the_order_of_its_steps(book: Book, ruleset: Ruleset) -> None:
    """How far it is comes before how it reacts."""
    around = {"trouble": "encounter", "events": "0"}
    for seed in SEEDS:
        played = play(ruleset, "events", {"around": around}, Chance(seed))
        rules = [line.rule for line in played.trace]
        places = [rules.index(name) for name in steps(book, "when-others-appear")[:2]]
        assert places == sorted(places)
