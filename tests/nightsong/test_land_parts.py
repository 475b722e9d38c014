"""Parts of a Land in place: thrown again, written, dropped by hand, taken away; a Land as text."""

from __future__ import annotations

from typing import Any

import pytest

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.hexes import distance, flower
from nightsong.landtexts import column_row
from nightsong.procedures import ProcedureError, play

REGION_KEYS = ("name", "vegetation", "descriptor", "features", "spark-theme", "spark-action")
FACTION_KEYS = ("name", "aims:wants", "aims:through", "has", "is")


def done(ruleset: Ruleset, name: str, seed: str = "x", **using: Any) -> dict[str, Any]:
    """A procedure's result."""
    return dict(play(ruleset, name, using, Chance(seed)).result)


@pytest.fixture(scope="module")
def land(ruleset: Ruleset) -> dict[str, Any]:
    """A Land that was drawn."""
    drawn: dict[str, Any] = done(ruleset, "land", "lantern")["land"]
    return drawn


def parts(view: dict[str, Any]) -> dict[str, str]:
    """The text of every part by its path."""
    owners = [*view["regions"], *view["factions"]]
    return {part["path"]: part["text"] for owner in owners for part in owner["parts"]}


@pytest.mark.parametrize(
    ("owner", "keys"), [("land/region-2", REGION_KEYS), ("land/region-1/faction-1", FACTION_KEYS)]
)
def test_a_part_thrown_in_place_changes_nothing_else(
    ruleset: Ruleset, land: dict[str, Any], owner: str, keys: tuple[str, ...]
) -> None:
    """Each part changes for some seed, alone, and the map stays."""
    before = done(ruleset, "land-check", land=land)["view"]
    for path in (f"{owner}/{key}" for key in keys):
        changed = set()
        for seed in "abc":
            after = done(ruleset, "land-again", seed, land=land, path=path)
            assert after["view"]["hexes"] == before["hexes"] and after["flaws"] == []
            one, other = parts(before), parts(after["view"])
            changed |= {p for p in one if one[p] != other[p]}
        assert changed == {path}


def test_a_region_thrown_in_place_moves_on_its_own_and_free_hexes_only(
    ruleset: Ruleset, land: dict[str, Any]
) -> None:
    """Other Regions and all Factions stay; so it is with a Faction and its territory."""
    for part, path in (("regions", "land/region-1"), ("factions", "land/region-1/faction-1")):
        for seed in "abcd":
            after = done(ruleset, "land-again", seed, land=land, path=path)["land"]
            assert after[part][0] != land[part][0] and after[part][1:] == land[part][1:]
            assert all(after[k] == land[k] for k in land if k != part)


def test_a_type_thrown_or_written_brings_its_die(ruleset: Ruleset, land: dict[str, Any]) -> None:
    """By the table; a type that the table doesn't know is said to be a flaw."""
    path = "land/region-1/type"
    dice = {row.name: row.die for row in ruleset.table("regions/type").rolls[0].rows}
    thrown = [done(ruleset, "land-again", s, land=land, path=path)["land"] for s in "abc"]
    written = [done(ruleset, "land-write", land=land, path=path, text=t)["land"] for t in dice]
    for after in (*thrown, *written):
        assert after["regions"][0]["claim"]["die"] == dice[after["regions"][0]["type"]]
    odd = done(ruleset, "land-write", land=land, path=path, text="Moon")
    assert any("Moon" in flaw["came"] for flaw in odd["flaws"])
    with pytest.raises(ProcedureError, match="came “Moon”"):
        done(ruleset, "land-again", land=odd["land"], path="land/region-1/name")


def test_words_are_written_as_they_are(ruleset: Ruleset, land: dict[str, Any]) -> None:
    """Up to a length, in one line; none or too many are refused, and so are odd paths."""
    using: dict[str, Any] = {"land": land, "path": "land/region-2/name"}
    after = done(ruleset, "land-write", **using, text="  The <b>Mire</b>\n ")
    assert after["land"]["regions"][1]["name"] == "The <b>Mire</b>"
    for bad in ({"text": " "}, {"text": "x" * 81}, {"path": "land/region-2", "text": "x"}):
        with pytest.raises(ProcedureError, match="expected"):
            done(ruleset, "land-write", **(using | bad))
    for path in ("", "land", "land/region-99", "land/region-2/claim"):
        with pytest.raises(ProcedureError, match="expected"):
            done(ruleset, "land-again", land=land, path=path)


def test_what_is_taken_away_frees_its_hexes(ruleset: Ruleset, land: dict[str, Any]) -> None:
    """A Region goes with the Factions at home in it."""
    gone = done(ruleset, "land-remove", land=land, path="land/region-1")
    assert {r["number"] for r in gone["land"]["regions"]} == {
        r["number"] for r in land["regions"][1:]
    }
    assert all(f["region"] != 1 for f in gone["land"]["factions"])
    assert len(gone["view"]["free"]) == len(land["regions"][0]["claim"]["hexes"])
    faction = land["factions"][0]["path"]
    assert done(ruleset, "land-remove", land=land, path=faction)["land"]["regions"]


def test_a_die_dropped_by_hand_counts(ruleset: Ruleset) -> None:
    """Where it landed, what it showed and the type that was rolled; the rest is thrown."""
    drop: dict[str, Any] = {"landed": "c3", "shown": 3, "type": "Peaks"}
    result = done(ruleset, "land-region", **drop)
    (region,) = result["view"]["regions"]
    assert (region["hexes"][0], len(region["hexes"]), region["type"]) == ("c3", 3, "Peaks")
    using: dict[str, Any] = {
        "land": result["land"],
        "region": 1,
        "landed": "e2",
        "shown": 2,
        "type": "Mages",
    }
    (faction,) = done(ruleset, "land-faction", **using)["view"]["factions"]
    assert (faction["hexes"][0], len(faction["hexes"]), faction["type"]) == ("e2", 2, "Mages")
    for bad in ({"landed": "z9"}, {"shown": 9}, {"shown": 0}, {"type": "Moon"}):
        with pytest.raises(ProcedureError, match="expected"):
            done(ruleset, "land-region", **(drop | bad))


def test_a_land_as_text_has_all_that_it_is(ruleset: Ruleset, land: dict[str, Any]) -> None:
    """Every part in the Markdown, every hex in both, and nothing in them is markup by chance."""
    odd = done(ruleset, "land-write", land=land, path="land/region-1/name", text='A|<b>"*')["land"]
    texts = done(ruleset, "land-texts", land=odd, title="Home")
    view = done(ruleset, "land-check", land=odd)["view"]
    lines = texts["markdown"].splitlines()
    assert lines[0] == "# Home" and '\\|\\<b\\>"\\*' in texts["markdown"]
    assert sum(line.startswith("| ") for line in lines) == 1 + len(view["hexes"])
    for text in (text for path, text in parts(view).items() if path != "land/region-1/name"):
        assert text in texts["markdown"]
    hexes = [line for line in texts["text_mapper"].splitlines() if line[:4].isdigit()]
    assert len(hexes) == len(view["hexes"])
    assert all(line.count('"') in (0, 2) for line in hexes)
    assert "regions" in texts["land"]


@pytest.mark.parametrize("radius", [1, 2, 3])
def test_hexes_that_touch_touch_in_text_mapper(radius: int) -> None:
    """Its odd columns lie half a hex higher; no two hexes share a place."""
    at = {}
    for place in flower(radius):
        text = column_row(place, radius)
        column, row = int(text[:2]), int(text[2:])
        at[place] = (column, 2 * row - column % 2)
    assert len(set(at.values())) == len(at) and min(min(p) for p in at.values()) >= 1
    for one, (x, y) in at.items():
        for other, (u, v) in at.items():
            near = (abs(x - u), abs(y - v)) in ((0, 2), (1, 1))
            assert near == (distance(one, other) == 1)
