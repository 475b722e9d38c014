"""Keeping up: what a newer release of what a remix stands on means for it.

``remix.lock`` beside ``remix.yml`` remembers what was upstream when the remix was last held against
it: a digest of every entry, and the whole of those that the remix changes.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.copydesk import load_upstream
from generator.model.manuscript import Manuscript
from generator.model.problems import Problem, ProblemsError, printable
from generator.model.remix import RemixManuscript
from generator.project import Project
from generator.remixing.entries import digest, entries, lines, touched
from generator.write import replace_file

LOCK = "remix.lock"
SCHEMA = 1
MOST_BYTES = 5_000_000


@dataclass(frozen=True, slots=True)
class Upstream:
    """What a remix stands on, as it is now or as it was: its name, and every entry's digest.

    ``kept`` are the entries that the remix changes, whole.
    """

    title: str
    version: str
    digests: Mapping[str, str]
    kept: Mapping[str, Any]


def accept(project: Project) -> Path:
    """Remember upstream as it is now; returns the lock's path."""
    now = _now(*load_upstream(project))
    data = {
        "schema": SCHEMA,
        "upstream": {"title": now.title, "version": now.version},
        "entries": dict(sorted(now.digests.items())),
        "changed": dict(sorted(now.kept.items())),
    }
    assert project.own
    path = project.own / LOCK
    replace_file(path, (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode())
    return path


def compared(project: Project) -> Iterator[str]:
    """How what is upstream now touches the remix, as lines to print.

    ``ProblemsError`` where the remix or its lock can't be read.
    """
    return map(printable, _compared(project))


def _compared(project: Project) -> Iterator[str]:
    assert project.own
    manuscript, remix = load_upstream(project)
    before, now = _locked(project.own / LOCK), _now(manuscript, remix)
    changed = {
        i for i in before.digests.keys() & now.digests if before.digests[i] != now.digests[i]
    }
    new, gone = now.digests.keys() - before.digests, before.digests.keys() - now.digests
    mine = touched(remix)
    yield (
        f"{before.title} {before.version} → {now.title} {now.version}: "
        f"{len(new)} new, {len(changed)} changed, {len(gone)} gone"
    )
    if not (new or changed or gone):
        yield "Nothing to do."
        return
    yield from _yours(changed & mine, before, entries(manuscript))
    yield from _listed("Gone, though you change it: drop the change, or add it anew:", gone & mine)
    yield from _listed("New, with an id that you use too: choose another:", new & _added(remix))
    yield from _listed("Changed, and so in your game:", changed - mine)
    yield from _listed("New, and so in your game:", new - _added(remix))
    yield from _listed("Gone, and so from your game:", gone - mine)
    yield "When all is settled: python3 build.py remix accept PATH"


def _yours(ids: set[str], before: Upstream, now: Mapping[str, Any]) -> Iterator[str]:
    if ids:
        yield "Changed, though you replace or remove it: does yours still say what you want?"
    for id_ in sorted(ids):
        yield f"  {id_}"
        old, new = lines(before.kept.get(id_)), lines(now[id_])
        for line in difflib.unified_diff(list(old), list(new), lineterm="", n=0):
            if not line.startswith(("---", "+++", "@@")):
                yield f"    {line}"


def _listed(title: str, ids: set[str] | frozenset[str]) -> Iterator[str]:
    if ids:
        yield title
        yield from (f"  {id_}" for id_ in sorted(ids))


def _added(remix: RemixManuscript) -> frozenset[str]:
    """Ids that a remix gives to entries of its own."""
    tables = {id_ for id_, table in remix.tables.items() if not table.form.replaces}
    terms = remix.glossary.form.terms if remix.glossary else ()
    return frozenset(tables | {f"glossary/{term.id}" for term in terms if term.id})


def _now(manuscript: Manuscript, remix: RemixManuscript) -> Upstream:
    assert manuscript.game
    found, mine = entries(manuscript), touched(remix)
    return Upstream(
        title=manuscript.game.form.title,
        version=manuscript.game.form.version,
        digests={id_: digest(data) for id_, data in found.items()},
        kept={id_: data for id_, data in found.items() if id_ in mine},
    )


def _locked(path: Path) -> Upstream:
    name = f"{path.parent.name}/{path.name}"
    tip = "Make it: python3 build.py remix accept PATH"
    if not path.is_file():
        raise ProblemsError([Problem(name, 0, 0, "remix.no-lock", "a file", "none", tip)])
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(f"more than {MOST_BYTES:,} bytes")
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["schema"] != SCHEMA:
            raise ValueError(f"schema {data['schema']}")
        upstream = data["upstream"]
        digests = {str(k): str(v) for k, v in data["entries"].items()}
        return Upstream(
            str(upstream["title"]), str(upstream["version"]), digests, dict(data["changed"])
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        expected = f"a lock of schema {SCHEMA}"
        came = str(error) or type(error).__name__
        raise ProblemsError([Problem(name, 0, 0, "remix.lock", expected, came, tip)]) from None
