"""What was set before: back and forward through the situations of a panel."""

from __future__ import annotations

from time import monotonic
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

_MOMENT = 1.0  # seconds within which moves of one thing are one move, such as those of a slider that is dragged
_LIMIT = 200


class Set(NamedTuple):
    """Everything that a person has set: values by parameter, and house rules."""

    choices: dict[str, Any]
    lines: str

    def differs_in(self, other: Set) -> set[str]:
        """The names of what differs."""
        names = {n for n in (*self.choices, *other.choices) if self.choices.get(n) != other.choices.get(n)}
        return names | ({"house rules"} if self.lines != other.lines else set())


class Settings(Protocol):
    """All that is set."""

    def differs_in(self, other: Any) -> set[str]:
        """The names of what differs."""


Now = TypeVar("Now", bound=Settings)


class Undo(Generic[Now]):
    """Each situation after the other."""

    def __init__(self) -> None:
        self._sets: list[Now] = []
        self._at, self._moved, self._last = -1, set[str](), 0.0

    @property
    def now(self) -> Now:
        """The one that is shown."""
        return self._sets[self._at]

    @property
    def can_go_back(self) -> bool:
        """Is there an earlier one?"""
        return self._at > 0

    @property
    def can_go_forward(self) -> bool:
        """Has one gone back?"""
        return self._at < len(self._sets) - 1

    def keep(self, now: Now) -> None:
        """What is set now; whatever one had gone back from is forgotten."""
        moved = now.differs_in(self._sets[self._at]) if self._sets else set[str]()
        if self._sets and not moved:
            return
        on = len(moved) == 1 and moved == self._moved and monotonic() - self._last < _MOMENT
        self._sets[self._at + (not on) :] = [now]
        del self._sets[:-_LIMIT]
        self._at, self._moved, self._last = len(self._sets) - 1, moved, monotonic()

    def step(self, by: int) -> Now:
        """One back (-1) or forward (1)."""
        self._at, self._moved = self._at + by, set()
        return self._sets[self._at]
