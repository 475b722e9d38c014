"""Saved games: the state of a journey or a delve as JSON text, with the seed it is played on."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Generic, TypeVar

from nightsong.codec import CodecError, decode, encode
from nightsong.delves import DelveError, DelveState
from nightsong.journeys import JourneyError, JourneyState
from nightsong.travel import TravelError

SCHEMA = 1

S = TypeVar("S", bound=JourneyState | DelveState)

_KINDS = {JourneyState: "journey", DelveState: "delve"}


class SaveError(ValueError):
    """A saved game that can't be read; the message is one line."""


@dataclass(frozen=True, slots=True)
class Save(Generic[S]):
    """A state, and the seed whose dice it is played with."""

    seed: str
    state: S


def dump(save: Save[S]) -> str:
    """The saved game as JSON text, the same for the same game."""
    kind = _KINDS[type(save.state)]
    data = {"schema": SCHEMA, "kind": kind, "seed": save.seed, "state": encode(save.state)}
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def load(kind: type[S], text: str) -> Save[S]:
    """Read a saved game of that kind; ``SaveError`` where it isn't one."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SaveError(f"expected a saved game in JSON: {error}") from None
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise SaveError(f"expected a saved game of schema {SCHEMA}")
    if data.get("kind") != _KINDS[kind]:
        raise SaveError(f"expected a saved {_KINDS[kind]}, came {str(data.get('kind'))[:20]!r}")
    try:
        seed = decode(str, data.get("seed"), "seed")
        return Save(seed, decode(kind, data.get("state"), "state"))
    except (CodecError, JourneyError, DelveError, TravelError) as error:
        raise SaveError(f"expected a saved {_KINDS[kind]}: {error}") from None
