"""A part of a turn that sees some components of the state only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from ..dice.dist import Dist, Outcome

State: TypeAlias = Outcome  # where something stands at the beginning of a turn, or within one: any value, often a tuple


class Phase:
    """A part of a turn that sees, and changes, some components of the state only.

    function : of these components, gives their new values (one value, or a tuple of several) or a ``Dist`` of them.
    places : where they stand in the state, which is a tuple.
    whose : whose part it is, in words; or what says it from these components.
    """

    def __init__(
        self, function: Callable[..., Outcome | Dist], *places: int, owner: str | Callable[..., str] = ""
    ) -> None:
        self.function, self.places, self.whose = function, places, owner

    def whose_in(self, state: State) -> str:
        """Whose part it is, from the state before it."""
        return self.whose(*[state[i] for i in self.places]) if callable(self.whose) else self.whose

    def columns(self, outcomes: list[Outcome]) -> list[Sequence[Outcome]]:
        """Several sets of new values, component by component."""
        count = len(self.places)
        if count == 1:
            return [outcomes]
        if wrong := set(map(len, outcomes)) - {count}:
            raise ValueError(f"a phase must give as many values as it sees, {count}; got {wrong.pop()}")
        return list(zip(*outcomes, strict=True))

    def put(self, state: State, value: Outcome) -> State:
        """The state with new values in their places."""
        changed = dict(zip(self.places, [column[0] for column in self.columns([value])], strict=True))
        return tuple([changed.get(place, before) for place, before in enumerate(state)])

    def __call__(self, state: State) -> State | Dist:
        new = self.function(*[state[i] for i in self.places])
        return new.map(lambda value: self.put(state, value)) if isinstance(new, Dist) else self.put(state, new)


def outcome_lists(result: Outcome | Dist) -> tuple[list[Outcome], list[Any], int]:
    """The outcomes of what a step gives, their weights, and the sum of these."""
    if isinstance(result, Dist):
        return list(result._weights), list(result._weights.values()), result.total
    return [result], [1], 1
