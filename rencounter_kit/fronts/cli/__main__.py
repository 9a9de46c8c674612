"""``python -m rencounter_kit.fronts.cli``."""

import sys

from .main import main

sys.exit(main())
