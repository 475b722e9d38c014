"""What authors write, file by file, as types. The editors' JSON Schemas are made from them.

Where a mapping with nothing but a ``name`` would stand, plain text may stand instead: ``Named``
marks those places.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

from generator.model.editions import Editions, Papers
from nightsong.model import Group, Item, Join, Limits, Source

if TYPE_CHECKING:  # what was read before is used without pydantic
    from pydantic import ConfigDict, GetJsonSchemaHandler
    from pydantic_core import CoreSchema


class Named:
    """Marks a mapping for which its name alone may be written."""

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {"anyOf": [{"type": "string"}, handler(core)]}


STRICT: ConfigDict = {"strict": True, "extra": "forbid"}


@dataclass(frozen=True, slots=True)
class RowForm:
    """What a key of a table stands for; see ``nightsong.model.Row``."""

    name: str
    items: tuple[Annotated[Item, Named], ...] = ()
    examples: tuple[str, ...] = ()
    not_for: tuple[str, ...] | None = None
    die: str | None = None
    names: str | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class RollForm:
    """One die column: its rows by key."""

    die: str
    header: tuple[str, ...]
    rows: Mapping[str, Annotated[RowForm, Named]]
    name: str = ""


@dataclass(frozen=True, slots=True)
class TableForm:
    """``tables/**/*.yml``: one rollable table."""

    title: str
    rolls: tuple[RollForm, ...]
    join: Join | None = None
    phrase: str | None = None
    limits: Limits | None = None
    source: Source | None = None
    supplement: bool | None = None


@dataclass(frozen=True, slots=True)
class RulingForm:
    """A decision of ours where the author's text is silent."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class ExampleForm:
    """A worked example: a procedure of the rules engine, what goes in, and what comes out.

    ``using`` is what the procedure asks for, ``dice`` the faces that fall by chance key, or
    ``seed`` where they are many; ``gives`` names what must come out. In print, ``text`` leads
    in, then follow the steps as the engine words them (only those of the rules that ``shows``
    names, if it names any), and ``then`` closes.
    """

    play: str
    gives: Mapping[str, Any]
    using: Mapping[str, Any] = field(default_factory=dict)
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    seed: str = ""
    text: str = ""
    shows: tuple[str, ...] = ()
    then: str = ""


@dataclass(frozen=True, slots=True)
class AttackForm:
    """What a creature deals Damage with: a die for each blow, of which the highest counts."""

    name: str
    dice: tuple[str, ...]
    blast: bool = False


@dataclass(frozen=True, slots=True)
class CreatureForm:
    """A creature: an NPC with an id. ``specials`` says by its name what each special does."""

    id: str
    name: str
    text: str
    drive: str
    hp: int
    resolve: int
    attacks: tuple[AttackForm, ...] = ()
    armor: str | None = None
    shield: str | None = None
    specials: Mapping[str, str] = field(default_factory=dict)
    force: bool = False


@dataclass(frozen=True, slots=True)
class SectionForm:
    """A rule, or a group of rules. ``scene`` has its examples read as one scene, told in full.

    ``roster`` is the die of a table that the section prints of all the chapter's creatures, made
    from them, with a row for each.
    """

    id: str
    title: str
    text: str = ""
    brief: str = ""
    tables: tuple[str, ...] = ()
    rulings: tuple[RulingForm, ...] = ()
    examples: tuple[ExampleForm, ...] = ()
    scene: bool = False
    creatures: tuple[CreatureForm, ...] = ()
    roster: str = ""
    sections: tuple[SectionForm, ...] = ()
    source: Source | None = None
    supplement: bool | None = None


@dataclass(frozen=True, slots=True)
class ChapterForm:
    """``content/rules/*.yml``: one chapter."""

    title: str
    opening: str
    sections: tuple[SectionForm, ...]
    text: str = ""
    rulings: tuple[RulingForm, ...] = ()
    source: Source | None = None
    supplement: bool | None = None


@dataclass(frozen=True, slots=True)
class TermForm:
    """A word of the game's language."""

    id: str
    term: str
    meaning: str
    rule: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GlossaryForm:
    """``content/glossary.yml``."""

    terms: tuple[TermForm, ...]


@dataclass(frozen=True, slots=True)
class BookForm:
    """``content/book.yml``: the chapters in order, and old ids that now live elsewhere.

    ``groups`` are tables that make a whole when each is rolled once.
    """

    chapters: tuple[str, ...]
    redirects: Mapping[str, str]
    groups: tuple[Group, ...] = ()


@dataclass(frozen=True, slots=True)
class FolderForm:
    """``folder.yml``: what every file in a folder of tables inherits."""

    source: Source | None = None
    supplement: bool | None = None


@dataclass(frozen=True, slots=True)
class NoticeForm:
    """The four parts of the licence notice; an explicit “none” where there is nothing."""

    notice: str
    credit: str
    reserved: str
    designated: str


@dataclass(frozen=True, slots=True)
class GameForm:
    """``content/game.yml``: the title page's facts, credits and licence.

    ``slug`` begins the name of every file that is made.
    """

    title: str
    slug: str
    subtitle: str
    version: str
    date: str
    language: str
    author: str
    publisher: str
    home: str
    source: Source
    ours: Source
    licence: NoticeForm


# Every dataclass that is the root of a file: unknown keys and other types are refused. Pydantic
# hands the configuration on to the dataclasses inside.
_ROOTS: tuple[Any, ...] = (
    TableForm,
    ChapterForm,
    GlossaryForm,
    BookForm,
    FolderForm,
    GameForm,
    Editions,
    Papers,
)
for _root in _ROOTS:
    _root.__pydantic_config__ = STRICT
