"""Beginning a remix: a folder that explains itself."""

from __future__ import annotations

import datetime
import json
import re
import shutil
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.copydesk import load_book
from generator.load.remix import UPSTREAM, remix_chain
from generator.model.problems import Problem, ProblemsError
from generator.project import Project
from generator.remixing.upstream import accept
from generator.render.templates import fill
from generator.schemas import remix_schemas
from generator.write import replace_file

_EMPTY = ("content/rules", "tables", "theme")
_LEFT_OUT = shutil.ignore_patterns("dist", "build", ".git", "schemas", ".github", ".vscode")
# What an editor checks by which schema; the first line of a file may say so as well.
_CHECKED = {
    "remix": "remix.yml",
    "table": "tables/**/!(folder).yml",
    "folder": "tables/**/folder.yml",
    "chapter": "content/rules/*.yml",
    "numbers": "content/numbers.yml",
    "glossary": "content/glossary.yml",
    "book": "content/book.yml",
    "editions": "content/editions.yml",
    "looks": "theme/looks.yml",
}


@dataclass(frozen=True, slots=True)
class Beginning:
    """What the author says of a new remix.

    ``reserved`` names what they hold back; ``None`` is silence, which is no answer.

    ``on`` is the folder of the remix that it changes, if it isn't the SRD itself.
    """

    folder: Path
    title: str
    authors: tuple[str, ...]
    reserved: tuple[str, ...] | None
    subtitle: str = ""
    language: str = "en"
    home: str = ""
    on: Path | None = None


def begin(project: Project, new: Beginning, today: datetime.date) -> Path:
    """Make the folder; returns it. ``ProblemsError`` where it can't be, and then there is none."""
    _check(new)
    below = load_book(Project(project.root, new.on)).game
    folder = new.folder
    folder.mkdir(parents=True, exist_ok=True)
    try:
        for name, content in _files(project, new, today, below).items():
            replace_file(folder / name, content)
        if new.on:
            shutil.copytree(new.on, folder / UPSTREAM, ignore=_LEFT_OUT)
        accept(Project(project.root, folder))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return folder


def _check(new: Beginning) -> None:
    problems = []
    if new.folder.exists() and (not new.folder.is_dir() or any(new.folder.iterdir())):
        tip = "Choose another place; nothing there was touched."
        problems.append(
            _problem("a new or empty folder", f"{new.folder.name}, which is there", tip)
        )
    if not new.title.strip():
        problems.append(_problem("a title", "nothing", "Give it with --title."))
    elif not slug_of(new.title):
        problems.append(_problem("a title with letters", f"“{new.title}”", "Give another."))
    if not any(author.strip() for author in new.authors):
        problems.append(_problem("an author", "nobody", "Give one with --authors."))
    if new.reserved is None:
        tip = "Give it with --reserved; say none where there is nothing."
        problems.append(_problem("what you hold back, or none", "silence", tip))
    if new.on:
        problems += [one for one in remix_chain(new.on) if isinstance(one, Problem)]
    if problems:
        raise ProblemsError(problems)


def slug_of(title: str) -> str:
    """A title as the beginning of file names: small letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:40].strip("-")


def _files(project: Project, new: Beginning, today: datetime.date, below: Any) -> dict[str, bytes]:
    authors = " and ".join(new.authors)
    values = {
        "title": new.title,
        "slug": slug_of(new.title),
        "subtitle": new.subtitle or f"A game on top of {below.title}",
        "date": today.isoformat(),
        "language": new.language,
        "authors": new.authors,
        "publisher": authors,
        "home": new.home,
        "upstream": bool(new.on),
        "credit": f"If you build on this, credit {new.title} by {authors}.",
        "reserved": new.reserved or (),
        "designated": "All rules, tables and text of this game, but for what is reserved.",
        "below": below,
        "folder": new.folder.name,
    }
    templates = project.root / "theme" / "remix"
    filters = {"yaml": _yaml}
    made = {
        name: fill(templates, f"{name}.j2", values, html=False, filters=filters).encode()
        for name in ("remix.yml", "README.md")
    }
    made |= {f"schemas/{name}": content for name, content in remix_schemas().items()}
    made |= {f"{name}/.gitkeep": b"" for name in _EMPTY}
    made[".gitignore"] = b"/build/\n/dist/\n"
    made[".vscode/settings.json"] = _settings().encode()
    return made


def _yaml(text: str) -> str:
    """A text in double quotes, which JSON and YAML read alike."""
    return json.dumps(text, ensure_ascii=False)


def _settings() -> str:
    schemas = {f"./schemas/{name}.json": pattern for name, pattern in _CHECKED.items()}
    return json.dumps({"yaml.schemas": schemas}, indent=2) + "\n"


def asked(ask: Any, given: dict[str, str]) -> Iterator[tuple[str, str]]:
    """What was not given, asked for in a line each; ``ask`` shows a question and reads a line."""
    questions = {
        "title": "What is your game called? ",
        "authors": "Who makes it? (several: with commas) ",
        "reserved": "What do you hold back: names, characters, places? (with commas, or none) ",
    }
    for name, question in questions.items():
        yield name, given[name] if given.get(name) else ask(question)


def _problem(expected: str, came: str, tip: str) -> Problem:
    return Problem("new-remix", 0, 0, "remix.begin", expected, came, tip)
