"""Where every id lives: its page and the anchor on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.model.book import Kind, Target
from generator.model.manuscript import Manuscript, placed_sections
from generator.model.pages import GENERATED_PAGES, GLOSSARY
from generator.model.rosters import roster_id


def all_targets(manuscript: Manuscript, order: tuple[str, ...]) -> Mapping[str, Target]:
    """Every target by its id, old ids of redirects included."""
    found = {target.id: target for target in _targets(manuscript, order)}
    if manuscript.book:
        for old, new in manuscript.book.form.redirects.items():
            found[old] = found[new]
    return found


def _targets(manuscript: Manuscript, order: tuple[str, ...]) -> Iterator[Target]:
    for page, title in GENERATED_PAGES.items():
        yield Target(page, Kind.PAGE, title, page, "")
    for chapter_id in order:
        chapter = manuscript.chapters[chapter_id]
        yield Target(chapter_id, Kind.CHAPTER, chapter.form.title, chapter_id, "")
        for ruling in chapter.form.rulings:
            yield _ruling(ruling.id, ruling.title, chapter_id)
        for placed in placed_sections(chapter_id, chapter):
            anchor = placed.id.removeprefix(f"{chapter_id}/").replace("/", "-")
            yield Target(placed.id, Kind.SECTION, placed.form.title, chapter_id, anchor)
            for creature in placed.form.creatures:
                creature_id = f"{placed.id}/{creature.id}"
                place = f"{anchor}-{creature.id}"
                yield Target(creature_id, Kind.CREATURE, creature.name, chapter_id, place)
            if placed.form.roster:
                roster = roster_id(chapter_id)
                place = roster.replace("/", "-")
                yield Target(roster, Kind.TABLE, placed.form.title, chapter_id, place)
            for ruling in placed.form.rulings:
                yield _ruling(ruling.id, ruling.title, chapter_id)
            for table_id in placed.form.tables:
                title = manuscript.tables[table_id].form.title
                anchor = table_id.replace("/", "-")
                yield Target(table_id, Kind.TABLE, title, chapter_id, anchor)
    for term in manuscript.glossary.form.terms if manuscript.glossary else ():
        yield Target(f"glossary/{term.id}", Kind.TERM, term.term, GLOSSARY, term.id)


def _ruling(ruling_id: str, title: str, page: str) -> Target:
    return Target(f"rulings/{ruling_id}", Kind.RULING, title, page, f"ruling-{ruling_id}")
