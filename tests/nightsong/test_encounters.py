"""Events, looming events, distance and reactions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.encounters import (
    USUAL,
    EncounterRules,
    Events,
    Looming,
    Surroundings,
    Trouble,
    begin,
)
from nightsong.fate import FateError
from nightsong.odds import chance_to_last, fate_odds
from nightsong.steps import StepError
from nightsong.throws import Throws

TEN = range(1, 11)


@pytest.fixture(scope="module")
def rules(ruleset: Ruleset) -> EncounterRules:
    """The real rules."""
    return EncounterRules.of(ruleset.numbers)


def started(
    rules: EncounterRules,
    around: Surroundings = USUAL,
    looming: tuple[Looming, ...] = (),
    seed: str = "s",
    **real: int,
) -> Events:
    """The start of Turn 1 with some real dice."""
    chance = Chance(seed)
    for key, face in real.items():
        chance = chance.given(f"turn-1/{key}", (face,))
    return begin(rules, around, looming, Throws(chance, "turn-1"))


@pytest.mark.parametrize(("threshold", "percent"), [
    ("", 50), ("quiet", 30), ("busy", 70), ("40", 40), ("0", 0), ("100", 100),
])  # fmt: skip
def test_the_way_is_clear_as_often_as_the_author_wrote(
    rules: EncounterRules, threshold: str, percent: int
) -> None:
    """Every face of the die once: the share of clear ways is that of the odds."""
    around = Surroundings(events=threshold)
    clear = sum(started(rules, around, events=face).clear.yes for face in TEN)
    assert Fraction(clear, 10) == fate_odds(rules.fate, percent)


def test_an_encounter_alone_has_a_distance_and_a_reaction(rules: EncounterRules) -> None:
    """With thresholds of their own."""
    for trouble in Trouble:
        around = Surroundings(distance="close", reactions="peaceful", trouble=trouble)
        begun = started(rules, around, events=10, distance=4, reactions=7)
        assert begun.trouble is trouble
        assert (begun.distance is None) == (trouble is not Trouble.ENCOUNTER)
        assert (begun.reaction is None) == (trouble is not Trouble.ENCOUNTER)
        if begun.distance and begun.reaction:
            assert (begun.distance.threshold, begun.distance.yes) == (30, False)
            assert (begun.reaction.threshold, begun.reaction.yes) == (70, True)


def test_a_certain_response_needs_no_die(rules: EncounterRules) -> None:
    """The rule asks for one only if the response is uncertain."""
    around = Surroundings(trouble=Trouble.ENCOUNTER, response="the wolf is hungry")
    begun = started(rules, around, events=10)
    assert begun.reaction is None and begun.distance is not None
    assert any("the wolf is hungry" in line.text for line in begun.trace)


def test_a_clear_way_brings_nothing(rules: EncounterRules) -> None:
    """Whatever the Referee had in mind."""
    begun = started(rules, Surroundings(trouble=Trouble.SIGN), events=5)
    assert (begun.trouble, begun.distance, begun.reaction, begun.looming) == (None, None, None, ())


def test_chance_chooses_evenly_where_nobody_does(rules: EncounterRules) -> None:
    """Each of the four by one face of a four-sided die; the trace says so."""
    found = [started(rules, events=10, trouble=face) for face in range(1, 5)]
    assert Counter(begun.trouble for begun in found) == Counter(Trouble)
    assert all(any("Nobody chose" in line.text for line in begun.trace) for begun in found)


def test_a_sign_starts_a_die_that_is_first_rolled_later(rules: EncounterRules) -> None:
    """The usual die, or the one that the Referee takes; a second sign starts no second die."""
    around = Surroundings(trouble=Trouble.SIGN, sign="the flood")
    begun = started(rules, around, events=10)
    assert begun.looming == (Looming("the flood", "D6"),)
    assert not any("looming/" in line.key for line in begun.trace)
    named = Surroundings(trouble=Trouble.SIGN, sign_die="D10")
    assert started(rules, named, events=10).looming == (Looming("event of turn 1", "D10"),)
    again = started(rules, around, begun.looming, events=10, **{"looming/1": 6})
    assert again.looming == begun.looming


def test_a_looming_event_unfolds_at_the_end_of_the_ladder(rules: EncounterRules) -> None:
    """A 1 on a D6 leaves nothing; on 2 or 3 it comes a step nearer; the others go on."""
    looming = (Looming("flood", "D6"), Looming("army", "D8"))
    begun = started(rules, USUAL, looming, events=1, **{"looming/1": 1, "looming/2": 3})
    assert begun.unfolded == ("flood",)
    assert begun.looming == (Looming("army", "D6"),)
    assert any(line.text == "flood unfolds" for line in begun.trace)


def test_looming_events_last_as_the_odds_say(rules: EncounterRules) -> None:
    """Over many seeds, within four standard deviations."""
    tries, turns = 600, 4
    lasted = 0
    for seed in range(tries):
        looming: tuple[Looming, ...] = (Looming("flood", "D6"),)
        for turn in range(1, turns + 1):
            throws = Throws(Chance(str(seed)), f"turn-{turn}")
            looming = begin(rules, Surroundings(events="100"), looming, throws).looming
        lasted += bool(looming)
    odds = float(chance_to_last(rules.steps, "D6", turns))
    assert abs(lasted - tries * odds) < 4 * (tries * odds * (1 - odds)) ** 0.5


@pytest.mark.parametrize(
    ("around", "error"),
    [
        (Surroundings(events="loud"), FateError),
        (Surroundings(distance="loud"), FateError),
        (Surroundings(reactions="101"), FateError),
        (Surroundings(events="9" * 5000), FateError),
        (Surroundings(sign_die="D0"), StepError),
        (Surroundings(sign_die="D7"), StepError),
    ],
)
def test_slips_are_found_before_they_matter(
    rules: EncounterRules, around: Surroundings, error: type[Exception]
) -> None:
    """Though the way is clear."""
    with pytest.raises(error, match=r"^expected"):
        started(rules, around, events=1)


def test_keys_within_a_stretch_differ(rules: EncounterRules) -> None:
    """With several events that loom, and an encounter."""
    looming = tuple(Looming(f"event {n}", "D12") for n in range(3))
    begun = started(rules, Surroundings(trouble=Trouble.ENCOUNTER), looming, events=10)
    keys = sorted(line.key for line in begun.trace if line.key)
    assert len(keys) == 6
    assert all(a != b for a, b in pairwise(keys))
