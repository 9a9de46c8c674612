"""Dice that remember what comes of them, for target numbers and rules that they have seen before."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from ...engine.dice.throw import Consequence, Exact, Random, Throw
from ..rulebook.book import Ruleset
from ..rulebook.watching import WatchedRuleset, agree

T = TypeVar("T")
_KEPT = 8192  # sets of target numbers that each remembers
_ALL: WeakSet[DiceMemory[Any]] = WeakSet()


class DiceMemory(Generic[T]):
    """Dice that are followed once for all rules that agree in what they read.

    dice : from a throw, rules and target numbers (anything hashable) to where it leads; of a whole check, or of a part
    that comes again and again, as the severity of a wound.
    """

    def __init__(self, dice: Callable[[Throw, Ruleset, T], Consequence]) -> None:
        self._dice = dice
        self._by_rules = lru_cache(maxsize=_KEPT)(self._followed)
        self._by_targets = lru_cache(maxsize=_KEPT)(_nothing_yet)
        self.cache_info = self._by_rules.cache_info
        _ALL.add(self)

    def cache_clear(self) -> None:
        """Remember nothing."""
        self._by_rules.cache_clear()
        self._by_targets.cache_clear()

    def consequence_and_reads(self, book: Ruleset, targets: T) -> tuple[Consequence, frozenset[str]]:
        """Where the dice lead, and the rules that they read, which who watches ``book`` is told too."""
        consequence, read = self._by_rules(book.plain, targets)
        book.note(read)
        return consequence, read

    def dist_of(self, book: Ruleset, targets: T) -> Consequence:
        """Where the dice lead, exactly."""
        return self.consequence_and_reads(book, targets)[0]

    def throw_once(self, book: Ruleset, targets: T, throw: Random) -> Consequence:
        """One outcome thrown at random."""
        consequence = self._dice(throw, book, targets)
        return throw.after(consequence, lambda outcome: outcome)

    def _followed(self, book: Ruleset, targets: T) -> tuple[Consequence, frozenset[str]]:
        entries = self._by_targets(targets)
        for rules, consequence, read in entries:
            if agree(rules, book, read):
                return consequence, read
        watched = WatchedRuleset(book)
        consequence = self._dice(Exact(), watched, targets)
        read = watched.paths_read
        entries[:] = [(book, consequence, read)]
        return consequence, read


def forget() -> None:
    """All dice remember nothing."""
    for memory in _ALL:
        memory.cache_clear()


def _nothing_yet(targets: Any) -> list[tuple[Ruleset, Consequence, frozenset[str]]]:
    """A place for what comes of target numbers: by which rules, and which of them were read."""
    return []
