"""What Python behind a page loads as soon as the page is open, while its reader still reads: JupyterLab has it run this."""

from contextlib import suppress

with suppress(ImportError):  # a Python of another kind runs it, too
    __import__("rencounter_kit.panels")
del suppress  # a page begins without names
