"""The states that a chain can reach: a breadth-first search from the starts, phase by phase."""

from __future__ import annotations

from typing import NamedTuple

from .transitions import AT_ONCE, Transitions

_SOME = 64  # states that tell how many ways there are likely to be from all,
_TRUSTED = 2  # of which half are taken for certain


class Reachable(NamedTuple):
    """Numbers of states, in order of first visit.

    going : for each phase the states before it in which the chain goes on.
    over : the states in which it is over.
    """

    going: list[dict[int, None]]
    over: dict[int, None]


def reachable(transitions: Transitions) -> Reachable:
    """All states that can be reached; refused where they or their ways are too many."""
    kinds = transitions.kinds
    going: list[dict[int, None]] = [{} for _ in kinds]
    over: dict[int, None] = {}
    front = dict.fromkeys(transitions.begun)
    steps = count = ways = 0
    while front:
        phase = steps % len(kinds)
        over |= dict.fromkeys(transitions.over(front))
        states_now = going[phase]
        new = [i for i in front if i not in states_now and i not in over]
        count += len(new)
        states_now |= dict.fromkeys(new)
        steps += 1
        then, unmet = going[steps % len(kinds)], 0
        front = {}
        if len(new) > _SOME:
            some = new[:: len(new) // _SOME + 1]
            likely = sum([len(move.to) for _, move in transitions.rows(kinds[phase], some)]) * len(new) // len(some)
            transitions.refuse_ways(ways + likely // _TRUSTED)
        for first in range(0, len(new), AT_ONCE):  # what is too much is refused before all of them are worked out
            rows = transitions.rows(kinds[phase], new[first : first + AT_ONCE])
            ways += sum([len(move.to) for _, move in rows])
            transitions.refuse_ways(ways)
            targets = {rest | j: None for rest, move in rows for j in move.to}
            unmet += sum([i not in front and i not in then and i not in over for i in targets])
            if count + len(over) + unmet > transitions.max_states:
                transitions.refuse()
            front |= targets
    return Reachable(going, over)
