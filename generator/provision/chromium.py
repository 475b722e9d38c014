"""Where the Chromium is that the tests of the pages drive."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from generator.provision.places import HERE, Places

VARIABLE = "NIGHTSONG_CHROMIUM"
FOUND = "chromium-path"

PROGRAMS = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
    "microsoft-edge", "brave-browser",
)  # fmt: skip
MAC_APPS = ("Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser")


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
        with path.open("rb") as file:
            head = file.read(2048)
    except OSError:
        return True
    return head.startswith(b"#!") and b"/snap/bin" in head


def is_present(places: Places) -> bool:
    """Whether the Chromium that set-up noted is still there."""
    return _noted(places) is not None
