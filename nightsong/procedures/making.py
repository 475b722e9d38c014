"""Making characters as procedures (``character-creation``)."""

from __future__ import annotations

from dataclasses import dataclass

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.characters import Ability
from nightsong.making import Choices, make_character, make_party
from nightsong.procedures.procedure import Played, Procedure, ProcedureError, plain
from nightsong.procedures.sheets import sheet_of
from nightsong.scores import Method, ScoreRules, array_scores, rolled_scores

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
    choices = Choices(asked.method, asked.order, asked.highest, asked.background)
    made = make_character(ruleset, chance, choices)
    return Played(sheet_of(ruleset, made.character), made.trace)


def _party(ruleset: Ruleset, chance: Chance, asked: PartyAsked) -> Played:
    if asked.size > MOST:
        raise ProcedureError(f"expected a party of at most {MOST}, came {asked.size}")
    party = make_party(ruleset, chance, asked.size, Choices(asked.method))
    members = [sheet_of(ruleset, made.character) for made in party]
    return Played({"party": members}, tuple(line for made in party for line in made.trace))


PROCEDURES = (
    Procedure("abilities", AbilitiesAsked, _abilities),
    Procedure("character", CharacterAsked, _character),
    Procedure("party", PartyAsked, _party),
)
