"""Documents to typed values, with a problem for everything that doesn't fit."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from generator.model.authored import Named
from generator.model.document import Document, Path
from generator.model.problems import Problem

T = TypeVar("T")

_EXPECTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "mapping_type": "a mapping",
    "dict_type": "a mapping",
    "dataclass_type": "a mapping of named fields",
}


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def schema(kind: type[Any]) -> dict[str, Any]:
    """The JSON Schema of a file type, for editors."""
    return _adapter(cast(Hashable, kind)).json_schema()


def typed(kind: type[T], document: Document) -> T | list[Problem]:
    """The document's data as that type, or the problems."""
    data = spelt_out(kind, document.data)
    try:
        return cast(T, _adapter(cast(Hashable, kind)).validate_json(json.dumps(data)))
    except ValidationError as error:
        return [_problem(document, kind, detail) for detail in error.errors(include_url=False)]


def spelt_out(kind: Any, data: Any) -> Any:
    """The data with plain text made a mapping wherever a ``Named`` value is wanted."""
    arguments = get_args(kind)
    if Named in getattr(kind, "__metadata__", ()):
        return spelt_out(arguments[0], {"name": data} if isinstance(data, str) else data)
    if isinstance(data, list) and get_origin(kind) is tuple:
        return [spelt_out(arguments[0], value) for value in data]
    if isinstance(data, dict) and len(arguments) == 2:
        return {key: spelt_out(arguments[1], value) for key, value in data.items()}
    if isinstance(data, dict) and is_dataclass(kind):
        hints = _hints(cast(Hashable, kind))
        return {k: spelt_out(hints[k], v) if k in hints else v for k, v in data.items()}
    return data


@cache
def _hints(kind: Hashable) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _problem(document: Document, kind: type[Any], detail: ErrorDetails) -> Problem:
    path: Path = detail["loc"]
    handler = _HANDLERS.get(detail["type"], _wrong)
    return handler(document, kind, path, detail)


def _unknown_key(document: Document, kind: Any, path: Path, _: ErrorDetails) -> Problem:
    known = _keys_at(kind, path[:-1])
    near = difflib.get_close_matches(str(path[-1]), known, n=1)
    tip = f"Did you mean {near[0]}?" if near else "Remove it, or check the spelling."
    expected = "one of " + ", ".join(known) if known else "a known key"
    return document.problem(path, "yaml.unknown-key", expected, f"“{path[-1]}”", tip, key=True)


def _missing_key(document: Document, _: Any, path: Path, __: ErrorDetails) -> Problem:
    tip = f"Add {path[-1]}: with its value."
    return document.problem(path[:-1], "yaml.missing-key", f"the key {path[-1]}", "none", tip)


def _wrong(document: Document, _: Any, path: Path, detail: ErrorDetails) -> Problem:
    expected = _EXPECTED.get(detail["type"]) or _allowed(detail)
    value = detail["input"]
    tip = ""
    if detail["type"] == "dataclass_type" and isinstance(value, int | float | bool):
        expected = "text, or a mapping of named fields"
    if expected.startswith("text") and isinstance(value, int | float | bool):
        tip = f'Put it in quotes: "{str(value).lower()}".'
    return document.problem(path, "yaml.type", expected, _shown(value), tip)


def _allowed(detail: ErrorDetails) -> str:
    context = detail.get("ctx") or {}
    return f"one of {context['expected']}" if "expected" in context else detail["msg"]


_HANDLERS: dict[str, Callable[[Document, Any, Path, ErrorDetails], Problem]] = {
    "unexpected_keyword_argument": _unknown_key,
    "extra_forbidden": _unknown_key,
    "missing": _missing_key,
}


def _shown(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return f"the truth value {str(value).lower()}"
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return f"“{str(value)[:60]}”"


def _keys_at(kind: Any, path: Path) -> list[str]:
    """The field names of the dataclass that the path leads to."""
    for step in path:
        kind = _inner(kind, step)
    kind = _unwrapped(kind)
    return [field.name for field in fields(kind)] if is_dataclass(kind) else []


def _inner(kind: Any, step: str | int) -> Any:
    kind = _unwrapped(kind)
    if is_dataclass(kind):
        return _hints(cast(Hashable, kind)).get(str(step))
    arguments = get_args(kind)
    return (
        arguments[-1]
        if isinstance(step, str) and arguments
        else arguments[0]
        if arguments
        else None
    )


def _unwrapped(kind: Any) -> Any:
    """The type without annotations and without None."""
    while get_args(kind) and (hasattr(kind, "__metadata__") or type(None) in get_args(kind)):
        kind = next(a for a in get_args(kind) if a is not type(None))
    return kind
