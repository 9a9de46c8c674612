"""A part of a turn that sees some components of the state only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .dist import Dist


class Phase:
    """A part of a turn that sees, and changes, some components of the state only.

    function : of these components, gives their new values (one value, or a tuple of several) or a ``Dist`` of them.
    places : where they stand in the state, which is a tuple.
    """

    def __init__(self, function: Callable[..., Any], *places: int) -> None:
        self.function, self.places = function, places

    def spread(self, value: Any) -> tuple[Any, ...]:
        """New values as a tuple, one for each place."""
        return value if len(self.places) > 1 else (value,)

    def put(self, state: Any, value: Any) -> tuple[Any, ...]:
        """The state with new values in their places."""
        new = list(state)
        for place, part in zip(self.places, self.spread(value), strict=True):
            new[place] = part
        return tuple(new)

    def __call__(self, state: Any) -> Any:
        thrown = self.function(*[state[i] for i in self.places])
        return thrown.map(lambda value: self.put(state, value)) if isinstance(thrown, Dist) else self.put(state, thrown)

    def led(self, state: Any, seen: dict[tuple[Any, ...], Any]) -> tuple[list[Any], list[int]]:
        """Where it leads from a state, and the weights; ``seen`` keeps what it made of each set of values."""
        inner = tuple([state[i] for i in self.places])
        if inner not in seen:
            seen[inner] = led(self.function(*inner))
        values, weights = seen[inner]
        return [self.put(state, value) for value in values], weights


def led(thrown: Any) -> tuple[list[Any], list[int]]:
    """Outcomes and weights of what a step gives."""
    return (list(thrown._weights), list(thrown._weights.values())) if isinstance(thrown, Dist) else ([thrown], [1])
