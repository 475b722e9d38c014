"""A remix in play: what the rules engine makes of its numbers and tables, before anything is built.

Some procedures of every kind are played, each with a bound on how long it may take.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from generator.model.bounded import ENDLESS, attempt
from generator.model.numbers import leaves
from generator.model.problems import Problem
from nightsong.bundle import Ruleset, dump_ruleset, load_ruleset
from nightsong.chance import Chance
from nightsong.characters import Ability
from nightsong.procedures import play

SEEDS = ("1", "2")
# Each Ability is the highest once: what follows from that differs.
_ORDERS = [[*map(str, (*tuple(Ability)[n:], *tuple(Ability)[:n]))] for n in range(len(Ability))]
_PLAYED: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("check", {"ability": 1}),
    ("fate", {}),
    ("fate-questions", {}),
    ("events", {}),
    ("reaction", {}),
    ("abilities", {"method": "rolled"}),
    *(("character", {"order": order}) for order in _ORDERS),
    ("character-options", {}),
    ("turn", {}),
    ("watch", {}),
    ("weather", {}),
    ("navigation", {}),
    ("travel", {}),
    ("land", {"sessions": 1}),
    ("creatures", {}),
)


@dataclass(frozen=True, slots=True)
class Suspect:
    """A change that may be why a procedure fails: ``n.focus.limit``, or a table's id."""

    id: str
    file: str
    line: int
    removed: bool = False


def engine_problems(
    ruleset: Ruleset, suspects: Sequence[Suspect], upstream: Any, otherwise: str
) -> Iterator[Problem]:
    """Whatever the rules can't be played with.

    ``upstream`` are the numbers as they were, ``otherwise`` the file to name where no change is
    to blame alone.
    """
    try:
        ruleset = load_ruleset(dump_ruleset(ruleset))
    except ValueError as error:
        yield Problem(otherwise, 0, 0, "remix.engine", "rules that hold together", str(error), "")
        return
    told = set()
    for name, using in _played(ruleset):
        if cause := _failure(ruleset, name, using):
            found = _blamed(ruleset, name, using, cause, suspects, dict(leaves(upstream)))
            place = (found.file, found.line, 1) if found else (otherwise, 0, 0)
            if place in told:
                continue  # one problem for each change, however much fails with it
            told.add(place)
            expected = f"rules in which “{name}” can be played"
            yield Problem(*place, "remix.engine", expected, cause, _tip(found))
            if cause == ENDLESS:
                return  # others would take as long


def _tip(suspect: Suspect | None) -> str:
    if suspect is None:
        return "Look at the numbers that you change and at the tables that you remove."
    if suspect.id.startswith("n."):
        return f"Give {suspect.id} a value that the rules can reckon with."
    if suspect.removed:
        return f"The rules roll on {suspect.id}: replace it instead of removing it."
    return f"The rules roll on {suspect.id}: keep the shape that it had."


def _played(ruleset: Ruleset) -> Iterator[tuple[str, Mapping[str, Any]]]:
    yield from _PLAYED
    for creature in ruleset.creatures[:1]:
        yield "fight", {"made": 2, "foes": [{"creature": creature.id}]}


def _failure(ruleset: Ruleset, name: str, using: Mapping[str, Any]) -> str:
    """Why a procedure can't be played; empty where it can."""
    for seed in SEEDS:
        _, cause = attempt(partial(play, ruleset, name, using, Chance(seed)))
        if cause:
            return cause
    return ""


def _blamed(
    ruleset: Ruleset,
    name: str,
    using: Mapping[str, Any],
    cause: str,
    suspects: Sequence[Suspect],
    upstream: Mapping[tuple[str, ...], Any],
) -> Suspect | None:
    """The change without which it could be played, or that the failure names."""
    for one in suspects:
        path = tuple(one.id.removeprefix("n.").split("."))
        if one.id.startswith("n.") and path in upstream:
            numbers = _with(ruleset.numbers, path, upstream[path])
            if not _failure(replace(ruleset, numbers=numbers), name, using):
                return one
    named = next((one for one in suspects if f"{one.id}'" in cause or f"{one.id}”" in cause), None)
    return named or (suspects[0] if len(suspects) == 1 else None)


def _with(numbers: Mapping[str, Any], path: tuple[str, ...], leaf: Any) -> dict[str, Any]:
    value = leaf["value"] if isinstance(leaf, Mapping) and "value" in leaf else leaf
    step, *rest = path
    return {**numbers, step: _with(numbers[step], tuple(rest), value) if rest else value}
