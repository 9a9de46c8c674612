"""All states that a chain can reach."""

from __future__ import annotations

from collections.abc import Sequence

from .phase import State
from .state_space import StateSpace, UnpartedError
from .transitions import Transitions


def reachable(transitions: Transitions, starts: Sequence[State]) -> StateSpace:
    """The states, phase by phase, and all ways between them; refused where there are too many."""
    try:
        space, phase = StateSpace(transitions, starts, cells=1), 0
        while any(len(matrix) < len(states) for matrix, states in zip(space.matrices, space.visited, strict=True)):
            space.learn(phase)
            phase = space.after(phase)
            if space.size > transitions.max_states:
                transitions.refuse()
    except UnpartedError:
        return reachable(transitions.unparted(), starts)
    return space
