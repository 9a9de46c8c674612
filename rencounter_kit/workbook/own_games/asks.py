"""What a game's file asks below ``[asks]``: each line says only what a line can say, of the right kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from keyword import iskeyword
from typing import Any

from ...engine.words.wording import as_text, nearest
from ..mechanics.asks import KEYS
from ..mechanics.parameter import GROUPS
from ..rulebook.added import CALLED, LARGEST
from ..rulebook.book import rules as book_of
from ..rulebook.library import Game
from ..rulebook.places import FileError, together
from ..rulebook.section import LONGEST, MOST, NAME
from ..rulebook.text import figure_text


def _words(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST


def _number(value: Any) -> bool:
    return type(value) is int and abs(value) <= LARGEST


def _few(value: Any, one: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and 0 < len(value) <= MOST and all(map(one, value))


def _choice(value: Any) -> bool:
    return _words(value) or _number(value) or isinstance(value, bool)


def _bound(value: Any) -> bool:
    return _number(value) or _words(value)


_TEXT = (_words, f"words in quotes, at most {LONGEST} characters")
_YES = (lambda value: isinstance(value, bool), "true or false")
_BOUND = (_bound, f"a whole number from -{LARGEST} to {LARGEST}, or a figure or group")
_KINDS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    **dict.fromkeys(
        ("like", "of", "help", "what", "hint", "unit", "tick", "takes", "instead_of", "side", "leaf", "trait"), _TEXT
    ),
    **dict.fromkeys(("rows", "optional", "rare", "free"), _YES),
    **dict.fromkeys(("from", "to", "below"), _BOUND),
    "group": (lambda value: value in GROUPS, f"one of {', '.join(GROUPS)}"),
    "many": (
        lambda value: _few(value, _bound) and len(value) == 2,
        "a list of two numbers, the fewest and the most",
    ),
    "choices": (lambda value: _words(value) or _few(value, _choice), "a group, or a list of words or numbers"),
    "grades": (lambda value: _few(value, _words), "a list of figures or groups"),
    "default": (
        lambda value: _choice(value) or value == [] or _few(value, _choice),
        "a number, words in quotes, true or false, or a list of these",
    ),
    "only_with": (
        lambda value: (
            isinstance(value, dict) and len(value) == 1 and all(_words(v) or _few(v, _choice) for v in value.values())
        ),
        "one other that is asked, with a list of its values, such as { range = [1, 2] }",
    ),
}
_BOUNDS = ("from", "to", "below")
_SIDES = 'a table of sides with the groups of their controls, such as { a = "figure", b = "target" }'


def check_asks(of: Game) -> None:
    """Refuse, with its line, what is no line of what is asked, before parameters are made of it."""
    whole = of.tree.get("asks", {})
    if not isinstance(whole, dict) or len(whole) > MOST:
        raise of.fault(
            "asks", f'asks must be at most {MOST} lines, such as skill = {{ help = "...", from = 0, to = 4 }}'
        )
    faults = list[FileError]()
    for name, line in whole.items():
        try:
            _check_one(of, name, line)
        except FileError as fault:
            faults.append(fault)
    if faults:
        raise together(faults)


def _check_one(of: Game, name: str, line: Any) -> None:
    """One line, or a group of them."""
    path = f"asks.{name}"
    if not NAME.fullmatch(name):
        raise of.fault(
            f'asks."{name}"', f"a name must be small letters, digits and _, at most 40 of them; got {as_text(name)}"
        )
    if name in CALLED or iskeyword(name):
        raise of.fault(path, f"an input must have a name of its own; {name} means something else; choose another")
    if not isinstance(line, dict):
        got = as_text(figure_text(line))
        raise of.fault(path, f'an input must be a table, such as {{ help = "...", from = 0, to = 4 }}; got {got}')
    if line and all(isinstance(value, dict) for value in line.values()):
        _check_group(of, path, line)
    else:
        _check_line(of, path, line)


def _check_group(of: Game, path: str, group: Mapping[str, Any]) -> None:
    for name, line in group.items():
        if name == "sides":
            if not all(NAME.fullmatch(side) or side == "" for side in line) or not all(
                group in ("", *GROUPS) for group in line.values()
            ):
                raise of.fault(f"{path}.sides", f"sides must be {_SIDES}; got {as_text(figure_text(line))}")
        elif not NAME.fullmatch(name):
            raise of.fault(
                f'{path}."{name}"',
                f"a name must be small letters, digits and _, at most 40 of them; got {as_text(name)}",
            )
        else:
            _check_line(of, f"{path}.{name}", line)


def _check_line(of: Game, path: str, line: Mapping[str, Any]) -> None:
    for key, value in line.items():
        if key not in KEYS:
            near = nearest(key, KEYS) or f"; it may have {', '.join(KEYS)}"
            raise of.fault(f'{path}."{key}"', f"{path} must say what is asked; got {as_text(key)}{near}")
        if key in _BOUNDS and isinstance(value, str) and not _names_figures(of, value):
            number = re.fullmatch(r"\s*([-+]?\d+)\s*", value)
            instead = f"write {key} = {int(number[1])}" if number else f"try {key} = 4"
            raise of.fault(
                f"{path}.{key}", f"{key} must be {_KINDS[key][1]}; got {as_text(figure_text(value))}; {instead}"
            )
        is_right, kind = _KINDS[key]
        if not is_right(value):
            raise of.fault(f"{path}.{key}", f"{key} must be {kind}; got {as_text(figure_text(value))}")
    _check_bounds(of, path, line)


def _check_bounds(of: Game, path: str, line: Mapping[str, Any]) -> None:
    """The numbers that it may be, and which it is unless somebody says otherwise."""
    low, high, default = (line.get(key) for key in ("from", "to", "default"))
    if type(low) is int and type(high) is int and low > high:
        raise of.fault(path, f"from must be at most to; {path} has from = {low}, to = {high}; swap them")
    if type(default) is int and not (
        (type(low) is not int or low <= default) and (type(high) is not int or default <= high)
    ):
        raise of.fault(path, f"default must be one of the numbers from {low} to {high}; {path} has {default}")


def _names_figures(of: Game, path: str) -> bool:
    """Does a path name a figure, or a group of them?"""
    return any(one == path or one.startswith(f"{path}.") for one in book_of(of.stem))
