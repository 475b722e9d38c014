"""The shared libraries that WeasyPrint loads to set text: Pango and what it stands on."""

from pathlib import Path

from generator.provision.job import Job
from generator.provision.machine import Need, advice
from generator.provision.problem import AGAIN, Problem

NEED = Need(
    "the text libraries for print (Pango, HarfBuzz)",
    {
        "debian": ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0"),
        "fedora": ("pango", "harfbuzz"),
        "arch": ("pango", "harfbuzz"),
        "macos": ("pango",),
    },
)

# By the names WeasyPrint tries: Linux's, macOS's, Windows'. The first that loads will do.
LIBRARIES: tuple[tuple[str, ...], ...] = (
    ("libgobject-2.0.so.0", "libgobject-2.0.0.dylib", "libgobject-2.0-0.dll"),
    ("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll"),
    ("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib", "libpangoft2-1.0-0.dll"),
    ("libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz-0.dll"),
    ("libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib", "libharfbuzz-subset-0.dll"),
    ("libfontconfig.so.1", "libfontconfig.1.dylib", "libfontconfig-1.dll"),
)

# Runs in a process of its own: it starts with the library paths of the environment, and a
# library that crashes on loading doesn't take set-up down.
PROBE = """
import ctypes, sys
for names in sys.argv[1:]:
    for name in names.split():
        try:
            ctypes.CDLL(name)
            break
        except OSError:
            pass
    else:
        print(names.split()[0])
"""


def missing(job: Job, python: str | Path) -> tuple[str, ...]:
    """The libraries that can't be loaded by this Python."""
    names = [" ".join(alternatives) for alternatives in LIBRARIES]
    found = job.answer(python, "-I", "-c", PROBE, *names)
    if found is None:
        return tuple(alternatives[0] for alternatives in LIBRARIES)
    return tuple(found.split())


def check(job: Job) -> None:
    """Make sure that the environment's Python can load them all."""
    lost = missing(job, job.places.python)
    if lost:
        raise Problem(
            f"the shared libraries {', '.join(lost)} can't be loaded.",
            NEED.name,
            f"install them:\n{advice((NEED,), job.machine)}\n{AGAIN}",
        )
