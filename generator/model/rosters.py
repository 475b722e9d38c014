"""Rosters: the table of a chapter's creatures, made from them so that it is never behind them."""

from __future__ import annotations

from generator.model.authored import ChapterForm, CreatureForm, SectionForm
from nightsong.dice import DiceError, parse
from nightsong.model import Row, Source, Table, TableRoll

VALUES = "Kind and HP"
_PAIRED = "D66"  # each key shows two dice


def roster_id(chapter_id: str) -> str:
    """The id of a chapter's roster, such as ``creatures/any``."""
    return f"{chapter_id}/any"


def fitting_die(chapter: ChapterForm, section: SectionForm) -> str:
    """The section's roster die, or one with a result for each creature where it has not."""
    count = len(_creatures(chapter.sections))
    try:
        fits = not section.roster or len(parse(section.roster).totals()) == count
    except DiceError:
        return section.roster
    return section.roster if fits or not count else f"1D{count}"


def roster_table(
    chapter_id: str, chapter: ChapterForm, section: SectionForm, source: Source, supplement: bool
) -> Table:
    """The roster: a row for each result of the section's die, creatures in reading order."""
    keys = (_key(value, section.roster) for value in sorted(parse(section.roster).totals()))
    rows = tuple(
        Row(key, one.name, text=f"{kind}, {one.hp} HP")
        for key, (kind, one) in zip(keys, _creatures(chapter.sections), strict=True)
    )
    roll = TableRoll(section.roster, (section.title, VALUES), rows)
    return Table(roster_id(chapter_id), section.title, (roll,), source, supplement=supplement)


def _key(value: int, die: str) -> str:
    return "/".join(str(value)) if die.endswith(_PAIRED) else str(value)


def _creatures(sections: tuple[SectionForm, ...]) -> list[tuple[str, CreatureForm]]:
    found: list[tuple[str, CreatureForm]] = []
    for section in sections:
        found += [(section.title, creature) for creature in section.creatures]
        found += _creatures(section.sections)
    return found
