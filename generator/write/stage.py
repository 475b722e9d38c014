"""Staging: files gather in a folder beside the old ones, which stay until all is there."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType


class Stage:
    """A new ``dist/`` in the making. Used as a context: it vanishes unless swapped in."""

    def __init__(self, target: Path, workshop: Path) -> None:
        workshop.mkdir(parents=True, exist_ok=True)
        self.target = target
        self.root = Path(tempfile.mkdtemp(prefix="stage-", dir=workshop))

    def __enter__(self) -> Stage:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        shutil.rmtree(self.root, ignore_errors=True)

    def write(self, name: str, content: str | bytes) -> None:
        """Put a file at that relative name."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)

    def add(self, source: Path, name: str) -> None:
        """Copy a file or a folder's contents to that relative name."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, path, dirs_exist_ok=True)
        else:
            shutil.copyfile(source, path)

    def swap_in(self) -> None:
        """Let the new files take the old ones' place; the old ones go last."""
        self.root.chmod(0o755)
        old = self.root.with_name(self.root.name + "-old")
        if self.target.exists():
            self.target.rename(old)
        try:
            self.root.rename(self.target)
        except OSError:
            if old.exists():
                old.rename(self.target)
            raise
        shutil.rmtree(old, ignore_errors=True)


def write_changed(folder: Path, files: Mapping[str, bytes]) -> int:
    """Make a folder hold just those files, touching only what differs; returns how many did."""
    changed = 0
    wanted = {folder / name for name in files}
    for path in sorted(folder.rglob("*"), reverse=True) if folder.is_dir() else ():
        if path.is_file() and path not in wanted:
            path.unlink()
            changed += 1
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()
    for name, content in files.items():
        path = folder / name
        if path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content:
            continue
        replace_file(path, content)
        changed += 1
    return changed


def replace_file(path: Path, content: bytes) -> None:
    """Put content in a file's place at once: the former file stays if anything goes wrong."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.new")
    try:
        fresh.write_bytes(content)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
