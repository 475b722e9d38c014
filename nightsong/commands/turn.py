"""``turn``: the next Turn of a delve."""

from __future__ import annotations

import argparse

from nightsong.chance import Chance
from nightsong.commands import adventures, shared
from nightsong.delves import DelveRules, DelveState, Source, TurnPlan, play_turn
from nightsong.saves import Save


def add(commands: shared.Commands) -> None:
    """Register the command."""
    parser = shared.command(commands, "turn", run, about="play the next Turn of a delve")
    adventures.add_options(parser)
    parser.add_argument("--light", choices=list(Source), help="what to light where none burns")
    parser.add_argument("--bearer", default="", metavar="NAME", help="who gives torch or oil")
    parser.add_argument("--move", action="store_true", help="to an area nearby")
    parser.add_argument(
        "--rester", action="append", default=[], metavar="NAME", help="who takes a Short Rest"
    )
    parser.add_argument(
        "--action", action="append", default=[], metavar="TEXT", help="a member's action"
    )


def run(options: argparse.Namespace) -> None:
    """Play, save and show."""
    ruleset = shared.ruleset(options)
    rules = DelveRules.of(ruleset.numbers)

    def play(save: Save[DelveState]) -> adventures.Played[DelveState]:
        result = play_turn(rules, save.state, _plan(options), Chance(save.seed))
        return adventures.Played(result, result.state, result.trace)

    adventures.play_on(DelveState, options, ruleset, play)


def _plan(options: argparse.Namespace) -> TurnPlan:
    return TurnPlan(
        light=Source(options.light) if options.light else None,
        bearer=options.bearer,
        move=options.move,
        actions=tuple(options.action),
        resters=tuple(options.rester),
        around=adventures.around(options),
    )
