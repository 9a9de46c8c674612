"""Names in braces where a number or dice stand in a line: ``{n}d6 keep highest {k}``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from ..words.errors import RuleError
from ..words.typed import whole
from ..words.wording import nearest, shown
from .errors import NotationError
from .limits import LARGEST
from .reading import PLACEHOLDER, Reading, plain_line, read
from .tree import Constant


def placeholders(line: str) -> tuple[str, ...]:
    """The names that stand in braces in a line of dice, in order, each once and in small letters.

    line : dice as players write them, at most 400 signs; ``RuleError`` for what is no text. Braces with numbers in them
        are faces of a die, ``d{1,2,3}``.

    >>> placeholders("{n}d{1..6} keep {k} + {dice.fire} - {n}")
    ('n', 'k', 'dice.fire')
    """
    return tuple(dict.fromkeys(name.lower() for name in PLACEHOLDER.findall(plain_line(line))))


def filled(line: str, values: Mapping[str, int | str]) -> str:
    """The line with a value in place of each name; what the line does not name is left aside.

    values : of each name a whole number from -1,000,000 to 1,000,000, or dice as text. Below 0, and for dice, brackets
    stand round it. ``NotationError``, with the place, for a name without value and for what is neither number nor dice.

    >>> filled("{n}d6 + {dm}", {"n": 4, "dm": -2}), filled("{n}d6 + {fire}", {"n": "3", "fire": "2d6 + 1"})
    ('4d6 + (-2)', '3d6 + (2d6 + 1)')
    """
    line = plain_line(line)
    by_name = {name.lower(): value for name, value in values.items()}

    def value(place: re.Match[str]) -> str:
        name = place[1].lower()
        try:
            if name not in by_name:
                raise RuleError(f"each name in braces must have a value; got none for {name}; try {name}=4")
            if _touches(line, place):
                raise RuleError(f"a number must be by itself; got {name} beside another; put a sign between them")
            return _written(name, by_name[name])
        except RuleError as error:
            raise NotationError(str(error), line, *place.span()) from None

    return PLACEHOLDER.sub(value, line)


def refuse_unknown(unknown: Iterable[str], names: Iterable[str]) -> None:
    """``RuleError`` for a name that no braces hold."""
    all_names = list(names)
    for name in unknown:
        if name.lower() not in all_names:
            near = nearest(name.lower(), all_names) or f"; try {{{shown(name)}}} in the line, or leave it out"
            raise RuleError(f"a value must be of a name in braces in the line; got {shown(name)}{near}")


def _touches(line: str, place: re.Match[str]) -> bool:
    """Would its number be one with that of a neighbour?"""
    return line[: place.start()][-1:] in ("}", *"0123456789") or line[place.end() :][:1].isdigit()


@lru_cache(maxsize=256)
def _read(text: str) -> Reading:
    """Dice that are filled in again and again, as for each of many throws."""
    return read(text)


def _written(name: str, value: int | str) -> str:
    """A value as it stands in the line."""
    number: int | str | None = whole(value) if isinstance(value, str) else value
    if number is None:
        try:
            reading = _read(str(value))
        except RuleError:
            raise RuleError(f"{name} must be a whole number or dice; got {shown(value)}; try {name}=4") from None
        if not isinstance(reading.tree, Constant):
            return f"({reading.line})"
        number = reading.tree.value
    if isinstance(number, bool) or not isinstance(number, int) or abs(number) > LARGEST:
        raise RuleError(
            f"{name} must be a whole number from -{LARGEST:,} to {LARGEST:,}, or dice; got {shown(value)}; try {name}=4"
        )
    return str(number) if number >= 0 else f"({number})"
