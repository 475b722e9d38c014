"""Exact odds as procedures: chances as fractions in text (``9/20``). No die falls.

``odds-check`` asks for what ``check`` asks for, and so on: one form serves the roll and its odds.
"""

from __future__ import annotations

from dataclasses import dataclass

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.checks import CheckRules, Favor, Side, helped
from nightsong.fate import QUESTIONS, FateRules
from nightsong.odds.abilities import ability_odds
from nightsong.odds.book import PARTS, book_odds
from nightsong.odds.checks import check_odds, fate_odds, nuanced_odds, opposed_odds
from nightsong.odds.damage import HarmRules, harm_odds
from nightsong.odds.steps import chance_to_last, mean_uses, next_die
from nightsong.odds.tables import row_odds
from nightsong.procedures.checks import CheckAsked, FateAsked, OpposedAsked
from nightsong.procedures.procedure import Played, Procedure, ProcedureError, plain
from nightsong.scores import ScoreRules
from nightsong.steps import StepRules
from nightsong.trace import Line

MOST_USES = 100
MOST_DICE = 20


@dataclass(frozen=True, slots=True)
class AttackOddsAsked:
    """An attack: its Damage dice (of several the highest counts), the foe's Armor die and HP."""

    damage: tuple[str, ...]
    armor: str | None = None
    favor: Favor = Favor.NONE
    hp: int | None = None


@dataclass(frozen=True, slots=True)
class StepOddsAsked:
    """A Step Die by its name, and how many uses to look ahead."""

    die: str
    uses: int = 12


@dataclass(frozen=True, slots=True)
class AbilityOddsAsked:
    """Nothing is asked: the odds of rolled Ability scores are the ruleset's."""


@dataclass(frozen=True, slots=True)
class TableOddsAsked:
    """A table by its id, and the row of the table that limits it, if one does (``Waters``)."""

    table: str
    given: str | None = None


@dataclass(frozen=True, slots=True)
class BookOddsAsked:
    """The parts of the book's odds by name, or all."""

    parts: tuple[str, ...] = ()


def _check(ruleset: Ruleset, _: Chance, asked: CheckAsked) -> Played:
    rules = CheckRules.of(ruleset.numbers)
    dr = rules.dr(asked.dr or rules.solo)
    side = Side(asked.ability, helped(rules, asked.helpers, asked.favor))
    success = check_odds(rules, dr, side)
    line = Line(f"Success against DR {dr}: {success}", "actions/checks")
    return Played(plain({"dr": dr, "success": success, "failure": 1 - success}), (line,))


def _nuanced(ruleset: Ruleset, _: Chance, asked: CheckAsked) -> Played:
    rules = CheckRules.of(ruleset.numbers)
    dr = rules.dr(asked.dr or rules.solo)
    odds = nuanced_odds(rules, dr, Side(asked.ability, helped(rules, asked.helpers, asked.favor)))
    lines = (
        Line(f"{outcome.capitalize()} against DR {dr}: {chance}", "actions/nuanced-checks")
        for outcome, chance in odds.outcomes.items()
    )
    return Played({"dr": dr, **plain(odds)}, tuple(lines))


def _opposed(ruleset: Ruleset, _: Chance, asked: OpposedAsked) -> Played:
    rules = CheckRules.of(ruleset.numbers)
    first = Side(asked.first, helped(rules, asked.helpers, asked.first_favor))
    odds = opposed_odds(rules, first, Side(asked.second, asked.second_favor))
    text = f"The first side wins: {odds.wins}, ties rolled again"
    return Played(plain(odds), (Line(text, "actions/checks/opposed-checks"),))


def _attack(ruleset: Ruleset, _: Chance, asked: AttackOddsAsked) -> Played:
    if len(asked.damage) > MOST_DICE:
        raise ProcedureError(f"expected at most {MOST_DICE} dice, came {len(asked.damage)}")
    rules = HarmRules.of(ruleset.numbers)
    odds = harm_odds(rules, asked.damage, asked.armor, asked.favor)
    result = plain(odds)
    lines = [Line(f"A miss: {odds.miss}. On average {odds.mean} HP are lost", "combat/attacks")]
    if asked.hp is not None:
        out = odds.takes_out(asked.hp)
        result |= {"takes_out": str(out)}
        lines.append(Line(f"It takes out a foe of {asked.hp} HP: {out}", "combat/attacks"))
    return Played(result, tuple(lines))


def _step(ruleset: Ruleset, _: Chance, asked: StepOddsAsked) -> Played:
    if not 0 <= asked.uses <= MOST_USES:
        raise ProcedureError(f"expected 0 to {MOST_USES} uses, came {asked.uses}")
    rules = StepRules.of(ruleset.numbers)
    mean = mean_uses(rules, asked.die)
    lasts = {n: chance_to_last(rules, asked.die, n) for n in range(1, asked.uses + 1)}
    result = {"mean": mean, "next": next_die(rules, asked.die), "lasts": lasts}
    return Played(plain(result), (Line(f"Mean uses of a {asked.die}: {mean}", "basics/step-dice"),))


def _abilities(ruleset: Ruleset, _: Chance, __: AbilityOddsAsked) -> Played:
    odds = ability_odds(ScoreRules.of(ruleset.numbers))
    line = Line(f"A set of scores is kept: {odds.accepted}", "character-creation/abilities")
    return Played(plain(odds), (line,))


def _fate(ruleset: Ruleset, _: Chance, asked: FateAsked) -> Played:
    rules = FateRules.of(ruleset.numbers)
    situation = asked.threshold if asked.threshold is not None else asked.situation or None
    threshold = rules.threshold(asked.question, situation)
    yes = fate_odds(rules, threshold)
    question = QUESTIONS[asked.question]
    result = {"threshold": threshold, "yes": yes, "no": 1 - yes}
    return Played(plain(result), (Line(f"{question.yes}: {yes}", question.rule),))


def _table(ruleset: Ruleset, _: Chance, asked: TableOddsAsked) -> Played:
    if asked.table not in ruleset.tables:
        raise ProcedureError(f"expected the id of a table, came “{asked.table}”")
    table = ruleset.table(asked.table)
    entries = ruleset.tables[table.limits.entries].rolls if table.limits else ()
    known = [row.name for roll in entries for row in roll.rows]
    if asked.given is not None and asked.given not in known:
        expected = ", ".join(known) or "nothing, as the table has no limits"
        raise ProcedureError(f"expected {expected}; came “{asked.given}”")
    rows = row_odds(table, asked.given)
    lines = (Line(f"{odds.key} {odds.text}: {odds.chance}", table.id) for odds in rows)
    return Played(plain({"table": table.id, "rows": rows}), tuple(lines))


def _book(ruleset: Ruleset, _: Chance, asked: BookOddsAsked) -> Played:
    for name in asked.parts:
        if name not in PARTS:
            raise ProcedureError(f"expected {', '.join(PARTS)}; came “{name}”")
    parts = book_odds(ruleset, *asked.parts)
    result = {
        p.name: {"title": p.title, "rule": p.rule, "entries": plain(p.entries)} for p in parts
    }
    return Played(result, tuple(Line(f"{p.title}: {len(p.entries)}", p.rule) for p in parts))


PROCEDURES = (
    Procedure("odds-check", CheckAsked, _check),
    Procedure("odds-nuanced-check", CheckAsked, _nuanced),
    Procedure("odds-opposed-check", OpposedAsked, _opposed),
    Procedure("odds-attack", AttackOddsAsked, _attack),
    Procedure("odds-step-die", StepOddsAsked, _step),
    Procedure("odds-abilities", AbilityOddsAsked, _abilities),
    Procedure("odds-fate", FateAsked, _fate),
    Procedure("odds-table", TableOddsAsked, _table),
    Procedure("odds-book", BookOddsAsked, _book),
)
