"""What ``watch`` and ``turn`` share: their options, and the state that they load and save."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from nightsong.bundle import Ruleset
from nightsong.characters import Character, CharacterError
from nightsong.codec import CodecError, decode, encode
from nightsong.commands import shared
from nightsong.delves import DelveError, DelveState
from nightsong.encounters import Surroundings, Trouble
from nightsong.fate import FateError
from nightsong.journeys import JourneyError, JourneyState
from nightsong.making import make_party
from nightsong.saves import SCHEMA, Save, SaveError, dump, load
from nightsong.trace import Trace

MOST = 100
THRESHOLD = "a situation's name or a percentage"

S = TypeVar("S", bound=JourneyState | DelveState)


@dataclass(frozen=True, slots=True)
class Played(Generic[S]):
    """A stretch that was played: the whole result, the state after it, and its trace."""

    result: object
    state: S
    trace: Trace


def add_options(parser: Any) -> None:
    """Add the options of any stretch of an adventure: its state, its party, its surroundings."""
    parser.add_argument("--state", type=Path, metavar="FILE", help="load and save it there")
    party = parser.add_mutually_exclusive_group()
    party.add_argument("--size", type=int, metavar="N", help="of the party, at the start (4)")
    party.add_argument(
        "--party", type=Path, metavar="FILE", help="the JSON of a party or a state, at the start"
    )
    parser.add_argument("--events", default="", metavar="T", help=f"quiet, busy: {THRESHOLD}")
    parser.add_argument("--distance", default="", metavar="T", help="close, open")
    parser.add_argument("--reactions", default="", metavar="T", help="hostile, peaceful")
    parser.add_argument("--response", default="", metavar="TEXT", help="a reaction that is certain")
    parser.add_argument("--trouble", choices=list(Trouble), help="what comes if something does")
    parser.add_argument("--sign", default="", metavar="EVENT", help="what a sign would tell of")
    parser.add_argument("--sign-die", default="", metavar="DIE", help="its Step Die")


def around(options: argparse.Namespace) -> Surroundings:
    """The surroundings that the options tell of."""
    return Surroundings(
        events=options.events,
        distance=options.distance,
        reactions=options.reactions,
        response=options.response,
        trouble=Trouble(options.trouble) if options.trouble else None,
        sign=options.sign,
        sign_die=options.sign_die,
    )


def play_on(
    kind: type[S],
    options: argparse.Namespace,
    ruleset: Ruleset,
    play: Callable[[Save[S]], Played[S]],
) -> None:
    """Load the state or start afresh, play, save, and show."""
    try:
        save = _loaded(kind, options, ruleset)
        played = play(save)
    except (CharacterError, DelveError, FateError, JourneyError, SaveError) as error:
        raise shared.UsageError(str(error)) from None
    text = dump(Save(save.seed, played.state))
    report = {"seed": save.seed, "ruleset": ruleset.fingerprint, **encode(played.result)}
    lines = [*_log(played.trace), f"  seed {save.seed}"]
    if save.read_as != SCHEMA:
        lines.append(f"  the state was saved as schema {save.read_as}, and is now of {SCHEMA}")
    _keep(options, text, report, lines)


def _keep(options: argparse.Namespace, text: str, report: dict[str, Any], lines: list[str]) -> None:
    """Save the state and show what happened; without a file, show the state too."""
    if options.state is None:
        lines = [*lines, *text.splitlines()]
    else:
        _write(options.state, text)
    shared.show(report, lines, options)


def _log(trace: Trace) -> list[str]:
    """What happened, each line with the id of its rule."""
    title, *lines = trace
    return [title.text, *(f"  {line.text}  [{line.rule}]" for line in lines)]


def _loaded(kind: type[S], options: argparse.Namespace, ruleset: Ruleset) -> Save[S]:
    path: Path | None = options.state
    if path is None or not path.exists():
        chance = shared.chance(options)
        if options.party is not None:
            return Save(chance.seed, kind(party=_party(options.party)))
        size = 4 if options.size is None else options.size
        if size > MOST:
            raise shared.UsageError(f"expected a party of at most {MOST}, came {size}")
        party = tuple(made.character for made in make_party(ruleset, chance, size))
        return Save(chance.seed, kind(party=party))
    if options.party is not None or options.size is not None:
        raise shared.UsageError("expected --party or --size only at the start of a state")
    save = load(kind, _read(path))
    return save if options.seed is None else replace(save, seed=options.seed)


def _party(path: Path) -> tuple[Character, ...]:
    """The characters of ``party --json``, ``character --json``, or a saved state."""
    try:
        data = json.loads(_read(path))
        data = data.get("state", data)
        sheets = data.get("party", [data])
        found = [sheet.get("character", sheet) for sheet in sheets]
        return decode(tuple[Character, ...], found, "party")
    except (AttributeError, CodecError, KeyError, TypeError, ValueError) as error:
        raise shared.UsageError(f"expected the JSON of a party in {path}: {error}") from None


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise shared.UsageError(f"expected a file that can be read: {error}") from None


def _write(path: Path, text: str) -> None:
    """Replace the file as a whole, so that a failure leaves the old one."""
    new = path.with_name(f"{path.name}.new")
    try:
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    except OSError as error:
        raise shared.UsageError(f"expected a place to save the state: {error}") from None
