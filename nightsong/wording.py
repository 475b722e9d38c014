"""A game's own words for what the rules package calls otherwise: Might for Strength."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from nightsong.trace import Trace


@lru_cache(maxsize=4)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b")


def reworded(text: str, words: Mapping[str, str]) -> str:
    """The text with each whole word of ``words`` as the game says it; case counts."""
    if not words:
        return text
    return _pattern(tuple(words)).sub(lambda match: words[match[0]], text)


def reworded_trace(trace: Trace, words: Mapping[str, str]) -> Trace:
    """The trace in the game's own words."""
    if not words:
        return trace
    return tuple(replace(line, text=reworded(line.text, words)) for line in trace)
