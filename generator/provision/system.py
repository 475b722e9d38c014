"""What the operating system has to provide: found out and installed in one go.

All that is missing is told at once, so that nobody is sent back to the shell twice.
"""

from collections.abc import Iterable
from importlib import invalidate_caches

from generator.provision import apt, libraries, pip, venv
from generator.provision.job import Job
from generator.provision.machine import Need, advice
from generator.provision.problem import AGAIN, Problem


def missing(job: Job, wanted: Iterable[Need]) -> tuple[Need, ...]:
    """Those of the wanted needs that this machine doesn't meet."""
    return tuple(need for need in wanted if not _is_met(job, need))


def _is_met(job: Job, need: Need) -> bool:
    if need is venv.NEED:
        return venv.is_healthy(job) or venv.can_be_made(job)
    return not libraries.missing(job, pip.base_python())


def stop(job: Job, needs: tuple[Need, ...]) -> Problem:
    """The problem of needs that set-up may not install by itself."""
    names = " and ".join(need.name for need in needs)
    return Problem(
        f"the operating system lacks {names}.",
        "these installed; set-up does it itself only as root on Debian or Ubuntu",
        f"install them:\n{advice(needs, job.machine)}\n{AGAIN}",
    )


def provide(job: Job, needs: tuple[Need, ...]) -> None:
    """Install the needs through apt."""
    packages = [package for need in needs for package in need.of(job.machine.family)]
    apt.install(job, packages)
    invalidate_caches()  # or Python goes on believing that ensurepip isn't there
    still = missing(job, needs)
    if still:
        raise stop(job, still)
