"""What happens to a character's sheet: Damage, Conditions, Slots, Focus, Advancements.

A character goes in as plain data and comes back as plain data that can be handed in again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from nightsong.advancement import AdvancementRules, advance
from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.characters import Ability, Carried, Character, FocusRules, Severity
from nightsong.conditions import (
    RULE,
    clear_condition,
    gain_condition,
    new_condition,
    worsen_condition,
)
from nightsong.focus import SpendRules, focused_check, focused_nuanced_check
from nightsong.model import Item
from nightsong.procedures.procedure import Played, Procedure, plain
from nightsong.recovery import RecoveryRules, refresh_focus, take_damage
from nightsong.sheetfields import fields_of
from nightsong.sheets import held_spells
from nightsong.sheettexts import markdown
from nightsong.slots import SlotRules, count_slots, slots_of
from nightsong.steps import StepRules
from nightsong.trace import Line
from nightsong.usage import use_item

SLOTS = "characters/slots"


class Act(StrEnum):
    """What becomes of a Condition."""

    GAIN = "gain"
    WORSEN = "worsen"
    CLEAR = "clear"


@dataclass(frozen=True, slots=True)
class CharacterGiven:
    """A character as they are now."""

    character: Character


@dataclass(frozen=True, slots=True)
class DamageAsked:
    """Damage after Armor, in HP. No dice fall."""

    character: Character
    damage: int


@dataclass(frozen=True, slots=True)
class ConditionAsked:
    """A Condition to gain, to worsen by ``slots`` (or by one Condition's), or to clear. No dice.

    ``slots`` is also how many a new one takes, where it isn't the usual number.
    """

    character: Character
    name: str
    act: Act = Act.GAIN
    severity: Severity = Severity.MINOR
    needs: str = ""
    slots: int | None = None


@dataclass(frozen=True, slots=True)
class UseAsked:
    """Something carried, by its position from 0, whose Step Die is rolled. Key: ``use``."""

    character: Character
    position: int


@dataclass(frozen=True, slots=True)
class FocusAsked:
    """A Check, and Focus spent on it after the result is seen.

    The chance key is ``check``, with as many dice as Advantage throws: the first are those that
    are seen. Without a DR, the solo one counts.
    """

    character: Character
    ability: Ability
    dr: str = ""
    nuanced: bool = False


@dataclass(frozen=True, slots=True)
class CarryAsked:
    """Something taken up, and what is put down: an item by its position from 0. No dice.

    ``coins`` are gained, or spent where negative.
    """

    character: Character
    take: Item | None = None
    drop: int | None = None
    coins: int = 0


def sheet_of(ruleset: Ruleset, character: Character) -> dict[str, Any]:
    """A character as plain data, with what follows from the sheet: Slots and maximum Focus, and
    what the Spells in the Shards do.
    """
    slots = count_slots(character, SlotRules.of(ruleset.numbers))
    counted = {"used": slots.used, "total": slots.total, "over": slots.over, "free": slots.free}
    most = FocusRules.of(ruleset.numbers).most(character.abilities)
    spells = plain(held_spells(ruleset, character))
    return {"character": plain(character), "slots": counted, "max_focus": most, "spells": spells}


def _damage(ruleset: Ruleset, _: Chance, asked: DamageAsked) -> Played:
    done = take_damage(asked.character, asked.damage, RecoveryRules.of(ruleset.numbers))
    result = {**sheet_of(ruleset, done.character), "taken_out": done.taken_out}
    return Played(result, done.trace)


def _condition(ruleset: Ruleset, _: Chance, asked: ConditionAsked) -> Played:
    rules = SlotRules.of(ruleset.numbers)
    if asked.act is Act.CLEAR:
        after = clear_condition(asked.character, asked.name)
        return Played(sheet_of(ruleset, after), (Line(f"“{asked.name}” is cleared", RULE),))
    if asked.slots is not None and asked.slots < 0:
        raise ValueError(f"expected a Condition of 0 Slots or more, came {asked.slots}")
    if asked.act is Act.WORSEN:
        done = worsen_condition(asked.character, asked.name, rules, asked.slots)
    else:
        new = new_condition(asked.name, rules, asked.severity, asked.needs, asked.slots)
        done = gain_condition(asked.character, new, rules)
    return Played(sheet_of(ruleset, done.character), done.trace)


def _carry(ruleset: Ruleset, _: Chance, asked: CarryAsked) -> Played:
    character, lines = asked.character, []
    if asked.drop is not None:
        left = character.carrying(asked.drop, None)
        lines.append(Line(f"{character.carried[asked.drop].item.name} is put down", SLOTS))
        character = left
    if asked.take is not None:
        if not asked.take.name.strip():
            raise ValueError("expected the name of an item, came none")
        new = Carried.fresh(asked.take)
        character = replace(character, carried=(*character.carried, new))
        lines.append(Line(f"{asked.take.name} is taken up", SLOTS))
    if asked.coins:
        left_over = character.coins + asked.coins
        if left_over < 0:
            raise ValueError(f"expected at most {character.coins} coins, came {-asked.coins}")
        character = replace(character, coins=left_over)
        verb = "gained" if asked.coins > 0 else "spent"
        lines.append(Line(f"{abs(asked.coins)} coins are {verb}", "belongings/supplies"))
    return Played(sheet_of(ruleset, character), tuple(lines))


def _texts(ruleset: Ruleset, _: Chance, asked: CharacterGiven) -> Played:
    """The sheet as Markdown, and the values of the printed sheet's fields by their names."""
    fields = dict(fields_of(asked.character, ruleset))
    return Played({"markdown": markdown(ruleset, asked.character), "fields": fields}, ())


def _use(ruleset: Ruleset, chance: Chance, asked: UseAsked) -> Played:
    rules = StepRules.of(ruleset.numbers)
    done = use_item(asked.character, asked.position, chance, rules)
    result = {"item": done.item, "step": plain(done.step)}
    return Played({**sheet_of(ruleset, done.character), **result}, done.trace)


def _slots(ruleset: Ruleset, _: Chance, asked: CharacterGiven) -> Played:
    rules = SlotRules.of(ruleset.numbers)
    count = count_slots(asked.character, rules)
    each = [slots_of(carried, rules) for carried in asked.character.carried]
    over = f", {count.over} over" if count.over else ""
    line = Line(f"{count.used} of {count.total} Slots used{over}", "characters/slots")
    return Played({**sheet_of(ruleset, asked.character), "carried": each}, (line,))


def _spend(ruleset: Ruleset, chance: Chance, asked: FocusAsked) -> Played:
    rules = SpendRules.of(ruleset.numbers)
    act = focused_nuanced_check if asked.nuanced else focused_check
    done = act(asked.character, asked.ability, asked.dr or rules.checks.solo, chance, rules)
    checks: Mapping[str, Any] = {"before": plain(done.before), "after": plain(done.after)}
    return Played({**sheet_of(ruleset, done.character), **checks}, done.trace)


def _refresh(ruleset: Ruleset, _: Chance, asked: CharacterGiven) -> Played:
    after = refresh_focus(asked.character, FocusRules.of(ruleset.numbers))
    line = Line(f"Focus is set to {after.focus}", "characters/focus/refresh")
    return Played(sheet_of(ruleset, after), (line,))


def _advance(ruleset: Ruleset, chance: Chance, asked: CharacterGiven) -> Played:
    rules = AdvancementRules.of(ruleset.numbers)
    done = advance(asked.character, chance, rules, "advancement")
    result = {"hp": done.hp, "risen": plain(done.risen)}
    return Played({**sheet_of(ruleset, done.character), **result}, done.trace)


PROCEDURES = (
    Procedure("take-damage", DamageAsked, _damage),
    Procedure("condition", ConditionAsked, _condition),
    Procedure("use-item", UseAsked, _use),
    Procedure("slots", CharacterGiven, _slots),
    Procedure("carry", CarryAsked, _carry),
    Procedure("character-texts", CharacterGiven, _texts),
    Procedure("spend-focus", FocusAsked, _spend),
    Procedure("refresh-focus", CharacterGiven, _refresh),
    Procedure("advancement", CharacterGiven, _advance),
)
