"""The game's own facts: date, version and the licence notice."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator

from generator.model.document import Document
from generator.model.manuscript import Manuscript
from generator.model.problems import Problem

# What the ORC licence's own notice must say, in whatever wording.
REQUIRED_PHRASES = ("ORC License", "TX 9-307-067", "warranties are disclaimed")
PLACEHOLDER = re.compile(r"\bTBD\b|TX00|\[[^\]]*\]|\{[^}]*\}|\bTODO\b")
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_VERSION = re.compile(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?")


def game_problems(manuscript: Manuscript) -> Iterator[Problem]:
    """Every problem in ``content/game.yml``."""
    if manuscript.game is None:
        return
    form, document = manuscript.game.form, manuscript.game.document
    if not _VERSION.fullmatch(form.version):
        came = f"“{form.version}”"
        yield document.problem(("version",), "game.version", "a version such as 1.2.0", came, "")
    if not _SLUG.fullmatch(form.slug):
        expected = "small letters, digits and single hyphens, such as night-watch"
        yield document.problem(("slug",), "game.slug", expected, f"“{form.slug}”", "")
    if not _is_date(form.date):
        came = f"“{form.date}”"
        yield document.problem(("date",), "game.date", 'a date such as "2026-12-01"', came, "")
    yield from _notice_problems(document, form.licence.notice)
    for part in ("notice", "credit", "reserved", "designated"):
        text = getattr(form.licence, part)
        if not text.strip():
            tip = "Write none where there is nothing: silence is no answer."
            yield document.problem(("licence", part), "licence.silent", "text", "nothing", tip)
        if match := PLACEHOLDER.search(text):
            yield document.problem_in(
                ("licence", part),
                match.start(),
                "licence.placeholder",
                "finished text",
                f"“{match[0]}”",
                "Fill the placeholder in.",
            )


def _is_date(text: str) -> bool:
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _notice_problems(document: Document, notice: str) -> Iterator[Problem]:
    for phrase in REQUIRED_PHRASES:
        if phrase not in notice:
            yield document.problem(
                ("licence", "notice"),
                "licence.phrase",
                f"“{phrase}” in the notice",
                "a notice without it",
                "Quote the ORC notice as the licence words it.",
            )
