"""Advancements: what characters gain when the Referee says so (rule ``actions/advancements``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from nightsong.chance import Chance
from nightsong.characters import Abilities, Ability, Character, FocusRules, signed
from nightsong.dice import parse
from nightsong.slots import SlotRules, count_slots
from nightsong.trace import Line, Trace

RULE = "actions/advancements"


@dataclass(frozen=True, slots=True)
class AdvancementRules:
    """The numbers of an Advancement. ``limit`` is the highest score it can reach."""

    hit_points: str
    die: str
    rise: int
    limit: int
    focus: FocusRules
    slots: SlotRules

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> AdvancementRules:
        """Read them from the ruleset's numbers."""
        own = numbers["advancement"]
        return cls(
            hit_points=own["hit_points"],
            die=own["die"],
            rise=own["rise"],
            limit=numbers["abilities"]["limit"],
            focus=FocusRules.of(numbers),
            slots=SlotRules.of(numbers),
        )


@dataclass(frozen=True, slots=True)
class Advanced:
    """A character after an Advancement: HP added to the maximum, and which Abilities rose."""

    character: Character
    hp: int
    risen: tuple[Ability, ...]
    trace: Trace


def advance(
    character: Character, chance: Chance, rules: AdvancementRules, key: str = "advancement/1"
) -> Advanced:
    """Give a character an Advancement.

    Only the maximum HP rises, not the HP of the moment. Each Ability's die is rolled a single time
    (ruling ``advancement-rolls``). Number the ``key`` so that no two Advancements share it.
    """
    hp = chance.roll(parse(rules.hit_points), f"{key}/hit-points").total
    lines = [
        Line(
            f"{rules.hit_points} gives {hp}: maximum HP {character.max_hp + hp}",
            RULE,
            f"{key}/hit-points",
        )
    ]
    scores = character.abilities.scores()
    risen: list[Ability] = []
    for ability, score in scores.items():
        rolled = chance.roll(parse(rules.die), f"{key}/{ability}").total
        scores[ability] = _after(score, rolled, rules)
        if scores[ability] > score:
            risen.append(ability)
        lines.append(_ability_line(ability, score, rolled, scores[ability], rules, key))
    after = replace(character, abilities=Abilities.of(scores), max_hp=character.max_hp + hp)
    return Advanced(after, hp, tuple(risen), (*lines, *_followed(after, risen, rules)))


def _after(score: int, rolled: int, rules: AdvancementRules) -> int:
    """The score after the die; a score above the limit stays."""
    return max(score, min(score + rules.rise, rules.limit)) if rolled >= score else score


def _ability_line(
    ability: Ability, score: int, rolled: int, after: int, rules: AdvancementRules, key: str
) -> Line:
    outcome = f"rises to {signed(after)}" if after > score else "stays"
    text = f"{ability.capitalize()} {signed(score)}: {rules.die} fell {rolled}, {outcome}"
    return Line(text, RULE, f"{key}/{ability}")


def _followed(after: Character, risen: list[Ability], rules: AdvancementRules) -> Trace:
    """What a risen Ability changes with it."""
    lines: list[Line] = []
    if Ability.STRENGTH in risen:
        total = count_slots(after, rules.slots).total
        lines.append(Line(f"Slots in all: {total}", "characters/slots"))
    if Ability.DEXTERITY in risen:
        most = rules.focus.most(after.abilities)
        lines.append(Line(f"Maximum Focus: {most}", "characters/focus"))
    return tuple(lines)
