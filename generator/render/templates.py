"""Jinja templates of the theme; what is wrong in one is a problem with its file and line."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    FunctionLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
)

from generator.model.bounded import TooLongError, bounded
from generator.model.problems import Problem, ProblemsError

OWN = "templates"  # a remix's, in its theme/
MOST_STEPS = 20_000_000  # lines of code; the whole game in one book takes a tenth of it
MOST_LETTERS = 20_000_000


def fill(
    folder: Path,
    name: str,
    values: Mapping[str, Any],
    *,
    html: bool,
    filters: Mapping[str, Callable[..., Any]] | None = None,
    own: Mapping[str, str] | None = None,
) -> str:
    """The template of that name below a folder, filled in; raises ``ProblemsError``.

    Values are escaped where the template is HTML. Comments are written ``{## … ##}``, since
    ``{#id}`` is an anchor in Markdown. ``own`` are templates by name that stand in the places of
    those of the folder.
    """
    environment = Environment(
        loader=ChoiceLoader([FunctionLoader(partial(_own, own or {})), FileSystemLoader(folder)]),
        undefined=StrictUndefined,
        autoescape=html,  # noqa: S701 - a Markdown page escapes what it puts into HTML
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        comment_start_string="{##",
        comment_end_string="##}",
    )
    environment.filters |= filters or {}
    try:
        template = environment.get_template(name)
        if not own:
            return template.render(values)
        return bounded(lambda: _joined(template.generate(values)), MOST_STEPS)
    except TemplateError as error:
        raise ProblemsError([_problem(error, folder, name)]) from error
    except Exception as error:
        if not own:
            raise
        raise ProblemsError([_problem(error, folder, next(iter(own)))]) from error


def _own(own: Mapping[str, str], name: str) -> tuple[str, str, None] | None:
    """A remix's template of that name, if it has one, and how a traceback calls it."""
    return (own[name], f"{OWN}/{name}", None) if name in own else None


def _joined(pieces: Iterable[str]) -> str:
    """What a template makes of it, unless that is too much: ``ValueError``."""
    made, letters = [], 0
    for piece in pieces:
        letters += len(piece)
        if letters > MOST_LETTERS:
            raise ValueError(f"expected at most {MOST_LETTERS:,} letters, came more")
        made.append(piece)
    return "".join(made)


def _problem(error: Exception, folder: Path, name: str) -> Problem:
    home = f"theme/{folder.name}"
    if isinstance(error, TemplateNotFound):
        came = f"none of the name {error.name}"
        return Problem(
            f"{home}/{name}", 0, 0, "template.missing", "a template", came, "Restore it."
        )
    line = _line(error, folder)
    if not line[0]:
        line = f"{OWN}/{name}", 0
    where = f"{home}/{line[0]}"
    if line[0].startswith(f"{OWN}/"):
        where = f"theme/{line[0].replace('part-', '')}"
    came = "one that never comes to an end" if isinstance(error, TooLongError) else str(error)
    tip = "Look at this line; the values that a template may use are named where it is rendered."
    return Problem(where, line[1], 1, "template.error", "a template that can be filled", came, tip)


def _line(error: Exception, folder: Path) -> tuple[str, int]:
    """The template's file and line: from the error itself, or from the last template frame."""
    if isinstance(error, TemplateSyntaxError):
        return error.name or "", error.lineno
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.endswith(".j2")]
    if not frames:
        return "", 0
    path = Path(frames[-1].filename)
    name = path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.as_posix()
    return name, frames[-1].lineno or 0
