"""Delves, Turn by Turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.characters import Abilities, Ability, Carried, Character, CharacterError
from nightsong.checks import Favor
from nightsong.delves import (
    DelveError,
    DelveRules,
    DelveState,
    Light,
    Source,
    TurnPlan,
    TurnResult,
    play_turn,
)
from nightsong.encounters import Looming, Surroundings
from nightsong.model import Item, ItemKind
from nightsong.odds import chance_to_last, mean_uses
from nightsong.saves import Save, SaveError, dump, load

TORCH, LANTERN = Source
QUIET = Surroundings(events="100")
LIT = TurnPlan(TORCH, around=QUIET)


@pytest.fixture(scope="module")
def rules(ruleset: Ruleset) -> DelveRules:
    """The real rules."""
    return DelveRules.of(ruleset.numbers)


def member(name: str = "Ada", torches: str = "D6", oil: str = "D6") -> Character:
    """Someone with torches and oil."""
    carried = (
        Carried(Item("rope")),
        Carried(Item("bundle of torches", ItemKind.SUPPLY, uses="D6"), torches),
        Carried(Item("oil", ItemKind.SUPPLY, uses="D6"), oil),
    )
    return Character(name, Abilities(0, 0, 0, 0), Ability.STRENGTH, (), 6, 6, 0, 10, carried)


def turn(rules: DelveRules, state: DelveState, plan: TurnPlan = LIT, **real: int) -> TurnResult:
    """The next Turn with some real dice."""
    chance = Chance("s")
    for key, face in real.items():
        chance = chance.given(f"turn-{state.turn + 1}/{key.replace('_', '/')}", (face,))
    return play_turn(rules, state, plan, chance)


def delve(rules: DelveRules, seed: str, turns: int) -> Iterator[TurnResult]:
    """Many Turns of one delve."""
    looming = (Looming("cave-in", "D12"),)
    state = DelveState(party=(member("Ada"), member("Bo", "D12")), looming=looming)
    for number in range(turns):
        light = (TORCH, LANTERN, None)[number % 3]
        plan = TurnPlan(light, move=True, actions=("listen", "search"))
        result = play_turn(rules, state, plan, Chance(seed))
        yield result
        state = result.state


def dice(state: DelveState) -> list[str]:
    """The Step Dice of torches and oil, member by member."""
    return [c.die for m in state.party for c in m.carried if c.die]


@pytest.mark.parametrize(("source", "die"), [(TORCH, "D6"), (LANTERN, "D8")])
def test_lighting_rolls_the_bundle_s_die_and_sets_the_light_s(
    rules: DelveRules, source: Source, die: str
) -> None:
    """Two dice, of which only the bundle's falls when a light is lit."""
    result = turn(rules, DelveState(party=(member(),)), replace(LIT, light=source), lighting=2)
    assert result.state.lights == (Light(source, die),)
    assert dice(result.state) == (["D4", "D6"] if source is TORCH else ["D6", "D4"])
    assert result.favor is Favor.NONE
    assert not any("light/" in line.key for line in result.trace)


def test_a_light_steps_down_each_turn_and_goes_out(rules: DelveRules) -> None:
    """The bundle stays as it is while the light burns."""
    lit = DelveState(party=(member(),), lights=(Light(TORCH, "D6"),))
    burns = turn(rules, lit, light_1=3)
    assert (burns.state.lights, dice(burns.state)) == ((Light(TORCH, "D4"),), ["D6", "D6"])
    out = turn(rules, burns.state, TurnPlan(around=QUIET), light_1=2)
    assert (out.state.lights, out.favor) == ((), Favor.DISADVANTAGE)
    assert any(line.text == "The torch goes out" for line in out.trace)


def test_one_that_goes_out_can_be_replaced_in_the_same_turn(rules: DelveRules) -> None:
    """For the bundle's die, once more."""
    low = DelveState(party=(member(),), lights=(Light(TORCH, "D4"),))
    result = turn(rules, low, light_1=1, lighting=4)
    assert (result.state.lights, result.favor) == ((Light(TORCH, "D6"),), Favor.NONE)


def test_without_fuel_it_stays_dark(rules: DelveRules) -> None:
    """The bundle's last torch still burns; then the next member's turn comes, then nobody's."""
    state = DelveState(party=(member("Ada", "D4"), member("Bo", "D4")))
    first = turn(rules, state, lighting=1).state
    assert (first.lights, dice(first)) == ((Light(TORCH, "D6"),), ["D0", "D6", "D4", "D6"])
    second = turn(rules, replace(first, lights=()), lighting=1).state
    assert (len(second.lights), dice(second)) == (1, ["D0", "D6", "D0", "D6"])
    third = turn(rules, replace(second, lights=()))
    assert (third.state.lights, third.favor) == ((), Favor.DISADVANTAGE)
    assert any("Nothing is left to light" in line.text for line in third.trace)
    named = turn(rules, state, replace(LIT, bearer="Bo"), lighting=1).state
    assert dice(named) == ["D4", "D6", "D0", "D6"]
    with pytest.raises(CharacterError, match=r"^expected one of the party"):
        turn(rules, state, replace(LIT, bearer="Cy"))


def test_a_light_that_burns_needs_no_other(rules: DelveRules) -> None:
    """The bundle's die rests; a ruleset may ask for more sources."""
    lit = DelveState(party=(member(),), lights=(Light(LANTERN, "D8"),))
    assert turn(rules, lit, light_1=8).state.lights == lit.lights
    two = turn(replace(rules, sources=2, actions=2), lit, light_1=8, lighting=6)
    assert (two.state.lights, two.favor) == ((*lit.lights, Light(TORCH, "D6")), Favor.NONE)
    assert turn(replace(rules, sources=3), lit, light_1=8).favor is Favor.DISADVANTAGE


def test_torches_live_as_long_as_the_odds_say(rules: DelveRules) -> None:
    """Lit Turns on average, and the chance of more than three, over many seeds."""
    lives = []
    party = (member(),)
    for seed in range(600):
        state, lit = DelveState(party=party), 0
        plan = LIT
        while True:
            state = play_turn(rules, state, plan, Chance(str(seed))).state
            if not state.lights:
                break
            lit, plan = lit + 1, TurnPlan(around=QUIET)
        lives.append(lit)
    mean = mean_uses(rules.steps, "D6")
    assert mean is not None
    assert abs(sum(lives) / len(lives) - float(mean)) < 0.5
    odds = float(chance_to_last(rules.steps, "D6", 3))
    longer = sum(life > 3 for life in lives)
    assert abs(longer - len(lives) * odds) < 4 * (len(lives) * odds * (1 - odds)) ** 0.5


def test_each_member_has_one_action(rules: DelveRules) -> None:
    """Beside the group's move; more is refused."""
    state = DelveState(party=(member("Ada"), member("Bo")))
    plan = TurnPlan(move=True, actions=("listen", "search"))
    texts = [line.text for line in turn(rules, state, plan).trace]
    assert texts[-3:] == [
        "The group moves with care to an area nearby", "Action: listen", "Action: search",
    ]  # fmt: skip
    with pytest.raises(DelveError, match="at most 2 actions in a Turn, came 3"):
        turn(rules, state, replace(plan, actions=("a", "b", "c")))


def test_a_short_rest_takes_the_turn(rules: DelveRules) -> None:
    """Who rests heals and doesn't act, and nobody moves on; longer Rests are counted."""
    hurt = replace(member("Ada"), hp=1)
    state = DelveState(party=(hurt, replace(member("Bo"), hp=2)))
    plan = TurnPlan(resters=("Ada",), actions=("keep watch",), around=QUIET)
    result = turn(rules, state, plan, **{"member-1_rest": 3})
    assert [m.hp for m in result.state.party] == [4, 2]
    with pytest.raises(DelveError, match="at most 1 actions"):
        turn(rules, state, replace(plan, actions=("keep watch", "search")))
    with pytest.raises(DelveError, match="movement or of rest"):
        TurnPlan(move=True, resters=("Ada",))
    with pytest.raises(CharacterError, match="came “Cy”"):
        turn(rules, state, TurnPlan(resters=("Cy",)))
    slow = replace(rules, recovery=replace(rules.recovery, short_turns=2))
    first = turn(slow, state, plan).state
    assert (first.resting, first.party[0].hp) == ((1, 0), 1)
    assert turn(slow, first, TurnPlan()).state.resting == ()
    assert turn(slow, first, plan, **{"member-1_rest": 3}).state.party[0].hp == 4


def test_events_come_before_light(rules: DelveRules) -> None:
    """And what looms is rolled as the Turn begins."""
    state = DelveState(lights=(Light(TORCH, "D12"),), looming=(Looming("cave-in", "D6"),))
    result = turn(rules, state, looming_1=1)
    keys = [line.key for line in result.trace if line.key]
    assert keys == ["turn-1/events", "turn-1/looming/1", "turn-1/light/1"]
    assert result.events.unfolded == ("cave-in",)


def test_delves_keep_their_laws(rules: DelveRules) -> None:
    """Over many seeds: Disadvantage just in the dark, one light, dice on the ladder."""
    for seed in map(str, range(30)):
        before = DelveState()
        for number, result in enumerate(delve(rules, seed, 25), 1):
            state = result.state
            assert state.turn == number
            assert (result.favor is Favor.DISADVANTAGE) == (not state.lights)
            assert len(state.lights) <= 1
            assert set(dice(state)) <= set(rules.steps.ladder)
            assert all(not rules.steps.is_spent(light.die) for light in state.lights)
            before = state
        assert before.turn == 25


def test_no_throw_repeats_and_each_line_names_a_rule(rules: DelveRules, ruleset: Ruleset) -> None:
    """Of the book, by its id."""
    known = {rule.id for rule in ruleset.rules}
    lines = [line for result in delve(rules, "s", 40) for line in result.trace]
    keys = [line.key for line in lines if line.key]
    assert len(keys) == len(set(keys)) > 60
    assert {line.rule for line in lines if not line.rule.startswith("rulings/")} <= known


def test_the_same_seed_and_state_give_the_same_turn(rules: DelveRules) -> None:
    """A saved and loaded one too."""
    for result in delve(rules, "s", 12):
        loaded = load(DelveState, dump(Save("s", result.state)))
        assert loaded == Save("s", result.state)
        assert turn(rules, loaded.state) == turn(rules, result.state)
    assert list(delve(rules, "a", 9)) != list(delve(rules, "b", 9))


@pytest.mark.parametrize("state", ['{"turn": -1}', '{"lights": [{"source": "moon", "die": "D6"}]}'])
def test_what_is_no_saved_delve_is_refused(state: str) -> None:
    """In one line."""
    with pytest.raises(SaveError, match=r"^expected a saved delve: [^\n]*$"):
        load(DelveState, f'{{"schema": 1, "kind": "delve", "seed": "s", "state": {state}}}')
