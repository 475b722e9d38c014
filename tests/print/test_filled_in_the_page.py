"""The character's sheet filled in by the Python of the page."""

from __future__ import annotations

import base64
import json
import zipfile
from pathlib import Path

import pytest

from generator.bundle.filler import filler_zip
from generator.bundle.node import run_in_page
from generator.press import filling
from generator.project import HERE
from nightsong.bundle import Ruleset
from nightsong.chance import Chance
from nightsong.making import make_character
from nightsong.sheetfields import fields_of

SCRIPT = """
import binascii, json, sys

def run(asked):
    asked = json.loads(asked)
    with open("/lib/fill-sheet.zip", "wb") as file:
        file.write(binascii.a2b_base64(asked["zip"]))
    sys.path.append("/lib/fill-sheet.zip")
    from fillsheet import fill_sheet

    filled = fill_sheet(binascii.a2b_base64(asked["form"]), asked["values"])
    return binascii.b2a_base64(filled, newline=False).decode()
"""


@pytest.fixture(scope="module")
def zipped() -> bytes:
    """What the page loads to fill in a sheet."""
    assert filling.__file__
    return filler_zip(HERE.packages, Path(filling.__file__))


def test_the_zip_is_the_same_each_time_and_quick_to_fetch(zipped: bytes) -> None:
    """Same bytes from the same files, and less than Python's own library."""
    assert filling.__file__
    assert zipped == filler_zip(HERE.packages, Path(filling.__file__))
    assert len(zipped) < 700_000


def test_the_licence_of_what_is_shipped_goes_with_it(tmp_path: Path, zipped: bytes) -> None:
    """Who wrote pypdf asks for that."""
    path = tmp_path / "filler.zip"
    path.write_bytes(zipped)
    with zipfile.ZipFile(path) as packed:
        assert "pypdf/LICENSE" in packed.namelist()


def test_the_pages_python_fills_in_what_cpython_fills_in(
    dist: Path, ruleset: Ruleset, tmp_path: Path, zipped: bytes
) -> None:
    """The very bytes, by the Python and the library that the site ships."""
    form = (dist / "print" / "nightsong-character-sheet-a4.pdf").read_bytes()
    values = dict(fields_of(make_character(ruleset, Chance("7")).character, ruleset))
    asked = {"form": _text(form), "values": values, "zip": _text(zipped)}
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    runtime = dist / "site" / "assets" / "nightsong" / "runtime"
    answer = run_in_page(runtime, script, json.dumps(asked))
    assert base64.b64decode(answer) == filling.fill_sheet(form, values)


def _text(content: bytes) -> str:
    return base64.b64encode(content).decode()
