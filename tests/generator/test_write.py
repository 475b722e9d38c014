"""Writing: all or nothing, cached by what goes in, and the same bytes every time."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.load.manuscript import load
from generator.model.problems import Problem, ProblemsError
from generator.project import HERE
from generator.write import Cache, Stage, digest, write_changed, zipped


def test_a_stage_replaces_the_old_folder_whole(tmp_path: Path) -> None:
    """After the swap only the new files are there."""
    target = tmp_path / "dist"
    target.mkdir()
    (target / "old").write_text("old")
    with Stage(target, tmp_path / "build") as stage:
        stage.write("a/b.txt", "new")
        assert (target / "old").exists()
        stage.swap_in()
    assert [p.name for p in target.rglob("*")] == ["a", "b.txt"]
    assert list((tmp_path / "build").iterdir()) == []


def test_a_failed_build_leaves_the_old_folder(tmp_path: Path) -> None:
    """An error before the swap changes nothing and leaves no half-written folder."""
    target = tmp_path / "dist"
    target.mkdir()
    (target / "old").write_text("old")

    def fail() -> None:
        with Stage(target, tmp_path / "build") as stage:
            stage.write("a.txt", "new")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert [p.name for p in target.iterdir()] == ["old"]
    assert list((tmp_path / "build").iterdir()) == []


def test_the_cache_makes_an_artifact_once(tmp_path: Path) -> None:
    """The same inputs are made once; a failure keeps nothing; old versions are forgotten."""
    cache, made = Cache(tmp_path), []

    def make(folder: Path) -> None:
        made.append(folder)
        (folder / "x").write_text("x")

    for version in ("1", "1", "2", "3", "4", "4"):
        cache.take("site", version, make)
    assert len(made) == 4
    assert cache.find("site", "1") is None
    assert cache.find("site", "4") is not None

    def fail(folder: Path) -> None:
        (folder / "half").write_text("half")
        raise OSError

    with pytest.raises(OSError):
        cache.take("site", "5", fail)
    assert cache.find("site", "5") is None
    assert not [p for p in (tmp_path / "site").iterdir() if p.name.startswith(".")]


def test_a_digest_tells_inputs_apart(tmp_path: Path) -> None:
    """Content, order and file names count, and parts don't run together."""
    a, b = tmp_path / "a", tmp_path / "b"
    a.write_text("x")
    b.write_text("x")
    digests = {digest(parts) for parts in (["ab"], ["a", "b"], ["b", "a"], [a], [b], [a, b], [])}
    assert len(digests) == 7


def test_only_what_differs_is_written(tmp_path: Path) -> None:
    """Unchanged files keep their time, strangers and empty folders go."""
    files = {"a/b.md": b"1", "c.md": b"2"}
    assert write_changed(tmp_path, files) == 2
    times = {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*.md")}
    (tmp_path / "stray").mkdir()
    (tmp_path / "stray" / "x").write_text("x")
    assert write_changed(tmp_path, files | {"c.md": b"3"}) == 2
    assert (tmp_path / "a" / "b.md").stat().st_mtime_ns == times[tmp_path / "a" / "b.md"]
    assert {p.name for p in tmp_path.rglob("*")} == {"a", "b.md", "c.md"} | (
        {"stray"} if (tmp_path / "stray").exists() else set()
    )


def test_an_archive_has_the_same_bytes_whenever_it_is_made(tmp_path: Path) -> None:
    """Times and the order of creation don't show."""
    for folder, names in (("one", ("a", "b")), ("two", ("b", "a"))):
        (tmp_path / folder).mkdir()
        for name in names:
            (tmp_path / folder / name).write_text(name)
    assert zipped(tmp_path / "one", "x") == zipped(tmp_path / "two", "x")


def test_a_kept_document_is_used_only_for_the_same_content(tmp_path: Path) -> None:
    """The shelf gives the same manuscript, notices every edit, and shrugs off its own damage."""
    shelf = tmp_path / "documents"
    first, _ = load(HERE.root, shelf)
    again, _ = load(HERE.root, shelf)
    assert first == again
    shelf.write_bytes(shelf.read_bytes()[:1000])
    damaged, problems = load(HERE.root, shelf)
    assert damaged == first
    assert problems == []


def test_problems_travel_between_processes() -> None:
    """What a worker finds wrong arrives whole."""
    import pickle

    error = ProblemsError([Problem("f", 1, 2, "c", "e", "came", "tip")])
    assert pickle.loads(pickle.dumps(error)).problems == error.problems
