"""In the place of ``pyodide._package_loader``: the page installs no packages.

It takes what that module takes of the page's objects; see ``webloop`` beside it.
"""

from pyodide_js import loadedPackages  # type: ignore[import-not-found]


class _Place:
    """A folder, which Pyodide asks for as text."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __str__(self) -> str:
        return self.path


SITE_PACKAGES = _Place("/lib/python3.14/site-packages")
DSO_DIR = _Place("/usr/lib")


def init_loaded_packages() -> None:
    """Nothing is loaded."""


__all__ = ["DSO_DIR", "SITE_PACKAGES", "init_loaded_packages", "loadedPackages"]
