"""Stat blocks of other games turn into Nightsong NPCs, by the book's conversions."""

from __future__ import annotations

import io
import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from generator.model.book import Book
from nightsong.bundle import Ruleset
from nightsong.cli import main
from nightsong.codec import decode, encode
from nightsong.conversionrules import SECTIONS, ConversionRules
from nightsong.conversions import Conversion, convert
from nightsong.npcs import Attack, Npc, npc_lines
from nightsong.statblocks import LONGEST_BLOCK, ConversionError, Game
from nightsong.trace import Line


@pytest.fixture(scope="module")
def rules(ruleset: Ruleset) -> ConversionRules:
    """The real conversions."""
    return ConversionRules.of(ruleset.numbers)


def npc(
    name: str,
    hp: int,
    resolve: int,
    *attacks: str,
    armor: str = "",
    shield: str = "",
    specials: tuple[str, ...] = (),
    drive: str = "",
) -> Npc:
    """An NPC in short: an attack is “claw D6 | D6”, each dice between bars."""
    made = []
    for attack in attacks:
        name_of, first = attack.split(" D", 1) if " D" in attack else attack.rsplit(" ", 1)
        dice = ("D" + first if " D" in attack else first).split(" | ")
        made.append(Attack(name_of, tuple(dice)))
    return Npc(name, hp, resolve, drive, tuple(made), armor or None, shield or None, specials)


GOBLIN_SENTENCE = "Small grotesque humanoids with pallid skin and red eyes that live underground."
BLOCKS = [
    # MÖRK BORG
    ("mork-borg", "Goblin HP 6 Morale 7 Knife D4 -Tier 1 armor", npc("Goblin", 6, 50, "Knife D4", armor="D4")),
    ("mork-borg", "Goblin\nHP 6 Morale 7\nKnife/shortbow D4\nNo armor", npc("Goblin", 6, 50, "Knife/shortbow D4")),
    ("mork-borg", "Undead Doll\nHP 8  Morale –  Hard wood −D2\nKnife D4 or D2 bite\nSpecial: Test DR12 or lose D4 HP",
     npc("Undead Doll", 8, 90, "Knife D4", "bite D4", armor="D4", specials=("Test DR12 or lose D4 HP", "Hard wood"))),
    ("mork-borg", "Berserker: HP 13, Morale 9, no armor, Heavy flail D10\nFrenzy: attacks twice, D6 each.",
     npc("Berserker", 13, 70, "Heavy flail D10", specials=("Frenzy: attacks twice, D6 each.",))),
    ("mork-borg", "Guard HP 10 Morale 10 Sword d6, chainmail -d4, shield -1", npc("Guard", 10, 90, "Sword D6", armor="D6", shield="D4")),
    ("mork-borg", "Scum, HP 7, Morale 5, armor tier 3, shield, Weapon: Knife d4", npc("Scum", 7, 30, "Knife D4", armor="D6", shield="D4")),
    ("mork-borg", "Troll\n- HP: 20\n- Morale: 8\n- Tier 2 armor\n- Club 2d6", npc("Troll", 20, 70, "Club 2D6", armor="D6")),
    # Cairn
    ("cairn", "Goblin 4 HP, 8 STR, 14 DEX, 8 WIL, spear (d6), 1 Armor", npc("Goblin", 4, 50, "spear D6", armor="D4")),
    ("cairn", "Goblin, 4 HP 8 STR 14 DEX 8 WIL, spear (d6)", npc("Goblin", 4, 50, "spear D6")),
    ("cairn", "STR 8, DEX 14, WIL 5, HP 4, Armor 3, bite (d4)", npc("Nameless", 4, 30, "bite D4", armor="D6")),
    ("cairn", "Root Ogre\n8 HP, 2 Armor, 16 STR, 7 DEX, 17 WIL, claws (d8+d8), roar (d6, blast)\n- Regrows 1 HP each round\n- Critical Damage: swallows the target",
     npc("Root Ogre", 8, 90, "claws D8 | D8", "roar D6", armor="D6", specials=("roar: blast", "Regrows 1 HP each round", "Critical Damage: swallows the target"))),
    ("cairn", "Wolf 6 HP, 12 WIL, bite (d6)\nDrive: feed the pack", npc("Wolf", 6, 70, "bite D6", drive="feed the pack")),
    # Knave
    ("knave", "Goblin: HD 1, AC 12, attack 1d6, morale 7, move 30'", npc("Goblin", 4, 50, "attack D6", armor="D4")),
    ("knave", "Bandit HP 5 LVL 2 AC 14 ATK 2 swords (d8) MOR 6", npc("Bandit", 5, 50, "swords D8 | D8", armor="D6")),
    ("knave", "Ogre, HD 4, 2 AP, club d10, Morale 10", npc("Ogre", 16, 90, "club D10", armor="D4")),
    ("knave", "Guard, LVL 2, light armor, shield, spear d6, Morale 8", npc("Guard", 8, 70, "spear D6", armor="D4", shield="D4")),
    ("knave", "Rat, HD 1, AC 11, bite d4, Morale 3", npc("Rat", 4, 30, "bite D4")),
    # Old-School Essentials
    ("ose", "AC 7 [12], HD 1-1 (3hp), Att 1 × weapon (1d6 or by weapon), ML 7", npc("Nameless", 3, 50, "weapon D6", armor="D4")),
    ("ose", f"Goblin\n{GOBLIN_SENTENCE}\nAC 6 [13], HD 1-1 (3hp), Att 1 × weapon (1d6 or by weapon), THAC0 19 [0], MV 60’ (20’), "
     "SV D14 W15 P16 B17 S18 (NH), ML 7 (9 with king), AL Chaotic, XP 5, NA 2d4 (6d10), TT R (C)\n▶ Infravision: 90’.",
     npc("Goblin", 3, 50, "weapon D6", armor="D4", specials=(GOBLIN_SENTENCE, "Infravision: 90'."))),
    ("ose", "Owl Bear: AC 5 [14], HD 5 (22hp), Att 2 × claw (1d8), 1 × bite (1d8), ML 9", npc("Owl Bear", 20, 70, "claw D8 | D8", "bite D8", armor="D6")),
    ("ose", "Dragon AC -1 [20], HD 10** (45hp), Att [2 × claw (1d8), 1 × bite (4d8)] or breath, ML 10",
     npc("Dragon", 30, 90, "claw D8 | D8", "bite 4D8", armor="D6", specials=("breath",))),
    ("ose", "Rat HD ½ (2hp) AC 9 [10] Att 1 × bite (1d3 + disease) ML 5", npc("Rat", 2, 30, "bite D3", specials=("bite: disease",))),
    ("ose", "Wight AC 13, HD 3*, Att 1 × touch (energy drain), ML 12", npc("Wight", 12, 90, armor="D4", specials=("touch (energy drain)",))),
    ("ose", "Knight, HD 3, plate mail and shield, sword (1d8), ML 8", npc("Knight", 12, 70, "sword D8", armor="D6", shield="D4")),
    # DCC
    ("dcc", "Init +2; Atk sword +3 melee (1d8+1); AC 13; HD 2d8; hp 9; MV 30’; Act 1d20", npc("Nameless", 9, 50, "sword D8 + 1", armor="D4")),
    ("dcc", "Goblin: Init -1; Atk bite -1 melee (1d3) or as weapon -1 melee; AC 10 (hide + shield); HD 1d6-1; MV 20’; Act 1d20; "
     "SP infravision 60’; SV Fort -2, Ref +1, Will -2; AL L.", npc("Goblin", 3, 50, "bite D4", armor="D4", shield="D4", specials=("infravision 60'",))),
    ("dcc", "Skeleton: Init +0; Atk claw +2 melee (1d7) or bow +1 missile fire (1d16, range 60’); AC 10; HD 3d8; SP un-dead; SV Fort +0, Ref +0, Will +0; AL C.",
     npc("Skeleton", 12, 70, "claw D8", "bow D20", specials=("bow: range 60'", "un-dead"))),
    ("dcc", "Slime: Atk slap +4 melee (1d6); AC 14; HD 2d8+2; SP mindless", npc("Slime", 10, 90, "slap D6", armor="D6", specials=("mindless",))),
]  # fmt: skip


@pytest.mark.parametrize(("game", "text", "expected"), BLOCKS)
def test_real_looking_blocks_turn_into_the_expected_npc(
    game: str, text: str, expected: Npc, rules: ConversionRules
) -> None:
    """One line or many, in each game's own terms."""
    assert convert(text, Game(game), rules).npc == expected


def in_game(game: str, what: str) -> str:
    """A whole block with that in it."""
    return f"Thing {'HD 2' if game == 'ose' else 'HP 6'}, {what}"


@pytest.mark.parametrize(
    ("text", "hp"),
    [("HD 1-1", 3), ("HD ½", 2), ("HD 1/2", 2), ("HD 1½", 6), ("HD ¼", 1), ("HD 2+2", 10), ("HD 2 + 2", 10), ("HD 3d8", 12), ("HD d6", 4),
     ("HD 1d6-1", 3), ("HD 1-6", 1), ("HD 1-99", 1), ("HD 7", 28), ("HD 8", 30), ("HD 99", 30), ("HD 3**", 12), ("HP 9", 9), ("HD 1/3", 2)],
)  # fmt: skip
def test_hit_dice_of_every_kind_have_an_answer(text: str, hp: int, rules: ConversionRules) -> None:
    """Times four, then plus and minus, within what an NPC can have."""
    assert convert(f"Thing {text}", Game.OSE, rules).npc.hp == hp


@pytest.mark.parametrize("game", ["mork-borg", "cairn", "knave", "dcc"])
def test_listed_hp_stay_as_they_are(game: str, rules: ConversionRules) -> None:
    """HP win over Hit Dice everywhere but in Old-School Essentials; dice are averaged."""
    assert convert("Thing HD 2, HP 7", Game(game), rules).npc.hp == 7
    assert convert("Thing HP 2d6", Game(game), rules).npc.hp == 7
    assert convert("Thing HP d6", Game(game), rules).npc.hp == 4
    assert convert("Thing HD 2, HP 7", Game.OSE, rules).npc.hp == 8


@pytest.mark.parametrize("game", ["mork-borg", "knave", "ose"])
def test_morale_follows_the_table_and_its_ends(game: str, rules: ConversionRules) -> None:
    """Every score, those past either end, a dash, and none at all."""
    expected = {**dict.fromkeys(range(6), 30), 6: 50, 7: 50, 8: 70, 9: 70, **dict.fromkeys(range(10, 20), 90), "-": 90, "–": 90, "none": 90}  # fmt: skip
    for morale, resolve in expected.items():
        made = convert(in_game(game, f"Morale {morale}"), Game(game), rules)
        assert made.npc.resolve == resolve, morale
        ours = morale not in range(2, 13)
        assert any(line.rule == "rulings/converted-scores" for line in made.trace) == ours
    assert convert(in_game(game, ""), Game(game), rules).npc.resolve == 50


def test_will_follows_the_table_and_its_ends(rules: ConversionRules) -> None:
    """Every WIL score and those past either end."""
    for will in range(25):
        made = convert(f"Thing 4 HP, {will} WIL", Game.CAIRN, rules)
        expected = 30 if will < 7 else 50 if will < 12 else 70 if will < 16 else 90
        assert made.npc.resolve == expected
        ours = any(line.rule == "rulings/converted-scores" for line in made.trace)
        assert ours == (will not in range(3, 19))


@pytest.mark.parametrize(
    ("die", "standard", "tied"),
    [("d2", "D4", False), ("d3", "D4", False), ("d4", "D4", False), ("d5", "D6", True), ("d7", "D8", True), ("d14", "D12", False),
     ("d16", "D20", True), ("d20", "D20", False), ("d24", "D20", False), ("d30", "D20", False), ("2d7", "2D8", True)],
)  # fmt: skip
def test_funky_dice_become_the_nearest_standard_die(
    die: str, standard: str, tied: bool, rules: ConversionRules
) -> None:
    """A tie goes to the larger die and is marked as ours."""
    made = convert(f"Thing HP 6; Atk claw ({die})", Game.DCC, rules)
    assert made.npc.attacks[0].dice == (standard,)
    assert any(line.rule == "rulings/funky-dice" for line in made.trace) == tied
    kept = convert(f"Thing HP 6, claw ({die})", Game.KNAVE, rules).npc.attacks[0].dice
    assert kept == ((die.upper()),)


def test_only_mork_borg_changes_its_smallest_die(rules: ConversionRules) -> None:
    """D2 Damage turns into D4 there, and stays in Cairn."""
    assert convert("Rat HP 1 bite D2", Game.MORK_BORG, rules).npc.attacks[0].dice == ("D4",)
    assert convert("Rat 1 HP, bite (d2)", Game.CAIRN, rules).npc.attacks[0].dice == ("D2",)


@pytest.mark.parametrize(
    ("game", "text", "armor"),
    [("mork-borg", "tier 1 armor", "D4"), ("mork-borg", "tier 2", "D6"), ("mork-borg", "armor 3", "D6"), ("mork-borg", "tier 0", ""),
     ("mork-borg", "tier 4", "D6"), ("mork-borg", "-D2", "D4"), ("mork-borg", "armor −d6", "D6"), ("mork-borg", "heavy armor", "D6"),
     ("cairn", "0 Armor", ""), ("cairn", "Armor 1", "D4"), ("cairn", "2 armor", "D6"), ("cairn", "Armor: 3", "D6"), ("cairn", "9 Armor", "D6"),
     ("knave", "1 AP", "D4"), ("knave", "Armor Points 2", "D4"), ("knave", "AP 3", "D6"), ("knave", "AP 7", "D6"), ("knave", "AC 10", ""),
     ("knave", "AC 13", "D4"), ("knave", "AC 14", "D6"), ("knave", "leather armor", "D4"), ("knave", "chain mail", "D6"),
     ("ose", "AC 9 [10]", ""), ("ose", "AC 8 [11]", "D4"), ("ose", "AC 6 [13]", "D4"), ("ose", "AC 5 [14]", "D6"), ("ose", "AC -3 [22]", "D6"),
     ("ose", "AC 9", ""), ("ose", "AC 10", ""), ("ose", "AC [13]", "D4"), ("ose", "AC 17", "D6"), ("ose", "unarmored", ""), ("ose", "hide", "D4"),
     ("ose", "bone plating", "D6"), ("ose", "no armor", ""), ("dcc", "AC 10", ""), ("dcc", "AC 13", "D4"), ("dcc", "AC 14", "D6"),
     ("dcc", "AC 12 (leather)", "D4"), ("dcc", "AC 20 (unarmored)", "")],
)  # fmt: skip
def test_armor_of_every_kind_has_an_answer(
    game: str, text: str, armor: str, rules: ConversionRules
) -> None:
    """Points and tiers, words, dice and Armor Classes on either scale."""
    made = convert(in_game(game, text), Game(game), rules).npc
    assert (made.armor or "") == armor
    assert made.attacks == () and made.shield is None


def test_a_shield_keeps_its_die_or_gets_the_smallest(rules: ConversionRules) -> None:
    """Shields are as they are; “no shield” is none."""
    for text, shield in (("shield", "D4"), ("shield d6", "D6"), ("large shield (D6)", "D6"), ("no shield", None)):  # fmt: skip
        assert convert(f"Thing HP 6, {text}", Game.MORK_BORG, rules).npc.shield == shield
    bash = convert("Thing HP 6, shield bash d4", Game.MORK_BORG, rules).npc
    assert bash.shield is None and bash.attacks == (Attack("shield bash", ("D4",)),)


@pytest.mark.parametrize(
    ("damage", "dice"),
    [("1d6+1", ("D6 + 1",)), ("2d4", ("2D4",)), ("1d6-1", ("D6 − 1",)), ("1d6+1d4", ("D6 + D4",)), ("3d6 + 3", ("3D6 + 3",))],
)  # fmt: skip
def test_sums_and_bonuses_stay_as_they_are(
    damage: str, dice: tuple[str, ...], rules: ConversionRules
) -> None:
    """They are still added; the trace says that it is our reading."""
    made = convert(f"Thing HD 1, claw ({damage})", Game.OSE, rules)
    assert made.npc.attacks == (Attack("claw", dice),)
    assert any(line.rule == "rulings/converted-damage" for line in made.trace)


@pytest.mark.parametrize(("text", "special"), [("spear (thrown, 1d6)", "thrown"), ("spear (1d6 and poison)", "poison"), ("spear 1d6 plus poison", "poison"), ("spear (1d6 or by weapon)", "")])  # fmt: skip
def test_what_an_attack_does_beside_damage_becomes_a_special(
    text: str, special: str, rules: ConversionRules
) -> None:
    """It keeps the attack's name."""
    made = convert(f"Thing HP 6, {text}", Game.KNAVE, rules).npc
    assert made.attacks == (Attack("spear", ("D6",)),)
    assert made.specials == ((f"spear: {special}",) if special else ())


@pytest.mark.parametrize(
    ("given", "resolve"),
    [("cowardly", 30), ("average", 50), ("steadfast", 70), ("fearless", 90)],
)
def test_a_temperament_can_be_set(given: str, resolve: int, rules: ConversionRules) -> None:
    """By the Referee, or in the block; it goes before what the block's words suggest."""
    text = "Cultist; HP 6; SP mindless"
    assert convert(text, Game.DCC, rules, given).npc.resolve == resolve
    assert convert(f"{text}; temperament: {given}", Game.DCC, rules).npc.resolve == resolve


ODD = [
    ("cairn", ""), ("ose", " \n\t "), ("dcc", "—;.,"), ("mork-borg", "Goblin"), ("cairn", "Goblin, spear (d6)"), ("ose", "Goblin AC 7 [12]"),
    ("cairn", "Goblin 0 HP"), ("mork-borg", "Goblin HP 0"), ("dcc", "Goblin HP -3"), ("cairn", "Goblin -4 HP"), ("ose", "Goblin HD 0"),
    ("ose", "Goblin HD -1"), ("ose", "Goblin HD 1/0"), ("mork-borg", "Goblin HP 6 Morale -3"), ("cairn", "Goblin 4 HP, WIL -1"),
    ("cairn", "Goblin 4 HP, Armor -1"), ("cairn", "Goblin 9999999 HP"), ("ose", "HD " + "9" * 5000), ("knave", "Goblin HP 4, claw (d0)"),
    ("knave", "Goblin HP 4, claw (d1)"), ("knave", "Goblin HP 4, claw (999d6)"), ("knave", "Goblin HP 4, 500 claws (d6)"), ("knave", "HP 0d6"),
    ("mork-borg", "Goblin HP 4 -D0"), ("mork-borg", "Goblin HP 4, shield d1"), ("cairn", "HP " * 40_000), ("ose", "x" * 100_000), ("dcc", "HP 6 " + "d6+" * 900 + "d6"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "text"), ODD)
def test_what_cannot_be_converted_is_one_clear_error(
    game: str, text: str, rules: ConversionRules
) -> None:
    """One short line that says what was expected and what came."""
    with pytest.raises(ConversionError, match=r"expected .*came") as caught:
        convert(text, Game(game), rules)
    assert len(str(caught.value)) < 160 and len(str(caught.value).splitlines()) == 1


def test_an_unknown_temperament_is_refused(rules: ConversionRules) -> None:
    """The four that exist are named."""
    with pytest.raises(ConversionError, match="cowardly, average, steadfast, fearless"):
        convert("Goblin HP 6", Game.DCC, rules, "grumpy")


FIELDS = "HP Morale HD AC Att Atk WIL Armor tier shield leather hide SP Special: Drive: SV Fort Will ML AL or and by weapon melee"
SIGNS = "d6|D2|1d8+1|2d4|d8+d8|d0|d16|6|-3|0|½|1-1|3d8|[12]|(3hp)|(d6)|(|)|[|]|,|;|:|.|-|–|×|+|/|\n|\n-|\t"
WORDS = (
    *FIELDS.split(),
    *SIGNS.split("|"),
    *("Gøblin", "claw", "٣", "²", "\x00", "\u2028", "\ud800", "Ⅷ", "ſhield", "K", "9" * 30, "\x1b[31m", "’", "🜏"),
)  # fmt: skip


def outcome(text: str, game: Game, rules: ConversionRules) -> Conversion | None:
    """The conversion, or none if it was refused as it should be."""
    refusal = ""
    try:
        return convert(text, game, rules)
    except ConversionError as error:
        refusal = str(error)
    assert "expected" in refusal and len(refusal.splitlines()) == 1, text
    return None


@pytest.mark.parametrize("game", list(Game))
def test_any_text_gives_an_npc_or_one_clear_error(game: Game, rules: ConversionRules) -> None:
    """Words of stat blocks and worse, in any order; what comes out survives JSON."""
    dice = random.Random(str(game))
    converted = 0
    for _ in range(400):
        words = dice.choices(WORDS, k=dice.randrange(25))
        text = "".join(word + dice.choice((" ", " ", "")) for word in words)
        made = outcome(text, game, rules)
        if made is None:
            continue
        converted += 1
        assert 1 <= made.npc.hp <= 30 and made.npc.resolve in (30, 50, 70, 90)
        assert made.npc.armor in (None, "D4", "D6")
        assert decode(Conversion, json.loads(json.dumps(encode(made)))) == made
        assert npc_lines(made.npc)[0] == made.npc.name
    assert converted > 20


@pytest.mark.parametrize("part", ["HP ", "(", "d6 ", "sv fort ", "a ", "-", "shield ", "x: ", "1 x claw (d6) ", "\n- a", "9", "leather and "])  # fmt: skip
def test_the_longest_text_is_read_at_once(part: str, rules: ConversionRules) -> None:
    """No pattern takes more than a moment for any text that is allowed."""
    text = ("HP 6 " + part * LONGEST_BLOCK)[:LONGEST_BLOCK]
    for game in (Game.MORK_BORG, Game.DCC):
        outcome(text, game, rules)


def test_every_line_names_a_rule_or_ruling_of_the_book(rules: ConversionRules, book: Book) -> None:
    """Each block's trace leads to places that exist, its game's section among them."""
    for game, text, _ in BLOCKS:
        trace = convert(text, Game(game), rules).trace
        assert SECTIONS[Game(game)] in {line.rule for line in trace}
        assert all(line.text and line.rule in book.targets for line in trace), trace


def test_the_trace_says_how_each_value_came_about(rules: ConversionRules) -> None:
    """An example in full."""
    section = "conversions/old-school-essentials"
    trace = convert(
        "Rat AC 7 [12], HD 1-1, bite (1d3), ML 13, SV as level 1", Game.OSE, rules
    ).trace
    assert trace == (
        Line("4 HP: 1 Hit Dice × 4", section),
        Line("Minus 1 makes 3 HP", "rulings/converted-hit-points"),
        Line("bite D3: as it is", section),
        Line("Armor D4: AC 7", section),
        Line("AC 7 is armor lighter than mail", "rulings/ose-armor-class"),
        Line("Resolve 90%: Morale 13", section),
        Line("13 is past the table: row 10-12", "rulings/converted-scores"),
        Line("No saves: the Die of Fate decides for an NPC", "conversions/saves"),
        Line("Not part of an NPC: SV as level 1", "conversions/nightsong-npcs"),
    )


def test_damage_without_a_die_is_a_special(rules: ConversionRules) -> None:
    """It keeps its words, since there is no roll that could miss."""
    for text, special in (("Att 1 × bite (1)", "bite (1)"), ("3 damage", "3 damage")):
        made = convert(f"Rat HD 1, {text}", Game.OSE, rules).npc
        assert made.attacks == () and made.specials == (special,)


def test_a_second_morale_is_left_to_the_referee(rules: ConversionRules) -> None:
    """The first one counts; the trace keeps what stands in brackets."""
    made = convert("Goblin HD 1, ML 7 (9 with king)", Game.OSE, rules)
    assert made.npc.resolve == 50
    line = "For the Referee to judge: Morale 9 with king"
    assert Line(line, "conversions/nightsong-npcs/resolve") in made.trace


def test_other_numbers_give_other_npcs(rules: ConversionRules) -> None:
    """The numbers come from the ruleset, not from the code."""
    assert convert("Thing HD 2", Game.OSE, replace(rules, hp_per_hit_die=5)).npc.hp == 10
    assert convert("Thing HD 9", Game.OSE, replace(rules, hp_limit=99)).npc.hp == 36
    bite = convert("Rat HP 1 bite D2", Game.MORK_BORG, replace(rules, smallest_die=("D2", "D6")))
    assert bite.npc.attacks[0].dice == ("D6",)


def test_an_attack_without_dice_is_refused() -> None:
    """So is one whose dice can't be read."""
    for dice in ((), ("fish",)):
        with pytest.raises(ValueError, match="expected"):
            Attack("claw", dice)


# The command


@pytest.fixture
def shipped(tmp_path: Path, bundle: str) -> list[str]:
    """The arguments that name the real bundle."""
    path = tmp_path / "ruleset.json"
    path.write_text(bundle, encoding="utf-8")
    return ["--ruleset", str(path), "convert"]


def test_a_block_is_converted_at_the_command_line(
    shipped: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The NPC first, then each line's rule."""
    text = "Goblin 4 HP, 8 WIL, spear (d6), 1 Armor"
    assert main([*shipped, "--from", "cairn", text]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Goblin",
        "4 HP, Resolve 50%",
        "Attacks: spear D6",
        "Armor D4",
        "  4 HP: as they are (conversions/cairn)",
        "  spear D6: as it is (conversions/cairn)",
        "  Armor D4: Armor 1 (conversions/cairn)",
        "  Resolve 50%: WIL 8 (conversions/cairn)",
    ]


def test_a_block_comes_from_standard_input_and_goes_out_as_json(
    shipped: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The JSON holds the NPC and the trace."""
    monkeypatch.setattr("sys.stdin", io.StringIO("Orc\nHP 6; Atk axe (1d7)\n"))
    assert main([*shipped, "--from", "dcc", "--temperament", "cowardly", "--json", "-"]) == 0
    made = decode(Conversion, json.loads(capsys.readouterr().out))
    assert made.npc == Npc("Orc", 6, 30, attacks=(Attack("axe", ("D8",)),))


@pytest.mark.parametrize(
    "arguments",
    [["--from", "cairn", "Goblin"], ["--from", "chess", "Goblin"], ["Goblin HP 6"], ["--from", "dcc", "--temperament", "x", "HP 6"]],
)  # fmt: skip
def test_what_cannot_be_converted_is_one_line_and_exit_code_2(
    shipped: list[str], arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """On standard error; nothing comes out."""
    assert main([*shipped, *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and len(captured.err.splitlines()) == 1
