"""How much work it is to follow a chain turn by turn, in operations and not in seconds: so what would take too long is
refused early, and alike on every machine.
"""

from __future__ import annotations

from typing import NoReturn

from .transitions import too_large

MAX_WORK = 15 * 10**9  # operations with a few digits of a number: about half a minute of one processor
_A_SECOND = 5 * 10**8
_SOON, _AHEAD = 60, 3  # it is foreseen for so many turns, or so many times as many as have been,
_TRUSTED = 2  # and half of that is taken for certain,
_EARLY = 4  # until a quarter of the work that may be done is done: then it goes on


class Effort:
    """The operations that a chain has taken so far, turn by turn."""

    def __init__(self) -> None:
        self._spent = [0]  # at the end of each turn
        self._now = 0
        self._turns = 0  # it is refused no more for so many

    def spend(self, operations: int) -> None:
        """Count some operations of this turn; refuse what is too much without any more."""
        self._now += operations
        if self._now > MAX_WORK:
            _refuse(self._now, len(self._spent))

    def end_turn(self, turns: int) -> None:
        """This turn is over; refuse so many turns, where these would take too much."""
        self._spent.append(self._now)
        self.foresee(turns)

    def foresee(self, turns: int) -> None:
        """Refuse so many turns where these would take too much, as far as can be foreseen.

        A turn takes about as much as its number says: the digits of the amounts grow by as many in each. It may all be
        over sooner than so many turns, so nothing is said of much later ones. What is foreseen from any turn so far
        counts, so that it does not matter how far others have followed it.
        """
        first = max(1, len(self._spent) - 1) if turns == self._turns else 1
        for now in range(first, min(turns, len(self._spent) - 1) + 1):
            spent = self._spent[now]
            if spent * _EARLY > MAX_WORK:
                break
            last = min(turns, max(_SOON, _AHEAD * now))
            rest = (spent - self._spent[now - 1]) * (last * (last + 1) - now * (now + 1)) // (2 * now)
            if spent + rest // _TRUSTED > MAX_WORK:
                _refuse(spent + rest, last)
        self._turns = turns


def _refuse(needed: int, turns: int) -> NoReturn:
    got = f"{needed // _A_SECOND:,} seconds or more for {turns:,} turns"
    raise too_large(f"take at most some {MAX_WORK // _A_SECOND} seconds of work", got)
