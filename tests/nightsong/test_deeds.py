"""Deeds: who can attack whom, Forces, ranged attacks, help for the dying, and what it costs."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from generator.model.book import Book
from nightsong.attacks import AttackError, Cover, aimed
from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.checks import Favor
from nightsong.deeds import (
    Blow,
    Spending,
    aided,
    attacked,
    blasted,
    closed_in,
    done,
    engaged,
    rescued,
    withdrawn,
)
from nightsong.fighters import Fighter, Gear, Kind, Side, Weapon, of_npc
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
    still_acts,
    winner,
)
from nightsong.losses import deaths_told, settled, time_left
from nightsong.npcs import Attack, Npc
from nightsong.tactics import play, play_turn

SWORD, BOW = Weapon("Sword", ("D8",)), Weapon("Bow", ("D6",), ranged=True)
HERO = Fighter("Hero", Side.PARTY, Kind.CHARACTER, 6, 6, (SWORD, BOW), focus=1)
WOLF = of_npc(Npc("Wolf", 9, 50, attacks=(Attack("bite", ("D6",)),), specials=("Howl: more",)))
HORDE = replace(of_npc(Npc("Horde", 12, 70), force=True), specials=())


@pytest.fixture(scope="module")
def rules(ruleset: Ruleset) -> FightRules:
    """The book's numbers."""
    return FightRules.of(ruleset.numbers)


def mixed(seed: int, rules: FightRules) -> Fight:
    """A fight by the seed, with bows, blasts, cover, distance and sometimes a Force."""
    dice = random.Random(seed)
    bow = replace(BOW, blast=dice.random() < 0.2)
    heroes = [
        replace(
            HERO,
            weapons=tuple(dice.sample((SWORD, bow), dice.randint(1, 2))),
            armor=dice.choice((None, Gear("Hide", "D4"))),
            shield=dice.choice((None, None, Gear("Shield", "D4"))),
            constitution=dice.randint(-2, 3),
            distant=dice.random() < 0.3,
        )
        for _ in range(dice.randint(2, 4))
    ]
    foes = [
        replace(WOLF, cover=dice.choice(list(Cover)), distant=dice.random() < 0.3)
        for _ in range(dice.randint(1, 4))
    ]
    if dice.random() < 0.3:
        foes.append(HORDE)
    fight = new_fight((*heroes, *foes), rules, dice.choice(list(Side)))
    return caught(fight, dice.choice(list(Side))) if dice.random() < 0.3 else fight


def test_mixed_fights_keep_the_laws_over_many_seeds(
    book: Book, ruleset: Ruleset, rules: FightRules
) -> None:
    """HP never rise, nobody acts while out, a Force isn't harmed, and JSON there and back holds."""
    known = {rule.id for rule in ruleset.rules} | {ruling.id for ruling in book.rulings}
    for seed in range(40):
        fight, chance = mixed(seed, rules), Chance(str(seed))
        while not is_decided(fight, rules):
            assert fight.round < 100
            out = {f.name for f in fight.fighters if not rules.stands(f)}
            after = play_turn(fight, rules, chance)
            for old, new in zip(fight.fighters, after.fighters, strict=True):
                assert new.hp == old.hp if old.force else new.hp <= old.hp
                assert rules.stands(old) >= rules.stands(new)
            news = after.log[len(fight.log) :]
            assert not any(e.text.startswith(f"{name} attacks") for e in news for name in out)
            assert {line.rule for e in news for line in e.trace} <= known
            fight = after
        assert loaded(saved(fight), rules) == fight
        helped = play(fight, rules, chance)
        assert not any(map(helped.is_dying, helped.members(winner(fight, rules) or Side.PARTY)))


def test_each_has_one_action_in_the_turn_and_only_in_their_own(rules: FightRules) -> None:
    """Attack, help, a longer move or anything else."""
    fight = new_fight((HERO, HERO, WOLF), rules)
    for after in (
        attacked(fight, 0, 2, Blow(0), rules, Chance("1")),
        closed_in(fight, 0, 2, rules),
        withdrawn(fight, 0, rules),
        done(fight, 0, "helps", "actions/checks/helping", rules),
    ):
        assert after.acted == (0,) and actors(after, rules) == (1,)
        with pytest.raises(FightError, match="Hero 1"):
            done(after, 0, "acts again", "", rules)
        assert passed(after).acted == ()
    for place in (2, 3, -1):
        with pytest.raises(FightError, match="whose turn it is"):
            attacked(fight, place, 0, Blow(), rules, Chance("1"))


def test_a_force_ignores_individuals_but_not_forces_or_what_is_coordinated(
    rules: FightRules,
) -> None:
    """Ordnance, another Force, and attacks that the Referee calls coordinated do harm it."""
    ram = Weapon("Ram", ("D12",), coordinated=True)
    ally = replace(HORDE, name="Allies", side=Side.PARTY)
    fight = new_fight((replace(HERO, weapons=(SWORD, ram)), ally, HORDE), rules)
    for seed in range(30):
        chance = Chance(str(seed))
        alone = attacked(fight, 0, 2, Blow(0), rules, chance)
        assert alone.fighters[2] == HORDE
        joined = attacked(fight, 0, 2, Blow(0, coordinated=True), rules, chance)
        rammed = attacked(fight, 0, 2, Blow(1), rules, chance)
        massed = attacked(fight, 1, 2, Blow(), rules, chance)
        for after in (joined, rammed, massed):
            missed = after.log[-1].text.endswith("a miss")
            assert (after.fighters[2].hp == HORDE.hp) is missed
    assert any(line.rule.endswith("/forces") for line in alone.log[-1].trace)


def test_what_bypasses_armor_leaves_its_die_alone(rules: FightRules) -> None:
    """A Shield still blocks, unless it isn't raised."""
    thick = replace(WOLF, armor=Gear("Hide", "D6"), shield=Gear("Shield", "D6"))
    fight = new_fight((HERO, thick), rules)
    for seed in range(20):
        chance = Chance(str(seed))
        bare = attacked(fight, 0, 1, Blow(0, raised=False, bypass=True), rules, chance)
        fell = chance.faces("fight/round-1/party-1/attack/damage", (8,))[0]
        assert bare.fighters[1].hp == 9 - (0 if fell == 1 else fell)
        assert attacked(fight, 0, 1, Blow(0, bypass=True), rules, chance).fighters[1].hp == 9


def test_heroes_leave_a_force_alone_and_strike_whom_they_can_harm(rules: FightRules) -> None:
    """With nobody else they spend their turn; the Force strikes on."""
    fight = new_fight((HERO, replace(HORDE, hp=1), WOLF), rules)
    after = play_turn(fight, rules, Chance("1"))
    assert "Wolf" in after.log[0].text
    alone = play_turn(new_fight((HERO, HORDE), rules), rules, Chance("1"))
    assert alone.log[0].text == "Hero finds nobody to harm"
    assert winner(play(alone, rules, Chance("1")), rules) is Side.FOES


def test_ranged_attacks_need_sight_and_room_and_cover_hinders_them(rules: FightRules) -> None:
    """Never from within melee, never at what can't be seen."""
    fight = new_fight((HERO, WOLF), rules)
    assert engaged(fight, 0, rules)
    with pytest.raises(FightError, match="melee"):
        attacked(fight, 0, 1, Blow(1), rules, Chance("1"))
    away = fight.put(1, replace(WOLF, distant=True, cover=Cover.PROTECTIVE))
    assert not engaged(away, 0, rules)
    shot = attacked(away, 0, 1, Blow(1), rules, Chance("1"))
    assert any(
        line.text == "Disadvantage keeps" or "cover" in line.text for line in shot.log[0].trace
    )
    with pytest.raises(FightError, match="reach"):
        attacked(away, 0, 1, Blow(0), rules, Chance("1"))
    hidden = away.put(1, replace(WOLF, distant=True, cover=Cover.FULL))
    with pytest.raises(FightError, match="sight"):
        attacked(hidden, 0, 1, Blow(1), rules, Chance("1"))
    closed = closed_in(hidden, 0, 1, rules)
    assert engaged(closed, 0, rules) and not closed.fighters[1].distant
    assert aimed(Cover.NONE, Favor.ADVANTAGE).favor is Favor.ADVANTAGE
    assert aimed(Cover.PROTECTIVE).favor is Favor.DISADVANTAGE
    with pytest.raises(AttackError):
        aimed(Cover.PROTECTIVE, Favor.ADVANTAGE)


def test_focus_is_spent_on_a_miss_or_at_will_and_only_if_there_is_some(rules: FightRules) -> None:
    """The first throw lies where it fell."""
    fight = new_fight((HERO, WOLF), rules)
    key = "fight/round-1/party-1/attack/damage"
    for seed in range(40):
        chance = Chance(str(seed))
        first, second = chance.faces(key, (8, 8))
        for spending in Spending:
            after = attacked(fight, 0, 1, Blow(0, focus=spending), rules, chance)
            again = spending is Spending.YES or (spending is Spending.MISSED and first == 1)
            kept = max(first, second) if again else first
            assert after.fighters[0].focus == (0 if again else 1)
            assert after.fighters[1].hp == 9 - (0 if kept == 1 else kept)
    poor = fight.put(0, replace(HERO, focus=0))
    with pytest.raises(FightError, match="Focus"):
        attacked(poor, 0, 1, Blow(0, focus=Spending.YES), rules, Chance("1"))


def test_those_who_are_dying_have_as_many_turns_of_their_side_as_rounds(rules: FightRules) -> None:
    """Whichever side opens, in the first Round and later; with none left they are dead at once."""
    for first in Side:
        for number in (1, 3):
            for phase in range(4 if number == 1 else 2):
                for left in (0, 1, 2, 4):
                    hero = replace(HERO, name="Down", hp=0, constitution=left - 1)
                    fight = Fight((HERO, hero, WOLF), first, number, phase)
                    fight = time_left(fight, 1, rules, Chance("s").given("k", (1,)), "k")
                    had = 0
                    while not fight.is_dead(1):
                        had += 0 in actors(fight, rules)
                        fight = deaths_told(passed(fight))
                    assert had == left


def test_help_costs_the_action_and_saves_the_life_but_gives_no_hp(rules: FightRules) -> None:
    """In time only, and only whoever is dying."""
    down = replace(HERO, name="Down", hp=-2, dies=2)
    fight = new_fight((HERO, down, WOLF), rules)
    after = rescued(fight, 0, 1, rules)
    assert after.acted == (0,)
    assert after.fighters[1] == replace(down, dies=None, helped=True)
    assert time_left(after, 1, rules, Chance("1"), "k") == after
    late = replace(fight, round=5)
    for wrong, target in ((late, 1), (fight, 2), (fight, 9), (after, 1)):
        with pytest.raises(FightError):
            rescued(replace(wrong, acted=()), 0, target, rules)
    won = fight.put(2, replace(WOLF, hp=0))
    assert aided(won, 0, 1, rules).fighters[1].helped
    assert play_turn(fight, rules, Chance("1")).log[0].text == "Hero helps Down, who will live"


def test_nobody_is_left_to_die_by_their_victorious_friends(rules: FightRules) -> None:
    """Who is in their last Round is helped before anything else."""
    fight = new_fight((HERO, HERO, replace(HERO, name="Down", hp=0, dies=2), WOLF), rules)
    texts = [e.text for e in play_turn(fight, rules, Chance("2")).log]
    assert texts[0] == "Hero 1 helps Down, who will live" and "Hero 2 attacks" in texts[1]
    early = fight.put(2, replace(fight.fighters[2], dies=4))
    assert not any("helps" in e.text for e in play_turn(early, rules, Chance("2")).log)


def test_specials_are_told_of_when_the_npc_acts(rules: FightRules) -> None:
    """In the trace, for the Referee; blasts as well."""
    fire = replace(WOLF, weapons=(Weapon("Fire", ("D6",), blast=True),))
    for foe in (WOLF, fire):
        after = play_turn(new_fight((HERO, foe), rules, Side.FOES), rules, Chance("1"))
        assert "The Referee plays: Howl: more" in [line.text for line in after.log[0].trace]


def test_a_blast_strikes_whom_it_is_aimed_at_friends_as_well(rules: FightRules) -> None:
    """Or the first so many of them if their number is unclear; a feat reaches anybody."""
    fight = new_fight((HERO, HERO, WOLF, WOLF), rules)
    after = blasted(fight, 0, (1, 2, 3), Blow(0), rules, Chance("2"))
    assert sum(" attacks " in e.text for e in after.log) == 3
    chance = Chance("2").given("fight/round-1/party-1/targets", (2,))
    few = blasted(fight, 0, (2, 3, 1), Blow(0), rules, chance, unclear=True)
    assert few.fighters[1] == fight.fighters[1]
    away = fight.put(2, replace(fight.fighters[2], distant=True))
    feat = attacked(away, 0, 2, Blow(dice=("D12",)), rules, Chance("2"))
    assert "a feat" in feat.log[0].text
    for wrong in (Blow(7), Blow(0)):
        broken = fight.put(0, replace(HERO, weapons=(replace(SWORD, dice=("D0",)),)))
        with pytest.raises(FightError):
            attacked(broken, 0, 2, wrong, rules, Chance("2"))
    with pytest.raises(FightError, match="target"):
        blasted(fight, 0, (), Blow(0), rules, Chance("2"))


def test_turns_without_anybody_are_passed_over(rules: FightRules) -> None:
    """Surprised characters wait; a decided fight stands still."""
    fight = settled(caught(new_fight((HERO, WOLF), rules), Side.PARTY), rules)
    assert actors(fight, rules) == (1,) and still_acts(fight, Side.PARTY, rules)
    over = fight.put(1, replace(WOLF, hp=0))
    assert settled(over, rules) == over
