"""Rules as one writes them: lines of TOML, ranges such as "3..4", and what is said when a line is wrong."""

from __future__ import annotations

import re
import tomllib
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from .wording import one_line, shown

_LONGEST_TEXT, _LONGEST_PATH, _LONGEST_SENTENCE = 100_000, 200, 400


class RuleError(ValueError):
    """Wrong input, said in one sentence on one line: what must be how; got what; try this."""

    def __init__(self, sentence: str) -> None:
        super().__init__(one_line(sentence, _LONGEST_SENTENCE))


def figure_text(value: Any) -> str:
    """A figure as one writes it in a rules file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, list, tuple)):
        return shown(list(value) if isinstance(value, tuple) else value)
    return f'"{value}"' if isinstance(value, str) else str(value)


def bands(text: str) -> tuple[tuple[float, float], ...]:
    """The ranges that a text such as ``"..2"``, ``"3..4"`` or ``"4, 6..8"`` names; both ends belong to a range.

    >>> bands("4, 6..8"), bands("13..")
    (((4, 4), (6, 8)), ((13, inf),))
    """
    found: list[tuple[float, float]] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(-?\d{1,6})?\s*(\.\.)?\s*(-?\d{1,6})?\s*", part)
        if not match or not any(match.groups()) or (match[1] and match[3] and not match[2]):
            raise RuleError(f'a range must be written like "3..4", "..2", "13.." or "5"; got "{shown(text)}"')
        low = int(match[1]) if match[1] else float("-inf")
        high = int(match[3]) if match[3] else (float("inf") if match[2] else low)
        if low > high:
            raise RuleError(f'a range must run from low to high; got "{shown(text)}"')
        found.append((low, high))
    return tuple(found)


def read(text: str) -> dict[str, Any]:
    """Path to value for each line; ``RuleError`` when it is not TOML, too long, or says something twice."""
    found: dict[str, Any] = {}
    for path, value in _leaves(_parse(text)):
        if path in found:
            raise RuleError(f"each rule must be given once; got {shown(path)} twice; leave one out")
        found[path] = value
    return found


def _parse(text: str) -> dict[str, Any]:
    if not isinstance(text, str):
        raise RuleError(f"house rules must be text; got {type(text).__name__}; try 'fire.range.long = -3'")
    if len(text) > _LONGEST_TEXT:
        raise RuleError(f"house rules must be at most {_LONGEST_TEXT} characters long; got {len(text)}")
    for line in text.splitlines():
        if line.count(".") > _LONGEST_PATH:  # the reader takes long over such a line
            raise RuleError(f"a rule must be named by its path; got {shown(line)}; no path is as long as that")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        said = str(error).splitlines()[0] if str(error) else "it is nested too deeply"
        if "overwrite" in said or "already" in said or "twice" in said:
            raise RuleError(f"each rule must be given once; got one twice: {said}; leave one out") from None
        raise RuleError(f"house rules must be lines such as fire.range.long = -3; got something else: {said}") from None


def _leaves(tree: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Pairs of path and value, without recursion (a hostile text nests deeply)."""
    todo = deque((str(key), value) for key, value in tree.items())
    while todo:
        path, value = todo.popleft()
        if len(path) > _LONGEST_PATH:
            raise RuleError(f"a rule must be named by its path; got {shown(path)}; did you mean something shorter?")
        if isinstance(value, Mapping):
            if value:
                todo.extend((f"{path}.{key}", inner) for key, inner in value.items())
            else:
                raise RuleError(f"a house rule must give a value; {shown(path)} has none; leave it out")
        else:
            yield path, value
