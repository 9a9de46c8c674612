"""The page of what was measured (MEASURED.md): ``make bench`` writes what stands between its two marks, and nothing
else of it.
"""

from __future__ import annotations

import io
import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PAGE = Path(__file__).with_name("MEASURED.md")
BEGIN, END = "<!-- make bench writes from here -->", "<!-- to here; the rest is kept by hand -->"
LIBRARIES = ("numpy", "scipy", "pandas", "sympy", "matplotlib", "icepool", "dyce")


def between_marks(page: str, text: str) -> str:
    """The page with ``text`` between its marks, in place of what stood there.

    Raises ``ValueError`` where the page has not each mark once, in order.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end) or BEGIN in rest or END in before + after:
        raise ValueError(f"the page must have {BEGIN} and then {END}, each once; put them back")
    return f"{before}{BEGIN}\n\n{text.strip()}\n\n{END}{after}"


def circumstances(rounds: int) -> str:
    """When and on what it was measured, with which versions."""
    return (
        f"Measured on {date.today().isoformat()}, in {rounds} rounds, on {platform.system()} {platform.machine()} with "
        f"{os.cpu_count()} processors; Python {platform.python_version()}, {', '.join(map(_named, LIBRARIES))}."
    )


def _named(library: str) -> str:
    try:
        return f"{library} {version(library)}"
    except PackageNotFoundError:
        return f"no {library}"


class _Both(io.StringIO):
    """A text that is shown as well as kept."""

    def __init__(self) -> None:
        super().__init__()
        self._shown = sys.stdout

    def write(self, text: str) -> int:
        self._shown.write(text)
        return super().write(text)

    def flush(self) -> None:
        self._shown.flush()


@contextmanager
def written_to(page: Path, rounds: int) -> Iterator[None]:
    """What is printed meanwhile also goes on the page; nothing does where that is broken off."""
    with redirect_stdout(_Both()) as output:
        yield
    text = f"{circumstances(rounds)}\n\n{output.getvalue()}"
    page.write_text(between_marks(page.read_text(encoding="utf-8"), text), encoding="utf-8")
