"""The example, Lanternfolk: it holds together, it is played, and it says what it stands on."""

from __future__ import annotations

import pytest
from written import Remix

from generator.copydesk import Copy
from generator.model.ruleset import ruleset_of
from generator.project import HERE
from generator.remixing.report import report
from generator.remixing.upstream import compared
from generator.render.looks import looks_css
from generator.render.markdown import markdown_files
from nightsong.bundle import Ruleset, dump_ruleset, load_ruleset
from nightsong.chance import Chance
from nightsong.procedures import play

EXAMPLE = HERE.root / "examples" / "lanternfolk"


@pytest.fixture(scope="module")
def lanternfolk() -> Copy:
    """The example, resolved."""
    return Remix(EXAMPLE).copy()


@pytest.fixture(scope="module")
def rules(lanternfolk: Copy) -> Ruleset:
    """Its rules, as other programs load them."""
    return load_ruleset(dump_ruleset(ruleset_of(lanternfolk.book)))


def test_it_has_all_three_verbs_a_number_words_and_looks(lanternfolk: Copy) -> None:
    """An example of everything that a remix can do."""
    assert {str(one.verb) for one in lanternfolk.changes} == {"added", "replaced", "removed"}
    assert any(one.id == "n.focus.limit" for one in lanternfolk.changes)
    assert lanternfolk.book.game.words["Strength"] == "Sinew"
    assert looks_css(lanternfolk.looks)
    assert lanternfolk.looks.tone
    assert lanternfolk.looks.logo


def test_its_report_names_a_file_and_line_for_everything(lanternfolk: Copy) -> None:
    """Whatever it changes, and whatever that touches."""
    lines = list(report(lanternfolk))
    assert len(lines) == 2 + len(lanternfolk.changes) + len(lanternfolk.notes)
    assert all(one.line for one in (*lanternfolk.changes, *lanternfolk.notes))


def test_nothing_that_it_changes_is_gone() -> None:
    """It is still about the game that it stands on; `remix accept` settles what else changes."""
    assert not any("Gone, though" in line for line in compared(Remix(EXAMPLE).project()))


@pytest.mark.parametrize("seed", range(20))
def test_its_characters_are_made_by_its_own_rules(rules: Ruleset, seed: int) -> None:
    """Its backgrounds, its keepsakes, its words in every trace, and more Focus than elsewhere."""
    played = play(rules, "character", {}, Chance(str(seed)))
    text = " ".join(line.text for line in played.trace)
    assert "Presence" not in text
    assert "Dexterity" not in text
    assert "Glow" in text
    assert "Whisk" in text
    keepsakes = [row.name for roll in rules.tables["details/keepsake"].rolls for row in roll.rows]
    assert any(name in text for name in keepsakes)


def test_some_of_its_folk_come_from_its_own_backgrounds(rules: Ruleset) -> None:
    """Those with the most Glow, by the table in the place of another."""
    order = ["presence", "strength", "dexterity", "constitution"]
    own = {row.name for roll in rules.tables["backgrounds/presence"].rolls for row in roll.rows}
    assert "Lamplighter" in own
    for seed in range(5):
        played = play(rules, "character", {"order": order}, Chance(str(seed)))
        assert any(name in str(played.result) for name in own)


def test_its_watches_know_no_weather(rules: Ruleset) -> None:
    """The rule that was removed isn't played, in any Watch."""
    for seed in range(20):
        played = play(rules, "watch", {}, Chance(str(seed)))
        assert not any("weather" in line.key for line in played.trace)


def test_it_names_all_that_it_stands_on(lanternfolk: Copy) -> None:
    """On the page about its licence, in its notice, and what is new says where it comes from."""
    files = markdown_files(lanternfolk.book)
    for title in (one.title for one in lanternfolk.book.game.chain):
        assert title in files["licence.md"]
        assert title in files["NOTICE.md"]
    assert "Old Mother Moth" in files["NOTICE.md"]
    assert "Lanternfolk" in files["characters.md"]


def test_it_can_be_given_away_without_what_it_holds_back() -> None:
    """Another name stands in the place of the reserved one, everywhere."""
    files = markdown_files(Remix(EXAMPLE).copy(bare=True).book)
    assert "Old Mother Moth" not in "".join(files.values())
    assert "the eldest moth" in files["characters.md"].lower()
