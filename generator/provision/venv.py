"""Making .venv, also where Python comes without ensurepip."""

import shutil
import sys
from importlib.util import find_spec

from generator.provision import pip, stamps
from generator.provision.job import Job
from generator.provision.machine import Need

NEED = Need(
    "Python's venv and pip",
    {
        "debian": ("python{}.{}-venv".format(*sys.version_info),),
        "fedora": ("python3-pip",),
        "arch": ("python-pip",),
        "macos": ("python",),
    },
)

HEALTH = "import sys; print(sys.version_info >= (3, 11) and sys.prefix != sys.base_prefix)"


def can_be_made(job: Job) -> bool:
    """Whether this Python can make environments: with ensurepip, or with a pip of the system."""
    if find_spec("venv") is None:
        return False
    return find_spec("ensurepip") is not None or pip.has_system_pip(job)


def is_healthy(job: Job) -> bool:
    """Whether .venv is a whole environment of this place; one made by hand will do.

    Environments hold absolute paths, so one that was moved with its checkout isn't whole.
    """
    places = job.places
    activate = places.bin / "activate"
    if (places.stamps / stamps.UNFINISHED).exists() or not activate.is_file():
        return False
    if str(places.venv) not in activate.read_text("utf-8", "replace"):
        return False
    if job.answer(places.python, "-I", "-c", HEALTH) != "True":
        return False
    return pip.in_venv(job) or pip.has_system_pip(job)


def ensure(job: Job) -> None:
    """Make .venv unless a whole one is there."""
    if is_healthy(job):
        return
    venv = job.places.venv
    if venv.exists() or venv.is_symlink():
        shutil.rmtree(venv)
    options = () if find_spec("ensurepip") else ("--without-pip",)
    job.run(
        "could not make the Python environment .venv (python -m venv).",
        pip.base_python(), "-m", "venv", *options, venv,
    )  # fmt: skip
