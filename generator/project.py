"""Where the project's parts lie below its root."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Project:
    """The folders and files that the generator reads and writes.

    ``own`` is the folder of a remix, if one is built. Nothing is read from there but what its
    author wrote, and nothing written but what a build leaves. ``without_reserved`` leaves out what
    its author holds back.
    """

    root: Path
    own: Path | None = None
    without_reserved: bool = False

    @property
    def dist(self) -> Path:
        """What a build leaves."""
        return (self.own or self.root) / "dist"

    @property
    def staging(self) -> Path:
        """Where that gathers, on the same disk."""
        return (self.own or self.root) / "build"

    @property
    def workshop(self) -> Path:
        """What a build needs on the way and may throw away."""
        return self.root / "build"

    @property
    def docs(self) -> Path:
        """The site's generated Markdown and assets, read by MkDocs."""
        if self.own is None:
            return self.workshop / "docs"
        digest = hashlib.sha256(str(self.own).encode()).hexdigest()[:12]
        return self.workshop / "remixes" / digest

    @property
    def site_theme(self) -> Path:
        """The site's looks: overrides, styles and scripts."""
        return self.root / "theme" / "site"

    @property
    def page_theme(self) -> Path:
        """The shape of pages that are made from data."""
        return self.root / "theme" / "pages"

    @property
    def print_theme(self) -> Path:
        """The looks of print: templates, styles and papers."""
        return self.root / "theme" / "print"

    @property
    def packages(self) -> Path:
        """What npm installed: Pyodide and the fonts."""
        return self.root / "node_modules"

    @property
    def engine(self) -> Path:
        """The rules package."""
        return self.root / "nightsong"

    @property
    def schemas(self) -> Path:
        """The schemas that editors check content by."""
        return self.root / "generator" / "schemas"

    @property
    def site_config(self) -> Path:
        """The site's configuration."""
        return self.root / "mkdocs.yml"

    @property
    def pins(self) -> Path:
        """The pinned versions of everything that a build uses."""
        return self.root / "requirements" / "build.txt"


HERE = Project(Path(__file__).resolve().parent.parent)
