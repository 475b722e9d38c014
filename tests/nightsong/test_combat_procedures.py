"""Combat as procedures: attacks, and fights whole, by Rounds, and by hand, as a board has them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from nightsong.attacks import AttackRules, Guard, attack
from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.checks import Favor
from nightsong.codec import encode
from nightsong.making import make_party
from nightsong.odds import HarmRules, harm_odds
from nightsong.procedures import ProcedureError
from nightsong.procedures import play as played

HERO: Mapping[str, Any] = {
    "name": "Orla", "side": "party", "kind": "character", "hp": 6, "max_hp": 6,
    "weapons": [{"name": "sword", "dice": ["D8"]}, {"name": "bow", "dice": ["D6"], "ranged": True}],
    "armor": {"name": "leather", "die": "D4"}, "constitution": 1, "focus": 2,
}  # fmt: skip
WOLF: Mapping[str, Any] = {
    "name": "Wolf", "hp": 5, "resolve": 50, "attacks": [{"name": "bite", "dice": ["D6"]}],
    "specials": ["Howl: more come"], "shield": "D4",
}  # fmt: skip
SIDES: Mapping[str, Any] = {
    "party": [{"fighter": HERO}, {"fighter": {**HERO, "name": "Finn"}}],
    "foes": [{"npc": WOLF, "number": 3}],
}


def play(ruleset: Ruleset, name: str, seed: str = "1", **using: Any) -> Mapping[str, Any]:
    """What a procedure gives, through JSON there and back."""
    result = played(ruleset, name, json.loads(json.dumps(using)), Chance(seed)).result
    assert json.loads(json.dumps(result)) == result
    return result


def test_attacks_fall_as_the_exact_odds_say(ruleset: Ruleset) -> None:
    """Chi-square of the harm over many seeds, with Armor and Disadvantage."""
    count, dice = 1500, ("D6", "D4")
    odds = harm_odds(HarmRules.of(ruleset.numbers), dice, "D4", Favor.DISADVANTAGE).harm
    rules, guard = AttackRules.of(ruleset.numbers), Guard("D4")
    fell = Counter(
        attack(rules, dice, guard, Chance(str(seed)), "attack", Favor.DISADVANTAGE).harm
        for seed in range(count)
    )
    asked = {"dice": list(dice), "armor": "D4", "favor": "disadvantage"}
    harm = attack(rules, dice, guard, Chance("5"), "attack", Favor.DISADVANTAGE).harm
    assert play(ruleset, "attack", "5", **asked)["harm"] == harm
    assert set(fell) <= set(odds)
    square = sum((fell[h] - float(c) * count) ** 2 / (float(c) * count) for h, c in odds.items())
    assert square < 22.5  # five degrees of freedom, one in two thousand


def test_a_shield_counts_if_it_is_raised_and_cover_hinders_a_shot(ruleset: Ruleset) -> None:
    """Lowered it stays as it is."""
    for raised in (True, False):
        struck = play(ruleset, "attack", dice=["D12 + 1"], shield="D6", raised=raised)
        assert (struck["shield"] is None) is not raised
        assert (struck["harm"] == 0) is raised
    shot = play(ruleset, "attack", dice=["D6"], ranged=True, cover="protective")
    assert shot["damage"]["favor"] == "disadvantage"
    assert play(ruleset, "attack", dice=["D6"], cover="full")["damage"]["favor"] == "plain"


def test_a_blast_strikes_all_or_as_many_as_its_die_says(ruleset: Ruleset) -> None:
    """In the order given, each with dice of its own."""
    targets = [{"name": "A"}, {"armor": "D4"}, {"shield": "D4"}]
    whole = play(ruleset, "blast", dice=["D8"], targets=targets)
    assert [one["name"] for one in whole["targets"]] == ["A", "Target 2", "Target 3"]
    for seed in range(20):
        fell = Chance(str(seed)).faces("blast/targets", (8,))[0]
        some = play(ruleset, "blast", str(seed), dice=["D8"], targets=targets, unclear=True)
        assert some["struck"] == len(some["targets"]) == min(3, fell)


def test_feats_wear_and_surprise_say_what_a_board_needs(ruleset: Ruleset) -> None:
    """A feat's die, what broke, who is caught."""
    assert play(ruleset, "feat", harm="devastating", die="D12")["damage"]["dice"] == ["D12"]
    gear = [{"name": "axe", "die": "D4"}, {"name": "mail", "die": "D0"}]
    for seed in range(20):
        axe, mail = play(ruleset, "wear", str(seed), gear=gear)["gear"]
        assert axe["broken"] is (axe["after"] == "D0") and mail["after"] == "D0"
    assert play(ruleset, "surprise", threshold=0)["surprised"] is True
    assert play(ruleset, "surprise", threshold=100)["surprised"] is False


@pytest.mark.parametrize("surprised", ["nobody", "party", "foes", "fate"])
def test_a_fight_by_rounds_and_by_turns_ends_as_the_whole_one(
    ruleset: Ruleset, surprised: str
) -> None:
    """What comes out can be handed in again; the same seed gives the same fight."""
    for seed in map(str, range(3)):
        whole = play(ruleset, "fight", seed, **SIDES, surprised=surprised)
        for step in ("fight-round", "fight-turn"):
            state = play(ruleset, "fight-start", seed, **SIDES, surprised=surprised)
            told = list(state["told"])
            while not state["board"]["decided"]:
                state = play(ruleset, step, seed, fight=state["fight"])
                told += state["told"]
            if not state["board"]["over"]:
                state = play(ruleset, "fight-round", seed, fight=state["fight"])
                told += state["told"]
            assert state["fight"] == whole["fight"] and state["board"] == whole["board"]
            assert told == whole["told"]


def test_a_fight_by_hand_prompts_for_what_is_due(ruleset: Ruleset) -> None:
    """Each acts once in the turn of their side, Resolve waits for the Referee, then gear wears."""
    seen: set[str] = set()
    for seed in map(str, range(8)):
        state = play(ruleset, "fight-start", seed, **SIDES)
        while not state["board"]["decided"]:
            board = state["board"]
            place = board["acting"][0]
            fighter = board["fighters"][place]
            assert fighter["acts"] and fighter["state"] == "fighting"
            assert fighter["side"] == board["turn"]["side"] and not fighter["acted"]
            for one in board["fighters"]:
                assert (one["state"] == "dying") is (one["rounds_left"] is not None)
                assert one["rounds_left"] is None or 1 <= one["rounds_left"] <= 5  # 1D4 + 1
            dying = [p for p in board["prompts"] if p.get("do") == "rescue"]
            act = {"do": "attack", "weapon": 0, "target": fighter["weapons"][0]["targets"][0]}
            if dying and fighter["side"] == "party":
                act = {"do": "rescue", "target": dying[0]["target"]}
            state = play(ruleset, "fight-act", seed, fight=state["fight"], actor=place, **act)
            for prompt in state["board"]["prompts"]:
                seen.add(prompt["play"])
                if prompt["play"] == "fight-resolve":
                    side = prompt["side"]
                    state = play(ruleset, "fight-resolve", seed, fight=state["fight"], side=side)
        state = play(ruleset, "fight-end", seed, fight=state["fight"])
        assert state["board"]["over"] and state["board"]["turn"] is None
    assert seen == {"fight-resolve", "fight-act", "fight-end"}


def test_characters_come_back_with_what_the_fight_did_to_them(ruleset: Ruleset) -> None:
    """Sheets that were handed in and those that were made, in the order of the party."""
    sheets = [encode(made.character) for made in make_party(ruleset, Chance("p"), 2)]
    party = [{"character": sheet} for sheet in sheets]
    whole = play(ruleset, "fight", "4", party=party, made=1, foes=[{"npc": WOLF, "number": 2}])
    board = whole["board"]["fighters"]
    after = whole["characters"]
    assert [one["hp"] for one in after] == [one["hp"] for one in board[:3]]
    assert [one["name"] for one in after[1:]] == [sheet["name"] for sheet in sheets]
    state = play(ruleset, "fight-start", "4", party=party, foes=[{"npc": WOLF}])
    ended = play(ruleset, "fight-end", "4", fight=state["fight"], characters=sheets)
    assert [one["name"] for one in ended["characters"]] == [sheet["name"] for sheet in sheets]


def test_every_creature_of_the_book_can_be_fought(ruleset: Ruleset) -> None:
    """By its id; a Force comes out of it unharmed, and Specials stand on the board."""
    assert ruleset.creatures
    for creature in ruleset.creatures:
        foes = [{"creature": creature.id}]
        whole = play(ruleset, "fight", **{**SIDES, "foes": foes}, rounds=50)
        foe = whole["board"]["fighters"][-1]
        assert (foe["hp"] == foe["max_hp"]) or not creature.npc.force
        assert foe["force"] is creature.npc.force
        assert foe["specials"] == list(creature.npc.specials)
        blasts = [attack.name for attack in creature.npc.attacks if attack.blast]
        assert [weapon["name"] for weapon in foe["weapons"] if weapon["blast"]] == blasts


def test_everything_else_that_an_action_can_be(ruleset: Ruleset) -> None:
    """Feats, blasts, help, moves and passing a turn, each told of in the log."""
    state = play(ruleset, "fight-start", **SIDES)
    for actor, act, said in (
        (0, {"do": "feat", "harm": "serious", "target": 2}, "a feat"),
        (0, {"do": "blast", "weapon": 0, "targets": [2, 3]}, "blast"),
        (0, {"do": "help"}, "helps"),
        (0, {"do": "move-away"}, "moves away"),
        (1, {"do": "close-in", "target": 4}, "closes in on Wolf 3"),
        (1, {"do": "other", "text": "drinks a Remedy"}, "Finn drinks a Remedy"),
    ):
        after = play(ruleset, "fight-act", fight=state["fight"], actor=actor, **act)
        assert said in after["told"][0]["text"]
        assert after["board"]["fighters"][actor]["acted"]
    passed = play(ruleset, "fight-pass", fight=state["fight"])
    assert passed["board"]["turn"]["side"] == "foes"


@pytest.mark.parametrize(
    ("name", "using", "said"),
    [
        ("attack", {"ranged": True, "engaged": True}, "melee"),
        ("attack", {"ranged": True, "cover": "full"}, "line of sight"),
        ("attack", {"dice": ["D0"]}, "D0"),
        ("blast", {"dice": ["D6"], "targets": []}, "targets"),
        ("feat", {"harm": "limited", "die": "D12"}, "D12"),
        ("wear", {"gear": [{"name": "axe", "die": "D7"}]}, "D7"),
        ("fight", {**SIDES, "rounds": 0}, "1 Round"),
        ("fight", {"party": [], "foes": [{"npc": WOLF}]}, "1 to 100"),
        ("fight", {**SIDES, "foes": [{"npc": WOLF, "number": 101}]}, "1 to 100"),
        ("fight", {**SIDES, "foes": [{}]}, "one of character"),
        ("fight", {**SIDES, "foes": [{"creature": "creatures/nobody"}]}, "creatures/nobody"),
        ("fight", {**SIDES, "foes": [{"npc": WOLF, "blast": ["breath"]}]}, "breath"),
        ("fight-round", {"fight": {"fighters": []}}, "both sides"),
        ("fight-turn", {"fight": {"fighters": [HERO]}}, "both sides"),
    ],
)
def test_what_cant_be_fought_is_said_in_one_line(
    ruleset: Ruleset, name: str, using: dict[str, Any], said: str
) -> None:
    """The rules, the sides and the fighters."""
    with pytest.raises(ProcedureError) as problem:
        play(ruleset, name, **using)
    assert said in str(problem.value) and "\n" not in str(problem.value)


def test_what_cant_be_done_in_a_fight_is_said_in_one_line(ruleset: Ruleset) -> None:
    """Turns, targets, Weapons, sheets and tests that aren't due."""
    fight = play(ruleset, "fight-start", **SIDES)["fight"]
    sheets = [encode(made.character) for made in make_party(ruleset, Chance("p"), 3)]
    wrong = {**HERO, "weapons": [{"name": "sword", "dice": ["D7"]}]}
    acts: list[dict[str, Any]] = [
        {"actor": 2, "do": "attack", "target": 0}, {"actor": 0, "do": "attack"},
        {"actor": 99, "do": "help"}, {"actor": 0, "do": "attack", "weapon": 5, "target": 2},
        {"actor": 0, "do": "attack", "weapon": 1, "target": 2}, {"actor": 0, "do": "rescue"},
        {"actor": 0, "do": "attack", "target": 2, "favor": "advantage", "focus": "yes"},
        {"actor": 0, "do": "blast"}, {"actor": 0, "do": "close-in", "target": 50},
    ]  # fmt: skip
    asked: list[tuple[str, dict[str, Any]]] = [
        *(("fight-act", {"fight": fight, **act}) for act in acts),
        ("fight-resolve", {"fight": fight}),
        ("fight-end", {"fight": fight, "characters": sheets}),
        ("fight-round", {"fight": {**fight, "fighters": [wrong, fight["fighters"][2]]}}),
        ("fight-round", {"fight": {**fight, "acted": [9]}}),
    ]
    for name, using in asked:
        with pytest.raises(ProcedureError) as problem:
            play(ruleset, name, **using)
        assert "expected" in str(problem.value) and "\n" not in str(problem.value)
