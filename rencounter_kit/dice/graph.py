"""A chain as a graph: each state before each phase is a node, and what is over one, whatever the phase."""

from __future__ import annotations

from functools import cached_property

from .components import components
from .phase import State
from .survey import Survey
from .transitions import Move, Transitions

_OVER = Move([], [], 0)


class Graph:
    """Nodes with numbers from 0, and where each leads, for all that was reached.

    states : of the nodes, numbers in ``transitions``. phases : which comes next; -1 when it is over. moves : nothing
    where it is over. entry : where it begins, weights by node.
    """

    def __init__(self, transitions: Transitions, reached: Survey) -> None:
        self.transitions = transitions
        going, over = reached
        self.states, self.phases = [*over], [-1] * len(over)
        self.moves: list[Move] = [_OVER] * len(over)
        places: list[dict[int, int]] = []
        ends = {i: place for place, i in enumerate(over)}
        for phase, known in enumerate(going):
            places.append({**ends, **{i: place for place, i in enumerate(known, len(self.states))}})
            self.states += known
            self.phases += [phase] * len(known)
        self.entry = {places[0][i]: weight for i, weight in transitions.begun.items()}
        for phase, (kind, known) in enumerate(zip(transitions.kinds, going, strict=True)):
            after = places[(phase + 1) % len(places)]
            self.moves += [
                Move([after[rest | j] for j in to], weights, whole)
                for rest, (to, weights, whole) in transitions.rows(kind, known)
            ]

    def __len__(self) -> int:
        return len(self.states)

    def state(self, node: int) -> State:
        """The state of a node."""
        return self.transitions.state(self.states[node])

    @cached_property
    def order(self) -> list[list[int]]:
        """The nodes in groups that lead to each other, each group before those that lead to it."""
        return components([move.to for move in self.moves])
