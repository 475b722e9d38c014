"""Remixes written for a test: a dict of files becomes a folder, and is laid over the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from generator.copydesk import Copy, Layers, load_copy, load_layers
from generator.model.problems import Problem, ProblemsError
from generator.project import HERE, Project

REMIX = """\
title: Ember
slug: ember
subtitle: A game of sparks
version: "0.1.0"
date: "2026-12-01"
language: en
authors: [Ash Cole]
publisher: Ash Cole
home: ""
licence:
  credit: Credit Ember by Ash Cole.
  reserved: []
  designated: All rules.
"""

Files = Mapping[str, str | bytes]


@dataclass(frozen=True)
class Remix:
    """A folder with a remix in it, and what the generator makes of it."""

    folder: Path

    def project(self, *, bare: bool = False) -> Project:
        """The project that works on it; ``bare``, without what it holds back."""
        return Project(HERE.root, self.folder, bare)

    def layers(self) -> Layers:
        """The manuscript with the remix laid over it."""
        return load_layers(self.project())

    def copy(self, *, bare: bool = False) -> Copy:
        """The copy, validated and resolved."""
        return load_copy(self.project(bare=bare))

    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with it; a test fails where nothing is."""
        with pytest.raises(ProblemsError) as raised:
            self.copy()
        return tuple(raised.value.problems)

    def problem(self) -> Problem:
        """The one thing that is wrong with it."""
        found = self.problems()
        assert len(found) == 1, "\n".join(map(str, found))
        return found[0]


def write(folder: Path, files: Files) -> None:
    """Write files below a folder by their names."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


Write = Callable[..., Remix]
