"""What went wrong, told so that the reader knows what to do next."""

import errno
from dataclasses import dataclass


@dataclass(eq=False)
class Problem(Exception):  # noqa: N818 - the word users see
    """A state that set-up can't mend by itself.

    Not frozen like our other types: Python sets the traceback of an exception as it passes by.
    """

    what: str
    expected: str
    todo: str
    log: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The problem as printed: what failed, what was expected, what to do."""
        lines = [f"error: {self.what}"]
        if self.log:
            lines += ["  the last lines of the log:", *(f"    | {line}" for line in self.log)]
        lines.append(f"  expected: {self.expected}")
        first, *rest = self.todo.splitlines()
        lines += [f"  to do: {first}", *(f"    {line}" for line in rest)]
        return "\n".join(lines)


AGAIN = "Then run the same command again; it goes on where it stopped."

OS_ERRORS: dict[int, tuple[str, str]] = {
    errno.ENOSPC: (
        "free space on the disk (set-up needs about 1 GB)",
        "free some space, or clone to a disk with more of it.",
    ),
    errno.EDQUOT: (
        "room within your disk quota (set-up needs about 1 GB)",
        "free some space, or clone to a disk with more of it.",
    ),
    errno.EACCES: (
        "permission to read and write the files of this checkout",
        "make yourself the owner of the whole checkout, or clone it anew as the user you are now.",
    ),
    errno.ENOENT: (
        "all files of the checkout in their places",
        "restore what is missing: git status shows it, git restore brings it back.",
    ),
    errno.EROFS: (
        "a checkout that can be written to",
        "clone to a place where you can write, and run build.py there.",
    ),
}
OS_ERRORS[errno.EPERM] = OS_ERRORS[errno.EACCES]


def from_os_error(error: OSError) -> Problem:
    """The problem behind an error of the operating system."""
    expected, todo = OS_ERRORS.get(
        error.errno or 0, ("files and folders that can be read and written", "mend that.")
    )
    where = f"{error.filename}: " if error.filename else ""
    reason = error.strerror or str(error)
    return Problem(f"{where}{reason}", expected, f"{todo}\n{AGAIN}")
