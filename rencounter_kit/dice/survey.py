"""Which states a chain may reach: from the starts on, phase by phase, all that are new at once."""

from __future__ import annotations

from typing import NamedTuple

from .transitions import Transitions


class Survey(NamedTuple):
    """Numbers of states, in the order in which they were met.

    going : before each phase, those in which it goes on. over : those in which it is over.
    """

    going: list[dict[int, None]]
    over: dict[int, None]


def survey(transitions: Transitions) -> Survey:
    """All that can be reached."""
    kinds = transitions.kinds
    going: list[dict[int, None]] = [{} for _ in kinds]
    over: dict[int, None] = {}
    front = dict.fromkeys(transitions.begun)
    steps = met = ways = 0
    while front:
        phase = steps % len(kinds)
        over |= dict.fromkeys(transitions.over(front))
        known = going[phase]
        new = [i for i in front if i not in known and i not in over]
        met += len(new)
        if met + len(over) > transitions.most:
            transitions.refuse()
        known |= dict.fromkeys(new)
        rows = transitions.rows(kinds[phase], new)
        ways += sum([len(move.to) for _, move in rows])
        transitions.refuse_ways(ways)
        front = {rest | j: None for rest, move in rows for j in move.to}
        steps += 1
    return Survey(going, over)
