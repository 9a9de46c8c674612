"""Where the project's folders of files are: ``data``, ``notebooks``, and what stands in ``static`` of a room."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path


def project_folder(name: str) -> Path:
    """A folder of the project: beside the package in a checkout, inside it when installed."""
    package = Path(__file__).parents[2]
    inside = package / name
    return inside if inside.is_dir() else package.parent / name


@cache
def static_text(room: str, name: str) -> str:
    """Style or script that a room, as "fronts/panels", puts into its pages, read once from its folder ``static``."""
    return (files("rencounter_kit") / room / "static" / name).read_text(encoding="utf-8")
