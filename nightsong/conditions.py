"""Conditions: what ails a character, gained, worsened and cleared by care.

Rests that clear them are in ``nightsong.recovery`` (rule ``characters/slots/conditions``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from nightsong.characters import Character, CharacterError, Condition, Severity
from nightsong.slots import SlotRules, count_slots
from nightsong.trace import Line, Trace

RULE = "characters/slots/conditions"
FATIGUED = "fatigued"  # what casting and sleepless days bring


def new_condition(
    name: str,
    rules: SlotRules,
    severity: Severity = Severity.MINOR,
    needs: str = "",
    slots: int | None = None,
) -> Condition:
    """A Condition that takes that many Slots, or as many as one takes at first."""
    return Condition(name, rules.condition if slots is None else slots, severity, needs)


@dataclass(frozen=True, slots=True)
class Burdened:
    """A character with a new or worse Condition, and the Slots that must be made free for it."""

    character: Character
    over: int
    trace: Trace


def gain_condition(character: Character, condition: Condition, rules: SlotRules) -> Burdened:
    """Add a Condition (rule ``characters/slots/conditions``).

    Nothing is dropped by itself; ``over`` tells how many Slots the player has to make free.
    """
    after = replace(character, conditions=(*character.conditions, condition))
    return _burdened(after, f"“{condition.name}” takes {_slots(condition.slots)}", rules)


def worsen_condition(
    character: Character, name: str, rules: SlotRules, slots: int | None = None
) -> Burdened:
    """Let a Condition take more Slots: that many, or as many as a new one would.

    ``CharacterError`` where the character doesn't have it.
    """
    place = _place(character, name)
    more = rules.condition if slots is None else slots
    old = character.conditions[place]
    worse = replace(old, slots=old.slots + more)
    conditions = (*character.conditions[:place], worse, *character.conditions[place + 1 :])
    after = replace(character, conditions=conditions)
    return _burdened(after, f"“{name}” worsens and takes {_slots(worse.slots)}", rules)


def _burdened(after: Character, text: str, rules: SlotRules) -> Burdened:
    slots = count_slots(after, rules)
    lines = [Line(f"{text}: {slots.used} of {slots.total} used", RULE)]
    if slots.over:
        lines.append(Line(f"{slots.over} over the limit: something has to be dropped", RULE))
    return Burdened(after, slots.over, tuple(lines))


def _slots(number: int) -> str:
    return f"{number} Slot{'' if number == 1 else 's'}"


def clear_condition(character: Character, name: str) -> Character:
    """The character without one Condition of that name, once its care was given.

    ``CharacterError`` where there is none.
    """
    place = _place(character, name)
    kept = (*character.conditions[:place], *character.conditions[place + 1 :])
    return replace(character, conditions=kept)


def _place(character: Character, name: str) -> int:
    for place, condition in enumerate(character.conditions):
        if condition.name == name:
            return place
    had = ", ".join(c.name for c in character.conditions) or "none"
    raise CharacterError(f"expected one of the Conditions borne ({had}), came “{name}”")
