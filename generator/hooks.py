"""What makes a bare ``mkdocs build`` and the live preview work: MkDocs calls, the pipeline answers.

Every (re)build makes the pages anew, writing only those that changed; the generated folder isn't
watched, the sources are, so that an edit leads to one rebuild.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer

WATCHED = ("content", "tables", "theme", "nightsong")


def on_config(config: MkDocsConfig, **_: Any) -> MkDocsConfig:
    """Make the pages and the navigation; content problems stop the build with all of them."""
    from mkdocs.exceptions import PluginError

    from generator.model.problems import ProblemsError, summary
    from generator.pipeline import make_docs
    from generator.project import HERE

    try:
        config.nav = make_docs(HERE)
    except ProblemsError as error:
        raise PluginError("\n" + "\n".join(summary(error.problems))) from None
    return config


def on_serve(server: LiveReloadServer, config: MkDocsConfig, **_: Any) -> LiveReloadServer:
    """Watch what authors and designers edit instead of what is generated from it."""
    server.unwatch(config.docs_dir)
    for folder in WATCHED:
        server.watch(str(ROOT / folder))
    return server
