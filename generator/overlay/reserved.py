"""A version of a remix without what it holds back: other names in the places of reserved ones."""

from __future__ import annotations

from dataclasses import replace

from generator.model.authored import GameForm
from generator.model.manuscript import Manuscript, Written
from generator.model.problems import Problem
from generator.model.remix import RemixManuscript, ReservedKind
from generator.overlay.words import with_words
from nightsong.wording import reworded

_NAMES = (ReservedKind.NAME, ReservedKind.SETTING)


def without_reserved(
    laid: Manuscript, remix: RemixManuscript
) -> tuple[Manuscript, RemixManuscript] | list[Problem]:
    """The manuscript, and the remix, without what the remix holds back; or what is missing.

    A reserved name needs the words that stand ``instead`` of it. Reserved drawings are left out.
    """
    reserved = remix.remix.form.licence.reserved
    document = remix.remix.document
    problems = [
        document.problem(
            ("licence", "reserved", n),
            "remix.instead",
            "instead, the words for a version without it",
            f"“{one.what}” alone",
            "Write instead: with other words.",
        )
        for n, one in enumerate(reserved)
        if one.kind in _NAMES and not one.instead
    ]
    if problems:
        return problems
    words = {one.what: one.instead for one in reserved if one.kind in _NAMES}
    above = [what for what in laid.descent.reserved if what not in {one.what for one in reserved}]
    made = replace(
        with_words(laid, words),
        game=_game(laid, words, "; ".join(above) or "none"),
        descent=replace(laid.descent, reserved=tuple(above)),
    )
    return made, _undressed(remix, {one.file for one in reserved})


def _game(laid: Manuscript, words: dict[str, str], reserved: str) -> Written[GameForm]:
    assert laid.game
    form = laid.game.form
    made = replace(
        form,
        title=reworded(form.title, words),
        subtitle=reworded(form.subtitle, words),
        licence=replace(form.licence, reserved=reserved),
    )
    return Written(made, laid.game.document)


def _undressed(remix: RemixManuscript, files: set[str]) -> RemixManuscript:
    """The remix without a logo that it holds back."""
    if remix.looks is None or remix.looks.form.logo not in files:
        return remix
    looks = Written(replace(remix.looks.form, logo=""), remix.looks.document)
    return replace(remix, looks=looks)
