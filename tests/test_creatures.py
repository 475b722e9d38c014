"""The supplement of creatures: thirty-six, within the rules' bounds, marked, shown and playable."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from generator.model.book import Book, StatBlock
from generator.project import HERE
from generator.render.data import creatures_json
from generator.render.markdown import markdown_files
from generator.render.print import Sheet, printed
from generator.render.site import site_pages
from nightsong import BundleError, Chance, Ruleset, load_ruleset
from nightsong.bestiary import CreatureError, CreatureRules, creature_flaws, find_creature
from nightsong.cli import main
from nightsong.fighters import of_character, of_npc
from nightsong.fights import FightRules, new_fight
from nightsong.making import make_party
from nightsong.npcs import Creature
from nightsong.procedures import ProcedureError, play
from nightsong.spans import span
from nightsong.tactics import play as fight_out

Out = pytest.CaptureFixture[str]
COUNT = 36


@pytest.fixture(scope="module")
def blocks(book: Book) -> list[StatBlock]:
    """All creatures of the book as printed."""
    return [stats for section in book.sections() for stats in section.creatures]


@pytest.fixture
def shipped(tmp_path: Path, bundle: str) -> list[str]:
    """The arguments that name the real bundle."""
    path = tmp_path / "ruleset.json"
    path.write_text(bundle, encoding="utf-8")
    return ["--ruleset", str(path)]


# Content


def test_there_are_six_kinds_of_six(ruleset: Ruleset) -> None:
    """Thirty-six creatures with names of their own, the author's one heading first."""
    kinds = Counter(creature.kind for creature in ruleset.creatures)
    assert len(kinds) == 6 and set(kinds.values()) == {6}
    assert next(iter(kinds)) == "Humanoid"
    assert len({creature.npc.name for creature in ruleset.creatures}) == COUNT


def test_their_values_are_spread_over_the_bands(ruleset: Ruleset) -> None:
    """Most are ordinary, some tough, two or three colossal, and these are Forces."""
    npcs = ruleset.numbers["npcs"]
    bands = {name: span(npcs["hp"][name]) for name in ("most", "tough", "colossal")}
    found = Counter(
        next(name for name, band in bands.items() if band.low <= one.npc.hp <= (band.high or 0))
        for one in ruleset.creatures
    )
    assert found["most"] > COUNT / 2 and found["tough"] >= 5 and found["colossal"] in (2, 3)
    for one in ruleset.creatures:
        assert one.npc.force == any(s.startswith("Force: ") for s in one.npc.specials)
        assert one.npc.force or one.npc.hp < bands["colossal"].low
    armor = Counter(one.npc.armor for one in ruleset.creatures)
    assert armor[None] > COUNT / 2
    assert set(armor) == {None, npcs["armor"]["some"], npcs["armor"]["hardy"]}
    dice = {die for one in ruleset.creatures for a in one.npc.attacks for die in a.dice}
    assert dice == set(npcs["damage"].values())
    resolve = ruleset.numbers["resolve"]
    shown = {one.npc.resolve for one in ruleset.creatures}
    assert min(shown) == resolve["cowardly"] and max(shown) == resolve["fearless"]
    assert resolve["average"] in shown and resolve["steadfast"] in shown


def test_each_has_words_a_drive_and_a_special(blocks: list[StatBlock]) -> None:
    """There is something to read aloud, something that it wants, and something that it does."""
    for stats in blocks:
        assert stats.text and stats.drive.endswith("."), stats.id
        assert stats.specials and all(text for _, text in stats.specials), stats.id


def test_the_roster_lists_all_in_order(ruleset: Ruleset) -> None:
    """The table is made from the creatures: a row for each, by the two dice that show it."""
    (roll,) = ruleset.table("creatures/any").rolls
    assert [row.name for row in roll.rows] == [one.npc.name for one in ruleset.creatures]
    assert roll.rows[0].key == "1/1" and roll.rows[-1].key == "6/6"


# Laws


def test_the_laws_hold_on_the_bundle(bundle: str, ruleset: Ruleset) -> None:
    """A bundle with a creature outside the bounds is refused, and the creature named."""
    rules = CreatureRules.of(ruleset.numbers)
    assert not [flaw for one in ruleset.creatures for flaw in creature_flaws(one.npc, rules)]
    spoilt = [
        ({"hp": 0}, "1 to 30 HP"), ({"hp": 31}, "1 to 30 HP"), ({"resolve": 55}, "steps of 10"),
        ({"resolve": 0}, "steps of 10"), ({"resolve": 110}, "steps of 10"),
        ({"armor": "D7"}, "one of D12"), ({"shield": "D0"}, "one of D12"),
        ({"attacks": [{"name": "bite", "dice": ["E6"]}]}, "complete bundle"),
        ({"attacks": [{"name": "bite", "dice": []}]}, "complete bundle"),
        ({"name": ruleset.creatures[1].npc.name}, "a name of its own"),
    ]  # fmt: skip
    for change, message in spoilt:
        data = json.loads(bundle)
        data["creatures"][0]["npc"].update(change)
        with pytest.raises(BundleError, match=message):
            load_ruleset(json.dumps(data))


# Engine


@pytest.mark.parametrize("number", range(COUNT))
def test_each_plays_a_fight(ruleset: Ruleset, number: int) -> None:
    """A party meets the creature, and an ally of its kind stands on either side."""
    creature: Creature = ruleset.creatures[number]
    rules, chance = FightRules.of(ruleset.numbers), Chance(f"creature {number}")
    party = [of_character(m.character, rules.steps) for m in make_party(ruleset, chance, 3)]
    fight = fight_out(new_fight((*party, of_npc(creature.npc)), rules), rules, chance, 20)
    assert fight.log
    assert any(creature.npc.name in event.text for event in fight.log)


def test_one_is_found_by_id_short_id_or_name(ruleset: Ruleset) -> None:
    """Case doesn't matter; a slip gets the nearest name."""
    for wanted in ("creatures/beast/echo-wolf", "echo-wolf", "Echo Wolf", " echo wolf "):
        assert find_creature(ruleset.creatures, wanted).npc.name == "Echo Wolf"
    with pytest.raises(CreatureError, match="did you mean Echo Wolf"):
        find_creature(ruleset.creatures, "eco wolf")


def test_procedures_give_plain_data(ruleset: Ruleset) -> None:
    """One creature with all its values, or a kind, as JSON data."""
    one = play(ruleset, "creature", {"creature": "Cairn Bear"}, Chance("c")).result
    assert one["hp"] == 16 and one["attacks"][0]["dice"] == ["D8", "D8"] and one["supplement"]
    kind = play(ruleset, "creatures", {"kind": "Beast"}, Chance("c")).result
    assert one in kind["creatures"] and len(kind["creatures"]) == 6
    assert json.loads(json.dumps(kind)) == kind
    with pytest.raises(ProcedureError, match="creature’s id or name"):
        play(ruleset, "creature", {"creature": "nobody"}, Chance("c"))
    with pytest.raises(ProcedureError, match="expected one of Humanoid"):
        play(ruleset, "creatures", {"kind": "Dragon"}, Chance("c"))


def test_the_command_lists_and_shows(shipped: list[str], capsys: Out, ruleset: Ruleset) -> None:
    """All by kind, one as printed, either as JSON."""
    assert main([*shipped, "creature", "list"]) == 0
    listed = capsys.readouterr().out
    assert all(one.npc.name in listed for one in ruleset.creatures)
    assert main([*shipped, "creature", "list", "--kind", "undead", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 6
    assert main([*shipped, "creature", "fog", "mother"]) == 0
    shown = capsys.readouterr().out
    assert "15 HP, Resolve 60%" in shown and "Supplement" in shown
    for wrong in (["creature", "nobody"], ["creature", "list", "--kind", "x"]):
        assert main([*shipped, *wrong]) == 2
        assert capsys.readouterr().err.startswith("nightsong: expected ")


def test_creatures_fight_on_either_side(shipped: list[str], capsys: Out) -> None:
    """Several of one, and allies; their Specials are left to the Referee."""
    sides = ["--foe", "2 Echo Wolf", "--ally", "hearthling", "--party", "2", "--seed", "7"]
    assert main([*shipped, "fight", *sides, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    names = {fighter["name"]: fighter["side"] for fighter in told["fight"]["fighters"]}
    assert names["Hearthling"] == "party" and names["Echo Wolf 2"] == "foes" and len(names) == 5
    assert told["specials"]["Echo Wolf"] == ["Borrowed Voice", "Pack"]
    assert (
        main([*shipped, "fight", "--party", "0", "--ally", "moonwyrm", "--foe", "old siege"]) == 0
    )
    assert "the Referee’s to play: " in capsys.readouterr().out
    for wrong in (["--foe", "nobody"], ["--foe", "0 echo wolf"], ["--foe", "101 echo wolf"]):
        assert main([*shipped, "fight", *wrong]) == 2
        assert capsys.readouterr().err.startswith("nightsong: expected ")


# Page, SRD, print and data


def test_page_and_srd_show_all_as_ours(book: Book, blocks: list[StatBlock]) -> None:
    """Every creature with its values stands on the page and in the SRD; the chapter is marked once."""
    page = site_pages(book, [], HERE.page_theme)["creatures.md"]
    srd = markdown_files(book)["creatures.md"]
    assert page.count("Supplement: ") == srd.count("Supplement: ") == 1
    for stats in blocks:
        anchor = book.targets[stats.id].anchor
        assert f"### {stats.creature.npc.name} {{#{anchor}}}" in page
        assert f'<a href="#{anchor}">{stats.creature.npc.name}</a></td>' in page
        assert f"### {stats.creature.npc.name}\n\n*{stats.text[:20]}" in srd
        assert f"Resolve **{stats.creature.npc.resolve}%**" in srd
    assert page.count('<dl class="ns-values">') == COUNT


def test_print_shows_all_as_ours(book: Book, blocks: list[StatBlock]) -> None:
    """Every creature has its place in the zine's text, and the chapter one mark."""
    from generator.load.manuscript import load

    manuscript, _ = load(HERE.root)
    assert manuscript.editions and manuscript.papers
    edition = manuscript.editions.form.editions["zine"]
    paper = manuscript.papers.form.papers["a5"]
    html = printed(Sheet(book, edition, paper, 9.5), HERE.root / "theme")
    chapter = html.partition(' id="creatures">')[2]
    chapter = chapter.partition('<section class="back"')[0]
    assert chapter.count('<b class="by">Supplement</b>') == 1
    for stats in blocks:
        assert f'<section class="creature" id="{stats.id}">' in chapter


def test_the_data_has_every_value(book: Book, blocks: list[StatBlock]) -> None:
    """creatures.json has all values, the source and the mark of each."""
    data = json.loads(creatures_json(book))
    assert data["notice"] == book.game.notice
    assert [one["id"] for one in data["creatures"]] == [stats.id for stats in blocks]
    for one in data["creatures"]:
        assert one["supplement"] is True and one["source"]["title"] == book.game.ours.title
        assert all(special["name"] and special["text"] for special in one["specials"])
