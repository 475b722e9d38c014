"""WeasyPrint, started so that no system font can slip in and no warning goes unseen."""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from generator.model.problems import Problem, ProblemsError

_NO_FONTS = Path(__file__).with_name("no-fonts.conf")
_SCHEME = "font:"
_KERN = 0.5  # CSS pixels that the kern before a space may take
_PANGO = "Debian: apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


@contextmanager
def own_fonts_alone() -> Iterator[None]:
    """Point fontconfig at nothing while the press works.

    Only for so long: a browser started from this process later needs its fonts.
    """
    before = os.environ.get("FONTCONFIG_FILE")
    os.environ["FONTCONFIG_FILE"] = str(_NO_FONTS)
    try:
        yield
    finally:
        del os.environ["FONTCONFIG_FILE"]
        if before is not None:
            os.environ["FONTCONFIG_FILE"] = before


def weasyprint(name: str) -> Any:
    """The library; a problem where Pango is missing."""
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".*FontConfig.*")
            import weasyprint as library
    except OSError as error:
        came = str(error).split(":")[0]
        problem = Problem(name, 0, 0, "press.pango", "Pango and HarfBuzz", f"none ({came})", _PANGO)
        raise ProblemsError([problem]) from None
    _allow_for_kerning()
    return library


def _allow_for_kerning() -> None:
    """Let Pango fill a line that must be broken a hair less full than it may be.

    A comma is kerned towards the space after it. At the end of a line that space goes, the line
    grows by the kern, no longer fits, and WeasyPrint breaks it much too early.
    """
    from weasyprint.text import line_break

    make = line_break.create_layout
    if hasattr(make, "allows"):
        return

    def narrower(text: str, style: Any, context: Any, width: float | None, spacing: float) -> Any:
        layout = make(text, style, context, width, spacing)
        if width is None or width < _KERN:
            return layout
        line, rest = layout.get_first_line()
        if rest is None and line_break.line_size(line, style)[0] <= width:
            return layout
        return make(text, style, context, width - _KERN, spacing)

    narrower.allows = _KERN  # type: ignore[attr-defined]
    line_break.create_layout = narrower


def font_fetcher(library: Any, fonts: Path, missing: list[str]) -> Any:
    """A fetcher for ``font:<package>/<file>`` and pictures that the page holds; no others."""

    class Fetcher(library.URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:
            if url.startswith("data:"):
                return super().fetch(url, headers)
            path = fonts / url.removeprefix(_SCHEME)
            if not url.startswith(_SCHEME) or not path.is_file():
                missing.append(url)
                raise ValueError(f"not a font of ours: {url}")
            return library.urls.URLFetcherResponse(url, path.read_bytes())

    return Fetcher()


class _Collector(logging.Handler):
    def __init__(self, messages: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._messages = messages

    def emit(self, record: logging.LogRecord) -> None:
        self._messages.append(record.getMessage())


@contextmanager
def listening() -> Iterator[list[str]]:
    """Gather what WeasyPrint warns of, instead of printing it."""
    logger = logging.getLogger("weasyprint")
    messages: list[str] = []
    handler = _Collector(messages)
    before, propagate = logger.handlers[:], logger.propagate
    logger.handlers[:], logger.propagate = [handler], False
    try:
        yield messages
    finally:
        logger.handlers[:], logger.propagate = before, propagate


def complaints(name: str, messages: list[str], missing: list[str]) -> list[Problem]:
    """The engine's warnings as problems."""
    found = [_missing_file(name, url) for url in missing]
    if not missing:
        found.extend(_complaint(name, message) for message in messages)
    return found


def _missing_file(name: str, url: str) -> Problem:
    if url.startswith(_SCHEME):
        expected = f"the font file {url.removeprefix(_SCHEME)}"
        return Problem(name, 0, 0, "press.font-missing", expected, "none", "Run npm ci.")
    tip = "Put pictures into the page as SVG; name fonts as font:<package>/<file>."
    return Problem(name, 0, 0, "press.fetch", "nothing fetched while printing", url, tip)


def _complaint(name: str, message: str) -> Problem:
    if ".notdef" in message:
        expected = "a glyph in our fonts for every character"
        tip = "Use another character, or add a font that has it to theme/print/fonts.css."
        return Problem(name, 0, 0, "press.glyph-missing", expected, message, tip)
    return Problem(name, 0, 0, "press.warning", "a layout without warnings", message)
