"""The hex flower."""

from __future__ import annotations

from collections import deque

import pytest

from nightsong.bundle import Ruleset
from nightsong.hexes import (
    MIDDLE,
    Hex,
    distance,
    flower,
    label,
    letters,
    neighbours,
    pieces,
    ring,
    rows,
    touching,
)


def steps(start: Hex, within: set[Hex]) -> dict[Hex, int]:
    """How many steps every hex is away, found by walking."""
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for near in neighbours(here):
            if near in within and near not in found:
                found[near] = found[here] + 1
                queue.append(near)
    return found


def test_the_flower_is_as_large_as_the_numbers_say(ruleset: Ruleset) -> None:
    """Radius, hexes and hexes across agree with one another."""
    land = ruleset.numbers["land"]
    hexes = flower(land["radius"])
    assert len(hexes) == len(set(hexes)) == land["hexes"]
    assert max(map(len, rows(land["radius"]))) == len(rows(land["radius"])) == land["across"]


@pytest.mark.parametrize("radius", range(7))
def test_a_flower_is_its_rings(radius: int) -> None:
    """Each ring has six hexes more than the one before it, and none is in two."""
    rings = [ring(MIDDLE, r) for r in range(radius + 1)]
    assert [len(r) for r in rings] == [1, *(6 * r for r in range(1, radius + 1))]
    assert sorted(flower(radius), key=str) == sorted((h for r in rings for h in r), key=str)


def test_distance_is_the_number_of_steps() -> None:
    """Walking finds the same distances, both ways."""
    hexes = flower(3)
    for start in hexes:
        walked = steps(start, set(hexes))
        assert {h: distance(start, h) for h in hexes} == walked
        assert all(distance(h, start) == n for h, n in walked.items())


def test_six_hexes_touch_a_hex() -> None:
    """They are those at distance 1, and touching is mutual."""
    place = Hex(1, -2)
    assert set(neighbours(place)) == set(ring(place, 1)) and len(neighbours(place)) == 6
    assert all(place in neighbours(near) for near in neighbours(place))


def test_hexes_are_named_by_row_and_place() -> None:
    """Reading order and names agree; a hex off the map has no name."""
    names = [label(h, 2) for h in flower(2)]
    assert names == [
        "a1",
        "a2",
        "a3",
        "b1",
        "b2",
        "b3",
        "b4",
        "c1",
        "c2",
        "c3",
        "c4",
        "c5",
        "d1",
        "d2",
        "d3",
        "d4",
        "e1",
        "e2",
        "e3",
    ]
    assert [letters(n) for n in (1, 26, 27, 52, 53, 702, 703)] == [
        "a",
        "z",
        "aa",
        "az",
        "ba",
        "zz",
        "aaa",
    ]
    with pytest.raises(ValueError, match="radius 2"):
        label(Hex(3, 0), 2)
    with pytest.raises(ValueError, match="radius"):
        flower(-1)


def test_pieces_fall_apart_where_nothing_touches() -> None:
    """Two opposite corners are two pieces; the way between them makes them one."""
    corners = [Hex(-2, 0), Hex(2, 0)]
    assert len(pieces(corners)) == 2 and len(pieces([])) == 0
    assert pieces([*corners, Hex(-1, 0), MIDDLE, Hex(1, 0)])[0] >= set(corners)
    assert touching([MIDDLE], corners) == ()
