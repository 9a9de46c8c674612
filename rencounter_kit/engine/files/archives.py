"""Wheels and other archives, read and written whole."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path


def read(file: Path, choose: Callable[[str], bool] = lambda _: True) -> dict[str, bytes]:
    """What stands in an archive, by name."""
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist() if choose(name)}


def write(file: Path, contents: Mapping[str, bytes]) -> None:
    """Write an archive anew."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            archive.writestr(name, content)
