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
from math import lcm
from threading import RLock
from typing import NamedTuple

from ..errors import RuleError
from ..progress import tell
from ..wording import shown
from .components import components
from .dist import Dist, Figure, Outcome
from .equations import solve
from .phase import Phase, State, WeightedStates, outcomes_and_weights

Flow = list[dict[int, int]]  # what comes into each state: {denominator: numerator}
Pairs = list[tuple[int, int]]  # fractions as numerator and denominator, not in lowest terms
Move = tuple[list[int], list[int]]  # where a state leads: numbers of states, and weights
MOST_STATES, MOST_MOVES = 300_000, 6_000_000
MOST_TURNS = 10_000
_REPORT_EVERY = 512  # states between two reports of progress
_OVER: Move = ([], [])


class TooLargeError(RuleError):
    """There are too many states to be followed exactly."""


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
        self._stays = ended is None and len(steps) == 1
        self._over = ended or (lambda state: False)
        self._most, self._many = most, 0
        self._lock = RLock()  # a chain that is kept may be asked by several threads
        self.states: list[State] = []
        self.phases: list[int] = []  # the phase that comes next; -1 when it is over
        self._moves: list[Move | None] = []  # None: not worked out yet
        self._places: list[dict[State, int]] = [{} for _ in steps]  # by the phase that comes next
        self._ends: dict[State, int] = {}
        # what each phase has made of its components
        self._results: dict[int, dict[tuple[Outcome, ...], WeightedStates]] = {}
        self.entry = {self._number(0, state): weight for state, weight in self.start._weights.items()}

    # The graph of all states ------------------------------------------------------------------------------------------

    def _number(self, phase: int, state: State) -> int:
        """The number of a state that comes before a phase; what is over has one whatever the phase."""
        ended = self._over(state)
        place = self._ends.get(state) if ended else None
        if place is None:
            place = len(self.states)
            if place >= self._most:
                self._refuse()
            self.states.append(state)
            self.phases.append(-1 if ended else phase)
            self._moves.append(_OVER if ended else None)
            if ended:
                self._ends[state] = place
        self._places[phase][state] = place
        return place

    def _refuse(self) -> None:
        raise TooLargeError(
            f"a process must have at most {self._most:,} states to be worked out exactly; got more; "
            "try fewer men, or simulate it with rk.simulate(...)"
        )

    def _move(self, i: int) -> Move:
        """Where a state leads."""
        move = self._moves[i]
        if move is not None:
            return move
        with self._lock:
            return self._moves[i] or self._work_out(i)

    def _work_out(self, i: int) -> Move:
        phase = self.phases[i]
        after = (phase + 1) % len(self.steps)
        step, state = self.steps[phase], self.states[i]
        if isinstance(step, Phase):
            states, weights = step.leads(state, self._results.setdefault(id(step), {}))
        else:
            states, weights = outcomes_and_weights(step(state))
        numbers, number = self._places[after], self._number
        to = [numbers[new] if new in numbers else number(after, new) for new in states]
        move = to, weights
        if self._stays and to == [i]:
            move, self.phases[i] = _OVER, -1
        if self._many + len(to) > MOST_MOVES:
            self._refuse()
        self._moves[i] = move
        self._many += len(to)
        if not i % _REPORT_EVERY:
            tell(i, None)
        return move

    def _is_over(self, i: int) -> bool:
        if self._stays:
            self._move(i)  # only its turn tells
        return self.phases[i] < 0

    def reach(self, turns: int) -> None:
        """Work out all that can be reached in so many turns."""
        front, seen = set(self.entry), set(self.entry)
        for _ in range(turns * len(self.steps)):
            if not front:
                break
            front = {j for i in front if not self._is_over(i) for j in self._move(i)[0]} - seen
            seen |= front
        for i in front:
            self._is_over(i)

    @property
    def known_moves(self) -> list[Move]:
        """Where each state leads, as far as it is worked out."""
        return [move or _OVER for move in self._moves]

    @cached_property
    def moves(self) -> list[Move]:
        """Where each state leads, for all that can be reached."""
        i = 0
        while i < len(self.states):
            self._move(i)
            i += 1
        return [self._move(i) for i in range(len(self.states))]

    def __len__(self) -> int:
        return len(self.states)

    @cached_property
    def order(self) -> list[list[int]]:
        """The states in groups that lead to each other, each group before those that lead to it."""
        return components([to for to, _ in self.moves])

    # To the end -------------------------------------------------------------------------------------------------------

    def end(self) -> End:
        """Where it ends, however long it takes, and the mean number of turns."""
        order = self.order
        flow: Flow = [{} for _ in self.states]  # for each state {denominator: numerator} of what comes in
        for place, weight in self.entry.items():
            flow[place][self.start.total] = weight
        ends: list[tuple[State, int, int]] = []
        turns: Pairs = []
        endless: Pairs = []
        for number, group in enumerate(reversed(order)):
            if not number % _REPORT_EVERY:
                tell(number, len(order))
            if not any(flow[i] for i in group):
                continue
            if len(group) > 1:
                self._circle(group, flow, turns, endless, ends)
                continue
            (i,) = group
            amount, common = _add_up(flow[i])
            move = self.moves[i]
            leaves = sum(move[1]) - _weight_to(move, i)
            if not leaves:
                ends.append((self.states[i], amount, common))
                if move[0]:
                    endless.append((amount, common))
                continue
            if not self.phases[i]:
                turns.append((amount * sum(move[1]), common * leaves))
            _pour(flow, move, i, amount, common * leaves)
        never = _sum(endless)
        return End(_dist(ends), never, _sum(turns) if not never else None)

    def _circle(
        self, group: list[int], flow: Flow, turns: Pairs, endless: Pairs, ends: list[tuple[State, int, int]]
    ) -> None:
        """States that lead to each other: how often each is visited, by linear equations."""
        inside = {i: k for k, i in enumerate(group)}
        moves = [self.moves[i] for i in group]
        incoming = [Fraction(*_add_up(flow[i])) if flow[i] else Fraction(0) for i in group]
        if all(set(move[0]) <= set(inside) for move in moves):
            for i, amount in zip(group, incoming, strict=True):
                if amount:
                    ends.append((self.states[i], amount.numerator, amount.denominator))
                    endless.append((amount.numerator, amount.denominator))
            return
        rows: list[dict[int, Fraction]] = [{k: Fraction(1)} for k in range(len(group))]
        for k, move in enumerate(moves):
            whole = sum(move[1])
            for j, weight in zip(*move, strict=True):
                if j in inside:
                    row = rows[inside[j]]
                    row[k] = row.get(k, Fraction(0)) - Fraction(weight, whole)
        for i, move, visits in zip(group, moves, solve(rows, incoming), strict=True):
            if not self.phases[i]:
                turns.append((visits.numerator, visits.denominator))
            out = visits / sum(move[1])
            for j, weight in zip(*move, strict=True):
                if j not in inside:
                    pour = flow[j]
                    pour[out.denominator] = pour.get(out.denominator, 0) + out.numerator * weight

    # From all starts at once ------------------------------------------------------------------------------------------

    def value(self, worth: Callable[[State], Figure], never: Figure = 0) -> dict[State, Fraction]:
        """Mean of ``worth(last state)`` (whole numbers or Fractions) from every state at the beginning of a turn.

        worth : such as ``lambda state: state[1] == 0`` for the chance that the second has nothing left. never : what a
        fight without end is worth. One pass backward gives all starts.
        """
        order = self.order
        values: Pairs = [(0, 1)] * len(self.states)
        for place, group in enumerate(order):
            if not place % _REPORT_EVERY:
                tell(place, len(order))
            if len(group) > 1:
                for i, number in zip(group, self._circle_value(group, values, never), strict=True):
                    values[i] = number.numerator, number.denominator
                continue
            (i,) = group
            move = self.moves[i]
            leaves = sum(move[1]) - _weight_to(move, i)
            if not leaves:
                number = Fraction(never if move[0] else worth(self.states[i]))
                values[i] = number.numerator, number.denominator
                continue
            parts: dict[int, int] = {}
            for j, weight in zip(*move, strict=True):
                if j != i:
                    amount, common = values[j]
                    if amount:
                        parts[common] = parts.get(common, 0) + amount * weight
            amount, common = _add_up(parts) if parts else (0, 1)
            values[i] = amount, common * leaves
        return {
            state: Fraction(*values[i])
            for i, (state, phase) in enumerate(zip(self.states, self.phases, strict=True))
            if phase <= 0
        }

    def _circle_value(self, group: list[int], values: Pairs, never: Figure) -> list[Fraction]:
        inside = {i: k for k, i in enumerate(group)}
        rows, right = [], []
        closed = True
        for k, i in enumerate(group):
            move = self.moves[i]
            row, outside, whole = {k: Fraction(1)}, Fraction(0), sum(move[1])
            for j, weight in zip(*move, strict=True):
                if j in inside:
                    row[inside[j]] = row.get(inside[j], Fraction(0)) - Fraction(weight, whole)
                else:
                    closed = False
                    outside += Fraction(weight, whole) * Fraction(*values[j])
            rows.append(row)
            right.append(outside)
        return [Fraction(never)] * len(group) if closed else solve(rows, right)

    # Turn by turn -----------------------------------------------------------------------------------------------------

    def run(self, turns: int, until: Fraction | float = 0) -> Run:
        """What happens in so many turns (0 to 10,000), exactly; stops early once the chance to go on is ``until`` or
        less."""
        check_turns(turns)
        walk = Walk(self)
        while walk.turn < turns and walk.survival[-1] > until:
            walk.go_on(turns)
        return walk.run()

    def _step(self, mass: Mapping[int, int], total: int) -> tuple[dict[int, int], int]:
        """One phase for all states at once, over one common denominator."""
        moves = [(amount, self._move(i)) for i, amount in mass.items()]
        wholes = [sum(move[1]) for _, move in moves]
        common = lcm(*wholes)
        new: dict[int, int] = {}
        for (amount, move), whole in zip(moves, wholes, strict=True):
            share = amount * (common // whole)
            for j, weight in zip(*move, strict=True):
                new[j] = new.get(j, 0) + share * weight
        return new, total * common


def check_turns(turns: int) -> None:
    """Refuse what is no number of turns that a chain is followed."""
    if type(turns) is not int or not 0 <= turns <= MOST_TURNS:
        raise RuleError(f"turns must be a whole number from 0 to {MOST_TURNS:,}; got {shown(turns)}")


class Walk:
    """A chain followed turn by turn from its start, as far as it has come: ``turn``, ``survival``."""

    def __init__(self, chain: Chain) -> None:
        self.chain, self.turn = chain, 0
        self._mass, self._total = dict(chain.entry), chain.start.total
        self._ends: list[tuple[int, State, int, int]] = []  # turn, last state, weight, and over which total
        self._settle()
        self.survival = [self._goes_on()]

    def go_on(self, turns: int) -> None:
        """A turn more, of so many."""
        for phase in range(len(self.chain.steps)):
            if phase:
                tell(self.turn - 1, turns)
            self._mass, self._total = self.chain._step(self._mass, self._total)
            self.turn += not phase
            self._settle()
        self.survival.append(self._goes_on())
        tell(self.turn, turns)

    def _settle(self) -> None:
        """Aside with what is over."""
        over = [i for i in self._mass if self.chain._is_over(i)]
        self._ends.extend((self.turn, self.chain.states[i], self._mass.pop(i), self._total) for i in over)

    def _goes_on(self) -> Fraction:
        return Fraction(sum(self._mass.values()), self._total)

    def run(self) -> Run:
        """What has happened so far."""
        weights: dict[State, int] = {}
        for turn, state, amount, whole in self._ends:
            weights[turn, state] = weights.get((turn, state), 0) + amount * (self._total // whole)
        weights.update(((None, self.chain.states[i]), amount) for i, amount in self._mass.items())
        return Run(Dist._of(weights), tuple(self.survival))


def _weight_to(move: Move, i: int) -> int:
    return sum([weight for j, weight in zip(*move, strict=True) if j == i])


def _pour(flow: Flow, move: Move, i: int, amount: int, common: int) -> None:
    """Pass on what came into a state to those that it leads to, other than itself."""
    for j, weight in zip(*move, strict=True):
        if j != i:
            into = flow[j]
            into[common] = into.get(common, 0) + amount * weight


def _add_up(parts: Mapping[int, int]) -> tuple[int, int]:
    """Fractions given as {denominator: numerator} added up: numerator and denominator, not in lowest terms."""
    if len(parts) == 1:
        ((common, amount),) = parts.items()
        return amount, common
    common = max(parts)
    for whole in parts:
        if common % whole:
            common = lcm(common, whole)
    return sum([amount * (common // whole) for whole, amount in parts.items()]), common


def _sum(pairs: Sequence[tuple[int, int]]) -> Fraction:
    parts: dict[int, int] = {}
    for amount, common in pairs:
        parts[common] = parts.get(common, 0) + amount
    return Fraction(*_add_up(parts)) if parts else Fraction(0)


def _dist(ends: Sequence[tuple[State, int, int]]) -> Dist:
    """The distribution of last states; the same one may come several times, before different phases."""
    common = _add_up({whole: 0 for _, _, whole in ends})[1]
    weights: dict[State, int] = {}
    for state, amount, whole in ends:
        weights[state] = weights.get(state, 0) + amount * (common // whole)
    return Dist._of(weights)
