"""Advancements: what rises, what doesn't, and how far."""

from __future__ import annotations

import json
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from nightsong import Chance, Ruleset
from nightsong.advancement import Advanced, AdvancementRules, advance
from nightsong.characters import Abilities, Ability, Character
from nightsong.codec import decode, encode
from nightsong.making import make_character


@pytest.fixture(scope="module")
def rules(ruleset: Ruleset) -> AdvancementRules:
    """The book's numbers."""
    return AdvancementRules.of(ruleset.numbers)


@pytest.fixture(scope="module")
def somebody(ruleset: Ruleset) -> Character:
    """Any character."""
    return make_character(ruleset, Chance("somebody")).character


def with_strength(character: Character, score: int) -> Character:
    """The character with that Strength."""
    return replace(character, abilities=replace(character.abilities, strength=score))


@pytest.mark.parametrize("score", range(-3, 8))
@pytest.mark.parametrize("face", range(1, 7))
def test_a_result_equal_to_or_above_the_score_raises_it(
    somebody: Character, rules: AdvancementRules, score: int, face: int
) -> None:
    """By 1, up to +6; a score above the limit stays as it is."""
    chance = Chance("x").given("advancement/1/strength", (face,))
    after = advance(with_strength(somebody, score), chance, rules)
    expected = score + 1 if face >= score and score < 6 else score
    assert after.character.abilities.strength == expected
    assert (Ability.STRENGTH in after.risen) == (expected > score)


def test_a_score_of_1_or_less_always_rises(somebody: Character, rules: AdvancementRules) -> None:
    """The ruling: the lowest face is enough."""
    low = replace(somebody, abilities=Abilities(1, 0, -1, -3))
    for seed in range(300):
        assert advance(low, Chance(str(seed)), rules).risen == tuple(Ability)


def test_the_maximum_hp_rise_by_1d6_and_the_hp_of_the_moment_stay(
    somebody: Character, rules: AdvancementRules
) -> None:
    """Each result comes up."""
    hurt = replace(somebody, hp=2)
    came = set()
    for seed in range(100):
        after = advance(hurt, Chance(str(seed)), rules)
        came.add(after.hp)
        assert after.character.max_hp == hurt.max_hp + after.hp and after.character.hp == 2
    assert came == {1, 2, 3, 4, 5, 6}


def test_nothing_else_changes(somebody: Character, rules: AdvancementRules) -> None:
    """Gear, Focus of the moment and details are as they were."""
    for seed in range(50):
        after = advance(somebody, Chance(str(seed)), rules).character
        same = replace(after, abilities=somebody.abilities, max_hp=somebody.max_hp)
        assert same == somebody


def test_no_score_passes_the_limit_however_many_advancements(
    somebody: Character, rules: AdvancementRules
) -> None:
    """With a key for each, the scores climb to +6 and stay."""
    one = somebody
    for number in range(1, 200):
        before = one.abilities.scores()
        one = advance(one, Chance("long"), rules, f"advancement/{number}").character
        assert all(before[a] <= s <= 6 for a, s in one.abilities.scores().items())
    assert set(one.abilities.scores().values()) == {6}


def test_slots_and_focus_that_follow_are_told(somebody: Character, rules: AdvancementRules) -> None:
    """Only where Strength or Dexterity rose."""
    low = replace(somebody, abilities=Abilities(1, 1, 6, 6))
    texts = [line.text for line in advance(low, Chance("x"), rules).trace]
    assert texts[-2:] == ["Slots in all: 12", "Maximum Focus: 2"]
    high = replace(somebody, abilities=Abilities(6, 6, 6, 6))
    assert not any("Slots" in line.text for line in advance(high, Chance("x"), rules).trace)


def test_rerolling_one_die_leaves_the_others(somebody: Character, rules: AdvancementRules) -> None:
    """Each Ability has a key of its own."""
    chance = Chance("one")
    before, after = (
        advance(somebody, c, rules) for c in (chance, chance.again("advancement/1/hit-points"))
    )
    assert before.risen == after.risen
    assert before.trace[1:] == after.trace[1:]


def test_advancements_go_through_json_and_name_their_rules(
    ruleset: Ruleset, somebody: Character, rules: AdvancementRules
) -> None:
    """Results can be saved and loaded."""
    known = {rule.id for rule in ruleset.rules}
    after = advance(somebody, Chance("x"), rules)
    assert decode(Advanced, json.loads(json.dumps(encode(after)))) == after
    assert {line.rule for line in after.trace} <= known


@pytest.mark.parametrize(
    ("path", "value", "shows"),
    [
        ("advancement.hit_points", "1D1000", lambda a: a.hp > 6),
        ("advancement.die", "1D1000", lambda a: len(a.risen) == 4),
        ("advancement.rise", 2, lambda a: a.character.abilities.strength == 3),
        ("abilities.limit", 1, lambda a: Ability.STRENGTH not in a.risen),
    ],
)
def test_a_changed_number_changes_advancement(
    ruleset: Ruleset, somebody: Character, path: str, value: Any, shows: Any
) -> None:
    """The engine reads the numbers by name."""
    numbers = json.loads(json.dumps(dict(ruleset.numbers)))
    group, name = path.split(".")
    assert name in numbers[group]
    numbers[group][name] = value
    changed = AdvancementRules.of(MappingProxyType(numbers))
    one = replace(somebody, abilities=Abilities(1, 5, 5, 5))
    assert shows(advance(one, Chance("a"), changed))
