"""Prose: numbers by name, links that lead somewhere, and plain Markdown."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping

from generator.model.manuscript import Manuscript, Prose, all_prose
from generator.model.numbers import FILTERS, FilterError, Number, leaves, number, show
from generator.model.problems import Problem
from generator.model.prose import NumberUse, bare, link_uses, number_uses
from generator.validate.ids import is_known, nearest

_DIGIT = re.compile(r"[0-9]+")
_HTML = re.compile(r"<(?=[A-Za-z/!?])")
_HEADING = re.compile(r"^ {0,3}#{1,6}(?= )", re.MULTILINE)
_STRAY_LINK = re.compile(r"\[\[|\]\]")
_TARGET = re.compile(r"\]\(\s*([^)\s]*)")
_SAFE = re.compile(r"https?://[^\s\"'<>]+|mailto:[^\s\"'<>]+")


def prose_problems(manuscript: Manuscript, ids: frozenset[str]) -> Iterator[Problem]:
    """Every problem in prose."""
    numbers = _numbers(manuscript)
    for prose in all_prose(manuscript):
        if numbers is not None:
            yield from _number_problems(prose, numbers)
        yield from _link_problems(prose, ids, manuscript)
        yield from _markup_problems(prose)
    yield from _glossary_problems(manuscript, ids)


def _numbers(manuscript: Manuscript) -> Mapping[str, Number] | None:
    document = manuscript.numbers
    if document is None or not isinstance(document.data, dict):
        return None
    return {n.name: n for n in (number(path, data) for path, data in leaves(document.data))}


def _number_problems(prose: Prose, numbers: Mapping[str, Number]) -> Iterator[Problem]:
    for use in number_uses(prose.text):
        if problem := _use_problem(prose, use, numbers):
            yield problem
    for match in _DIGIT.finditer(bare(prose.text)):
        tip = "Name it in content/numbers.yml and write {{ n.its.name }}."
        yield _at(prose, match.start(), "prose.digit", "a number by its name", f"“{match[0]}”", tip)


def _use_problem(prose: Prose, use: NumberUse, numbers: Mapping[str, Number]) -> Problem | None:
    if not use.name:
        expected, tip = (
            "{{ n.some.name }} or {{ n.some.name | filter }}",
            "Nothing else fits there.",
        )
        return _at(prose, use.offset, "prose.braces", expected, use.source.split("\n")[0], tip)
    if use.name not in numbers:
        near = difflib.get_close_matches(use.name, numbers, n=1)
        tip = f"Did you mean n.{near[0]}?" if near else "The names are in content/numbers.yml."
        return _at(prose, use.offset, "number.unknown", "a known number", f"n.{use.name}", tip)
    if use.filter is not None and use.filter not in FILTERS:
        expected = "one of " + ", ".join(FILTERS)
        return _at(prose, use.offset, "number.filter", expected, use.filter, "")
    try:
        show(numbers[use.name].value, use.filter)
    except FilterError as error:
        came = f"{numbers[use.name].value} (n.{use.name})"
        tip = f"Leave the filter {use.filter} out, or use another."
        return _at(prose, use.offset, "number.filter", str(error), came, tip)
    return None


def _link_problems(prose: Prose, ids: frozenset[str], manuscript: Manuscript) -> Iterator[Problem]:
    for link in link_uses(prose.text):
        if not is_known(link.id, ids, manuscript):
            code, came = "link.unknown-target", f"“{link.id}”"
            yield _at(prose, link.offset, code, "an id that exists", came, nearest(link.id, ids))
    for match in _STRAY_LINK.finditer(bare(prose.text)):
        expected = "[[id]] or [[id|text]]"
        yield _at(prose, match.start(), "link.form", expected, f"a stray {match[0]}", "")


def _markup_problems(prose: Prose) -> Iterator[Problem]:
    for match in _HTML.finditer(prose.text):
        tip = "Use Markdown; write &lt; for a less-than sign."
        yield _at(prose, match.start(), "prose.html", "Markdown", "an HTML tag", tip)
    for match in _HEADING.finditer(prose.text):
        tip = "Make it a section with an id and a title."
        yield _at(prose, match.start(), "prose.heading", "text without headings", "a heading", tip)
    for match in _TARGET.finditer(prose.text):
        if not _SAFE.fullmatch(match[1]):
            tip = "Link inside the book with [[id]]."
            expected = "an address that starts with https://"
            yield _at(prose, match.start(1), "link.address", expected, f"“{match[1]}”", tip)


def _glossary_problems(manuscript: Manuscript, ids: frozenset[str]) -> Iterator[Problem]:
    if manuscript.glossary is None:
        return
    document = manuscript.glossary.document
    forms: dict[str, str] = {}
    for index, term in enumerate(manuscript.glossary.form.terms):
        if not is_known(term.rule, ids, manuscript):
            yield document.problem(
                ("terms", index, "rule"),
                "link.unknown-target",
                "an id that exists",
                f"“{term.rule}”",
                nearest(term.rule, ids),
            )
        for form in (term.term, *term.also):
            if form in forms:
                came = f"“{form}”, which is {forms[form]}'s already"
                expected = "a written form of its own"
                yield document.problem(("terms", index), "glossary.form", expected, came, "")
            forms[form] = term.id


def _at(prose: Prose, offset: int, code: str, expected: str, came: str, tip: str) -> Problem:
    return prose.document.problem_in(prose.path, offset, code, expected, came, tip)
