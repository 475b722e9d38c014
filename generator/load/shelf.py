"""Files read before, by their content: reading YAML costs more than all checks together."""

from __future__ import annotations

import hashlib
import pickle
from pathlib import Path

import ruamel.yaml

from generator.load import yaml
from generator.model import document
from generator.model.document import Document
from generator.model.problems import Problem


class Shelf:
    """Documents by name and content. A file that can't be used is as good as none."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.kept: dict[bytes, Document] = self._read() if path else {}
        self.used: dict[bytes, Document] = {}

    def read(self, path: Path, name: str) -> Document | list[Problem]:
        """The document of a file, from the shelf if its content is known; or its problems."""
        try:
            key = hashlib.sha256(name.encode() + b"\0" + path.read_bytes()).digest()
        except OSError:
            return yaml.read_document(path, name)
        found = self.kept.get(key) or yaml.read_document(path, name)
        if isinstance(found, Document):
            self.used[key] = found
        return found

    def save(self) -> None:
        """Keep what was used, if it is other than what was kept."""
        if self.path is None or self.used.keys() == self.kept.keys():
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            fresh = self.path.with_suffix(".new")
            fresh.write_bytes(self._stamp() + pickle.dumps(self.used))
            fresh.replace(self.path)
        except OSError:
            return  # nothing is lost but time

    def _read(self) -> dict[bytes, Document]:
        try:
            content = self.path.read_bytes() if self.path else b""
            stamp = self._stamp()
            # Written by save() in this project's own build folder, by this very code.
            return pickle.loads(content[len(stamp) :]) if content.startswith(stamp) else {}  # noqa: S301
        except (OSError, pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError):
            return {}

    @staticmethod
    def _stamp() -> bytes:
        """Changes with the code that reads and with ruamel.yaml."""
        total = hashlib.sha256(ruamel.yaml.__version__.encode())
        for module in (yaml, document):
            total.update(Path(module.__file__ or "").read_bytes())
        return total.digest()
