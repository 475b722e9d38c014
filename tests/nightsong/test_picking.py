"""What a player picks instead of rolling, and what may be picked."""

from __future__ import annotations

from typing import Any

import pytest

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.procedures import ProcedureError, play

ORDER = ["presence", "strength", "dexterity", "constitution"]


def _character(ruleset: Ruleset, **using: Any) -> dict[str, Any]:
    found: dict[str, Any] = play(ruleset, "character", using, Chance("7")).result["character"]
    return found


def _shards(character: dict[str, Any]) -> list[str]:
    return [
        c["item"]["name"] for c in character["carried"] if c["item"].get("kind") == "spell-shard"
    ]


def test_what_is_picked_leaves_every_other_part_as_it_fell(ruleset: Ruleset) -> None:
    """A face, a name and pronouns of one's own change nothing else."""
    rolled = _character(ruleset)
    picked = _character(ruleset, name="Ash", pronouns="they", details={"details/face": "Freckled"})
    assert (picked["name"], picked["pronouns"]) == ("Ash", "they")
    faces = [d["text"] for d in picked["details"] if d["table"] == "details/face"]
    assert faces == ["Freckled"]
    own = {"name", "pronouns", "details"}
    assert {k: v for k, v in picked.items() if k not in own} == {
        k: v for k, v in rolled.items() if k not in own
    }
    others = [d for d in picked["details"] if d["table"] != "details/face"]
    assert others == [d for d in rolled["details"] if d["table"] != "details/face"]


def test_a_spell_is_picked_for_one_shard_and_rolled_for_the_rest(ruleset: Ruleset) -> None:
    """Shards keep their order; what was picked never comes up in another."""
    options = play(ruleset, "character-options", {}, Chance("1")).result
    for spell in (one["name"] for one in options["spells"]):
        held = _shards(_character(ruleset, order=ORDER, spells=["", spell.upper()]))
        assert len(held) == len(set(held)) == 2
        assert held[1] == spell


def test_more_spells_than_shards_wait(ruleset: Ruleset) -> None:
    """A pick for a Shard that the character hasn't got is no mistake: Presence may still rise."""
    low = ["strength", "dexterity", "constitution", "presence"]
    assert not _shards(_character(ruleset, order=low, background="Soldier", spells=["Early Night"]))


@pytest.mark.parametrize(
    ("using", "expected"),
    [
        ({"details": {"details/tail": "long"}}, "expected details of details/face"),
        ({"order": ORDER, "spells": ["Fireball"]}, "expected one of Errand for a Shadow"),
        ({"order": ORDER, "spells": ["Early Night"] * 2}, "came Early Night in two"),
        ({"name": "x" * 121}, "expected at most 120 letters, came 121"),
        ({"background": "Wizard"}, "expected one of Soldier"),
        ({"order": ["strength"]}, "each once"),
    ],
)
def test_a_pick_that_can_t_be_is_told_with_what_can(
    ruleset: Ruleset, using: dict[str, Any], expected: str
) -> None:
    """Each says what was expected."""
    with pytest.raises(ProcedureError, match=expected):
        _character(ruleset, **using)


def test_all_that_is_offered_can_be_picked(ruleset: Ruleset) -> None:
    """Every background, Spell and row that the options list is taken as it is."""
    options = play(ruleset, "character-options", {}, Chance("1")).result
    for ability, backgrounds in options["backgrounds"].items():
        order = [ability, *(a for a in options["backgrounds"] if a != ability)]
        for one in backgrounds:
            made = _character(ruleset, order=order, background=one["name"])
            assert made["backgrounds"] == [one["name"]]
    for detail in options["details"]:
        for text in detail["rows"]:
            made = _character(ruleset, details={detail["table"]: text})
            assert text in [d["text"] for d in made["details"]]
