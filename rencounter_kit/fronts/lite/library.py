"""Python's own library in the browser, an archive of which each module is read when it is imported; a wheel is unpacked
whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from ...engine.files.archives import read, write

_FIRST = "piplite/__init__.py"  # what the kernel imports before anything else
# Each look into the folder of pages is a request that Python waits for: that folder is '' there, and stands first.
_PAGES_LAST = b"\n\nimport sys\n\nsys.path.sort(key=bool, reverse=True)\n"


def pages_last(wheel: Path) -> None:
    """Have the wheel of the kernel's piplite say that what is imported is looked for beside the pages only where it is
    nowhere else.
    """
    contents = read(wheel)
    if _FIRST in contents:
        write(wheel, contents | {_FIRST: contents[_FIRST] + _PAGES_LAST})


def join(library: Path, wheels: Iterable[Path]) -> None:
    """Move what stands in wheels into the library, but for what is compiled: such wheels do without."""
    contents = read(library)
    for wheel in wheels:
        contents |= read(wheel, lambda name: not name.endswith((".so", ".pyd")))
        wheel.unlink()
    # In an archive Python finds a folder without __init__.py only if it has a line of its own.
    folders = {f"{folder}/" for name in contents for folder in map(str, PurePosixPath(name).parents) if folder != "."}
    write(library, dict.fromkeys(sorted(folders), b"") | contents)
