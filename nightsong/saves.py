"""Saved games: the state of a journey or a delve as JSON text, with the seed it is played on."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from nightsong.codec import CodecError, decode, encode
from nightsong.delves import DelveError, DelveState
from nightsong.journeys import JourneyError, JourneyState
from nightsong.travel import TravelError

SCHEMA = 2
OLDEST = 1  # a journey's Rests were counted for the whole party

S = TypeVar("S", bound=JourneyState | DelveState)

_KINDS = {JourneyState: "journey", DelveState: "delve"}


class SaveError(ValueError):
    """A saved game that can't be read; the message is one line."""


@dataclass(frozen=True, slots=True)
class Save(Generic[S]):
    """A state, and the seed whose dice it is played with.

    ``read_as`` is the schema that it was read from; an older one was brought up to date.
    """

    seed: str
    state: S
    read_as: int = SCHEMA


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
    schema = data.get("schema") if isinstance(data, dict) else None
    if type(schema) is not int or not OLDEST <= schema <= SCHEMA:
        came = str(schema)[:20]
        raise SaveError(f"expected a saved game of schema {OLDEST} to {SCHEMA}, came {came}")
    if data.get("kind") != _KINDS[kind]:
        raise SaveError(f"expected a saved {_KINDS[kind]}, came {str(data.get('kind'))[:20]!r}")
    try:
        seed = decode(str, data.get("seed"), "seed")
        state = data.get("state")
        if schema == OLDEST and kind is JourneyState:
            state = _renewed(state)
        return Save(seed, decode(kind, state, "state"), schema)
    except (CodecError, JourneyError, DelveError, TravelError) as error:
        raise SaveError(f"expected a saved {_KINDS[kind]}: {error}") from None


def _renewed(state: Any) -> Any:
    """A journey of the oldest schema, whose counts of Rests go for each of the party."""
    if not isinstance(state, dict) or not isinstance(state.get("party", []), list):
        return state
    party = state.get("party", [])
    counts = {name: state[name] for name in ("rested", "resting") if name in state}
    return state | {name: [count for _ in party] for name, count in counts.items()}
