"""``build.py sheet``: fills in the sheet of a character that is made here, or was saved."""

from __future__ import annotations

import difflib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pikepdf

from generator.copydesk import Copy, load_copy
from generator.model.editions import Layout
from generator.model.problems import Problem, ProblemsError
from generator.pipeline import printed_files
from generator.press.filling import FormError, fill_sheet
from generator.press.packed import packed
from generator.prints import prints
from generator.prints.lands import checked_seed, file_name
from generator.project import Project
from generator.render.data import ruleset_json
from generator.write import replace_file
from nightsong.bundle import Ruleset, load_ruleset
from nightsong.chance import Chance
from nightsong.characters import Character, CharacterError
from nightsong.codec import CodecError, decode
from nightsong.making import Choices, make_character
from nightsong.sheetfields import fields_of

_MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class SheetOrder:
    """A sheet to fill in: with the character of a ``seed``, or the one saved in a JSON file.

    ``what`` is the edition: one that is a form.
    """

    seed: str
    saved: Path | None
    what: str
    paper: str
    out: Path | None


def print_filled(project: Project, order: SheetOrder) -> Path:
    """Write the filled-in sheet to ``out``, or into ``dist/print``; returns its path.

    ``ProblemsError`` for an order that won't do, ``OSError`` where the file can't be written; what
    was there stays then.
    """
    if order.out is not None and order.out.is_dir():
        raise _problem("sheet.out", "the name of a file", f"the folder {order.out.name}")
    copy = load_copy(project)
    _expect_form(copy, order)
    ruleset = load_ruleset(ruleset_json(copy.book))
    character = _character(ruleset, order)
    form = _form(project, copy, order)
    try:
        filled = fill_sheet(form, fields_of(character, ruleset))
    except FormError as error:
        raise _problem("sheet.form", "a form with the sheet’s fields", str(error)) from None
    name = file_name(copy.book.game.slug, "character", order.seed, order.paper)
    path = order.out or project.dist / "print" / name
    replace_file(path, _packed(filled))
    return path


def _packed(filled: bytes) -> bytes:
    with pikepdf.open(io.BytesIO(filled)) as pdf:
        return packed(pdf)


def _expect_form(copy: Copy, order: SheetOrder) -> None:
    found = [p for p in prints(copy.manuscript) if p.edition.form]
    what = sorted({p.edition_id for p in found if p.edition.layout is Layout.CHARACTER})
    _expect("a sheet to type into", order.what, what)
    _expect("a paper", order.paper, [p.paper_id for p in found if p.edition_id == order.what])


def _expect(what: str, came: str, known: list[str]) -> None:
    if came not in known:
        near = difflib.get_close_matches(came, known, n=1)
        tip = f"Did you mean {near[0]}?" if near else ""
        raise _problem("print.unknown", f"{what}: {', '.join(known)}", f"“{came}”", tip)


def _form(project: Project, copy: Copy, order: SheetOrder) -> bytes:
    ((_, content),) = printed_files(project, copy, order.what, order.paper, None)
    return content


def _character(ruleset: Ruleset, order: SheetOrder) -> Character:
    if order.saved is None:
        return make_character(ruleset, Chance(checked_seed(order.seed)), Choices()).character
    data = _read(order.saved)
    try:
        return decode(Character, data.get("character", data), "character")
    except (CodecError, CharacterError) as error:
        tip = "Save it anew from the character maker, or with --json of the command character."
        raise _problem("sheet.character", "a character", str(error), tip) from None


def _read(path: Path) -> Mapping[str, Any]:
    tip = "Save it anew from the character maker."
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise ValueError(f"more than {_MOST_BYTES:,} bytes")
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        came = error.strerror or str(error)
        raise _problem("sheet.file", f"a file {path.name} to read", came) from None
    except (ValueError, RecursionError) as error:
        raise _problem("sheet.file", "a character in JSON", str(error), tip) from None
    if not isinstance(data, dict):
        raise _problem("sheet.file", "a character in JSON", type(data).__name__, tip)
    return data


def _problem(code: str, expected: str, came: str, tip: str = "") -> ProblemsError:
    return ProblemsError([Problem("sheet", 0, 0, code, expected, came, tip)])
