"""Making characters from chance, step by step as the book does (rule ``character-creation``).

Every part has a chance key of its own below the character's (``character/details/face``,
``character/coins``), so that any part can be thrown again while the rest stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.characters import (
    Abilities,
    Ability,
    Carried,
    Character,
    CharacterError,
    Detail,
    FocusRules,
    Made,
    SupplyNames,
)
from nightsong.dice import parse
from nightsong.model import Item, ItemKind, Row, Table
from nightsong.printing import item_line, row_text
from nightsong.rolling import TableResult, choice_key, roll_below
from nightsong.scores import Method, ScoreRules, array_scores, rolled_scores
from nightsong.spells import shard_spells
from nightsong.trace import Line, Trace

BACKGROUNDS = "backgrounds/"
DETAILS = "details/"
NAMES = ("details/names", "details/surname")
MOST_LETTERS = 120  # of a player's own words for a name or a detail


@dataclass(frozen=True, slots=True)
class Choices:
    """What the player decides instead of chance; whatever is left out falls to the dice.

    ``order`` names the Abilities from the first of the array to the last; ``highest`` the one
    that counts as highest on a tie; ``background`` a background by its name. ``spells`` are for
    the Shards in turn, empty where the dice say. ``details`` are words by the ids of their tables,
    as ``name`` and ``pronouns`` the player's own or a row's.
    """

    method: Method = Method.ARRAY
    order: tuple[Ability, ...] = ()
    highest: Ability | None = None
    background: str = ""
    spells: tuple[str, ...] = ()
    details: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    pronouns: str = ""

    def __post_init__(self) -> None:
        for words in (self.name, self.pronouns, *self.details.values()):
            if len(words) > MOST_LETTERS:
                raise CharacterError(f"expected at most {MOST_LETTERS} letters, came {len(words)}")


@dataclass(frozen=True, slots=True)
class MakingRules:
    """The numbers of character creation. ``hp`` is the base that Constitution is added to."""

    scores: ScoreRules
    focus: FocusRules
    hp: int
    backgrounds: int
    names: SupplyNames
    torches: str
    rations: str
    coins: str
    shard: str

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> MakingRules:
        """Read them from the ruleset's numbers; ``CharacterError`` where the scores don't fit."""
        supplies = numbers["supplies"]
        coins = supplies["coins"]
        return cls(
            scores=ScoreRules.of(numbers),
            focus=FocusRules.of(numbers),
            hp=numbers["hit_points"]["base"],
            backgrounds=numbers["backgrounds"]["chosen"],
            names=SupplyNames.of(numbers),
            torches=supplies["torches"],
            rations=supplies["rations"],
            coins=f"{coins['dice']} x {coins['times']}",
            shard=numbers["spells"]["first_shard"],
        )


def make_character(
    ruleset: Ruleset, chance: Chance, choices: Choices | None = None, key: str = "character"
) -> Made:
    """A whole character. ``CharacterError`` where a choice can't be."""
    choices = choices or Choices()
    rules = MakingRules.of(ruleset.numbers)
    abilities, lines = _abilities(chance, rules.scores, choices, f"{key}/abilities")
    highest, tie = _highest(ruleset, chance, abilities, choices, f"{key}/abilities/highest")
    rows, background = _backgrounds(ruleset, chance, rules, highest, choices.background, key)
    coins = chance.roll(parse(rules.coins), f"{key}/coins").total
    whys = _shards(abilities, highest, rows)
    shards = shard_spells(ruleset, chance, rules.names.shard, whys, f"{key}/shards", choices.spells)
    carried, gear = _carried(rules, rows, *shards)
    name, named = _name(ruleset, chance, choices, key)
    details, detailed = _details(ruleset, chance, choices, key)
    hp = rules.hp + abilities.constitution
    focus = rules.focus.most(abilities)
    character = Character(
        name=name,
        abilities=abilities,
        highest=highest,
        backgrounds=tuple(row.name for row in rows),
        hp=hp,
        max_hp=hp,
        focus=focus,
        coins=coins,
        carried=carried,
        details=details,
        pronouns=choices.pronouns.strip(),
    )
    set_by = (
        Line(f"HP: {rules.hp} and Constitution make {hp}", "character-creation/hit-points"),
        Line(f"Focus: {focus} for Dexterity", "character-creation/focus"),
    )
    purse = (
        Line(f"{parse(rules.coins)} gives {coins} coins", "belongings/supplies", f"{key}/coins"),
    )
    trace = (*lines, *set_by, *tie, *background, *purse, *gear, *detailed, *named)
    return Made(character, trace)


def make_party(
    ruleset: Ruleset, chance: Chance, size: int, choices: Choices | None = None
) -> tuple[Made, ...]:
    """That many characters, each with keys of their own: ``party/1/coins`` and so on.

    ``CharacterError`` where the size is below 1.
    """
    if size < 1:
        raise CharacterError(f"expected a party of 1 or more, came {size}")
    members = range(1, size + 1)
    return tuple(make_character(ruleset, chance, choices, f"party/{n}") for n in members)


def _abilities(
    chance: Chance, rules: ScoreRules, choices: Choices, key: str
) -> tuple[Abilities, Trace]:
    if choices.method is Method.ARRAY:
        return array_scores(chance, rules, key, choices.order)
    if choices.order:
        raise CharacterError("expected an order only with the array, came one with rolled scores")
    return rolled_scores(chance, rules, key)


def _highest(
    ruleset: Ruleset, chance: Chance, abilities: Abilities, choices: Choices, key: str
) -> tuple[Ability, Trace]:
    """The Ability whose background table is used (ruling ``tied-abilities``).

    A tie is settled as told, else by the table of the background that was picked, else by chance.
    """
    rule = "character-creation/starting-backgrounds"
    tied = abilities.highest()
    names = " and ".join(ability.capitalize() for ability in tied)
    if choices.highest is not None:
        if choices.highest not in tied:
            raise CharacterError(
                f"expected {' or '.join(tied)} as the highest, came {choices.highest}"
            )
        return choices.highest, (
            Line(f"{choices.highest.capitalize()} is chosen as highest", rule),
        )
    if len(tied) == 1:
        return tied[0], (Line(f"{names} is highest", rule),)
    if choices.background:
        table, _ = find_background(ruleset, choices.background)
        for ability in tied:
            if table.id == BACKGROUNDS + ability:
                text = f"{names} tie for highest: the background picks {ability.capitalize()}"
                return ability, (Line(text, rule),)
    chosen = tied[chance.roll(parse(f"1d{len(tied)}"), key).total - 1]
    text = f"{names} tie for highest: chance picks {chosen.capitalize()}"
    return chosen, (Line(text, rule, key),)


def find_background(ruleset: Ruleset, name: str) -> tuple[Table, Row]:
    """The background of that name, in any case; ``CharacterError`` that lists all of them."""
    known: list[str] = []
    for table in ruleset.tables.values():
        if table.id.startswith(BACKGROUNDS):
            for row in (row for roll in table.rolls for row in roll.rows):
                if row.name.casefold() == name.strip().casefold():
                    return table, row
                known.append(row.name)
    raise CharacterError(f"expected one of {', '.join(known)}, came “{name}”")


def _backgrounds(
    ruleset: Ruleset, chance: Chance, rules: MakingRules, highest: Ability, picked: str, key: str
) -> tuple[tuple[Row, ...], Trace]:
    """The picked background first, the rest rolled on the table of the highest Ability."""
    rows: list[Row] = []
    lines: list[Line] = []
    if picked:
        table, row = find_background(ruleset, picked)
        rows.append(row)
        lines.append(Line(f"Background chosen: {row_text(row)}", table.id))
    for number in range(len(rows) + 1, rules.backgrounds + 1):
        own = f"{key}/{number}" if number > 1 else key
        result = roll_below(ruleset.table(BACKGROUNDS + highest), chance, own)
        rows.append(result.parts[0].row)
        lines += _table_lines("Background", BACKGROUNDS + highest, result)
    return tuple(rows), tuple(lines)


def _shards(abilities: Abilities, highest: Ability, rows: tuple[Row, ...]) -> list[str]:
    """Where each Spell Shard comes from, in words (ruling ``starting-shards``).

    Presence as highest gives as many Shards as its score; a background's Shard comes on top.
    """
    owned = max(0, abilities.presence) if highest is Ability.PRESENCE else 0
    listed = [item for row in rows for item in row.items if item.kind is ItemKind.SPELL_SHARD]
    return ["for Presence"] * owned + ["from the background"] * len(listed)


def _carried(
    rules: MakingRules, rows: tuple[Row, ...], held: tuple[str, ...], shard_lines: Trace
) -> tuple[tuple[Carried, ...], Trace]:
    """Common supplies, the background's items, and the Spell Shards that are held."""
    supplies = (
        Item(rules.names.torches, ItemKind.SUPPLY, uses=rules.torches),
        Item(rules.names.rations, ItemKind.SUPPLY, uses=rules.rations, petty=True),
    )
    listed = [item for row in rows for item in row.items]
    items = [item for item in listed if item.kind is not ItemKind.SPELL_SHARD]
    lines = [Line(f"Supplies: {', '.join(map(item_line, supplies))}", "belongings/supplies")]
    shards = [Item(name, ItemKind.SPELL_SHARD, uses=rules.shard) for name in held]
    return tuple(map(Carried.fresh, (*supplies, *items, *shards))), (*lines, *shard_lines)


def detail_tables(ruleset: Ruleset) -> tuple[Table, ...]:
    """The tables that a character's details are rolled on."""
    listed = ruleset.tables.values()
    return tuple(t for t in listed if t.id.startswith(DETAILS) and t.id not in NAMES)


def _details(
    ruleset: Ruleset, chance: Chance, choices: Choices, key: str
) -> tuple[tuple[Detail, ...], Trace]:
    details: list[Detail] = []
    lines: list[Line] = []
    tables = detail_tables(ruleset)
    if unknown := sorted(choices.details.keys() - {table.id for table in tables}):
        known = ", ".join(table.id for table in tables)
        raise CharacterError(f"expected details of {known}, came {', '.join(unknown)}")
    for table in tables:
        if chosen := choices.details.get(table.id, "").strip():
            details.append(Detail(table.id, table.title, chosen))
            lines.append(Line(f"{table.title} chosen: {chosen}", table.id))
            continue
        result = roll_below(table, chance, key)
        details.append(Detail(table.id, table.title, result.text))
        lines += _table_lines(table.title, table.id, result)
    return tuple(details), tuple(lines)


def _name(ruleset: Ruleset, chance: Chance, choices: Choices, key: str) -> tuple[str, Trace]:
    """First name and surname, from whichever of their tables the ruleset has, or as chosen."""
    if chosen := choices.name.strip():
        return chosen, (Line(f"Name chosen: {chosen}", "details"),)
    names: list[str] = []
    lines: list[Line] = []
    for table in (ruleset.tables[table_id] for table_id in NAMES if table_id in ruleset.tables):
        result = roll_below(table, chance, key)
        names.append(result.text)
        lines += _table_lines(table.title, table.id, result)
    return " ".join(names), tuple(lines)


def _table_lines(title: str, table_id: str, result: TableResult) -> Trace:
    """A line for each die that fell."""
    lines = []
    if result.choice is not None:
        which = f"{title}: column {result.choice.total}"
        lines.append(Line(which, table_id, choice_key(result.table)))
    for part in result.parts:
        text = f"{title}: {part.roll.die} fell {part.rolled.total}, {part.cells[0]}"
        lines.append(Line(text, table_id, part.key))
    return tuple(lines)
