"""The list of fonts that Matplotlib keeps, as its version in Pyodide takes it; else every page would begin with looking
through them again.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from ...engine.files.archives import read, write

_LIST, _READER = "matplotlib/fontlist.json", "matplotlib/font_manager.py"
_VERSION = re.compile(rb"^    __version__ = (\d+)$", re.MULTILINE)


def fit_fonts(wheel: Path) -> None:
    """Give the list in Matplotlib's wheel the version that is looked for, and leave out fonts of the machine where it
    was made.
    """
    contents = read(wheel)
    version = _VERSION.search(contents.get(_READER, b""))
    if version is None or _LIST not in contents:
        return
    listed = json.loads(contents[_LIST])
    listed["_version"] = int(version[1])
    for kind in ("afmlist", "ttflist"):
        listed[kind] = [font for font in listed[kind] if not font["fname"].startswith("/")]
    write(wheel, contents | {_LIST: json.dumps(listed).encode()})
