"""Measures, as ratios within one run: machines differ and are noisy, ratios travel.

Each measure is taken several times in turn with what it is compared with; medians count.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.bench.engine import engine_measures
from generator.bench.page import page_measures
from generator.bench.paper import print_measures
from generator.bench.reading import reading_measures
from generator.bench.site import site_measures
from generator.pipeline import build
from generator.progress import Say
from generator.project import Project

MEASURES = {
    "site": site_measures,
    "paper": print_measures,
    "engine": engine_measures,
    "page": page_measures,
    "reading": reading_measures,
}


def bench(project: Project, say: Say, parts: Sequence[str] = ()) -> int:
    """Run the measures of those names, or all; returns the exit code, 0: a bench judges nothing."""
    build(project, say)
    for name in parts or MEASURES:
        say("")
        for line in MEASURES[name](project):
            say(line)
    return 0
