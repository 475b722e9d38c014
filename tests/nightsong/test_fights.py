"""Fights: order, surprise, Resolve, time to live, wear, whole fights, and their JSON."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from generator.model.book import Book
from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.codec import encode
from nightsong.fighters import Fighter, Gear, Kind, Side, Weapon, of_character, of_npc
from nightsong.fights import (
    Fight,
    FightError,
    FightRules,
    actors,
    caught,
    is_decided,
    loaded,
    new_fight,
    passed,
    saved,
    surprise_asked,
    winner,
)
from nightsong.losses import ended, resolve_tested, time_left
from nightsong.making import make_party
from nightsong.npcs import Attack, Npc
from nightsong.odds import HarmRules, Pool, harm_odds, next_die
from nightsong.steps import StepRules
from nightsong.tactics import play, play_turn

HERO = Fighter("Hero", Side.PARTY, Kind.CHARACTER, 6, 6, (Weapon("Sword", ("D8",)),))
WOLF = of_npc(Npc("Wolf", 5, 50, attacks=(Attack("bite", ("D6",)),)))


@pytest.fixture(scope="module")
def rules(ruleset: Ruleset) -> FightRules:
    """The book's numbers."""
    return FightRules.of(ruleset.numbers)


def hurt(fight: Fight, *hp: int) -> Fight:
    """The fight with those HP for the foes, in their order."""
    for place, points in zip(fight.members(Side.FOES), hp, strict=True):
        fight = fight.put(place, replace(fight.fighters[place], hp=points))
    return fight


def melee(rules: FightRules, ruleset: Ruleset, seed: str) -> Fight:
    """A made party against foes of several kinds, by the seed."""
    chance = Chance(seed)
    party = [of_character(m.character, rules.steps) for m in make_party(ruleset, chance, 3)]
    brute = of_npc(
        Npc("Brute", 8, 70, attacks=(Attack("club", ("D8", "D6")),), armor="D4", shield="D4")
    )
    mage = of_npc(Npc("Mage", 4, 30, attacks=(Attack("fire", ("D6",)),)))
    mage = replace(mage, weapons=tuple(replace(w, blast=True) for w in mage.weapons))
    ally = of_npc(Npc("Guide", 4, 50), Side.PARTY)
    foes = [(brute, WOLF, WOLF), (mage, brute), (replace(brute, max_hp=20, hp=20),)]
    first = Side.FOES if len(seed) % 2 else Side.PARTY
    return new_fight((*party, ally, *foes[int(chance.faces("foes", (3,))[0]) - 1]), rules, first)


def acting(fight: Fight, rules: FightRules, count: int) -> list[list[str]]:
    """Who acts in each of the next turns."""
    seen = []
    for _ in range(count):
        seen.append([fight.fighters[place].name for place in actors(fight, rules)])
        fight = passed(fight)
    return seen


def test_the_players_open_and_the_sides_alternate(rules: FightRules) -> None:
    """One turn for each side a Round, or the other way round if the enemies open."""
    fight = new_fight((HERO, WOLF), rules)
    order = [turn for turn in acting(fight, rules, 8) if turn]
    assert order == [["Hero"], ["Wolf"]] * 3
    order = [turn for turn in acting(replace(fight, first=Side.FOES), rules, 8) if turn]
    assert order == [["Wolf"], ["Hero"]] * 3


def test_whoever_is_caught_off_guard_acts_last_in_the_first_round_only(rules: FightRules) -> None:
    """Single characters as well as a whole side."""
    slow = replace(HERO, name="Slow", off_guard=True)
    fight = new_fight((HERO, slow, WOLF), rules)
    order = [turn for turn in acting(fight, rules, 6) if turn]
    assert order == [["Hero"], ["Wolf"], ["Slow"], ["Hero", "Slow"], ["Wolf"]]
    order = [turn for turn in acting(caught(fight, Side.PARTY), rules, 6) if turn]
    assert order == [["Wolf"], ["Hero", "Slow"], ["Hero", "Slow"], ["Wolf"]]
    late = caught(new_fight((HERO, WOLF), rules, Side.FOES), Side.FOES)
    assert [turn for turn in acting(late, rules, 6) if turn][:2] == [["Hero"], ["Wolf"]]


def test_the_die_of_fate_can_say_who_is_surprised(rules: FightRules) -> None:
    """Yes, 50 or lower: on their guard."""
    fight = new_fight((HERO, WOLF), rules)
    for face in range(1, 11):
        asked = surprise_asked(fight, rules, Chance("s").given("fight/surprise", (face,)))
        assert asked.fighters[0].off_guard == (face > 5)
        assert not asked.fighters[1].off_guard


@pytest.mark.parametrize(("number", "lost"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_group_is_tested_when_half_its_numbers_are_lost_rounded_up(
    rules: FightRules, number: int, lost: int
) -> None:
    """And not before; HP don't count."""
    fight = new_fight((HERO, *[WOLF] * number), rules)
    chance = Chance("s").given("fight/resolve/foes", (6,))
    almost = hurt(fight, *[0] * (lost - 1), *[1] * (number - lost + 1))
    assert resolve_tested(almost, Side.FOES, rules, chance) == almost
    tested = resolve_tested(
        hurt(fight, *[0] * lost, *[5] * (number - lost)), Side.FOES, rules, chance
    )
    assert tested.tested == (Side.FOES,)
    assert [f.gone for f in tested.fighters] == [False] * (lost + 1) + [True] * (number - lost)
    assert winner(tested, rules) is Side.PARTY


@pytest.mark.parametrize(("hp", "tested_at"), [(4, 2), (5, 2), (6, 3), (7, 3), (1, 0)])
def test_a_lone_npc_is_tested_when_half_its_hp_are_lost_rounded_up(
    rules: FightRules, hp: int, tested_at: int
) -> None:
    """5 HP: at 3 lost, so with 2 left. One that is taken out isn't tested."""
    fight = new_fight((HERO, replace(WOLF, hp=hp, max_hp=hp)), rules)
    for left in range(hp, 0, -1):
        after = resolve_tested(hurt(fight, left), Side.FOES, rules, Chance("s"))
        assert bool(after.tested) == (left <= tested_at)
    assert not resolve_tested(hurt(fight, 0), Side.FOES, rules, Chance("s")).tested


def test_resolve_holds_on_the_rating_or_under_it_once_a_fight(rules: FightRules) -> None:
    """One throw for the group, held against each rating."""
    brave = replace(WOLF, name="Brave", resolve=70)
    fight = hurt(new_fight((HERO, WOLF, brave, WOLF, WOLF), rules), 5, 5, 0, 0)
    for face in range(1, 11):
        chance = Chance("s").given("fight/resolve/foes", (face,))
        after = resolve_tested(fight, Side.FOES, rules, chance)
        assert [f.gone for f in after.fighters] == [False, face > 5, face > 7, False, False]
        assert resolve_tested(after, Side.FOES, rules, chance.again("fight/resolve/foes")) == after


def test_characters_have_no_resolve(rules: FightRules) -> None:
    """A party fights on."""
    fight = new_fight((HERO, HERO, WOLF), rules)
    fight = fight.put(0, replace(fight.fighters[0], hp=0))
    assert resolve_tested(fight, Side.PARTY, rules, Chance("s")) == fight


@pytest.mark.parametrize(
    ("constitution", "rolled", "left"), [(2, 3, 5), (0, 1, 1), (-1, 1, 0), (-3, 2, 0)]
)
def test_a_character_who_is_taken_out_has_constitution_and_a_die_of_rounds(
    rules: FightRules, constitution: int, rolled: int, left: int
) -> None:
    """None left: dead at once."""
    hero = replace(HERO, hp=0, constitution=constitution)
    fight = replace(Fight((hero, HERO, WOLF)), round=4)
    fight = time_left(fight, 0, rules, Chance("s").given("k", (rolled,)), "k")
    assert fight.fighters[0].dies == 4 + left
    assert fight.is_dead(0) == (left == 0)
    assert replace(fight, round=4 + left).is_dead(0)
    if left:
        assert not replace(fight, round=3 + left).is_dead(0)
    assert time_left(fight, 1, rules, Chance("s"), "k") == fight
    assert time_left(hurt(fight, 0), 2, rules, Chance("s"), "k") == hurt(fight, 0)


def test_used_weapons_and_worn_armor_of_characters_wear_and_nothing_else(rules: FightRules) -> None:
    """Neither what stayed in its sheath, nor Shields, nor NPCs' gear, nor what is broken."""
    gear = (Weapon("Sword", ("D8",), used=True), Weapon("Bow", ("D6",)))
    hero = replace(HERO, weapons=gear, armor=Gear("Mail", "D6"), shield=Gear("Shield", "D6"))
    bare = replace(HERO, armor=Gear("Mail", "D0"))
    npc = replace(WOLF, armor=Gear("Hide", "D4"), weapons=(Weapon("bite", ("D6",), used=True),))
    chance = Chance("s").given("fight/wear/party-1/weapon-1", (1,))
    chance = chance.given("fight/wear/party-1/armor", (3,))
    fight = ended(new_fight((hero, bare, npc), rules), rules, chance)
    worn, same, other = fight.fighters
    assert [w.dice for w in worn.weapons] == [("D4",), ("D6",)]
    assert worn.armor == Gear("Mail", "D4") and worn.shield == Gear("Shield", "D6")
    assert (same.armor, other) == (bare.armor, npc)
    assert ended(fight, rules, chance.again("fight/wear/party-1/armor")) == fight


def test_wear_falls_as_the_exact_odds_say(ruleset: Ruleset, rules: FightRules) -> None:
    """Every face of the die, once."""
    found: Counter[str] = Counter()
    hero = replace(HERO, weapons=(Weapon("Sword", ("D8",), used=True),))
    for face in range(1, 9):
        chance = Chance("s").given("fight/wear/party-1/weapon-1", (face,))
        found[
            ended(new_fight((hero, WOLF), rules), rules, chance).fighters[0].weapons[0].dice[0]
        ] += 1
    odds = next_die(StepRules.of(ruleset.numbers), "D8")
    assert {die: Fraction(n, 8) for die, n in found.items()} == {d: c for d, c in odds.items() if c}


def test_whole_fights_keep_the_laws_over_many_seeds(ruleset: Ruleset, rules: FightRules) -> None:
    """HP never rise, nobody who is out acts or comes back, and somebody is left or nobody."""
    for seed in range(50):
        fight, chance = melee(rules, ruleset, str(seed)), Chance(str(seed))
        while not is_decided(fight, rules):
            after = play_turn(fight, rules, chance)
            for old, new in zip(fight.fighters, after.fighters, strict=True):
                assert new.hp <= old.hp and new.focus <= old.focus
                assert old.gone <= new.gone
                assert rules.stands(old) or replace(new, dies=old.dies, helped=old.helped) == old
                assert new.dies is None or not new.helped
                assert new.kind is Kind.NPC or not new.gone
                assert [w.dice for w in new.weapons] == [w.dice for w in old.weapons]
            assert after.log[: len(fight.log)] == fight.log
            able = {fight.fighters[place].name for place in actors(fight, rules)}
            news = [event.text for event in after.log[len(fight.log) :]]
            doers = [text.split(" attacks ")[0] for text in news if " attacks " in text]
            assert set(doers) <= able
            fight = after
        over = play(fight, rules, chance)
        assert over.over and winner(over, rules) is winner(fight, rules) is not None
        for side in over.tested:
            assert f"fight/resolve/{side}" in {line.key for e in over.log for line in e.trace}
        for old, new in zip(fight.fighters, over.fighters, strict=True):
            assert old == new or new.kind is Kind.CHARACTER


def test_no_chance_key_is_used_for_two_throws_and_every_rule_is_known(
    book: Book, ruleset: Ruleset, rules: FightRules
) -> None:
    """A key stands for one throw; Focus throws the same dice and more."""
    known = {rule.id for rule in ruleset.rules} | {ruling.id for ruling in book.rulings}
    for seed in range(40):
        fight = play(melee(rules, ruleset, str(seed)), rules, Chance(str(seed)))
        lines = [line for event in fight.log for line in event.trace]
        assert {line.rule for line in lines} <= known
        keys = Counter(line.key for line in lines if line.key)
        for key, times in keys.items():
            same = key.endswith("/damage") and times == 2
            assert times == 1 or same or key.startswith("fight/resolve/")


def test_a_fight_saved_at_any_turn_goes_on_as_it_would_have(
    ruleset: Ruleset, rules: FightRules
) -> None:
    """JSON there and back is the same value, and the same end follows."""
    for seed in range(6):
        fight, chance = melee(rules, ruleset, str(seed)), Chance(str(seed))
        end = play(fight, rules, chance)
        while not is_decided(fight, rules):
            assert loaded(saved(fight), rules) == fight
            fight = loaded(saved(play_turn(fight, rules, chance)), rules)
        assert play(fight, rules, chance) == end == loaded(saved(end), rules)
        assert play(melee(rules, ruleset, str(seed)), rules, chance, rounds=1).round <= 2


def test_one_blow_takes_out_as_often_as_the_exact_odds_say(
    ruleset: Ruleset, rules: FightRules
) -> None:
    """Every fall of the attacker's and the defender's die, in a fight."""
    found: Counter[bool] = Counter()
    fight = new_fight((HERO, replace(WOLF, hp=4, max_hp=4, armor=Gear("Hide", "D4"))), rules)
    key = "fight/round-1/party-1/attack"
    for damage in range(1, 9):
        for armor in range(1, 5):
            chance = Chance("s").given(f"{key}/damage", (damage,)).given(f"{key}/armor", (armor,))
            found[rules.is_out(play_turn(fight, rules, chance).fighters[1])] += 1
    odds = harm_odds(HarmRules.of(ruleset.numbers), ("D8",), "D4")
    assert Fraction(found[True], 32) == odds.takes_out(4)


def test_the_tactics_are_as_stated(rules: FightRules) -> None:
    """Best Weapon, weakest target, Shield raised, Focus on a miss, a blast on as many as it says."""
    bow = Weapon("Bow", ("D10",))
    hero = replace(HERO, weapons=(HERO.weapons[0], bow, Weapon("Axe", ("D0",))), focus=1)
    fight = new_fight((hero, WOLF, replace(WOLF, name="Pup", hp=2)), rules)
    key = "fight/round-1/party-1/attack/damage"
    after = play_turn(fight, rules, Chance("s").given(key, (7,)))
    assert [w.used for w in after.fighters[0].weapons] == [False, True, False]
    assert [f.hp for f in after.fighters] == [6, 5, -5]
    blocked = fight.put(2, replace(fight.fighters[2], shield=Gear("Shield", "D4")))
    after = play_turn(blocked, rules, Chance("s").given(key, (7,)))
    assert after.fighters[2].hp == 2
    for seed in range(200):
        after = play_turn(fight, rules, Chance(str(seed)))
        fell = Chance(str(seed)).faces(key, (10, 10))
        assert after.fighters[0].focus == (0 if fell[0] == 1 else 1)
        kept = max(fell) if fell[0] == 1 else fell[0]
        assert after.fighters[2].hp == 2 - (0 if kept == 1 else kept)
    fire = replace(HERO, weapons=(Weapon("Fire", ("D4",), blast=True),))
    fight = new_fight((fire, *[replace(WOLF, hp=9, max_hp=9)] * 3), rules)
    for face, struck in ((1, 1), (2, 2), (4, 3)):
        chance = Chance("s").given("fight/round-1/party-1/targets", (face,))
        for number in range(1, 4):
            chance = chance.given(f"fight/round-1/party-1/blast/{number}/damage", (3,))
        after = play_turn(fight, rules, chance)
        assert [f.hp for f in after.fighters[1:]] == [6] * struck + [9] * (3 - struck)


def test_the_deciding_blow_ends_the_round_s_count(rules: FightRules) -> None:
    """Once a side has nobody left, time stands still: nobody dying loses a Round by it."""
    sword = Npc("Sword", 4, 50, attacks=(Attack("sword", ("D8",)),))
    fight = new_fight((of_npc(sword, Side.PARTY), of_npc(sword)), rules, Side.FOES)
    last = replace(hurt(fight, 1), round=2, phase=1)  # the party’s turn closes the Round
    decided = 0
    for seed in range(12):
        after = play_turn(last, rules, Chance(str(seed)))
        if is_decided(after, rules):
            decided += 1
            assert (after.round, after.phase) == (last.round, last.phase)
        else:
            assert (after.round, after.phase) == (last.round + 1, 0)
    assert 0 < decided < 12


def test_a_fight_needs_two_sides_and_a_turn_that_there_is(rules: FightRules) -> None:
    """Errors, not surprises."""
    for fighters in ((), (HERO,), (WOLF, WOLF)):
        with pytest.raises(FightError):
            new_fight(fighters, rules)
    with pytest.raises(FightError):
        Fight((HERO, WOLF), round=0)
    with pytest.raises(FightError):
        Fight((HERO, WOLF), round=2, phase=2)


def test_what_is_no_fight_is_an_error_in_one_line(rules: FightRules) -> None:
    """Text, types, dice and fighters."""
    data = encode(new_fight((HERO, WOLF), rules))
    wolf = data["fighters"][1]
    for wrong in (
        "[", "[]", "{}", "9" * 5000, '{"fighters": []}', '{"fighters": [5]}',
        json.dumps({**data, "fighters": [data["fighters"][0], {**wolf, "resolve": 500}]}),
        json.dumps({**data, "fighters": [data["fighters"][0], {**wolf, "armor": {"name": "x", "die": "D7"}}]}),
        json.dumps({**data, "fighters": [data["fighters"][0], {**wolf, "hp": "5"}]}),
        json.dumps({**data, "phase": 9}), json.dumps({**data, "first": "nobody"}),
    ):  # fmt: skip
        with pytest.raises(FightError) as caught_error:
            loaded(wrong, rules)
        assert "\n" not in str(caught_error.value)


def duel(mine: Pool, theirs: Pool, hp: int, foe_hp: int) -> Fraction:
    """The chance to win a duel that one opens, by its own recursion over both sides' HP.

    A blow that does nothing leaves everything as it was, so the pair of turns is solved for.
    """
    lost = Fraction(0)
    won = Fraction(0)
    still = mine.get(0, Fraction(0)) * theirs.get(0, Fraction(0))
    for harm, chance in mine.items():
        if harm >= foe_hp:
            won += chance
            continue
        for answer, odds in theirs.items():
            if answer >= hp:
                lost += chance * odds
            elif harm or answer:
                won += chance * odds * duel(mine, theirs, hp - answer, foe_hp - harm)
    return won / (1 - still)


def test_duels_are_won_as_often_as_the_exact_odds_say(ruleset: Ruleset, rules: FightRules) -> None:
    """Within four standard deviations, over many seeds."""
    hero = replace(HERO, hp=5, max_hp=5, armor=Gear("Hide", "D4"))
    wolf = replace(WOLF, resolve=100, weapons=(Weapon("bite", ("D6", "D4")),))
    harm = HarmRules.of(ruleset.numbers)
    odds = float(
        duel(harm_odds(harm, ("D8",)).harm, harm_odds(harm, ("D6", "D4"), "D4").harm, 5, 5)
    )
    fight, count = new_fight((hero, wolf), rules), 400
    ends = (winner(play(fight, rules, Chance(str(seed))), rules) for seed in range(count))
    won = sum(side is Side.PARTY for side in ends)
    assert abs(won / count - odds) < 4 * (odds * (1 - odds) / count) ** 0.5
