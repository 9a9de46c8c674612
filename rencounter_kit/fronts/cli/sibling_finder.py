"""What stands beside a page can be imported by the page, and by what it imports from there; a library that looks for
what is not installed does not find it there.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import FrameType, ModuleType


class SiblingFinder:
    """Looks beside the page, after every other place."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Where a module stands beside the page, for whoever may have it from there."""
        folder, frame = Path.cwd(), _importing(sys._getframe(1))
        if path is not None or frame is None:
            return None
        is_of_page = frame.f_globals.get("__name__") == "__main__"
        return PathFinder.find_spec(name, [str(folder)], target) if is_of_page or _is_in(folder, frame) else None


def look_beside() -> None:
    """From now on the page may import what stands beside it."""
    if SiblingFinder not in sys.meta_path:
        sys.meta_path.append(SiblingFinder)


def _importing(frame: FrameType | None) -> FrameType | None:
    """Whose code asks for the module: importlib itself does not."""
    while frame and str(frame.f_globals.get("__name__", "")).partition(".")[0] == "importlib":
        frame = frame.f_back
    return frame


def _is_in(folder: Path, frame: FrameType) -> bool:
    return Path(frame.f_code.co_filename).parent == folder
