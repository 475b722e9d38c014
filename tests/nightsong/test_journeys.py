"""Journeys, Watch by Watch."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.characters import Abilities, Ability, Carried, Character, CharacterError
from nightsong.checks import Favor
from nightsong.codec import encode
from nightsong.encounters import Looming, Surroundings
from nightsong.fate import FateError
from nightsong.journeys import (
    JourneyError,
    JourneyRules,
    JourneyState,
    WatchPlan,
    WatchResult,
    play_watch,
)
from nightsong.model import Item, ItemKind
from nightsong.odds import fate_odds
from nightsong.saves import Save, SaveError, dump, load
from nightsong.steps import StepError
from nightsong.travel import Carriage, Terrain, TravelError

TEN = range(1, 11)
RATIONS = "pack rations"
FOOD = Item(RATIONS, ItemKind.SUPPLY, uses="D6", petty=True)
QUIET = Surroundings(events="100")


@pytest.fixture(scope="module")
def rules(ruleset: Ruleset) -> JourneyRules:
    """The real rules."""
    return JourneyRules.of(ruleset.numbers)


def member(name: str = "Ada", die: str = "D6") -> Character:
    """Someone hurt, with rations."""
    carried = (Carried(Item("rope")), Carried(FOOD, die))
    return Character(name, Abilities(0, 0, 0, 0), Ability.STRENGTH, (), 1, 6, 0, 10, carried)


def food(state: JourneyState) -> list[str]:
    """The Step Die of each member's rations."""
    return [c.die for m in state.party for c in m.carried if c.item.name == RATIONS]


def ills(state: JourneyState) -> list[list[str]]:
    """Each member's Conditions."""
    return [[c.name for c in m.conditions] for m in state.party]


def watch(
    rules: JourneyRules,
    state: JourneyState | None = None,
    plan: WatchPlan | None = None,
    seed: str = "s",
    **real: int,
) -> WatchResult:
    """The next Watch with some real dice."""
    state = state or JourneyState()
    chance = Chance(seed)
    for key, face in real.items():
        chance = chance.given(f"watch-{state.watch + 1}/{key}", (face,))
    return play_watch(rules, state, plan or WatchPlan(), chance)


def varied(number: int) -> WatchPlan:
    """Plans that between them do everything."""
    rests = number % 5 == 3
    return WatchPlan(
        terrain=list(Terrain)[number % 2],
        path=number % 3 == 0,
        landmark=number % 7 == 0,
        carriage=list(Carriage)[number % 3],
        rest=rests,
        press_on=number % 4 < 2,
        forage=not rests and number % 3 == 1,
        share=number % 8 < 4,
        weather=("", "mild", "harsh")[number % 3],
    )


def journey(rules: JourneyRules, seed: str, watches: int) -> Iterator[WatchResult]:
    """Many Watches of one journey."""
    state = JourneyState(party=(member("Ada"), member("Bo", "D12")))
    for number in range(watches):
        result = play_watch(rules, state, varied(number), Chance(seed))
        yield result
        state = result.state


@pytest.mark.parametrize(
    ("question", "threshold", "percent"),
    [
        ("weather", "", 50), ("weather", "mild", 30), ("weather", "harsh", 70),
        ("navigation", "", 50), ("navigation", "blind", 30), ("navigation", "open", 70),
        ("foraging", "", 50), ("foraging", "barren", 30), ("foraging", "lush", 70),
        ("foraging", "20", 20),
    ],
)  # fmt: skip
def test_each_roll_of_the_die_of_fate_has_its_odds(
    rules: JourneyRules, question: str, threshold: str, percent: int
) -> None:
    """Every face once, at the thresholds as the author wrote them."""
    plan = WatchPlan(forage=True, press_on=True, around=QUIET, **{question: threshold})  # type: ignore[arg-type]
    yes = 0
    for face in TEN:
        result = watch(rules, None, plan, **{question: face})
        answers = {
            "weather": result.weather,
            "navigation": result.navigation,
            "foraging": result.foraged,
        }
        answer = answers[question]
        assert answer is not None and answer.threshold == percent
        yes += answer.yes
    assert Fraction(yes, 10) == fate_odds(rules.camp.fate, percent)


def test_bad_weather_leaves_a_choice(rules: JourneyRules) -> None:
    """Wait and get nowhere, or press on with Disadvantage at half the distance."""
    on_path = WatchPlan(path=True, around=QUIET)
    waited = watch(rules, None, on_path, weather=6)
    pressed = watch(rules, None, replace(on_path, press_on=True), weather=6)
    held = watch(rules, None, replace(on_path, press_on=True), weather=5)
    assert [(r.miles, r.favor) for r in (waited, pressed, held)] == [
        ("0", Favor.NONE), ("6", Favor.DISADVANTAGE), ("12", Favor.NONE),
    ]  # fmt: skip
    assert (waited.state.way, pressed.state.way, held.state.way) == ("0", "6", "12")


def test_the_choice_can_be_made_after_the_weather_is_seen(rules: JourneyRules) -> None:
    """The same state and seed under another plan have the same dice."""
    for seed in map(str, range(50)):
        first = watch(rules, seed=seed)
        second = watch(rules, None, WatchPlan(press_on=True), seed)
        third = watch(rules, None, WatchPlan(rest=True), seed)
        assert first.weather == second.weather == third.weather
        assert first.events == second.events == third.events


def test_a_course_is_kept_by_path_landmark_or_luck(rules: JourneyRules) -> None:
    """Only those who travel without either roll; the lost cover their miles astray."""
    for plan in (WatchPlan(path=True), WatchPlan(landmark=True), WatchPlan(rest=True)):
        assert watch(rules, None, plan, weather=1).navigation is None
    assert watch(rules, None, None, weather=10).navigation is None
    lost = watch(rules, None, None, weather=1, navigation=6).state
    assert (lost.lost, lost.way, lost.astray) == (True, "0", "6")
    found = watch(rules, lost, None, weather=1, navigation=5).state
    assert (found.lost, found.way, found.astray) == (False, "6", "6")


def test_foraging_raises_one_ration(rules: JourneyRules) -> None:
    """The lowest, a spent one too, or that of whoever is named; never past the top."""
    plan = WatchPlan(forage=True, around=QUIET)
    state = JourneyState(party=(member("Ada", "D8"), member("Bo", "D0")))
    assert food(watch(rules, state, plan, foraging=5).state) == ["D8", "D4"]
    assert food(watch(rules, state, plan, foraging=6).state) == ["D8", "D0"]
    named = replace(plan, forage_for="Ada")
    assert food(watch(rules, state, named, foraging=1).state) == ["D10", "D0"]
    full = JourneyState(party=(member("Ada", "D12"),))
    assert food(watch(rules, full, plan, foraging=1).state) == ["D12"]
    nobody = watch(rules, JourneyState(), plan, foraging=1)
    assert any("Nobody carries rations" in line.text for line in nobody.trace)
    with pytest.raises(CharacterError, match=r"^expected one of the party \(Ada, Bo\), came “Cy”"):
        watch(rules, state, replace(plan, forage_for="Cy"))


def test_each_eats_at_the_day_s_end_or_starves(rules: JourneyRules) -> None:
    """Each rolls their ration; a spent one feeds nobody, but others may share."""
    state = JourneyState(watch=3, rested=(1, 1), party=(member("Ada", "D6"), member("Bo", "D0")))
    real = {"member-1/ration-1": 2, "member-2/ration-1": 4}
    alone = watch(rules, state, WatchPlan(around=QUIET), **real)
    assert alone.day_ends
    assert food(alone.state) == ["D4", "D0"]
    assert ills(alone.state) == [[], ["starving"]]
    shared = watch(rules, state, WatchPlan(share=True, around=QUIET), **real)
    assert food(shared.state) == ["D4", "D0"]
    assert ills(shared.state) == [[], []]
    last = watch(rules, state, WatchPlan(share=True), **{"member-1/ration-1": 1})
    assert food(last.state) == ["D0", "D0"]
    assert ills(last.state) == [[], ["starving"]]


def test_the_hungry_eat_of_the_fullest_ration(rules: JourneyRules) -> None:
    """Of those that others have; their own comes first while it lasts."""
    party = (member("Ada", "D6"), member("Bo", "D0"), member("Cy", "D10"))
    state = JourneyState(watch=3, rested=(1, 1, 1), party=party)
    real = {"member-1/ration-1": 2, "member-2/ration-1": 1, "member-3/ration-1": 4}
    fed = watch(rules, state, WatchPlan(share=True), **real)
    assert food(fed.state) == ["D4", "D0", "D6"]
    assert any(line.text == "Bo eats a ration from Cy" for line in fed.trace)
    own = replace(state, rested=(1, 1), party=(member("Ada", "D10"), member("Bo", "D4")))
    fed = watch(
        rules, own, WatchPlan(share=True), **{"member-1/ration-1": 9, "member-2/ration-1": 3}
    )
    assert food(fed.state) == ["D10", "D0"]


def test_the_numbers_are_the_ruleset_s(ruleset: Ruleset) -> None:
    """Two rations a day, a Long Rest of two Watches, days of three: all by another ruleset."""
    numbers = copy.deepcopy(dict(ruleset.numbers))
    numbers["travel"] |= {"rations_per_day": 2, "forage_steps": 2}
    numbers["rests"]["long"]["watches"] = 2
    numbers["time"]["watches_per_day"] = 3
    rules = JourneyRules.of(numbers)
    state = JourneyState(party=(member(),))
    state = watch(rules, state, WatchPlan(rest=True)).state
    assert (state.resting, state.rested) == ((1,), (0,))
    broken_off = watch(rules, state).state
    assert (broken_off.resting, broken_off.rested) == ((0,), (0,))
    state = watch(rules, state, WatchPlan(rest=True), **{"member-1/rest": 1}).state
    assert (state.resting, state.rested, state.party[0].hp) == ((0,), (1,), 2)
    eaten = {"member-1/ration-1": 2, "member-1/ration-2": 1}
    plan = WatchPlan(forage=True)
    ended = watch(rules, state, plan, foraging=1, **eaten)
    assert ended.day_ends and ills(ended.state) == [[]]
    assert food(ended.state) == ["D4"]


def test_nobody_eats_before_the_day_ends(rules: JourneyRules) -> None:
    """Three Watches of four leave the rations alone."""
    state = JourneyState(party=(member(),))
    for number in range(3):
        result = watch(rules, state, seed=str(number))
        state = result.state
        assert (result.day, result.day_ends) == (1, False)
    assert food(state) == ["D6"] and ills(state) == [[]]


def test_a_day_without_a_long_rest_fatigues(rules: JourneyRules) -> None:
    """One in the day is enough; it heals, and it counts for that day alone."""
    state = JourneyState(party=(member(die="D12"),))
    for number in range(4):
        plan = WatchPlan(rest=number == 1)
        state = watch(rules, state, plan, **{"member-1/rest": 4, "member-1/ration-1": 9}).state
    assert (ills(state), state.party[0].hp, state.rested) == ([[]], 5, (0,))
    for _ in range(4):
        state = watch(rules, state, **{"member-1/ration-1": 9}).state
    assert ills(state) == [["fatigued"]]
    rested = watch(rules, state, WatchPlan(rest=True)).state
    assert ills(rested) == [[]]


def test_a_rest_gets_nowhere_and_excludes_foraging(rules: JourneyRules) -> None:
    """Whatever the weather."""
    assert watch(rules, None, WatchPlan(rest=True, press_on=True)).miles == "0"
    with pytest.raises(JourneyError, match="came both"):
        WatchPlan(rest=True, forage=True)


def test_what_looms_draws_near_with_each_watch(rules: JourneyRules) -> None:
    """The state keeps its die, until it unfolds."""
    state = JourneyState(looming=(Looming("flood", "D6"),))
    state = watch(rules, state, WatchPlan(around=QUIET), **{"looming/1": 3}).state
    assert state.looming == (Looming("flood", "D4"),)
    due = watch(rules, state, WatchPlan(around=QUIET), **{"looming/1": 2})
    assert (due.state.looming, due.events.unfolded) == ((), ("flood",))


def test_journeys_keep_their_laws(rules: JourneyRules) -> None:
    """Over many seeds: what is counted adds up, and dice stay on the ladder."""
    for seed in map(str, range(30)):
        total = Fraction(0)
        for number, result in enumerate(journey(rules, seed, 13), 1):
            total += Fraction(result.miles)
            state = result.state
            assert state.watch == number
            assert result.day == (number + 3) // 4
            assert Fraction(state.way) + Fraction(state.astray) == total
            assert set(food(state)) <= set(rules.camp.steps.ladder)
            assert result.day_ends == (number % 4 == 0)
            assert all(m.hp <= m.max_hp for m in state.party)
            if not result.weather.yes and result.favor is Favor.NONE:
                assert result.miles == "0"


def test_no_throw_repeats(rules: JourneyRules) -> None:
    """Every key of a journey falls once; every line names its rule."""
    lines = [line for result in journey(rules, "s", 40) for line in result.trace]
    keys = [line.key for line in lines if line.key]
    assert len(keys) == len(set(keys)) > 120
    assert all(line.rule for line in lines)


def test_the_lines_name_rules_of_the_book(rules: JourneyRules, ruleset: Ruleset) -> None:
    """By their ids."""
    known = {rule.id for rule in ruleset.rules}
    found = {line.rule for result in journey(rules, "s", 40) for line in result.trace}
    assert {rule for rule in found if not rule.startswith("rulings/")} <= known


def test_the_same_seed_and_state_give_the_same_watch(rules: JourneyRules) -> None:
    """Another seed another, and a state that was saved and loaded the same."""
    for number, result in enumerate(journey(rules, "s", 9)):
        state = result.state
        loaded = load(JourneyState, dump(Save("s", state)))
        assert loaded == Save("s", state)
        plan = varied(number)
        again = play_watch(rules, loaded.state, plan, Chance(loaded.seed))
        assert again == play_watch(rules, state, plan, Chance("s"))
        assert encode(again)["state"] == encode(again.state)
    assert list(journey(rules, "a", 9)) != list(journey(rules, "b", 9))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"schema": 3, "kind": "journey", "seed": "s", "state": {}}',
        '{"schema": 0, "kind": "journey", "seed": "s", "state": {}}',
        '{"schema": true, "kind": "journey", "seed": "s", "state": {}}',
        '{"schema": 2, "kind": "journey", "seed": "s", "state": {"rested": 1}}',
        '{"schema": 2, "kind": "journey", "seed": "s", "state": {"rested": [1]}}',
        '{"schema": 1, "kind": "journey", "seed": "s", "state": {"party": {}, "rested": 1}}',
        '{"schema": 1, "kind": "delve", "seed": "s", "state": {}}',
        '{"schema": 1, "kind": "journey", "state": {}}',
        '{"schema": 1, "kind": "journey", "seed": "s"}',
        '{"schema": 1, "kind": "journey", "seed": "s", "state": {"watch": -1}}',
        '{"schema": 1, "kind": "journey", "seed": "s", "state": {"watch": "1"}}',
        '{"schema": 1, "kind": "journey", "seed": "s", "state": {"way": "1/0"}}',
        '{"schema": 1, "kind": "journey", "seed": "s", "state": {"party": [1]}}',
        "[" * 100_000,
    ],
)
def test_what_is_no_saved_journey_is_refused(text: str) -> None:
    """In one line."""
    with pytest.raises(SaveError, match=r"^expected a saved [^\n]*$"):
        load(JourneyState, text)


def test_a_journey_of_the_oldest_schema_is_brought_up_to_date(rules: JourneyRules) -> None:
    """What was counted for the group counts for each of it, and the save says so."""
    state = JourneyState(watch=3, party=(member("Ada"), member("Bo")))
    data = json.loads(dump(Save("s", state)))
    old = json.dumps(data | {"schema": 1, "state": data["state"] | {"rested": 1}})
    assert load(JourneyState, old) == Save("s", replace(state, rested=(1, 1)), read_as=1)
    assert ills(watch(rules, load(JourneyState, old).state).state) == [[], []]


def test_those_who_are_named_rest_while_the_others_watch_or_sail(rules: JourneyRules) -> None:
    """Each has to have a Long Rest of their own, or is fatigued at the day's end."""
    state = JourneyState(party=(member("Ada", "D12"), member("Bo", "D12")))
    plans = (
        WatchPlan(rest=True, sleepers=("Ada",), forage=True, forage_for="Bo"),
        WatchPlan(carriage=Carriage.SHIP, sleepers=("Ada",), landmark=True),
        WatchPlan(),
        WatchPlan(),
    )
    real = {"weather": 1, "member-1/rest": 2, "member-1/ration-1": 9, "member-2/ration-1": 9}
    results = []
    for plan in plans:
        results.append(watch(rules, state, plan, **real))
        state = results[-1].state
    assert [r.state.rested for r in results] == [(1, 0), (2, 0), (2, 0), (0, 0)]
    assert [m.hp for m in state.party] == [5, 1]
    assert (results[0].miles, results[1].miles, results[0].foraged is None) == ("0", "18", False)
    assert ills(state) == [[], ["fatigued"]]
    with pytest.raises(CharacterError, match="came “Cy”"):
        watch(rules, state, WatchPlan(rest=True, sleepers=("Cy",)))
    with pytest.raises(JourneyError, match="on foot"):
        WatchPlan(sleepers=("Ada",))


def test_the_dead_drop_out_and_those_who_were_helped_stay(rules: JourneyRules) -> None:
    """Who was taken out is dead a Watch later; the others' counts stay theirs."""
    party = (replace(member("Ada"), hp=0), member("Bo"), replace(member("Cy"), hp=-3))
    state = JourneyState(watch=3, rested=(0, 1, 0), party=party)
    after = watch(rules, state, WatchPlan(tended=("Cy",), around=QUIET))
    assert (after.dead, [m.name for m in after.state.party]) == (("Ada",), ["Bo", "Cy"])
    assert ills(after.state) == [[], ["fatigued"]]
    assert [line.text for line in after.trace if line.rule == "characters/hit-points"] == [
        "Ada was taken out and nobody helped in time: dead"
    ]
    assert watch(rules, state).state.party[0].name == "Bo"


def test_slips_are_found_before_they_matter(rules: JourneyRules) -> None:
    """Thresholds that no die was thrown against, and dice off the ladder."""
    with pytest.raises(FateError):
        watch(rules, None, WatchPlan(foraging="dry"))
    with pytest.raises(StepError):
        watch(rules, JourneyState(looming=(Looming("flood", "D7"),)))
    with pytest.raises(TravelError):
        JourneyState(way="far")
