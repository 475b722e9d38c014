"""The book's whole set of odds, in parts: what a page or the command line shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import TypeAlias

from nightsong.bundle import Ruleset
from nightsong.checks import CheckRules, Favor, Side
from nightsong.fate import FateRules
from nightsong.odds.abilities import ability_odds
from nightsong.odds.checks import check_odds, fate_odds, nuanced_odds, opposed_odds
from nightsong.odds.damage import HarmRules, harm_odds
from nightsong.odds.pools import Pool, pool_of
from nightsong.odds.steps import chance_to_last, mean_uses
from nightsong.odds.tables import row_odds
from nightsong.scores import ScoreRules
from nightsong.steps import StepRules

USES_SHOWN = 12  # how far the life of a Step Die is listed

Value: TypeAlias = "str | int | Fraction | dict[int, Fraction] | None"
Entry: TypeAlias = dict[str, Value]
Lister: TypeAlias = Callable[[Ruleset], Iterator[Entry]]


@dataclass(frozen=True, slots=True)
class Part:
    """Some odds of one kind: entries with the same fields. Chances are fractions."""

    name: str
    title: str
    rule: str
    entries: tuple[Entry, ...]


def book_odds(ruleset: Ruleset, *names: str) -> tuple[Part, ...]:
    """The odds of all that the book rolls, or of the named parts; ``KeyError`` for an unknown."""
    return tuple(
        Part(name, title, rule, tuple(lister(ruleset)))
        for name in names or PARTS
        for title, rule, lister in [PARTS[name]]
    )


def _abilities(ruleset: Ruleset) -> range:
    numbers = ruleset.numbers["abilities"]
    return range(min(row["score"] for row in numbers["scores"].values()), numbers["limit"] + 1)


def _checks(ruleset: Ruleset) -> Iterator[Entry]:
    rules = CheckRules.of(ruleset.numbers)
    for (name, dr), ability in product(rules.difficulties.items(), _abilities(ruleset)):
        chances = {f.value: check_odds(rules, dr, Side(ability, f)) for f in Favor}
        yield {"difficulty": name, "dr": dr, "ability": ability, **chances}


def _nuanced(ruleset: Ruleset) -> Iterator[Entry]:
    rules = CheckRules.of(ruleset.numbers)
    for (name, dr), ability, favor in product(
        rules.difficulties.items(), _abilities(ruleset), Favor
    ):
        odds = nuanced_odds(rules, dr, Side(ability, favor))
        outcomes = {outcome.value: chance for outcome, chance in odds.outcomes.items()}
        yield {"difficulty": name, "dr": dr, "ability": ability, "favor": favor.value, **outcomes}


def _opposed(ruleset: Ruleset) -> Iterator[Entry]:
    rules = CheckRules.of(ruleset.numbers)
    scores = _abilities(ruleset)
    most = scores[-1] - scores[0]
    for lead, first, second in product(range(-most, most + 1), Favor, Favor):
        odds = opposed_odds(rules, Side(lead, first), Side(0, second))
        yield {
            "lead": lead,
            "first": first.value,
            "second": second.value,
            "wins": odds.wins,
            "loses": odds.loses,
            "tie": odds.tie,
            "throws": odds.throws,
        }


def _damage(ruleset: Ruleset) -> Iterator[Entry]:
    numbers = ruleset.numbers
    rules, gear = HarmRules.of(numbers), numbers["gear"]
    ladder = StepRules.of(numbers)
    weapons = [(die,) for die in _between(ladder, gear["weapon_least"], gear["weapon_most"])]
    several = numbers["combat"]["plus_example"]
    large = numbers["ordnance"]["large"]
    attacks = [*weapons, (several, several), (large["damage"],) * large["dice"]]
    armors = [None, *_between(ladder, gear["armor_least"], gear["armor_most"])]
    for dice, armor, favor in product(attacks, armors, Favor):
        odds = harm_odds(rules, dice, armor, favor)
        yield {
            "damage": " + ".join(dice),
            "armor": armor,
            "favor": favor.value,
            "miss": odds.miss,
            "nothing": odds.nothing,
            "mean": odds.mean,
            "harm": dict(odds.harm),
        }


def _between(rules: StepRules, least: str, most: str) -> tuple[str, ...]:
    return rules.ladder[rules.place(most) : rules.place(least) + 1][::-1]


def _steps(ruleset: Ruleset) -> Iterator[Entry]:
    rules = StepRules.of(ruleset.numbers)
    for name in reversed(rules.ladder[:-1]):
        last = {n: chance_to_last(rules, name, n) for n in range(1, USES_SHOWN + 1)}
        yield {"die": name, "mean": mean_uses(rules, name), "lasts": last}


def _scores(ruleset: Ruleset) -> Iterator[Entry]:
    odds = ability_odds(ScoreRules.of(ruleset.numbers))
    none = Fraction(0)
    for score, chance in odds.score.items():
        highest = odds.highest.get(score, none)
        yield {"score": score, "thrown": chance, "kept": odds.kept[score], "highest": highest}


def _characters(ruleset: Ruleset) -> Iterator[Entry]:
    odds = ability_odds(ScoreRules.of(ruleset.numbers))
    yield {
        "reaches": ruleset.numbers["abilities"]["reroll_below"],
        "any character at all": odds.accepted,
        "sets rolled": odds.sets,
    }


def _fate(ruleset: Ruleset) -> Iterator[Entry]:
    rules = FateRules.of(ruleset.numbers)
    for question, thresholds in rules.thresholds.items():
        named: dict[str, int] = dict(thresholds)
        if question != "resolve":
            named = {"even": rules.even, **named}
        for situation, threshold in named.items():
            yield {
                "question": question,
                "situation": situation,
                "threshold": threshold,
                "yes": fate_odds(rules, threshold),
            }


def _thresholds(ruleset: Ruleset) -> Iterator[Entry]:
    rules = FateRules.of(ruleset.numbers)
    pool: Pool = pool_of(str(rules.die))
    for threshold in pool:
        yield {"threshold": threshold, "yes": fate_odds(rules, threshold)}


def _tables(ruleset: Ruleset) -> Iterator[Entry]:
    for table in ruleset.tables.values():
        for odds in row_odds(table):
            row: Entry = {"key": odds.key, "row": odds.text, "chance": odds.chance}
            yield {"table": table.id, "roll": odds.roll or None, **row}


def _limited(ruleset: Ruleset) -> Iterator[Entry]:
    for table in ruleset.tables.values():
        entries = ruleset.tables[table.limits.entries] if table.limits else None
        for roll in entries.rolls if entries else ():
            for entry in roll.rows:
                for odds in row_odds(table, entry.name):
                    row: Entry = {"key": odds.key, "row": odds.text, "chance": odds.chance}
                    yield {"table": table.id, "with": entry.name, **row}


PARTS: Mapping[str, tuple[str, str, Lister]] = MappingProxyType(
    {
        "checks": ("Checks", "actions/checks", _checks),
        "nuanced": ("Nuanced Checks", "actions/nuanced-checks", _nuanced),
        "opposed": ("Opposed Checks", "actions/checks/opposed-checks", _opposed),
        "damage": ("Damage against Armor", "combat/attacks", _damage),
        "steps": ("Step Dice", "basics/step-dice", _steps),
        "scores": ("Ability scores", "character-creation/abilities", _scores),
        "characters": ("Any character at all", "character-creation/abilities", _characters),
        "fate": ("Die of Fate", "actions/die-of-fate", _fate),
        "thresholds": ("Thresholds", "actions/die-of-fate", _thresholds),
        "tables": ("Tables", "", _tables),
        "limited": ("Tables with limits", "living-world/regions/region-vegetation", _limited),
    }
)
