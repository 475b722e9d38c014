"""Which kind of machine this is, and how something is installed on it."""

import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Need:
    """Something of the operating system that set-up needs, and the packages that bring it."""

    name: str
    packages: Mapping[str, tuple[str, ...]]

    def of(self, family: str) -> tuple[str, ...]:
        """The packages for one family of systems; Ubuntu's are Debian's unless it has its own."""
        return (
            self.packages.get(family) or self.packages["debian" if family == "ubuntu" else family]
        )


@dataclass(frozen=True, slots=True)
class Machine:
    """The family of the operating system, and whether we may install on it."""

    family: str
    is_root: bool
    has_apt: bool

    @property
    def can_install(self) -> bool:
        """Whether set-up may install system packages by itself."""
        return self.is_root and self.has_apt and self.family in ("debian", "ubuntu")


# In the order they are printed when the system is none that we know.
FAMILIES: dict[str, tuple[str, str]] = {
    "debian": ("Debian, Ubuntu", "sudo apt-get install -y"),
    "fedora": ("Fedora", "sudo dnf install -y"),
    "arch": ("Arch", "sudo pacman -S --needed"),
    "macos": ("macOS", "brew install"),
}


def family_of(platform: str, os_release: str) -> str:
    """The family of a system, from sys.platform and the text of /etc/os-release."""
    if platform == "darwin":
        return "macos"
    fields = dict(line.split("=", 1) for line in os_release.splitlines() if "=" in line)
    names = f"{fields.get('ID', '')} {fields.get('ID_LIKE', '')}".replace('"', "").split()
    aliases = {"rhel": "fedora", "centos": "fedora"}
    for name in ("ubuntu", "debian", "fedora", "rhel", "centos", "arch"):
        if name in names:
            return aliases.get(name, name)
    return "other"


def here() -> Machine:
    """The machine we run on."""
    release = Path("/etc/os-release")
    text = release.read_text("utf-8", "replace") if release.is_file() else ""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return Machine(family_of(sys.platform, text), is_root, shutil.which("apt-get") is not None)


def advice(needs: Iterable[Need], machine: Machine) -> str:
    """The exact command that brings the needs: this machine's, or all when it is unknown."""
    wanted = tuple(needs)
    own = "debian" if machine.family == "ubuntu" else machine.family
    lines = [
        f"{label:<16} {command} {' '.join(_packages(wanted, family, machine))}"
        for family, (label, command) in FAMILIES.items()
        if own not in FAMILIES or family == own
    ]
    text = "\n".join(lines)
    return text.replace("sudo ", "") if machine.is_root else text


def _packages(needs: tuple[Need, ...], family: str, machine: Machine) -> list[str]:
    """The packages of all needs, each once."""
    exact = "ubuntu" if (family, machine.family) == ("debian", "ubuntu") else family
    return list(dict.fromkeys(package for need in needs for package in need.of(exact)))
