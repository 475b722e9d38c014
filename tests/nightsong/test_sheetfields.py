"""What goes into which field of a character's sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.characters import Carried, Character, Condition, Severity
from nightsong.making import make_character
from nightsong.model import Item, ItemKind
from nightsong.sheetfields import CONDITIONS, SheetForm, fields_of, is_tick

SEEDS = [f"sheet-{n}" for n in range(200)]


def _character(ruleset: Ruleset, seed: str = "1") -> Character:
    return make_character(ruleset, Chance(seed)).character


def _shown(values: Mapping[str, str]) -> str:
    return "\n".join(values.values())


def test_every_field_has_a_name_of_its_own_and_a_value(ruleset: Ruleset) -> None:
    """The values come in the order in which one fills the sheet in."""
    names = SheetForm.of(ruleset).names()
    assert len(set(names)) == len(names)
    assert tuple(fields_of(_character(ruleset), ruleset)) == names


def test_whatever_is_rolled_stands_on_the_sheet(ruleset: Ruleset) -> None:
    """Two hundred new characters have all they own on the sheet, without the notes."""
    for seed in SEEDS:
        character = _character(ruleset, seed)
        values = dict(fields_of(character, ruleset))
        shown = _shown(values)
        assert all(carried.item.name in shown for carried in character.carried), seed
        assert all(detail.text in shown for detail in character.details), seed
        assert all(name in values["backgrounds"] for name in character.backgrounds), seed
        assert values["notes"] == "", seed


def test_a_check_box_is_on_or_off(ruleset: Ruleset) -> None:
    """No third state is ever asked of a form."""
    values = fields_of(_character(ruleset), ruleset)
    assert {value for name, value in values.items() if is_tick(name)} <= {"on", "Off"}


def test_what_has_no_line_goes_to_the_notes(ruleset: Ruleset) -> None:
    """More than the sheet has lines for is never lost."""
    pile = [Carried.fresh(Item(f"Lute {n}", ItemKind.GEAR, bulky=True)) for n in range(40)]
    ails = [Condition(f"Woe {n}", 1, Severity.MAJOR) for n in range(CONDITIONS + 2)]
    shards = [Carried(Item(f"Song {n}", ItemKind.SPELL_SHARD), "D6") for n in range(30)]
    laden = replace(
        _character(ruleset), carried=(*pile, *shards), conditions=tuple(ails), pronouns="they"
    )
    values = dict(fields_of(laden, ruleset))
    shown = _shown(values)
    for name in [*(c.item.name for c in laden.carried), *(c.name for c in laden.conditions)]:
        assert name in shown.replace("\n", " | "), name
    assert "Lute 39 (bulky)" in values["notes"]
    assert values["pronouns"] == "they"


def test_a_score_below_nothing_has_a_true_minus(ruleset: Ruleset) -> None:
    """Scores and HP are written as the book writes them."""
    one = _character(ruleset)
    low = replace(one, abilities=replace(one.abilities, strength=-1), hp=-2)
    values = fields_of(low, ruleset)
    assert (values["abilities.strength"], values["hp"]) == ("−1", "−2")
