"""What the commands share: the ruleset, the seed, and how results and errors are shown.

This module alone asks the system for a seed.
"""

from __future__ import annotations

import argparse
import json
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeAlias

from nightsong.bundle import Ruleset, load_ruleset
from nightsong.chance import Chance
from nightsong.wording import reworded

Commands: TypeAlias = "argparse._SubParsersAction[Any]"
Run: TypeAlias = Callable[[argparse.Namespace], None]


class UsageError(Exception):
    """What the user can mend, in one line."""


def command(commands: Commands, name: str, run: Run, *, about: str, seeded: bool = True) -> Any:
    """Register a subcommand with the options that all have; returns its parser."""
    parser = commands.add_parser(name, help=about, description=about.capitalize() + ".")
    if seeded:
        parser.add_argument("--seed", help="the same seed gives the same result")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)
    return parser


def chance(options: argparse.Namespace) -> Chance:
    """The chance of the given seed, or of a fresh one."""
    return Chance(options.seed if options.seed is not None else secrets.token_hex(4))


def ruleset(options: argparse.Namespace) -> Ruleset:
    """The ruleset that was named, or the packaged one; raises ``UsageError`` or ``BundleError``."""
    path: Path | None = options.ruleset
    try:
        found = Ruleset.load() if path is None else load_ruleset(path.read_text(encoding="utf-8"))
        options.words = found.words
        return found
    except FileNotFoundError:
        where = "beside the package (python3 build.py makes it)" if path is None else f"at {path}"
        raise UsageError(f"expected a ruleset.json {where}, came none") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"expected a ruleset that can be read: {error}") from None


def show(data: Any, lines: Iterable[str], options: argparse.Namespace) -> None:
    """Print a result: as JSON if asked for, else as lines to read."""
    text = json.dumps(data, ensure_ascii=False, indent=2) if options.json else "\n".join(lines)
    text = reworded(text, getattr(options, "words", {}))
    print(text)  # noqa: T201 - the command line prints
