"""Tables, terms, groups, editions and numbers of a remix, laid over those that are there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from generator.model.authored import FolderForm, GlossaryForm, TableForm, TermForm
from generator.model.document import Document, Path
from generator.model.editions import Edition, Editions
from generator.model.manuscript import Written
from generator.model.numbers import DICE, is_leaf, leaves
from generator.model.remix import (
    EditionsChanges,
    GlossaryChanges,
    GroupChange,
    RemixManuscript,
    TableChange,
)
from generator.model.woven import woven
from generator.overlay.changes import Ledger, Verb
from generator.overlay.forms import as_form, nearest
from generator.overlay.tree import Origins, Part
from nightsong.dice import DiceError, parse
from nightsong.model import Group

GLOSSARY, GROUPS, EDITIONS = "glossary", "groups", "editions"
MOST = 10_000  # no number of a game is farther from 0; loops in the rules run that often


def lay_tables(
    tables: dict[str, Written[TableForm]], remix: RemixManuscript, ledger: Ledger
) -> None:
    """Put a remix's tables among those that are there."""
    for table_id, written in remix.tables.items():
        form, document = written.form, written.document
        made = as_form(TableForm, form, **_credit(table_id, form, remix))
        if target := form.replaces:
            if target not in tables:
                what, tip = "the id of a table", nearest(target, tables)
                ledger.unknown(document, ("replaces",), what, target, tip)
            elif ledger.enter(Verb.REPLACED, target, document, ("replaces",)):
                tables[target] = Written(made, document)
        elif table_id in tables:
            ledger.hidden(document, (), table_id)
        elif ledger.enter(Verb.ADDED, table_id, document, ()):
            tables[table_id] = Written(made, document)


def _credit(table_id: str, form: TableChange, remix: RemixManuscript) -> dict[str, Any]:
    """What the table inherits from the remix’s own folders, then from the remix."""
    folders = (remix.folders.get(str(p)) for p in PurePosixPath(table_id).parents)
    holders: list[TableForm | FolderForm] = [form, *(f.form for f in folders if f)]
    source = next((one.source for one in holders if one.source is not None), remix.source)
    supplement = next((one.supplement for one in holders if one.supplement is not None), False)
    return {"source": source, "supplement": supplement}


def terms_of(written: Written[GlossaryForm]) -> list[Part]:
    """The glossary's terms, each with its place."""
    return [
        Part(f"{GLOSSARY}/{one.id}", one, *written.document.origin(("terms", n)))
        for n, one in enumerate(written.form.terms)
    ]


def glossary_of(document: Document, parts: list[Part]) -> Written[GlossaryForm]:
    """A glossary of those terms."""
    origins: Origins = {("terms", n): (part.document, part.path) for n, part in enumerate(parts)}
    form = GlossaryForm(tuple(part.form for part in parts))
    return Written(form, woven(document, document.data, origins))


def lay_terms(terms: list[Part], written: Written[GlossaryChanges] | None, ledger: Ledger) -> None:
    """Put a remix's words among those that are there."""
    for n, change in enumerate(written.form.terms if written else ()):
        assert written
        _lay(terms, change, TermForm, GLOSSARY, written.document, ("terms", n), ledger)


def groups_of(groups: tuple[Group, ...], document: Document) -> list[Part]:
    """The groups of tables, each with its place."""
    return [
        Part(f"{GROUPS}/{one.id}", one, *document.origin(("groups", n)))
        for n, one in enumerate(groups)
    ]


def lay_groups(
    groups: list[Part], changes: tuple[GroupChange, ...], document: Document, ledger: Ledger
) -> None:
    """Put a remix's groups among those that are there."""
    for n, change in enumerate(changes):
        _lay(groups, change, Group, GROUPS, document, ("groups", n), ledger)


def _lay(
    parts: list[Part],
    change: Any,
    kind: type[Any],
    home: str,
    document: Document,
    path: Path,
    ledger: Ledger,
) -> None:
    ids = [part.id for part in parts]
    if target := change.replaces:
        where = (*path, "replaces")
        if target not in ids:
            what, tip = f"an id that begins with {home}/", nearest(target, ids)
            ledger.unknown(document, where, what, target, tip)
        elif ledger.enter(Verb.REPLACED, target, document, where):
            form = as_form(kind, change, id=target.removeprefix(f"{home}/"))
            parts[ids.index(target)] = Part(target, form, document, path)
        return
    id_ = f"{home}/{change.id}"
    if not change.id:
        tip = "Write id: for a new one."
        ledger.add(document, path, "remix.no-id", "an id, or replaces", "neither", tip)
    elif id_ in ids:
        ledger.hidden(document, (*path, "id"), id_)
    elif ledger.enter(Verb.ADDED, id_, document, path):
        parts.append(Part(id_, as_form(kind, change), document, path))


def editions_of(written: Written[Editions]) -> dict[str, Part]:
    """The editions by name, each with its place."""
    return {
        name: Part(f"{EDITIONS}/{name}", one, *written.document.origin(("editions", name)))
        for name, one in written.form.editions.items()
    }


def lay_editions(
    editions: dict[str, Part], written: Written[EditionsChanges] | None, ledger: Ledger
) -> None:
    """Put what a remix prints among what is printed."""
    for name, change in (written.form.editions if written else {}).items():
        assert written
        document, path = written.document, ("editions", name)
        form = as_form(Edition, change)
        if target := change.replaces:
            own, where = target.removeprefix(f"{EDITIONS}/"), (*path, "replaces")
            if own not in editions:
                known = [part.id for part in editions.values()]
                ledger.unknown(document, where, "editions/ and a name", target, nearest(own, known))
            elif ledger.enter(Verb.REPLACED, f"{EDITIONS}/{own}", document, where):
                editions[own] = Part(f"{EDITIONS}/{own}", form, document, path)
        elif name in editions:
            ledger.hidden(document, path, f"{EDITIONS}/{name}")
        elif ledger.enter(Verb.ADDED, f"{EDITIONS}/{name}", document, path):
            editions[name] = Part(f"{EDITIONS}/{name}", form, document, path)


def laid_numbers(base: Document, changes: Document | None, ledger: Ledger) -> Document:
    """The numbers with a remix's in their places; a number keeps its form."""
    if changes is None:
        return base
    if not isinstance(changes.data, dict):
        ledger.add(changes, (), "yaml.type", "a mapping of names", "something else", "")
        return base
    there = dict(leaves(base.data))
    data, origins = _copied(base.data), _origins(base)
    for path, leaf in leaves(changes.data):
        name = ".".join(path)
        if not _fits(path, leaf, there, changes, ledger):
            continue
        verb = Verb.REPLACED if path in there else Verb.ADDED
        if ledger.enter(verb, f"n.{name}", changes, path):
            _put(data, path, leaf)
            origins[path] = (changes, path)
    return woven(base, data, origins)


def _origins(base: Document) -> Origins:
    return {path: base.origin(path) for path, _ in leaves(base.data)}


def _copied(data: Any) -> Any:
    return data if is_leaf(data) else {name: _copied(inner) for name, inner in data.items()}


def _put(data: dict[str, Any], path: tuple[str, ...], leaf: Any) -> None:
    for step in path[:-1]:
        data = data.setdefault(step, {})
    data[path[-1]] = leaf


def _fits(
    path: tuple[str, ...],
    leaf: Any,
    there: Mapping[tuple[str, ...], Any],
    document: Document,
    ledger: Ledger,
) -> bool:
    """Whether a number has the form of the one it replaces, and stands where one can stand."""
    value = leaf["value"] if isinstance(leaf, Mapping) and "value" in leaf else leaf
    for number in value if isinstance(value, list) else [value]:
        if isinstance(number, int) and abs(number) > MOST:
            expected = f"a number from −{MOST:,} to {MOST:,}"
            ledger.add(document, path, "number.size", expected, f"{number:,}", "")
            return False
        if isinstance(number, str) and (flaw := _flaw(number)):
            ledger.add(document, path, "number.size", "a number to play with", flaw, "")
            return False
    groups = {known[:n] for known in there for n in range(1, len(known))}
    if path in groups or any(path[:n] in there for n in range(1, len(path))):
        tip = "Groups and numbers stay what they are; choose another name."
        came = f"“{'.'.join(path)}”"
        ledger.add(document, path, "remix.number", "a number where one is", came, tip)
        return False
    if path not in there:
        return True
    before = there[path]
    before = before["value"] if isinstance(before, Mapping) else before
    if _form(before) != _form(value):
        tip = "The rules reckon with it: keep its form."
        expected = f"{_form(before)}, such as {before}"
        ledger.add(document, path, "remix.number", expected, f"{value}", tip)
        return False
    return True


def _flaw(number: str) -> str:
    """What is wrong with dice, or with digits of another number, that nobody can play with."""
    if DICE.fullmatch(number):
        try:
            parse(number)
        except DiceError as error:
            return str(error)
    elif any(int(digits) > MOST for digits in re.findall("[0-9]{1,9}", number)):
        return f"“{number[:40]}”"
    return ""


def _form(value: Any) -> str:
    match value:
        case list():
            return "a list"
        case int():
            return "a whole number"
        case str() if "D" in value and value.replace("D", "").replace("%", "").isdigit():
            return "dice"
        case _:
            return "text"
