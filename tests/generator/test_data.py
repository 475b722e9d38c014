"""Data for other tools: ``tables.json``, the bundle, the wheel and the schemas."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import fastjsonschema

from generator.load.yaml import read_document
from generator.model.book import Book
from generator.model.document import Document
from generator.project import Project
from generator.schemas import all_schemas

FIXTURE = Path(__file__).parent.parent / "fixtures" / "source-tables.json"


def test_tables_json_holds_every_table_as_printed(dist: Path) -> None:
    """The author's 53 die columns with 758 rows, entry for entry, each table with its source.

    Tables of ours come on top and say so.
    """
    data = json.loads((dist / "data" / "tables.json").read_text(encoding="utf-8"))
    authored = [table for table in data["tables"] if "supplement" not in table]
    rolls = [roll for table in authored for roll in table["rolls"]]
    key = lambda roll: json.dumps(roll, ensure_ascii=False, sort_keys=True)  # noqa: E731
    assert sorted(map(key, rolls)) == sorted(
        map(key, json.loads(FIXTURE.read_text(encoding="utf-8")))
    )
    assert len(rolls) == 53
    for table in data["tables"]:
        assert table["id"] and table["title"]
        assert table["source"]["licence"] == "ORC"


def test_the_notice_travels_with_the_data(dist: Path, book: Book) -> None:
    """Both JSON files and the wheel hold the ORC notice."""
    for name in ("tables.json", "ruleset.json"):
        assert (
            json.loads((dist / "data" / name).read_text(encoding="utf-8"))["notice"]
            == book.game.notice
        )
    (wheel,) = (dist / "data").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        texts = [
            archive.read(n).decode()
            for n in archive.namelist()
            if n.endswith((".md", ".json", "METADATA"))
        ]
    assert sum(book.game.notice in text for text in texts) >= 1


def test_the_notice_lies_beside_everything_built(dist: Path, book: Book) -> None:
    """NOTICE.md holds the ORC notice and all four parts; attribution.json names every source."""
    notice = (dist / "NOTICE.md").read_text(encoding="utf-8")
    assert book.game.notice in notice
    for part in ("Attribution", "Reserved Material", "Expressly Designated Licensed Material"):
        assert f"**{part}.**" in notice
    attribution = json.loads((dist / "attribution.json").read_text(encoding="utf-8"))
    assert [source["title"] for source in attribution["sources"]] == ["Nightsong", "Nightsong SRD"]
    assert attribution["reserved"] == "none"


def test_the_bare_wheel_rolls(dist: Path, tmp_path: Path) -> None:
    """Unpacked anywhere, with nothing else, it rolls from the command line."""
    (wheel,) = (dist / "data").glob("nightsong-*-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    command = [sys.executable, "-S", "-m", "nightsong", "roll", "details/face", "--seed", "7"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Face: Lined\n")


def test_the_wheel_holds_the_shipped_ruleset_and_this_code(dist: Path, project: Project) -> None:
    """The wheel's files are the repository's and the bundle beside it."""
    (wheel,) = (dist / "data").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert (
            archive.read("nightsong/ruleset.json") == (dist / "data" / "ruleset.json").read_bytes()
        )
        for path in project.engine.glob("*.py"):
            assert archive.read(f"nightsong/{path.name}") == path.read_bytes()


def test_the_editors_schemas_are_those_of_the_types(project: Project, dist: Path) -> None:
    """What editors check by is up to date (`build.py check --schemas` renews it)."""
    for name, content in all_schemas().items():
        assert (project.root / "generator" / "schemas" / name).read_bytes() == content
        assert (dist / "data" / "schemas" / name).read_bytes() == content


def test_each_content_file_names_its_schema(project: Project) -> None:
    """Every YAML file's first line leads an editor to a schema that exists."""
    files = [*(project.root / "content").rglob("*.yml"), *(project.root / "tables").rglob("*.yml")]
    assert len(files) > 50
    for path in files:
        first = path.read_text(encoding="utf-8").splitlines()[0]
        prefix = "# yaml-language-server: $schema="
        assert first.startswith(prefix), path
        assert (path.parent / first.removeprefix(prefix)).resolve().is_file(), path


def test_the_content_keeps_to_the_schemas(project: Project) -> None:
    """An independent JSON Schema validator finds nothing wrong in the real files."""
    for path in [
        *(project.root / "content").rglob("*.yml"),
        *(project.root / "tables").rglob("*.yml"),
    ]:
        document = read_document(path, path.name)
        assert isinstance(document, Document)
        first = path.read_text(encoding="utf-8").splitlines()[0]
        schema = json.loads(
            (path.parent / first.partition("$schema=")[2]).read_text(encoding="utf-8")
        )
        fastjsonschema.compile(schema)(document.data)
