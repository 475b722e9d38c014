"""What is carried, put to use: supplies dwindle and gear wears (rule ``characters/slots``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from nightsong.chance import Chance
from nightsong.characters import Character, CharacterError
from nightsong.model import ItemKind
from nightsong.steps import Ending, StepRules, StepUse, use
from nightsong.trace import Trace

ITEMS = "characters/slots/items"
WEARS: Mapping[ItemKind, str] = MappingProxyType(
    {
        ItemKind.WEAPON: "characters/slots/weapons",
        ItemKind.ARMOR: "characters/slots/armor",
        ItemKind.SHIELD: "characters/slots/shields",
    }
)


@dataclass(frozen=True, slots=True)
class Used:
    """Something carried, after its Step Die was rolled; ``step.spent`` says that it is used up
    or broken.
    """

    character: Character
    item: str
    step: StepUse
    trace: Trace


def use_item(
    character: Character, position: int, chance: Chance, rules: StepRules, key: str = "use"
) -> Used:
    """Roll the Step Die of what is carried at that position, counted from 0.

    Supplies as they are used, a Shield after each use, Weapons and Armor after the combat (rules
    ``characters/slots/items``, ``…/shields``, ``…/weapons``, ``…/armor``). What is spent stays on
    the sheet at the end of the ladder. ``CharacterError`` where nothing with a Step Die is there,
    ``nightsong.steps.StepError`` where it is spent.
    """
    held = character.carried[position] if 0 <= position < len(character.carried) else None
    if held is None or not held.die or held.is_shard:
        came = "nothing" if held is None else held.item.name
        raise CharacterError(f"expected something with a Step Die to use, came {came}")
    wears = held.item.kind in WEARS
    ending = Ending.BROKEN if wears else Ending.SPENT
    step = use(rules, held.die, chance, key, ending)
    rule = WEARS.get(held.item.kind, ITEMS)
    after = character.carrying(position, replace(held, die=step.after))
    return Used(after, held.item.name, step, told(held.item.name, step, rule))


def told(name: str, step: StepUse, rule: str) -> Trace:
    """The lines of a Step Die with the name of what it stands for, under a rule of its own."""
    first, *rest = step.trace
    text = f"{name}: {first.text.replace(': ', ', ', 1)}"
    return (replace(first, text=text, rule=rule), *rest)
