"""Step Dice: what is used up, wears out, runs down or draws near (``basics/step-dice``).

A Step Die is named by where it stands on the ladder: ``D12`` … ``D4``, and ``D0`` when it is spent.
Here it is rolled and stepped; what it stands for is the caller's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from nightsong.bundle import BundleError
from nightsong.chance import Chance
from nightsong.dice import DiceError, die, parse
from nightsong.spans import Span, span
from nightsong.trace import Line, Trace

RULE = "basics/step-dice"
AT_THE_END = "basics/step-dice/at-d0"
LIMITS = "rulings/step-die-limits"


class StepError(DiceError):
    """A Step Die that isn't on the ladder, or a spent one that was to be rolled."""


class Ending(StrEnum):
    """What it means that a Step Die has reached the end of its ladder, by what it tracks."""

    SPENT = "spent"  # a resource
    BROKEN = "broken"  # an item
    RUN_OUT = "run out"  # a timer
    DUE = "due"  # a situation that changes, an event that unfolds


_ENDS: Mapping[Ending, str] = MappingProxyType(
    {
        Ending.SPENT: "it is spent",
        Ending.BROKEN: "it breaks",
        Ending.RUN_OUT: "it runs out",
        Ending.DUE: "the situation changes",
    }
)


@dataclass(frozen=True, slots=True)
class Drop:
    """How many steps a Step Die goes down on the results of a span."""

    results: Span
    steps: int


@dataclass(frozen=True, slots=True)
class StepRules:
    """The numbers of ``basics/step-dice``: the ladder, top first, and what each result does."""

    ladder: tuple[str, ...]
    spent: str
    drops: tuple[Drop, ...]

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> StepRules:
        """From the ruleset's numbers; ``BundleError`` where they leave a result open."""
        step_die = numbers["step_die"]
        drops = tuple(
            Drop(span(part["result"]), part["steps"])
            for part in (step_die["drop_two"], step_die["drop_one"], step_die["stays"])
        )
        rules = cls(tuple(step_die["ladder"]), step_die["spent"], drops)
        rules._validate()
        return rules

    def _validate(self) -> None:
        if len(set(self.ladder)) != len(self.ladder) or self.ladder[-1:] != (self.spent,):
            raise BundleError(
                f"step_die: expected a ladder of different dice that ends at {self.spent}, "
                f"came {', '.join(self.ladder)}"
            )
        if any(drop.steps < 0 for drop in self.drops):
            raise BundleError("step_die: expected steps down, came steps below 0")
        for name in self.ladder[:-1]:
            for result in die(name).values():
                if sum(result in drop.results for drop in self.drops) != 1:
                    raise BundleError(f"step_die: expected one step for a {result} on a {name}")

    def place(self, name: str) -> int:
        """How far down the ladder a die stands, 0 at the top; ``StepError`` if nowhere."""
        if name not in self.ladder:
            raise StepError(f"expected a Step Die ({', '.join(self.ladder)}), came “{name}”")
        return self.ladder.index(name)

    def is_spent(self, name: str) -> bool:
        """Whether the die has come to the end of its ladder."""
        return self.place(name) == len(self.ladder) - 1

    def lost(self, result: int) -> int:
        """How many steps a result costs (``basics/step-dice``)."""
        return next(drop.steps for drop in self.drops if result in drop.results)

    def down(self, name: str, steps: int = 1) -> str:
        """The die that many steps down, never below the end (``rulings/step-die-limits``)."""
        return self._moved(name, steps)

    def up(self, name: str, steps: int = 1) -> str:
        """The die that many steps up, never past the top (``rulings/step-die-limits``)."""
        return self._moved(name, -steps)

    def _moved(self, name: str, steps: int) -> str:
        return self.ladder[min(max(self.place(name) + steps, 0), len(self.ladder) - 1)]


@dataclass(frozen=True, slots=True)
class StepUse:
    """A Step Die as it was used: what it was, what fell, and what it is now."""

    before: str
    rolled: int
    steps: int
    after: str
    spent: bool
    trace: Trace


def use(
    rules: StepRules, name: str, chance: Chance, key: str, ending: Ending = Ending.SPENT
) -> StepUse:
    """Roll a Step Die once, for one use, stress or stretch of time (``basics/step-dice``).

    ``ending`` words what it means to come to the end. A spent die can't be rolled: ``StepError``.
    """
    if rules.is_spent(name):
        raise StepError(f"expected a Step Die that is left to roll, came {name} ({ending})")
    rolled = chance.roll(parse(name), key).total
    steps = rules.lost(rolled)
    after = rules.down(name, steps)
    spent = rules.is_spent(after)
    lines = [Line(f"{name} fell {rolled}: {_moves(name, after)}", RULE, key)]
    if spent:
        lines.append(Line(f"{after}: {_ENDS[ending]}", AT_THE_END))
    return StepUse(name, rolled, steps, after, spent, tuple(lines))


@dataclass(frozen=True, slots=True)
class StepRise:
    """A Step Die that was raised, and whether the top of the ladder held it back."""

    before: str
    after: str
    held: bool
    trace: Trace


def raised(rules: StepRules, name: str, steps: int = 1) -> StepRise:
    """Step a die up without a roll, as foraging and repair do (``rulings/step-die-limits``)."""
    after = rules.up(name, steps)
    held = rules.place(name) - rules.place(after) < steps
    text = f"{name} is raised: {_moves(name, after)}"
    return StepRise(name, after, held, (Line(text, LIMITS if held else RULE),))


def _moves(before: str, after: str) -> str:
    return f"stays {before}" if before == after else f"{before} → {after}"
