"""Frozen values to plain JSON and back, strictly, by their types.

Fields at their default are left out. Unknown or missing keys and wrong types are errors that name
the path. Only the types that the model uses are known: text, numbers, truth values, enumerations,
dataclasses, tuples, mappings and optional values.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")


class CodecError(ValueError):
    """Data that is not of the expected type; the message names the path."""


def encode(value: object) -> Any:
    """A frozen value as plain JSON data."""
    if is_dataclass(value) and not isinstance(value, type):
        pairs = ((f, getattr(value, f.name)) for f in fields(value))
        return {f.name: encode(v) for f, v in pairs if not _is_default(f, v)}
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple | list):
        return [encode(v) for v in value]
    if isinstance(value, Mapping):
        return {str(k): encode(v) for k, v in value.items()}
    return value


def decode(kind: type[T], data: Any, path: str = "$") -> T:
    """Plain JSON data as a value of that type; ``CodecError`` where it isn't one."""
    return _decode(kind, data, path)  # type: ignore[no-any-return]


def _is_default(field: Field[Any], value: object) -> bool:
    return (
        field.default is not MISSING
        and value == field.default
        and type(value) is type(field.default)
    )


def _decode(kind: Any, data: Any, path: str) -> Any:
    origin = get_origin(kind)
    if origin is types.UnionType:
        inner = [arg for arg in get_args(kind) if arg is not type(None)]
        return None if data is None else _decode(inner[0], data, path)
    if origin is tuple:
        _expect(isinstance(data, list), "a list", data, path)
        return tuple(_decode(get_args(kind)[0], v, f"{path}[{i}]") for i, v in enumerate(data))
    if origin is Mapping:
        _expect(isinstance(data, dict), "an object", data, path)
        inner = get_args(kind)[1]
        return {str(k): _decode(inner, v, f"{path}.{k}") for k, v in data.items()}
    if is_dataclass(kind):
        return _decode_dataclass(kind, data, path)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        _expect(data in list(kind), "one of " + ", ".join(kind), data, path)
        return kind(data)
    _expect(type(data) is kind, kind.__name__, data, path)
    return data


def _decode_dataclass(kind: Any, data: Any, path: str) -> Any:
    _expect(isinstance(data, dict), "an object", data, path)
    hints, known = _known(kind)
    if extra := sorted(set(data) - set(known)):
        raise CodecError(f"{path}: expected only {', '.join(known)}, came {', '.join(extra)}")
    required = {
        n for n, f in known.items() if f.default is MISSING and f.default_factory is MISSING
    }
    if missing := sorted(required - set(data)):
        raise CodecError(f"{path}: expected {', '.join(missing)}, came none")
    return kind(**{name: _decode(hints[name], data[name], f"{path}.{name}") for name in data})


@cache
def _known(kind: Any) -> tuple[dict[str, Any], dict[str, Field[Any]]]:
    """The types and fields of a dataclass by name; to find them takes longer than to use them."""
    return get_type_hints(kind), {f.name: f for f in fields(kind)}


def _expect(holds: bool, expected: str, data: Any, path: str) -> None:
    if not holds:
        raise CodecError(f"{path}: expected {expected}, came {str(data)[:60]!r}")
