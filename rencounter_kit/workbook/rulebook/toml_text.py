"""A text of TOML that somebody has written: it is read within bounds, and what is wrong in it is told with its line."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...engine.words.errors import RuleError
from ...engine.words.typed import cleaned_lines
from .places import LineError, line_of
from .slips import slip


def parsed(text: str) -> dict[str, Any]:
    """What a text of TOML holds; ``LineError`` where it is none.

    >>> parsed("[fire]\\nneeded 8")
    Traceback (most recent call last):
        ...
    rencounter_kit.workbook.rulebook.places.LineError: line 2: a name and its value must have = between them; got needed 8; write needed = 8
    """  # noqa: E501
    lines = text.splitlines()
    last = max((number for number, line in enumerate(lines, 1) if line.strip()), default=1)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"\(at line (\d+)", str(error))
        raise LineError(*slip(text, int(at[1]) if at else len(lines), str(error))) from None
    except RecursionError:
        raise LineError(last, "lists and braces must not be nested so deep; got too many; take some out") from None
    except ValueError:  # Python reads no number of so many digits
        raise LineError(
            last, "a number must be short enough to be read; got one of too many digits; try a number such as -3"
        ) from None


def in_toml(value: object) -> str:
    """A value as TOML has it, whole: numbers, words, yes or no, and lists and tables of these.

    >>> print(in_toml('Tom "Gun" Hill'), in_toml((2, True)), in_toml({"skill": 7}))
    "Tom \\"Gun\\" Hill" [2, true] { skill = 7 }
    """
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{name} = {in_toml(one)}' for name, one in value.items())} }}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(in_toml, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class TomlText:
    """A text of TOML.

    called : what it is, "a lesson".
    source : what was written.
    longest : letters that it may have.
    """

    called: str
    source: str
    longest: int

    @cached_property
    def text(self) -> str:
        """What was written, in the signs of the keyboard; ``RuleError`` where it is no text, or too long."""
        if not isinstance(self.source, str) or len(self.source) > self.longest:
            got = f"{len(self.source):,}" if isinstance(self.source, str) else type(self.source).__name__
            raise RuleError(f"{self.called} must be text of at most {self.longest:,} characters; got {got}")
        return self.source if "'''" in self.source or '"""' in self.source else cleaned_lines(self.source)

    @cached_property
    def tree(self) -> dict[str, Any]:
        """What stands in it; ``RuleError`` where it cannot be read."""
        return parsed(self.text)

    def fault(self, path: str, message: str) -> LineError:
        """What is wrong at a path, with its line."""
        return LineError(line_of(self.text, path), message)
