"""Chromium for the tests of the pages: one that is installed, or else installing one."""

import os
from pathlib import Path

from generator.provision import apt, chromium
from generator.provision.job import Job
from generator.provision.machine import Need, advice
from generator.provision.problem import AGAIN, Problem

NEED = Need(
    "Chromium",
    {
        "debian": ("chromium",),
        "fedora": ("chromium",),
        "arch": ("chromium",),
        "macos": ("--cask google-chrome",),
    },
)

# Playwright drives the browser through a Node of its own, which needs this where systems are bare.
DRIVER = Need(
    "the library that Playwright's driver needs (libatomic)",
    {
        "debian": ("libatomic1",),
        "fedora": ("libatomic",),
        "arch": ("gcc-libs",),
        "macos": ("node",),
    },
)

PLAYWRIGHTS = """
from playwright.sync_api import sync_playwright
with sync_playwright() as p:
    print(p.chromium.executable_path)
"""


def ensure(job: Job) -> None:
    """Find a Chromium that starts, or install one, and note where it is."""
    _ensure_driver(job)
    path = _named(job) or _working(job) or _from_apt(job) or _from_playwright(job)
    if path is None:
        raise Problem(
            "no Chromium was found, and Playwright's own could not be installed.",
            "Chromium, or a browser made from it, that starts",
            f"install one:\n{advice((NEED,), job.machine)}\n"
            f"or name one: {chromium.VARIABLE}=/path/to/chromium python3 build.py test\n"
            f"What was tried: {job.log.relative_to(job.places.root)}",
        )
    (job.places.stamps / chromium.FOUND).write_text(str(path), "utf-8")


def _ensure_driver(job: Job) -> None:
    """Make sure that Playwright's driver starts."""

    def starts() -> bool:
        return job.attempt(job.places.python, "-m", "playwright", "--version")

    if starts():
        return
    if job.machine.can_install:
        apt.install(job, DRIVER.of(job.machine.family))
        if starts():
            return
    raise Problem(
        "Playwright's driver does not start.",
        DRIVER.name,
        f"install it:\n{advice((DRIVER,), job.machine)}\n{AGAIN}\n"
        f"What was tried: {job.log.relative_to(job.places.root)}",
    )


def _starts(job: Job, path: Path) -> bool:
    """Whether the browser starts; one without its libraries doesn't get to its version."""
    return path.is_file() and job.attempt(path, "--version")


def _named(job: Job) -> Path | None:
    """The browser the user names, which then has to work."""
    named = os.environ.get(chromium.VARIABLE)
    if not named:
        return None
    if not _starts(job, Path(named)):
        raise Problem(
            f"{chromium.VARIABLE} names {named}, which isn't a program that starts.",
            "the path of a Chromium",
            f"mend or unset {chromium.VARIABLE}. {AGAIN}",
        )
    return Path(named)


def _working(job: Job) -> Path | None:
    return next((path for path in chromium.installed() if _starts(job, path)), None)


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
