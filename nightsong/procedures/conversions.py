"""Conversions as a procedure: a stat block of another game becomes an NPC (``conversions``)."""

from __future__ import annotations

from dataclasses import dataclass

from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.conversionrules import SECTIONS, ConversionRules
from nightsong.conversions import convert
from nightsong.npcs import npc_lines
from nightsong.procedures.procedure import Played, Procedure, plain
from nightsong.sheettexts import plain as markdown_line
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
    lines = npc_lines(made.npc)
    result = {**plain(made), "lines": list(lines), "markdown": _markdown(lines)}
    return Played(result, (block, *made.trace))


def _markdown(lines: tuple[str, ...]) -> str:
    """The NPC as Markdown: the name as a heading, then a list."""
    name, *rest = map(markdown_line, lines)
    return "\n".join([f"## {name}", "", *(f"- {line}" for line in rest), ""])


@dataclass(frozen=True, slots=True)
class GamesAsked:
    """Nothing is asked for: the games that stat blocks may come from are told."""


def _games(ruleset: Ruleset, _: Chance, __: GamesAsked) -> Played:
    """Every game with its rule's id and title, and the temperaments that one may be given."""
    titles = {rule.id: rule.title for rule in ruleset.rules}
    found = [
        {"game": str(game), "rule": rule, "title": titles.get(rule, str(game))}
        for game, rule in SECTIONS.items()
    ]
    temperaments = list(ConversionRules.of(ruleset.numbers).temperaments)
    return Played({"games": found, "temperaments": temperaments}, ())


PROCEDURES = (
    Procedure("convert", ConvertAsked, _convert),
    Procedure("convert-games", GamesAsked, _games),
)
