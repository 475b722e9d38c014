"""What fills in a character's sheet in the page: pypdf, our own few lines over it, and the parts of
Python's library that they need and the rules don't.

All in one zip to put on Python's path, where ``fillsheet.fill_sheet`` fills in; nothing else is
fetched.
"""

from __future__ import annotations

import io
import zipfile
from importlib.util import find_spec
from pathlib import Path

from generator.bundle.library import INSIDE, LIBRARY
from generator.model.problems import Problem, ProblemsError

FILLER = "fill-sheet.zip"
_READER, _STARTER = "pypdf", "fillsheet.py"
# Modules of Python's own library, as they are called in Pyodide's zip.
_MODULES = (
    "base64", "bz2", "compression/__init__", "compression/_common/__init__",
    "compression/_common/_streams", "compression/zstd/__init__", "compression/zstd/_zstdfile",
    "contextvars", "datetime", "decimal", "encodings/cp1252", "encodings/mac_roman", "fnmatch",
    "glob", "hashlib", "hmac", "locale", "logging/__init__", "lzma", "ntpath", "numbers",
    "pathlib/__init__", "pathlib/_os", "secrets", "selectors", "shutil", "signal",
    "string/__init__", "stringprep", "struct", "subprocess", "tempfile", "threading", "uuid",
    "xml/__init__", "xml/dom/NodeFilter", "xml/dom/__init__", "xml/dom/domreg",
    "xml/dom/expatbuilder", "xml/dom/minicompat", "xml/dom/minidom", "xml/dom/xmlbuilder",
    "xml/parsers/__init__", "xml/parsers/expat",
)  # fmt: skip
_DAY = (1980, 1, 1, 0, 0, 0)  # of every file in it, so that the same files make the same zip


def filler_zip(packages: Path, filling: Path) -> bytes:
    """The zip: ``packages`` is where Pyodide lies, ``filling`` our module; ``ProblemsError``."""
    ours = {path.name: path.read_bytes() for path in (filling, INSIDE / _STARTER)}
    files = {**ours, **_reader(), **_library(packages)}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, _DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, content)
    return out.getvalue()


def _reader() -> dict[str, bytes]:
    """The modules of pypdf, and its licence."""
    found = find_spec(_READER)
    if found is None or found.origin is None:
        raise _missing(_READER, "requirements/build.txt")
    package = Path(found.origin).parent
    files = {path.relative_to(package.parent): path for path in sorted(package.rglob("*.py"))}
    licences = package.parent.glob(f"{_READER}-*.dist-info/**/LICENSE*")
    files |= {Path(_READER, path.name): path for path in sorted(licences)}
    return {name.as_posix(): path.read_bytes() for name, path in files.items()}


def _library(packages: Path) -> dict[str, bytes]:
    wanted = [f"{name}.py" for name in _MODULES]
    with zipfile.ZipFile(packages / "pyodide" / LIBRARY) as library:
        missing = sorted(set(wanted) - set(library.namelist()))
        if missing:
            raise _missing(", ".join(missing), f"node_modules/pyodide/{LIBRARY}")
        return {name: library.read(name) for name in wanted}


def _missing(what: str, where: str) -> ProblemsError:
    tip = "Set up anew with python3 build.py clean --all, then build again."
    return ProblemsError([Problem(where, 0, 0, "library.missing", what, "none", tip)])
