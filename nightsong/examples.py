"""Worked examples, carried out: a procedure with given dice must give what is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.dice import DiceError
from nightsong.procedures import ProcedureError, play
from nightsong.trace import Trace


@dataclass(frozen=True, slots=True)
class Given(Chance):
    """Dice that are written down: what isn't falls by the seed, or not at all without one.

    ``used`` gathers the chance keys that were asked for.
    """

    used: set[str] = field(default_factory=set)

    def faces(self, key: str, sides: Sequence[int]) -> tuple[int, ...]:
        """The faces for that key; ``DiceError`` where none are given and there is no seed."""
        self.used.add(key)
        if key in self.real and any(f > s for f, s in zip(self.real[key], sides, strict=False)):
            raise DiceError(f"expected faces that the dice have for {key}, came {self.real[key]}")
        if key not in self.real and not self.seed:
            raise DiceError(f"expected dice for {key} ({len(sides)} to throw), came none")
        return Chance.faces(self, key, sides)


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: ``play`` names the procedure; ``gives`` what must come out, in part."""

    play: str
    using: Mapping[str, Any]
    dice: Mapping[str, tuple[int, ...]]
    seed: str
    gives: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an example went; ``flaw`` says what isn't as written, empty where all is."""

    trace: Trace
    flaw: str = ""


def carry_out(ruleset: Ruleset, example: Example) -> Outcome:
    """Play an example with its dice and hold the result against what is written."""
    chance = Given(example.seed, real=example.dice)
    try:
        played = play(ruleset, example.play, example.using, chance)
    except ProcedureError as error:
        return Outcome((), str(error))
    if unused := sorted(set(example.dice) - chance.used):
        return Outcome(played.trace, f"expected dice that are thrown, came {', '.join(unused)}")
    if not example.gives:
        return Outcome(played.trace, "expected what comes out, came nothing")
    return Outcome(played.trace, _difference(example.gives, played.result, "gives"))


def _difference(wanted: Any, came: Any, path: str) -> str:
    """The first place where what came isn't what was written, in words; else empty."""
    if isinstance(wanted, Mapping) and isinstance(came, Mapping):
        for name, value in wanted.items():
            if name not in came:
                return f"expected {path} to name one of {', '.join(came)}; came {name}"
            if difference := _difference(value, came[name], f"{path}.{name}"):
                return difference
        return ""
    if isinstance(wanted, list | tuple) and isinstance(came, list | tuple):
        if len(wanted) != len(came):
            return f"expected {path} to have {len(came)}, as played; came {len(wanted)}"
        pairs = enumerate(zip(wanted, came, strict=True))
        return next(
            (d for i, (w, c) in pairs if (d := _difference(w, c, f"{path}[{i}]"))),
            "",
        )
    if wanted == came and type(wanted) is type(came):
        return ""
    return f"expected {path} to be {came!r}, as played; came {wanted!r}"
