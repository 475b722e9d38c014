"""The rules package with its ruleset as a wheel: the same bytes for the same content.

The wheel is built by flit's standard entry point in a staged folder, in a process of its own, so
that neither the working directory nor the environment of the generator changes.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent
# Every file in the wheel has this date (the earliest that a zip can hold).
EPOCH = "315532800"
BUILD = "import sys; from flit_core.buildapi import build_wheel; print(build_wheel(sys.argv[1]))"


def build_wheel(package: Path, ruleset: str, out: Path, slug: str = "") -> Path:
    """Build the wheel of a package and a bundle's text into a folder; returns its path.

    Another game than the package's own, by its ``slug``, has a wheel of its own name and version.
    """
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        stage = Path(folder)
        _stage(package, ruleset, stage, slug)
        made = subprocess.run(
            [sys.executable, "-c", BUILD, str(out.resolve())],
            cwd=stage,
            env={**os.environ, "SOURCE_DATE_EPOCH": EPOCH},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
    if made.returncode:
        raise RuntimeError(f"expected a wheel of {package.name}, came:\n{made.stderr.strip()}")
    return out / made.stdout.split()[-1]


def _stage(package: Path, ruleset: str, stage: Path, slug: str) -> None:
    """Lay out what flit expects: metadata, licences, and the package with the bundle inside."""
    inside = stage / package.name
    inside.mkdir()
    for source in sorted(package.rglob("*.py")):
        target = inside / source.relative_to(package)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes())
    (inside / "ruleset.json").write_text(ruleset, encoding="utf-8", newline="\n")
    (inside / "py.typed").touch()
    metadata = (HERE / "wheel.toml").read_text(encoding="utf-8")
    if slug not in ("", package.name):
        metadata = _renamed(metadata, package.name, slug, json.loads(ruleset))
    (stage / "pyproject.toml").write_text(metadata, encoding="utf-8", newline="\n")
    shutil.copyfile(HERE / "wheel-readme.md", stage / "README.md")
    shutil.copyfile(package.parent / "LICENSE", stage / "LICENSE")
    (stage / "NOTICE.md").write_text(_notice(ruleset), encoding="utf-8", newline="\n")


def _renamed(metadata: str, package: str, slug: str, data: Mapping[str, object]) -> str:
    """The wheel's metadata for another game that the package plays."""
    told = f"The rules of {data['title']} as Python, with the whole ruleset inside"
    lines = {
        "name": f'name = "{package}-{slug}"',
        "description": f"description = {json.dumps(told, ensure_ascii=False)}",
        "dynamic": f'version = "{data["version"]}"',
    }
    made = "\n".join(lines.get(line.partition(" = ")[0], line) for line in metadata.splitlines())
    return f'{made}\n\n[tool.flit.module]\nname = "{package}"\n'


def _notice(ruleset: str) -> str:
    """The notice of the content inside, with where all of it comes from."""
    data = json.loads(ruleset)
    return "\n".join([f"# {data['title']}", "", data["notice"], "", *_credits(data["sources"]), ""])


def _credits(sources: list[dict[str, object]]) -> list[str]:
    return [
        f"- {source['title']}, by {', '.join(map(str, authors))} ({source['licence']})"
        for source in sources
        if isinstance(authors := source["authors"], list)
    ]
