"""Casting a Spell from its Shard (rules ``actions/spells/casting`` and ``…/recovery``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from nightsong.chance import Chance
from nightsong.characters import Character, CharacterError, SupplyNames
from nightsong.checks import (
    CHECK,
    NUANCED,
    CheckResult,
    CheckRules,
    Favor,
    NuancedResult,
    Outcome,
    Side,
    check,
    nuanced_check,
)
from nightsong.conditions import FATIGUED, gain_condition, new_condition
from nightsong.slots import SlotRules
from nightsong.steps import StepRules, StepUse, use
from nightsong.trace import Line, Trace
from nightsong.usage import told

CASTING = "actions/spells/casting"
RECOVERY = "actions/spells/recovery"


@dataclass(frozen=True, slots=True)
class CastingRules:
    """The numbers of casting; ``dr`` is that of the caster's Presence Check, ``shard`` what a
    Spell Shard is called.
    """

    dr: int
    shard: str
    checks: CheckRules
    steps: StepRules
    slots: SlotRules

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> CastingRules:
        """Read them from the ruleset's numbers."""
        return cls(
            dr=numbers["spells"]["casting_dr"],
            shard=SupplyNames.of(numbers).shard,
            checks=CheckRules.of(numbers),
            steps=StepRules.of(numbers),
            slots=SlotRules.of(numbers),
        )


@dataclass(frozen=True, slots=True)
class Cast:
    """A Spell as it was cast; it takes effect whatever the dice show.

    ``shard`` is how the Shard's Step Die went, ``over`` the Slots that the caster has to make
    free if they are now ``fatigued``.
    """

    character: Character
    spell: str
    check: CheckResult | NuancedResult
    shard: StepUse
    fatigued: bool
    over: int
    trace: Trace


def cast(
    character: Character,
    position: int,
    chance: Chance,
    rules: CastingRules,
    key: str = "cast",
    favor: Favor = Favor.NONE,
    *,
    nuanced: bool = False,
) -> Cast:
    """Cast the Spell of the Shard at that position of what is carried, counted from 0.

    With ``nuanced`` the Check is a Nuanced one, as in solo play (``actions/nuanced-checks``); what
    a weak success costs is not for the dice to say. The keys are ``<key>/check`` and
    ``<key>/shard``. ``CharacterError`` where no Shard is there; ``nightsong.steps.StepError``
    where it is drained.
    """
    held = character.carried[position] if 0 <= position < len(character.carried) else None
    if held is None or not held.is_shard:
        came = "nothing" if held is None else held.item.name
        raise CharacterError(f"expected a Spell Shard to cast from, came {came}")
    stepped = use(rules.steps, held.die, chance, f"{key}/shard")
    side = Side(character.abilities.presence, favor)
    strain, held_up = _strain(rules, side, chance, f"{key}/check", nuanced)
    after = character.carrying(position, replace(held, die=stepped.after))
    over, burden = 0, Trace()
    if not held_up:
        burdened = gain_condition(after, new_condition(FATIGUED, rules.slots), rules.slots)
        after, over, burden = burdened.character, burdened.over, burdened.trace
    trace = (
        Line(f"{held.item.name} takes effect", CASTING),
        *(replace(n, rule=CASTING) if n.rule in (CHECK, NUANCED) else n for n in strain.trace),
        *burden,
        *_drained(rules.shard, held.item.name, stepped),
    )
    return Cast(after, held.item.name, strain, stepped, not held_up, over, trace)


def _strain(
    rules: CastingRules, side: Side, chance: Chance, key: str, nuanced: bool
) -> tuple[CheckResult | NuancedResult, bool]:
    """The caster's Check, and whether they hold up."""
    if nuanced:
        done = nuanced_check(rules.checks, side, rules.dr, chance, key)
        return done, done.outcome is not Outcome.FAILURE
    plain = check(rules.checks, side, rules.dr, chance, key)
    return plain, plain.success


def _drained(shard: str, spell: str, stepped: StepUse) -> Trace:
    """The Step Die's lines, in the words of a Shard."""
    if not stepped.spent:
        return told(shard, stepped, RECOVERY)
    end = Line(f"{stepped.after}: {spell} is drained", RECOVERY)
    return (*told(shard, stepped, RECOVERY)[:-1], end)
