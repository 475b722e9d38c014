"""Checks, Step Dice and the Die of Fate as procedures (``actions``, ``basics/step-dice``)."""

from __future__ import annotations

from dataclasses import dataclass

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.checks import CheckRules, Favor, Side, check, helped, nuanced_check, opposed_check
from nightsong.fate import QUESTIONS, FateRules, ask
from nightsong.procedures.procedure import Played, Procedure, plain
from nightsong.steps import Ending, StepRules, use
from nightsong.trace import Line


@dataclass(frozen=True, slots=True)
class CheckAsked:
    """A Check: an Ability score, and the DR as a difficulty's name or a number in text.

    Without a DR, the solo one counts. The chance key is ``check``.
    """

    ability: int
    dr: str = ""
    favor: Favor = Favor.NONE
    helpers: int = 0


@dataclass(frozen=True, slots=True)
class OpposedAsked:
    """An opposed Check: ``first`` against ``second``. Keys: ``opposed/1/first`` and so on."""

    first: int
    second: int
    first_favor: Favor = Favor.NONE
    second_favor: Favor = Favor.NONE
    helpers: int = 0


@dataclass(frozen=True, slots=True)
class StepAsked:
    """A Step Die to roll, by its name. The chance key is ``step``."""

    die: str
    ending: Ending = Ending.SPENT


@dataclass(frozen=True, slots=True)
class FateAsked:
    """A question for the Die of Fate, with a situation's name or a threshold. Key: ``fate``."""

    question: str = "fate"
    situation: str = ""
    threshold: int | None = None


def _check(ruleset: Ruleset, chance: Chance, asked: CheckAsked) -> Played:
    rules = CheckRules.of(ruleset.numbers)
    side = Side(asked.ability, asked.favor)
    done = check(rules, side, asked.dr or rules.solo, chance, "check", asked.helpers)
    return Played(plain(done), done.trace)


def _nuanced(ruleset: Ruleset, chance: Chance, asked: CheckAsked) -> Played:
    rules = CheckRules.of(ruleset.numbers)
    side = Side(asked.ability, asked.favor)
    done = nuanced_check(rules, side, asked.dr or rules.solo, chance, "check", asked.helpers)
    return Played(plain(done), done.trace)


def _opposed(ruleset: Ruleset, chance: Chance, asked: OpposedAsked) -> Played:
    rules = CheckRules.of(ruleset.numbers)
    first = Side(asked.first, helped(rules, asked.helpers, asked.first_favor))
    done = opposed_check(rules, first, Side(asked.second, asked.second_favor), chance)
    return Played(plain(done), done.trace)


def _step(ruleset: Ruleset, chance: Chance, asked: StepAsked) -> Played:
    done = use(StepRules.of(ruleset.numbers), asked.die, chance, "step", asked.ending)
    return Played(plain(done), done.trace)


def _fate(ruleset: Ruleset, chance: Chance, asked: FateAsked) -> Played:
    situation = asked.threshold if asked.threshold is not None else asked.situation or None
    done = ask(FateRules.of(ruleset.numbers), asked.question, chance, "fate", situation)
    return Played(plain(done), done.trace)


@dataclass(frozen=True, slots=True)
class QuestionsAsked:
    """Nothing is asked: what the Die of Fate can be asked is the rules'."""


def _questions(ruleset: Ruleset, _: Chance, __: QuestionsAsked) -> Played:
    rules = FateRules.of(ruleset.numbers)
    listed = [
        {
            "name": name,
            "rule": question.rule,
            "yes": question.yes,
            "no": question.no,
            "even": rules.even,
            "situations": dict(rules.thresholds[name]),
        }
        for name, question in QUESTIONS.items()
    ]
    lines = (
        Line(f"{name}: {rules.even}% unless said otherwise", question.rule)
        for name, question in QUESTIONS.items()
    )
    return Played({"questions": listed}, tuple(lines))


PROCEDURES = (
    Procedure("check", CheckAsked, _check),
    Procedure("nuanced-check", CheckAsked, _nuanced),
    Procedure("opposed-check", OpposedAsked, _opposed),
    Procedure("step-die", StepAsked, _step),
    Procedure("fate", FateAsked, _fate),
    Procedure("fate-questions", QuestionsAsked, _questions),
)
