"""From what pip, npm or apt printed to what the reader can do about it."""

from dataclasses import dataclass
from pathlib import Path

from generator.provision.problem import AGAIN, Problem

SHOWN = 20  # lines of the log
WIDTH = 160  # signs of a line


@dataclass(frozen=True, slots=True)
class Cause:
    """A known cause of failure, and the words in a log that give it away."""

    signs: tuple[str, ...]
    expected: str
    todo: str


CAUSES: tuple[Cause, ...] = (
    Cause(
        (
            "No space left on device",
            "ENOSPC",
            "Disk quota exceeded",
            "don't have enough free space",
        ),
        "free space on the disk (set-up needs about 1 GB)",
        "free some space, or clone to a disk with more of it.",
    ),
    Cause(
        ("DO NOT MATCH THE HASHES", "EINTEGRITY", "Hash Sum mismatch"),
        "downloads that are exactly those named in the lock files",
        "see which mirror or proxy your pip or npm is set to: it delivers something else.",
    ),
    Cause(
        (
            "Temporary failure in name resolution",
            "Name or service not known",
            "nodename nor servname",
            "NewConnectionError",
            "ConnectTimeoutError",
            "ReadTimeoutError",
            "Network is unreachable",
            "Temporary failure resolving",
            "Could not resolve",
            "Could not connect to",
            "Connection refused",
            "Connection reset",
            "ENOTFOUND",
            "EAI_AGAIN",
            "ECONNREFUSED",
            "ECONNRESET",
            "ETIMEDOUT",
            "ENETUNREACH",
            "ProxyError",
            "CERTIFICATE_VERIFY_FAILED",
        ),
        "a working network connection to the package registries",
        "check the connection, and the proxy or mirror that pip, npm or apt is set to.",
    ),
    Cause(
        ("Could not get lock", "Unable to acquire the dpkg"),
        "no other package installation at the same time",
        "wait until the other one is done.",
    ),
    Cause(
        ("Permission denied", "EACCES", "EPERM", "Read-only file system", "EROFS"),
        "permission to write in this checkout",
        "make yourself the owner of the whole checkout, or clone it anew as the user you are now.",
    ),
    Cause(
        ("No matching distribution found", "Failed to build", "Failed building wheel"),
        "ready-made packages for this Python on this machine",
        "use another Python between 3.11 and 3.14 (python3.13 build.py),\n"
        "or install a C compiler so that pip can build the package.",
    ),
)

UNKNOWN = Cause((), "the program above to succeed", "mend what the log says.")


def cause(log: str) -> Cause:
    """The first known cause whose signs the log shows."""
    return next((c for c in CAUSES if any(sign in log for sign in c.signs)), UNKNOWN)


def failure(what: str, log: str, name: Path) -> Problem:
    """The problem of a program that failed, with the end of its log."""
    found = cause(log)
    lines = tuple(line.rstrip()[:WIDTH] for line in log.splitlines() if line.strip())
    todo = f"{found.todo}\n{AGAIN}\nThe whole log: {name}"
    return Problem(what, found.expected, todo, lines[-SHOWN:])
