"""The book as a flat run of blocks, shared by the Markdown outputs.

A block is a heading, a piece of prose, a table, a ruling or a credit line. What differs between
outputs is how a block is written, not which blocks there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from generator.model.book import Book, Chapter, Example, Ruling, Section, StatBlock
from nightsong.model import Source, Table
from nightsong.npcs import Npc


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading with the id that links lead to, and the id of a table that it serves as well."""

    level: int
    text: str
    id: str
    table: str | None = None


@dataclass(frozen=True, slots=True)
class Prose:
    """Markdown with ``[[id|text]]`` references; ``home`` is the section it stands in."""

    text: str
    home: str


@dataclass(frozen=True, slots=True)
class Opening:
    """The sentence that opens a chapter."""

    text: str


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table under its heading; ``shared`` where that is its section's own."""

    table: Table
    shared: bool = False


@dataclass(frozen=True, slots=True)
class RulingBlock:
    """A ruling of ours."""

    ruling: Ruling


@dataclass(frozen=True, slots=True)
class ExampleBlock:
    """A worked example."""

    example: Example


@dataclass(frozen=True, slots=True)
class SceneBlock:
    """A roll of a scene: the talk before it, its steps, and what follows."""

    example: Example


@dataclass(frozen=True, slots=True)
class CreatureBlock:
    """A creature under its heading."""

    stats: StatBlock


@dataclass(frozen=True, slots=True)
class Credit:
    """A mark that what follows is a supplement, or from another work, with its source."""

    source: Source
    supplement: bool


Block = (
    Heading
    | Prose
    | Opening
    | TableBlock
    | RulingBlock
    | ExampleBlock
    | SceneBlock
    | CreatureBlock
    | Credit
)


def chapter_blocks(chapter: Chapter) -> Iterator[Block]:
    """A chapter's blocks; its title is a heading of level 1."""
    yield Heading(1, chapter.title, chapter.id)
    yield Opening(chapter.opening)
    if chapter.credited:
        yield Credit(chapter.source, chapter.supplement)
    if chapter.text:
        yield Prose(chapter.text, chapter.id)
    yield from map(RulingBlock, chapter.rulings)
    for section in chapter.sections:
        yield from _section_blocks(section)


def _section_blocks(section: Section) -> Iterator[Block]:
    shared = _shared_table(section)
    yield Heading(section.level, section.title, section.id, shared)
    if section.credited:
        yield Credit(section.source, section.supplement)
    if section.text:
        yield Prose(section.text, section.id)
    yield from map(RulingBlock, section.rulings)
    yield from map(SceneBlock if section.scene else ExampleBlock, section.examples)
    for stats in section.creatures:
        yield Heading(section.level + 1, stats.creature.npc.name, stats.id)
        yield CreatureBlock(stats)
    for table in section.tables:
        if table.id != shared:
            yield Heading(section.level + 1, table.title, table.id)
        if table.source != section.source or table.supplement > section.supplement:
            yield Credit(table.source, table.supplement)
        yield TableBlock(table, table.id == shared)
    for inner in section.sections:
        yield from _section_blocks(inner)


def _shared_table(section: Section) -> str | None:
    """The table that needs no heading of its own, since its section's says the same."""
    alone = len(section.tables) == 1 and section.tables[0].title == section.title
    return section.tables[0].id if alone else None


def deeper(block: Block, by: int) -> Block:
    """The block with a heading's level lowered, for a book within a book."""
    if isinstance(block, Heading):
        return replace(block, level=block.level + by)
    return block


def example_text(example: Example) -> str:
    """A worked example as one paragraph of Markdown; the engine's steps in italics."""
    return " ".join(filter(None, (example.text, steps_text(example), example.then)))


def steps_text(example: Example) -> str:
    """The engine's steps in italics; empty where none are shown."""
    return f"*{' '.join(example.steps)}*" if example.steps else ""


def stat_values(npc: Npc) -> tuple[tuple[str, str], ...]:
    """A creature's values with what each is called; Armor and Shield only where it has them."""
    worn = ((what, die) for what, die in (("Armor", npc.armor), ("Shield", npc.shield)) if die)
    attacks = ", ".join(map(str, npc.attacks)) or "unarmed"
    return (
        ("HP", str(npc.hp)),
        *worn,
        ("Resolve", f"{npc.resolve}%"),
        ("Attack" if len(npc.attacks) <= 1 else "Attacks", attacks),
    )


def creature_text(stats: StatBlock) -> str:
    """A creature as Markdown: what it is, its values, its drive and its specials."""
    values = " · ".join(f"{what} **{value}**" for what, value in stat_values(stats.creature.npc))
    specials = "".join(f"\n- **{name}.** {text}" for name, text in stats.specials)
    return f"*{stats.text}*\n\n{values}\n\n- **Drive.** {stats.drive}{specials}"


def credit_line(source: Source) -> str:
    """A source as a line of text: title, authors, licence."""
    authors = ", ".join(source.authors)
    return f"{source.title}" + (f" by {authors}" if authors else "") + f" ({source.licence})"


def section_of(book: Book, ruling: Ruling) -> str:
    """The title of the section that a ruling stands in."""
    return book.targets[ruling.section].title


def credit_text(block: Credit) -> str:
    """A credit as a line of text: what follows, and where it is from."""
    return f"{'Supplement:' if block.supplement else 'From'} {credit_line(block.source)}"
