"""Making characters as procedures (``character-creation``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.characters import Ability
from nightsong.making import (
    BACKGROUNDS,
    Choices,
    detail_tables,
    make_character,
    make_party,
)
from nightsong.model import Table
from nightsong.printing import row_text
from nightsong.procedures.procedure import Played, Procedure, ProcedureError, plain
from nightsong.procedures.sheets import sheet_of
from nightsong.scores import Method, ScoreRules, array_scores, rolled_scores
from nightsong.spells import spell_table

MOST = 100  # members of a party made at once: no page waits for more


@dataclass(frozen=True, slots=True)
class AbilitiesAsked:
    """Scores from the array, in an order or by chance, or rolled.

    Keys: ``abilities/order``, or ``abilities/strength`` and so on, ``…/2`` in a second round.
    """

    method: Method = Method.ARRAY
    order: tuple[Ability, ...] = ()


@dataclass(frozen=True, slots=True)
class CharacterAsked:
    """A whole character, with what the player decides; the rest falls to the dice.

    The keys are those that the trace tells, all below ``character/``.
    """

    method: Method = Method.ARRAY
    order: tuple[Ability, ...] = ()
    highest: Ability | None = None
    background: str = ""
    spells: tuple[str, ...] = ()
    details: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    pronouns: str = ""


@dataclass(frozen=True, slots=True)
class PartyAsked:
    """Several characters. The keys begin with ``party/1/``, ``party/2/`` and so on."""

    size: int
    method: Method = Method.ARRAY


def _abilities(ruleset: Ruleset, chance: Chance, asked: AbilitiesAsked) -> Played:
    rules = ScoreRules.of(ruleset.numbers)
    if asked.method is Method.ARRAY:
        scores, trace = array_scores(chance, rules, "abilities", asked.order)
    elif asked.order:
        raise ProcedureError("expected an order only with the array, came one with rolled scores")
    else:
        scores, trace = rolled_scores(chance, rules, "abilities")
    return Played({"abilities": plain(scores), "highest": plain(scores.highest())}, trace)


def _character(ruleset: Ruleset, chance: Chance, asked: CharacterAsked) -> Played:
    choices = Choices(
        asked.method,
        asked.order,
        asked.highest,
        asked.background,
        asked.spells,
        asked.details,
        asked.name,
        asked.pronouns,
    )
    made = make_character(ruleset, chance, choices)
    return Played(sheet_of(ruleset, made.character), made.trace)


@dataclass(frozen=True, slots=True)
class OptionsAsked:
    """Nothing is asked for: all that can be chosen comes."""


def _options(ruleset: Ruleset, _: Chance, __: OptionsAsked) -> Played:
    """All that a player may choose from: the array, backgrounds by Ability, Spells, details."""
    spells = spell_table(ruleset)
    rows = [row for roll in spells.rolls for row in roll.rows] if spells else []
    found: dict[str, Any] = {
        "array": list(ScoreRules.of(ruleset.numbers).array),
        "backgrounds": {str(a): _background_options(ruleset, a) for a in Ability},
        "spells": [{"name": row.name, "text": row.text} for row in rows],
        "details": [
            {"table": table.id, "title": table.title, "rows": _texts(table)}
            for table in detail_tables(ruleset)
        ],
    }
    return Played(found, ())


def _background_options(ruleset: Ruleset, ability: Ability) -> list[dict[str, str]]:
    table = ruleset.tables.get(BACKGROUNDS + ability)
    rows = [row for roll in table.rolls for row in roll.rows] if table else []
    return [{"name": row.name, "text": row_text(row)} for row in rows]


def _texts(table: Table) -> list[str]:
    """What a table of one roll can give; nothing to choose from where parts are joined."""
    return [row.name for row in table.rolls[0].rows] if len(table.rolls) == 1 else []


def _party(ruleset: Ruleset, chance: Chance, asked: PartyAsked) -> Played:
    if asked.size > MOST:
        raise ProcedureError(f"expected a party of at most {MOST}, came {asked.size}")
    party = make_party(ruleset, chance, asked.size, Choices(asked.method))
    members = [sheet_of(ruleset, made.character) for made in party]
    return Played({"party": members}, tuple(line for made in party for line in made.trace))


PROCEDURES = (
    Procedure("abilities", AbilitiesAsked, _abilities),
    Procedure("character", CharacterAsked, _character),
    Procedure("character-options", OptionsAsked, _options),
    Procedure("party", PartyAsked, _party),
)
