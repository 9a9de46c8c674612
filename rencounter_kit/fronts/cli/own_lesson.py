"""Lessons of one's own on the command line: ``--lesson FILE`` of the app and of Lab, and what the servers that these
start know of them.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import tomllib
from pathlib import Path

from ...engine.files.read_file import UnreadError, read_file
from ...engine.words.errors import RuleError
from ...engine.words.typed import cleaned_lines
from ...engine.words.wording import as_text, one_line
from ..teaching.lesson import LONGEST_LESSON

VARIABLE = "RENCOUNTER_LESSONS"  # one's own lessons for the server that a command starts: JSON, [file, ...]
_LONGEST_TITLE = 60


def takes_lesson(command: argparse.ArgumentParser) -> None:
    """Let a command know lessons of one's own."""
    command.add_argument(
        "--lesson",
        metavar="FILE",
        dest="own_lessons",
        action="append",
        default=[],
        help="a lesson of your own, to get a page here; may be given again",
    )


def load_lessons(args: argparse.Namespace) -> None:
    """Have the server that the command starts know the lessons that it names. Whether they are right, their
    pages say.
    """
    files = [Path(text).expanduser().resolve() for text in args.own_lessons]
    for file in files:
        if not file.is_file():
            raise RuleError(
                f"--lesson must be a file that is there; got {as_text(str(file))}; rencounter lesson FILE --new "
                f"writes one to begin with"
            )
    if files:
        os.environ[VARIABLE] = json.dumps(list(map(str, files)))


def own_lessons() -> dict[str, Path]:
    """The files of one's own lessons, by the names of their pages.

    >>> own_lessons()
    {}
    """
    lessons: dict[str, Path] = {}
    for text in dict.fromkeys(json.loads(os.environ.get(VARIABLE, "[]"))):
        file = Path(text)
        stem = "_".join(["lesson", *re.findall(r"[a-z0-9]+", file.stem.lower())])
        names = (stem, *(f"{stem}_{number}" for number in range(2, len(lessons) + 3)))
        lessons[next(name for name in names if name not in lessons)] = file
    return lessons


def title_of(file: Path) -> str:
    """The title of a lesson, or what its file is called where it cannot be read as it is now."""
    try:
        title = tomllib.loads(cleaned_lines(read_file(file, LONGEST_LESSON))).get("title")
    except (UnreadError, ValueError, RecursionError):
        title = None
    return one_line(" ".join(title.split()), _LONGEST_TITLE) if isinstance(title, str) and title.strip() else file.stem
