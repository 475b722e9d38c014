"""Conversions as a procedure: a stat block of another game becomes an NPC (``conversions``)."""

from __future__ import annotations

from dataclasses import dataclass

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.conversionrules import SECTIONS, ConversionRules
from nightsong.conversions import convert
from nightsong.npcs import npc_lines
from nightsong.procedures.procedure import Played, Procedure, plain
from nightsong.statblocks import Game
from nightsong.trace import Line


@dataclass(frozen=True, slots=True)
class ConvertAsked:
    """A stat block's text and its game; a temperament sets a DCC creature's Resolve."""

    game: Game
    text: str
    temperament: str | None = None


def _convert(ruleset: Ruleset, _: Chance, asked: ConvertAsked) -> Played:
    rules = ConversionRules.of(ruleset.numbers)
    made = convert(asked.text, asked.game, rules, asked.temperament)
    said = " ".join(asked.text.split()).rstrip(".")
    block = Line(f"The stat block says: “{said}.”", SECTIONS[asked.game])
    result = {**plain(made), "lines": list(npc_lines(made.npc))}
    return Played(result, (block, *made.trace))


PROCEDURES = (Procedure("convert", ConvertAsked, _convert),)
