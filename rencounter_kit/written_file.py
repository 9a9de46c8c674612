"""A file that is written, or the sentence that says why it cannot be."""

from __future__ import annotations

from pathlib import Path

from .errors import RuleError
from .wording import shown


def write_file(file: str | Path, content: str | bytes, what: str) -> Path:
    """Write a file, and return its place; ``RuleError`` when it cannot be written. content : of a text its letters, with the
    ends of lines that they have. what : what must be a file, such as "-o".

    >>> write_file("no/such/folder/odds.csv", "", "-o")
    Traceback (most recent call last):
    rencounter_kit.errors.RuleError: -o must be a file that can be written; got no/such/folder/odds.csv: No such file or directory
    """
    place = Path(file)
    try:
        place.write_bytes(content if isinstance(content, bytes) else content.encode())
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "no such name"
        raise RuleError(f"{what} must be a file that can be written; got {shown(str(file))}: {why}") from None
    return place
