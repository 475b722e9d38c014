"""The JSON Schemas: those that editors check and complete by, and those of the data we publish."""

from __future__ import annotations

import json
from typing import Any

from generator.load.typed import schema
from generator.model.authored import (
    BookForm,
    ChapterForm,
    FolderForm,
    GameForm,
    GlossaryForm,
    TableForm,
)
from generator.model.editions import Editions, Papers
from generator.model.looks import LooksForm
from generator.model.published import FILES
from generator.model.remix import (
    BookChanges,
    ChapterChange,
    ChapterChanges,
    EditionsChanges,
    GlossaryChanges,
    RemixForm,
    TableChange,
)
from generator.project import Project
from generator.write import write_changed

DRAFT = "http://json-schema.org/draft-07/schema#"

KINDS: dict[str, type[Any]] = {
    "book": BookForm,
    "chapter": ChapterForm,
    "editions": Editions,
    "folder": FolderForm,
    "game": GameForm,
    "glossary": GlossaryForm,
    "papers": Papers,
    "table": TableForm,
}

_SCALAR = {"type": ["integer", "string"]}
_VALUE: dict[str, Any] = {"anyOf": [_SCALAR, {"type": "array", "items": _SCALAR, "minItems": 1}]}
NUMBERS: dict[str, Any] = {
    "definitions": {
        "number": {
            "anyOf": [
                *_VALUE["anyOf"],
                {
                    "type": "object",
                    "properties": {
                        "value": _VALUE,
                        "ruling": {"type": "boolean"},
                        "why": {"type": "string"},
                    },
                    "required": ["value"],
                    "additionalProperties": False,
                },
                {"$ref": "#/definitions/group"},
            ]
        },
        "group": {
            "type": "object",
            "propertyNames": {"pattern": "^[a-z0-9_]+$"},
            "additionalProperties": {"$ref": "#/definitions/number"},
        },
    },
    "$ref": "#/definitions/group",
}


_REMIX: dict[str, type[Any]] = {
    "remix": RemixForm,
    "table": TableChange,
    "folder": FolderForm,
    "glossary": GlossaryChanges,
    "book": BookChanges,
    "editions": EditionsChanges,
    "looks": LooksForm,
}


def remix_schemas() -> dict[str, bytes]:
    """The schemas of a remix's files by name; a chapter is whole, or lists changes in one."""
    made = {name: _draft_07(schema(kind)) for name, kind in _REMIX.items()}
    whole, changes = (_draft_07(schema(kind)) for kind in (ChapterChange, ChapterChanges))
    inner = {**whole.pop("definitions", {}), **changes.pop("definitions", {})}
    made["chapter"] = {"definitions": inner, "anyOf": [whole, changes]}
    made["numbers"] = NUMBERS
    return {f"{name}.json": _written(data) for name, data in made.items()}


def all_schemas() -> dict[str, bytes]:
    """Every schema as a file's name and content. Draft-07 is what editors support best."""
    made = {name: _draft_07(schema(kind)) for name, kind in KINDS.items()}
    made["numbers"] = NUMBERS
    made |= {f"published/{name}": _draft_07(schema(kind)) for name, kind in FILES.items()}
    files = {f"{name}.json": _written(data) for name, data in made.items()}
    return files | {f"remix/{name}": content for name, content in remix_schemas().items()}


def _written(data: dict[str, Any]) -> bytes:
    return (json.dumps({"$schema": DRAFT, **data}, indent=1, ensure_ascii=False) + "\n").encode()


def _draft_07(data: dict[str, Any]) -> dict[str, Any]:
    text = json.dumps(data).replace('"$defs"', '"definitions"')
    renamed: dict[str, Any] = json.loads(text.replace("#/$defs/", "#/definitions/"))
    return renamed


def write_schemas(project: Project) -> int:
    """Renew the schemas beside the generator's code; returns how many changed."""
    return write_changed(project.schemas, all_schemas())
