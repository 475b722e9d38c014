"""What a build leaves for other programs: folders in ``dist/``, and a zip each on the site."""

from __future__ import annotations

import json
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from generator.exports import DATA, TARGETS, export_downloads, stage_exports
from generator.model.book import Book
from generator.project import Project
from generator.render.data import attribution_json, creatures_json, ruleset_json, tables_json
from generator.render.exports.shares import plain_name
from generator.render.markdown import markdown_files, notice_file
from generator.write import Cache, Stage

Zips = dict[str, dict[str, bytes]]


def staged(project: Project, book: Book, folder: Path) -> Path:
    """The exports as the pipeline stages them; the folder of what is staged."""
    stage = Stage(folder / "dist", folder / "build")
    for name, made in zip(DATA, (tables_json, creatures_json, ruleset_json), strict=True):
        stage.write(f"data/{name}", made(book))
    stage.write("NOTICE.md", notice_file(book))
    stage.write("attribution.json", attribution_json(book))
    stage.add(project.schemas, "data/schemas")
    stage_exports(project, Cache(folder / "cache"), stage, book)
    return stage.root


@pytest.fixture(scope="module", params=["real", "hostile"])
def exported(
    request: pytest.FixtureRequest,
    project: Project,
    book: Book,
    hostile: Book,
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Book, Path]:
    """A book and its staged exports."""
    which = book if request.param == "real" else hostile
    return which, staged(project, which, tmp_path_factory.mktemp("exports"))


def zips(root: Path) -> Zips:
    """The site's zips: the files in each by their names."""
    found: Zips = {}
    for path in (root / "site" / "downloads").glob("*.zip"):
        with zipfile.ZipFile(path) as packed:
            assert packed.testzip() is None
            found[path.name] = {name: packed.read(name) for name in packed.namelist()}
    return found


def test_every_target_is_offered_and_is_there(exported: tuple[Book, Path]) -> None:
    """What the home page names lies among the downloads, and nothing that it doesn't."""
    book, root = exported
    assert set(zips(root)) == {download.name for download in export_downloads(book)}
    assert all(name.startswith(f"{book.game.slug}-") for name in zips(root))


def test_every_export_carries_the_whole_notice(exported: tuple[Book, Path]) -> None:
    """Each zip has one folder, and in it NOTICE.md with all four parts."""
    book, root = exported
    for name, files in zips(root).items():
        (folder,) = {path.partition("/")[0] for path in files}
        assert files[f"{folder}/NOTICE.md"].decode() == notice_file(book), name
    for target in TARGETS:
        assert (root / target.folder / "NOTICE.md").read_text("utf-8") == notice_file(book)
    assert markdown_files(book)["NOTICE.md"] == notice_file(book)


def test_no_file_of_an_export_could_climb_or_collide(exported: tuple[Book, Path]) -> None:
    """Names are relative, plain, and told apart where capitals don't count."""
    _, root = exported
    for files in zips(root).values():
        assert len({name.lower() for name in files}) == len(files)
        for name in files:
            assert not name.startswith("/") and ".." not in name.split("/")
            assert not set(name) & set('<>:"\\|?*') and name.isprintable()


def test_the_foundry_zip_unpacks_into_the_folder_that_foundry_looks_for(
    exported: tuple[Book, Path],
) -> None:
    """The module's folder has its id for a name, and every pack that the manifest names."""
    book, root = exported
    slug = book.game.slug
    files = zips(root)[f"{slug}-foundry.zip"]
    manifest = json.loads(files[f"{slug}/module.json"])
    assert manifest["id"] == slug
    for pack in manifest["packs"]:
        assert f"{slug}/{pack['path']}/CURRENT" in files


def test_a_second_build_gives_the_same_bytes(
    project: Project, exported: tuple[Book, Path], tmp_path: Path
) -> None:
    """Made anew without a cache, every zip is the same."""
    book, root = exported
    again = staged(project, book, tmp_path)
    for path in (root / "site" / "downloads").iterdir():
        assert (again / "site" / "downloads" / path.name).read_bytes() == path.read_bytes()


def test_a_game_without_tables_and_words_exports_as_well(
    project: Project, hostile: Book, tmp_path: Path
) -> None:
    """A remix may leave out whatever it likes: what is made still names only what is there."""
    section = replace(hostile.chapters[0].sections[0], tables=(), text="")
    chapter = replace(hostile.chapters[0], sections=(section,))
    bare = replace(hostile, tables={}, groups=(), chapters=(chapter,))
    files = zips(staged(project, bare, tmp_path))["other-game-foundry.zip"]
    packs = json.loads(files["other-game/module.json"])["packs"]
    assert [pack["name"] for pack in packs] == ["rules"]
    assert {name.split("/")[2] for name in files if "/packs/" in name} == {"rules"}


def test_a_table_that_stands_in_no_chapter_is_exported_all_the_same(hostile: Book) -> None:
    """Every target has it, in the place for what has no other."""
    section = replace(hostile.chapters[0].sections[0], tables=(), text="")
    chapter = replace(hostile.chapters[0], sections=(section,))
    bare = replace(hostile, chapters=(chapter,))
    for target in TARGETS:
        contents = target.files(bare).values()
        texts = [text if isinstance(text, str) else text.decode() for text in contents]
        assert any("middling" in text for text in texts), target.name


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "C:\\x", "Ärger", "", "a b", "A", "con.", "a/b"]
)
def test_a_roll_s_name_makes_a_plain_file_name(name: str) -> None:
    """Letters, digits and hyphens; names that differ stay different."""
    assert re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", plain_name(name))
    assert plain_name(name) != plain_name(name + " ")
