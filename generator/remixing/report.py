"""What a build says of a remix: what it changes, and what that touches upstream."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator.copydesk import Copy
from generator.model.problems import Problem
from generator.overlay import Verb


def report(copy: Copy) -> Iterator[str]:
    """The changes and what they touch, as lines to print; none for the SRD itself."""
    if not copy.manuscript.descent.chain:
        return
    counts = Counter(change.verb for change in copy.changes)
    told = ", ".join(f"{counts[verb]} {verb}" for verb in Verb)
    yield f"{copy.book.game.title} on {copy.book.game.chain[-2].title}: {told}"
    yield from (f"  {change}" for change in copy.changes)
    if copy.notes:
        yield f"  which touches {len(copy.notes)} places upstream:"
        yield from (f"    {_told(note)}" for note in copy.notes)


def _told(note: Problem) -> str:
    where = f"{note.file}:{note.line}"
    match note.code:
        case "remix.idle":
            return f"{where}: no prose uses this number any more"
        case "remix.example":
            return (
                f"{where}: a worked example no longer holds and is left out "
                f"(expected {note.expected}, came {note.came})"
            )
        case _:
            return f"{where}: {note.expected} became {note.came}"
