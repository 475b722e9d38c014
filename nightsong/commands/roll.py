"""``roll``: a table by its id, or dice by their notation."""

from __future__ import annotations

import argparse
import difflib

from nightsong.bundle import Ruleset
from nightsong.commands import shared
from nightsong.dice import parse
from nightsong.report import dice_lines, dice_report, roll_report, table_lines


def add(commands: shared.Commands) -> None:
    """Register the command."""
    about = "roll a table (details/face) or dice (3d6, d66, d%%)"
    parser = shared.command(commands, "roll", run, about=about)
    parser.add_argument("what", help="a table's id or dice notation")


def run(options: argparse.Namespace) -> None:
    """Roll and show."""
    chance = shared.chance(options)
    if "/" in options.what:
        ruleset = shared.ruleset(options)
        report = roll_report(ruleset, known(ruleset, options.what), chance)
        shared.show(report, table_lines(report), options)
        return
    formula = parse(options.what)
    report = dice_report(formula, chance.roll(formula, str(formula)), chance)
    shared.show(report, dice_lines(report), options)


def known(ruleset: Ruleset, table_id: str) -> str:
    """The id, if there is such a table; else an error that names the nearest."""
    if table_id in ruleset.tables:
        return table_id
    near = difflib.get_close_matches(table_id, ruleset.tables, n=1, cutoff=0.3)
    tip = f"; did you mean {near[0]}?" if near else "; see python -m nightsong table list"
    raise shared.UsageError(f"expected a table's id, came “{table_id}”{tip}")
