"""The command line: ``python -m nightsong roll details/face --seed 7``.

Errors are one line and exit code 2. The commands are in ``nightsong.commands``.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NoReturn

from nightsong.bundle import BundleError
from nightsong.commands import (
    character,
    check,
    convert,
    creature,
    fight,
    land,
    odds,
    roll,
    table,
    turn,
    watch,
)
from nightsong.commands.shared import UsageError
from nightsong.dice import DiceError

USAGE_ERROR = 2

# One line a command, in the order of the help.
COMMANDS = (
    roll,
    table,
    check,
    odds,
    character,
    land,
    creature,
    fight,
    watch,
    turn,
    convert,
)


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
    for command in COMMANDS:
        command.add(commands)
    return parser
