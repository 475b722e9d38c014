"""``check``: a Check, a Nuanced Check, or an opposed Check."""

from __future__ import annotations

import argparse
import re
from typing import TypeAlias

from nightsong.chance import Chance
from nightsong.checks import (
    CheckError,
    CheckResult,
    CheckRules,
    Favor,
    NuancedResult,
    OpposedResult,
    Side,
    check,
    helped,
    nuanced_check,
    opposed_check,
)
from nightsong.codec import encode
from nightsong.commands import shared

Result: TypeAlias = CheckResult | NuancedResult | OpposedResult
MOST = 1000  # an Ability score further from 0 than this is a slip of the keyboard
SHOWN = 20


def add(commands: shared.Commands) -> None:
    """Register the command."""
    parser = shared.command(commands, "check", run, about="make a Check")
    parser.add_argument("--dr", help="a number, or a difficulty's name (the solo DR if left out)")
    parser.add_argument("--ability", type=_score, default=0, help="the Ability score (0)")
    favor = parser.add_mutually_exclusive_group()
    favor.add_argument("--advantage", action="store_true", help="roll more dice, keep the best")
    favor.add_argument("--disadvantage", action="store_true", help="keep the worst")
    parser.add_argument("--helpers", type=int, default=0, metavar="N", help="allies who help")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--nuanced", action="store_true", help="a Nuanced Check")
    kind.add_argument("--opposed", type=_score, metavar="N", help="against an Ability score of N")


def run(options: argparse.Namespace) -> None:
    """Check and show."""
    chance = shared.chance(options)
    rules = CheckRules.of(shared.ruleset(options).numbers)
    try:
        result = _result(rules, options, chance)
    except CheckError as error:
        raise shared.UsageError(str(error)) from None
    trace = [f"  {line.text}" for line in result.trace]
    report = {"seed": chance.seed, **encode(result)}
    shared.show(report, [_headline(result), *trace, f"  seed {chance.seed}"], options)


def _result(rules: CheckRules, options: argparse.Namespace, chance: Chance) -> Result:
    favor = Favor.NONE
    if options.advantage or options.disadvantage:
        favor = Favor.ADVANTAGE if options.advantage else Favor.DISADVANTAGE
    if options.opposed is not None:
        if options.dr is not None:
            raise CheckError("expected --dr or --opposed, came both")
        side = Side(options.ability, helped(rules, options.helpers, favor))
        return opposed_check(rules, side, Side(options.opposed), chance)
    side = Side(options.ability, favor)
    difficulty = rules.solo if options.dr is None else options.dr
    make = nuanced_check if options.nuanced else check
    return make(rules, side, difficulty, chance, "check", options.helpers)


def _headline(result: Result) -> str:
    if isinstance(result, OpposedResult):
        return "Won" if result.first_wins else "Lost"
    if isinstance(result, NuancedResult):
        return result.outcome.capitalize()
    return "Success" if result.success else "Failure"


def _score(text: str) -> int:
    """An Ability score as typed, with a hyphen or a minus sign."""
    digits = text.replace("−", "-").removeprefix("+")
    if not re.fullmatch(r"-?\d{1,4}", digits, re.ASCII) or abs(int(digits)) > MOST:
        came = text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
        raise argparse.ArgumentTypeError(f"expected a score of −{MOST} to {MOST}, came “{came}”")
    return int(digits)
