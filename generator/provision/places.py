"""Where things are in a checkout, and the environment that programs of ours run in."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Places:
    """The folders and files of one checkout."""

    root: Path

    @property
    def venv(self) -> Path:
        """The folder of the Python environment."""
        return self.root / ".venv"

    @property
    def bin(self) -> Path:
        """Where the environment keeps its programs."""
        return self.venv / ("Scripts" if os.name == "nt" else "bin")

    @property
    def python(self) -> Path:
        """The environment's Python."""
        return self.bin / ("python.exe" if os.name == "nt" else "python")

    @property
    def stamps(self) -> Path:
        """Where set-up notes what it has done; in .venv, so that both go together."""
        return self.venv / "nightsong"

    @property
    def build(self) -> Path:
        """The folder for what is made on the way."""
        return self.root / "build"

    @property
    def node_modules(self) -> Path:
        """Where npm puts what it installs."""
        return self.root / "node_modules"

    def log(self, step: str) -> Path:
        """The file that takes what a step's programs print."""
        return self.build / f"setup-{step}.log"

    def site_packages(self) -> Path:
        """Where the environment's packages are."""
        if os.name == "nt":
            return self.venv / "Lib" / "site-packages"
        found = sorted(self.venv.glob("lib/python3.*/site-packages"))
        return found[-1] if found else self.venv / "lib" / "site-packages"


HERE = Places(Path(__file__).resolve().parents[2])

# Homebrew and MacPorts install where macOS doesn't look for shared libraries by itself.
MAC_LIBRARIES = ("/opt/homebrew/lib", "/usr/local/lib", "/opt/local/lib", "/usr/lib")


def environment(places: Places) -> dict[str, str]:
    """The variables for programs of the environment: its own programs come first."""
    env = dict(os.environ)
    env["PATH"] = os.pathsep.join((str(places.bin), env.get("PATH", os.defpath)))
    env["VIRTUAL_ENV"] = str(places.venv)
    env.pop("PYTHONHOME", None)  # would make .venv's Python look for another one's library
    env.pop("PYTHONSAFEPATH", None)  # would hide this checkout's own packages from it
    if sys.platform == "darwin":
        known = [env.get("DYLD_FALLBACK_LIBRARY_PATH", ""), *MAC_LIBRARIES]
        env["DYLD_FALLBACK_LIBRARY_PATH"] = ":".join(path for path in known if path)
    return env
