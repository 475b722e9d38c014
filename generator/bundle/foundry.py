"""Packs for Foundry VTT, made and read by its own tool under Node."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from generator.bundle.node import node_path
from generator.model.problems import Problem, ProblemsError

HERE = Path(__file__).parent
SCRIPT = HERE / "foundry.mjs"
# LevelDB's diary holds times, its lock nothing; Foundry makes both anew.
_LEFT_OUT = ("LOG", "LOG.old", "LOCK")


def pack_foundry(packages: Path, sources: Mapping[str, bytes], folder: Path) -> None:
    """Pack documents into a folder: ``tables/a.json`` and its like become the pack ``tables``.

    The same documents give the same bytes. ``ProblemsError`` where the tool fails.
    """
    with tempfile.TemporaryDirectory() as scratch:
        for name, content in sources.items():
            path = Path(scratch) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        for pack in sorted(Path(scratch).iterdir()):
            _run(packages, "pack", pack, folder / pack.name)
            for name in _LEFT_OUT:
                (folder / pack.name / name).unlink(missing_ok=True)


def unpack_foundry(packages: Path, pack: Path, folder: Path) -> None:
    """Write a pack's documents into a folder, each under its id. The pack is opened, so changed."""
    _run(packages, "unpack", pack, folder)


def _run(packages: Path, what: str, source: Path, target: Path) -> None:
    done = subprocess.run(
        [str(node_path()), *map(str, (SCRIPT, packages, what, source, target))],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        came = done.stderr.strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
        expected = f"Foundry VTT’s tool to {what} {source.name}"
        tip = "Set up anew with python3 build.py clean --all, then build again."
        where = "node_modules/@foundryvtt/foundryvtt-cli"
        raise ProblemsError([Problem(where, 0, 0, "foundry.pack", expected, came[0], tip)])
