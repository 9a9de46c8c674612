"""Absorbing Markov chains: where something that goes on by chance ends, and after how many turns. Exact.

>>> from rencounter_kit import Chain, d
>>> coins = Chain(3, lambda n: d(2).map(lambda face: n + 1 if face == 1 else n - 1), ended=lambda n: n in (0, 10))
>>> coins.end().states
Dist({0: 7, 10: 3})
>>> coins.end().turns
Fraction(21, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm, prod
from operator import mul
from threading import RLock
from typing import TYPE_CHECKING, NamedTuple

from ..errors import RuleError
from ..progress import tell
from ..wording import shown
from .components import components
from .dist import Dist, Figure, Outcome
from .equations import denominator, solve
from .front import Front
from .phase import State
from .shares import Amounts, Shares, shares_of
from .transitions import MOST_STATES, REPORT_EVERY, Move, Transitions

if TYPE_CHECKING:
    from .wide_front import WideFront

MOST_TURNS = 10_000
_OVER = Move([], [], 0)


class Group(NamedTuple):
    """States that lead to each other.

    members : numbers of the states. rows : what goes out of each, less what stays among them, as equations. whole : the
    denominator of their solutions; 0 where there is no way out.
    """

    members: list[int]
    rows: list[dict[int, int]]
    whole: int


class End(NamedTuple):
    """Where a chain ends when it is followed to the end.

    states : distribution of the last state; a chain that need not end has there the states that it never leaves.
    endless : chance that it never ends. turns : mean number of turns, ``None`` when it need not end.
    """

    states: Dist
    endless: Fraction
    turns: Fraction | None


class Run(NamedTuple):
    """What happens in a number of turns.

    ends : distribution of (turn, last state) for what has ended by then, and (``None``, state) for what still goes on.
    survival : chance that it still goes on after 0, 1, 2, ... turns (the survival function).
    """

    ends: Dist
    survival: tuple[Fraction, ...]


class Chain:
    """An absorbing Markov chain given by its start and what a turn does.

    start : a state (anything hashable) or a ``Dist`` of states. steps : the phases of a turn in order, each a function
    from a state to the next state or a ``Dist`` of them. ended : true for a state in which it is over; when left out
    and there is one step, a state that it leaves as it is. most : states at most, beyond which it is refused.

    Raises ``RuleError`` when there are too many states to be followed exactly.
    """

    def __init__(
        self,
        start: State | Dist,
        *steps: Callable[[State], State | Dist],
        ended: Callable[[State], object] | None = None,
        most: int = MOST_STATES,
    ) -> None:
        if not steps:
            raise ValueError("a chain must have at least one step; got none")
        self.start = start if isinstance(start, Dist) else Dist([start])
        self.steps = steps
        self.transitions = Transitions(self.start, steps, ended, most)
        self._lock = RLock()  # a chain that is kept may be asked by several threads
        self._numbers: list[int] = []  # of the states
        self.phases: list[int] = []  # the phase that comes next; -1 when it is over
        self._moves: list[Move | None] = []  # None: not worked out yet
        self._places: list[dict[int, int]] = [{} for _ in steps]  # by the phase that comes next
        self._ends: dict[int, int] = {}
        self._many = 0  # ways from state to state

    # The graph: each state before each phase -------------------------------------------------------------------------

    @cached_property
    def entry(self) -> dict[int, int]:
        """Where it begins: weights by number."""
        places, place = self._places[0], self._place
        with self._lock:
            begun = self.transitions.begun
            return {places[i] if i in places else place(0, i): weight for i, weight in begun.items()}

    def _place(self, phase: int, number: int) -> int:
        """Where a state before a phase stands in the graph; what is over stands there once, whatever the phase."""
        over = self.transitions.is_over(number)
        place = self._ends.get(number) if over else None
        if place is None:
            place = len(self._moves)
            if place >= self.transitions.most:
                self.transitions.refuse()
            self._numbers[place:] = [number]  # an interrupt before the move is there leaves no mark
            self.phases[place:] = [-1 if over else phase]
            self._moves.append(_OVER if over else None)
            if over:
                self._ends[number] = place
        self._places[phase][number] = place
        return place

    def _move(self, i: int) -> Move:
        """Where a state leads."""
        move = self._moves[i]
        if move is not None:
            return move
        with self._lock:
            return self._moves[i] or self._work_out(i)

    def _work_out(self, i: int) -> Move:
        phase = self.phases[i]
        rest, (to, weights, whole) = self.transitions.row(self.transitions.kinds[phase], self._numbers[i])
        after = (phase + 1) % len(self.steps)
        places, place = self._places[after], self._place
        self._many += len(to)
        self.transitions.refuse_ways(self._many)
        numbers = [rest | number for number in to]
        move = Move([places[n] if n in places else place(after, n) for n in numbers], weights, whole)
        self._moves[i] = move
        return move

    def reach(self, turns: int) -> None:
        """Work out all that can be reached in so many turns."""
        front, seen = set(self.entry), set(self.entry)
        for _ in range(turns * len(self.steps)):
            front = {j for i in front for j in self._move(i).to} - seen
            seen |= front

    @property
    def known_moves(self) -> list[Move]:
        """Where each state leads, as far as it is worked out."""
        return [move or _OVER for move in self._moves]

    @cached_property
    def moves(self) -> list[Move]:
        """Where each state leads, for all that can be reached."""
        _ = self.entry  # the starts stand first
        with self._lock:
            return [move or self._work_out(i) for i, move in enumerate(self._moves)]  # of which there are ever more

    def __len__(self) -> int:
        """Different states met so far."""
        return len(self.transitions)

    def state(self, i: int) -> State:
        """The state of a number."""
        return self.transitions.state(self._numbers[i])

    @cached_property
    def order(self) -> list[list[int]]:
        """The states in groups that lead to each other, each group before those that lead to it."""
        return components([move.to for move in self.moves])

    # To the end -------------------------------------------------------------------------------------------------------

    @cached_property
    def groups(self) -> list[Group]:
        """The same groups with their equations."""
        return [self._group(members) for members in self.order]

    def _group(self, members: list[int]) -> Group:
        place = {i: k for k, i in enumerate(members)}
        rows = []
        for k, i in enumerate(members):
            to, weights, whole = self.moves[i]
            row = {k: whole}
            for j in place.keys() & to:
                row[place[j]] = row.get(place[j], 0) - weights[to.index(j)]
            rows.append(row)
        return Group(members, rows, denominator(rows))

    @cached_property
    def common(self) -> int:
        """A common denominator of all chances from one state to another.

        What goes from group to group comes ever nearer to an end, and each group divides by its own denominator: so it
        is the product of these, in which groups that are as far from the ends count once, by their least common
        multiple.
        """
        far = [0] * len(self.moves)  # groups on the longest way to an end
        by_far: dict[int, set[int]] = {}
        for members, _, whole in self.groups:
            if whole:
                furthest = 1 + max([far[j] for i in members for j in self.moves[i].to])
                by_far.setdefault(furthest, set()).add(whole)
                for i in members:
                    far[i] = furthest
        return prod([lcm(*wholes) for wholes in by_far.values()])

    def end(self) -> End:
        """Where it ends, however long it takes, and the mean number of turns."""
        moves, phases = self.moves, self.phases
        whole = self.common * self.start.total
        flow = [0] * len(self.moves)  # what comes into each state
        for place, weight in self.entry.items():
            flow[place] = weight * self.common
        ends: dict[State, int] = {}
        turns = endless = 0
        for number, (members, rows, out) in enumerate(reversed(self.groups)):
            if not number % REPORT_EVERY:
                tell(number, len(self.groups))
            coming = [flow[i] for i in members]
            if not any(coming):
                continue
            if not out:
                for i, amount in zip(members, coming, strict=True):
                    if amount:
                        state = self.state(i)
                        ends[state] = ends.get(state, 0) + amount
                if moves[members[0]].to:
                    endless += sum(coming)
                continue
            for i, visits in zip(members, solve(_transposed(rows), coming), strict=True):
                to, weights, ways = moves[i]
                if not phases[i]:
                    turns += visits * ways
                for j, weight in zip(to, weights, strict=True):
                    flow[j] += visits * weight
        return End(Dist._of(ends), Fraction(endless, whole), Fraction(turns, whole) if not endless else None)

    # From all starts at once ------------------------------------------------------------------------------------------

    def value(self, worth: Callable[[State], Figure], never: Figure = 0) -> dict[State, Fraction]:
        """Mean of ``worth(last state)`` (whole numbers or Fractions) from every state at the beginning of a turn.

        worth : such as ``lambda state: state[1] == 0`` for the chance that the second has nothing left. never : what a
        fight without end is worth. One pass backward gives all starts.
        """
        moves = self.moves
        last = [i for members, _, out in self.groups if not out for i in members]
        known = {i: Fraction(never if moves[i].to else worth(self.state(i))) for i in last}
        whole = self.common * lcm(*{value.denominator for value in known.values()})
        values = [0] * len(self.moves)
        for i, value in known.items():
            values[i] = value.numerator * (whole // value.denominator)
        for number, (members, rows, out) in enumerate(self.groups):
            if not number % REPORT_EVERY:
                tell(number, len(self.groups))
            if out:
                coming = [sum(map(mul, moves[i].weights, [values[j] for j in moves[i].to])) for i in members]
                for i, amount in zip(members, solve(rows, coming), strict=True):
                    values[i] = amount
        return {
            self.state(i): Fraction(amount, whole)
            for i, (phase, amount) in enumerate(zip(self.phases, values, strict=True))
            if phase <= 0
        }

    # Turn by turn -----------------------------------------------------------------------------------------------------

    def run(self, turns: int, until: Fraction | float = 0) -> Run:
        """What happens in so many turns (0 to 10,000), exactly; stops early once the chance to go on is ``until`` or
        less."""
        check_turns(turns)
        walk = Walk(self)
        while walk.turn < turns and walk.survival[-1] > until:
            walk.go_on(turns)
        return walk.run()


def check_turns(turns: int) -> None:
    """Refuse what is no number of turns that a chain is followed."""
    if type(turns) is not int or not 0 <= turns <= MOST_TURNS:
        raise RuleError(f"turns must be a whole number from 0 to {MOST_TURNS:,}; got {shown(turns)}")


class Walk:
    """A chain followed turn by turn from its start, as far as it has come: ``turn``, ``survival``."""

    def __init__(self, chain: Chain) -> None:
        self.turn, self._phases = 0, len(chain.steps)
        self._front: Front | WideFront = Front(chain.transitions, chain.transitions.begun, chain.start.total)
        self._ends: list[list[Amounts]] = [[self._front.settle()]]  # turn by turn
        self.survival = [self._front.going]

    def go_on(self, turns: int) -> None:
        """A turn more, of so many."""
        ends: list[Amounts] = []
        for phase in range(self._phases):
            if phase:
                tell(self.turn, turns)
            self._front = self._front.step(phase)
            ends.append(self._front.settle())
        self.turn += 1
        self._ends.append(ends)
        self.survival.append(self._front.going)
        tell(self.turn, turns)

    def run(self) -> Run:
        """What has happened so far."""
        ends = [
            ((turn, state), p, some.total)
            for turn, each in enumerate(self._ends)
            for some in each
            for state, p in some.each()
        ]
        standing = self._front.standing()
        goes_on = [((None, state), amount, standing.total) for state, amount in standing.each()]
        return Run(_dist([*ends, *goes_on]), tuple(self.survival))

    def ended(self, turn: int, read: Callable[[State], Outcome]) -> Shares:
        """What comes of those that have ended in a turn, read from the last state."""
        return shares_of(self._ends[turn], read)

    def standing(self, read: Callable[[State], Outcome]) -> Shares:
        """What comes of those that go on, read from where they stand."""
        return shares_of([self._front.standing()], read)


def _transposed(rows: Sequence[Mapping[int, int]]) -> list[dict[int, int]]:
    columns: list[dict[int, int]] = [{} for _ in rows]
    for k, row in enumerate(rows):
        for j, number in row.items():
            columns[j][k] = number
    return columns


def _dist(ends: Sequence[tuple[State, int, int]]) -> Dist:
    """The distribution of last states; the same one may come several times, before different phases."""
    common = lcm(*{whole for _, _, whole in ends})
    weights: dict[State, int] = {}
    for state, amount, whole in ends:
        weights[state] = weights.get(state, 0) + amount * (common // whole)
    return Dist._of(weights)
