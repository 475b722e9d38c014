"""The remix kit: everything that this game is made of, in one zip that builds by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from generator.model.book import Book
from generator.project import Project
from generator.render.site import Download
from generator.write import Cache, Stage, digest, zipped_files

SHELF = "Make it yours"
# What a checkout has at its top; what a build leaves there is no part of it.
_PARTS = (
    *("build.py", "mkdocs.yml", "pyproject.toml", "package.json", "package-lock.json", ".npmrc"),
    *(".gitignore", ".github", ".ci", "README.md", "ARCHITECTURE.md", "LICENSE", "NOTICE.md"),
    *("requirements", "content", "tables", "theme", "generator", "nightsong", "tests", "examples"),
)
_MADE = frozenset({"__pycache__", "dist", "build", "node_modules"})
_BUNDLE = "nightsong/ruleset.json"  # made by every build


def stage_kit(project: Project, cache: Cache, stage: Stage, book: Book) -> None:
    """Write the kit, and its copy among the site's downloads."""
    files = dict(_files(project, book))
    name = _name(book)

    def make(folder: Path) -> None:
        contents = {inside: path.read_bytes() for inside, path in files.items()}
        (folder / name).write_bytes(zipped_files(contents, name.removesuffix(".zip")))

    key = digest([name, *(part for pair in sorted(files.items()) for part in pair)])
    folder, _ = cache.take("kit", key, make)
    stage.add(folder / name, f"exports/{name}")
    stage.add(folder / name, f"site/downloads/{name}")


def kit_downloads(book: Book) -> Iterator[Download]:
    """What the site offers of it."""
    note = "all sources, templates, schemas and an example; builds by itself"
    yield Download(_name(book), "Remix kit", note, SHELF)


def _name(book: Book) -> str:
    return f"{book.game.slug}-remix-kit.zip"


def _files(project: Project, book: Book) -> Iterator[tuple[str, Path]]:
    """Every file by its name in the kit; a remix lies in a folder of its own."""
    for part in _PARTS:
        yield from _below(project.root / part, part)
    if project.own is not None:
        yield from _below(project.own, book.game.slug)


def _below(path: Path, name: str) -> Iterator[tuple[str, Path]]:
    if path.name in _MADE or name == _BUNDLE or path.is_symlink():
        return
    if path.is_dir():
        for inner in sorted(path.iterdir()):
            is_kept = not inner.name.startswith(".") or inner.name in (".gitkeep", ".gitignore")
            if is_kept or name in (".github", ".ci"):
                yield from _below(inner, f"{name}/{inner.name}")
    elif path.is_file() and path.suffix != ".pyc":
        yield name, path
