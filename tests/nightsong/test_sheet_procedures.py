"""Characters through the procedures: plain data that can be handed in again and again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.characters import Ability, Character
from nightsong.codec import decode, encode
from nightsong.examples import Given
from nightsong.making import make_character
from nightsong.procedures import ProcedureError, play
from nightsong.procedures.procedure import plain

SEEDS = [str(seed) for seed in range(12)]
SHARD = {"item": {"name": "Ashen Veil", "kind": "spell-shard", "uses": "D6"}, "die": "D6"}
DRAINED = {**SHARD, "die": "D0"}
HERBS = {"item": {"name": "herbs", "kind": "supply", "uses": "D4"}, "die": "D4", "remedy": True}
SHIELD = {"item": {"name": "Shield", "kind": "shield", "die": "D6"}, "die": "D4"}
ROPE = {"item": {"name": "rope"}}


def somebody(**changed: Any) -> dict[str, Any]:
    """A character as data, with changes."""
    abilities = {"strength": 1, "dexterity": 2, "presence": 1, "constitution": -1}
    sheet = {
        "name": "Orla",
        "abilities": abilities,
        "highest": "dexterity",
        "backgrounds": ["Scout"],
        "hp": 3,
        "max_hp": 5,
        "focus": 2,
        "coins": 70,
        "carried": [SHARD, HERBS, SHIELD, ROPE],
    }
    return sheet | changed


def played(
    ruleset: Ruleset, name: str, dice: Mapping[str, tuple[int, ...]], /, **using: Any
) -> Any:
    """What comes of a procedure with those dice, and no other falls."""
    chance = Given("", real=dice)
    result = play(ruleset, name, using, chance).result
    assert chance.used == set(dice)
    return result


@pytest.mark.parametrize("method", ["array", "rolled"])
def test_a_character_is_data_that_can_be_handed_in_again(ruleset: Ruleset, method: str) -> None:
    """Short or with every field, through JSON, it reads back as the same character."""
    for seed in SEEDS:
        made = play(ruleset, "character", {"method": method}, Chance(seed)).result["character"]
        character = decode(Character, json.loads(json.dumps(made)))
        assert plain(character) == made
        assert decode(Character, encode(character)) == character


def test_the_procedure_makes_the_character_that_the_command_makes(ruleset: Ruleset) -> None:
    """The same seed, the same character, part by part, in a party too."""
    for seed in SEEDS[:4]:
        result = play(ruleset, "character", {}, Chance(seed)).result
        assert result["character"] == plain(make_character(ruleset, Chance(seed)).character)
        party = play(ruleset, "party", {"size": 3}, Chance(seed)).result["party"]
        keys = [f"party/{n}" for n in (1, 2, 3)]
        members = [make_character(ruleset, Chance(seed), key=key).character for key in keys]
        assert [member["character"] for member in party] == [plain(m) for m in members]


def test_a_part_is_thrown_again_by_its_key(ruleset: Ruleset) -> None:
    """Another try for the coins, or for the face, changes nothing else."""
    first = play(ruleset, "character", {}, Chance("7")).result["character"]
    for tries in range(1, 9):
        chance = Chance("7", {"character/coins": tries})
        again = play(ruleset, "character", {}, chance).result["character"]
        assert {**again, "coins": 0} == {**first, "coins": 0}
        if again["coins"] != first["coins"]:
            return
    pytest.fail("the coins never changed")


def test_choices_are_kept(ruleset: Ruleset) -> None:
    """The order of the array, and a background by name."""
    order = ["presence", "strength", "dexterity", "constitution"]
    using = {"order": order, "background": "scholar"}
    made = play(ruleset, "character", using, Chance("3")).result["character"]
    assert made["backgrounds"] == ["Scholar"]
    array = ruleset.numbers["abilities"]["array"]
    assert [made["abilities"][name] for name in order] == array
    scores = play(ruleset, "abilities", {"order": order}, Chance("3")).result
    assert scores == {"abilities": made["abilities"], "highest": ["presence"]}


def test_every_procedure_gives_back_a_character_that_it_takes(ruleset: Ruleset) -> None:
    """A character goes through all of them, one after the other, each time through JSON."""
    acts: list[tuple[str, dict[str, Any]]] = [
        ("take-damage", {"damage": 1}),
        ("condition", {"name": "stressed"}),
        ("condition", {"name": "stressed", "act": "worsen"}),
        ("use-item", {"position": 2}),
        ("cast", {"position": 0}),
        ("spend-focus", {"ability": "strength"}),
        ("spend-focus", {"ability": "presence", "nuanced": True}),
        ("short-rest", {}),
        ("long-rest", {}),
        ("refill-shards", {"shards": [0]}),
        ("refresh-focus", {}),
        ("full-rest", {"cared_for": False}),
        ("advancement", {}),
        ("slots", {}),
    ]
    for seed in SEEDS[:4]:
        character = somebody()
        for name, using in acts:
            answer = play(ruleset, name, {"character": character, **using}, Chance(seed))
            assert all(line.rule and line.text for line in answer.trace)
            result = json.loads(json.dumps(answer.result))
            assert set(result["slots"]) == {"used", "total", "over", "free"}
            character = result["character"]
            assert plain(decode(Character, character)) == character


def test_damage_may_take_out_and_time_runs(ruleset: Ruleset) -> None:
    """HP fall below 0; Constitution and the die say how long is left."""
    out = played(ruleset, "take-damage", {}, character=somebody(), damage=5)
    assert (out["character"]["hp"], out["taken_out"]) == (-2, True)
    left = played(ruleset, "dying", {"dying": (3,)}, character=out["character"], in_combat=True)
    assert left == {"left": 2, "unit": "Round"}
    assert played(ruleset, "dying", {"dying": (1,)}, character=out["character"])["left"] == 0


def test_focus_is_spent_after_the_result_is_seen(ruleset: Ruleset) -> None:
    """The first die stays, another joins it; Focus is paid."""
    using = {"character": somebody(), "ability": "dexterity", "dr": "normal"}
    done = played(ruleset, "spend-focus", {"check": (4, 15)}, **using)
    assert (done["before"]["total"], done["after"]["total"]) == (6, 17)
    assert (done["before"]["success"], done["after"]["success"]) == (False, True)
    assert done["character"]["focus"] == 1
    done = played(ruleset, "spend-focus", {"check": (4, 11, 12)}, **using, nuanced=True)
    assert (done["before"]["totals"], done["after"]["totals"]) == ([6, 13], [14, 13])
    assert (done["before"]["outcome"], done["after"]["outcome"]) == (
        "weak success",
        "strong success",
    )


def test_focus_shows_the_die_that_the_check_showed(ruleset: Ruleset) -> None:
    """With the same seed the Check before is the Check as it fell without Focus."""
    for seed in SEEDS:
        for nuanced, name in ((False, "check"), (True, "nuanced-check")):
            using = {"character": somebody(), "ability": "dexterity", "nuanced": nuanced}
            done = play(ruleset, "spend-focus", using, Chance(seed)).result
            assert done["before"] == play(ruleset, name, {"ability": 2}, Chance(seed)).result


def test_a_spell_takes_effect_and_tires(ruleset: Ruleset) -> None:
    """The Check decides on fatigue alone; the Shard's die is rolled either way."""
    using = {"character": somebody(), "position": 0}
    fresh = played(ruleset, "cast", {"cast/check": (11,), "cast/shard": (4,)}, **using)
    assert (fresh["spell"], fresh["fatigued"]) == ("Ashen Veil", False)
    assert fresh["character"]["conditions"] == []
    tired = played(ruleset, "cast", {"cast/check": (10,), "cast/shard": (1,)}, **using)
    assert [c["name"] for c in tired["character"]["conditions"]] == ["fatigued"]
    assert (tired["shard"]["after"], tired["shard"]["spent"]) == ("D0", True)
    assert tired["character"]["carried"][0]["die"] == "D0"
    solo = {**using, "nuanced": True}
    for dice, outcome in (((11, 3), "weak success"), ((10, 3), "failure")):
        done = played(ruleset, "cast", {"cast/check": dice, "cast/shard": (4,)}, **solo)
        assert done["check"]["outcome"] == outcome
        assert done["fatigued"] == (outcome == "failure")
    full = played(ruleset, "refill-shards", {}, character=tired["character"])
    assert full["character"]["carried"][0]["die"] == "D6"
    rested = played(ruleset, "long-rest", {"rest": (2,)}, character=tired["character"])
    assert rested["character"]["conditions"] == []
    assert rested["character"]["carried"][0]["die"] == "D6"
    left = played(ruleset, "long-rest", {"rest": (2,)}, character=tired["character"], shards=[])
    assert left["character"]["carried"][0]["die"] == "D0"


def test_gear_breaks_and_supplies_are_spent(ruleset: Ruleset) -> None:
    """What is used up stays on the sheet at the end of its ladder; spent supplies take no Slot."""
    shield = played(ruleset, "use-item", {"use": (2,)}, character=somebody(), position=2)
    assert (shield["item"], shield["step"]["after"]) == ("Shield", "D0")
    trace = play(
        ruleset,
        "use-item",
        {"character": somebody(), "position": 2},
        Chance("", real={"use": (2,)}),
    ).trace
    assert [line.text for line in trace] == ["Shield: D4 fell 2, D4 → D0", "D0: it breaks"]
    assert trace[0].rule == "characters/slots/shields"
    herbs = played(ruleset, "use-item", {"use": (3,)}, character=somebody(), position=1)
    before = played(ruleset, "slots", {}, character=somebody())
    assert before["carried"] == [1, 1, 1, 1]
    assert herbs["slots"]["used"] == before["slots"]["used"] - 1


def test_a_remedy_heals_another_or_oneself(ruleset: Ruleset) -> None:
    """The healer's supply shrinks, the patient's HP rise; alone both are one."""
    dice = {"remedy/heals": (6,), "remedy/uses": (1,)}
    other = somebody(name="Finn", hp=1)
    done = played(ruleset, "remedy", dice, healer=somebody(), position=1, patient=other)
    assert (done["patient"]["character"]["hp"], done["healed"]) == (5, 4)
    assert len(done["healer"]["character"]["carried"]) == 3
    alone = played(ruleset, "remedy", dice, healer=somebody(), position=1)
    assert alone["healer"] == alone["patient"]


def test_conditions_come_worsen_and_go(ruleset: Ruleset) -> None:
    """Slots fill up, over the limit too, and nothing is dropped by itself."""
    gained = played(
        ruleset, "condition", {}, character=somebody(), name="burden", slots=9, severity="major"
    )
    assert gained["slots"]["over"] == 2
    worse = played(
        ruleset, "condition", {}, character=gained["character"], name="burden", act="worsen"
    )
    assert worse["slots"]["over"] == 3
    free = played(
        ruleset, "condition", {}, character=worse["character"], name="burden", act="clear"
    )
    assert (free["slots"]["over"], free["character"]["conditions"]) == (0, [])


def test_a_full_rest_asks_for_care(ruleset: Ruleset) -> None:
    """A broken leg heals only where somebody looks after it; all HP return either way."""
    broken = {"name": "broken leg", "slots": 1, "severity": "major"}
    hurt = somebody(conditions=[broken])
    cared = played(ruleset, "full-rest", {}, character=hurt)
    assert [c["name"] for c in cared["cleared"]] == ["broken leg"]
    alone = played(ruleset, "full-rest", {}, character=hurt, cared_for=False)
    assert (alone["character"]["hp"], alone["cleared"]) == (5, [])


def test_an_advancement_raises_and_tells_what_follows(ruleset: Ruleset) -> None:
    """A result equal to the score raises it; one below doesn't."""
    dice = {f"advancement/{ability}": (1,) for ability in Ability}
    dice["advancement/hit-points"] = (4,)
    done = played(ruleset, "advancement", dice, character=somebody())
    assert (done["hp"], done["character"]["max_hp"], done["character"]["hp"]) == (4, 9, 3)
    assert done["risen"] == ["strength", "presence", "constitution"]
    assert done["slots"]["total"] == 12


@pytest.mark.parametrize(
    ("name", "using", "said"),
    [
        ("take-damage", {"damage": -1}, "expected Damage of 0 or more, came -1"),
        ("use-item", {"position": 3}, "expected something with a Step Die to use, came rope"),
        ("use-item", {"position": 0}, "came Ashen Veil"),
        ("use-item", {"position": 9}, "came nothing"),
        ("use-item", {"position": -1}, "came nothing"),
        ("cast", {"position": 1}, "expected a Spell Shard to cast from, came herbs"),
        ("condition", {"name": "gout", "act": "clear"}, "came “gout”"),
        ("condition", {"name": "gout", "slots": -1}, "expected a Condition of 0 Slots or more"),
        ("dying", {}, "not taken out"),
        ("refill-shards", {"shards": [1]}, "expected up to 1 of the Spell Shards"),
        ("spend-focus", {"ability": "luck"}, "expected one of strength"),
        ("spend-focus", {"ability": "strength", "dr": "dire"}, "came “dire”"),
    ],
)
def test_what_cant_be_done_is_said_in_one_line(
    ruleset: Ruleset, name: str, using: dict[str, Any], said: str
) -> None:
    """Nobody loses HP, Focus or a Shard by a slip."""
    with pytest.raises(ProcedureError) as problem:
        play(ruleset, name, {"character": somebody(), **using}, Chance("1"))
    assert said in str(problem.value)
    assert "\n" not in str(problem.value)


def test_what_is_spent_cant_be_used(ruleset: Ruleset) -> None:
    """No Focus, a drained Shard, and a party of too many or none."""
    for name, using in (
        ("spend-focus", {"character": somebody(focus=0), "ability": "strength"}),
        ("cast", {"character": somebody(carried=[DRAINED]), "position": 0}),
        ("party", {"size": 0}),
        ("party", {"size": 101}),
        ("abilities", {"method": "rolled", "order": list(Ability)}),
        ("character", {"background": "king"}),
    ):
        with pytest.raises(ProcedureError, match="expected"):
            play(ruleset, name, using, Chance("1"))
