"""A file that somebody names is read: text, and no more of it than it may be long."""

from __future__ import annotations

import os
from pathlib import Path
from stat import S_ISREG

_NO_TEXT = "it is not UTF-8 text; save it as UTF-8"
_BYTES = 4  # of a letter, at most
_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # whoever has a pipe to wait at is not waited for


class UnreadError(Exception):
    """Why a file cannot be read, in a few words; who asked for it says what it should have been.

    is_there : was anything found at all?
    """

    def __init__(self, why: str, is_there: bool = True) -> None:
        super().__init__(why)
        self.is_there = is_there


def read_file(file: str | Path, most: int) -> str:
    """The text of a file of at most ``most`` letters, as it stands there; ``UnreadError`` where it is no plain file, or
    no text in UTF-8, or too long, which its size tells before any of it is read. Up to four times as many letters may
    come, which the one who asks may want to count.

    >>> read_file("no/such/file", 10)
    Traceback (most recent call last):
    rencounter_kit.engine.files.read_file.UnreadError: No such file or directory
    """
    bound = _BYTES * most
    try:
        with open(file, "rb", opener=lambda path, flags: os.open(path, flags | _AT_ONCE)) as stream:
            about = os.fstat(stream.fileno())
            if not S_ISREG(about.st_mode):
                raise UnreadError("it is no plain file")
            content = b"" if about.st_size > bound else stream.read(bound + 1)
    except OSError as error:
        raise UnreadError(error.strerror or "it cannot be read", is_there=False) from None
    except ValueError:
        raise UnreadError("no such name", is_there=False) from None
    if (size := max(about.st_size, len(content))) > bound:
        raise UnreadError(f"it has {size:,} bytes, and we read at most {most:,} characters")
    if b"\0" in content:  # as UTF-16 has it between letters
        raise UnreadError(_NO_TEXT)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadError(_NO_TEXT) from None
