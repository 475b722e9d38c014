"""From a change to the form that it brings, and words for what isn't there."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any, TypeVar

from generator.model.authored import ChapterForm, SectionForm
from generator.model.document import Path

T = TypeVar("T")


def as_form(kind: type[T], change: Any, **others: Any) -> T:
    """The form alone, without how it is laid over what is there."""
    values = {one.name: getattr(change, one.name) for one in fields(kind)}  # type: ignore[arg-type]
    return kind(**(values | others))


def nearest(came: str, known: Iterable[str]) -> str:
    """A tip that names what is most like it."""
    listed = list(known)
    tail = came.rpartition("/")[2]
    near = sorted(one for one in listed if one.rpartition("/")[2] == tail)
    near = near or difflib.get_close_matches(came, listed, n=1, cutoff=0.5)
    return f"Did you mean {near[0]}?" if near else "Look the ids up in what you remix."


def replaced_section(chapter: ChapterForm, path: Path, section: SectionForm) -> ChapterForm:
    """The chapter with another section at a path such as ``("sections", 2, "sections", 0)``."""
    made = _replaced(chapter, path, section)
    assert isinstance(made, ChapterForm)
    return made


def _replaced(form: Any, path: Path, section: SectionForm) -> Any:
    if not path:
        return section
    at = int(path[1])
    inner = _replaced(form.sections[at], path[2:], section)
    sections = (*form.sections[:at], inner, *form.sections[at + 1 :])
    return replace(form, sections=sections)
