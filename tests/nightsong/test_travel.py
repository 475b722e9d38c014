"""Distances, worked out by hand from the book."""

from __future__ import annotations

import copy
from fractions import Fraction

import pytest

from nightsong.bundle import BundleError, Ruleset
from nightsong.travel import (
    Carriage,
    Terrain,
    TravelError,
    TravelRules,
    Way,
    distance,
    in_miles,
    read_miles,
)

CLEAR, HARD = Terrain
FOOT, HORSE, SHIP = Carriage


@pytest.mark.parametrize(
    ("way", "miles"),
    [
        (Way(), 6),
        (Way(HARD), 3),
        (Way(path=True), 12),
        (Way(carriage=HORSE), 12),
        (Way(carriage=SHIP), 18),
        (Way(bad_weather=True), 3),
        (Way(HARD, path=True), 6),
        (Way(HARD, bad_weather=True), Fraction(3, 2)),
        (Way(path=True, carriage=HORSE), 24),
        (Way(carriage=SHIP, bad_weather=True), 9),
        (Way(HARD, True, HORSE, True), 6),
    ],
)  # fmt: skip
def test_a_watch_leads_as_far_as_the_book_says(ruleset: Ruleset, way: Way, miles: Fraction) -> None:
    """Six miles, and every factor that applies."""
    assert distance(TravelRules.of(ruleset.numbers), way).miles == miles


def test_the_trace_names_each_factor_that_applies(ruleset: Ruleset) -> None:
    """With the rule that it comes from."""
    gone = distance(TravelRules.of(ruleset.numbers), Way(HARD, carriage=HORSE, bad_weather=True))
    assert [(line.text, line.rule.rpartition("/")[2]) for line in gone.trace] == [
        ("A Watch over clear terrain: 6 miles", "travel"),
        ("Difficult terrain, × 1/2: 3 miles", "travel"),
        ("On horseback, × 2: 6 miles", "travel"),
        ("Bad weather, × 1/2: 3 miles", "weather"),
    ]


def test_the_numbers_are_the_ruleset_s(ruleset: Ruleset) -> None:
    """Another ruleset gives other distances; one without sense is refused."""
    numbers = copy.deepcopy(dict(ruleset.numbers))
    numbers["travel"] |= {"miles_per_watch": 8, "difficult": "1/3"}
    assert distance(TravelRules.of(numbers), Way(HARD)).miles == Fraction(8, 3)
    numbers["travel"]["ship"] = "fast"
    with pytest.raises(BundleError, match=r"travel: expected .* came “fast”"):
        TravelRules.of(numbers)


@pytest.mark.parametrize("text", ["", "-1", "1/0", "1.5", "1e9", "1/2/3", "9" * 10, "٣"])
def test_what_is_no_distance_is_refused(text: str) -> None:
    """In one line."""
    with pytest.raises(TravelError, match=r"^expected a distance"):
        read_miles(text)


def test_miles_read_back_as_written() -> None:
    """Whole or not; for a reader with whole miles first."""
    for miles in (Fraction(6), Fraction(3, 2), Fraction(1, 8), Fraction(0)):
        assert read_miles(str(miles)) == miles
    assert in_miles(Fraction(9, 2)) == "4 1/2 miles"
    assert in_miles(Fraction(0)) == "0 miles"
