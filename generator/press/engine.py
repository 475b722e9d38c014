"""WeasyPrint, started so that no system font can slip in and no warning goes unseen."""

from __future__ import annotations

import gc
import logging
import os
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from generator.model.problems import Problem, ProblemsError
from generator.press.columns import even_columns
from generator.press.lines import kept, kerned

_NO_FONTS = Path(__file__).with_name("no-fonts.conf")
_SCHEME = "font:"
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
    return library


@contextmanager
def own_ways() -> Iterator[list[float]]:
    """Lay out lines and columns in our ways, which are quicker and break lines better.

    It gathers how full each set of columns is: the height that it needs in parts of what it has.
    What a layout makes lives as long as the layout, so garbage isn't looked for in it.
    """
    from weasyprint.layout import block, inline, preferred
    from weasyprint.text import line_break

    fullness: list[float] = []
    ways: list[tuple[Any, str, Callable[[Any], Any]]] = [
        (block, "columns_layout", partial(even_columns, fullness)),
        (line_break, "create_layout", kerned),
        (inline, "split_first_line", kept),
        (preferred, "split_first_line", kept),
    ]
    before = [(place, name, getattr(place, name)) for place, name, _ in ways]
    collects = gc.isenabled()
    gc.disable()
    for (place, name, ours), (_, _, plain) in zip(ways, before, strict=True):
        setattr(place, name, ours(plain))
    try:
        yield fullness
    finally:
        for place, name, plain in before:
            setattr(place, name, plain)
        if collects:
            gc.enable()


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
