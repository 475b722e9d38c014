"""What a PDF is called."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Title:
    """What a reader's library shows of the file."""

    title: str
    author: str
    language: str
