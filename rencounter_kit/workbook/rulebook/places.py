"""Where in a file of TOML something stands, for whoever has to put it right."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text

_MOST_FAULTS = 12  # that are told at once
_HEADING = re.compile(r"""\s*(\[\[?)\s*([^\]#]+?)\s*\]\]?""")
_NAME = re.compile(r"""\s*((?:[\w-]+|"[^"\n]*"|'[^'\n]*')(?:\s*\.\s*(?:[\w-]+|"[^"\n]*"|'[^'\n]*'))*)\s*=""")


class LineError(RuleError):
    """What is wrong in a text, with its line.

    line : its number, from 1.
    message : the rest of the sentence.
    where : what stands before that.
    """

    def __init__(self, line: int, message: str, where: str | None = None) -> None:
        super().__init__((f"line {line}: " if where is None else where) + message)
        self.line, self.message = line, message


class FileError(LineError):
    """The same of a file.

    faults : each one, where it tells of several.
    """

    def __init__(self, file: Path, line: int, message: str) -> None:
        super().__init__(line, message, f"{file.name}, line {line}: ")
        self.file = file
        self.faults: Sequence[FileError] = (self,)

    def in_text(self, text: str) -> str:
        """The same for whoever sees the text alone, without its name and the numbers of its lines: each line
        is quoted.
        """
        lines = text.splitlines()
        quoted = ((one, as_text(lines[one.line - 1].strip()) if one.line <= len(lines) else "") for one in self.faults)
        return "\n".join(f"line {one.line}, {line}: {one.message}" for one, line in quoted)


def together(faults: Sequence[FileError]) -> FileError:
    """All that is wrong as one error, in the order of the file, a line each."""
    every = sorted(faults, key=lambda fault: fault.line)
    error = FileError(every[0].file, every[0].line, every[0].message)
    error.faults = every[:_MOST_FAULTS]
    more = [f"... and {len(every) - _MOST_FAULTS} more"] if len(every) > _MOST_FAULTS else []
    error.args = ("\n".join([*map(str, every[:_MOST_FAULTS]), *more]),)
    return error


def line_of(text: str, path: str) -> int:
    """The number of the line, from 1, in which a path is given a value; else that of the nearest group around it.

    path : as names with dots; ``example.2`` is the third of the headings ``[[example]]``, ``step.0.die.1`` the second
    ``[[step.die]]`` below the first ``[[step]]``.

    >>> line_of("[fire]\\nneeded = 8\\n[fire.range]\\nlong = -4", "fire.range.long")
    4
    """
    names, best, nearest = _names(path), 1, 0
    group: list[str] = []
    visits: Counter[tuple[str, ...]] = Counter()
    for number, line in enumerate(text.splitlines(), 1):
        if heading := _HEADING.match(line):
            group = []
            for name in _names(heading[2]):
                if tuple(group) in visits:
                    group.append(str(visits[tuple(group)] - 1))
                group.append(name)
            if heading[1] == "[[":
                visits[tuple(group)] += 1
                group.append(str(visits[tuple(group)] - 1))
            current = group
        elif name_of := _NAME.match(line):
            current = [*group, *_names(name_of[1])]
        else:
            continue
        alike = next(
            (i for i, pair in enumerate(zip(current, names, strict=False)) if pair[0] != pair[1]), len(current)
        )
        if min(alike, len(names)) > nearest:
            best, nearest = number, min(alike, len(names))
    return best


def _names(path: str) -> list[str]:
    """The names of a path; those in quotes may have dots."""
    return [one.strip("\"'") for one in re.findall(r"""\"[^"\n]*\"|'[^'\n]*'|[\w-]+""", path)]
