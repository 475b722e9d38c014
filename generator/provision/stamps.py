"""Notes of what set-up has done, so that a later run repeats nothing.

A stamp holds a hash of what a step depends on: the lock file, the interpreter, the machine.
Checking one reads a few small files and starts no program.
"""

import os
from hashlib import sha256
from pathlib import Path

from generator.provision.places import Places

UNFINISHED = "pip-unfinished"  # the mark of a pip that has begun to write


def interpreter(places: Places) -> bytes:
    """What tells one Python environment from another: its settings, its place, its program.

    The program's time is part of it because an upgrade of the system's Python can replace it
    under a .venv that then no longer fits.
    """
    try:
        settings = (places.venv / "pyvenv.cfg").read_bytes()
        program = os.path.realpath(places.python)
        changed = Path(program).stat().st_mtime_ns
    except OSError:
        return b""
    machine = os.uname().machine if hasattr(os, "uname") else os.environ.get("OS", "")
    words = (os.fsencode(places.venv), os.fsencode(program), f"{changed} {machine}".encode())
    return b"\0".join((settings, *words))


def key(places: Places, *parts: Path | str) -> str:
    """The hash for a step that depends on the interpreter and on these files or words."""
    digest = sha256(interpreter(places))
    for part in parts:
        data = part.read_bytes() if isinstance(part, Path) else part.encode()
        digest.update(b"\0%d\0" % len(data) + data)
    return digest.hexdigest()


def is_fresh(places: Places, step: str, expected: str) -> bool:
    """Whether the step was done for exactly this state."""
    try:
        return (places.stamps / step).read_text("utf-8") == expected
    except (OSError, UnicodeDecodeError):
        return False


def write(places: Places, step: str, value: str) -> None:
    """Note that the step is done; in one go, so that an interruption leaves no half a stamp."""
    places.stamps.mkdir(exist_ok=True)
    fresh = places.stamps / f"{step}.new"
    fresh.write_text(value, "utf-8")
    fresh.replace(places.stamps / step)


def remove(places: Places, step: str) -> None:
    """Forget that the step was done."""
    (places.stamps / step).unlink(missing_ok=True)
