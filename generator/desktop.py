"""Showing a file to whoever sits at the machine, where there is a desktop."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path


def show(path: Path) -> bool:
    """Open a file in the program that the desktop has for it; says whether there was one."""
    command = _opener()
    if command is None:
        return False
    return subprocess.run([command, str(path)], check=False).returncode == 0


def _opener() -> str | None:
    if sys.platform == "darwin":
        return shutil.which("open")
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return shutil.which("xdg-open")
    return None
