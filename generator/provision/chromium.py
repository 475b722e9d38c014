"""Chromium for the tests of the pages: found, or installed as a last resort."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from generator.provision import apt
from generator.provision.job import Job
from generator.provision.machine import Need, advice
from generator.provision.places import HERE, Places
from generator.provision.problem import AGAIN, Problem

VARIABLE = "NIGHTSONG_CHROMIUM"
FOUND = "chromium-path"

NEED = Need(
    "Chromium",
    {
        "debian": ("chromium",),
        "fedora": ("chromium",),
        "arch": ("chromium",),
        "macos": ("--cask google-chrome",),
    },
)

PROGRAMS = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
    "microsoft-edge", "brave-browser",
)  # fmt: skip
MAC_APPS = ("Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser")

PLAYWRIGHTS = """
from playwright.sync_api import sync_playwright
with sync_playwright() as p:
    print(p.chromium.executable_path)
"""


def find(places: Places = HERE) -> Path | None:
    """The Chromium that tests drive: the one the user names, the one set-up found, or any."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named) if Path(named).is_file() else None
    noted = _noted(places)
    return noted if noted else next(installed(), None)


def _noted(places: Places) -> Path | None:
    """The Chromium that set-up has noted, if it is still there."""
    try:
        path = Path((places.stamps / FOUND).read_text("utf-8"))
    except OSError:
        return None
    return path if path.is_file() else None


def installed() -> Iterator[Path]:
    """The browsers on this machine that have Chromium inside."""
    for name in PROGRAMS:
        path = shutil.which(name)
        if path and not _is_snap(Path(path)):
            yield Path(path)
    if sys.platform == "darwin":
        for folder in (Path("/Applications"), Path.home() / "Applications"):
            for app in MAC_APPS:
                path_in_app = folder / f"{app}.app" / "Contents" / "MacOS" / app
                if path_in_app.is_file():
                    yield path_in_app


def _is_snap(path: Path) -> bool:
    """Whether this is a snap or Ubuntu's stand-in for one: it can't see our temporary folders."""
    if "snap" in path.resolve().parts:
        return True
    try:
        head = path.open("rb").read(2048)
    except OSError:
        return True
    return head.startswith(b"#!") and b"/snap/bin" in head


def is_present(places: Places) -> bool:
    """Whether the Chromium that set-up noted is still there."""
    return find(places) is not None


def ensure(job: Job) -> None:
    """Find a Chromium that starts, or install one, and note where it is."""
    path = _named(job) or _working(job) or _from_apt(job) or _from_playwright(job)
    if path is None:
        raise Problem(
            "no Chromium was found, and Playwright's own could not be installed.",
            "Chromium, or a browser made from it, that starts",
            f"install one:\n{advice((NEED,), job.machine)}\n"
            f"or name one that is elsewhere: {VARIABLE}=/path/to/chromium python3 build.py test\n"
            f"What was tried: {job.log.relative_to(job.places.root)}",
        )
    (job.places.stamps / FOUND).write_text(str(path), "utf-8")


def _starts(job: Job, path: Path) -> bool:
    """Whether the browser starts; one without its libraries doesn't get to its version."""
    return path.is_file() and job.attempt(path, "--version")


def _named(job: Job) -> Path | None:
    """The browser the user names, which then has to work."""
    named = os.environ.get(VARIABLE)
    if not named:
        return None
    if not _starts(job, Path(named)):
        raise Problem(
            f"{VARIABLE} names {named}, which isn't a program that starts.",
            "the path of a Chromium",
            f"mend or unset {VARIABLE}. {AGAIN}",
        )
    return Path(named)


def _working(job: Job) -> Path | None:
    return next((path for path in installed() if _starts(job, path)), None)


def _from_apt(job: Job) -> Path | None:
    """Debian's package. Ubuntu's only installs a snap, so there Playwright's is the better one."""
    if not job.machine.can_install or job.machine.family != "debian":
        return None
    apt.install(job, NEED.of("debian"))
    return _working(job)


def _from_playwright(job: Job) -> Path | None:
    """Playwright's own, with the system libraries it needs where we may install them."""
    python, with_libraries = job.places.python, job.machine.can_install
    options = ("--with-deps",) if with_libraries else ()
    if not job.attempt(python, "-m", "playwright", "install", *options, "chromium"):
        return None
    answer = job.answer(python, "-c", PLAYWRIGHTS)
    return Path(answer) if answer and _starts(job, Path(answer)) else None
