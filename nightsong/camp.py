"""What a group on a journey lives on: foraging, rations, the Long Rest that each day asks for.

Rations stay on the sheet when they are spent, so that foraging can raise them again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from nightsong.characters import Carried, Character, CharacterError, SupplyNames
from nightsong.conditions import FATIGUED, gain_condition, new_condition
from nightsong.encounters import asked
from nightsong.fate import FateResult, FateRules
from nightsong.recovery import RecoveryRules, long_rest, refill_shards
from nightsong.slots import SlotRules
from nightsong.steps import StepRules, raised, use
from nightsong.throws import Throws
from nightsong.trace import Line, Trace

FORAGING = "adventuring/journeying/foraging"
RATION = "adventuring/journeying/rations"
LONG_REST = "adventuring/journeying/long-rest"
EMPTY = "rulings/empty-rations"
STARVING = "starving"

Party = tuple[Character, ...]


@dataclass(frozen=True, slots=True)
class CampRules:
    """The numbers of a day: rations each, Long Rests due, and steps that foraging raises."""

    rations: int
    rests: int
    forage_steps: int
    names: SupplyNames
    fate: FateRules
    steps: StepRules
    slots: SlotRules
    recovery: RecoveryRules

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> CampRules:
        """From the ruleset's numbers."""
        travel = numbers["travel"]
        return cls(
            rations=travel["rations_per_day"],
            rests=travel["long_rests_per_day"],
            forage_steps=travel["forage_steps"],
            names=SupplyNames.of(numbers),
            fate=FateRules.of(numbers),
            steps=StepRules.of(numbers),
            slots=SlotRules.of(numbers),
            recovery=RecoveryRules.of(numbers),
        )


@dataclass(frozen=True, slots=True)
class Camped:
    """A party after a part of its day, and how that came about."""

    party: Party
    trace: Trace


@dataclass(frozen=True, slots=True)
class Foraged:
    """A party after foraging; ``found`` is the Die of Fate's answer."""

    party: Party
    found: FateResult
    trace: Trace


def forage(
    party: Party, rules: CampRules, throws: Throws, threshold: str = "", whose: str = ""
) -> Foraged:
    """Forage or hunt (rule ``adventuring/journeying/foraging``): raise one ration's Step Die.

    It is the ration of the member named ``whose``, or else the one that stands lowest.
    ``CharacterError`` where no member has that name.
    """
    rations = _rations(party, rules.names.rations, whose)
    found = asked(rules.fate, "foraging", throws, threshold)
    if not found.yes:
        return Foraged(party, found, found.trace)
    if not rations:
        nobody = Line("Nobody carries rations that could be raised", FORAGING)
        return Foraged(party, found, (*found.trace, nobody))
    member, place = max(rations, key=lambda at: rules.steps.place(_at(party, at).die))
    was_left = not rules.steps.is_spent(_at(party, (member, place)).die)
    rise = raised(rules.steps, _at(party, (member, place)).die, rules.forage_steps)
    whom = Line(
        f"{party[member].name}’s {rules.names.rations} gain by it", FORAGING if was_left else EMPTY
    )
    after = _with_die(party, (member, place), rise.after)
    return Foraged(after, found, (*found.trace, whom, *rise.trace))


def eat(party: Party, rules: CampRules, throws: Throws, *, share: bool = False) -> Camped:
    """The day's rations for each member (rule ``adventuring/journeying/rations``).

    A member eats of the first own ration that is left. With ``share``, one who has none eats of
    the fullest that another has. Who goes without gains a “starving” Condition. Whoever's ration
    is rolled, the key is the eater's: ``<path>/member-2/ration-1``.
    """
    lines: list[Line] = []
    for eater in range(len(party)):
        for portion in range(1, rules.rations + 1):
            at = _portion(party, eater, rules, share=share)
            if at is None:
                lines.append(Line(f"{party[eater].name} goes without a ration", RATION))
                party, burden = _suffer(party, eater, STARVING, rules)
                lines += burden
                break
            key = throws.key(f"member-{eater + 1}/ration-{portion}")
            used = use(rules.steps, _at(party, at).die, throws.chance, key)
            whose = "" if at[0] == eater else f" from {party[at[0]].name}"
            lines.append(Line(f"{party[eater].name} eats a ration{whose}", RATION))
            lines += used.trace
            party = _with_die(party, at, used.after)
    return Camped(party, tuple(lines))


def rest(
    party: Party, rules: CampRules, throws: Throws, who: Collection[int] | None = None
) -> Camped:
    """A Long Rest (rule ``characters/rests/long-rest``), Spell Shards included.

    ``who`` are the places of those who take it, from 0; without it everybody does.
    """
    rested: list[Character] = []
    lines: list[Line] = []
    for number, member in enumerate(party, 1):
        if who is not None and number - 1 not in who:
            rested.append(member)
            continue
        key = throws.key(f"member-{number}/rest")
        recovered = long_rest(member, throws.chance, rules.recovery, key)
        after, refilled = refill_shards(recovered.character, rules.recovery)
        rested.append(after)
        lines.append(Line(f"{member.name} takes a Long Rest", LONG_REST))
        lines += (*recovered.trace, *refilled)
    return Camped(tuple(rested), tuple(lines))


def tire(party: Party, rules: CampRules, rests: Sequence[int]) -> Camped:
    """At a day's end: “fatigued” for each who took too few Long Rests
    (rule ``adventuring/journeying/long-rest``). ``rests`` counts them, in the party's order.
    """
    lines: list[Line] = []
    for number, member in enumerate(party):
        if rests[number] >= rules.rests:
            continue
        lines.append(Line(f"{member.name} had no Long Rest this day", LONG_REST))
        party, burden = _suffer(party, number, FATIGUED, rules)
        lines += burden
    return Camped(party, tuple(lines))


def places(party: Party, names: Collection[str]) -> frozenset[int]:
    """Where those of that name stand in the party; ``CharacterError`` where somebody doesn't."""
    for name in names:
        if all(member.name != name for member in party):
            present = ", ".join(member.name for member in party) or "nobody"
            raise CharacterError(f"expected one of the party ({present}), came “{name}”")
    return frozenset(number for number, member in enumerate(party) if member.name in names)


def counted(counts: Sequence[int], party: Party) -> tuple[int, ...]:
    """A count for each of the party, 0 for whom none was kept yet."""
    return (*counts, *(0 for _ in party[len(counts) :]))


def held_rations(member: Character, rules: CampRules) -> tuple[str, ...]:
    """The Step Dice of a member's rations, spent ones too."""
    return tuple(c.die for c in member.carried if c.item.name == rules.names.rations)


def lie_down(
    counts: Sequence[int], who: Collection[int], needed: int
) -> tuple[tuple[int, ...], frozenset[int]]:
    """Count a stretch of rest for each who rests, none for whoever broke off.

    Gives the counts and the places of those whose Rest is done; theirs start again.
    """
    more = tuple(count + 1 if place in who else 0 for place, count in enumerate(counts))
    done = frozenset(place for place, count in enumerate(more) if count >= needed)
    return tuple(0 if place in done else count for place, count in enumerate(more)), done


def _suffer(party: Party, member: int, name: str, rules: CampRules) -> tuple[Party, Trace]:
    burdened = gain_condition(party[member], new_condition(name, rules.slots), rules.slots)
    return _with(party, member, burdened.character), burdened.trace


def _rations(party: Party, named: str, whose: str = "") -> list[tuple[int, int]]:
    places(party, (whose,) if whose else ())
    return [
        (number, place)
        for number, member in enumerate(party)
        if whose in ("", member.name)
        for place, carried in enumerate(member.carried)
        if carried.item.name == named
    ]


def _portion(party: Party, eater: int, rules: CampRules, *, share: bool) -> tuple[int, int] | None:
    rations = _rations(party, rules.names.rations)
    left = [at for at in rations if not rules.steps.is_spent(_at(party, at).die)]
    own = [at for at in left if at[0] == eater]
    if own:
        return own[0]
    if not share or not left:
        return None
    return min(left, key=lambda at: rules.steps.place(_at(party, at).die))


def _at(party: Party, at: tuple[int, int]) -> Carried:
    return party[at[0]].carried[at[1]]


def _with_die(party: Party, at: tuple[int, int], die: str) -> Party:
    member, place = at
    eaten = replace(_at(party, at), die=die)
    return _with(party, member, party[member].carrying(place, eaten))


def _with(party: Party, member: int, after: Character) -> Party:
    return (*party[:member], after, *party[member + 1 :])
