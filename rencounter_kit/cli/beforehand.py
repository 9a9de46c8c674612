"""What Python behind a page loads as soon as the page is open, while its reader still reads: JupyterLab has it run this."""

import os
import sys
from contextlib import suppress

os.environ.pop(
    "PYTHONSAFEPATH", None
)  # Python was started with it, so that no file beside the page takes the place of a library
sys.path.append("")  # what stands beside the page can still be imported
with suppress(ImportError):  # a Python of another kind runs it, too
    __import__("rencounter_kit.panels")
del os, sys, suppress  # a page begins without names
