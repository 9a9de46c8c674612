"""Names in braces where a number or dice stand in a line: ``{n}d6 keep highest {k}``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from ..words.errors import RuleError
from ..words.typed import cleaned, whole
from ..words.wording import as_text, nearest
from .errors import NotationError
from .limits import LARGEST
from .reading import PLACEHOLDER, Reading, plain_line, read
from .tree import Constant

_DIE = re.compile(r"1?\s*(d\s*(?:\d+|%|f|\{[^{}]*\}))", re.IGNORECASE | re.ASCII)


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

    values : of each name a whole number from -1,000,000 to 1,000,000, or dice as text. Below 0, and for dice that are
        not a single one, brackets stand round it. ``NotationError``, with the place, for a name without value and for
        what is neither number nor dice.

    >>> filled("{n}d6 + {dm}", {"n": 4, "dm": -2}), filled("{n}{die} + {fire}", {"n": 3, "die": "d8", "fire": "2d6"})
    ('4d6 + (-2)', '3d8 + (2d6)')
    """
    line = plain_line(line)
    by_name = {name.lower(): value for name, value in values.items()}

    def value(place: re.Match[str]) -> str:
        name = place[1].lower()
        try:
            if name not in by_name:
                raise RuleError(f"each name in braces must have a value; got none for {name}; try {name}=4")
            before, after = line[: place.start()][-1:], line[place.end() :][:1]
            dice = cleaned(text) if isinstance(text := by_name[name], str) and whole(text) is None else ""
            if (die := _DIE.fullmatch(dice)) and not after.isdigit():
                return f"{' ' * before.isalpha()}{die[1]}{' ' * after.isalpha()}"
            if before in ("}", *"0123456789") or after.isdigit():
                if dice:
                    raise RuleError(
                        f"dice behind a number must be one die; got {name}, {as_text(dice)}; try repeat 3 times"
                    )
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
            near = nearest(name.lower(), all_names) or f"; try {{{as_text(name)}}} in the line, or leave it out"
            raise RuleError(f"a value must be of a name in braces in the line; got {as_text(name)}{near}")


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
            raise RuleError(f"{name} must be a whole number or dice; got {as_text(value)}; try {name}=4") from None
        if not isinstance(reading.tree, Constant):
            return f"({reading.line})"
        number = reading.tree.value
    if isinstance(number, bool) or not isinstance(number, int) or abs(number) > LARGEST:
        raise RuleError(
            f"{name} must be a whole number from -{LARGEST:,} to {LARGEST:,}, or dice; "
            f"got {as_text(value)}; try {name}=4"
        )
    return str(number) if number >= 0 else f"({number})"
