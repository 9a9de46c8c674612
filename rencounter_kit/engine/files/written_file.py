"""A file that is written, or the sentence that says why it cannot be."""

from __future__ import annotations

import os
from pathlib import Path
from stat import S_ISREG

from ..words.errors import RuleError
from ..words.wording import as_text

_LAID = sum(getattr(os, name, 0) for name in ("O_WRONLY", "O_CREAT", "O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))


def write_file(file: str | Path, content: str | bytes, what: str) -> Path:
    """Write a file, and return its place; ``RuleError`` when it cannot be written.

    content : of a text its letters, with the ends of lines that they have.
    what : what must be a file, such as "-o".

    >>> write_file("no/such/folder/odds.csv", "", "-o")
    Traceback (most recent call last):
    rencounter_kit.engine.words.errors.RuleError: -o must be a file that can be written; got no/such/folder/odds.csv: No such file or directory
    """  # noqa: E501
    place = Path(file)
    try:
        place.write_bytes(content if isinstance(content, bytes) else content.encode())
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "no such name"
        raise RuleError(f"{what} must be a file that can be written; got {as_text(str(file))}: {why}") from None
    return place


def lay_file(file: Path, content: str | bytes) -> None:
    """Write a file of ours into a folder that may be a stranger's: never through a link that lies there, which may lead
    to any file of the owner's, nor into a pipe, which may wait for ever; ``RuleError`` instead.
    """
    try:
        if file.is_symlink():
            raise OSError(0, f"it is a link, to {as_text(str(file.readlink()))}")
        with os.fdopen(os.open(file, _LAID, 0o666), "wb") as stream:
            if not S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise OSError(0, "it is no plain file")
            stream.truncate()
            stream.write(content if isinstance(content, bytes) else content.encode())
    except OSError as error:
        raise RuleError(
            f"{file.name} must be a file that can be written; got {as_text(str(file))}: {error.strerror}; move it away"
        ) from None
