"""Jinja templates of the theme; what is wrong in one is a problem with its file and line."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jinja2 import (
    ChoiceLoader,
    DictLoader,
    Environment,
    FileSystemLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
)

from generator.model.problems import Problem, ProblemsError


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
        loader=ChoiceLoader([DictLoader(own or {}), FileSystemLoader(folder)]),
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
        return environment.get_template(name).render(values)
    except TemplateError as error:
        raise ProblemsError([_problem(error, folder, name)]) from error


def _problem(error: TemplateError, folder: Path, name: str) -> Problem:
    home = f"theme/{folder.name}"
    if isinstance(error, TemplateNotFound):
        came = f"none of the name {error.name}"
        return Problem(
            f"{home}/{name}", 0, 0, "template.missing", "a template", came, "Restore it."
        )
    line = _line(error, folder)
    where = f"{home}/{line[0]}"
    tip = "Look at this line; the values that a template may use are named where it is rendered."
    return Problem(
        where, line[1], 1, "template.error", "a template that can be filled", str(error), tip
    )


def _line(error: TemplateError, folder: Path) -> tuple[str, int]:
    """The template's file and line: from the error itself, or from the last template frame."""
    if isinstance(error, TemplateSyntaxError):
        return error.name or "", error.lineno
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.endswith(".j2")]
    if not frames:
        return "", 0
    path = Path(frames[-1].filename)
    name = path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name
    return name, frames[-1].lineno or 0
