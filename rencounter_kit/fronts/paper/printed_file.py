"""A file for what is printed: a page of HTML, or a PDF that a browser prints."""

from __future__ import annotations

from pathlib import Path

from ...engine.files.written_file import write_file
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text
from .pdf import must_print, pdf_of

_PAGE, _PDF = ".html", ".pdf"


def printed_file(file: str | Path, what: str, name: str) -> Path:
    """The place of the file; ``RuleError`` where it cannot be written, before the work is done.

    what : must be it, such as "-o".
    name : that it may have.

    >>> printed_file("odds.txt", "-o", "rencounter")
    Traceback (most recent call last):
    rencounter_kit.engine.words.errors.RuleError: -o must be a file that ends with .html or .pdf; got odds.txt; try rencounter.html
    """  # noqa: E501
    place = Path(file).expanduser()
    if place.suffix.lower() not in (_PAGE, _PDF):
        raise RuleError(
            f"{what} must be a file that ends with .html or .pdf; got {as_text(str(file))}; try {name}.html"
        )
    if not place.parent.is_dir() or place.is_dir():
        why = "which is a folder" if place.is_dir() else "whose folder is not there"
        raise RuleError(
            f"{what} must be a file that can be written; got {as_text(str(file))}, {why}; try {name}{place.suffix}"
        )
    if place.suffix.lower() == _PDF:
        must_print()
    return place


def write_printed(file: Path, page: str, what: str) -> None:
    """Write a page into its file, printed where that is a PDF."""
    write_file(file, pdf_of(page) if file.suffix.lower() == _PDF else page, what)
