"""What other dice notations write, and how it is written here: data, in ``data/words/other_notations.toml``."""

from __future__ import annotations

import re
from functools import cache

from ..files.folders import project_folder
from .errors import NotationError


def foreign(line: str) -> NotationError | None:
    """The sentence for what another notation writes, with its place; ``None`` where nothing of it is known.

    >>> print(foreign("3d6 three of a kind"))
    dice alike must be so many or more, or just so many; got neither; as in 3d6 largest set >= three, or = three
    """
    for pattern, sentence in _lines():
        if match := pattern.search(line):
            return NotationError(match.expand(sentence), line, *match.span())
    return None


@cache
def _lines() -> list[tuple[re.Pattern[str], str]]:
    import tomllib

    table = tomllib.loads((project_folder("data") / "words" / "other_notations.toml").read_text(encoding="utf-8"))
    named = re.compile("ROLL|READING")
    patterns = (named.sub(lambda name: table[name[0]], one["pattern"]) for one in table["line"])
    return [
        (re.compile(pattern, re.IGNORECASE), one["sentence"])
        for pattern, one in zip(patterns, table["line"], strict=True)
    ]
