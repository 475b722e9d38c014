"""What ``build.py`` hands over to once the environment is ready: the generator's commands."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import secrets
import subprocess
import sys
import traceback
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from generator.desktop import show
from generator.model.problems import ProblemsError, summary
from generator.project import HERE, Project

PROBLEMS, USAGE = 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    project = _project(given)
    command, *rest = given or ["build"]
    if command in ("roll", "table") and project.own is None:
        return _engine([command, *rest])
    options = None if command in ("roll", "table") else _parser().parse_args([command, *rest])
    try:
        if options is None:
            return _engine_of(project, [command, *rest])
        options.project = project
        return int(options.run(options))
    except ProblemsError as error:
        print("\n".join(summary(error.problems)), file=sys.stderr)
        print("Nothing was written.", file=sys.stderr)
        return PROBLEMS
    except OSError as error:
        where = f" at {error.filename}" if error.filename else ""
        reason = error.strerror or str(error)
        print(
            f"build.py: expected to read and write the project's files, came: {reason}{where}",
            file=sys.stderr,
        )
        print("Nothing was written; the former dist/ stays.", file=sys.stderr)
        return PROBLEMS
    except KeyboardInterrupt:
        print("\nStopped; the former dist/ stays.", file=sys.stderr)
        return 130
    except Exception as error:
        print(_own_fault(error), file=sys.stderr)
        return PROBLEMS


def _project(given: list[str]) -> Project:
    """What is worked on: a remix, if ``--remix PATH`` comes first, or the SRD itself."""
    if given and given[0].startswith("--remix="):
        given[:1] = ["--remix", given[0].partition("=")[2]]
    if not given or given[0] != "--remix":
        return HERE
    if len(given) == 1 or not given[1]:
        _Parser(prog="build.py").error("expected the folder of a remix after --remix, came nothing")
    own = path_of(given[1])
    del given[:2]
    bare = given[:1] == ["--without-reserved"]
    del given[:bare]
    return replace(HERE, own=own, without_reserved=bare)


def path_of(given: str) -> Path:
    """A path as it is meant where the command was typed."""
    return Path(os.environ.get("CALLED_FROM", "."), given).resolve()


def _own_fault(error: Exception) -> str:
    """What to say of a defect in the generator itself; its traceback goes to a file."""
    log = HERE.workshop / "error.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    return (
        f"build.py: stopped by a defect of its own: {type(error).__name__}: {error}\n"
        f"The details are in {log.relative_to(HERE.root)}; please report them. "
        "Nothing was written; the former dist/ stays."
    )


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        print(f"build.py: {message} (see build.py --help)", file=sys.stderr)
        sys.exit(USAGE)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="build.py")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    build = commands.add_parser("build", help="make everything in dist/")
    build.set_defaults(run=_build)

    check = commands.add_parser("check", help="list all problems; write nothing")
    check.add_argument("--schemas", action="store_true", help="renew the editors' schemas")
    check.set_defaults(run=_check)

    serve = commands.add_parser("serve", help="preview with live reload")
    serve.add_argument("--port", type=int, default=8000)
    serve.add_argument("--open", action="store_true", help="open a browser")
    serve.set_defaults(run=_serve)

    test = commands.add_parser("test", help="run every test")
    test.add_argument(
        "pytest",
        nargs=argparse.REMAINDER,
        help="arguments for pytest; without any, all tests run on all cores",
    )
    test.set_defaults(run=_test)

    print_ = commands.add_parser("print", help="make one edition: print zine --paper a5")
    print_.add_argument("what", help="an edition's name in content/editions.yml")
    print_.add_argument("--paper", help="a paper's name; all of the edition's if left out")
    print_.add_argument("--profile", help="the printer that it is for (theme/print/papers.yml)")
    print_.add_argument("--open", action="store_true", help="show it where there is a desktop")
    print_.set_defaults(run=_print)

    _add_filled(commands)

    new = commands.add_parser("new-remix", help="begin a game of your own: new-remix PATH")
    new.add_argument("path", help="a new folder, beside build.py or anywhere else")
    new.add_argument("--title", default="", help="what it is called; asked for if left out")
    new.add_argument("--authors", default="", help="who makes it, with commas")
    new.add_argument("--reserved", default="", help="what you hold back, with commas, or none")
    new.add_argument("--on", metavar="REMIX", help="the folder of a remix that it changes")
    new.set_defaults(run=_new_remix)

    remix = commands.add_parser("remix", help="keep up with what a remix stands on")
    remix.add_argument(
        "verb", choices=("diff", "accept"), help="diff: what changed upstream; accept: remember it"
    )
    remix.add_argument("path", help="the folder of the remix")
    remix.set_defaults(run=_remix)

    bench = commands.add_parser("bench", help="measure")
    bench.add_argument(
        "parts",
        nargs="*",
        metavar="PART",
        help="site, paper, engine, page or reading; all if left out",
    )
    bench.set_defaults(run=_bench)
    return parser


def _add_filled(commands: argparse._SubParsersAction[_Parser]) -> None:
    """The commands that print what is drawn or made from a seed."""
    land = commands.add_parser("land", help="print the gazetteer of a Land: land --seed 7")
    land.add_argument("--seed", help="the same seed gives the same Land; a new one if left out")
    land.add_argument("--paper", default="a4", help="a paper's name; a4 if left out")
    land.add_argument("--out", type=Path, metavar="FILE", help="where to write the PDF")
    land.add_argument("--json", action="store_true", help="print the Land as JSON")
    land.add_argument("--open", action="store_true", help="show it where there is a desktop")
    land.set_defaults(run=_land)

    sheet = commands.add_parser("sheet", help="fill in a character’s sheet: sheet --seed 7")
    sheet.add_argument("--seed", help="the same seed gives the same character; new if left out")
    sheet.add_argument("--from", dest="saved", metavar="FILE", help="a character saved as JSON")
    sheet.add_argument("--what", default="character-sheet", help="the edition; character-sheet")
    sheet.add_argument("--paper", default="a4", help="a paper's name; a4 if left out")
    sheet.add_argument("--out", metavar="FILE", help="where to write the PDF")
    sheet.add_argument("--open", action="store_true", help="show it where there is a desktop")
    sheet.set_defaults(run=_sheet)


def _build(options: argparse.Namespace) -> int:
    from generator.pipeline import build

    build(options.project, _say)
    return 0


def _check(options: argparse.Namespace) -> int:
    from generator.pipeline import load_copy
    from generator.remixing.report import report
    from generator.schemas import write_schemas

    if options.schemas:
        print(f"{write_schemas(HERE)} schemas renewed")
    copy = load_copy(options.project)
    book = copy.book
    for line in report(copy):
        print(line)
    print(f"No problems in {len(book.chapters)} chapters and {len(book.tables)} tables.")
    return 0


def _serve(options: argparse.Namespace) -> int:
    from generator.hooks import REMIX
    from generator.pipeline import load_book

    load_book(options.project)  # the first problems come before the server starts
    # MkDocs looks for the folder of its configuration before a remix's takes its place.
    for docs in (HERE.docs, options.project.docs):
        docs.mkdir(parents=True, exist_ok=True)
    where = [
        "--config-file",
        str(options.project.site_config),
        "--dev-addr",
        f"127.0.0.1:{options.port}",
    ]
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "serve",
        *where,
        *(["--open"] if options.open else []),
    ]
    if options.project.own:
        os.environ[REMIX] = str(options.project.own)
    # Material's notice on MkDocs 2 is for the pin in requirements/build.in, not for authors.
    os.environ["NO_MKDOCS_2_WARNING"] = "1"
    if os.name == "posix":
        os.execv(command[0], command)  # noqa: S606 - the preview takes this process's place
    return subprocess.run(command, check=False).returncode


def _test(options: argparse.Namespace) -> int:
    from generator.pipeline import build

    build(options.project, _say)
    all_cores = ["-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder"]
    given = [a for a in options.pytest if a != "--"] or all_cores
    command = [sys.executable, "-m", "pytest", *given]
    return subprocess.run(command, cwd=options.project.root, check=False).returncode


def _print(options: argparse.Namespace) -> int:
    from generator.pipeline import print_edition

    made = print_edition(options.project, options.what, options.paper, options.profile, _say)
    for path in made:
        print(_shown(path))
    if options.open:
        shown = [show(path) for path in made]
        if not all(shown):
            print("build.py: no desktop here to show it on", file=sys.stderr)
    return 0


def _land(options: argparse.Namespace) -> int:
    from generator.gazetteer import print_land
    from nightsong.codec import encode

    seed = secrets.token_hex(4) if options.seed is None else options.seed
    out = path_of(str(options.out)) if options.out else None
    made = print_land(options.project, seed, options.paper, out)
    path = _shown(made.path)
    if options.json:
        data = {"seed": seed, "tries": {}, "ruleset": made.ruleset, "land": encode(made.land)}
        print(json.dumps({**data, "file": str(path)}, ensure_ascii=False, indent=2))
    else:
        print(path)
    if options.open and not show(made.path):
        print("build.py: no desktop here to show it on", file=sys.stderr)
    return 0


def _bench(options: argparse.Namespace) -> int:
    from generator.bench import MEASURES, bench

    if unknown := [part for part in options.parts if part not in MEASURES]:
        _Parser(prog="build.py").error(f"expected {', '.join(MEASURES)}, came {unknown[0]}")
    return bench(HERE, _say, options.parts)


def _shown(path: Path) -> Path:
    """A path as it is found from the project’s folder."""
    return path.relative_to(HERE.root) if path.is_relative_to(HERE.root) else path


def _sheet(options: argparse.Namespace) -> int:
    from generator.fillsheet import SheetOrder, print_filled

    saved = path_of(options.saved) if options.saved else None
    seed = options.seed if options.seed is not None else saved.stem if saved else None
    order = SheetOrder(
        seed=secrets.token_hex(4) if seed is None else seed,
        saved=saved,
        what=options.what,
        paper=options.paper,
        out=path_of(options.out) if options.out else None,
    )
    path = print_filled(options.project, order)
    print(_shown(path))
    if options.open and not show(path):
        print("build.py: no desktop here to show it on", file=sys.stderr)
    return 0


def _new_remix(options: argparse.Namespace) -> int:
    from generator.remixing.begin import Beginning, asked, begin

    given = {name: getattr(options, name) for name in ("title", "authors", "reserved")}
    ask = input if sys.stdin.isatty() else lambda _: ""
    told = dict(asked(ask, given))
    nothing = told["reserved"].strip().lower() == "none"
    reserved = () if nothing else _listed(told["reserved"]) or None
    new = Beginning(
        folder=path_of(options.path),
        title=told["title"].strip(),
        authors=_listed(told["authors"]),
        reserved=reserved,
        on=path_of(options.on) if options.on else None,
    )
    folder = _shown(begin(HERE, new, datetime.datetime.now(tz=datetime.UTC).date()))
    print(f"{folder} is ready. Read {folder}/README.md, then: python3 build.py --remix {folder}")
    return 0


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _remix(options: argparse.Namespace) -> int:
    from generator.remixing.upstream import accept, compared

    project = replace(HERE, own=path_of(options.path))
    if options.verb == "accept":
        print(_shown(accept(project)))
    else:
        print("\n".join(compared(project)))
    return 0


def _engine_of(project: Project, arguments: list[str]) -> int:
    """Roll on a remix’s tables: the engine, with its ruleset."""
    from generator.pipeline import remix_ruleset
    from nightsong.cli import main as engine

    return engine(["--ruleset", str(remix_ruleset(project)), *arguments])


def _engine(arguments: list[str]) -> int:
    from nightsong.cli import main as engine

    if not (HERE.engine / "ruleset.json").is_file():
        from generator.pipeline import make_ruleset

        try:
            make_ruleset(HERE)
        except ProblemsError as error:
            print("\n".join(summary(error.problems)), file=sys.stderr)
            return PROBLEMS
    return engine(arguments)


def _say(line: str) -> None:
    print(line, flush=True)


if sys.platform == "win32":  # the progress lines hold signs that old code pages lack
    os.environ.setdefault("PYTHONUTF8", "1")
