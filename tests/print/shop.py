"""A copy of the project to print from, so that nothing real is touched."""

from __future__ import annotations

import shutil
from pathlib import Path

from generator.project import HERE, Project

_COPIED = ("content", "tables", "theme/print")
_LINKED = ("generator", "nightsong", "requirements", "theme/pages", "package-lock.json")
_FONTS = "node_modules/@expo-google-fonts"


def copied(root: Path) -> Project:
    """The project at ``root``: content, tables and looks of its own, the rest as it is here."""
    for name in _COPIED:
        shutil.copytree(HERE.root / name, root / name)
    for name in _LINKED:
        (root / name).symlink_to(HERE.root / name)
    (root / _FONTS).mkdir(parents=True)
    for package in (HERE.root / _FONTS).iterdir():
        (root / _FONTS / package.name).symlink_to(package)
    read = HERE.workshop / "cache" / "documents"  # saves reading again what is as it was
    shutil.copytree(read, root / "build" / "cache" / "documents") if read.is_dir() else None
    (root / "build").mkdir(exist_ok=True)
    return Project(root)


def without_font(project: Project, package: str) -> None:
    """Take a family of fonts away."""
    (project.root / _FONTS / package).unlink()


def reworded(project: Project, name: str, old: str, new: str) -> None:
    """Change words in a file; they must be there."""
    path = project.root / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def owned(project: Project, name: str) -> Path:
    """A file that can be changed: where it, or the folder it is in, was a link, a copy now is."""
    path = project.root / name
    for link in [place for place in (path.parent, path) if place.is_symlink()]:
        target = link.resolve()
        link.unlink()
        if target.is_dir():
            shutil.copytree(target, link)
        else:
            shutil.copyfile(target, link)
    return path
