"""Where the project's folders of files are: ``data``, ``notebooks``."""

from __future__ import annotations

from pathlib import Path


def project_folder(name: str) -> Path:
    """A folder of the project: beside the package in a checkout, inside it when installed."""
    inside = Path(__file__).parent / name
    return inside if inside.is_dir() else Path(__file__).parents[1] / name
