"""Making characters: what holds for all of them, and what each part's dice decide."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import Any

import pytest

from generator.model.book import Book
from nightsong import Chance, DiceError, Item, Row, Ruleset, Source, Table, TableRoll
from nightsong.characters import Ability, Character, CharacterError
from nightsong.cli import main
from nightsong.codec import decode, encode
from nightsong.commands import shared
from nightsong.making import Choices, find_background, make_character, make_party
from nightsong.model import ItemKind
from nightsong.scores import Method, ScoreRules, array_scores, rolled_scores
from nightsong.sheets import held_spells, sheet_lines
from nightsong.slots import SlotRules, count_slots
from nightsong.spells import shard_spells

SEEDS = range(300)
SHARD = "supplies.names.shard"
BY_ROLLING = Choices(Method.ROLLED)
BY_BOOK = {2: -3, 3: -2, 4: -1, 5: -1, 6: 0, 7: 0, 8: 0, 9: 1, 10: 1, 11: 2, 12: 3}
TWO_DICE = {value: (max(1, value - 6), min(6, value - 1)) for value in BY_BOOK}


def made(ruleset: Ruleset, seed: object, choices: Choices | None = None) -> Character:
    """The character of a seed."""
    return make_character(ruleset, Chance(str(seed)), choices).character


@pytest.fixture(scope="module")
def everyone(ruleset: Ruleset) -> dict[Method, list[Character]]:
    """The characters of all seeds, by either method."""
    return {method: [made(ruleset, s, Choices(method)) for s in SEEDS] for method in Method}


def rolled(ruleset: Ruleset, *totals: int, then: Chance | None = None, **fields: Any) -> Character:
    """The character whose 2D6 fell so, in the order of the sheet."""
    chance = then or Chance("fixed")
    for ability, total in zip(Ability, totals, strict=True):
        chance = chance.given(f"character/abilities/{ability}", TWO_DICE[total])
    return make_character(ruleset, chance, replace(BY_ROLLING, **fields)).character


def overlaid(ruleset: Ruleset, path: str, value: Any) -> Ruleset:
    """The ruleset with another number."""
    numbers = json.loads(json.dumps(dict(ruleset.numbers)))
    *above, last = path.split(".")
    inner = numbers
    for name in above:
        inner = inner[name]
    assert last in inner
    inner[last] = value
    return replace(ruleset, numbers=MappingProxyType(numbers))


@pytest.mark.parametrize("method", Method)
def test_every_character_is_whole(
    ruleset: Ruleset, everyone: dict[Method, list[Character]], method: Method
) -> None:
    """Scores, HP, Focus, Slots, gear, coins, details and name are as the book has them."""
    for one in everyone[method]:
        scores = list(one.abilities.scores().values())
        if method is Method.ARRAY:
            assert sorted(scores) == [-1, 0, 1, 2]
        assert max(scores) >= 1 and min(scores) >= -3 and max(scores) <= 3
        assert one.hp == one.max_hp == 6 + one.abilities.constitution
        assert one.focus == min(3, max(0, one.abilities.dexterity))
        assert one.coins in range(30, 181, 10)
        assert one.abilities.score(one.highest) == max(scores)
        names = {row.name for row in ruleset.table(f"backgrounds/{one.highest}").rolls[0].rows}
        assert len(one.backgrounds) == 1 and one.backgrounds[0] in names
        assert [c.item.name for c in one.carried[:2]] == ["bundle of torches", "pack rations"]
        assert all(c.die == "D6" for c in one.carried[:2])
        assert len(one.details) == 10 and len(one.name.split()) == 2
        slots = count_slots(one, SlotRules.of(ruleset.numbers))
        assert slots.total == 10 + one.abilities.strength and 6 <= slots.used <= 11


def test_a_character_has_all_that_the_background_lists(ruleset: Ruleset) -> None:
    """Each background's items are carried, with their dice."""
    for table in (t for t in ruleset.tables.values() if t.id.startswith("backgrounds/")):
        for row in table.rolls[0].rows:
            one = made(ruleset, 1, Choices(background=row.name))
            listed = [
                (i.name, i.die or i.uses) for i in row.items if i.kind is not ItemKind.SPELL_SHARD
            ]
            have = [(c.item.name, c.die or None) for c in one.carried[2:] if not c.is_shard]
            assert one.backgrounds == (row.name,) and have == listed


def test_spell_shards_are_for_presence_and_for_the_scholar(
    ruleset: Ruleset, everyone: dict[Method, list[Character]]
) -> None:
    """Presence as highest gives its score in Shards; the Scholar's comes on top; all at D6."""
    seen = set()
    for one in everyone[Method.ROLLED]:
        owned = one.abilities.presence if one.highest is Ability.PRESENCE else 0
        extra = one.backgrounds == ("Scholar",)
        assert len(one.spell_shards) == owned + extra
        assert all(shard.die == shard.item.uses == "D6" for shard in one.spell_shards)
        assert all(
            shard.item.name == "Spell Shard" for shard in one.spell_shards if spell_less(ruleset)
        )
        seen.add((owned > 0, extra))
    assert seen == {(False, False), (True, False), (True, True)}


def spell_less(ruleset: Ruleset) -> bool:
    """Whether the ruleset has no Spell table."""
    return not any(table.startswith("spells/") for table in ruleset.tables)


def test_a_scholar_by_choice_has_the_one_shard_that_is_listed(ruleset: Ruleset) -> None:
    """With Strength as highest, a picked Scholar owns one Shard, with Presence three."""
    a, *rest = Ability
    strong = made(ruleset, 1, Choices(order=(a, *rest), background="scholar"))
    assert strong.highest is Ability.STRENGTH and len(strong.spell_shards) == 1
    order = (Ability.PRESENCE, Ability.STRENGTH, Ability.DEXTERITY, Ability.CONSTITUTION)
    assert len(made(ruleset, 1, Choices(order=order, background="Scholar")).spell_shards) == 3


def test_shards_hold_spells_once_there_is_a_table_of_them(ruleset: Ruleset) -> None:
    """Each Shard rolls on the Spell table under a key of its own."""
    spells = TableRoll("1D2", ("Spells",), (Row("1", "Ember"), Row("2", "Hush")))
    table = Table("spells/all", "Spells", (spells,), Source("Test", ("Somebody",), "ORC"))
    others = {k: v for k, v in ruleset.tables.items() if not k.startswith("spells/")}
    full = replace(ruleset, tables=MappingProxyType({**others, "spells/all": table}))
    order = (Ability.PRESENCE, Ability.STRENGTH, Ability.DEXTERITY, Ability.CONSTITUTION)
    chance = Chance("x")
    for number, face in ((1, 2), (2, 1)):
        chance = chance.given(f"character/shards/{number}/spells/all", (face,))
    one = make_character(full, chance, Choices(order=order, background="Priest")).character
    assert [shard.item.name for shard in one.spell_shards] == ["Hush", "Ember"]
    bare = overlaid(replace(ruleset, tables=MappingProxyType(others)), SHARD, "Rune")
    again = make_character(bare, chance, Choices(order=order, background="Priest")).character
    assert [shard.item.name for shard in again.spell_shards] == ["Rune"] * 2
    assert "Rune (D6), Rune (D6)" in "\n".join(sheet_lines(bare, again))


def test_a_spell_that_came_up_before_is_rolled_again(ruleset: Ruleset) -> None:
    """The second throw has a key of its own; with more Shards than Spells, some hold the same."""
    order = (Ability.PRESENCE, Ability.STRENGTH, Ability.DEXTERITY, Ability.CONSTITUTION)
    chance = Chance("x")
    keys = [f"character/shards/{part}/spells/spells" for part in ("1", "2", "2/2")]
    for key, faces in zip(keys, ((2, 3), (2, 3), (3, 1)), strict=True):
        chance = chance.given(key, faces)
    made = make_character(ruleset, chance, Choices(order=order, background="Priest"))
    rows = {row.key: row.name for row in ruleset.table("spells/spells").rolls[0].rows}
    names = [shard.item.name for shard in made.character.spell_shards]
    assert names == [rows["2/3"], rows["3/1"]]
    told = [line for line in made.trace if line.key and "/shards/" in line.key]
    assert [line.key for line in told] == keys and "roll again" in told[1].text
    same = TableRoll("1D2", ("Spell",), (Row("1", "Hush"), Row("2", "Hush")))
    one = replace(ruleset.table("spells/spells"), rolls=(same,))
    few = replace(ruleset, tables=MappingProxyType({**ruleset.tables, one.id: one}))
    assert shard_spells(few, chance, "Shard", ["for Presence"] * 3, "k")[0] == ("Hush",) * 3


def test_no_two_shards_of_a_new_character_hold_the_same_spell(
    ruleset: Ruleset, everyone: dict[Method, list[Character]]
) -> None:
    """However many Shards there are, each Spell is another, and the sheet says what it does."""
    many = [c for c in everyone[Method.ROLLED] if len(c.spell_shards) > 1]
    assert many
    for one in many:
        spells = held_spells(ruleset, one)
        assert [spell.name for spell in spells] == [s.item.name for s in one.spell_shards]
        sheet = sheet_lines(ruleset, one)
        assert all(f"  {spell.name}: {spell.text}" in sheet for spell in spells if spell.text)
        assert all(spell.text for spell in spells)


@pytest.mark.parametrize("method", Method)
def test_the_same_seed_makes_the_same_character(ruleset: Ruleset, method: Method) -> None:
    """Making is a function of ruleset, chance and choices."""
    assert make_character(ruleset, Chance("s"), Choices(method)) == make_character(
        ruleset, Chance("s"), Choices(method)
    )
    assert len({made(ruleset, seed, Choices(method)).name for seed in range(50)}) > 40


def test_no_key_is_thrown_twice(ruleset: Ruleset) -> None:
    """Each throw of a character, and of a party, has a key of its own."""
    for seed in range(30):
        keys = [line.key for line in make_character(ruleset, Chance(str(seed)), BY_ROLLING).trace]
        keys += [
            line.key for one in make_party(ruleset, Chance(str(seed)), 3) for line in one.trace
        ]
        thrown = Counter(key for key in keys if key)
        assert thrown.most_common(1)[0][1] == 1


def test_rules_named_in_the_trace_are_the_books(ruleset: Ruleset, book: Book) -> None:
    """Each line points at a rule, a ruling or a table that exists."""
    known = {rule.id for rule in ruleset.rules} | set(ruleset.tables)
    known |= {ruling.id for ruling in book.rulings}
    for seed in range(30):
        for line in make_character(ruleset, Chance(str(seed)), BY_ROLLING).trace:
            assert line.rule in known, line


def test_rerolling_one_part_leaves_the_rest(ruleset: Ruleset) -> None:
    """Every part but the scores changes by itself alone."""
    changed: set[str] = set()
    for seed in range(6):
        chance = Chance(str(seed))
        before = make_character(ruleset, chance, BY_ROLLING)
        for key in (line.key for line in before.trace if line.key):
            if "/abilities/" in key:
                continue
            after = make_character(ruleset, chance.again(key), BY_ROLLING)
            old, new = encode(before.character), encode(after.character)
            fields = {name for name in old if old[name] != new.get(name)}
            part = key.split("/")[1].replace("backgrounds", "background")
            allowed = {
                "coins": {"coins"},
                "background": {"backgrounds", "carried"},
                "shards": {"carried"},
                "details": {"name"} if "name" in key else {"details"},
            }[part]
            assert fields <= allowed, (key, fields)
            changed |= fields
            if fields == {"details"}:
                assert sum(o != n for o, n in zip(old["details"], new["details"], strict=True)) == 1
    assert {"coins", "backgrounds", "carried", "details", "name"} <= changed


def test_rerolling_one_score_leaves_the_others(ruleset: Ruleset) -> None:
    """A new Strength changes no other Ability and no detail."""
    chance = Chance("str")
    for ability in Ability:
        chance = chance.given(f"character/abilities/{ability}", (5, 6))
    before = make_character(ruleset, chance, BY_ROLLING).character
    after = make_character(
        ruleset, chance.again("character/abilities/strength"), BY_ROLLING
    ).character
    assert after.abilities == replace(before.abilities, strength=after.abilities.strength)
    assert (after.details, after.name, after.coins) == (before.details, before.name, before.coins)


@pytest.mark.parametrize(("total", "score"), BY_BOOK.items())
def test_two_dice_give_the_books_scores(ruleset: Ruleset, total: int, score: int) -> None:
    """Each total has its score."""
    assert rolled(ruleset, total, 9, 7, 7).abilities.strength == score


def test_without_a_good_score_all_are_rolled_again_until_one_is(ruleset: Ruleset) -> None:
    """Two poor rounds are put away whole; the third counts."""
    chance = Chance("poor")
    for ability in Ability:
        chance = chance.given(f"character/abilities/{ability}/2", (1, 1))
        chance = chance.given(f"character/abilities/{ability}/3", (6, 6))
    one = rolled(ruleset, 8, 8, 2, 2, then=chance)
    assert set(one.abilities.scores().values()) == {3}


def test_rolled_scores_come_up_as_often_as_they_should(ruleset: Ruleset) -> None:
    """Strength over many seeds against the exact odds of 2D6 with the reroll."""
    falls = [BY_BOOK[a + b] for a, b in product(range(1, 7), repeat=2)]
    single = {s: Fraction(falls.count(s), 36) for s in set(falls)}
    low = sum(chance for score, chance in single.items() if score < 1)
    kept = 1 - low**4
    odds = {s: p * (1 if s >= 1 else 1 - low**3) / kept for s, p in single.items()}
    assert sum(odds.values()) == 1
    rules, number = ScoreRules.of(ruleset.numbers), 900
    came = Counter(
        rolled_scores(Chance(str(seed)), rules, "k")[0].strength for seed in range(number)
    )
    square = sum((came[s] - number * p) ** 2 / (number * p) for s, p in odds.items())
    assert square < 22.5  # six degrees of freedom: 1 in 1000 is above


def test_the_array_is_spread_evenly(ruleset: Ruleset) -> None:
    """By chance each of the 24 orders is as likely."""
    came: Counter[tuple[int, ...]] = Counter()
    rules, number = ScoreRules.of(ruleset.numbers), 960
    for seed in range(number):
        scores, _ = array_scores(Chance(str(seed)), rules, "k")
        came[tuple(scores.scores().values())] += 1
    assert len(came) == 24
    assert sum((n - number / 24) ** 2 / (number / 24) for n in came.values()) < 49.7


def test_the_array_goes_where_the_player_says(ruleset: Ruleset) -> None:
    """The first of the array goes to the first Ability named."""
    order = (Ability.CONSTITUTION, Ability.STRENGTH, Ability.PRESENCE, Ability.DEXTERITY)
    one = made(ruleset, 1, Choices(order=order))
    assert encode(one.abilities) == {
        "strength": 1,
        "dexterity": -1,
        "presence": 0,
        "constitution": 2,
    }
    assert (one.hp, one.focus, one.highest) == (8, 0, Ability.CONSTITUTION)


def test_a_tie_is_settled_by_chance_which_says_so(ruleset: Ruleset) -> None:
    """Each of the tied is as likely, and the trace tells."""
    came = Counter(rolled(ruleset, 11, 7, 11, 11, then=Chance(str(s))).highest for s in range(60))
    assert set(came) == {Ability.STRENGTH, Ability.PRESENCE, Ability.CONSTITUTION}
    assert min(came.values()) > 10
    chance = Chance("t").given("character/abilities/highest", (2,))
    for ability, faces in zip(Ability, ((5, 6), (1, 1), (1, 1), (5, 6)), strict=True):
        chance = chance.given(f"character/abilities/{ability}", faces)
    whole = make_character(ruleset, chance, BY_ROLLING)
    assert whole.character.highest is Ability.CONSTITUTION
    assert [line.text for line in whole.trace if line.key == "character/abilities/highest"] == [
        "Strength and Constitution tie for highest: chance picks Constitution"
    ]
    with pytest.raises(DiceError):
        make_character(ruleset, chance.given("character/abilities/highest", (3,)), BY_ROLLING)


def test_a_tie_is_settled_as_told(ruleset: Ruleset) -> None:
    """By the Ability named, or by the background that was picked."""
    for seed in range(20):
        chance = Chance(str(seed))
        told = rolled(ruleset, 11, 11, 2, 2, then=chance, highest=Ability.DEXTERITY)
        picked = rolled(ruleset, 11, 2, 11, 2, then=chance, background="priest")
        assert told.highest is Ability.DEXTERITY and picked.highest is Ability.PRESENCE
        assert len(picked.spell_shards) == 2


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        (Choices(background="Jester"), "Soldier"),
        (Choices(order=(Ability.STRENGTH,) * 4), "each once"),
        (Choices(order=(Ability.STRENGTH,)), "each once"),
        (Choices(Method.ROLLED, order=tuple(Ability)), "only with the array"),
        (Choices(order=tuple(Ability), highest=Ability.PRESENCE), "strength as the highest"),
    ],
)
def test_choices_that_cannot_be_are_errors(ruleset: Ruleset, choices: Choices, said: str) -> None:
    """What can't be chosen is said in one line."""
    with pytest.raises(CharacterError, match=said):
        made(ruleset, 1, choices)


def test_negative_dexterity_and_presence_give_nothing_rather_than_a_debt(ruleset: Ruleset) -> None:
    """No Focus below 0 and no Shards below 0; a low Constitution leaves 3 HP."""
    one = rolled(ruleset, 9, 2, 2, 2)
    assert (one.focus, one.spell_shards, one.hp) == (0, (), 3)
    assert rolled(ruleset, 7, 12, 7, 7).focus == 3


@pytest.mark.parametrize(
    ("path", "value", "shows"),
    [
        ("abilities.array", [3, 3, 3, 3], lambda c: c.abilities.strength == 3),
        ("hit_points.base", 20, lambda c: c.hp == 20 + c.abilities.constitution),
        ("focus.least", 2, lambda c: c.focus >= 2),
        ("focus.limit", 0, lambda c: c.focus == 0),
        ("backgrounds.chosen", 2, lambda c: len(c.backgrounds) == 2),
        ("supplies.torches", "D12", lambda c: c.carried[0].die == "D12"),
        ("supplies.rations", "D12", lambda c: c.carried[1].die == "D12"),
        (
            "supplies.coins",
            {"dice": "1D4", "times": 100},
            lambda c: c.coins in (100, 200, 300, 400),
        ),
        ("spells.first_shard", "D4", lambda c: c.spell_shards[0].die == "D4"),
        ("supplies.names.torches", "rushlights", lambda c: c.carried[0].item.name == "rushlights"),
        ("supplies.names.rations", "waybread", lambda c: c.carried[1].item.name == "waybread"),
    ],
)
def test_a_changed_number_changes_the_character(
    ruleset: Ruleset, path: str, value: Any, shows: Any
) -> None:
    """The engine reads the numbers by name."""
    for seed in range(6):
        assert shows(made(overlaid(ruleset, path, value), seed, Choices(background="Scholar")))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("abilities.reroll_below", 4),
        ("abilities.array", [1, 2]),
        ("abilities.count", 5),
        ("abilities.dice", "3D6"),
    ],
)
def test_numbers_that_no_character_can_have_are_errors(
    ruleset: Ruleset, path: str, value: Any
) -> None:
    """Rerolling for ever, or scores without an Ability, is said instead of tried."""
    with pytest.raises(CharacterError, match="expected"):
        made(overlaid(ruleset, path, value), 1)


def test_other_dice_and_thresholds_for_scores_are_kept(ruleset: Ruleset) -> None:
    """A remix's reroll limit and dice are what counts."""
    strict = overlaid(ruleset, "abilities.reroll_below", 3)
    assert all(max(made(strict, s, BY_ROLLING).abilities.scores().values()) == 3 for s in range(8))
    flat = overlaid(ruleset, "abilities.scores.average.score", 2)
    assert rolled(flat, 7, 7, 7, 7).abilities.strength == 2


def test_a_party_is_of_different_characters(ruleset: Ruleset) -> None:
    """Each member has keys of their own, and one more member changes none of the others."""
    party = make_party(ruleset, Chance("p"), 4)
    assert len({one.character.name for one in party}) == 4
    assert make_party(ruleset, Chance("p"), 5)[:4] == party
    again = make_party(ruleset, Chance("p").again("party/2/coins"), 4)
    assert [a == b for a, b in zip(party, again, strict=True)] == [True, False, True, True]
    with pytest.raises(CharacterError, match="1 or more"):
        make_party(ruleset, Chance("p"), 0)


def test_characters_go_through_json_and_back(everyone: dict[Method, list[Character]]) -> None:
    """Encoding loses nothing."""
    for one in everyone[Method.ROLLED][:40]:
        assert decode(Character, json.loads(json.dumps(encode(one)))) == one


def test_backgrounds_are_found_in_any_case(ruleset: Ruleset) -> None:
    """The table comes with the row."""
    table, row = find_background(ruleset, " monk ")
    assert (table.id, row.name) == ("backgrounds/constitution", "Monk")
    assert Item("robe") in row.items


@pytest.fixture
def loaded(ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands use the ruleset that is loaded already."""
    monkeypatch.setattr(shared, "ruleset", lambda _: ruleset)


@pytest.mark.usefixtures("loaded")
def test_the_command_shows_a_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    """Name first, then the scores, what follows from them, gear and details."""
    assert main(["character", "--seed", "7", "--background", "monk"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith(", Monk") and "Strength" in lines[1] and "Slots" in lines[2]
    assert "Staff (D6), robe, prayer beads" in lines[3] and lines[-1] == "  seed 7"
    assert main(["character", "--seed", "7", "--trace"]) == 0
    assert "[character/coins]" in capsys.readouterr().out
    assert main(["character", "--seed", "7", "--background", "scholar"]) == 0
    carries, spell, *_ = capsys.readouterr().out.splitlines()[3:]
    name, _, text = spell.strip().partition(": ")
    assert f"Spell Shard: {name} (D6)" in carries and text.endswith(".")


@pytest.mark.usefixtures("loaded")
def test_the_commands_json_can_be_read_back(
    capsys: pytest.CaptureFixture[str], ruleset: Ruleset
) -> None:
    """The JSON holds the character, Slots, trace, seed and ruleset."""
    assert main(["character", "--method", "rolled", "--seed", "7", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["ruleset"] == ruleset.fingerprint and report["seed"] == "7"
    assert decode(Character, report["character"]) == made(ruleset, 7, BY_ROLLING)
    assert report["slots"]["over"] == 0 and report["trace"]
    shards = [c for c in report["character"]["carried"] if c["item"].get("kind") == "spell-shard"]
    assert [spell["name"] for spell in report["spells"]] == [c["item"]["name"] for c in shards]
    assert main(["party", "--size", "3", "--seed", "7", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["party"]) == 3


@pytest.mark.usefixtures("loaded")
def test_one_part_is_thrown_again_at_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    """``--again`` throws a part once more."""
    texts = []
    for more in ([], ["--again", "character/details/face"]):
        main(["character", "--seed", "2", "--json", *more])
        texts.append(json.loads(capsys.readouterr().out)["character"])
    first, second = texts
    assert first["details"] != second["details"] and first["name"] == second["name"]


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["character", "--background", "jester"], "Soldier"),
        (["character", "--method", "guess"], "invalid choice"),
        (["character", "--order", "strength,dex"], "constitution"),
        (["character", "--again", "character/shoes"], "came “character/shoes”"),
        (["character", "--seed", "7", "--highest", "luck"], "presence"),
        (["party", "--size", "0"], "1 or more"),
        (["party", "--size", "9999"], "at most"),
        (["party", "--size", "four"], "invalid int"),
    ],
)
def test_wrong_arguments_are_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What can't be done is said in one line on standard error, exit code 2."""
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and said in captured.err and len(captured.err.splitlines()) == 1
