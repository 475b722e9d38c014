"""Recruits: whom the characters hire or rally, one NPC or a Force (``adventuring/recruitment``).

The Referee chooses the values of recruits; here they are hurt, go hungry, and recover. A group, a
warband or a massive creature is a *Force*: it counts as one NPC, with one pool of HP.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from math import ceil
from typing import Any

from nightsong.chance import Chance
from nightsong.fate import CERTAIN, FateRules, ask
from nightsong.npcs import Npc
from nightsong.trace import Line, Trace

RULE = "adventuring/recruitment"
FORCES = "adventuring/npcs-and-creatures/forces"
OUT = "combat/npcs"
TESTING = "rulings/recruit-shaken"
RESOLVE = "adventuring/encounters-and-events/resolve"


class RecruitError(ValueError):
    """What recruits can't be or do, in one line."""


class Need(StrEnum):
    """What NPCs who serve must have (rule ``adventuring/recruitment``)."""

    FOOD = "food"
    REST = "rest"
    PAY = "pay"


class Standing(StrEnum):
    """Whether recruits still serve."""

    SERVING = "serving"
    LEFT = "left"  # mutinied, deserted or disbanded
    OUT = "out"  # of the fight; a Force has perished, routed or yielded


class Attackers(StrEnum):
    """Who deals Damage: one by one, or together (rule ``adventuring/npcs-and-creatures/forces``).

    Another Force, and what strikes a whole Force as ordnance does, is coordinated.
    """

    INDIVIDUALS = "individuals"
    COORDINATED = "coordinated"


@dataclass(frozen=True, slots=True)
class RecruitRules:
    """The numbers of recruits: HP, and Resolve in percentage points."""

    hp_limit: int
    counts_as: int
    out: int
    share_lost: Fraction
    unmet: int
    recovers: int
    fate: FateRules

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> RecruitRules:
        """Read them from the ruleset's numbers."""
        npcs, resolve = numbers["npcs"], numbers["resolve"]
        return cls(
            hp_limit=npcs["hp"]["limit"],
            counts_as=npcs["counts_as"],
            out=numbers["combat"]["out"],
            share_lost=Fraction(resolve["share_lost"]),
            unmet=resolve["unmet"],
            recovers=resolve["recovers"],
            fate=FateRules.of(numbers),
        )


@dataclass(frozen=True, slots=True)
class Recruits:
    """A recruit or a Force as it stands now.

    ``npc`` holds the values as the Referee chose them: full HP, and Resolve undiminished. ``hp``
    and ``resolve`` (in percent) are what is left: no more, or ``RecruitError``. ``number`` is how
    many there were at first.
    """

    npc: Npc
    hp: int
    resolve: int
    number: int = 1
    force: bool = False
    standing: Standing = Standing.SERVING

    def __post_init__(self) -> None:
        if self.hp > self.npc.hp or not 0 <= self.resolve <= self.npc.resolve:
            raise RecruitError(
                f"expected HP up to {self.npc.hp} and Resolve of 0 to {self.npc.resolve}%, "
                f"came {self.hp} HP and {self.resolve}%"
            )

    @property
    def serving(self) -> bool:
        """Whether they are neither out nor gone."""
        return self.standing is Standing.SERVING


@dataclass(frozen=True, slots=True)
class Change:
    """Recruits after something befell them, and how it came about."""

    recruits: Recruits
    trace: Trace


@dataclass(frozen=True, slots=True)
class Hurt:
    """Recruits after Damage: HP lost, and whether the loss calls for a roll against Resolve."""

    recruits: Recruits
    lost: int
    tested: bool
    trace: Trace


def enlist(npc: Npc, rules: RecruitRules, number: int = 1, *, massive: bool = False) -> Recruits:
    """Recruits with the values that the Referee chose for them (rule ``adventuring/recruitment``).

    More than one, or one that is ``massive``, is a Force. ``RecruitError`` where there is nobody,
    or where HP or Resolve are none that an NPC can have.
    """
    if number < 1:
        raise RecruitError(f"expected 1 recruit or more, came {number}")
    if not rules.out < npc.hp <= rules.hp_limit:
        raise RecruitError(f"expected {rules.out + 1} to {rules.hp_limit} HP, came {npc.hp}")
    if not 0 <= npc.resolve <= CERTAIN:
        raise RecruitError(f"expected Resolve of 0 to {CERTAIN}%, came {npc.resolve}")
    return Recruits(npc, npc.hp, npc.resolve, number, force=massive or number > 1)


def counts_as(recruits: Recruits, rules: RecruitRules) -> int:
    """As how many NPCs they count (rule ``adventuring/npcs-and-creatures/forces``)."""
    return rules.counts_as if recruits.force else recruits.number


def hurt(recruits: Recruits, damage: int, attackers: Attackers, rules: RecruitRules) -> Hurt:
    """Take Damage off HP, after Armor (rule ``adventuring/npcs-and-creatures/forces``).

    A Force loses nothing to individuals. HP don't fall below those at which recruits are out.
    ``RecruitError`` where they don't serve any more or the Damage is below 0.
    """
    _serving(recruits)
    if damage < 0:
        raise RecruitError(f"expected Damage of 0 or more, came {damage}")
    name = recruits.npc.name
    if recruits.force and attackers is Attackers.INDIVIDUALS:
        text = f"{name}: a Force ignores Damage from individuals"
        return Hurt(recruits, 0, tested=False, trace=(Line(text, FORCES),))
    hp = max(rules.out, recruits.hp - damage)
    lost = recruits.hp - hp
    text = f"{name}: {damage} Damage, HP {recruits.hp} → {hp}"
    lines = [Line(text, FORCES if recruits.force else OUT)]
    after = replace(recruits, hp=hp)
    if hp <= rules.out:
        after = replace(after, standing=Standing.OUT)
        lines.append(_out_line(after))
        return Hurt(after, lost, tested=False, trace=tuple(lines))
    tested = _crosses(recruits.npc.hp, recruits.hp, hp, rules.share_lost)
    if tested:
        text = f"{name}: {recruits.npc.hp - hp} of {recruits.npc.hp} HP lost, Resolve is tested"
        lines.append(Line(text, RESOLVE))
    return Hurt(after, lost, tested, tuple(lines))


def _crosses(full: int, before: int, after: int, share: Fraction) -> bool:
    """Whether the loss has just come to that share of all HP (ruling ``warband-rounding``)."""
    loss = ceil(full * share)
    return full - before < loss <= full - after


def _out_line(recruits: Recruits) -> Line:
    name = recruits.npc.name
    if recruits.force:
        return Line(f"{name}: {recruits.hp} HP, the Force perishes, routs, or yields", FORCES)
    return Line(f"{name}: {recruits.hp} HP, out of the fight", OUT)


def go_without(
    recruits: Recruits, needs: Collection[Need], chance: Chance, rules: RecruitRules, key: str
) -> Change:
    """Test the Resolve of recruits who lack something (rule ``adventuring/recruitment``).

    One roll, however many needs go unmet at once. Over their Resolve as it stands, they mutiny,
    desert or disband; else they stay and it falls (ruling ``recruit-shaken``), though never below
    0. ``RecruitError`` where no need is named or they don't serve any more.
    """
    _serving(recruits)
    if not needs:
        raise RecruitError(f"expected a need unmet ({', '.join(Need)}), came none")
    lacking = ", ".join(need for need in Need if need in needs)
    result = ask(rules.fate, "resolve", chance, key, recruits.resolve)
    said = f"{recruits.npc.name} without {lacking}: {rules.fate.die} fell {result.rolled}"
    said = f"{said} against Resolve {result.threshold}%"
    if not result.yes:
        line = Line(f"{said}: they mutiny, desert, or disband", RULE, key)
        return Change(replace(recruits, standing=Standing.LEFT), (line,))
    resolve = max(0, recruits.resolve - rules.unmet)
    lines = (
        Line(f"{said}: they stay", RULE, key),
        Line(f"Resolve {recruits.resolve}% → {resolve}%", TESTING),
    )
    return Change(replace(recruits, resolve=resolve), lines)


def recover(recruits: Recruits, days: int, rules: RecruitRules) -> Change:
    """Resolve after days with all needs met, up to what it was (rule ``adventuring/recruitment``).

    ``RecruitError`` for days below 0, or where they don't serve any more.
    """
    _serving(recruits)
    if days < 0:
        raise RecruitError(f"expected 0 days or more, came {days}")
    rating = recruits.npc.resolve
    resolve = min(rating, recruits.resolve + days * rules.recovers)
    text = f"Needs met for {days} day{'' if days == 1 else 's'}: "
    text += f"Resolve {recruits.resolve}% → {resolve}% of {rating}%"
    return Change(replace(recruits, resolve=resolve), (Line(text, RULE),))


def pass_day(
    recruits: Recruits, lacking: Collection[Need], chance: Chance, rules: RecruitRules, key: str
) -> Change:
    """A day in service: a test where something is lacking, else a day of recovery.

    Give each day a key of its own, such as ``recruits/day-1``. ``RecruitError`` as above.
    """
    if lacking:
        return go_without(recruits, lacking, chance, rules, key)
    return recover(recruits, 1, rules)


def _serving(recruits: Recruits) -> None:
    if not recruits.serving:
        name = recruits.npc.name
        raise RecruitError(f"expected recruits who serve, came {name} ({recruits.standing})")
