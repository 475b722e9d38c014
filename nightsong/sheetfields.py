"""A character's sheet as a form: its fields, named after the model, and what goes into each.

Whoever fills the sheet (command line, page, tests) takes the values from here. What has no line of
its own on the sheet goes to the notes: nothing is ever left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nightsong.bundle import Ruleset
from nightsong.characters import Ability, Carried, Character, FocusRules, Severity, signed
from nightsong.making import BACKGROUNDS, DETAILS, NAMES
from nightsong.model import ItemKind
from nightsong.sheets import held_spells
from nightsong.slots import SlotRules, count_slots

ON, OFF = "on", "Off"  # a check box that is ticked, and one that isn't
WEAPONS = 3  # lines for the weapons in use
CONDITIONS = 5
TICKS = frozenset({"bulky", "petty", "major"})  # last parts of the names of check boxes


@dataclass(frozen=True, slots=True)
class SheetForm:
    """How many lines a ruleset's sheet has.

    ``slots`` is the most that a character can have, ``spells`` the most Shards that one begins
    with, ``details`` the detail tables as (key, title).
    """

    slots: int
    spells: int
    details: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, ruleset: Ruleset) -> SheetForm:
        """The form for a ruleset."""
        numbers = ruleset.numbers
        return cls(
            slots=SlotRules.of(numbers).base + numbers["abilities"]["limit"],
            spells=_highest(numbers) + _most_shards(ruleset),
            details=tuple(
                (detail_key(table.id), table.title)
                for table in ruleset.tables.values()
                if table.id.startswith(DETAILS) and table.id not in NAMES
            ),
        )

    def names(self) -> tuple[str, ...]:
        """The names of all fields, in the order in which one fills them in."""
        return (*self._front(), *self._back())

    def _front(self) -> Iterator[str]:
        yield from ("name", "pronouns", "backgrounds")
        yield from (f"abilities.{ability}" for ability in Ability)
        yield from ("hp", "max_hp", "focus", "max_focus", "slots.used", "slots.total", "coins")
        for n in range(self.slots):
            yield from (f"carried.{n}.{part}" for part in ("item", "die", "bulky", "petty"))

    def _back(self) -> Iterator[str]:
        for n in range(WEAPONS):
            yield from (f"weapons.{n}.item", f"weapons.{n}.die")
        yield from ("armor.item", "armor.die", "shield.item", "shield.die")
        for n in range(CONDITIONS):
            yield from (f"conditions.{n}.{part}" for part in ("name", "slots", "major"))
        yield from (f"details.{key}" for key, _ in self.details)
        for n in range(self.spells):
            yield from (f"spells.{n}.{part}" for part in ("name", "die", "text"))
        yield from ("advancement", "notes")


def _highest(numbers: Mapping[str, Any]) -> int:
    abilities = numbers["abilities"]
    rolled = (band["score"] for band in abilities["scores"].values())
    return int(max(*abilities["array"], *rolled))


def _most_shards(ruleset: Ruleset) -> int:
    """The most Spell Shards that a background brings."""
    return max(
        (
            sum(item.kind is ItemKind.SPELL_SHARD for item in row.items)
            for table_id, table in ruleset.tables.items()
            if table_id.startswith(BACKGROUNDS)
            for roll in table.rolls
            for row in roll.rows
        ),
        default=0,
    )


def detail_key(table: str) -> str:
    """What a detail is called in a field's name: ``details/face`` is ``face``."""
    return table.removeprefix(DETAILS).replace("/", "-")


def is_tick(name: str) -> bool:
    """Whether a field is a check box."""
    return name.rpartition(".")[2] in TICKS


def fields_of(character: Character, ruleset: Ruleset) -> Mapping[str, str]:
    """The text of every field for a character; a check box has ``on`` or ``Off``."""
    form = SheetForm.of(ruleset)
    values = {name: OFF if is_tick(name) else "" for name in form.names()}
    notes: list[str] = []
    values.update(_head(character, ruleset))
    values.update(_carried(character.carried, form, notes))
    values.update(_gear(character.carried))
    values.update(_conditions(character, notes))
    values.update(_spells(character, ruleset, form, notes))
    for detail in character.details:
        name = f"details.{detail_key(detail.table)}"
        if name in values:
            values[name] = detail.text
        else:
            notes.append(f"{detail.title}: {detail.text}")
    return values | {"notes": "\n".join(notes)}


def _head(character: Character, ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    slots = count_slots(character, SlotRules.of(ruleset.numbers))
    yield "name", character.name
    yield "pronouns", character.pronouns
    yield "backgrounds", ", ".join(character.backgrounds)
    for ability, score in character.abilities.scores().items():
        yield f"abilities.{ability}", signed(score)
    yield "hp", _number(character.hp)
    yield "max_hp", _number(character.max_hp)
    yield "focus", _number(character.focus)
    yield "max_focus", _number(FocusRules.of(ruleset.numbers).most(character.abilities))
    yield "slots.used", _number(slots.used)
    yield "slots.total", _number(slots.total)
    yield "coins", _number(character.coins)


def _number(value: int) -> str:
    return str(value).replace("-", "−")


def _label(carried: Carried) -> str:
    item = carried.item
    return f"{item.name} ({item.note})" if item.note else item.name


def _carried(
    items: Sequence[Carried], form: SheetForm, notes: list[str]
) -> Iterator[tuple[str, str]]:
    for n, carried in enumerate(items[: form.slots]):
        yield f"carried.{n}.item", _label(carried)
        yield f"carried.{n}.die", carried.die
        yield f"carried.{n}.bulky", ON if carried.item.bulky else OFF
        yield f"carried.{n}.petty", ON if carried.item.petty else OFF
    for carried in items[form.slots :]:
        sides = (carried.die, *(m for m in ("bulky", "petty") if getattr(carried.item, m)))
        inside = ", ".join(side for side in sides if side)
        notes.append(f"{_label(carried)} ({inside})" if inside else _label(carried))


def _gear(items: Sequence[Carried]) -> Iterator[tuple[str, str]]:
    """What is rolled in a fight; all of it is among what is carried, too."""

    def of(kind: ItemKind) -> list[Carried]:
        return [carried for carried in items if carried.item.kind is kind]

    named = [(f"weapons.{n}", c) for n, c in enumerate(of(ItemKind.WEAPON)[:WEAPONS])]
    named += [("armor", c) for c in of(ItemKind.ARMOR)[:1]]
    named += [("shield", c) for c in of(ItemKind.SHIELD)[:1]]
    for name, carried in named:
        yield f"{name}.item", carried.item.name
        yield f"{name}.die", carried.die


def _conditions(character: Character, notes: list[str]) -> Iterator[tuple[str, str]]:
    for n, condition in enumerate(character.conditions[:CONDITIONS]):
        needs = f" ({condition.needs})" if condition.needs else ""
        yield f"conditions.{n}.name", f"{condition.name}{needs}"
        yield f"conditions.{n}.slots", _number(condition.slots)
        yield f"conditions.{n}.major", ON if condition.severity is Severity.MAJOR else OFF
    for condition in character.conditions[CONDITIONS:]:
        marks = [str(condition.slots), str(condition.severity), condition.needs]
        notes.append(f"{condition.name} ({', '.join(mark for mark in marks if mark)})")


def _spells(
    character: Character, ruleset: Ruleset, form: SheetForm, notes: list[str]
) -> Iterator[tuple[str, str]]:
    told = {spell.name: spell.text for spell in held_spells(ruleset, character)}
    for n, shard in enumerate(character.spell_shards):
        name, text = shard.item.name, told.get(shard.item.name, "")
        if n < form.spells:
            yield f"spells.{n}.name", name
            yield f"spells.{n}.die", shard.die
            yield f"spells.{n}.text", text
        else:
            notes.append(f"{name} ({shard.die}): {text}" if text else f"{name} ({shard.die})")
