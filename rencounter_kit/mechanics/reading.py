"""What comes of last states that are met at the end of many turns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from ..dice.closed import Closed
from ..dice.dist import Outcome
from ..dice.phase import State
from .play import Play


class Reading:
    """What a play answers for last states. Each is read once, if what it answers does not depend on the turn."""

    def __init__(self, play: Play) -> None:
        self._play, self._turn = play, Closed()
        self._timed = False  # does some answer depend on the turn?
        self._known: dict[int, Outcome] = {}  # by where a state stands in memory, which is quicker than by value
        self._kept: list[Sequence[State]] = []  # these states, since another one could come to stand there
        self._whenever = cache(self._read)

    def of(self, states: Sequence[State], turn: int) -> list[Outcome]:
        """What it answers for each of some states, in which it has ended in a turn."""
        known = self._known
        if new := [state for state in states if id(state) not in known]:
            outcomes = list(map(self._whenever, new))
            known.update(zip(map(id, new), outcomes, strict=True))
            self._kept.append(new)
            self._timed = self._timed or any(outcome is self._turn for outcome in outcomes)
        outcomes = [known[place] for place in map(id, states)]
        if not self._timed:
            return outcomes
        pairs = zip(states, outcomes, strict=True)
        return [self._play.outcome(state, turn) if outcome is self._turn else outcome for state, outcome in pairs]

    def _read(self, state: State) -> Outcome:
        """What it answers for a state, whatever the turn; else a closed one."""
        turn: Any = self._turn
        try:
            outcome = self._play.outcome(state, turn)
            hash(outcome)  # the turn may be in it
        except Exception:  # who looks at the turn in whatever way, or meets an error, is asked again in each
            return turn
        return outcome
