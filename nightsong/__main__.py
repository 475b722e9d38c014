"""``python -m nightsong``: see ``nightsong.cli``."""

import sys

from nightsong.cli import main

sys.exit(main())
