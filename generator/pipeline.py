"""The order of the stages: load, validate, resolve, render, press and bundle, write.

Only this module knows it. Everything is validated before anything is written, and ``dist/`` is
swapped in whole at the end.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from generator.bundle.filler import FILLER, filler_zip
from generator.bundle.library import LIBRARY, RULES, build_library
from generator.bundle.offline import AT_ROOT, write_service_worker
from generator.bundle.runtime import runtime_files
from generator.bundle.stick import stick_files
from generator.bundle.webfonts import font_files
from generator.bundle.website import Sign, build_site
from generator.bundle.wheel import build_wheel
from generator.copydesk import Copy, load_book, load_copy
from generator.dressing import BADGES, badge_files, look_files, site_sign
from generator.ebook import ebook_downloads, stage_ebook
from generator.exports import SHELF, export_downloads, stage_exports
from generator.kit import kit_downloads, stage_kit
from generator.model.book import Book
from generator.model.editions import Layout
from generator.prints import Pressroom, Print, Shop, find_print, prints
from generator.progress import Say, Steps, silent
from generator.project import Project
from generator.remixing.report import report
from generator.render.data import attribution_json, creatures_json, ruleset_json, tables_json
from generator.render.markdown import markdown_files, notice_file
from generator.render.site import Download, places_json, site_nav, site_pages
from generator.write import (
    Cache,
    Stage,
    digest,
    exclusive,
    replace_file,
    write_changed,
    zipped,
    zipped_files,
)

ASSETS = "assets/nightsong"
_BOOKS = frozenset({Layout.BOOK, Layout.PRESS, Layout.PRESS_COVER})
_SHELVES = {  # of the home page, with the layouts that stand on each
    "Books to read and print": _BOOKS,
    "Booklets to print on both sides and fold": frozenset({Layout.BOOKLET}),
    "For the table": frozenset(Layout) - _BOOKS - {Layout.BOOKLET},
}


def build(project: Project, say: Say = silent) -> None:
    """Make everything in ``dist/``; raises ``ProblemsError`` and then has written nothing."""
    steps = Steps(say)
    with steps("content") as done:
        copy = load_copy(project)
        book = copy.book
        done(f"{len(book.chapters)} chapters, {len(book.tables)} tables, no problems")
    for line in report(copy):
        say(f"  {line}")
    with exclusive(project.workshop), Stage(project.dist, project.staging) as stage:
        cache = Cache(project.workshop / "cache")
        ruleset = ruleset_json(book)
        with Pressroom(project, cache, _shop(copy), prints(copy.manuscript)) as pressroom:
            with steps("data") as done:
                wheel = _wheel(project, cache, ruleset, book.game.slug)
                _stage_data(project, stage, book, ruleset, wheel)
                done(wheel.name)
            with steps("markdown") as done:
                files = markdown_files(book)
                _stage_texts(stage, "markdown", files)
                done(f"{len(files)} files")
            with steps("site") as done:
                site, fresh = _site(project, cache, copy, ruleset, wheel)
                stage.add(site, "site")
                done("built" if fresh else "as before")
            with steps("print") as done:
                for printed, pdf in pressroom.finished():
                    stage.add(pdf, f"print/{printed.name}")
                done(pressroom.summary())
                for note in pressroom.notes():
                    say(f"    {note}")
        _stage_downloads(stage, copy, wheel)
        stage_exports(project, cache, stage, book)
        stage_kit(project, cache, stage, book)
        stage_ebook(stage, book)
        _stage_stick(project, cache, stage, _stick_zip(copy))
        if project.own is None:
            write_ruleset(project, ruleset)
        stage.swap_in()
    say(f"dist/ is ready after {steps.total():.1f} s")


def print_edition(
    project: Project, what: str, paper: str | None, profile: str | None, say: Say = silent
) -> tuple[Path, ...]:
    """Make one edition, on one paper or all of its own, in ``dist/print``; the paths.

    ``ProblemsError`` where it can't be made; what was there stays then.
    """
    made: list[Path] = []
    for name, content in printed_files(project, load_copy(project), what, paper, profile, say):
        made.append(project.dist / "print" / name)
        replace_file(made[-1], content)
    return tuple(made)


def printed_files(
    project: Project, copy: Copy, what: str, paper: str | None, profile: str | None,
    say: Say = silent,
) -> Iterator[tuple[str, bytes]]:  # fmt: skip
    """The PDFs of an edition, on one paper or on all of its own, by their names."""
    wanted = find_print(copy.manuscript, what, paper, profile)
    cache = Cache(project.workshop / "cache")
    with exclusive(project.workshop), Pressroom(project, cache, _shop(copy), wanted) as pressroom:
        for printed, pdf in pressroom.finished():
            yield printed.name, pdf.read_bytes()
        for note in pressroom.notes():
            say(note)


def _shop(copy: Copy) -> Shop:
    assert copy.manuscript.papers
    papers = copy.manuscript.papers.form
    return Shop(copy.book, papers, copy.looks.tone or papers.tone, copy.templates)


def make_docs(project: Project) -> tuple[list[dict[str, Any]], Sign]:
    """The site's pages for MkDocs run by itself; returns the navigation and the sign.

    What takes long is taken as the last build left it: the PDFs on offer may be older.
    """
    copy = load_copy(project)
    cache = Cache(project.workshop / "cache")
    ruleset = ruleset_json(copy.book)
    wheel = _wheel(project, cache, ruleset, copy.book.game.slug)
    downloads = project.dist / "site" / "downloads"
    built = sorted(downloads.iterdir()) if downloads.is_dir() else []
    files = _docs(project, cache, copy, ruleset, wheel)
    files |= {f"downloads/{path.name}": path.read_bytes() for path in built}
    write_changed(project.docs, files)
    return site_nav(copy.book), site_sign(copy)


def write_ruleset(project: Project, ruleset: str) -> None:
    """Put the bundle beside the rules package, where ``python -m nightsong`` finds it."""
    path = project.engine / "ruleset.json"
    if not path.is_file() or path.read_text(encoding="utf-8") != ruleset:
        path.write_text(ruleset, encoding="utf-8")


def make_ruleset(project: Project) -> None:
    """The bundle alone, for rolling at the command line before the first build."""
    write_ruleset(project, ruleset_json(load_book(project)))


def remix_ruleset(project: Project) -> Path:
    """The bundle of a remix, for rolling at the command line."""
    path = project.docs.with_suffix(".json")
    content = ruleset_json(load_book(project)).encode()
    if not path.is_file() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, content)
    return path


def _engine_files(project: Project) -> list[Path]:
    return sorted(project.engine.rglob("*.py"))


def _wheel(project: Project, cache: Cache, ruleset: str, slug: str) -> Path:
    """The rules package with its bundle, as a wheel."""

    def make(folder: Path) -> None:
        build_wheel(project.engine, ruleset, folder, slug)

    maker = sorted((project.root / "generator" / "bundle").glob("wheel*"))
    licence = project.root / "LICENSE"
    key = digest([slug, ruleset, project.pins, licence, *maker, *_engine_files(project)])
    folder, _ = cache.take("wheel", key, make)
    return next(folder.glob("*.whl"))


def _stage_data(project: Project, stage: Stage, book: Book, ruleset: str, wheel: Path) -> None:
    stage.write("data/tables.json", tables_json(book))
    stage.write("data/creatures.json", creatures_json(book))
    stage.write("data/ruleset.json", ruleset)
    stage.write("NOTICE.md", notice_file(book))
    stage.write("attribution.json", attribution_json(book))
    stage.add(wheel, f"data/{wheel.name}")
    stage.add(project.schemas, "data/schemas")


def _stage_texts(stage: Stage, folder: str, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        stage.write(f"{folder}/{name}", text)


def _stage_downloads(stage: Stage, copy: Copy, wheel: Path) -> None:
    """What the home page offers lies on the site itself: it is whole wherever it is put."""
    sources = {printed.name: f"print/{printed.name}" for printed in _offered(copy)}
    sources |= {
        name: f"data/{name}"
        for name in ("tables.json", "creatures.json", "ruleset.json", wheel.name)
    }
    for name, source in sources.items():
        stage.add(stage.root / source, f"site/downloads/{name}")
    name = _markdown_zip(copy)
    slug = copy.book.game.slug
    stage.write(f"site/downloads/{name}", zipped(stage.root / "markdown", f"{slug}-srd"))


def _markdown_zip(copy: Copy) -> str:
    return f"{copy.book.game.slug}-srd-markdown.zip"


def _stick_zip(copy: Copy) -> str:
    return f"{copy.book.game.slug}-site.zip"


def _stage_stick(project: Project, cache: Cache, stage: Stage, name: str) -> None:
    """The whole site with its downloads, to be opened without a server, in one file."""
    site = stage.root / "site"
    lock = project.root / "package-lock.json"
    maker = project.root / "generator" / "bundle" / "stick.py"

    def make(folder: Path) -> None:
        files = stick_files(site, project.packages)
        (folder / name).write_bytes(zipped_files(files, name.removesuffix(".zip")))

    downloads = sorted((site / "downloads").iterdir())
    folder, _ = cache.take("stick", digest([name, lock, maker, site / AT_ROOT, *downloads]), make)
    stage.add(folder / name, f"site/downloads/{name}")


def _downloads(copy: Copy, wheel: Path) -> Iterator[Download]:
    for shelf, layouts in _SHELVES.items():
        for one in _offered(copy):
            if one.edition.layout in layouts:
                yield Download(one.name, one.edition.title, one.paper.title, shelf)
    for name, title, note in (
        (_stick_zip(copy), "This site", "to read and search without a network, zipped"),
        (_markdown_zip(copy), "The whole game in Markdown", "a plain file a chapter, zipped"),
        ("tables.json", "All tables", "JSON for other tools"),
        ("creatures.json", "All creatures", "JSON for other tools"),
        ("ruleset.json", "The ruleset", "JSON that the rules engine loads"),
        (wheel.name, "The rules engine", "a Python wheel without dependencies"),
    ):
        yield Download(name, title, note, SHELF)
    yield from export_downloads(copy.book)
    yield from kit_downloads(copy.book)
    yield from ebook_downloads(copy.book)


def _offered(copy: Copy) -> list[Print]:
    """What readers want of all that is printed; a printer's files are in ``dist/print`` alone."""
    return [one for one in prints(copy.manuscript) if one.edition.offer]


def _docs(
    project: Project, cache: Cache, copy: Copy, ruleset: str, wheel: Path
) -> dict[str, bytes]:
    """Every file of the docs folder: pages, web fonts, and the engine with its runtime."""
    pages = site_pages(copy.book, tuple(_downloads(copy, wheel)), project.page_theme)
    files = {name: text.encode() for name, text in pages.items()}
    compiled = (_library(project, cache, wheel) / name for name in (LIBRARY, RULES))
    runtime = runtime_files(project.packages, ruleset, *(path.read_bytes() for path in compiled))
    files |= {f"{ASSETS}/runtime/{name}": content for name, content in runtime.items()}
    filling = project.root / "generator" / "press" / "filling.py"
    files[f"{ASSETS}/runtime/{FILLER}"] = filler_zip(project.packages, filling)
    files[f"{ASSETS}/places.json"] = places_json(copy.book).encode()
    files[f"{ASSETS}/forms.json"] = _forms_json(copy).encode()
    fonts = _web_fonts(project, cache)
    files |= {f"{ASSETS}/fonts/{path.name}": path.read_bytes() for path in fonts}
    files |= _badges(project, cache, copy)
    return files | look_files(project, copy)


def _badges(project: Project, cache: Cache, copy: Copy) -> dict[str, bytes]:
    def make(folder: Path) -> None:
        for name, content in badge_files(project, copy).items():
            (folder / Path(name).name).write_bytes(content)

    maker = project.root / "generator" / "bundle" / "badge.py"
    lock = project.root / "package-lock.json"
    folder, _ = cache.take("badges", digest([copy.book.game.title, maker, lock]), make)
    return {f"{BADGES}/{path.name}": path.read_bytes() for path in sorted(folder.iterdir())}


def _forms_json(copy: Copy) -> str:
    """The sheets that can be filled in, by what they are called, for the page."""
    forms = [printed for printed in _offered(copy) if printed.edition.form]
    return json.dumps({one.title: one.name for one in forms}, ensure_ascii=False) + "\n"


def _library(project: Project, cache: Cache, wheel: Path) -> Path:
    """Python's own library and the rules, compiled for the page; the folder of both."""

    def make(folder: Path) -> None:
        build_library(project.packages, wheel, folder)

    lock = project.root / "package-lock.json"
    bundle = project.root / "generator" / "bundle"
    maker = [*sorted(bundle.glob("library*")), *sorted((bundle / "inside").rglob("*.py"))]
    key = digest([lock, *maker, *_engine_files(project)])
    folder, _ = cache.take("library", key, make)
    return folder


def _web_fonts(project: Project, cache: Cache) -> list[Path]:
    def make(folder: Path) -> None:
        for name, content in font_files(project.packages).items():
            (folder / name).write_bytes(content)

    lock = project.root / "package-lock.json"
    maker = project.root / "generator" / "bundle" / "webfonts.py"
    folder, _ = cache.take("webfonts", digest([lock, maker, project.pins]), make)
    return sorted(folder.iterdir())


def _site(
    project: Project, cache: Cache, copy: Copy, ruleset: str, wheel: Path
) -> tuple[Path, bool]:
    """The built site, and whether it had to be built."""
    docs = _docs(project, cache, copy, ruleset, wheel)
    nav, sign = site_nav(copy.book), site_sign(copy)

    def make(folder: Path) -> None:
        write_changed(project.docs, docs)
        build_site(project.site_config, project.docs, folder, nav, sign)
        write_service_worker(folder)

    looks = [path for path in sorted(project.site_theme.rglob("*")) if path.is_file()]
    bundle = project.root / "generator" / "bundle"
    makers = [bundle / "website.py", bundle / "offline.py"]
    inputs: list[str | Path] = [repr(nav), repr(sign), project.site_config, project.pins]
    inputs += [*makers, *looks]
    key = digest([*inputs, *(part for item in sorted(docs.items()) for part in item)])
    return cache.take("site", key, make)


__all__ = ["Copy", "build", "load_book", "load_copy", "make_docs", "make_ruleset"]
