#!/usr/bin/env python3
"""The one command: sets up what it needs on first use, then builds, serves, checks or tests.

    python3 build.py [COMMAND ...]        python3 build.py --help

Kept to what the oldest Python 3 can read, so that an old one is told what is wrong; the rest is
in generator/provision/.
"""

import os
import sys

NEEDED = (3, 11)

TOO_OLD = """\
error: this is Python {have} ({path}), and build.py needs Python {need} or newer.
  to do: install a newer Python and run build.py with it, for example
      Debian, Ubuntu   sudo apt-get install -y python3 python3-venv
      Fedora           sudo dnf install -y python3
      Arch             sudo pacman -S --needed python
      macOS            brew install python
    If you have several, name the new one: python3.13 build.py
"""


def hand_over() -> int:
    """Check the Python, then let the real start-up (which may use it fully) take over."""
    if sys.version_info < NEEDED:
        have, need = (".".join(str(n) for n in v[:3]) for v in (sys.version_info, NEEDED))
        sys.stderr.write(TOO_OLD.format(have=have, path=sys.executable, need=need))
        return 1
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - quick
    from generator.provision.main import main

    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(hand_over())
