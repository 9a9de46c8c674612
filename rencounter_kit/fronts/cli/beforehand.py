"""What Python behind a page loads as soon as the page is open, while its reader still reads: JupyterLab has it run
this.
"""

import os
from contextlib import suppress

os.environ.pop(
    "PYTHONSAFEPATH", None
)  # Python was started with it, so that no file beside the page takes the place of a library
with suppress(ImportError):  # a Python of another kind runs it, too
    __import__("rencounter_kit.fronts.cli.sibling_finder", fromlist=["look_beside"]).look_beside()
    __import__("rencounter_kit.fronts.panels")
del os, suppress  # a page begins without names
