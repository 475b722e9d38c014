"""The cache: finished artifacts by the digest of everything they were made from."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

KEPT = 3  # versions of an artifact, so that going back and forth costs nothing


def digest(parts: Iterable[str | bytes | Path]) -> str:
    """A digest of texts, bytes and files (by name and content), in order."""
    total = hashlib.sha256()
    for part in parts:
        if isinstance(part, Path):
            content = part.read_bytes()
            total.update(part.name.encode() + b"\0")
        else:
            content = part.encode() if isinstance(part, str) else part
        total.update(len(content).to_bytes(8, "big") + content)
    return total.hexdigest()[:32]


class Cache:
    """Folders of finished files below one root: ``<artifact>/<digest>/``."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def find(self, artifact: str, key: str) -> Path | None:
        """The folder made from those inputs, if there is one."""
        folder = self.root / artifact / key
        if not folder.is_dir():
            return None
        os.utime(folder)
        return folder

    def take(self, artifact: str, key: str, make: Callable[[Path], None]) -> tuple[Path, bool]:
        """The folder for those inputs and whether it had to be made.

        ``make`` fills an empty folder; if it fails, nothing is kept.
        """
        found = self.find(artifact, key)
        if found is not None:
            return found, False
        home = self.root / artifact
        home.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(prefix=".making-", dir=home))
        try:
            make(fresh)
            fresh.chmod(0o755)
            fresh.rename(home / key)
        except BaseException:
            shutil.rmtree(fresh, ignore_errors=True)
            raise
        self._forget_old(home)
        return home / key, True

    def _forget_old(self, home: Path) -> None:
        versions = sorted(home.iterdir(), key=lambda p: p.stat().st_mtime, reverse=True)
        for old in versions[KEPT:]:
            shutil.rmtree(old, ignore_errors=True)
