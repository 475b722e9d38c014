"""The build against the site engine alone: what validating and copying costs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from generator.bench.medians import medians
from generator.bundle.website import write_plain_config
from generator.pipeline import load_book
from generator.project import Project
from generator.render.site import site_nav

ROUNDS = 5


def site_measures(project: Project) -> Iterator[str]:
    """A build with nothing changed, and MkDocs over the same pages; ``dist/`` must be built."""
    nav = site_nav(load_book(project))
    config = write_plain_config(project.site_config, project.docs, nav)

    def plain_mkdocs() -> None:
        _run(project, "mkdocs", "build", "--quiet", "--config-file", str(config))

    def warm_build() -> None:
        _run(project, "generator", "build")

    plain, warm = medians(ROUNDS, plain_mkdocs, warm_build)
    yield f"bare mkdocs build of the generated pages   {plain:6.2f} s"
    yield f"warm build.py with nothing changed         {warm:6.2f} s"
    yield f"ratio (at most 1.5 is wanted)              {warm / plain:6.2f}"


def _run(project: Project, module: str, *arguments: str) -> None:
    command = [sys.executable, "-m", module, *arguments]
    subprocess.run(command, cwd=project.root, check=True, stdout=subprocess.DEVNULL)
