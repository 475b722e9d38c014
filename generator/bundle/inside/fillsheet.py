"""Runs inside Pyodide: makes ready for pypdf, and fills in a character's sheet.

``fill_sheet(form, values)`` is the one of ``generator/press/filling.py``, which lies beside this
module in the zip that the page loads; ``FormError`` is its error.
"""

import encodings
import importlib
from pathlib import PurePosixPath

# The page's own encodings are few; more of them are in the zip.
encodings.__path__.append(str(PurePosixPath(__file__).parent / "encodings"))

_filling = importlib.import_module("filling")
fill_sheet, FormError = _filling.fill_sheet, _filling.FormError
