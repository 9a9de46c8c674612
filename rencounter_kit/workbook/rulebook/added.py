"""Modifiers that the book does not have, as a line of house rules adds them to a sum by its name::

    fire.smoke = { to = "to hit", value = -2, ask = "There is smoke between them." }
    hand.fog = { to = "to strike home", value = -2, ask = "There is fog.", both = true }
    fire.far = { to = "to hit", value = -1, when = { weapon = "long_bow", range_band = ["long", "extreme"] } }

The last part of the path is what is asked; in a fight of each side, unless it is one thing for ``both``. Which sums a
game has, its checks know: see ``mechanics/sums.py``.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from ...engine.words.errors import RuleError
from ...engine.words.typed import cleaned
from ...engine.words.wording import AS_WRITTEN, Spelling, as_text, nearest
from .toml_text import in_toml

KEYS = ("to", "value", "ask", "when", "each", "both")
LARGEST = 10_000  # no figure of a tabletop rule is larger; a huge number is a slip or an attack
MOST = 40  # such modifiers in one set of house rules
_ASK = "There is smoke between them."
_ARGUMENTS = (  # else in a call, or at the head of a table
    "rules outcome outcomes events executor progress seed fights throws series against change result "
    "probability percent "
    "points cells changed check id params book"
)
CALLED = frozenset(re.findall(r"\w+", _ARGUMENTS))
Table: TypeAlias = Mapping[str, Any]  # what somebody writes in braces
Cases: TypeAlias = tuple[tuple[str, tuple[Any, ...]], ...]  # of each parameter the values with which it counts
_LONGEST = {"to": 80, "ask": 120, "each": 60}
_LONGEST_PATH, _LONGEST_WORD = 80, 60
_MOST_NAMES, _MOST_VALUES, _LARGEST_VALUE = 6, 40, 10**12  # in ``when``
_PATH = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*){0,5}", re.ASCII)
_NAME = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
_TAKEN = ("dice", "rulings", "asks", "book", "layer", "words")  # headings that are not for modifiers


class Addition:
    """What the book does not have, and a line of house rules adds.

    ask : the question whether it counts; "" where it is not asked.
    when : parameters and the values with which it counts.
    both : is it asked once, for both sides of a fight?
    value : how much; 0 or false takes it away.
    """

    __slots__ = ()
    ask: str
    when: Cases
    both: bool
    value: int

    @property
    def shape(self) -> Addition:
        """The same whatever it is worth: what a check asks for it depends on no more."""
        raise NotImplementedError

    @property
    def named(self) -> list[str]:
        """The parameters that it names, in the order in which it looks at them."""
        raise NotImplementedError

    def cases(self, spelling: Spelling = AS_WRITTEN) -> str:
        """What it does, and when, in words."""
        raise NotImplementedError

    def label(self, path: str, spelling: Spelling) -> str:
        """How the reasons name it."""
        return self.ask.rstrip(".?! ") or spelling.words(name_in(path))


def cases_when(one: Addition, spelling: Spelling) -> list[str]:
    """With which values it counts, and that it is asked, in words."""
    where = " and ".join(
        f"{spelling.words(name)} {' or '.join(map(spelling.value, values))}" for name, values in one.when
    )
    both = ", which is one box for both sides" if one.both else ""
    return [f"with {where}"] * bool(where) + [f'if you tick "{one.ask}"{both}'] * bool(one.ask)


def as_written(one: Addition, says: Mapping[str, object]) -> str:
    """A line as one writes it: what is said, and when it counts."""
    when = {name: values[0] if len(values) == 1 else values for name, values in one.when}
    keys = {**says, "ask": one.ask, "when": when, "each": getattr(one, "each", ""), "both": one.both}
    return in_toml({key: value for key, value in keys.items() if value or type(value) is int})


@dataclass(frozen=True, slots=True)
class Modifier(Addition):
    """A modifier that house rules add.

    to : the sum, by its name.
    value : how much.
    ask : the question whether it counts; "" where it is not asked.
    when : parameters and the values with which it counts.
    each : the parameter for each point of which it counts.
    both : is it asked once, for both sides of a fight?
    """

    to: str
    value: int
    ask: str = ""
    when: Cases = ()
    each: str = ""
    both: bool = False

    @property
    def shape(self) -> Modifier:
        """The same whatever it is worth: what a check asks for it depends on no more."""
        return replace(self, value=0)

    @property
    def named(self) -> list[str]:
        """The parameters that it names, in the order in which it looks at them."""
        return [*(name for name, _ in self.when), *filter(None, [self.each])]

    def cases(self, spelling: Spelling = AS_WRITTEN) -> str:
        """To what it adds, and when, in words.

        >>> Modifier("to hit", -2, when=(("range_band", ("long", "extreme")),)).cases()
        'to hit, with range band long or extreme'
        """
        each = [f"once for each point of {spelling.words(self.each)}"] if self.each else []
        return ", ".join([self.to, *([*each, *cases_when(self, spelling)] or ["always"])])

    def __str__(self) -> str:
        """As one writes it."""
        return as_written(self, {"to": self.to, "value": self.value})


def name_in(path: str) -> str:
    """What is asked, by the last part of a path."""
    return path.rpartition(".")[2]


def adds(table: Table) -> bool:
    """Is what stands in braces a modifier, and not figures below a path?"""
    return "ask" in table or "when" in table or isinstance(table.get("to"), str)


def modifier_of(path: str, table: Table) -> Modifier:
    """The modifier that somebody writes in braces; ``RuleError`` for what it cannot be, whatever the game.

    >>> print(modifier_of("fire.smoke", {"to": "to hit", "value": -2, "ask": "There is smoke."}))
    { to = "to hit", value = -2, ask = "There is smoke." }
    """
    refuse_other_keys(path, table, KEYS)
    if missing := next((key for key in ("to", "value") if key not in table), None):
        try_this = f"{path} = {_example(table)}"
        raise RuleError(f"{path} must have to, the total, and value, the modifier; got no {missing}; try {try_this}")
    value = table["value"]
    if type(value) is not int or not value or abs(value) > LARGEST:
        raise RuleError(
            f"the value of {path} must be a whole number from -{LARGEST} to {LARGEST}, and not 0; got {as_text(value)}"
        )
    text = {key: text_of(path, key, table[key]) for key in ("to", "each") if key in table}
    ask, when, both = counting(path, table)
    return Modifier(text["to"], value, ask, when, text.get("each", ""), both)


def refuse_other_keys(what: str, table: Table, keys: Sequence[str]) -> None:
    """``RuleError`` for a key that a line cannot have."""
    if unknown := next((key for key in table if key not in keys), None):
        hint = nearest(unknown[:_LONGEST_WORD], keys) or "; leave it out"
        raise RuleError(f"{what} must have no keys but {', '.join(keys)}; got {as_text(unknown)}{hint}")


def counting(path: str, table: Table) -> tuple[str, Cases, bool]:
    """When a line counts: its question, its cases, and whether both sides share the box."""
    ask = text_of(path, "ask", table["ask"]) if "ask" in table else ""
    when, both = when_of(path, table.get("when")), table.get("both", False)
    if not isinstance(both, bool):
        raise RuleError(f"both of {path} must be true, or left out; got {as_text(both)}")
    if both and not ask:
        raise RuleError(
            f"{path}, with both = true, must have ask, for the box that both sides share; got none; add one"
        )
    if ask and len(when) > 1:
        names = ", ".join(name for name, _ in when)
        raise RuleError(
            f"when of {path}, beside ask, must name at most one parameter; got {names}; leave out ask, or all but one"
        )
    return ask, when, both


def _example(table: Table) -> str:
    """A modifier as it may be, with what somebody has written of it."""
    value = table.get("value")
    fields = {key: one for key in ("to", "ask") if isinstance(one := table.get(key), str) and one.isprintable()}
    number = value if type(value) is int and 0 < abs(value) <= LARGEST else -1
    return str(Modifier(fields.get("to", "to hit")[:_LONGEST_WORD], number, fields.get("ask", _ASK)[:_LONGEST_WORD]))


def refuse_path(path: str, modifier: Addition) -> None:
    """``RuleError`` for a path at which no modifier can be added, whatever the game."""
    is_short = "." not in path and isinstance(modifier, Modifier)
    if len(path) > _LONGEST_PATH or not _PATH.fullmatch(path) or is_short:
        raise RuleError(
            "a rule of your own must have a path of small letters, digits and _, with dots between, in "
            f"{_LONGEST_PATH} characters at most; got {as_text(path)}; try fire.smoke"
        )
    if path.partition(".")[0] in _TAKEN:
        raise RuleError(f"a rule of your own must not be below {path.partition('.')[0]}; got {path}; try fire.smoke")
    name = name_in(path)
    if modifier.ask and (name in CALLED or keyword.iskeyword(name)):
        raise RuleError(f"{path} must end in a name of its own; {name} means something else; try {path}_here")


def text_of(path: str, key: str, value: object) -> str:
    """A text of one line. A question holds no braces, in which texts of the rules name figures."""
    text = cleaned(value) if isinstance(value, str) else ""
    if not text or len(text) > _LONGEST[key] or not text.isprintable() or (key == "ask" and re.search("[{}]", text)):
        without = ", without braces" if key == "ask" else ""
        raise RuleError(
            f"{key} of {path} must be a text of 1 to {_LONGEST[key]} characters in one line{without}; got "
            f"{as_text(value)}"
        )
    return text


def when_of(path: str, table: object) -> Cases:
    """Parameters and the values with which it counts."""
    if table is None:
        return ()
    if not isinstance(table, Mapping) or not 1 <= len(table) <= _MOST_NAMES:
        raise RuleError(
            f"when of {path} must be 1 to {_MOST_NAMES} parameters with their values; got {as_text(table)}; "
            'try when = { weapon = "long_bow" }'
        )
    when = []
    for name, setting in table.items():
        values = tuple(dict.fromkeys((type(v), v) for v in _several(setting)))
        if not 1 <= len(values) <= _MOST_VALUES or any(_is_large(value) for _, value in values):
            raise RuleError(
                f"{as_text(name)} in when of {path} must be a value, or a list of 1 to {_MOST_VALUES} of them; got "
                f"{as_text(setting)}"
            )
        when.append((str(name), tuple(value for _, value in values)))
    return tuple(when)


def _is_large(value: str | int) -> bool:
    """Is it larger than any value that is asked for?"""
    return len(value) > _LONGEST_WORD if isinstance(value, str) else abs(value) > _LARGEST_VALUE


def _several(value: object) -> list[Any]:
    """Values that can be compared; nothing for what is none."""
    each = list(value) if isinstance(value, (list, tuple)) else [value]
    return each if all(type(one) in (str, int, bool) for one in each) else []
