"""Character sheets as plain data and as lines to read, for the command line and the page."""

from __future__ import annotations

from typing import Any

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.characters import Carried, Character, FocusRules, Made, SupplyNames, signed
from nightsong.codec import encode
from nightsong.slots import SlotCount, SlotRules, count_slots, is_gone
from nightsong.spells import Spell, spells_named


def character_report(ruleset: Ruleset, made: Made, chance: Chance) -> dict[str, Any]:
    """A made character as plain JSON data, with all that is needed to show and repeat it."""
    return {"seed": chance.seed, "ruleset": ruleset.fingerprint, **_sheet(ruleset, made)}


def party_report(ruleset: Ruleset, party: tuple[Made, ...], chance: Chance) -> dict[str, Any]:
    """A party as plain JSON data: a sheet for each member."""
    members = [_sheet(ruleset, made) for made in party]
    return {"seed": chance.seed, "ruleset": ruleset.fingerprint, "party": members}


def _sheet(ruleset: Ruleset, made: Made) -> dict[str, Any]:
    slots = count_slots(made.character, SlotRules.of(ruleset.numbers))
    return {
        "character": encode(made.character),
        "slots": {"used": slots.used, "total": slots.total, "over": slots.over},
        "max_focus": FocusRules.of(ruleset.numbers).most(made.character.abilities),
        "spells": encode(held_spells(ruleset, made.character)),
        "trace": encode(made.trace),
    }


def held_spells(ruleset: Ruleset, character: Character) -> tuple[Spell, ...]:
    """What the Spells in a character's Shards do, each once."""
    names = dict.fromkeys(shard.item.name for shard in character.spell_shards)
    return spells_named(ruleset, names)


def sheet_lines(ruleset: Ruleset, character: Character) -> list[str]:
    """A character's sheet for a reader."""
    rules, names = SlotRules.of(ruleset.numbers), SupplyNames.of(ruleset.numbers)
    carries = (carried_line(carried, rules, names) for carried in character.carried)
    scores = (f"{a.capitalize()} {signed(s)}" for a, s in character.abilities.scores().items())
    state = (
        f"HP {character.hp}/{character.max_hp}",
        f"Focus {character.focus}/{FocusRules.of(ruleset.numbers).most(character.abilities)}",
        f"Slots {_slots(count_slots(character, rules))}",
        f"{character.coins} coins",
    )
    details = (f"{detail.title.lower()} {detail.text.lower()}" for detail in character.details)
    lines = [
        f"{character.name}, {' and '.join(character.backgrounds)}",
        f"  {', '.join(scores)}",
        f"  {', '.join(state)}",
        f"  Carries {', '.join(carries) or 'nothing'}",
    ]
    spells = held_spells(ruleset, character)
    lines += (f"  {spell.name}: {spell.text}" for spell in spells if spell.text)
    if character.conditions:
        bears = (
            f"“{c.name}” ({c.slots} Slot{'' if c.slots == 1 else 's'})"
            for c in character.conditions
        )
        lines.append(f"  Bears {', '.join(bears)}")
    if character.details:
        lines.append(f"  Details: {', '.join(details)}")
    return lines


def _slots(slots: SlotCount) -> str:
    over = f" ({slots.over} over)" if slots.over else ""
    return f"{slots.used}/{slots.total}{over}"


def carried_line(carried: Carried, rules: SlotRules, names: SupplyNames) -> str:
    """What is carried, with its Step Die as it is now: ``Greatsword (D8, bulky)``."""
    item = carried.item
    state = f"{carried.die} Uses" if item.uses and not carried.is_shard else carried.die
    marks = (
        state,
        "bulky" if item.bulky else "",
        "petty" if item.petty else "",
        item.note or "",
        "spent" if is_gone(carried, rules) else "",
    )
    inside = ", ".join(mark for mark in marks if mark)
    told = carried.is_shard and item.name != names.shard
    named = f"{names.shard}: {item.name}" if told else item.name
    return f"{named} ({inside})" if inside else named


def trace_lines(made: Made) -> list[str]:
    """How each part came about, with the chance key that throws it again."""
    return [f"    {line.text}{f'  [{line.key}]' if line.key else ''}" for line in made.trace]
