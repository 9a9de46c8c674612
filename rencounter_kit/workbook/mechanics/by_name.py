"""Dice and sentences that ask for what they need by name, as modifiers do.

``def drift(throw, r, downhill, outdoors)`` are dice, ``def says_drift(r, downhill, outdoors)`` their sentences: what
stands after the first words are parameters, or what was worked out from them. Where many target numbers go together, a
check has a record of them, a named tuple: ``def fire(throw, r, shot)`` with ``record=Shot`` sees them as one, and ``def
volley(throw, r, shot, men)`` a further one beside them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any, NamedTuple

from ...engine.dice.throw import Consequence, Targets, Throw
from ...engine.words.wording import nearest
from ..rulebook.book import Ruleset
from .modifiers import named_by

Record = type[NamedTuple]  # a named tuple of target numbers that go together


@dataclass(frozen=True)
class ByName:
    """A function, what it asks for by name, and which of these names is that of a record.

    It is handed all target numbers, and takes those that it names. As the record it is given all of them, so that it
    reads a number when it looks at it, and not before.
    """

    function: Callable[..., Any]
    names: tuple[str, ...]
    record: str = ""

    def _arguments(self, targets: Targets) -> list[Any]:
        return [targets if name == self.record else getattr(targets, name) for name in self.names]


class DiceByName(ByName):
    """Dice that are handed all target numbers, and look at those that they name."""

    def __call__(self, throw: Throw, r: Ruleset, targets: Targets) -> Consequence:
        if self.names == (self.record,):  # soonest, as dice are thrown by the thousand
            return self.function(throw, r, targets)
        return self.function(throw, r, *self._arguments(targets))


class SentencesByName(ByName):
    """The same for sentences."""

    def __call__(self, r: Ruleset, targets: Targets) -> Sequence[str]:
        sentences: Sequence[str] = self.function(r, *self._arguments(targets))
        return sentences


def dice_by_name(
    dice: Callable[..., Consequence], record: Record | None = None
) -> Callable[[Throw, Ruleset, Targets], Consequence]:
    """Dice that ask by name; those that see all target numbers as they are, as the record or as ready dice, are left
    so.

    Raises ``ValueError`` for a function that does not ask for ``throw`` and ``r`` first.
    """
    if not isinstance(dice, FunctionType):
        return dice
    names, whole = _names(dice, "throw", "r"), name_of(record)
    return dice if names == (whole,) else DiceByName(dice, names, whole)


def sentences_by_name(
    says: Callable[..., Sequence[str]], record: Record | None = None
) -> Callable[[Ruleset, Targets], Sequence[str]]:
    """The same for sentences, which ask for ``r`` first."""
    if not isinstance(says, FunctionType):
        return says
    names, whole = _names(says, "r"), name_of(record)
    return says if names == (whole,) else SentencesByName(says, names, whole)


def name_of(record: Record | None) -> str:
    """What a record is called where it is asked for: ``HorseBlow`` is a horse_blow."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", record.__name__).lower() if record else ""


def _names(function: Callable[..., Any], *first: str) -> tuple[str, ...]:
    """What a function asks for after what it must ask for first."""
    names = tuple(named_by(function))
    if names[: len(first)] != first:
        got = ", ".join(names) or "nothing"
        raise ValueError(
            f"{function.__name__} must ask for {', '.join(first)} and then for what it looks at; got {got}"
        )
    return names[len(first) :]


def names_needed(id: str, asking: Iterable[object], names: Iterable[str]) -> list[str]:
    """The names that dice and sentences ask for; ``ValueError`` for one that is not known, with the nearest that is."""
    order, names = dict[str, None](), list(names)
    for one in asking:
        if not isinstance(one, ByName):
            continue
        for name in one.names:
            if name not in names and name != one.record:
                asks = f"{one.function.__name__} asks for {name}"
                raise ValueError(f"{id}: {asks}, which is not known there{nearest(name, names)}")
            if name != one.record:
                order[name] = None
    return list(order)
