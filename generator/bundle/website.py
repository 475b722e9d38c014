"""The site: MkDocs run over the generated pages, every warning a problem."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.model.problems import Problem, ProblemsError

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig


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


@dataclass(frozen=True, slots=True)
class Sign:
    """What a site says of itself: its name, a line about it, its language.

    ``styles`` come after the theme's, ``logo`` in the place of the theme's; both are files of the
    docs.
    """

    name: str
    about: str
    language: str
    styles: tuple[str, ...] = ()
    logo: str = ""


def build_site(
    config_file: Path, docs: Path, site: Path, nav: list[dict[str, Any]], sign: Sign
) -> None:
    """Build the site of those pages into a folder; raises ``ProblemsError`` for any warning."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort, BuildError, ConfigurationError

    stopped = ""
    with _listening() as warnings:
        try:
            # The hooks make the pages, which are there already.
            options: dict[str, Any] = {"docs_dir": str(docs), "site_dir": str(site), "nav": nav}
            config = load_config(str(config_file), hooks=[], strict=True, **options)
            signed(config, sign)
            build(config)
        except (Abort, BuildError, ConfigurationError) as error:
            stopped = str(error)
    if warnings or stopped:
        name = config_file.name
        raise ProblemsError(
            Problem(name, 0, 0, "site.warning", "a site without a warning", text, "")
            for text in warnings or [stopped]
        )


def signed(config: MkDocsConfig, sign: Sign) -> None:
    """Give a loaded configuration the site's own name, language and looks."""
    config.site_name, config.site_description = sign.name, sign.about
    config.extra_css = [*config.extra_css, *sign.styles]
    config.theme["language"] = sign.language
    if sign.logo:
        config.theme["logo"] = config.theme["favicon"] = sign.logo


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
