"""A character as text to take along."""

from __future__ import annotations

from collections.abc import Iterator

from nightsong.bundle import Ruleset
from nightsong.characters import Character, FocusRules, SupplyNames, signed
from nightsong.sheets import carried_line, held_spells
from nightsong.slots import SlotRules, count_slots, slots_of
from nightsong.wording import reworded

_ESCAPED = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]<>#|"})


def markdown(ruleset: Ruleset, character: Character) -> str:
    """The sheet in Markdown, in the game's own words."""
    return reworded("\n".join(_lines(ruleset, character)) + "\n", ruleset.words)


def _lines(ruleset: Ruleset, character: Character) -> Iterator[str]:
    rules = SlotRules.of(ruleset.numbers)
    slots, most = count_slots(character, rules), FocusRules.of(ruleset.numbers)
    over = f" ({slots.over} over)" if slots.over else ""
    yield f"# {plain(character.name) or 'Nobody yet'}"
    yield ""
    about = (" and ".join(character.backgrounds), character.pronouns)
    yield f"*{plain(', '.join(filter(None, about)))}*"
    scores = character.abilities.scores().items()
    yield ""
    yield f"| {' | '.join(ability.capitalize() for ability, _ in scores)} |"
    yield "|" + ":-:|" * len(scores)
    yield f"| {' | '.join(signed(score) for _, score in scores)} |"
    yield ""
    yield f"- **HP** {character.hp} of {character.max_hp}"
    yield f"- **Focus** {character.focus} of {most.most(character.abilities)}"
    yield f"- **Slots** {slots.used} of {slots.total}{over}"
    yield f"- **Coins** {character.coins}"
    yield from _carried(ruleset, character, rules)
    yield from _told(ruleset, character)


def _carried(ruleset: Ruleset, character: Character, rules: SlotRules) -> Iterator[str]:
    names = SupplyNames.of(ruleset.numbers)
    yield from ("", "## Carried", "")
    for carried in character.carried:
        taken = slots_of(carried, rules)
        slots = "" if taken == 1 else f", {taken} Slots"
        yield f"- {plain(carried_line(carried, rules, names))}{slots}"
    if not character.carried:
        yield "Nothing."


def _told(ruleset: Ruleset, character: Character) -> Iterator[str]:
    spells = held_spells(ruleset, character)
    if spells:
        yield from ("", "## Spells", "")
    for spell in spells:
        yield f"- **{plain(spell.name)}** {plain(spell.text)}".rstrip()
    if character.conditions:
        yield from ("", "## Conditions", "")
    for one in character.conditions:
        needs = f", needs {plain(one.needs)}" if one.needs else ""
        yield f"- {plain(one.name)} ({one.severity}, {one.slots} Slots{needs})"
    if character.details:
        yield from ("", "## Details", "")
    for detail in character.details:
        yield f"- **{plain(detail.title)}** {plain(detail.text)}"


def plain(text: str) -> str:
    """A text in one line, without anything that Markdown would take for its own."""
    return " ".join(text.split()).translate(_ESCAPED)
