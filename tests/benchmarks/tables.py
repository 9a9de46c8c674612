"""What all benchmarks print with."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))


def table(head, rows) -> str:
    """A table in Markdown, its columns lined up."""
    every = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*every, strict=True)]
    every.insert(1, ["-" * width for width in widths])
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in every
    )


def yes(holds: bool) -> str:
    return "yes" if holds else "NO"
