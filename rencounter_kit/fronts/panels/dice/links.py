"""Lines of dice as a line to send: a link, Python or a command; and such a line taken in again."""

from __future__ import annotations

import re
import shlex
from typing import NamedTuple

from ....engine.words.errors import RuleError
from ....engine.words.typed import cleaned, whole
from ....engine.words.wording import EXACTLY, READINGS, as_text
from ....workbook.mechanics.address import DICE, SentLine, left_out, no_line, read, written
from ..page_state import page_link
from .numbers import SliderValue, ranged

MOST_LINES = 6
_EXAMPLE = 'rencounter dice "4d6 drop lowest"'
_READING, _SET = "reading", "set."  # in a link; the last before the name of a number


class DiceSet(NamedTuple):
    """All that is set: the lines as they are typed, how they are read, and the numbers that they leave open."""

    lines: tuple[str, ...]
    reading: str = EXACTLY
    numbers: tuple[tuple[str, SliderValue], ...] = ()

    def differs_in(self, other: DiceSet) -> set[str]:
        """The names of what differs."""
        names = {f"line {place}" for place, (a, b) in enumerate(zip(self.lines, other.lines, strict=False)) if a != b}
        if len(self.lines) != len(other.lines):
            names.add("lines")
        if self.reading != other.reading:
            names.add("reading")
        return names | {name for name, _ in set(self.numbers) ^ set(other.numbers)}


def range_text(now: SliderValue) -> str:
    """A number and its range, as one writes them: "4 of 2..8"."""
    return f"{now.value} of {now.low}..{now.high}"


def range_of(name: str, setting: object) -> SliderValue:
    """A number, a range, or both; ``RuleError`` for what is none.

    >>> range_of("n", "4 of 2..8"), range_of("n", range(2, 9)), range_of("n", 4)
    (SliderValue(value=4, low=2, high=8), SliderValue(value=4, low=2, high=8), SliderValue(value=4, low=1, high=10))
    """
    if isinstance(setting, range) and setting.step == 1 and setting:
        return ranged(name, None, setting[0], setting[-1])
    if isinstance(setting, str):
        if match := re.fullmatch(r"(?:(-?\d{1,9}) of )?(-?\d{1,9})\.\.(-?\d{1,9})", cleaned(setting)):
            value, low, high = (int(part) if part else None for part in match.groups())
            return ranged(name, value, low, high)
        if (number := whole(setting)) is not None:
            return ranged(name, number)
        raise RuleError(f"{name} must be a number, a range or both; got {as_text(setting)}; try 4 of 2..8")
    return ranged(name, setting)


def address(now: DiceSet) -> str:
    """All that as a link to this page; empty where a link could not open it."""
    reading = {_READING: now.reading} if now.reading != EXACTLY else {}
    return page_link(
        written(DICE, now.lines, reading | {f"{_SET}{name}": range_text(one) for name, one in now.numbers})
    )


def python(now: DiceSet) -> str:
    """The panel as Python."""
    plain = "".join(f', {name}="{range_text(one)}"' for name, one in now.numbers if name.isidentifier())
    dotted = {name: range_text(one) for name, one in now.numbers if not name.isidentifier()}
    return f"rk.your_dice({', '.join(map(repr, now.lines))}{plain}{f', **{dotted!r}' if dotted else ''})"


def command(now: DiceSet) -> str:
    """The answers as a command."""
    words = [*now.lines, *(f"{name}={one.value}" for name, one in now.numbers)]
    return " ".join(["rencounter dice", *map(shlex.quote, words)])


def taken_in(line: str | SentLine) -> tuple[DiceSet, str]:
    """What such a line says, and in a sentence what of it was left aside; ``RuleError`` for another line."""
    line_read = read(line, _EXAMPLE) if isinstance(line, str) else line
    if line_read.kind != DICE:
        raise no_line(line_read.text, _EXAMPLE)
    if not line_read.is_link:
        return checked(line_read.of, line_read.values), ""
    numbers = {name.removeprefix(_SET): value for name, value in line_read.values.items() if name.startswith(_SET)}
    foreign = [name for name in line_read.values if name != _READING and not name.startswith(_SET)]
    return checked(line_read.of, numbers, line_read.values.get(_READING, EXACTLY)), left_out(foreign)


def checked(lines: list[object], numbers: dict[str, object], reading: str = EXACTLY) -> DiceSet:
    """Lines and numbers as they may be; ``RuleError`` for others."""
    if not 0 < len(lines) <= MOST_LINES:
        raise RuleError(f"there must be 1 to {MOST_LINES} lines of dice; got {len(lines)}; leave some out")
    for line in lines:
        if not isinstance(line, str):
            raise RuleError(f'dice must be a line of text; got {as_text(line)}; try "4d6 drop lowest"')
    if reading not in READINGS:
        raise RuleError(f"a reading must be {', '.join(READINGS)}; got {as_text(reading)}; try {EXACTLY}")
    each = tuple((name, range_of(name, value)) for name, value in numbers.items())
    return DiceSet(tuple(map(str, lines)), reading, each)
