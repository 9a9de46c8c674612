"""Where the project's folders of files are: ``data``, ``notebooks``, and what stands in ``static`` of a room."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path


def project_folder(name: str) -> Path:
    """A folder of the project: beside the package in a checkout, inside it when installed."""
    inside = Path(__file__).parent / name
    return inside if inside.is_dir() else Path(__file__).parents[1] / name


@cache
def static_text(room: str, name: str) -> str:
    """Style or script that a room puts into its pages, read once from its folder ``static``."""
    return (files("rencounter_kit") / room / "static" / name).read_text(encoding="utf-8")
