"""Lands through their procedures: drawn whole, part by part, by hand, and moved on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from generator.model.book import Book
from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.codec import decode
from nightsong.hexes import flower, label
from nightsong.lands import Land
from nightsong.procedures import Played, ProcedureError, play

SEEDS = range(5)


def drawn(ruleset: Ruleset, seed: object, **using: object) -> dict[str, Any]:
    """A whole Land's result."""
    return dict(play(ruleset, "land", using, Chance(str(seed))).result)


def done(ruleset: Ruleset, name: str, seed: str = "x", **using: object) -> Played:
    """A procedure played; what comes out is JSON."""
    played = play(ruleset, name, using, Chance(seed))
    assert json.loads(json.dumps(played.result)) == played.result
    return played


def test_a_map_can_be_drawn_from_the_view_alone(ruleset: Ruleset) -> None:
    """Each hex has its name, place, Region and Faction, and they agree with the parts."""
    for seed in SEEDS:
        view = drawn(ruleset, seed)["view"]
        radius = ruleset.numbers["land"]["radius"]
        places = [(label(h, radius), h.q, h.r) for h in flower(radius)]
        assert [(h["name"], h["q"], h["r"]) for h in view["hexes"]] == places
        regions = {r["number"]: r for r in view["regions"]}
        factions = {f["number"]: f for f in view["factions"]}
        assert view["free"] == []
        for place in view["hexes"]:
            assert place["name"] in regions[place["region"]]["hexes"]
            holder = factions.get(place["faction"], {"hexes": view["unclaimed"]})
            assert place["name"] in holder["hexes"]
        assert all(f["number"] in regions[f["region"]]["factions"] for f in factions.values())


def test_factions_without_territory_are_named(ruleset: Ruleset) -> None:
    """In the list, at the Faction, in its lines and in the Land's summary; nobody else is."""
    found = 0
    for seed in SEEDS:
        view = drawn(ruleset, seed)["view"]
        without = [f for f in view["factions"] if not f["hexes"]]
        assert view["landless"] == [f["number"] for f in view["factions"] if f["landless"]]
        assert [f["number"] for f in without] == view["landless"]
        assert without == [f for f in view["factions"] if f["lines"][-1] == "no territory"]
        assert any(line.startswith("Without territory") for line in view["about"]) == bool(without)
        found += len(without)
    assert found


def test_a_land_that_was_drawn_has_no_flaw_and_is_read_again(ruleset: Ruleset) -> None:
    """What comes out can be handed in, and holds all the laws."""
    for seed in SEEDS:
        land = drawn(ruleset, seed)["land"]
        checked = done(ruleset, "land-check", land=land)
        assert checked.result["flaws"] == [] and checked.trace == ()
        assert checked.result["land"] == land
        assert decode(Land, land).regions


def parts(result: dict[str, Any]) -> dict[str, Any]:
    """What doesn't hang on the map: by path, the words of each Region and Faction."""
    land = result["land"]
    found = {f"land/region-{r['number']}": r for r in land["regions"]}
    found |= {f["path"]: f for f in land["factions"]}
    left_out = {"claim", "number"}
    return {path: {k: v for k, v in p.items() if k not in left_out} for path, p in found.items()}


@pytest.mark.parametrize("path", ["land/region-2/name", "land/region-1/faction-1/name"])
def test_a_name_thrown_again_through_tries_changes_nothing_else(
    ruleset: Ruleset, path: str
) -> None:
    """By path or by the tries that come back, the Land is the same but for that name."""
    for seed in SEEDS:
        before, after = drawn(ruleset, seed), drawn(ruleset, seed, again=[path])
        assert set(after["tries"]) == {f"{path}:prefix", f"{path}:suffix"}
        by_tries = play(ruleset, "land", {}, Chance(str(seed), after["tries"]))
        assert by_tries.result == after
        owner = path.removesuffix("/name")
        one, other = parts(before), parts(after)
        assert one.pop(owner) | {"name": ""} == other.pop(owner) | {"name": ""}
        assert one == other
        assert before["view"]["hexes"] == after["view"]["hexes"]


def test_a_faction_thrown_again_leaves_regions_and_other_factions_words(ruleset: Ruleset) -> None:
    """Only territories that are claimed after its own may move; those before it stay too."""
    for seed in SEEDS:
        before = drawn(ruleset, seed)
        faction = before["land"]["factions"][2]
        after = drawn(ruleset, seed, again=[faction["path"]])
        assert after["land"]["regions"] == before["land"]["regions"]
        assert after["land"]["factions"][:2] == before["land"]["factions"][:2]
        one, other = parts(before), parts(after)
        assert one.pop(faction["path"]) != other.pop(faction["path"])
        assert one == other


def test_a_region_thrown_again_leaves_the_words_of_the_others(ruleset: Ruleset) -> None:
    """Regions before it stay whole; those after it keep all but what the map takes or gives."""
    for seed in SEEDS:
        before = drawn(ruleset, seed)
        after = drawn(ruleset, seed, again=["land/region-2"])
        assert after["land"]["regions"][0] == before["land"]["regions"][0]
        one, other = parts(before), parts(after)
        assert one["land/region-2"] != other["land/region-2"]
        shared = [p for p in one.keys() & other.keys() if not p.startswith("land/region-2")]
        assert len(shared) > 4
        assert all(one[path] == other[path] for path in shared)


def test_clocks_go_on_from_data_as_they_would_have_gone_at_once(ruleset: Ruleset) -> None:
    """One session at a time or three together: the same Land; each goal is reached once."""
    for seed in range(2):
        land = drawn(ruleset, seed)["land"]
        reached: list[int] = []
        for _ in range(3):
            played = done(ruleset, "clocks", str(seed), land=land)
            reached += played.result["reached"]
            land = played.result["land"]
        assert land == drawn(ruleset, seed, sessions=3)["land"]
        together = done(ruleset, "clocks", str(seed), land=drawn(ruleset, seed)["land"], sessions=3)
        assert together.result["land"] == land
        assert sorted(reached) == together.result["reached"]
        assert reached and len(reached) == len(set(reached))


def test_a_new_goal_sets_a_clock_again(ruleset: Ruleset) -> None:
    """By the Faction's number; an unknown Faction or die is refused."""
    land = drawn(ruleset, 1, sessions=9)["land"]
    assert land["factions"][0]["goal"] == ruleset.numbers["step_die"]["spent"]
    set_again = done(ruleset, "faction-goal", land=land, faction=1, die="D10").result
    assert set_again["land"]["factions"][0]["goal"] == "D10"
    for using in ({"faction": 99, "die": "D6"}, {"faction": 1, "die": "D7"}):
        with pytest.raises(ProcedureError, match="expected"):
            play(ruleset, "faction-goal", {"land": land, **using}, Chance("1"))


def test_parts_drawn_one_by_one_make_the_land_that_is_drawn_whole(ruleset: Ruleset) -> None:
    """Region by Region until the map is full, then as many Factions as the dice said."""
    for seed in range(2):
        whole = drawn(ruleset, seed)
        result = done(ruleset, "land-region", str(seed)).result
        while result["view"]["free"]:
            result = done(ruleset, "land-region", str(seed), land=result["land"]).result
        assert result["land"]["regions"] == whole["land"]["regions"]
        for faction in whole["land"]["factions"]:
            using = {"land": result["land"], "region": faction["region"]}
            result = done(ruleset, "land-faction", str(seed), **using).result
        assert result["land"] == whole["land"]
        with pytest.raises(ProcedureError, match="full map"):
            play(ruleset, "land-region", {"land": result["land"]}, Chance("1"))


def test_hexes_set_by_hand_belong_to_whom_they_were_given(ruleset: Ruleset) -> None:
    """A hex changes hands, is taken away, and what the rules miss is said with its rule."""
    land = drawn(ruleset, "lantern")["land"]
    edited = done(ruleset, "land-edit", land=land, hexes=["c3", "a1"], region=2, faction=1).result
    held = {h["name"]: (h["region"], h["faction"]) for h in edited["view"]["hexes"]}
    assert held["c3"] == held["a1"] == (2, 1)
    others = [h for h in edited["view"]["hexes"] if h["name"] not in ("c3", "a1")]
    before = {h["name"]: h for h in drawn(ruleset, "lantern")["view"]["hexes"]}
    assert all(h == before[h["name"]] for h in others)
    freed = done(ruleset, "land-edit", land=edited["land"], hexes=["c3"], region=0).result
    assert freed["view"]["free"] == ["c3"]
    (flaw,) = [f for f in freed["flaws"] if f["hexes"]]
    assert flaw["rule"] == "living-world/regions" and flaw["hexes"] == ["c3"]


def test_a_blank_map_is_where_drawing_by_hand_starts(ruleset: Ruleset) -> None:
    """No Regions, every hex free, and the flaw says so."""
    blank = done(ruleset, "land-edit").result
    assert len(blank["view"]["free"]) == ruleset.numbers["land"]["hexes"]
    assert [f["came"] for f in blank["flaws"]] == [f"{len(blank['view']['free'])} without"]


def changed(land: dict[str, Any], part: str, **fields: object) -> dict[str, Any]:
    """The Land with its first Region or Faction changed."""
    return land | {part: [land[part][0] | fields, *land[part][1:]]}


def test_every_law_of_a_land_is_looked_after(ruleset: Ruleset, book: Book) -> None:
    """Type, vegetation, die, hexes held twice, a goal off the ladder, a Region that isn't there."""
    land = drawn(ruleset, "lantern")["land"]
    first, second = land["regions"][:2]
    both = first["claim"] | {"hexes": [*first["claim"]["hexes"], second["claim"]["hexes"][0]]}
    cases = [
        (changed(land, "regions", type="Moon"), "Moon"),
        (changed(land, "regions", vegetation="Bare"), "Bare"),
        (changed(land, "regions", vegetation="Fur"), "Fur"),
        (changed(land, "regions", claim=first["claim"] | {"die": "D12"}), "D12"),
        (changed(land, "regions", claim=both), "1 with more"),
        (changed(land, "regions", claim=both), str(len(both["hexes"]))),
        (changed(land, "regions", claim=first["claim"] | {"hexes": []}), "none"),
        (changed(land, "factions", type="Bees"), "Bees"),
        (changed(land, "factions", goal="D7"), "D7"),
        (changed(land, "factions", region=77), "Region 77"),
    ]
    for bad, came in cases:
        flaws = done(ruleset, "land-check", land=bad).result["flaws"]
        assert any(came in flaw["came"] for flaw in flaws), (came, flaws)
        assert all(flaw["rule"] in book.targets and flaw["expected"] for flaw in flaws)


@pytest.mark.parametrize(
    ("name", "using", "said"),
    [
        ("land", {"sessions": -1}, "0 to 100 sessions"),
        ("land", {"again": ["land/moon"]}, "path of a part"),
        ("clocks", {"sessions": 0}, "1 to 100 sessions"),
        ("land-edit", {"hexes": ["z9"], "region": 1}, "came “z9”"),
        ("land-edit", {"hexes": ["a1"], "region": 50}, "came 50"),
        ("land-faction", {"region": 50}, "came 50"),
    ],
)
def test_what_cant_be_done_with_a_land_is_said(
    ruleset: Ruleset, name: str, using: dict[str, Any], said: str
) -> None:
    """One line each."""
    given = {} if name == "land" else {"land": drawn(ruleset, 1)["land"]}
    with pytest.raises(ProcedureError, match=said):
        play(ruleset, name, given | using, Chance("1"))


def test_a_map_of_another_size_is_refused(ruleset: Ruleset) -> None:
    """So are hexes off the map and numbers that are used twice."""
    land = drawn(ruleset, 1)["land"]
    far = land["regions"][0]["claim"] | {"hexes": [{"q": 9, "r": 9}]}
    for bad in (
        land | {"radius": 10**9},
        changed(land, "regions", claim=far),
        changed(land, "regions", number=2),
        changed(land, "factions", number=-1),
    ):
        with pytest.raises(ProcedureError, match="expected"):
            play(ruleset, "land-check", {"land": bad}, Chance("1"))
