"""The command line: ``python -m nightsong roll details/face --seed 7``.

Errors are one line and exit code 2. This module alone reads the packaged ruleset and asks the
system for a seed where none is given.
"""

from __future__ import annotations

import argparse
import difflib
import json
import secrets
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn

from nightsong.bundle import BundleError, Ruleset, load_ruleset
from nightsong.chance import Chance
from nightsong.dice import DiceError, parse
from nightsong.printing import printed_rows
from nightsong.report import dice_lines, dice_report, roll_report, table_lines

USAGE_ERROR = 2


class UsageError(Exception):
    """What the user can mend, in one line."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Raise instead of printing the usage."""
        raise UsageError(f"{message} (see python -m nightsong --help)")


def main(arguments: list[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        options = _parser().parse_args(arguments)
        options.run(options)
    except (UsageError, DiceError, BundleError) as error:
        print(f"nightsong: {error}", file=sys.stderr)
        return USAGE_ERROR
    except BrokenPipeError:
        sys.stderr.close()
    return 0


def _parser() -> Parser:
    parser = Parser(prog="nightsong", description="Roll what Nightsong rolls.")
    parser.add_argument("--ruleset", type=Path, help="a ruleset.json in place of the packaged one")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    roll = commands.add_parser("roll", help="roll a table (details/face) or dice (3d6, d66, d%%)")
    roll.add_argument("what", help="a table's id or dice notation")
    roll.add_argument("--seed", help="the same seed gives the same roll")
    roll.add_argument("--json", action="store_true", help="print JSON")
    roll.set_defaults(run=_roll)

    table = commands.add_parser("table", help="list the tables, or show one")
    table.add_argument("which", metavar="list|ID", help="list, or a table's id")
    table.add_argument("--json", action="store_true", help="print JSON")
    table.set_defaults(run=_table)
    return parser


def _roll(options: argparse.Namespace) -> None:
    chance = Chance(options.seed if options.seed is not None else secrets.token_hex(4))
    if "/" in options.what:
        ruleset = _ruleset(options.ruleset)
        report = roll_report(ruleset, _known(ruleset, options.what), chance)
        _print(report, table_lines(report), as_json=options.json)
        return
    formula = parse(options.what)
    report = dice_report(formula, chance.roll(formula, str(formula)), chance)
    _print(report, dice_lines(report), as_json=options.json)


def _table(options: argparse.Namespace) -> None:
    ruleset = _ruleset(options.ruleset)
    if options.which == "list":
        listed = [
            {"id": t.id, "title": t.title, "dice": [r.die for r in t.rolls]}
            for t in ruleset.tables.values()
        ]
        width = max(len(table_id) for table_id in ruleset.tables)
        lines = [f"{t['id']:<{width}}  {' + '.join(t['dice']):<11}  {t['title']}" for t in listed]
        _print(listed, lines, as_json=options.json)
        return
    table = ruleset.table(_known(ruleset, options.which))
    rolls = [(roll.die, roll.header, printed_rows(table, roll)) for roll in table.rolls]
    data = [{"die": die, "header": header, "rows": rows} for die, header, rows in rolls]
    lines = [table.title]
    for die, header, rows in rolls:
        lines += ["\t".join(cells) for cells in ((die, *header), *rows)]
    _print({"id": table.id, "title": table.title, "rolls": data}, lines, as_json=options.json)


def _known(ruleset: Ruleset, table_id: str) -> str:
    if table_id in ruleset.tables:
        return table_id
    near = difflib.get_close_matches(table_id, ruleset.tables, n=1, cutoff=0.3)
    tip = f"; did you mean {near[0]}?" if near else "; see python -m nightsong table list"
    raise UsageError(f"expected a table's id, came “{table_id}”{tip}")


def _ruleset(path: Path | None) -> Ruleset:
    source = files("nightsong") / "ruleset.json" if path is None else path
    try:
        return load_ruleset(source.read_text(encoding="utf-8"))
    except FileNotFoundError:
        where = "beside the package (python3 build.py makes it)" if path is None else f"at {path}"
        raise UsageError(f"expected a ruleset.json {where}, came none") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"expected a ruleset that can be read: {error}") from None


def _print(data: Any, lines: list[str], *, as_json: bool) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2) if as_json else "\n".join(lines))
