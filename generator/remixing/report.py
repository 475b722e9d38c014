"""What a build says of a remix: what it changes, and what that touches upstream."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator.copydesk import Copy
from generator.model.problems import Problem
from generator.overlay import Verb

LONGEST = 60  # letters of what an example expected or gave


def report(copy: Copy) -> Iterator[str]:
    """The changes and what they touch, as lines to print; none for the SRD itself."""
    if not copy.manuscript.descent.chain:
        return
    counts = Counter(change.verb for change in copy.changes)
    told = ", ".join(f"{counts[verb]} {verb}" for verb in Verb)
    yield f"{copy.book.game.title} on {copy.book.game.chain[-2].title}: {told}"
    for verb in Verb:
        yield from (f"  {change}" for change in copy.changes if change.verb is verb)
    if copy.notes:
        places = "one place" if len(copy.notes) == 1 else f"{len(copy.notes)} places"
        yield f"  which touches {places} in what it stands on, where you have nothing to mend:"
        yield from (f"    {_told(note)}" for note in copy.notes)


def _told(note: Problem) -> str:
    where = f"{note.file}:{note.line}"
    match note.code:
        case "remix.idle":
            return f"{where}: {note.came} is used in no text any more; the rules may still need it"
        case "remix.example":
            return (
                f"{where}: a worked example no longer goes as it is written: left out "
                f"(expected {_short(note.expected)}, came {_short(note.came)})"
            )
        case _:
            return f"{where}: {note.expected}: {note.came}"


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip(' ,')} …"
