"""Dice and sentences that ask for what they need by name, as modifiers do.

``def drift(throw, r, downhill, outdoors)`` are dice, ``def says_drift(r, downhill, outdoors)`` their sentences: what stands
after the first words are parameters, or what was worked out from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ...engine.dice.throw import Lead, Throw
from ...engine.words.wording import nearest
from ..rulebook.book import Ruleset
from .modifiers import named_by


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


def dice_by_name(dice: Any) -> Any:
    """Dice as they are asked: those whose first argument is ``throw`` ask by name."""
    names = _names(dice)
    return DiceByName(dice, tuple(names[2:])) if names[:2] == ["throw", "r"] else dice


def says_by_name(says: Any) -> Any:
    """Sentences as they are asked: a function whose first argument is ``r`` asks by name."""
    names = _names(says)
    return SaysByName(says, tuple(names[1:])) if names[:1] == ["r"] else says


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
