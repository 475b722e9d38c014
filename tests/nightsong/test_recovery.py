"""Rests, Remedies, dying, Conditions and Focus."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from nightsong import Chance, Item, Ruleset
from nightsong.characters import Abilities, Carried, Character, CharacterError, Condition, Severity
from nightsong.codec import decode, encode
from nightsong.conditions import clear_condition, gain_condition, new_condition, worsen_condition
from nightsong.making import make_character
from nightsong.model import ItemKind
from nightsong.recovery import (
    Dying,
    Grade,
    Recovered,
    RecoveryRules,
    Unit,
    apply_remedy,
    dying_time,
    full_rest,
    is_taken_out,
    long_rest,
    new_remedy,
    refill_shards,
    refresh_focus,
    short_rest,
    spend_focus,
)
from nightsong.slots import SlotRules
from nightsong.steps import StepError

TIRED = Condition("fatigued", 1)
BROKEN = Condition("broken leg", 1, Severity.MAJOR)
POISONED = Condition("poisoned", 1, Severity.MINOR, "an antidote")


@pytest.fixture(scope="module")
def rules(ruleset: Ruleset) -> RecoveryRules:
    """The book's numbers."""
    return RecoveryRules.of(ruleset.numbers)


@pytest.fixture(scope="module")
def slots(ruleset: Ruleset) -> SlotRules:
    """The book's numbers of Slots."""
    return SlotRules.of(ruleset.numbers)


@pytest.fixture(scope="module")
def hurt(ruleset: Ruleset) -> Character:
    """Somebody with 1 of 10 HP."""
    made = make_character(ruleset, Chance("hurt")).character
    return replace(made, hp=1, max_hp=10, abilities=Abilities(0, 0, 0, 0))


def changed(ruleset: Ruleset, path: str, value: Any) -> RecoveryRules:
    """The rules with another number."""
    numbers = json.loads(json.dumps(dict(ruleset.numbers)))
    *above, last = path.split(".")
    inner = numbers
    for name in above:
        inner = inner[name]
    assert last in inner
    inner[last] = value
    return RecoveryRules.of(MappingProxyType(numbers))


def test_a_short_rest_heals_1d4_in_a_turn(hurt: Character, rules: RecoveryRules) -> None:
    """Each result of the die comes up; Conditions stay."""
    tired = replace(hurt, conditions=(TIRED,))
    rested = [short_rest(tired, Chance(str(seed)), rules) for seed in range(100)]
    assert {r.healed for r in rested} == {1, 2, 3, 4}
    assert all(r.character.hp == 1 + r.healed for r in rested)
    assert all((r.time, r.unit) == (1, Unit.TURN) for r in rested)
    assert all(r.character.conditions == (TIRED,) and not r.cleared for r in rested)


def test_a_long_rest_heals_1d6_and_clears_minor_conditions(
    hurt: Character, rules: RecoveryRules
) -> None:
    """What is major, or needs something first, stays."""
    sick = replace(hurt, conditions=(TIRED, BROKEN, POISONED))
    rested = [long_rest(sick, Chance(str(seed)), rules) for seed in range(120)]
    assert {r.healed for r in rested} == {1, 2, 3, 4, 5, 6}
    assert all((r.time, r.unit, r.cleared) == (1, Unit.WATCH, (TIRED,)) for r in rested)
    assert all(r.character.conditions == (BROKEN, POISONED) for r in rested)
    assert "“poisoned” stays: it needs an antidote" in [line.text for line in rested[0].trace]


def test_a_full_rest_heals_all_and_clears_major_conditions(
    hurt: Character, rules: RecoveryRules
) -> None:
    """Without care the major ones stay."""
    sick = replace(hurt, conditions=(TIRED, BROKEN, POISONED))
    rested = full_rest(sick, rules)
    assert (rested.character.hp, rested.healed) == (10, 9)
    assert (rested.time, rested.unit) == (1, Unit.WEEK)
    assert rested.character.conditions == (POISONED,) and rested.cleared == (TIRED, BROKEN)
    bare = full_rest(sick, rules, cared_for=False)
    assert bare.character.conditions == (BROKEN, POISONED) and bare.character.hp == 10


def test_hp_never_rise_above_the_maximum_and_rest_never_harms(
    hurt: Character, rules: RecoveryRules
) -> None:
    """Healing stops at the maximum, also when HP stand above it."""
    for seed in range(30):
        for rest in (short_rest, long_rest):
            near = rest(replace(hurt, hp=9), Chance(str(seed)), rules)
            assert near.character.hp == 10 and near.healed == 1
            above = rest(replace(hurt, hp=12), Chance(str(seed)), rules)
            assert above.character.hp == 12 and above.healed == 0
            low = rest(replace(hurt, hp=-3), Chance(str(seed)), rules)
            assert low.character.hp == -3 + low.healed
    assert full_rest(replace(hurt, hp=12), rules).character.hp == 12


def test_remedies_start_at_the_die_of_their_grade(rules: RecoveryRules) -> None:
    """D4 common, D6 well crafted, D8 rare; and each is a Remedy."""
    dice = [new_remedy("salve", grade, rules).die for grade in Grade]
    assert dice == ["D4", "D6", "D8"]
    assert new_remedy("salve", Grade.COMMON, rules).remedy


def test_a_remedy_heals_1d6_in_a_turn_and_is_used(hurt: Character, rules: RecoveryRules) -> None:
    """The patient heals, the healer's Remedy steps down by the book's rule; spent, it is gone."""
    healer = replace(hurt, hp=10, carried=(new_remedy("salve", Grade.COMMON, rules),))
    seen = set()
    for seed in range(80):
        after, patient = apply_remedy(healer, 0, hurt, Chance(str(seed)), rules)
        assert 1 <= patient.healed <= 6 and patient.character.hp == 1 + patient.healed
        assert (patient.time, patient.unit) == (1, Unit.TURN)
        assert after.hp == 10
        seen.add((patient.healed, bool(after.carried)))
        for face, left in ((1, ()), (2, ()), (3, ()), (4, healer.carried)):
            given = Chance("x").given("remedy/1/uses", (face,))
            assert apply_remedy(healer, 0, hurt, given, rules)[0].carried == left
    assert {healed for healed, _ in seen} == set(range(1, 7))


def test_a_better_remedy_steps_down(hurt: Character, rules: RecoveryRules) -> None:
    """A D8 that falls 2 is a D6 afterwards."""
    healer = replace(hurt, carried=(new_remedy("elixir", Grade.RARE, rules),))
    chance = Chance("x").given("remedy/1/uses", (2,)).given("remedy/1/heals", (5,))
    after, patient = apply_remedy(healer, 0, None, chance, rules)
    assert after == patient.character and after.hp == 6
    assert after.carried[0].die == "D6" and after.carried[0].item.uses == "D8"


def test_what_does_not_cure_is_an_error(hurt: Character, rules: RecoveryRules) -> None:
    """A robe, nothing, a Spell Shard or a spent die can't be applied."""
    robe = next(i for i, c in enumerate(hurt.carried) if c.item.uses is None)
    for position in (robe, -1, 99):
        with pytest.raises(CharacterError, match="Uses"):
            apply_remedy(hurt, position, None, Chance("x"), rules)
    spent = replace(new_remedy("salve", Grade.COMMON, rules), die="D0")
    with pytest.raises(StepError):
        apply_remedy(replace(hurt, carried=(spent,)), 0, None, Chance("x"), rules)


@pytest.mark.parametrize(("hp", "out"), [(1, False), (0, True), (-4, True)])
def test_at_0_hp_or_lower_a_character_is_taken_out(
    hurt: Character, rules: RecoveryRules, hp: int, out: bool
) -> None:
    """0 and below, never above."""
    assert is_taken_out(replace(hurt, hp=hp), rules) is out


@pytest.mark.parametrize("constitution", range(-3, 7))
def test_the_dying_have_constitution_and_1d4_left(
    hurt: Character, rules: RecoveryRules, constitution: int
) -> None:
    """Rounds in combat, minutes elsewhere; never less than no time."""
    down = replace(hurt, hp=0, abilities=Abilities(0, 0, 0, constitution))
    came: Counter[int] = Counter()
    for seed in range(60):
        for in_combat, unit in ((True, Unit.ROUND), (False, Unit.MINUTE)):
            dying = dying_time(down, Chance(str(seed)), rules, in_combat=in_combat)
            assert dying.unit is unit
            came[dying.left] += 1
    assert set(came) == {max(0, constitution + face) for face in range(1, 5)}


def test_no_time_left_is_said(hurt: Character, rules: RecoveryRules) -> None:
    """The trace tells what fell; somebody on their feet isn't dying."""
    down = replace(hurt, hp=-1, abilities=Abilities(0, 0, 0, -2))
    dying = dying_time(down, Chance("x").given("dying/1", (2,)), rules, in_combat=True)
    assert dying.left == 0
    assert dying.trace[0].text == "1D4 fell 2, Constitution −2: no time left"
    with pytest.raises(CharacterError, match="taken out"):
        dying_time(hurt, Chance("x"), rules, in_combat=True)


def test_a_condition_takes_slots_and_more_when_it_worsens(
    hurt: Character, slots: SlotRules
) -> None:
    """Nothing is dropped by itself; the Slots to be made free are told."""
    free = replace(hurt, carried=(), coins=0)
    one = gain_condition(free, new_condition("fatigued", slots), slots)
    assert one.over == 0 and one.character.conditions == (TIRED,)
    worse = worsen_condition(one.character, "fatigued", slots)
    assert worse.character.conditions[0].slots == 2
    heavy = worsen_condition(worse.character, "fatigued", slots, 10)
    assert heavy.over == 2 and heavy.character.conditions[0].slots == 12
    assert heavy.trace[-1].text == "2 over the limit: something has to be dropped"


def test_care_clears_one_condition_of_that_name(hurt: Character) -> None:
    """Of two alike one stays; what isn't borne can't be cleared."""
    tired = replace(hurt, conditions=(TIRED, POISONED, TIRED))
    assert clear_condition(tired, "fatigued").conditions == (POISONED, TIRED)
    assert clear_condition(tired, "poisoned").conditions == (TIRED, TIRED)
    with pytest.raises(CharacterError, match="fatigued, poisoned"):
        clear_condition(tired, "cursed")
    with pytest.raises(CharacterError, match="none"):
        clear_condition(hurt, "fatigued")


def test_focus_is_spent_by_1_and_refreshed_to_dexterity(
    hurt: Character, rules: RecoveryRules
) -> None:
    """Never below 0, at most 3, and nothing unspent is added."""
    for dexterity, most in ((-3, 0), (0, 0), (2, 2), (3, 3), (6, 3)):
        one = replace(hurt, abilities=Abilities(0, dexterity, 0, 0), focus=1)
        fresh = refresh_focus(one, rules.focus)
        assert fresh.focus == most
        for left in reversed(range(most)):
            fresh, trace = spend_focus(fresh, rules.focus)
            assert fresh.focus == left and trace[0].rule == "characters/focus/spend"
        with pytest.raises(CharacterError, match="Focus"):
            spend_focus(fresh, rules.focus)


@pytest.mark.parametrize(("presence", "number"), [(-2, 0), (0, 0), (1, 1), (2, 2), (6, 3)])
def test_a_long_rest_refills_as_many_shards_as_presence(
    hurt: Character, rules: RecoveryRules, presence: int, number: int
) -> None:
    """The most drained first, to the die they started with; a negative Presence refills none."""
    fresh = Carried(Item("Hush", ItemKind.SPELL_SHARD, uses="D6"), "D6")
    dice = ("D4", "D6", "D0", "D4")
    caster = replace(
        hurt,
        abilities=Abilities(0, 0, presence, 0),
        carried=(new_remedy("salve", Grade.RARE, rules), *(replace(fresh, die=d) for d in dice)),
    )
    after, trace = refill_shards(caster, rules)
    now = [shard.die for shard in after.spell_shards]
    assert (
        len(trace) == number
        and now[:3]
        == [
            ["D4", "D6", "D0"],
            ["D4", "D6", "D6"],
            ["D6", "D6", "D6"],
            ["D6", "D6", "D6"],
        ][number]
    )
    assert now[3] == ("D6" if number == 3 else "D4")


def test_the_player_picks_the_shards_to_refill(hurt: Character, rules: RecoveryRules) -> None:
    """No more than Presence, and only Shards."""
    drained = Carried(Item("Hush", ItemKind.SPELL_SHARD, uses="D6"), "D0")
    caster = replace(
        hurt, abilities=Abilities(0, 0, 1, 0), carried=(drained, drained, Carried(Item("robe")))
    )
    after, _ = refill_shards(caster, rules, [1])
    assert [shard.die for shard in after.spell_shards] == ["D0", "D6"]
    for picked in ([0, 1], [2], [5]):
        with pytest.raises(CharacterError, match="up to 1"):
            refill_shards(caster, rules, picked)


@pytest.mark.parametrize(
    ("path", "value", "shows"),
    [
        ("rests.short.heals", "1D1000", lambda r, c: short_rest(c, Chance("a"), r).healed > 4),
        ("rests.short.turns", 3, lambda r, c: short_rest(c, Chance("a"), r).time == 3),
        ("rests.long.heals", "1D1000", lambda r, c: long_rest(c, Chance("a"), r).healed > 6),
        ("rests.long.watches", 2, lambda r, c: long_rest(c, Chance("a"), r).time == 2),
        ("time.full_rest_weeks", 2, lambda r, c: full_rest(c, r).time == 2),
        ("remedies.common", "D12", lambda r, _: new_remedy("x", Grade.COMMON, r).die == "D12"),
        ("remedies.crafted", "D12", lambda r, _: new_remedy("x", Grade.CRAFTED, r).die == "D12"),
        ("remedies.rare", "D12", lambda r, _: new_remedy("x", Grade.RARE, r).die == "D12"),
        ("remedies.heals", "1D1000", lambda r, c: remedied(r, c).healed > 6),
        ("remedies.turns", 6, lambda r, c: remedied(r, c).time == 6),
        ("hit_points.taken_out", 1, lambda r, c: is_taken_out(replace(c, hp=1), r)),
        ("hit_points.dying", "1D1000", lambda r, c: dying(r, c).left > 4),
        ("focus.spend", 2, lambda r, c: spend_focus(replace(c, focus=3), r.focus)[0].focus == 1),
        ("spells.refill_least", 2, lambda r, c: len(refill_shards(drained(c), r)[1]) == 2),
        ("focus.limit", 1, lambda r, c: refresh_focus(c, r.focus).focus <= 1),
    ],
)
def test_a_changed_number_changes_recovery(
    ruleset: Ruleset, hurt: Character, path: str, value: Any, shows: Any
) -> None:
    """The engine reads the numbers by name."""
    weak = replace(hurt, hp=0, max_hp=5000)
    assert shows(changed(ruleset, path, value), weak)


def remedied(rules: RecoveryRules, character: Character) -> Recovered:
    """A character after a Remedy of their own."""
    own = replace(character, carried=(new_remedy("salve", Grade.COMMON, rules),))
    return apply_remedy(own, 0, None, Chance("a"), rules)[1]


def drained(character: Character) -> Character:
    """The character with three drained Shards and a Presence of 0."""
    shard = Carried(Item("Hush", ItemKind.SPELL_SHARD, uses="D6"), "D0")
    return replace(character, carried=(shard,) * 3, abilities=Abilities(0, 0, 0, 0))


def dying(rules: RecoveryRules, character: Character) -> Dying:
    """How long a character has left."""
    return dying_time(character, Chance("a"), rules, in_combat=False)


def test_what_recovery_gives_goes_through_json(
    ruleset: Ruleset, hurt: Character, rules: RecoveryRules
) -> None:
    """Results can be saved and loaded; their rules are in the book."""
    known = {rule.id for rule in ruleset.rules}
    sick = replace(hurt, hp=0, conditions=(TIRED, BROKEN, POISONED))
    for result in (short_rest(sick, Chance("x"), rules), long_rest(sick, Chance("x"), rules),
                   full_rest(sick, rules), remedied(rules, sick)):  # fmt: skip
        assert decode(Recovered, json.loads(json.dumps(encode(result)))) == result
        assert {line.rule for line in result.trace} <= known
    last = dying(rules, sick)
    assert decode(Dying, json.loads(json.dumps(encode(last)))) == last
    assert {line.rule for line in last.trace} <= known
    assert decode(Carried, encode(sick.carried[0])) == sick.carried[0]
