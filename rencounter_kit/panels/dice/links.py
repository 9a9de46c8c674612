"""Lines of dice as a line to send: a link, Python or a command; and such a line taken in again."""

from __future__ import annotations

import ast
import re
import shlex
from typing import NamedTuple

from ...errors import RuleError
from ...mechanics.links import TOKEN
from ...typed import asked_by, cleaned, command_line, whole
from ...wording import EXACTLY, READINGS, shown
from ..here import DICE, Stand, address_here, asked_of, take
from .numbers import Ranged, ranged

MOST_LINES = 6
LONGEST = 20_000  # letters of a line that is pasted
_READING, _SET = "reading", "set."  # in a link; the last before the name of a number


class DiceSet(NamedTuple):
    """All that is set: the lines as they are typed, how they are read, and the numbers that they leave open."""

    lines: tuple[str, ...]
    reading: str = EXACTLY
    numbers: tuple[tuple[str, Ranged], ...] = ()

    def differs_in(self, other: DiceSet) -> set[str]:
        """The names of what differs."""
        names = {f"line {place}" for place, (a, b) in enumerate(zip(self.lines, other.lines, strict=False)) if a != b}
        if len(self.lines) != len(other.lines):
            names.add("lines")
        if self.reading != other.reading:
            names.add("reading")
        return names | {name for name, _ in set(self.numbers) ^ set(other.numbers)}


def said_range(now: Ranged) -> str:
    """A number and its range, as one writes them: "4 of 2..8"."""
    return f"{now.value} of {now.low}..{now.high}"


def range_of(name: str, said: object) -> Ranged:
    """A number, a range, or both; ``RuleError`` for what is none.

    >>> range_of("n", "4 of 2..8"), range_of("n", range(2, 9)), range_of("n", 4)
    (Ranged(value=4, low=2, high=8), Ranged(value=4, low=2, high=8), Ranged(value=4, low=1, high=10))
    """
    if isinstance(said, range) and said.step == 1 and said:
        return ranged(name, None, said[0], said[-1])
    if isinstance(said, str):
        if found := re.fullmatch(r"(?:(-?\d{1,9}) of )?(-?\d{1,9})\.\.(-?\d{1,9})", cleaned(said)):
            value, low, high = (int(part) if part else None for part in found.groups())
            return ranged(name, value, low, high)
        if (number := whole(said)) is not None:
            return ranged(name, number)
        raise RuleError(f"{name} must be a number, a range or both; got {shown(said)}; try 4 of 2..8")
    return ranged(name, said)


def address(now: DiceSet) -> str:
    """All that as a link to this page; empty where a link could not open it."""
    return address_here(
        [
            *((DICE, line) for line in now.lines),
            *([(_READING, now.reading)] if now.reading != EXACTLY else []),
            *((f"{_SET}{name}", said_range(one)) for name, one in now.numbers),
        ]
    )


def python(now: DiceSet) -> str:
    """The panel as Python."""
    plain = "".join(f', {name}="{said_range(one)}"' for name, one in now.numbers if name.isidentifier())
    dotted = {name: said_range(one) for name, one in now.numbers if not name.isidentifier()}
    return f"rk.your_dice({', '.join(map(repr, now.lines))}{plain}{f', **{dotted!r}' if dotted else ''})"


def command(now: DiceSet) -> str:
    """The answers as a command."""
    words = [*now.lines, *(f"{name}={one.value}" for name, one in now.numbers)]
    return " ".join(["rencounter dice", *map(shlex.quote, words)])


def asked_here(place: Stand) -> DiceSet | None:
    """What the address of this page says of this panel, ``None`` where that is nothing."""
    link, dice = asked_of(DICE, place)
    if not dice:
        return None
    take(place, link)
    return taken_in(link)[0]


def taken_in(line: str) -> tuple[DiceSet, str]:
    """What such a line says, and in a sentence what of it was left aside; ``RuleError`` for another line."""
    try:
        if len(line) > LONGEST:
            raise ValueError
        said, numbers, reading, aside = _of_link(line) if "://" in line else _of_words(command_line(line))
    except RuleError:
        raise
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        raise RuleError(
            f'a line to paste must be a link, a command or Python; got {shown(line)}; try such as rencounter dice "4d6 drop lowest"'
        ) from None
    return checked(said, numbers, reading), aside


def checked(lines: list[object], numbers: dict[str, object], reading: str = EXACTLY) -> DiceSet:
    """Lines and numbers as they may be; ``RuleError`` for others."""
    if not 0 < len(lines) <= MOST_LINES:
        raise RuleError(f"there must be 1 to {MOST_LINES} lines of dice; got {len(lines)}; leave some out")
    for line in lines:
        if not isinstance(line, str):
            raise RuleError(f'dice must be a line of text; got {shown(line)}; try "4d6 drop lowest"')
    if reading not in READINGS:
        raise RuleError(f"a reading must be {', '.join(READINGS)}; got {shown(reading)}; try {EXACTLY}")
    each = tuple((name, range_of(name, value)) for name, value in numbers.items())
    return DiceSet(tuple(map(str, lines)), reading, each)


Said = tuple[list[object], dict[str, object], str, str]


def _of_link(line: str) -> Said:
    said = asked_by(line)
    said.pop(TOKEN, None)
    lines, reading = list[object](said.pop(DICE, [])), said.pop(_READING, [EXACTLY])
    numbers: dict[str, object] = {
        name.removeprefix(_SET): said[name][0] for name in list(said) if name.startswith(_SET) and said[name]
    }
    others = [name for name in said if not name.startswith(_SET)]
    aside = f"Left out of the link, as it means nothing here: {shown(', '.join(others))}." if others else ""
    return lines, numbers, reading[0], aside


def _of_words(line: str) -> Said:
    """A command, or a call of which nothing is executed."""
    if not line.startswith("rencounter"):
        call = ast.parse(line, mode="eval").body
        if not isinstance(call, ast.Call) or not re.search(r"\b(your_)?dice$", ast.unparse(call.func)):
            raise ValueError
        numbers: dict[str, object] = {}
        for one in call.keywords:
            value = ast.literal_eval(one.value)
            numbers |= {one.arg: value} if one.arg else value
        return list(map(ast.literal_eval, call.args)), numbers, EXACTLY, ""
    _, command_, *words = shlex.split(line)
    if command_ != "dice":
        raise ValueError
    named = [found for word in words if (found := re.fullmatch(r"([A-Za-z][\w.]*)=([\w.,\- ]+)", word))]
    numbers = {found[1]: found[2] for found in named}
    return [word for word in words if word not in {found[0] for found in named}], numbers, EXACTLY, ""
