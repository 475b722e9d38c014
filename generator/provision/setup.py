"""Carrying out the steps that are left, one set-up at a time."""

from collections.abc import Callable
from time import monotonic

from generator.provision import machine, stamps, system
from generator.provision.commands import Needs
from generator.provision.exclusive import exclusive
from generator.provision.job import Job
from generator.provision.places import Places
from generator.provision.progress import to_stderr
from generator.provision.steps import Step, undone


def ensure(places: Places, level: Needs) -> None:
    """Make the environment ready for commands of this level; costs next to nothing if it is."""
    if not undone(places, level):
        return
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
    needs = tuple(step.need for step in steps if step.need)
    missing = system.missing(probe, needs)
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
    step.run(job)
    stamps.write(places, step.name, step.key(places))
