"""``python -m rencounter_kit.cli``."""

import sys

from .main import main

sys.exit(main())
