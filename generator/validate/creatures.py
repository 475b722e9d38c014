"""Creatures: values within the bounds of the rules, names of their own, and the rosters."""

from __future__ import annotations

from collections.abc import Iterator

from generator.model.document import Document, Path
from generator.model.manuscript import Manuscript, placed_sections
from generator.model.numbers import plain
from generator.model.problems import Problem
from nightsong.bestiary import CreatureRules, creature_flaws
from nightsong.dice import DiceError, parse


def creature_problems(manuscript: Manuscript) -> Iterator[Problem]:
    """Every problem of the creatures; their bounds wait until the numbers can be read."""
    rules = _rules(manuscript)
    first: dict[str, str] = {}
    for chapter_id, chapter in manuscript.chapters.items():
        for placed in placed_sections(chapter_id, chapter):
            for index, creature in enumerate(placed.form.creatures):
                path: Path = (*placed.path, "creatures", index)
                for flaw in creature_flaws(creature, rules) if rules else ():
                    yield placed.document.problem(
                        (*path, *flaw.path), flaw.code, flaw.expected, flaw.came, flaw.tip
                    )
                yield from _name_problems(creature.name, placed.document, path, first)
        yield from _roster_problems(manuscript, chapter_id)


def _rules(manuscript: Manuscript) -> CreatureRules | None:
    if manuscript.numbers is None:
        return None
    try:
        return CreatureRules.of(plain(manuscript.numbers.data))
    except (KeyError, TypeError):
        return None


def _name_problems(
    name: str, document: Document, path: Path, first: dict[str, str]
) -> Iterator[Problem]:
    where = (*path, "name")
    place = document.place(where)
    if first.setdefault(name.casefold(), place) != place:
        came = f"“{name}” again (first in {first[name.casefold()]})"
        tip = "Fights and lists find creatures by their names."
        yield document.problem(where, "creature.name", "a name of its own", came, tip)


def _roster_problems(manuscript: Manuscript, chapter_id: str) -> Iterator[Problem]:
    """A roster's die has a result for each of the chapter's creatures; a chapter has one roster."""
    sections = list(placed_sections(chapter_id, manuscript.chapters[chapter_id]))
    count = sum(len(placed.form.creatures) for placed in sections)
    for placed in (placed for placed in sections if placed.form.roster):
        path, die = (*placed.path, "roster"), placed.form.roster
        try:
            results = len(parse(die).totals())
        except DiceError as error:
            came, tip = str(error), ""
            yield placed.document.problem(path, "dice.notation", "dice such as 1D66", came, tip)
            continue
        if results != count:
            expected = f"a die with a result for each of the chapter’s {count} creatures"
            came = f"{die}, which has {results}"
            tip = "Take another die, add or remove a creature, or leave the roster out."
            yield placed.document.problem(path, "creature.roster", expected, came, tip)
