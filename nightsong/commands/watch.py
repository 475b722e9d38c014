"""``watch``: the next Watch of a journey."""

from __future__ import annotations

import argparse

from nightsong.chance import Chance
from nightsong.commands import adventures, shared
from nightsong.journeys import (
    JourneyRules,
    JourneyState,
    WatchPlan,
    play_watch,
)
from nightsong.saves import Save
from nightsong.travel import Carriage, Terrain


def add(commands: shared.Commands) -> None:
    """Register the command."""
    parser = shared.command(commands, "watch", run, about="play the next Watch of a journey")
    adventures.add_options(parser)
    parser.add_argument("--terrain", choices=list(Terrain), default=Terrain.CLEAR)
    parser.add_argument("--by", choices=list(Carriage), default=Carriage.FOOT)
    parser.add_argument("--path", action="store_true", help="along a clear path")
    parser.add_argument("--landmark", action="store_true", help="with a landmark to follow")
    parser.add_argument("--press-on", action="store_true", help="if the weather doesn't hold")
    parser.add_argument("--rest", action="store_true", help="a Long Rest instead of travel")
    parser.add_argument(
        "--sleeper", action="append", default=[], metavar="NAME", help="who takes the Long Rest"
    )
    parser.add_argument(
        "--tended",
        action="append",
        default=[],
        metavar="NAME",
        help="taken out, but helped",
    )
    parser.add_argument("--forage", action="store_true", help="look for food")
    parser.add_argument("--forage-for", default="", metavar="NAME", help="whose ration gains")
    parser.add_argument("--share", action="store_true", help="let the hungry eat of others'")
    parser.add_argument("--weather", default="", metavar="T", help="mild, harsh")
    parser.add_argument("--navigation", default="", metavar="T", help="blind, open")
    parser.add_argument("--foraging", default="", metavar="T", help="barren, lush")


def run(options: argparse.Namespace) -> None:
    """Play, save and show."""
    ruleset = shared.ruleset(options)
    rules = JourneyRules.of(ruleset.numbers, ruleset.rule_ids)

    def play(save: Save[JourneyState]) -> adventures.Played[JourneyState]:
        result = play_watch(rules, save.state, _plan(options), Chance(save.seed))
        return adventures.Played(result, result.state, result.trace)

    adventures.play_on(JourneyState, options, ruleset, play)


def _plan(options: argparse.Namespace) -> WatchPlan:
    return WatchPlan(
        terrain=Terrain(options.terrain),
        path=options.path,
        landmark=options.landmark,
        carriage=Carriage(options.by),
        rest=options.rest,
        sleepers=tuple(options.sleeper),
        tended=tuple(options.tended),
        press_on=options.press_on,
        forage=options.forage,
        forage_for=options.forage_for,
        share=options.share,
        weather=options.weather,
        navigation=options.navigation,
        foraging=options.foraging,
        around=adventures.around(options),
    )
