"""The sample space of an answer: all that it could come to, whatever the situation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from ...engine.dice.dist import Outcome
from ...engine.dice.scale import Scale
from ...engine.words.errors import RuleError
from ...engine.words.wording import AT_LEAST, AT_MOST, outcome_text
from ..rulebook.text import Value

MEAN = "mean"  # what is asked of numbers, where it is no chance
ANY = -1  # parts of a list of one or more

Event = Callable[[Outcome], bool | None]  # does an outcome belong to it; None where the outcome cannot tell
EventLike: TypeAlias = Outcome  # an outcome, the name of an event, a text such as "at least 20", or several in a list


class Among(frozenset[Outcome]):
    """The event that one of some outcomes comes."""

    def __call__(self, outcome: Outcome) -> bool:
        return outcome in self


@dataclass(frozen=True)
class Span:
    """The event that an outcome comes that is from ``low`` to ``high``, both included; ``None`` for no such end.

    >>> str(Span(20, None)), str(Span(None, "minor")), str(Span(2, 5))
    ('at least 20', 'at most minor', '2 to 5')
    """

    low: Outcome
    high: Outcome

    def __str__(self) -> str:
        low, high = map(outcome_text, (self.low, self.high))
        if self.low is None or self.high is None:
            return f"{AT_MOST} {high}" if self.low is None else f"{AT_LEAST} {low}"
        return f"{low} to {high}" if low != high else low

    def within(self, space: Space) -> Event:
        """It as a test of the outcomes of a sample space that are in order."""
        low, high = (None if end is None else space.place(end) for end in (self.low, self.high))

        def test(outcome: Outcome) -> bool:
            place = space.place(outcome)
            return (low is None or low <= place) and (high is None or place <= high)

        return test


class CannotTellError(RuleError):
    """What is asked is known to the check, but an answer of this kind cannot tell it."""


class NoOutcomeError(RuleError, KeyError):
    """An outcome that an answer does not have."""

    __str__ = RuleError.__str__


@dataclass(frozen=True)
class Space:
    """All outcomes that an answer could have.

    names : in order, the worst or greatest last.
    numbers : whole numbers too?
    parts : how many of these make one outcome; 0 for a single one, ``ANY`` for one or more.
    alone : names that stand alone beside outcomes of several parts.
    graded : does every step along the names mean more, so that "this or more" can be asked?
    way : which of several ways of asking a check it belongs to.

    >>> wounds = Space(("none", "minor", "dead"))
    >>> "minor" in wounds, ("none", "dead") in wounds.times(2), "later" in Space(("later",), numbers=True)
    (True, True, True)
    """

    names: tuple[str, ...] = ()
    numbers: bool = False
    parts: int = 0
    alone: tuple[str, ...] = ()
    graded: bool = False
    way: Value = None

    def times(self, parts: int) -> Space:
        """Outcomes of several parts, each one of these."""
        return replace(self, parts=parts)

    def __contains__(self, outcome: object) -> bool:
        if not self.parts:
            return self._is_part(outcome)
        if not isinstance(outcome, tuple) or not outcome or self.parts not in (ANY, len(outcome)):
            return isinstance(outcome, str) and outcome in self.alone
        return all(self._is_part(part) for part in outcome)

    def _is_part(self, one: object) -> bool:
        return one in self.names if isinstance(one, str) else self.numbers and type(one) is int

    @cached_property
    def scale(self) -> Scale | None:
        """The names in order."""
        return Scale(dict.fromkeys((*self.names, *self.alone))) if self.names or self.alone else None

    @property
    def has_mean(self) -> bool:
        """Is every outcome a number?"""
        return self.numbers and not self.names and not self.parts

    @property
    def in_order(self) -> bool:
        """Can one ask for "this or more" of these outcomes?"""
        return not self.parts and (self.graded or (self.numbers and not self.names))

    def place(self, outcome: Outcome) -> tuple[int, int]:
        """Where an outcome stands in order: numbers, then names."""
        return (1, self.names.index(outcome)) if isinstance(outcome, str) else (0, int(outcome))

    def spans(self, span: Span) -> bool:
        """Are its outcomes in order, and both ends among them?"""
        return self.in_order and all(end is None or self._is_part(end) for end in (span.low, span.high))

    def read(self, text: str, joined: str) -> Outcome:
        """The outcome that a text means; ``joined`` stands between the parts."""
        if not self.parts or text in self.alone:
            return self._part(text)
        if not joined:  # then each name has with it what stands before it
            names = re.findall("|".join(map(re.escape, self.names)), text)
            return tuple(names) if "".join(names) == text else (text,)
        return tuple(self._part(part) for part in text.split(joined))

    def _part(self, text: str) -> Outcome:
        number = self.numbers and text not in self.names and re.fullmatch(r"-?\d{1,9}", text)
        return int(text) if number else text


NUMBERS = Space(numbers=True)


def graded(names: Iterable[str], numbers: bool = False) -> Space:
    """Outcomes of which each is more than the one before; ``numbers`` come before the names."""
    return Space(tuple(names), numbers=numbers, graded=True)


def several(what: EventLike) -> list[Outcome]:
    """What is asked, one by one: a list as it stands, a set always in the same order, anything else alone."""
    if getattr(what, "ndim", 0) == 1:  # an array
        what = what.tolist()
    if isinstance(what, (set, frozenset)):
        return sorted(what, key=lambda one: (type(one).__name__, one if isinstance(one, (int, str)) else repr(one)))
    return list(what) if isinstance(what, (list, range)) else [what]


@dataclass(frozen=True)
class By:
    """The sample spaces of a check that can be asked in several ways.

    target : the target number that says in which, such as "result".
    spaces : its values to the space of each; names alone stand for a space of these.
    """

    target: str
    spaces: Mapping[Value, Space | Sequence[str]]


def space_of(outcomes: Space | Sequence[str]) -> Space:
    """A sample space as a check writes it: names in order stand for themselves, none for whole numbers."""
    if isinstance(outcomes, Space):
        return outcomes
    return Space(tuple(outcomes)) if outcomes else NUMBERS
