"""What makes a bare ``mkdocs build`` and the live preview work: MkDocs calls, the pipeline answers.

Every (re)build makes the pages anew, writing only those that changed; the generated folder isn't
watched, the sources are, so that an edit leads to one rebuild.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer

    from generator.project import Project

REMIX = "REMIX"  # the variable that names the folder of a remix
WATCHED = ("content", "tables", "theme", "nightsong")
OWN_WATCHED = ("remix.yml", "content", "tables", "theme", "upstream")


def _project() -> Project:
    """The SRD, or the remix that is previewed."""
    from generator.project import HERE

    remix = os.environ.get(REMIX)
    return replace(HERE, own=Path(remix)) if remix else HERE


def on_config(config: MkDocsConfig, **_: Any) -> MkDocsConfig:
    """Make the pages and the navigation; content problems stop the build with all of them."""
    from mkdocs.exceptions import PluginError

    from generator.bundle.website import signed
    from generator.model.problems import ProblemsError, summary
    from generator.pipeline import make_docs

    project = _project()
    try:
        config.nav, sign = make_docs(project)
    except ProblemsError as error:
        raise PluginError("\n" + "\n".join(summary(error.problems))) from None
    config.docs_dir = str(project.docs)
    signed(config, sign)
    return config


def on_serve(server: LiveReloadServer, config: MkDocsConfig, **_: Any) -> LiveReloadServer:
    """Watch what authors and designers edit instead of what is generated from it."""
    server.unwatch(config.docs_dir)
    for folder in WATCHED:
        server.watch(str(ROOT / folder))
    own = _project().own
    for folder in OWN_WATCHED if own else ():
        if own and (own / folder).exists():
            server.watch(str(own / folder))
    return server
