"""Worked examples: none is wrong, every rule that rolls dice has one, and every die in it counts."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from generator.model.authored import ExampleForm
from generator.model.book import Book, Section
from generator.model.manuscript import Manuscript, Placed, placed_sections
from generator.pipeline import load_copy
from generator.project import HERE
from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.dice import DiceError, parse
from nightsong.examples import Given
from nightsong.procedures import PROCEDURES, Played, ProcedureError, play
from tests.inputs import everything_asked

SEEDS = ("1", "2", "3")
TIMES = 16  # how often each procedure is asked something made up
NUMBER = re.compile(r"\{\{ n\.([a-z0-9_.]+)")
ROLL = re.compile(r"\b(?:re)?rolls?\b|\brolled\b", re.IGNORECASE)

# Sections that name dice to roll and yet have no example of their own.
TOLD_ELSEWHERE: Mapping[str, str] = {
    "characters/abilities": "character-creation/abilities shows it",
}


@dataclass(frozen=True, slots=True)
class Watched(Given):
    """Chance that remembers how many sides each die had that was thrown."""

    sides: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def faces(self, key: str, sides: Sequence[int]) -> tuple[int, ...]:
        """The faces for that key."""
        self.sides[key] = tuple(sides)
        return Given.faces(self, key, sides)


@pytest.fixture(scope="module")
def manuscript() -> Manuscript:
    """The real manuscript."""
    return load_copy(HERE).manuscript


@pytest.fixture(scope="module")
def sections(manuscript: Manuscript) -> dict[str, Placed]:
    """Every section by its id, as it is written."""
    chapters = manuscript.chapters.items()
    return {
        p.id: p for chapter_id, chapter in chapters for p in placed_sections(chapter_id, chapter)
    }


@pytest.fixture(scope="module")
def examples(sections: Mapping[str, Placed]) -> tuple[tuple[str, ExampleForm], ...]:
    """Every example as it is written, with its section's id."""
    return tuple((i, example) for i, placed in sections.items() for example in placed.form.examples)


@pytest.fixture(scope="module")
def shown(examples: tuple[tuple[str, ExampleForm], ...]) -> frozenset[str]:
    """The ids of the sections that have an example."""
    return frozenset(section for section, _ in examples)


def is_shown(section: str, shown: frozenset[str]) -> bool:
    """Whether a section, one inside it, or the one around it has an example."""
    around = section.rpartition("/")[0]
    return section in shown or around in shown or any(s.startswith(f"{section}/") for s in shown)


def test_no_example_is_wrong(book: Book) -> None:
    """Each plays as it is written, and says something in print."""
    for section in book.sections():
        for example in section.examples:
            assert not example.flaw, f"{section.id}: {example.flaw}"
            assert example.text or section.scene
            assert all(step[-1] in ".!?”" for step in example.steps)


def all_played(
    ruleset: Ruleset, examples: tuple[tuple[str, ExampleForm], ...]
) -> Iterator[tuple[str, Played]]:
    """All that is played: made-up inputs, and the examples', by seeds and by their own dice."""
    for number, (name, using) in enumerate(everything_asked(ruleset, TIMES)):
        yield from ((name, done) for done in tried(ruleset, name, using, Chance(str(number))))
    for _, form in examples:
        for chance in (Given(form.seed, real=form.dice), *map(Chance, SEEDS)):
            yield from ((form.play, done) for done in tried(ruleset, form.play, form.using, chance))
    for table in ruleset.tables:
        yield from (("table", d) for d in tried(ruleset, "table", {"table": table}, Chance("1")))


def tried(
    ruleset: Ruleset, name: str, using: Mapping[str, Any], chance: Chance
) -> tuple[Played, ...]:
    """What comes of a procedure; nothing where it refuses."""
    try:
        return (play(ruleset, name, using, chance),)
    except ProcedureError:
        return ()


@pytest.fixture(scope="module")
def everything(
    ruleset: Ruleset, examples: tuple[tuple[str, ExampleForm], ...]
) -> tuple[tuple[str, Played], ...]:
    """All that is played, each with the procedure's name."""
    return tuple(all_played(ruleset, examples))


def homes(book: Book) -> dict[str, tuple[str, ...]]:
    """Where a rule of the engine stands in the book: sections by the ids of all that they hold."""
    found: dict[str, list[str]] = {}

    def note(section: Section) -> None:
        held = (t.id for t in section.tables)
        for one in (section.id, *held, *(r.id for r in section.rulings)):
            found.setdefault(one, []).append(section.id)

    for section in book.sections():
        note(section)
    return {one: tuple(places) for one, places in found.items()}


def test_every_procedure_is_played(everything: tuple[tuple[str, Played], ...]) -> None:
    """None is left out of the hunt for rules that roll."""
    names = {name for name, _ in everything}
    assert sorted(n for n in set(PROCEDURES) - names if not n.startswith("odds-")) == []


def test_every_rule_that_rolls_has_an_example(
    book: Book, everything: tuple[tuple[str, Played], ...], shown: frozenset[str]
) -> None:
    """Whatever rule throws dice in the engine, its section shows how, or the one around it."""
    places = homes(book)
    rolling = {line.rule for _, done in everything for line in done.trace if line.key}
    assert sorted(rolling - set(places)) == []
    missing = sorted(
        rule for rule in rolling if not any(is_shown(place, shown) for place in places[rule])
    )
    assert not missing, f"rules that roll, without an example: {', '.join(missing)}"


def names_dice(text: str, numbers: Mapping[str, Any]) -> bool:
    """Whether a text names dice and speaks of rolling."""
    return bool(ROLL.search(text)) and any(
        is_dice(number(numbers, name)) for name in NUMBER.findall(text)
    )


def number(numbers: Mapping[str, Any], name: str) -> Any:
    """A named number."""
    value: Any = numbers
    for part in name.split("."):
        value = value[part]
    return value


def is_dice(value: object) -> bool:
    """Whether a number is dice notation."""
    if not isinstance(value, str) or "D" not in value:
        return False
    try:
        return len(parse(value).physical) > 0
    except DiceError:
        return False


def test_every_text_that_rolls_dice_has_an_example(
    book: Book, sections: Mapping[str, Placed], shown: frozenset[str]
) -> None:
    """Sections that name dice to roll show it, here or where the list says."""
    rolling = {i for i, placed in sections.items() if names_dice(placed.form.text, book.numbers)}
    missing = {section for section in rolling if not is_shown(section, shown)}
    unlisted = sorted(missing - set(TOLD_ELSEWHERE))
    assert not unlisted, f"texts that roll, without an example: {', '.join(unlisted)}"
    assert sorted(set(TOLD_ELSEWHERE) - missing) == [], "listed without need"


def outcome(ruleset: Ruleset, form: ExampleForm, chance: Chance) -> Played | str:
    """What comes of an example with that chance; an error is an outcome too."""
    try:
        return play(ruleset, form.play, form.using, chance)
    except ProcedureError as error:
        return str(error)


def test_every_die_of_an_example_counts(
    ruleset: Ruleset, examples: tuple[tuple[str, ExampleForm], ...]
) -> None:
    """Another face of any die changes what comes out or how it is told."""
    fate = random.Random(20)
    for section, form in examples:
        chance = Watched(form.seed, real=form.dice)
        whole = outcome(ruleset, form, chance)
        assert isinstance(whole, Played), section
        for key, fallen in form.dice.items():
            for place, face in enumerate(fallen):
                others = [f for f in range(1, chance.sides[key][place] + 1) if f != face]
                other = fate.choice(others)
                real = {**form.dice, key: (*fallen[:place], other, *fallen[place + 1 :])}
                changed = outcome(ruleset, form, Chance(form.seed or "fuzz", real=real))
                assert changed != whole, f"{section}: {key} may fall {other} for {face}"
