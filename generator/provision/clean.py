"""The clean command: removing what was made."""

import shutil
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from generator.provision.exclusive import exclusive
from generator.provision.places import Places
from generator.provision.problem import AGAIN, Problem


def run(places: Places, arguments: Sequence[str]) -> int:
    """Remove build/ and dist/, with --all also what set-up made."""
    parser = ArgumentParser(prog="build.py clean", description="Remove build/ and dist/.")
    parser.add_argument("--all", action="store_true", help="also remove .venv/ and node_modules/")
    options = parser.parse_args(arguments)
    made = [places.build, places.root / "dist"]
    if options.all:
        made += [places.venv, places.node_modules]
    with exclusive(places.root, lambda: print("Waiting for a set-up to finish …", flush=True)):
        removed = [path.name for path in made if _remove(path)]
    print(f"Removed {', '.join(removed)}." if removed else "There was nothing to remove.")
    return 0


def _remove(path: Path) -> bool:
    """Remove a folder; of a link only the link, for what it points at isn't ours."""
    try:
        if path.is_symlink() or path.is_file():
            path.unlink()
        elif path.is_dir():
            shutil.rmtree(path)
        else:
            return False
    except OSError as error:
        raise Problem(
            f"could not remove {path}: {error.strerror}.",
            "permission to remove what is in it, and nobody else writing there",
            f"become its owner, or remove it by hand. {AGAIN}",
        ) from error
    return True
