"""In the place of ``pyodide._package_loader``: the page installs no packages."""


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
