"""Measures, as ratios within one run: machines differ and are noisy, ratios travel.

Each measure is taken several times in turn with what it is compared with; medians count.
"""

from __future__ import annotations

from generator.bench.engine import engine_measures
from generator.bench.page import page_measures
from generator.bench.paper import print_measures
from generator.bench.site import site_measures
from generator.pipeline import build
from generator.progress import Say
from generator.project import Project


def bench(project: Project, say: Say) -> int:
    """Run all measures; returns the exit code, 0: a bench judges nothing."""
    build(project, say)
    for measures in (site_measures, print_measures, engine_measures, page_measures):
        say("")
        for line in measures(project):
            say(line)
    return 0
