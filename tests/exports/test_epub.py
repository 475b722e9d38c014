"""The EPUB, judged by a checker that is not ours, and read back."""

from __future__ import annotations

import io
import json
import subprocess
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from generator.model.book import Book
from generator.project import Project
from generator.render.epub import epub_files
from generator.write import zipped_ebook

XHTML = "{http://www.w3.org/1999/xhtml}"
CHECKER = "@likecoin/epubcheck-ts/bin/epubcheck.js"


def _checked(project: Project, path: Path) -> list[str]:
    """What EPUBCheck says of a file, each message in a line."""
    node = project.root / ".venv" / "bin" / "node"
    script = project.packages / CHECKER
    done = subprocess.run(
        [node, script, path, "--json", "-", "--quiet"], capture_output=True, text=True, check=False
    )
    report = json.loads(done.stdout[done.stdout.index("{") :])
    return [f"{one['ID']} {one['severity']} {one['message']}" for one in report["messages"]]


@pytest.fixture(scope="module")
def files(book: Book) -> dict[str, str]:
    """The files of the EPUB."""
    return epub_files(book)


def test_the_checker_finds_nothing(project: Project, dist: Path) -> None:
    """Neither error nor warning in what was built."""
    (path,) = (dist / "exports").glob("*.epub")
    assert _checked(project, path) == []


def test_the_checker_would_find_a_dead_link(
    project: Project, files: dict[str, str], tmp_path: Path
) -> None:
    """It reads what it is given."""
    name = "EPUB/combat.xhtml"
    broken = {**files, name: files[name].replace("</body>", '<a href="gone.xhtml">x</a></body>')}
    (tmp_path / "broken.epub").write_bytes(zipped_ebook(broken))
    assert any("gone.xhtml" in line for line in _checked(project, tmp_path / "broken.epub"))


def test_every_reference_leads_to_something(files: dict[str, str]) -> None:
    """Inside the book to an element with that id; nothing is fetched from elsewhere."""
    trees = {
        n.removeprefix("EPUB/"): ElementTree.fromstring(t)
        for n, t in files.items()
        if n.endswith("xhtml")
    }
    ids = {name: {e.get("id") for e in tree.iter()} for name, tree in trees.items()}
    seen = 0
    for name, tree in trees.items():
        for link in tree.iter(f"{XHTML}a"):
            href = link.get("href", "")
            if href.startswith(("https://", "mailto:")):
                continue
            page, _, anchor = href.partition("#")
            assert page in trees or not page, (name, href)
            assert not anchor or anchor in ids[page or name], (name, href)
            seen += 1
        for source in (e.get("src") for e in tree.iter() if e.get("src")):
            assert source == "cover.svg"
    assert seen > 300


def test_every_table_has_all_its_rows_and_headers(files: dict[str, str], book: Book) -> None:
    """Each roll’s keys are headers of their rows, with a caption over them."""
    keys: dict[str, list[str]] = {}
    for name, text in files.items():
        if not name.endswith("xhtml"):
            continue
        for table in ElementTree.fromstring(text).iter(f"{XHTML}table"):
            caption = table.find(f"{XHTML}caption")
            if caption is None:
                continue
            heads = [th for th in table.iter(f"{XHTML}th") if th.get("scope") == "row"]
            keys.setdefault(caption.text or "", []).extend(th.text or "" for th in heads)
    for table in book.tables.values():
        expected = {row.key for roll in table.rolls for row in roll.rows}
        assert expected <= set(keys[table.title]), table.id


def test_it_says_what_it_stands_on_and_under_which_license(
    files: dict[str, str], book: Book
) -> None:
    """On the title page, in the licence chapter, and in the package’s metadata."""
    for name in ("EPUB/title_page.xhtml", "EPUB/licence.xhtml", "EPUB/package.opf"):
        words = "".join(ElementTree.fromstring(files[name]).itertext())
        assert book.game.notice in words, name
    title = files["EPUB/title_page.xhtml"]
    assert all(work.title in title for work in book.game.chain)


def test_the_same_book_gives_the_same_bytes(files: dict[str, str], dist: Path) -> None:
    """And what is first in it, and as it is, tells programs what it is."""
    (path,) = (dist / "exports").glob("*.epub")
    content = path.read_bytes()
    assert zipped_ebook(files) == content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type) == ("mimetype", zipfile.ZIP_STORED)
        assert archive.read("mimetype") == b"application/epub+zip"


def test_hostile_texts_are_shown_and_not_read(
    project: Project, hostile: Book, tmp_path: Path
) -> None:
    """Pipes, tags, signs of every format, right-to-left text and emoji, in tables and titles."""
    made = epub_files(hostile)
    (tmp_path / "hostile.epub").write_bytes(zipped_ebook(made))
    said = [line for line in _checked(project, tmp_path / "hostile.epub") if "INFO" not in line]
    assert said == []
    words = "".join(
        "".join(ElementTree.fromstring(t).itertext())
        for n, t in made.items()
        if n.endswith("xhtml")
    )
    for table in hostile.tables.values():
        for row in (row for roll in table.rolls for row in roll.rows):
            assert "".join(row.name.split()) in "".join(words.split())
