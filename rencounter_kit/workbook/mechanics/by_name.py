"""Dice and sentences that ask for what they need by name, as modifiers do.

``def drift(throw, r, downhill, outdoors)`` are dice, ``def says_drift(r, downhill, outdoors)`` their sentences: what stands
after the first words are parameters, or what was worked out from them. Where many target numbers go together, a check has
a record of them, a named tuple: ``def fire(throw, r, shot)`` with ``record=Shot`` sees them as one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ...engine.dice.throw import Lead, Throw
from ...engine.words.wording import nearest
from ..rulebook.book import Ruleset
from .modifiers import named_by

Record = type[tuple[Any, ...]]  # a named tuple of target numbers that go together


@dataclass(frozen=True)
class ByName:
    """A function, and the target numbers that it names."""

    function: Callable[..., Any]
    names: tuple[str, ...]

    def _named(self, t: Any) -> list[Any]:
        return [getattr(t, name) for name in self.names]


class DiceByName(ByName):
    """Dice that are handed all target numbers, and look at those that they name."""

    def __call__(self, t: Any, throw: Throw, r: Ruleset) -> Lead:
        return self.function(throw, r, *self._named(t))


class SaysByName(ByName):
    """The same for sentences."""

    def __call__(self, t: Any, r: Ruleset) -> Any:
        return self.function(r, *self._named(t))


@dataclass(frozen=True)
class ByRecord(ByName):
    """A function that sees the target numbers as one record; its names are those of the record."""


class DiceByRecord(ByRecord):
    """Dice that see the target numbers as one record."""

    def __call__(self, record: Any, throw: Throw, r: Ruleset) -> Lead:
        return self.function(throw, r, record)


class SaysByRecord(ByRecord):
    """The same for sentences."""

    def __call__(self, record: Any, r: Ruleset) -> Any:
        return self.function(r, record)


def dice_by_name(dice: Any, record: Record | None = None) -> Any:
    """Dice as they are asked: those whose first argument is ``throw`` ask by name, or for the record."""
    names = _names(dice)
    if names[:2] != ["throw", "r"]:
        return dice
    seen = names[2:]
    return DiceByRecord(dice, ()) if seen == [_name_of(record)] else DiceByName(dice, tuple(seen))


def says_by_name(says: Any, record: Record | None = None) -> Any:
    """Sentences as they are asked: a function whose first argument is ``r`` asks by name, or for the record."""
    names = _names(says)
    if names[:1] != ["r"]:
        return says
    seen = names[1:]
    return SaysByRecord(says, ()) if seen == [_name_of(record)] else SaysByName(says, tuple(seen))


def _name_of(record: Record | None) -> str:
    """What a record is called where it is asked for: ``HorseBlow`` is a horse_blow."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", record.__name__).lower() if record else ""


def _names(function: Any) -> list[str]:
    return list(named_by(function)) if hasattr(function, "__code__") else []


def asked_by_name(id: str, asking: Iterable[Any], known: Iterable[str]) -> list[str]:
    """The names that dice and sentences ask for; ``ValueError`` for one that is not known, with the nearest that is."""
    wanted, known = dict[str, None](), list(known)
    for one in asking:
        for name in one.names if isinstance(one, ByName) else ():
            if name not in known:
                asks = f"{one.function.__name__} asks for {name}"
                raise ValueError(f"{id}: {asks}, which is not known there{nearest(name, known)}")
            wanted[name] = None
    return list(wanted)
