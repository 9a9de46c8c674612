"""The events of a check as its rules write them, in names and ranges, and which sample spaces can tell them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from ...engine.dice.dist import Outcome
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text, nearest
from ..rulebook.text import bands
from .space import Event, Space

Which: TypeAlias = int | Literal["any", "every"]  # of the parts of an outcome


class Kinds(NamedTuple):
    """Some outcomes: names, and ranges of whole numbers with both their ends."""

    names: frozenset[Outcome] = frozenset()
    ranges: tuple[tuple[float, float], ...] = ()

    def has(self, one: Outcome) -> bool:
        """Is it one of them?"""
        return one in self.names or (type(one) is int and any(low <= one <= high for low, high in self.ranges))

    def meets(self, names: Iterable[str], numbers: bool) -> bool:
        """Could one of them come, of these names, and of whole numbers?"""
        return (numbers and bool(self.ranges)) or not self.names.isdisjoint(names)


@dataclass(frozen=True)
class PlainEvent:
    """An event that outcomes tell by themselves.

    alone : what an outcome must be;
    parts : what a part must be of an outcome of several, and ``which`` of them.
    """

    alone: Kinds
    parts: Kinds
    which: Which = "any"

    def __call__(self, outcome: Outcome) -> bool:
        if not isinstance(outcome, tuple):
            return self.alone.has(outcome)
        if isinstance(self.which, int):
            return self.parts.has(outcome[self.which])
        return (any if self.which == "any" else all)(map(self.parts.has, outcome))

    def is_decided_by(self, space: Space) -> bool:
        """Can outcomes of a sample space tell it?"""
        if not space.parts:
            return self.alone.meets(space.names, space.numbers)
        return self.parts.meets(space.names, space.numbers) or self.alone.meets(space.alone, numbers=False)


@dataclass(frozen=True)
class PartsEvent:
    """An event of outcomes of several parts, as a check writes it.

    alone : as in ``in_place``.
    """

    which: Which
    parts: tuple[str, ...]
    alone: tuple[str, ...]


EventForm: TypeAlias = str | Sequence[str] | PartsEvent | Event


def in_place(place: int, *these: str, alone: Sequence[str] | None = None) -> PartsEvent:
    """The event that the part in some place, 0 for the first, is one of these.

    alone : outcomes without parts that belong to it too; the same ones where nothing is said.
    """
    return PartsEvent(place, these, these if alone is None else tuple(alone))


def every(*these: str) -> PartsEvent:
    """The event that every part is one of these."""
    return PartsEvent("every", these, these)


def event_of(form: EventForm, spaces: Collection[Space]) -> Event:
    """An event as a check writes it: an outcome or several, a range of names in their order such as ``"grave.."`` and
    ``"..light"``, or of numbers such as ``"2.."``; of outcomes of several parts, that any part is so. Or a test of an
    outcome.

    spaces : all in which the check is asked. Raises ``RuleError`` for what none of them has.

    >>> hurt = event_of("light..", [Space(("none", "light", "grave"))])
    >>> hurt("grave"), hurt("none"), hurt(("none", "light")), event_of("2..", [Space(numbers=True)])(1)
    (True, False, True, False)
    """
    if callable(form):
        return form
    if isinstance(form, PartsEvent):
        return PlainEvent(_kinds(form.alone, spaces), _kinds(form.parts, spaces), form.which)
    kinds = _kinds(_several(form), spaces)
    return PlainEvent(kinds, kinds)


def tells(space: Space, event: Event) -> bool:
    """Can the outcomes of a sample space tell an event?"""
    if isinstance(event, PlainEvent):
        return event.is_decided_by(space)
    parts: list[Outcome] = [*space.names, *([0] if space.numbers else [])]
    every_part = [(part,) * max(space.parts, 1) for part in parts] if space.parts else parts
    return all(event(one) is not None for one in every_part)


def _several(form: str | Sequence[str]) -> tuple[str, ...]:
    return (form,) if isinstance(form, str) else tuple(form)


def _kinds(texts: Sequence[str], spaces: Collection[Space]) -> Kinds:
    """The outcomes that some texts name, in any of the sample spaces."""
    orders = [names for space in spaces for names in (space.names, space.alone)]
    names, ranges = set[str](), list[tuple[float, float]]()
    for text in texts:
        if matches := {name for order in orders for name in _names_in(text, order)}:
            names |= matches
        elif any(space.numbers for space in spaces) and re.fullmatch(r"[-\d., ]+", text):
            ranges += bands(text)
        else:
            every_name = list(dict.fromkeys(name for order in orders for name in order))
            hint = nearest(text, every_name) or f"; try {', '.join(every_name[:8]) or 'numbers, such as 2..'}"
            raise RuleError(f"an event must name outcomes of the check; got {as_text(text)}{hint}")
    return Kinds(frozenset(names), tuple(ranges))


def _names_in(text: str, order: Sequence[str]) -> Sequence[str]:
    """The names that a text means among some in order: one of them, or from one to another."""
    if text in order:
        return (text,)
    first, dots, last = text.partition("..")
    ends = [end for end in (first, last) if end]
    if not dots or not ends or any(end not in order for end in ends):
        return ()
    return order[order.index(first) if first else 0 : order.index(last) + 1 if last else None]
