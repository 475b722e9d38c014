"""Carrying out the steps that are left, one set-up at a time."""

from collections.abc import Callable
from time import monotonic

from generator.provision import browser, libraries, machine, node, pip, stamps, system, venv
from generator.provision.commands import Needs
from generator.provision.exclusive import exclusive
from generator.provision.job import Job
from generator.provision.machine import Need
from generator.provision.places import Places
from generator.provision.progress import to_stderr
from generator.provision.steps import Step, undone


def _requirements(name: str) -> Callable[[Job], None]:
    return lambda job: pip.install(job, job.places.root / "requirements" / name)


WORK: dict[str, Callable[[Job], None]] = {
    "venv": venv.ensure,
    "packages": _requirements("build.txt"),
    "libraries": libraries.check,
    "npm": node.ensure,
    "test-packages": _requirements("test.txt"),
    "chromium": browser.ensure,
}

# What steps need of the operating system; the browser sees to its own.
NEEDS: dict[str, Need] = {"venv": venv.NEED, "libraries": libraries.NEED}


def set_up(places: Places, level: Needs) -> None:
    """Do all that a command of this level still needs."""
    with exclusive(places.root, _waiting) as lock:
        steps = undone(places, level)  # anew: the set-up we waited for may have done it all
        if steps:
            _carry_out(places, steps, lock)


def _waiting() -> None:
    to_stderr(0).say("Waiting for another set-up of this checkout to finish …")


def _carry_out(places: Places, steps: tuple[Step, ...], lock: int | None) -> None:
    """Do the steps, after seeing to all that they need of the operating system."""
    start = monotonic()
    here = machine.here()

    def job(name: str, tick: Callable[[], None]) -> Job:
        made = Job(places, here, name, tick, lock)
        made.begin()
        return made

    probe = job("system", lambda: None)
    missing = system.missing(probe, (NEEDS[step.name] for step in steps if step.name in NEEDS))
    if missing and not here.can_install:
        raise system.stop(probe, missing)
    progress = to_stderr(len(steps) + bool(missing))
    progress.say("Setting up what is needed (once; the next run skips this):")
    if missing:
        with progress.step(1, "System packages through apt") as tick:
            system.provide(job("system", tick), missing)
    for number, step in enumerate(steps, 1 + bool(missing)):
        with progress.step(number, step.title) as tick:
            _do(places, step, job(step.name, tick))
    progress.say(f"Ready after {monotonic() - start:.0f} s.")


def _do(places: Places, step: Step, job: Job) -> None:
    """Do one step and note it; the note of an earlier state goes first."""
    stamps.remove(places, step.name)
    WORK[step.name](job)
    stamps.write(places, step.name, step.key(places))
