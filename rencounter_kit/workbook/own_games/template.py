"""A line of dice with names in braces: figures of the rules by their path, what is asked, and what was summed up.

``{dice.shoot} + {dm} >= {shooting.needed}`` is filled in by the rules in force, so house rules reach it. A path may end
with what is asked, ``{dice.weapon.{weapon}}``. What is true or false is a yes or no, ``if {aims} then ..``; so is
whether something asked has a value, ``{weapon is bow or sling}``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ...engine.notation.placeholders import filled, placeholders
from ...engine.notation.reading import read
from ...engine.notation.simplification import simpler
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text
from ..rulebook.book import Ruleset
from .filled_line import FilledLine

_ROW = re.compile(r"\{\s*([a-z][\w.]*)\.\{\s*([a-z]\w*)\s*\}((?:\.\w+)*)\s*\}", re.ASCII)
_IS = re.compile(r"\{\s*([a-z]\w*)\s+is\s+(not\s+)?([^{}]+?)\s*\}", re.ASCII)
_INPUT = re.compile(r"\{\s*([a-z]\w*)\s*\}", re.ASCII)
_TRUE, _FALSE = "(1 = 1)", "(1 = 0)"


class Template:
    """What may be asked of such a line before it is filled in.

    rows : each path in which the name of what is asked stands: what is before it, that name, and what is behind.
    compared : each name of which it is asked whether it has a value, and these values.
    names : what is asked or was summed up.
    figures : the paths that stand there whole.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.rows = tuple(match.groups() for match in _ROW.finditer(text))
        self.compared = tuple((match[1], _several(match[3])) for match in _IS.finditer(text))
        plain = placeholders(_IS.sub(_TRUE, _ROW.sub(_TRUE, text)))
        names = [*(name for _, name, _ in self.rows), *(name for name, _ in self.compared)]
        self.names = tuple(dict.fromkeys([*(name for name in plain if "." not in name), *names]))
        self.figures = tuple(name for name in plain if "." in name)
        self._filled = lru_cache(maxsize=1024)(self._fill)

    def filled(self, values: Mapping[str, Any], r: Ruleset) -> FilledLine:
        """It is filled in, and read."""
        arguments = tuple(values[name] for name in self.names)
        return self._filled(arguments, tuple(r[path] for path in (*self.figures, *self._paths(values))))

    def _paths(self, values: Mapping[str, Any]) -> list[str]:
        """Each path in which the name of what is asked stands, with its value."""
        return [f"{start}.{values[name]}{end}" for start, name, end in self.rows]

    def _fill(self, arguments: tuple[Any, ...], figures: tuple[Any, ...]) -> FilledLine:
        values = dict(zip(self.names, arguments, strict=True))
        values |= zip((*self.figures, *self._paths(values)), figures, strict=True)
        line = _ROW.sub(lambda path: f"{{{path[1]}.{values[path[2]]}{path[3]}}}", self.text)
        line = _IS.sub(lambda match: _yes((str(values[match[1]]) in _several(match[3])) != bool(match[2])), line)
        by_name = {name: values[name] for name in placeholders(line)}
        for name, value in by_name.items():
            if isinstance(value, bool):
                line = re.sub(rf"\{{\s*{name}\s*\}}", _yes(value), line, flags=re.IGNORECASE)
        reading = read(filled(line, by_name))
        if (self.names or self.figures) and any(one.several for one in reading.comparisons):
            raise RuleError(
                f'Sum or successes? Add brackets, or "count"; got {as_text(self.text)}; write (2d6) >= {{needed}} '
                f"for their sum,"
                " or 5d10 count {needed} or more for successes"
            )
        return FilledLine(reading.line, simpler(reading))


def inputs_in(path: str) -> tuple[str, ...]:
    """What is asked, by whose values a path goes on, as in ``wound.{weapon}``."""
    return tuple(_INPUT.findall(path))


def path_of(path: str, values: Mapping[str, Any]) -> str:
    """The path with these values."""
    return _INPUT.sub(lambda name: str(values[name[1]]), path)


def _several(text: str) -> tuple[str, ...]:
    return tuple(re.split(r"\s+or\s+", text))


def _yes(holds: bool) -> str:
    return _TRUE if holds else _FALSE
