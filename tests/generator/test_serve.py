"""The preview and a bare ``mkdocs build``, run as a person would, on a copy of the project."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from generator.project import HERE

PATIENCE = 60  # seconds, for a slow machine


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The project's files in another place, with what npm installed linked in."""
    for folder in ("content", "tables", "nightsong", "generator", "theme", "requirements"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(HERE.root / folder, tmp_path / folder, ignore=ignored)
    for name in ("mkdocs.yml", "package-lock.json", "LICENSE", "NOTICE.md"):
        shutil.copy(HERE.root / name, tmp_path / name)
    (tmp_path / "node_modules").symlink_to(HERE.packages)
    for made in ("library", "webfonts"):  # as after a first build
        shutil.copytree(HERE.workshop / "cache" / made, tmp_path / "build" / "cache" / made)
    (tmp_path / "build" / "docs").mkdir(parents=True)
    return tmp_path


@pytest.fixture
def preview(clone: Path) -> Iterator[tuple[Path, str, Path]]:
    """A running preview: the project's copy, the address, and the log."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = clone / "serve.log"
    command = [sys.executable, "-m", "generator", "serve", "--port", str(port)]
    with (
        log.open("w") as out,
        subprocess.Popen(command, cwd=clone, stdout=out, stderr=out) as process,
    ):
        try:
            yield clone, f"http://127.0.0.1:{port}", log
        finally:
            process.terminate()
            process.wait(PATIENCE)


def until(holds: Callable[[], bool], log: Path) -> None:
    """Wait until it holds; fail with the log where it never does."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if holds():
            return
        time.sleep(0.1)
    pytest.fail(log.read_text(encoding="utf-8")[-3000:])


def page(url: str) -> str:
    """The page at an address, empty while there is none."""
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return str(answer.read().decode())
    except (OSError, urllib.error.URLError):
        return ""


def test_an_edit_shows_after_one_rebuild(preview: tuple[Path, str, Path]) -> None:
    """A table, a style and a broken then mended file: each edit leads to one rebuild, none to a stop."""
    root, url, log = preview

    def builds() -> int:
        return log.read_text(encoding="utf-8").count("Building documentation")

    def settled(count: int) -> bool:
        finished = len(re.findall(r"Documentation built in|error happened", log.read_text("utf-8")))
        return builds() == count == finished

    until(lambda: "Round" in page(f"{url}/details/"), log)
    face = root / "tables" / "details" / "face.yml"
    text = face.read_text(encoding="utf-8")

    face.write_text(text.replace("Round", "Moonlike"), encoding="utf-8")
    until(lambda: "Moonlike" in page(f"{url}/details/"), log)
    until(lambda: settled(2), log)

    face.write_text(text.replace("    3: Wide\n", ""), encoding="utf-8")
    until(lambda: "table.rows-uncovered" in log.read_text(encoding="utf-8"), log)
    until(lambda: settled(3), log)
    assert "Traceback" not in log.read_text(encoding="utf-8")

    style = root / "theme" / "site" / "assets" / "nightsong" / "reading.css"
    face.write_text(text, encoding="utf-8")
    until(lambda: settled(4), log)
    style.write_text(style.read_text(encoding="utf-8") + "\n/* edited */\n", encoding="utf-8")
    until(lambda: "/* edited */" in page(f"{url}/assets/nightsong/reading.css"), log)
    time.sleep(1.5)  # a second, needless rebuild would begin within the polling interval
    assert builds() == 5


def test_a_bare_mkdocs_build_works(clone: Path) -> None:
    """Once set up, `mkdocs build` alone makes the pages and the site, strictly."""
    command = [sys.executable, "-m", "mkdocs", "build"]
    done = subprocess.run(command, cwd=clone, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "WARNING -" not in done.stderr
    assert "Scarred" in (clone / "build" / "site" / "details" / "index.html").read_text("utf-8")


def test_another_engine_builds_the_same_pages(clone: Path) -> None:
    """The generated tree is no prisoner of MkDocs: Zensical builds it too."""
    from generator.bundle.website import write_plain_config
    from generator.pipeline import load_book, make_docs
    from generator.project import Project

    project = Project(clone)
    nav, _ = make_docs(project)
    config = write_plain_config(project.site_config, project.docs, nav)
    command = [sys.executable, "-m", "zensical", "build", "--config-file", str(config)]
    done = subprocess.run(command, cwd=clone, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    for chapter in load_book(project).chapters:
        built = (clone / "build" / "plain" / chapter.id / "index.html").read_text("utf-8")
        assert chapter.title in built
