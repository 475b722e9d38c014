"""``convert``: a stat block of another game as a Nightsong NPC."""

from __future__ import annotations

import argparse
import sys

from nightsong.codec import encode
from nightsong.commands import shared
from nightsong.conversionrules import ConversionRules
from nightsong.conversions import Conversion, convert
from nightsong.npcs import npc_lines
from nightsong.statblocks import LONGEST_BLOCK, ConversionError, Game


def add(commands: shared.Commands) -> None:
    """Register the command."""
    about = "turn a stat block of another game into a Nightsong NPC"
    parser = shared.command(commands, "convert", run, about=about, seeded=False)
    games = [str(game) for game in Game]
    parser.add_argument("--from", dest="game", required=True, choices=games, help="the game")
    parser.add_argument("--temperament", help="sets a DCC creature's Resolve, such as steadfast")
    parser.add_argument("text", help="the stat block, or - to read it from standard input")


def run(options: argparse.Namespace) -> None:
    """Convert and show."""
    rules = ConversionRules.of(shared.ruleset(options).numbers)
    try:
        text = _typed() if options.text == "-" else options.text
        conversion = convert(text, Game(options.game), rules, options.temperament)
    except ConversionError as error:
        raise shared.UsageError(str(error)) from None
    shared.show(encode(conversion), conversion_lines(conversion), options)


def conversion_lines(conversion: Conversion) -> tuple[str, ...]:
    """The NPC, then how each line came about and by which rule."""
    why = (f"  {line.text} ({line.rule})" for line in conversion.trace)
    return (*npc_lines(conversion.npc), *why)


def _typed() -> str:
    """What came in on standard input, as far as a stat block can go."""
    try:
        return sys.stdin.read(LONGEST_BLOCK + 1)
    except UnicodeDecodeError:
        raise shared.UsageError("expected a stat block in UTF-8, came other bytes") from None
