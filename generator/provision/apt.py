"""Installing system packages as root on Debian and Ubuntu."""

from collections.abc import Sequence
from dataclasses import replace

from generator.provision.job import Job

# Ask nothing; wait for another apt rather than fail.
INSTALL = (
    "apt-get", "-o", "DPkg::Lock::Timeout=300", "install", "-y", "--no-install-recommends",
)  # fmt: skip
QUIET = {"DEBIAN_FRONTEND": "noninteractive"}


def install(job: Job, packages: Sequence[str]) -> None:
    """Install the packages, with fresh package lists where the old ones don't do."""
    # No lock for apt's programs: a service that one of them starts would keep it for good.
    quiet = replace(job, lock=None, variables=QUIET)
    if quiet.attempt(*INSTALL, *packages):
        return
    quiet.run("could not renew the lists of system packages (apt-get update).", "apt-get", "update")
    quiet.run(
        f"could not install the system packages {' '.join(packages)} (apt-get install).",
        *INSTALL,
        *packages,
    )
