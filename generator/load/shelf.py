"""Files read before, by their content: reading YAML costs more than all checks together.

What reads and types files is imported only when there is something new to read.
"""

from __future__ import annotations

import hashlib
import pickle
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

from generator.model.document import Document
from generator.model.manuscript import Written
from generator.model.problems import Problem

T = TypeVar("T")
Found = Written[T] | list[Problem]

_ROOT = Path(__file__).resolve().parent.parent.parent
# All that a kept value depends on, beside the file it was read from.
_READERS = ("generator/load", "generator/model", "nightsong/model.py", "nightsong/npcs.py")
_LIBRARIES = ("ruamel.yaml", "pydantic")


class Shelf:
    """Typed files by name and content. A shelf that can't be used is as good as none."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.kept: dict[bytes, Written[Any]] = self._read() if path else {}
        self.used: dict[bytes, Written[Any]] = {}

    def take(self, kind: type[T] | None, path: Path, name: str) -> Found[T]:
        """A file as that type (as bare data without one), from the shelf if its content is known;
        or its problems.
        """
        try:
            wanted = f"{name}\0{kind.__qualname__ if kind else ''}\0".encode()
            key = hashlib.sha256(wanted + path.read_bytes()).digest()
        except OSError:
            return read(kind, path, name)
        found = self.kept.get(key) or read(kind, path, name)
        if isinstance(found, Written):
            self.used[key] = found
        return found

    def save(self) -> None:
        """Keep what was used, if it is other than what was kept."""
        if self.path is None or self.used.keys() == self.kept.keys():
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            fresh = self.path.with_suffix(".new")
            fresh.write_bytes(_stamp() + pickle.dumps(self.used))
            fresh.replace(self.path)
        except OSError:
            return  # nothing is lost but time

    def _read(self) -> dict[bytes, Written[Any]]:
        try:
            content, stamp = self.path.read_bytes() if self.path else b"", _stamp()
            # Written by save() in this project's own build folder, by this very code.
            return pickle.loads(content[len(stamp) :]) if content.startswith(stamp) else {}  # noqa: S301
        except (OSError, pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError):
            return {}


def read(kind: type[T] | None, path: Path, name: str) -> Found[T]:
    """A file as that type, read anew; or its problems."""
    from generator.load.typed import typed
    from generator.load.yaml import read_document

    document = read_document(path, name)
    if not isinstance(document, Document):
        return document
    if kind is None:
        return Written(document.data, document)
    form = typed(kind, document)
    return form if isinstance(form, list) else Written(form, document)


@cache
def _stamp() -> bytes:
    """Changes with the code and the libraries that read; as they were when this process began."""
    total = hashlib.sha256(" ".join(map(version, _LIBRARIES)).encode())
    for place in _READERS:
        path = _ROOT / place
        for file in sorted(path.glob("*.py")) if path.is_dir() else [path]:
            total.update(file.read_bytes())
    return total.digest()
