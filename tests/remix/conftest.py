"""What the tests of remixes share: a small remix, written from a dict of files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from written import REMIX, Files, Remix, Write, write

from generator import copydesk


@pytest.fixture(autouse=True, scope="module")
def _read_once() -> Iterator[None]:
    """The SRD is read once for a file’s tests; each lays its remix over the same manuscript."""
    read = lru_cache(copydesk.load)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(copydesk, "load", read)
        yield


@pytest.fixture
def remix(tmp_path: Path) -> Write:
    """A function that writes a small remix, ``more`` lines of remix.yml and other files."""

    def make(files: Files | None = None, more: str = "", head: str = REMIX) -> Remix:
        folder = tmp_path / "ember"
        write(folder, {"remix.yml": head + more, **(files or {})})
        return Remix(folder)

    return make
