"""Traces: how a result came about, line by line, each with the rule behind it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One step of a procedure in words.

    ``rule`` is the id of the rule that it follows; ``key`` the chance key of the dice that fell,
    empty where none did.
    """

    text: str
    rule: str = ""
    key: str = ""


Trace = tuple[Line, ...]
