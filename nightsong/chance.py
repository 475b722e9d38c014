"""Chance: the one place where dice fall.

Each throw has a *key* (``details/face``) and a *try* (0 for the first). What falls depends on
seed, key and try alone, so that one part can be thrown again while the rest stays, and a new
table shifts nothing. Real dice can be given instead.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from nightsong.dice import Formula, Rolled


def _no_tries() -> Mapping[str, int]:
    return MappingProxyType({})


def _no_real() -> Mapping[str, tuple[int, ...]]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Chance:
    """Dice that fall the same way for the same seed.

    ``tries`` says for a key which try counts; ``real`` gives the faces of real dice for a key,
    which then count in place of the seed's.
    """

    seed: str
    tries: Mapping[str, int] = field(default_factory=_no_tries)
    real: Mapping[str, tuple[int, ...]] = field(default_factory=_no_real)

    def attempt(self, key: str) -> int:
        """Which try counts for the key: 0 until it is thrown again."""
        return self.tries.get(key, 0)

    def again(self, key: str) -> Chance:
        """The same chance with that key thrown once more, and real dice for it put away."""
        tries = {**self.tries, key: self.attempt(key) + 1}
        real = {k: v for k, v in self.real.items() if k != key}
        return replace(self, tries=MappingProxyType(tries), real=MappingProxyType(real))

    def given(self, key: str, faces: Sequence[int]) -> Chance:
        """The same chance with real dice for that key."""
        return replace(self, real=MappingProxyType({**self.real, key: tuple(faces)}))

    def faces(self, key: str, sides: Sequence[int]) -> tuple[int, ...]:
        """The faces of real dice with those many sides, for that key.

        Only ``Random(str).random()`` is used: it is the same on every CPython since 3.2.
        """
        if key in self.real:
            return self.real[key]
        stream = random.Random(json.dumps([self.seed, key, self.attempt(key)]))
        return tuple(int(stream.random() * s) + 1 for s in sides)

    def roll(self, formula: Formula, key: str) -> Rolled:
        """Throw a formula's dice for that key. ``DiceError`` where given real dice don't fit."""
        return formula.read(self.faces(key, formula.physical))
