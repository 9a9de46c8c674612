"""Dice and sentences that ask for what they need by name, as modifiers do.

``def drift(throw, r, downhill, outdoors)`` are dice, ``def says_drift(r, downhill, outdoors)`` their sentences: what stands
after the first words are parameters, or what was worked out from them. Where many target numbers go together, a check has
a record of them, a named tuple: ``def fire(throw, r, shot)`` with ``record=Shot`` sees them as one, and
``def volley(throw, r, shot, men)`` a further one beside them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ...engine.dice.throw import Lead, Targets, Throw
from ...engine.words.wording import nearest
from ..rulebook.book import Ruleset
from .modifiers import named_by

Record = type[tuple[Any, ...]]  # a named tuple of target numbers that go together


@dataclass(frozen=True)
class ByName:
    """A function, what it asks for by name, and which of these names is that of a record.

    It is handed all target numbers, and takes those that it names. As the record it is given all of them, so that it
    reads a number when it looks at it, and not before.
    """

    function: Callable[..., Any]
    names: tuple[str, ...]
    record: str = ""

    def _asked(self, targets: Targets) -> list[Any]:
        return [targets if name == self.record else getattr(targets, name) for name in self.names]


class DiceByName(ByName):
    """Dice that are handed all target numbers, and look at those that they name."""

    def __call__(self, targets: Targets, throw: Throw, r: Ruleset) -> Lead:
        return self.function(throw, r, *self._asked(targets))


class SaysByName(ByName):
    """The same for sentences."""

    def __call__(self, targets: Targets, r: Ruleset) -> Any:
        return self.function(r, *self._asked(targets))


def dice_by_name(dice: Any, record: Record | None = None) -> Any:
    """Dice as they are asked: those whose first argument is ``throw`` ask by name, or for the record."""
    names = _names(dice)
    return DiceByName(dice, tuple(names[2:]), name_of(record)) if names[:2] == ["throw", "r"] else dice


def says_by_name(says: Any, record: Record | None = None) -> Any:
    """Sentences as they are asked: a function whose first argument is ``r`` asks by name, or for the record."""
    names = _names(says)
    return SaysByName(says, tuple(names[1:]), name_of(record)) if names[:1] == ["r"] else says


def name_of(record: Record | None) -> str:
    """What a record is called where it is asked for: ``HorseBlow`` is a horse_blow."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", record.__name__).lower() if record else ""


def _names(function: Any) -> list[str]:
    return list(named_by(function)) if hasattr(function, "__code__") else []


def asked_by_name(id: str, asking: Iterable[Any], known: Iterable[str]) -> list[str]:
    """The names that dice and sentences ask for; ``ValueError`` for one that is not known, with the nearest that is."""
    wanted, known = dict[str, None](), list(known)
    for one in asking:
        for name in one.names if isinstance(one, ByName) else ():
            if name == one.record:
                continue
            if name not in known:
                asks = f"{one.function.__name__} asks for {name}"
                raise ValueError(f"{id}: {asks}, which is not known there{nearest(name, known)}")
            wanted[name] = None
    return list(wanted)
