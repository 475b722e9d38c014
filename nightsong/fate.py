"""The Die of Fate: a percentile die that answers yes on its threshold or lower
(``actions/die-of-fate``, ``rulings/percentile-die``).

The procedures that ask it are *questions*: each has its rule, what yes and no mean, and the names
of the situations that move its threshold. The thresholds themselves are the ruleset's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from nightsong.chance import Chance
from nightsong.dice import Formula, parse
from nightsong.trace import Line, Trace

RULE = "actions/die-of-fate"
CERTAIN = 100  # a percentage of all


class FateError(ValueError):
    """A question or a situation that the rules don't have, or a threshold that is no percentage."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a procedure asks the Die of Fate. ``numbers`` names the ruleset's group of thresholds;
    ``situations`` those of its numbers that are thresholds.
    """

    rule: str
    yes: str
    no: str
    numbers: str
    situations: tuple[str, ...] = ()


QUESTIONS: Mapping[str, Question] = MappingProxyType(
    {
        "fate": Question(RULE, "yes", "no", "fate", ("likely", "unlikely")),
        "weather": Question(
            "adventuring/journeying/weather",
            "the weather holds",
            "the weather does not hold",
            "weather",
            ("mild", "harsh"),
        ),
        "navigation": Question(
            "adventuring/journeying/navigation",
            "they keep their course",
            "they are lost, or drift",
            "navigation",
            ("blind", "open"),
        ),
        "foraging": Question(
            "adventuring/journeying/foraging",
            "they find something worthwhile",
            "they find nothing",
            "foraging",
            ("barren", "lush"),
        ),
        "events": Question(
            "adventuring/encounters-and-events/events",
            "the way ahead is clear",
            "something bars the way: an encounter, a hazard, a complication, or a sign",
            "events",
            ("quiet", "busy"),
        ),
        "distance": Question(
            "adventuring/encounters-and-events/distance",
            "it is far: there is time to react, to hide, or to prepare",
            "it is near: act at once",
            "distance",
            ("close", "open"),
        ),
        "reactions": Question(
            "adventuring/encounters-and-events/reactions",
            "curious, kind, or helpful",
            "hostile, dangerous, or wary",
            "reactions",
            ("hostile", "peaceful"),
        ),
        "resolve": Question(
            "adventuring/encounters-and-events/resolve",
            "they hold",
            "they rout, flee, or yield",
            "resolve",
            ("cowardly", "average", "steadfast"),
        ),
        "surprise": Question(
            "combat/surprise",
            "the characters are on their guard",
            "the characters are caught off guard",
            "fate",
        ),
    }
)


@dataclass(frozen=True, slots=True)
class FateRules:
    """The die, the even threshold, and by question the thresholds of its situations."""

    die: Formula
    even: int
    thresholds: Mapping[str, Mapping[str, int]]

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> FateRules:
        """From the ruleset's numbers."""
        thresholds = {
            name: MappingProxyType({s: int(numbers[q.numbers][s]) for s in q.situations})
            for name, q in QUESTIONS.items()
        }
        fate = numbers["fate"]
        return cls(parse(fate["die"]), fate["even"], MappingProxyType(thresholds))

    def threshold(self, question: str, situation: str | int | None = None) -> int:
        """The threshold of a question, in percent: the even one if nothing is said, that of a
        situation by its name, or the number itself, as the Referee pleases. ``FateError``.
        """
        if question not in self.thresholds:
            raise FateError(f"expected one of {', '.join(self.thresholds)}, came “{question}”")
        if situation is None:
            return self.even
        if isinstance(situation, str):
            return self._named(question, situation)
        if not 0 <= situation <= CERTAIN:
            raise FateError(f"expected a threshold of 0 to {CERTAIN}%, came {situation}")
        return situation

    def _named(self, question: str, situation: str) -> int:
        known = self.thresholds[question]
        if situation not in known:
            names = ", ".join(known) or "a number or nothing"
            raise FateError(f"expected for {question}: {names}; came “{situation}”")
        return known[situation]


@dataclass(frozen=True, slots=True)
class FateResult:
    """An answer of the Die of Fate: ``rolled`` and ``threshold`` are in percent."""

    question: str
    threshold: int
    rolled: int
    yes: bool
    text: str
    trace: Trace


def ask(
    rules: FateRules,
    question: str,
    chance: Chance,
    key: str,
    situation: str | int | None = None,
) -> FateResult:
    """Roll the Die of Fate for a question: yes on the threshold or lower. ``FateError``.

    For Resolve hand in the NPC's rating: ``ask(rules, "resolve", chance, key, 70)``.
    """
    threshold = rules.threshold(question, situation)
    asked = QUESTIONS[question]
    rolled = chance.roll(rules.die, key).total
    yes = rolled <= threshold
    text = asked.yes if yes else asked.no
    why = f" ({situation})" if isinstance(situation, str) else ""
    line = Line(f"{rules.die} fell {rolled} against {threshold}%{why}: {text}", asked.rule, key)
    return FateResult(question, threshold, rolled, yes, text, (line,))
