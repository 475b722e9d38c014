"""pip: the environment's own, or the system's working on the environment."""

import sys
from dataclasses import replace
from pathlib import Path

from generator.provision import stamps
from generator.provision.job import Job

# PIP_USER would send packages past .venv; the rest keeps pip from asking and advertising.
QUIET = {"PIP_USER": "0", "PIP_NO_INPUT": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}

# `pip --python`, which works on an environment that has no pip, came with this version.
FIRST_WITH_PYTHON_OPTION = (22, 3)

INSTALLING = "Installing collected packages"  # what pip prints before it changes anything


def base_python() -> str:
    """The Python that environments are made with, also when we run inside one of them."""
    return getattr(sys, "_base_executable", None) or sys.executable


def in_venv(job: Job) -> bool:
    """Whether the environment has a pip that starts."""
    return job.answer(job.places.python, "-m", "pip", "--version") is not None


def system_pip_version(job: Job) -> tuple[int, ...]:
    """The version of the pip beside the Python that runs us, or () when it has none."""
    words = (job.answer(base_python(), "-m", "pip", "--version") or "").split()
    numbers = words[1].split(".")[:2] if len(words) > 1 else []
    return tuple(int(number) for number in numbers if number.isdigit())


def has_system_pip(job: Job) -> bool:
    """Whether there is a system pip that can work on the environment."""
    return system_pip_version(job) >= FIRST_WITH_PYTHON_OPTION


def command(job: Job) -> tuple[str, ...]:
    """How pip is called for the environment."""
    if in_venv(job):
        return (str(job.places.python), "-m", "pip")
    return (base_python(), "-m", "pip", "--python", str(job.places.python))


def install(job: Job, requirements: Path) -> None:
    """Install exactly what the lock file names, and see that it names all that is needed.

    pip has nothing to resolve: pips before 23.3 look past the pin of a package that another asks
    for with extras, and stop as soon as a newer one is out.

    While pip writes, a mark says so: a pip that is killed then can leave packages that look
    whole but aren't, and the next run has to make the environment anew.
    """
    quiet = replace(job, variables=QUIET)
    name = requirements.relative_to(job.places.root)
    stamps.write(job.places, stamps.UNFINISHED, job.step)
    try:
        quiet.run(
            f"could not install the Python packages of {name} (pip install).",
            *command(job), "install", "--require-hashes", "--no-deps",
            "--progress-bar", "off", "-r", requirements,
        )  # fmt: skip
        quiet.run(
            f"the packages of {name} do not fit together (pip check).", *command(job), "check"
        )
    except Exception:
        if INSTALLING not in job.text():
            stamps.remove(job.places, stamps.UNFINISHED)
        raise
    stamps.remove(job.places, stamps.UNFINISHED)
