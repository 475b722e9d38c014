"""A remix, before it is laid over anything: its credits, its looks, and that it is safe to open."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path as Folder
from typing import Any

from generator.model.document import Document, Path
from generator.model.looks import COLOR, TEXT_CONTRAST, LooksForm, Palette, contrast
from generator.model.manuscript import Written
from generator.model.problems import Problem
from generator.model.remix import RemixManuscript
from generator.validate.drawing import drawing_problems
from generator.validate.game import PLACEHOLDER
from generator.validate.strangers import (
    dice_problems,
    edition_problems,
    id_problems,
    text_problems,
)
from generator.validate.templates import NAMES, template_problems
from nightsong.model import Source

LICENCE = "ORC"
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
_ADDRESS = re.compile(r"https?://[^\s\"'<>]+")
_INK = re.compile(r"[A-Za-z][A-Za-z0-9]{0,30}")
_DRAWING = re.compile(r"[a-z0-9]+(?:[-/][a-z0-9]+)*\.svg")
# Text on its ground, by the palette's names, where both are set.
_READ_ON = (
    *(("ink", ground) for ground in ("ground", "raised", "sunken", "marked")),
    *(("quiet", ground) for ground in ("ground", "raised", "sunken")),
    *(("link", ground) for ground in ("ground", "raised", "sunken")),
    *(("gold", ground) for ground in ("ground", "raised")),
    *(("button_ink", ground) for ground in ("button", "button_hover")),
)


def remix_problems(remix: RemixManuscript, folder: Folder) -> Iterator[Problem]:
    """Every problem of a remix by itself; ``folder`` is where it lies."""
    written: list[Written[Any] | None] = [
        remix.remix,
        remix.glossary,
        remix.book,
        remix.editions,
        remix.looks,
    ]
    written += [*remix.chapters.values(), *remix.tables.values(), *remix.folders.values()]
    for one in written:
        if one is not None:
            yield from text_problems(one.document)
            yield from id_problems(one.form, one.document, ())
            yield from _source_problems(one.form, one.document, ())
    yield from _facts(remix)
    yield from dice_problems(remix.tables)
    if remix.editions:
        yield from edition_problems(remix.editions)
    if remix.looks:
        yield from _looks_problems(remix.looks, folder)
    yield from _reserved_problems(remix, folder)
    for name, text in remix.templates.items():
        where = f"{remix.name}/theme/templates/{name}.html.j2"
        if name not in NAMES:
            expected = f"a template called {', '.join(NAMES)}"
            yield Problem(where, 0, 0, "template.unknown", expected, name, "Rename it.")
        yield from template_problems(text, where)


def _source_problems(value: Any, document: Document, path: Path) -> Iterator[Problem]:
    """Only what is under the same licence can be built on."""
    if isinstance(value, Source):
        if value.licence.strip() != LICENCE:
            came = f"“{value.licence}”" if value.licence.strip() else "nothing"
            tip = "Only what is under the ORC license can be part of a remix."
            where = (*path, "licence")
            yield document.problem(where, "licence.other", f"licence: {LICENCE}", came, tip)
    elif isinstance(value, tuple):
        for n, one in enumerate(value):
            yield from _source_problems(one, document, (*path, n))
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _source_problems(one, document, (*path, key))
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            inner = getattr(value, field.name)
            yield from _source_problems(inner, document, (*path, field.name))


def _facts(remix: RemixManuscript) -> Iterator[Problem]:
    form, document = remix.remix.form, remix.remix.document
    if not form.authors or not all(author.strip() for author in form.authors):
        tip = "Write who is to be credited."
        yield document.problem(("authors",), "remix.authors", "an author", "none", tip)
    if not form.title.strip():
        yield document.problem(("title",), "remix.title", "a title", "nothing", "")
    if not _LANGUAGE.fullmatch(form.language):
        came = f"“{form.language}”"
        expected = "a language code, such as en or pt-BR"
        yield document.problem(("language",), "remix.language", expected, came, "")
    if form.home and not _ADDRESS.fullmatch(form.home):
        expected = "an address that starts with https://, or nothing"
        yield document.problem(("home",), "link.address", expected, f"“{form.home}”", "")
    for n, source in enumerate(form.sources):
        if source.url and not _ADDRESS.fullmatch(source.url):
            path = ("sources", n, "url")
            expected = "an address that starts with https://"
            yield document.problem(path, "link.address", expected, f"“{source.url}”", "")
    if form.upstream not in ("", "upstream"):
        tip = "Put the remix that this one changes into the folder upstream/, or leave this out."
        came = f"“{form.upstream}”"
        yield document.problem(("upstream",), "remix.upstream", "upstream, or nothing", came, tip)


def _reserved_problems(remix: RemixManuscript, folder: Folder) -> Iterator[Problem]:
    document = remix.remix.document
    for n, one in enumerate(remix.remix.form.licence.reserved):
        path: Path = ("licence", "reserved", n)
        if not one.what.strip():
            tip = "Say what is held back."
            yield document.problem(path, "licence.silent", "text", "nothing", tip)
        if match := PLACEHOLDER.search(one.what):
            came = f"“{match[0]}”"
            where = (*path, "what")
            tip = "Fill the placeholder in."
            yield document.problem(where, "licence.placeholder", "finished text", came, tip)
        if one.file and not _is_drawing(one.file, folder):
            where, came = (*path, "file"), f"“{one.file}”"
            yield document.problem(where, "looks.file", "an SVG below theme/", came, "")


def _is_drawing(name: str, folder: Folder) -> bool:
    return bool(_DRAWING.fullmatch(name)) and (folder / "theme" / name).is_file()


def _looks_problems(looks: Written[LooksForm], folder: Folder) -> Iterator[Problem]:
    form, document = looks.form, looks.document
    for time, palette in (("day", form.day), ("night", form.night)):
        yield from _palette_problems(palette, document, time)
    if form.tone:
        if not COLOR.fullmatch(form.tone.color):
            yield _color(document, ("tone", "color"), form.tone.color)
        elif contrast(form.tone.color, "#ffffff") < TEXT_CONTRAST:
            tip = "Text is printed in it: make it darker."
            expected = f"a contrast of {TEXT_CONTRAST} on white"
            came = f"{contrast(form.tone.color, '#ffffff'):.1f}"
            yield document.problem(("tone", "color"), "looks.contrast", expected, came, tip)
        if not _INK.fullmatch(form.tone.name):
            expected, came = "a word for the ink, such as EmberRed", f"“{form.tone.name}”"
            yield document.problem(("tone", "name"), "looks.ink", expected, came, "")
    if not form.logo:
        return
    if not _is_drawing(form.logo, folder):
        tip = "Name a file of small letters, such as logo.svg."
        came = f"“{form.logo}”"
        yield document.problem(("logo",), "looks.file", "an SVG below theme/", came, tip)
    else:
        path = folder / "theme" / form.logo
        name = f"{document.file.removesuffix('looks.yml')}{form.logo}"
        yield from drawing_problems(path.read_bytes(), name)


def _palette_problems(palette: Palette, document: Document, time: str) -> Iterator[Problem]:
    given = dict(palette.given())
    for name, color in given.items():
        if not COLOR.fullmatch(color):
            yield _color(document, (time, name), color)
    sound = {name: color for name, color in given.items() if COLOR.fullmatch(color)}
    for text, ground in _READ_ON:
        if text in sound and ground in sound:
            found = contrast(sound[text], sound[ground])
            if found < TEXT_CONTRAST:
                expected = f"a contrast of {TEXT_CONTRAST} between {text} and {ground}"
                tip = "Make one of the two lighter or darker."
                came = f"{found:.1f}"
                yield document.problem((time, text), "looks.contrast", expected, came, tip)


def _color(document: Document, path: Path, came: str) -> Problem:
    expected = "a colour such as #8a5a08, in small letters"
    return document.problem(path, "looks.color", expected, f"“{came}”", "")
