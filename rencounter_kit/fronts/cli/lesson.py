"""``rencounter lesson``: a lesson of one's own, begun from a small one, and whether it is right."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path

from ...engine.files.folders import project_folder
from ...engine.files.written_file import write_file
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text, percent_text
from ...workbook.rulebook.library import file_of
from .command import AddCommand

_STARTER = "lesson.toml"


COMMANDS = ("lesson",)


def add(command: AddCommand) -> None:
    """Add this command to a parser."""
    one = command("lesson", lesson, "start a lesson of your own, or check it for mistakes", asks=False)
    one.add_argument("file", metavar="FILE", help="the file of the lesson, such as mine.toml")
    one.add_argument("--new", action="store_true", help="write a small complete lesson there, for you to change")


def lesson(args: argparse.Namespace) -> None:
    """Begin a lesson, or read one and draw each of its questions once."""
    from ..teaching.deck import QuestionDeck
    from ..teaching.lesson import lesson_of

    file = Path(args.file).expanduser()
    if args.new:
        _begin(file, [file_of(one).stem for one in args.own_games])
    own = lesson_of(file if args.new else args.file)
    many = len(own.questions)
    print(f"{own.title}: {many} question{'s' * (many > 1)}. One drawn of each:")
    for text in own.questions:
        drawn = QuestionDeck(text, seed=0).deal()
        print(
            f"  line {text.line}, {text.kind}: {drawn.situation} {drawn.question} "
            f"{percent_text(drawn.answer.figures[-1])}"
        )
    if file.is_file():
        print(f"On a page: rencounter app --lesson {shlex.quote(args.file)}, also with --game for a game of your own")
    print(f"On paper: rencounter worksheet {shlex.quote(args.file)} -o sheet.html, and with --answers for you")


def _begin(file: Path, own: Sequence[str]) -> None:
    if file.exists():
        raise RuleError(
            f"a new lesson must have a new file; got {as_text(str(file))}, which exists already; try another name"
        )
    text = (project_folder("data") / "starter" / _STARTER).read_text(encoding="utf-8")
    if own:
        from ..teaching.first_questions import first_questions

        text = text.partition("\n[[question]]")[0] + "\n" + first_questions(own[0])
    write_file(file, text.encode(), "a new lesson")
