"""Numbers: names and values well formed, and each of them used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from generator.model.document import Document, Path
from generator.model.manuscript import Manuscript, all_prose
from generator.model.numbers import DICE, FRACTION, RANGE, WORDING, is_leaf
from generator.model.problems import Problem
from generator.model.prose import number_uses

_NAME = re.compile(r"[a-z0-9_]+")
_MARKED = {"value", "ruling", "why"}


def number_problems(manuscript: Manuscript) -> Iterator[Problem]:
    """Every problem in ``content/numbers.yml``, then names that no prose uses."""
    document = manuscript.numbers
    if document is None:
        return
    if not isinstance(document.data, dict):
        yield document.problem((), "yaml.type", "a mapping of names", "something else", "")
        return
    found: list[str] = []
    yield from _group(document, document.data, (), found)
    if manuscript.broken or not manuscript.chapters:
        return  # the name may be used in a file that can't be read
    used = {use.name for prose in all_prose(manuscript) for use in number_uses(prose.text)}
    for name in found:
        if name not in used and name not in manuscript.descent.idle:
            path = tuple(name.split("."))
            tip = "Use it in the rule's prose, or remove it."
            yield document.problem(path, "number.unused", "a use in prose", "none", tip, key=True)


def _group(
    document: Document, data: dict[str, Any], path: Path, found: list[str]
) -> Iterator[Problem]:
    for name, inner in data.items():
        here = (*path, name)
        if not _NAME.fullmatch(name):
            expected = "small letters, digits and _"
            yield document.problem(here, "number.name", expected, f"“{name}”", "", key=True)
        if not is_leaf(inner):
            yield from _group(document, inner, here, found)
            continue
        found.append(".".join(map(str, here)))
        if isinstance(inner, dict):
            yield from _marked(document, inner, here)
            inner, here = inner["value"], (*here, "value")
        yield from _value(document, inner, here)


def _marked(document: Document, leaf: dict[str, Any], path: Path) -> Iterator[Problem]:
    for key in leaf.keys() - _MARKED:
        expected = "value, ruling, why"
        yield document.problem((*path, key), "yaml.unknown-key", expected, f"“{key}”", "", key=True)
    if leaf.get("ruling") is True and not isinstance(leaf.get("why"), str):
        tip = "Say in a sentence why we chose this value."
        yield document.problem(path, "number.why", "a reason for the ruling", "none", tip)


def _value(document: Document, value: Any, path: Path) -> Iterator[Problem]:
    if isinstance(value, list) and value:
        for index, inner in enumerate(value):
            if not (isinstance(inner, str) and WORDING.fullmatch(inner)):
                yield from _value(document, inner, (*path, index))
        return
    if "names" in path[:-1]:
        if not (isinstance(value, str) and WORDING.fullmatch(value)):
            expected = "words, such as pack rations"
            yield document.problem(path, "number.value", expected, _came(value), "")
        return
    text_form = isinstance(value, str) and any(
        form.fullmatch(value) for form in (DICE, RANGE, FRACTION)
    )
    if not (text_form or (isinstance(value, int) and not isinstance(value, bool))):
        expected = "a whole number, dice (1D6), a range (2-5, 4+), or a fraction (1/2)"
        yield document.problem(path, "number.value", expected, _came(value), "")


def _came(value: Any) -> str:
    return f"“{value}”" if isinstance(value, str) else "nothing" if value is None else str(value)
