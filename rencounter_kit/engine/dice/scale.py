"""Named outcomes in order, so that "serious or worse" is a question one can ask."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, TypeVar

T = TypeVar("T")
_AFTER = 10**9  # names come after all numbers


class Scale(tuple[str, ...]):
    """Named outcomes in order, the worst last, so that "serious or worse" is a question one can ask.

    >>> wounds = Scale("none < minor < serious < crippling < dead")
    >>> wounds.at_least("crippling")
    ('crippling', 'dead')
    >>> wounds.at_most("minor")
    ('none', 'minor')
    """

    __slots__ = ()

    def __new__(cls, names: str | Collection[str]) -> Scale:
        labels = [n.strip() for n in names.split("<")] if isinstance(names, str) else list(names)
        if len(set(labels)) != len(labels) or not all(labels):
            raise ValueError(f"the names of a scale must be different and not empty; got {labels}")
        return super().__new__(cls, labels)

    def _place(self, name: object) -> int:
        if name not in self:
            raise ValueError(f"an outcome of this scale must be one of {', '.join(self)}; got {name!r}")
        return self.index(name)

    def places(self, outcome: object) -> tuple[int, ...]:
        """Where an outcome stands, for sorting: numbers first, then names; a composite one by its parts."""
        if isinstance(outcome, tuple):
            return tuple(place for part in outcome for place in self.places(part))
        return (_AFTER + self.index(outcome) if outcome in self else int(outcome) if isinstance(outcome, int) else -1,)

    def at_least(self, name: str) -> tuple[str, ...]:
        """The outcomes from ``name`` on: it and everything worse."""
        return tuple(self[self._place(name) :])

    def at_most(self, name: str) -> tuple[str, ...]:
        """The outcomes up to ``name``: it and everything better."""
        return tuple(self[: self._place(name) + 1])


def in_order(outcomes: Iterable[T], scale: Scale | None) -> list[T]:
    """Outcomes in order, each once: by the scale, else by size, else as they came.

    >>> in_order(["dead", "none"], Scale("none < minor < dead"))
    ['none', 'dead']
    """
    every: list[Any] = list(dict.fromkeys(outcomes))
    try:
        return sorted(every, key=scale.places if scale else None)
    except TypeError:
        return every
