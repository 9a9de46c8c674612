"""A part of a turn that sees some components of the state only."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from .dist import Dist, Outcome

State: TypeAlias = Outcome  # where something stands at the beginning of a turn, or within one: any value, often a tuple
WeightedStates = tuple[list[State], list[int]]  # states, and their weights


class Phase:
    """A part of a turn that sees, and changes, some components of the state only.

    function : of these components, gives their new values (one value, or a tuple of several) or a ``Dist`` of them.
    places : where they stand in the state, which is a tuple.
    """

    def __init__(self, function: Callable[..., Outcome | Dist], *places: int) -> None:
        self.function, self.places = function, places

    def spread(self, value: Outcome) -> tuple[Outcome, ...]:
        """New values as a tuple, one for each place."""
        return value if len(self.places) > 1 else (value,)

    def put(self, state: State, value: Outcome) -> State:
        """The state with new values in their places."""
        new = list(state)
        for place, part in zip(self.places, self.spread(value), strict=True):
            new[place] = part
        return tuple(new)

    def __call__(self, state: State) -> State | Dist:
        new = self.function(*[state[i] for i in self.places])
        return new.map(lambda value: self.put(state, value)) if isinstance(new, Dist) else self.put(state, new)

    def leads(self, state: State, seen: dict[tuple[Outcome, ...], WeightedStates]) -> WeightedStates:
        """Where it leads from a state, and the weights; ``seen`` keeps what it made of each set of values."""
        inner = tuple([state[i] for i in self.places])
        if inner not in seen:
            seen[inner] = outcomes_and_weights(self.function(*inner))
        values, weights = seen[inner]
        return [self.put(state, value) for value in values], weights


def outcomes_and_weights(result: Outcome | Dist) -> WeightedStates:
    """Outcomes and weights of what a step gives."""
    return (list(result._weights), list(result._weights.values())) if isinstance(result, Dist) else ([result], [1])
