"""Adventuring through the procedures: each act at the table, and states that play on as data."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.codec import decode
from nightsong.delves import DelveState
from nightsong.examples import Given
from nightsong.journeys import JourneyState
from nightsong.procedures import ProcedureError, play
from nightsong.recruits import Recruits
from nightsong.structures import Structure

SEEDS = [str(seed) for seed in range(4)]
FOOD = {"name": "pack rations", "kind": "supply", "uses": "D6", "petty": True}
TORCHES = {"name": "bundle of torches", "kind": "supply", "uses": "D6"}
SPEARS = {
    "name": "Forty spears",
    "hp": 10,
    "resolve": 70,
    "attacks": [{"name": "spears", "dice": ["D8"]}],
    "armor": "D4",
}
GATE = {"name": "The gate", "kind": "fortification", "size": "small"}
RAFT = {"name": "The raft", "kind": "mount or flyer", "size": "small"}


def somebody(name: str = "Orla", food: str = "D6", hp: int = 3) -> dict[str, Any]:
    """A character as data, with rations and torches."""
    abilities = {"strength": 0, "dexterity": 1, "presence": 0, "constitution": 1}
    return {
        "name": name,
        "abilities": abilities,
        "highest": "dexterity",
        "backgrounds": [],
        "hp": hp,
        "max_hp": 7,
        "focus": 1,
        "coins": 10,
        "carried": [{"item": FOOD, "die": food}, {"item": TORCHES, "die": "D12"}],
    }


def played(
    ruleset: Ruleset, name: str, dice: Mapping[str, tuple[int, ...]], /, **using: Any
) -> Any:
    """What comes of a procedure with those dice, and no other falls."""
    chance = Given("", real=dice)
    result = play(ruleset, name, using, chance).result
    assert chance.used == set(dice)
    return json.loads(json.dumps(result))


def stretches(ruleset: Ruleset, name: str, plan: Mapping[str, Any], seed: str) -> Iterator[Any]:
    """Twelve Watches or Turns, each on the state that the last gave, through JSON."""
    state: Any = {"party": [somebody(), somebody("Finn", "D12")]}
    for _ in range(12):
        done = play(ruleset, name, {"state": state, "plan": plan}, Chance(seed))
        result = json.loads(json.dumps(done.result))
        assert done.trace and all(line.rule and line.text for line in done.trace)
        yield result
        state = result["state"]


# Journeys


def test_weather_holds_or_leaves_a_choice(ruleset: Ruleset) -> None:
    """With what it means in words."""
    assert played(ruleset, "weather", {"weather": (5,)})["travels"]
    waits = played(ruleset, "weather", {"weather": (6,)})
    assert (waits["holds"], waits["travels"]) == (False, False)
    pressed = played(ruleset, "weather", {"weather": (4,)}, threshold="mild", press_on=True)
    assert (pressed["holds"], pressed["travels"], pressed["threshold"]) == (False, True, 30)


def test_a_course_is_rolled_for_without_a_guide_alone(ruleset: Ruleset) -> None:
    """No die falls on a path or toward a landmark."""
    assert played(ruleset, "navigation", {}, path=True)["on_course"]
    assert played(ruleset, "navigation", {}, landmark=True)["on_course"]
    assert not played(ruleset, "navigation", {"navigation": (4,)}, threshold="blind")["on_course"]


@pytest.mark.parametrize(
    ("using", "miles"),
    [
        ({}, "6"),
        ({"terrain": "difficult"}, "3"),
        ({"path": True, "carriage": "horse"}, "24"),
        ({"carriage": "ship", "bad_weather": True}, "9"),
        ({"terrain": "difficult", "bad_weather": True}, "3/2"),
    ],
)
def test_a_distance_has_all_that_changes_it(
    ruleset: Ruleset, using: dict[str, Any], miles: str
) -> None:
    """Multiplied, as exact fractions."""
    assert played(ruleset, "travel", {}, **using)["miles"] == miles


def test_rations_are_found_and_eaten(ruleset: Ruleset) -> None:
    """The party comes back with its dice and Conditions, to be handed in again."""
    party = [somebody("Orla", "D0"), somebody("Finn", "D6")]
    found = played(ruleset, "foraging", {"camp/foraging": (2,)}, party=party)
    assert found["rations"][0] == {"name": "Orla", "dice": ["D4"]}
    eaten = played(
        ruleset,
        "rations",
        {"camp/member-1/ration-1": (1,), "camp/member-2/ration-1": (4,)},
        party=found["party"],
    )
    assert [ration["dice"] for ration in eaten["rations"]] == [["D0"], ["D6"]]
    hungry = played(
        ruleset, "rations", {"camp/member-2/ration-1": (6,)}, party=eaten["party"], share=False
    )
    assert hungry["conditions"][0] == {"name": "Orla", "conditions": ["starving"]}


@pytest.mark.parametrize(
    "plan",
    [
        {},
        {"rest": True},
        {"press_on": True, "forage": True, "share": True},
        {"carriage": "ship", "sleepers": ["Finn"], "landmark": True},
        {"rest": True, "sleepers": ["Orla"], "forage": True, "foraging": "lush"},
    ],
)
def test_a_journey_plays_on_as_data(ruleset: Ruleset, plan: dict[str, Any]) -> None:
    """The calendar goes on, Conditions match the party, and the state reads back the same."""
    for seed in SEEDS:
        for number, watch in enumerate(stretches(ruleset, "watch", plan, seed)):
            state = decode(JourneyState, watch["state"])
            assert (watch["day"], watch["part"]) == (number // 4 + 1, number % 4 + 1)
            assert state.watch == number + 1
            assert watch["day_ends"] == (number % 4 == 3)
            borne = [[c.name for c in member.conditions] for member in state.party]
            assert [bearer["conditions"] for bearer in watch["conditions"]] == borne
            assert len(state.rested) == len(state.resting) == len(state.party) == 2


def test_a_day_of_four_watches_eats_each_ration_once(ruleset: Ruleset) -> None:
    """Rations only go down while nobody forages."""
    ladder = ruleset.numbers["step_die"]["ladder"]
    for seed in SEEDS:
        before = [0, 0]
        for watch in stretches(ruleset, "watch", {}, seed):
            after = [ladder.index(ration["dice"][0]) for ration in watch["rations"]]
            assert all(a >= b for a, b in zip(after, before, strict=True))
            assert watch["day_ends"] or after == before or before == [0, 0]
            before = after


# Delves


def test_a_delve_plays_on_as_data(ruleset: Ruleset) -> None:
    """A light only burns down until another is lit, and dark is Disadvantage."""
    ladder = ruleset.numbers["step_die"]["ladder"]
    for seed in SEEDS:
        before: list[Any] = []
        for number, turn in enumerate(stretches(ruleset, "turn", {"light": "torch"}, seed)):
            state = decode(DelveState, turn["state"])
            assert state.turn == number + 1
            lights = [ladder.index(light.die) for light in state.lights]
            fresh = lights == [ladder.index("D6")]
            assert not lights or fresh or (before and lights >= before)
            assert turn["favor"] == ("plain" if lights else "disadvantage")
            before = lights
            assert [fuel["name"] for fuel in turn["fuel"]] == [m.name for m in state.party]
            assert all(fuel["torch"] and not fuel["lantern"] for fuel in turn["fuel"])


def test_a_light_is_lit_and_burns(ruleset: Ruleset) -> None:
    """The bundle's die, then the light's own."""
    lit = played(ruleset, "light", {"light": (2,)}, source="lantern", fuel="D6")
    assert lit == {"fuel": "D4", "light": {"source": "lantern", "die": "D8"}}
    assert played(ruleset, "burn", {"burn": (3,)}, source="torch", die="D6") == {
        "source": "torch",
        "die": "D4",
        "burns": True,
    }
    assert not played(ruleset, "burn", {"burn": (2,)}, source="torch", die="D4")["burns"]


# Encounters


def test_events_bring_what_they_bring(ruleset: Ruleset) -> None:
    """An encounter with its distance and reaction, and a sign that starts to loom."""
    met = played(
        ruleset,
        "events",
        {"stretch/events": (9,), "stretch/distance": (3,), "stretch/reactions": (8,)},
        around={"trouble": "encounter"},
    )
    assert (met["clear"]["yes"], met["distance"]["yes"], met["reaction"]["yes"]) == (
        False,
        True,
        False,
    )
    sign = played(
        ruleset, "events", {"stretch/events": (9,)}, around={"trouble": "sign", "sign": "Flood"}
    )
    assert sign["looming"] == [{"name": "Flood", "die": "D6"}]
    due = played(
        ruleset,
        "events",
        {"stretch/events": (1,), "stretch/looming/1": (1,)},
        looming=sign["looming"],
    )
    assert (due["looming"], due["unfolded"]) == ([], ["Flood"])


def test_what_looms_starts_and_draws_near(ruleset: Ruleset) -> None:
    """With the usual die, down to the end."""
    started = played(ruleset, "looming", {}, name="Flood")
    assert started == {"name": "Flood", "die": "D6", "unfolds": False}
    assert played(ruleset, "looming", {"looming": (3,)}, name="Flood", die="D6")["die"] == "D4"
    assert played(ruleset, "looming", {"looming": (3,)}, name="Flood", die="D4")["unfolds"]


def test_distance_and_reactions_answer(ruleset: Ruleset) -> None:
    """A certain response throws no die."""
    assert not played(ruleset, "distance", {"distance": (4,)}, threshold="close")["far"]
    assert played(ruleset, "reaction", {"reactions": (7,)}, threshold="peaceful")["friendly"]
    assert played(ruleset, "reaction", {}, response="flees")["friendly"] is None


def test_resolve_is_tested_at_half_the_loss(ruleset: Ruleset) -> None:
    """Rounded up, or whenever the Referee says so."""
    assert not played(ruleset, "resolve", {}, resolve="average", lost=2, whole=5)["tested"]
    broken = played(ruleset, "resolve", {"resolve": (6,)}, resolve="average", lost=3, whole=5)
    assert (broken["tested"], broken["holds"]) == (True, False)
    assert played(ruleset, "resolve", {"resolve": (6,)}, resolve="60")["holds"]
    with pytest.raises(ProcedureError, match="came 6 of 5"):
        played(ruleset, "resolve", {}, resolve="average", lost=6, whole=5)


# Recruits


def test_recruits_serve_and_leave(ruleset: Ruleset) -> None:
    """Resolve falls by the day while something is lacking, and comes back."""
    hired = played(ruleset, "recruit", {}, npc=SPEARS, number=40)
    assert (hired["counts_as"], hired["recruits"]["force"]) == (1, True)
    dice = {f"needs/day-{day}": (face,) for day, face in ((1, 7), (2, 6), (3, 6))}
    left = played(
        ruleset, "recruit-needs", dice, recruits=hired["recruits"], lacking=["pay"], days=5
    )
    assert (left["days"], left["stays"], left["recruits"]["standing"]) == (3, False, "left")
    short = {"needs/day-1": (1,)}
    stays = played(ruleset, "recruit-needs", short, recruits=hired["recruits"], lacking=["food"])
    fed = played(ruleset, "recruit-needs", {}, recruits=stays["recruits"], days=2)
    assert [stays["recruits"]["resolve"], fed["recruits"]["resolve"]] == [60, 70]
    with pytest.raises(ProcedureError, match="expected recruits who serve"):
        played(ruleset, "recruit-needs", {}, recruits=left["recruits"])
    with pytest.raises(ProcedureError, match="1 day or more"):
        played(ruleset, "recruit-needs", {}, recruits=fed["recruits"], days=0)


def test_a_force_is_harmed_together_or_not_at_all(ruleset: Ruleset) -> None:
    """Half the loss tests Resolve; above it the Force is out of the fight."""
    force = played(ruleset, "recruit", {}, npc=SPEARS, number=40)["recruits"]
    none = played(ruleset, "force-attack", {}, recruits=force, dice=["D8"], attackers="individuals")
    assert none["recruits"] == force
    dice = {"attack/damage": (8,), "attack/armor": (2,), "resolve": (8,)}
    hit = played(
        ruleset, "force-attack", dice, recruits=force, dice=["D8"], attackers="coordinated"
    )
    assert (hit["lost"], hit["tested"], hit["serving"]) == (6, True, False)


def test_recruits_read_back_over_many_seeds(ruleset: Ruleset) -> None:
    """After each day and each blow."""
    for seed in SEEDS:
        recruits = play(ruleset, "recruit", {"npc": SPEARS, "number": 40}, Chance(seed)).result[
            "recruits"
        ]
        using = {"recruits": recruits, "dice": ["D4"], "attackers": "coordinated"}
        struck = play(ruleset, "force-attack", using, Chance(seed)).result["recruits"]
        assert decode(Recruits, json.loads(json.dumps(struck))).hp <= 10
        assert decode(Recruits, json.loads(json.dumps(recruits))).hp == 10


# Structures


def test_a_structure_has_its_values_and_what_harms_it(ruleset: Ruleset) -> None:
    """As its size or the Referee says."""
    gate = played(ruleset, "structure", {}, structure=GATE)
    assert gate["structure"]["hp"] == 5
    assert gate["harmed_by"] == ["heavy ordnance"]
    again = played(ruleset, "structure", {}, structure={**gate["structure"], "hp": 3})
    assert (again["structure"]["hp"], again["structure"]["full"], again["repair_days"]) == (3, 5, 2)
    barn = {"name": "The barn", "kind": "light structure", "hp": 4}
    assert "ordinary Weapon" not in played(ruleset, "structure", {}, structure=barn)["harmed_by"]
    for wrong in ({**GATE, "size": None}, {**barn, "hp": None}, {**GATE, "hp": 9}):
        with pytest.raises(ProcedureError, match="expected"):
            played(ruleset, "structure", {}, structure=wrong)


def test_structures_are_struck_and_mended(ruleset: Ruleset) -> None:
    """What comes back can be struck or mended next."""
    shot = {"name": "cannon", "dice": ["D12"]}
    sword = played(
        ruleset, "structure-damage", {}, structure=GATE, attack=shot, means="ordinary Weapon"
    )
    assert sword["lost"] == 0
    dice = {"structure/damage-1": (6,), "structure/armor": (2,)}
    hit = played(
        ruleset, "structure-damage", dice, structure=GATE, attack=shot, means="heavy ordnance"
    )
    assert (hit["lost"], hit["hp"], hit["destroyed"]) == (4, 1, False)
    mended = played(ruleset, "repair", {}, structure=hit["structure"], days=9)
    assert (mended["structure"]["hp"], mended["days"]) == (5, 4)


def test_vessels_collide_and_ordnance_strikes_all_in_its_blast(ruleset: Ruleset) -> None:
    """Each with dice of its own."""
    ship = {"name": "The warship", "kind": "mount or flyer", "size": "large"}
    dice = {
        "collision/first/damage-1": (5,),
        "collision/first/armor": (3,),
        "collision/second/damage-1": (7,),
    }
    crash = played(ruleset, "collision", dice, first=ship, second=RAFT, larger="first")
    assert (crash["first"]["hp"], crash["second"]["destroyed"]) == (8, True)
    count = played(ruleset, "ordnance-targets", {"ordnance/targets-1": (2,)}, size="medium")
    assert count["number"] == 2
    dice = {f"ordnance/target-{n}/damage-1": (n,) for n in (1, 2)}
    shot = played(ruleset, "ordnance", dice, size="medium", targets=[RAFT, RAFT])
    assert [target["hp"] for target in shot["targets"]] == [4, 2]
    with pytest.raises(ProcedureError, match="1 target"):
        played(ruleset, "ordnance", {}, size="small", targets=[RAFT, RAFT])


def test_structures_read_back_over_many_seeds(ruleset: Ruleset) -> None:
    """A siege of many shots never gives HP back."""
    for seed in SEEDS:
        wall: Any = {"name": "The wall", "kind": "fortification", "size": "large"}
        hp = 10
        while hp:
            using = {"size": "small", "targets": [wall]}
            target = play(ruleset, "ordnance", using, Chance(f"{seed}-{hp}-{wall.get('hp')}"))
            (struck,) = json.loads(json.dumps(target.result))["targets"]
            wall = struck["structure"]
            assert decode(Structure, wall).hp == struck["hp"] <= hp
            if struck["hp"] == hp:
                break
            hp = struck["hp"]
