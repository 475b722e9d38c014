"""``build.py land``: draws a Land as the rules engine does, and prints its gazetteer."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path

from generator.model.editions import Layout
from generator.model.problems import Problem, ProblemsError
from generator.pipeline import load_copy
from generator.prints.lands import LandOrder, checked_seed, file_name, print_gazetteer
from generator.project import Project
from generator.render.data import ruleset_json
from generator.write import replace_file
from nightsong.bundle import load_ruleset
from nightsong.lands import Land


@dataclass(frozen=True, slots=True)
class Printed:
    """A Land, the digest of the rules that it was drawn by, and its PDF."""

    land: Land
    ruleset: str
    path: Path


def print_land(project: Project, seed: str, paper: str, out: Path | None) -> Printed:
    """Print the Land of a seed to ``out``, or into ``dist/print``.

    ``ProblemsError`` for a seed or paper that won't do, ``OSError`` where the file can't be
    written; what was there stays then.
    """
    checked_seed(seed)
    if out is not None and out.is_dir():
        raise _problem("land.out", "the name of a file", f"the folder {out}")
    copy = load_copy(project)
    assert copy.manuscript.papers
    papers = copy.manuscript.papers.form.papers
    fit = [name for name, one in papers.items() if Layout.LAND in one.settings]
    if paper not in fit:
        near = difflib.get_close_matches(paper, fit, n=1)
        tip = f"Did you mean {near[0]}?" if near else ""
        raise _problem("print.unknown", f"a paper: {', '.join(fit)}", f"“{paper}”", tip)
    ruleset = load_ruleset(ruleset_json(copy.book))
    drawn_in = copy.manuscript.papers.form.tone
    order = LandOrder(seed, paper, papers[paper], copy.looks.tone or drawn_in, drawn_in)
    land, pdf = print_gazetteer(order, copy.book, ruleset, project)
    slug = copy.book.game.slug
    path = out or project.dist / "print" / file_name(slug, "land", seed, paper)
    replace_file(path, pdf)
    return Printed(land, ruleset.fingerprint, path)


def _problem(code: str, expected: str, came: str, tip: str = "") -> ProblemsError:
    return ProblemsError([Problem("land", 0, 0, code, expected, came, tip)])
