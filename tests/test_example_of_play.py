"""The example of play: one scene, in which what the dice did goes on to matter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest

from generator.load.manuscript import load
from generator.model.authored import ExampleForm
from generator.model.book import Book, Section
from generator.model.manuscript import placed_sections
from generator.project import HERE
from nightsong.bundle import Ruleset
from nightsong.examples import Given
from nightsong.procedures import play

SCENE = "refereeing/example-of-play"
SHOWN = ("fate", "check", "nuanced-check", "step-die", "attack", "cast", "wear", "short-rest")
ASKED = ("weather", "events", "distance", "reactions", "fate")


@dataclass(frozen=True, slots=True)
class Beat:
    """A roll of the scene: as written, and what comes of it."""

    form: ExampleForm
    result: Mapping[str, Any]


@pytest.fixture(scope="module")
def scene(book: Book) -> Section:
    """The scene as it is printed."""
    return next(section for section in book.sections() if section.id == SCENE)


@pytest.fixture(scope="module")
def beats(ruleset: Ruleset) -> tuple[Beat, ...]:
    """The scene's rolls in their order, played."""
    manuscript, _ = load(HERE.root, HERE.workshop / "cache" / "documents")
    chapter = manuscript.chapters["refereeing"]
    placed = next(p for p in placed_sections("refereeing", chapter) if p.id == SCENE)
    return tuple(
        Beat(f, play(ruleset, f.play, f.using, Given(f.seed, real=f.dice)).result)
        for f in placed.form.examples
    )


def of(beats: tuple[Beat, ...], name: str) -> list[Beat]:
    """The rolls of one procedure."""
    return [beat for beat in beats if beat.form.play == name]


def test_the_scene_shows_how_a_session_runs(beats: tuple[Beat, ...]) -> None:
    """It rolls for what a group meets on a usual day, from the weather to a rest."""
    assert set(SHOWN) <= {beat.form.play for beat in beats}
    assert set(ASKED) <= {beat.form.using["question"] for beat in of(beats, "fate")}
    assert any(beat.form.using.get("helpers") for beat in of(beats, "check"))


def test_the_dice_are_for_and_against(beats: tuple[Beat, ...]) -> None:
    """Answers are yes and no; an attack meets Armor, another meets none, and one misses."""
    assert {beat.result["yes"] for beat in of(beats, "fate")} == {True, False}
    attacks = [beat.result for beat in of(beats, "attack")]
    assert any(attack["armor"] is not None for attack in attacks)
    assert any(attack["harm"] and attack["armor"] is None for attack in attacks)
    assert any(attack["damage"]["missed"] for attack in attacks)


def test_the_torch_burns_down_as_it_is_rolled(beats: tuple[Beat, ...], ruleset: Ruleset) -> None:
    """A torch starts at its die, and each roll is of the die that the last one left."""
    rolls = [beat.result for beat in of(beats, "step-die")]
    assert rolls[0]["before"] == ruleset.numbers["light"]["torch"]
    assert any(roll["before"] != roll["after"] for roll in rolls)
    for earlier, later in pairwise(rolls):
        assert later["before"] == earlier["after"]


def test_the_sword_that_wears_is_the_one_that_struck(beats: tuple[Beat, ...]) -> None:
    """Weapons are stepped from the die that they were rolled with, and only after the fight."""
    armored = [beat.form.using for beat in of(beats, "attack") if beat.form.using.get("armor")]
    wear = of(beats, "wear")[0]
    assert {die for using in armored for die in using["dice"]} == {
        piece["die"] for piece in wear.form.using["gear"]
    }
    last_blow = max(i for i, beat in enumerate(beats) if beat.form.play == "attack")
    assert beats.index(wear) > last_blow


def test_a_character_goes_on_as_the_last_roll_left_them(beats: tuple[Beat, ...]) -> None:
    """The bite leaves Finn with the HP that he casts with, and he rests as casting left him."""
    bite = next(b for b in of(beats, "attack") if b.result["harm"] and not b.result["armor"])
    sheets = [beat for beat in beats if "character" in beat.form.using]
    first = sheets[0].form.using["character"]
    assert beats.index(bite) < beats.index(sheets[0])
    assert first["hp"] == first["max_hp"] - bite.result["harm"]
    for earlier, later in pairwise(sheets):
        given, left = later.form.using["character"], earlier.result["character"]
        assert _missing(given, left) == [], later.form.play
        assert len(given.get("conditions", [])) == len(left["conditions"])


def _missing(given: Any, left: Any) -> list[str]:
    """What is written of a sheet and isn't so on the one that the last roll gave back."""
    if isinstance(given, Mapping) and isinstance(left, Mapping):
        return [f"{k}.{m}" for k, v in given.items() for m in _missing(v, left.get(k))]
    if isinstance(given, list | tuple) and len(given) == len(left):
        pairs = enumerate(zip(given, left, strict=True))
        return [f"{i}.{m}" for i, (g, w) in pairs for m in _missing(g, w)]
    return [] if given == left else [f"{given!r} isn't {left!r}"]


def test_what_is_said_of_hit_points_is_so(scene: Section, beats: tuple[Beat, ...]) -> None:
    """Finn counts his HP aloud, before the bite and after."""
    words = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    sheet = of(beats, "cast")[0].form.using["character"]
    said = " ".join(example.then for example in scene.examples)
    assert f"I had {words[sheet['max_hp']]}, so {words[sheet['hp']]} are left" in said


def test_everyone_who_speaks_is_introduced(scene: Section) -> None:
    """Nobody speaks but the Referee and the characters whom the lead-in names."""
    talk = "\n".join(f"{e.text}\n{e.then}" for e in scene.examples)
    names = {line[2:].partition(".**")[0] for line in talk.splitlines() if line.startswith("**")}
    assert len(names) >= 3
    assert all(name in scene.text for name in names)


def test_talk_and_dice_take_turns(scene: Section) -> None:
    """Each roll has something said before it and shows what the dice did."""
    said = ""
    for example in scene.examples:
        assert example.text or said, example.steps
        assert example.steps
        said = example.then
    assert said
