"""A chain followed turn by turn in Python's whole numbers alone, for one start and where there are no arrays.

It answers as ``Walk`` does, and takes longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from ..dice.dist import Outcome
from ..work.progress import steadily, tell
from .effort import Effort
from .outcome_amounts import OutcomeAmounts, Read
from .phase import State
from .transitions import Transitions

_DIGITS = 60  # bits of an amount that are one operation with it


class _Amounts(NamedTuple):
    """For each state, by its number, the amount that is there, out of ``total``."""

    amounts: Mapping[int, int]
    total: int

    @property
    def words(self) -> int:
        """Operations with one of them."""
        return self.total.bit_length() // _DIGITS + 1


class PlainWalk:
    """A chain followed for ``turn`` turns so far."""

    def __init__(self, transitions: Transitions) -> None:
        self._transitions, self._effort = transitions, Effort()
        self.turn = 0
        over, self._standing = self._settled(_Amounts(transitions.begun, sum(transitions.begun.values())))
        self._ended: list[list[_Amounts]] = [[over]]
        self.survival = [_share(self._standing)]

    @property
    def goes_on(self) -> bool:
        """Is there a state in which it goes on?"""
        return bool(self._standing.amounts)

    def go_on(self, turns: int, after_turn: Callable[[], object] = lambda: None) -> None:
        """Follow it for so many turns, or until nothing goes on; refused where that would take too much work.

        after_turn : called when all is known that can be reached in a turn, and before the first.
        """
        self._effort.foresee(turns)
        if self.turn == 0:
            after_turn()
        with steadily() as report:
            while self.turn < turns and self.goes_on:
                report(self.turn, turns)
                self._take_turn()
                if self.goes_on:
                    self._effort.end_turn(turns)
                after_turn()

    def _take_turn(self) -> None:
        standing, ended, spent = self._standing, list[_Amounts](), 0
        for kind in self._transitions.kinds:
            standing, operations = self._followed(kind, standing)
            spent += operations
            over, standing = self._settled(standing)
            ended.append(over)
        common = gcd(standing.total, *standing.amounts.values())
        self._standing = _Amounts({i: n // common for i, n in standing.amounts.items()}, standing.total // common)
        self._ended.append(ended)
        self.survival.append(_share(self._standing))
        self.turn += 1
        self._effort.spend(spent)

    def _followed(self, kind: int, before: _Amounts) -> tuple[_Amounts, int]:
        """The amounts after a phase, and how many operations that took."""
        tell(len(before.amounts), None)
        rows = self._transitions.rows(kind, before.amounts)
        common = lcm(*{move.total for _, move in rows})
        after: dict[int, int] = {}
        for (rest, move), amount in zip(rows, before.amounts.values(), strict=True):
            share = amount * (common // move.total)
            for to, weight in zip(move.to, move.weights, strict=True):
                number = rest | to
                after[number] = after.get(number, 0) + share * weight
        amounts = _Amounts(after, before.total * common)
        if len(after) > self._transitions.max_states:
            self._transitions.refuse()
        return amounts, sum([len(move.to) for _, move in rows]) * amounts.words

    def _settled(self, reached: _Amounts) -> tuple[_Amounts, _Amounts]:
        """The states in which it is over, and those in which it goes on."""
        amounts, over = reached.amounts, set(self._transitions.over(reached.amounts))
        return (
            _Amounts({i: amount for i, amount in amounts.items() if i in over}, reached.total),
            _Amounts({i: amount for i, amount in amounts.items() if i not in over}, reached.total),
        )

    # What comes of it -------------------------------------------------------------------------------------------------

    def ended(
        self, turns: Iterable[int], read: Callable[[int, Sequence[State]], Iterable[Outcome]]
    ) -> list[OutcomeAmounts]:
        """For each of some turns the amounts of those that end in it, by outcomes read from the turn and the last
        states.
        """
        return [
            self._read(self._ended[turn], lambda states, turn=turn: read(turn, states))  # type: ignore[misc]
            for turn in turns
        ]

    def standing(self, read: Read) -> OutcomeAmounts:
        """The amounts of those that go on, by outcomes read from their states."""
        return self._read([self._standing], read)

    def _read(self, parts: Sequence[_Amounts], read: Read) -> OutcomeAmounts:
        common = lcm(*(part.total for part in parts))
        by_outcome: dict[Outcome, list[int]] = {}
        for part in parts:
            outcomes = read(self._transitions.states(part.amounts))
            for outcome, amount in zip(outcomes, part.amounts.values(), strict=True):
                (so_far,) = by_outcome.get(outcome, [0])
                by_outcome[outcome] = [so_far + amount * (common // part.total)]
        return OutcomeAmounts(by_outcome, common)

    def all_ends(self) -> list[tuple[int | None, State, int]]:
        """All ends, with their turn, state and amount; and those in which it goes on, with no turn."""
        ends: list[tuple[int | None, _Amounts]] = [
            (turn, part) for turn in range(self.turn + 1) for part in self._ended[turn]
        ]
        ends.append((None, self._standing))
        common = lcm(*(part.total for _, part in ends))
        return [
            (turn, state, amount * (common // part.total))
            for turn, part in ends
            for state, amount in zip(self._transitions.states(part.amounts), part.amounts.values(), strict=True)
        ]


def _share(standing: _Amounts) -> Fraction:
    return Fraction(sum(standing.amounts.values()), standing.total)
