"""What a check asks, for validation, command line, documentation and controls; most are made of the data (``asks``)."""

from __future__ import annotations

import difflib
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any

from ...engine.words.errors import RuleError
from ...engine.words.typed import cleaned, comma_hint, meant, whole as whole_number
from ...engine.words.wording import AS_WRITTEN, Spelling, as_text, filled, plain, value_text
from ..rulebook.book import Ruleset
from ..rulebook.text import ROWS, Value, rows_of

GROUPS = ("figure", "weapon", "target", "situation", "ruling")
QUESTION = "result"  # the parameter that says what is answered: it changes the question, not the chance
QUESTION_LABEL = "what to show"


@dataclass(frozen=True, slots=True)
class Parameter(ABC):
    """One thing that the player says; each kind of value is a class below.

    name : as in the call.
    default : used when it is not said.
    help : one line in plain words; a figure in it, as ``{wounds.point.fire}`` or ``{morale.man_lost:+}``, is that of
        the rules.
    group : figure, weapon, target, situation or ruling.
    unit : of a number.
    choices : what a choice or a member of a list may be (words or numbers).
    optional : may also be ``None`` (not known, not used).
    path : rule that the parameter switches (rulings).
    instead_of : another parameter that is not asked (``None``) when this one is given and that one is not.
    only_with : another parameter and its values with which this one counts; with all others it must be at its default.
    rare : seldom set, so that a page folds its control away.
    free : a modifier that is whatever somebody says, such as the referee's own: what it could do says nothing of the
        rules.
    hint : a few words that stand below its control, for what its name does not tell.
    tick : what one ticks to set it, where it is optional.
    takes : the check whose answer it may be.
    written : the help with its figures still to be filled in.
    spelling : how the names of its game are read.
    trait : what of a figure it is, in the word that all checks share: ``armor`` for ``target_armor`` and ``b_armor``.
    """

    name: str
    default: Value
    help: str
    group: str = "situation"
    _: KW_ONLY
    unit: str = ""
    choices: tuple[Value, ...] = ()
    optional: bool = False
    path: str = ""
    instead_of: str = ""
    only_with: tuple[str, tuple[Value, ...]] = ("", ())
    rare: bool = False
    free: bool = False
    hint: str = ""
    tick: str = "set it"
    takes: str = ""
    written: str = ""
    spelling: Spelling = field(default=AS_WRITTEN, compare=False, repr=False)
    trait: str = field(default="", compare=False, repr=False)

    def by(self, *rules: Ruleset) -> Parameter:
        return self._chosen_by(*rules)._helped_by(*rules)

    def _chosen_by(self, *rules: Ruleset) -> Parameter:
        """With the choices that some rules leave."""
        return self

    def _helped_by(self, *rules: Ruleset) -> Parameter:
        text = self.written or self.help
        if "{" not in text:
            return self
        texts = dict.fromkeys(filled(text, each) for each in rules)
        return replace(self, help=" ".join(texts), written=text)

    def right(self, value: Value, rules: Ruleset) -> Value:
        """As ``check``, by some rules; the default is right whatever they are, and then they are not read."""
        if type(value) is type(self.default) and value == self.default:
            return self.check(value)
        return self._chosen_by(rules).check(value)

    def check(self, value: Value) -> Value:
        """The value as the rules use it; ``RuleError`` when it is of the wrong kind or out of range."""
        value = plain(value)
        return None if value is None and self.optional else self._checked(value)

    @property
    def words(self) -> str:
        """Its name as one reads it."""
        return self.spelling.words(self.name)

    def text(self, value: Value) -> str:
        """A value in words."""
        return self.spelling.value(value)

    def read(self, text: str) -> Value:
        """The value that a text means; where it means none, the text, which ``check`` refuses."""
        text = cleaned(text)
        return None if self.optional and text.lower() in ("none", value_text(None)) else self._read(text)

    @property
    def wanted(self) -> str:
        """What it must be, in words."""
        return self._wanted() + (" or none" if self.optional else "")

    def values(self) -> tuple[Value, ...]:
        """All that it may be, in order; empty for lists, which have no end."""
        return ()

    @abstractmethod
    def _checked(self, value: Value) -> Value:
        """The value as the rules use it; it is not none."""

    @abstractmethod
    def _read(self, text: str) -> Value:
        """The value that a cleaned text means."""

    @abstractmethod
    def _wanted(self) -> str:
        """What it must be, if not none."""

    def _way_out(self, value: Value) -> str:
        """The end of the error for a wrong value: the nearest right one, where there is one."""
        return ""

    def refuse(self, value: Value) -> RuleError:
        """The error for a wrong value."""
        return RuleError(f"{self.name} must be {self.wanted}; got {as_text(value)}{self._way_out(value)}")

    def rests(self, other: Value) -> bool:
        """Does it count for nothing while the parameter that it goes with has this value?"""
        name, values = self.only_with
        return bool(name) and (tuple(other) if isinstance(other, list) else other) not in values

    def refuse_with(self, other: Value, value: Value) -> RuleError:
        """The error for a value that does not count with this one of the parameter that it goes with."""
        name, values = self.only_with
        *more, last = map(as_typed, values)
        needed = f"{', '.join(more)} or {last}" if more else last
        return RuleError(
            f"{self.name} must be {as_typed(self.default)} with {name} {as_typed(other)}; got "
            f"{as_text(as_typed(value))}; "
            f"it counts with {name} {needed} only"
        )

    def _choice(self, value: Value) -> Value:
        """The choice that a word means; anything else as it is."""
        if not isinstance(value, str) or value in self.choices:
            return value
        return (
            meant(
                value, [choice for choice in self.choices if isinstance(choice, str)], self.name, spelling=self.spelling
            )
            or value
        )

    def _read_choice(self, text: str) -> Value:
        """The choice that a text means."""
        number = next((choice for choice in self.choices if str(choice) == text), None)
        return self._choice(text) if number is None else number


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole(Parameter):
    """A whole number from ``low`` to ``high``, both included.

    grades : the words that the rules give to its numbers, which may be said instead.
    """

    low: int
    high: int
    grades: tuple[tuple[int, str], ...] = ()

    def text(self, value: Value) -> str:
        grades = dict(self.grades)
        return f"{grades[value]} ({value})" if type(value) is int and value in grades else self.spelling.value(value)

    def _wanted(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def _way_out(self, value: Value) -> str:
        return f"; the nearest is {min(max(value, self.low), self.high)}" if type(value) is int else ""

    def _checked(self, value: Value) -> int:
        if isinstance(value, str):  # a rating by its word
            graded = {label: n for n, word in self.grades for label in (word, f"{word} ({n})")}
            value = graded.get(meant(value, graded, self.name, spelling=self.spelling) or "", value)
        if type(value) is int and self.low <= value <= self.high:
            return value
        raise self.refuse(value)

    def _read(self, text: str) -> int | str:
        unit = "%|percent" if self.unit == "percent" else re.escape(self.unit)
        number = whole_number(re.sub(f" ?({unit})$", "", text) if self.unit else text)
        return text if number is None else number

    def values(self) -> tuple[int, ...]:
        return tuple(range(self.low, self.high + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Parameter):
    """One of several words or numbers.

    follows : what it may be by some rules, where that depends on a figure; ``choices`` has it by the book.
    """

    follows: Callable[[Ruleset], tuple[Value, ...]] | None = None

    def _chosen_by(self, *rules: Ruleset) -> Parameter:
        if self.follows is None:
            return self
        return replace(self, choices=tuple(dict.fromkeys(one for each in rules for one in self.follows(each))))

    def _wanted(self) -> str:
        few = self.choices[:8] if len(", ".join(map(str, self.choices))) > 240 else self.choices
        more = f" or {len(self.choices) - len(few)} more" if len(few) < len(self.choices) else ""
        return "one of " + ", ".join(map(str, few)) + more

    def _way_out(self, value: Value) -> str:
        if not isinstance(value, str):
            return ""
        near = difflib.get_close_matches(value[:60], [str(c) for c in self.choices], n=1)
        return comma_hint(value) or (f"; did you mean {near[0]}?" if near else "")

    def _checked(self, value: Value) -> Value:
        value = self._choice(value)
        if type(value) is str and value in self.choices:
            return value
        kinds = {type(choice) for choice in self.choices}
        numbers = {int, float} if float in kinds else set()  # 1 and 1.0 are the same where 0.5 is a choice
        if type(value) in kinds | numbers and value in self.choices:
            return self.choices[self.choices.index(value)]
        raise self.refuse(value)

    def _read(self, text: str) -> Value:
        return self._read_choice(text)

    def values(self) -> tuple[Value, ...]:
        return self.choices


@dataclass(frozen=True, slots=True, kw_only=True)
class YesNo(Parameter):
    """True or false."""

    def _wanted(self) -> str:
        return "true or false"

    def _checked(self, value: Value) -> bool:
        if type(value) is bool:
            return value
        raise self.refuse(value)

    def _read(self, text: str) -> bool | str:
        return {"yes": True, "true": True, "no": False, "false": False}.get(text.lower(), text)

    def values(self) -> tuple[bool, bool]:
        return (False, True)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeveralChoices(Parameter):
    """A list of ``low`` to ``high`` choices, the same one allowed again."""

    low: int
    high: int

    def _wanted(self) -> str:
        return f"a list of {self.low} to {self.high} {_members(self.choices)}"

    def _checked(self, value: Value) -> tuple[Value, ...]:
        if not isinstance(value, (list, tuple)) or not self.low <= len(value) <= self.high:
            raise self.refuse(value)
        kinds = {type(choice) for choice in self.choices}
        members = tuple(map(self._choice, value))
        if all(type(member) in kinds and member in self.choices for member in members):
            return members
        raise self.refuse(value)

    def _read(self, text: str) -> list[Value]:
        return [self._read_choice(part) for part in map(str.strip, text.strip("[]").split(",")) if part]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows(Parameter):
    """A table of [smallest difference, percent] rows."""

    def _wanted(self) -> str:
        return ROWS

    def _checked(self, value: Value) -> Value:
        return rows_of(self.name, value, form=self.wanted)

    def _read(self, text: str) -> Value:
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text


def as_typed(value: Value) -> str:
    """A value as one types it."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(as_typed, value))}]"
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


def _members(choices: tuple[Value, ...]) -> str:
    """What the members of a list may be: many numbers in a row by the first and the last, others one by one."""
    many = len(choices) > 20 and type(choices[0]) is int
    if many and choices == tuple(range(choices[0], choices[0] + len(choices))):
        return f"whole numbers from {choices[0]} to {choices[-1]}"
    return "of " + ", ".join(map(str, choices))


# The words that declare them where the data cannot --------------------------------------------------------------------


def whole(name: str, low: int, high: int, default: int | None, help: str, **more: Any) -> Whole:
    """A whole number from ``low`` to ``high``; with default ``None`` it may also be left open."""
    return Whole(name, default, help, low=low, high=high, optional=default is None, **more)


def choice(name: str, choices: Sequence[Value], default: Value, help: str, **more: Any) -> Choice:
    """One of several words or numbers."""
    return Choice(name, default, help, choices=tuple(choices), **more)


def choice_by(
    name: str, follows: Callable[[Ruleset], tuple[Value, ...]], book: Ruleset, default: Value, help: str, **more: Any
) -> Choice:
    """One of several words or numbers, which depend on figures of the rules."""
    return Choice(name, default, help, choices=follows(book), follows=follows, **more)


def yes_no(name: str, default: bool, help: str, **more: Any) -> YesNo:
    """True or false; yes and no on the command line."""
    return YesNo(name, default, help, **more)
