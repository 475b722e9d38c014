"""Whatever leaves the house carries the notice of the license, and nothing of it is locked."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from pypdf import PdfReader

from generator.validate.game import REQUIRED_PHRASES

# What holds no words of the game: pictures, fonts, the shape of data.
_WORDLESS = (".svg", ".png", ".woff2", ".css", ".js", ".mjs", ".wasm", ".ico", ".map")


def _has_notice(text: str) -> bool:
    words = re.sub(r"\s+", " ", text.replace("\u00ad", ""))
    return all(phrase in words for phrase in REQUIRED_PHRASES)


def _pdfs(dist: Path) -> list[Path]:
    return sorted((dist / "print").glob("*.pdf"))


def test_every_pdf_has_it_and_none_is_encrypted(dist: Path) -> None:
    """In words that can be read and copied; a cover alone belongs to the book around which it goes."""
    files = [path for path in _pdfs(dist) if "press-cover" not in path.name]
    assert len(files) > 25
    for path in _pdfs(dist):
        assert not PdfReader(path).is_encrypted, path.name
    lacking = [path.name for path in files if not _pdf_has_notice(path)]
    assert lacking == []


def _pdf_has_notice(path: Path) -> bool:
    """Looked for from the end: that is where it stands."""
    pages = PdfReader(path).pages
    text = ""
    for page in reversed(pages):
        text = f"{page.extract_text()} {text}"
        if _has_notice(text):
            return True
    return False


@pytest.mark.parametrize(
    "name",
    [
        "NOTICE.md", "attribution.json", "data/tables.json", "data/creatures.json",
        "data/ruleset.json", "markdown/NOTICE.md", "markdown/README.md", "markdown/licence.md",
        "site/licence/index.html",
    ],
)  # fmt: skip
def test_text_and_data_have_it(dist: Path, name: str) -> None:
    """Each by itself, wherever it is taken."""
    assert _has_notice((dist / name).read_text(encoding="utf-8"))


def test_every_zip_and_wheel_and_ebook_has_it(dist: Path) -> None:
    """One file in it at least says so."""
    found = [p for p in sorted(dist.rglob("*")) if p.suffix in (".zip", ".whl", ".epub")]
    assert {p.suffix for p in found} == {".zip", ".whl", ".epub"}
    lacking = [
        path.name
        for path in found
        if path.name != "fill-sheet.zip" and not any(map(_has_notice, _texts(path)))
    ]
    # Python's own library and the rules for the page hold no words of the game.
    assert lacking in ([], ["library.zip"], ["python_stdlib.zip", "rules.zip"], ["rules.zip"]), (
        lacking
    )


def _texts(path: Path) -> Iterator[str]:
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
        for name in archive.namelist():
            if not name.endswith(_WORDLESS) and not name.endswith(
                (".pdf", ".zip", ".whl", ".epub")
            ):
                yield archive.read(name).decode("utf-8", "replace")


def test_every_export_has_it(dist: Path) -> None:
    """Each target’s folder holds the whole notice as a file."""
    folders = [path for path in (dist / "exports").iterdir() if path.is_dir()]
    assert len(folders) >= 4
    for folder in folders:
        assert any(
            _has_notice(path.read_text(encoding="utf-8")) for path in folder.rglob("NOTICE.md")
        ), folder.name


def test_every_page_of_the_site_leads_to_it(dist: Path) -> None:
    """By a link to the licence page."""
    for path in (dist / "site").rglob("index.html"):
        if "downloads" not in path.parts:
            assert (
                re.search(r'href="[./]*licence/?"', path.read_text(encoding="utf-8"))
                or path.parent.name == "licence"
            ), path
