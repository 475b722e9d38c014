"""The site: MkDocs run over the generated pages, every warning a problem."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from generator.model.problems import Problem, ProblemsError


class _Listener(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(record.getMessage())


@contextmanager
def _listening() -> Iterator[list[str]]:
    """MkDocs's warnings as a list, in place of its own output."""
    log = logging.getLogger("mkdocs")
    listener = _Listener()
    before = log.propagate, log.level
    log.addHandler(listener)
    log.propagate = False
    log.setLevel(logging.WARNING)
    try:
        yield listener.heard
    finally:
        log.removeHandler(listener)
        log.propagate, level = before
        log.setLevel(level)


def build_site(config_file: Path, docs: Path, site: Path, nav: list[dict[str, Any]]) -> None:
    """Build the site of those pages into a folder; raises ``ProblemsError`` for any warning."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort, BuildError, ConfigurationError

    stopped = ""
    with _listening() as warnings:
        try:
            # The hooks make the pages, which are there already.
            options: dict[str, Any] = {"docs_dir": str(docs), "site_dir": str(site), "nav": nav}
            build(load_config(str(config_file), hooks=[], strict=True, **options))
        except (Abort, BuildError, ConfigurationError) as error:
            stopped = str(error)
    if warnings or stopped:
        name = config_file.name
        raise ProblemsError(
            Problem(name, 0, 0, "site.warning", "a site without a warning", text, "")
            for text in warnings or [stopped]
        )


def write_plain_config(config_file: Path, docs: Path, nav: list[dict[str, Any]]) -> Path:
    """A configuration without hooks over pages that are there already, for other engines.

    It lies beside the docs folder, as does the site that comes of it: ``plain.yml`` and ``plain``.
    """
    from mkdocs.utils.yaml import yaml_load

    config = yaml_load(config_file.read_text(encoding="utf-8"))
    config |= {"docs_dir": docs.name, "site_dir": "plain", "nav": nav}
    config["theme"] |= {"custom_dir": str(config_file.parent / config["theme"]["custom_dir"])}
    del config["hooks"]
    path = docs.with_name("plain.yml")
    path.write_text(json.dumps(config, indent=1), encoding="utf-8")
    return path
