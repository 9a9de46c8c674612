"""Where a chain ends that only goes down, as where hit points are lost: a state stays as it is, or is left for good.

Each component of a state then goes from value to value and never back; so states are taken from the highest on, without a
search for circles. Staying for whole turns is the one circle that is left, and a quotient takes it away.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from itertools import chain, pairwise
from math import gcd, lcm, prod
from typing import NamedTuple

from ..progress import tell
from .components import components
from .dist import Figure
from .phase import State
from .survey import Survey
from .transitions import REPORT_EVERY, Move, Transitions

Stay = tuple[int, int]  # the weight of staying, and of all ways


class Outflow(NamedTuple):
    """Where a phase leads from a state.

    down : for the ways of each weight, what they add to the number of the state.
    """

    stay: Stay
    down: list[tuple[int, list[int]]]


class Circle(NamedTuple):
    """Staying for whole turns.

    divisor : of the equations; 0 where a state is never left. lowest : the denominator of all their solutions. first : of
    the first phase. later : for each other phase the weight of staying before it, and its own.
    """

    divisor: int
    lowest: int
    first: Stay
    later: list[tuple[int, int, int]]


class Stand(NamedTuple):
    """A state, and its ways phase by phase."""

    state: int
    ways: tuple[Outflow, ...]
    circle: Circle


_NEVER_THERE = Outflow((0, 1), [])


def heights(transitions: Transitions) -> list[list[int]] | None:
    """How high each value of each component is: values on the longest way down from it. ``None`` if any comes again."""
    found = []
    for leads in transitions.by_component():
        height = [0] * len(leads)
        for i, *others in components([*map(list, leads)]):
            if others:
                return None
            height[i] = max([height[j] + 1 for j in leads[i] if j != i], default=0)
        found.append(height)
    return found


class Descent:
    """The states from the highest on. heights : of the values of each component.

    common : a denominator of all that comes of it. No state leads to another of the same height, so those divide by their
    least common multiple together.
    """

    def __init__(self, transitions: Transitions, reached: Survey, heights: list[list[int]]) -> None:
        self.transitions, self.reached = transitions, reached
        states = list(dict.fromkeys(chain(*reached.going)))
        by_phase = [self._ways(kind, known) for kind, known in zip(transitions.kinds, reached.going, strict=True)]
        ways = [[known.get(i, _NEVER_THERE) for i in states] for known in by_phase]
        stays = list(zip(*[[of.stay for of in column] for column in ways], strict=True))
        circles = {each: _circle(each) for each in set(stays)}
        stands = map(Stand, states, zip(*ways, strict=True), map(circles.__getitem__, stays))
        of_components = transitions.packing.columns_of(states, heights)
        levels: dict[int, list[Stand]] = {}
        for stand, height in zip(stands, map(sum, zip(*of_components, strict=True)), strict=True):
            levels.setdefault(height, []).append(stand)
        self.stands = [stand for height in sorted(levels, reverse=True) for stand in levels[height]]
        self.common = prod([lcm(*{stand.circle.lowest for stand in level}) for level in levels.values()])

    def _ways(self, kind: int, states: Collection[int]) -> dict[int, Outflow]:
        """The ways of each state, made once for what the phase sees of it."""
        seen = self.transitions.seen(kind, states)
        made = {i: _outflow(i, self.transitions.row(kind, i)[1]) for i in set(seen)}
        return dict(zip(states, map(made.__getitem__, seen), strict=True))

    def end(self) -> tuple[dict[State, int], int, int]:
        """What comes to each end, what never ends, and the turns, as weights: ``common`` for each weight of a start."""
        told, (going, over) = self.transitions.states, self.reached
        flow = [dict.fromkeys(chain(known, over), 0) for known in going]  # what comes into each state before each phase
        after = [*flow[1:], flow[0]]
        for i, weight in self.transitions.begun.items():
            flow[0][i] = weight * self.common
        stuck: dict[int, int] = {}
        turns = 0
        for number, (i, ways, circle) in enumerate(self.stands):
            if not number % REPORT_EVERY:
                tell(number, len(self.stands) + len(over))
            coming = [into.pop(i, 0) for into in flow]
            if not circle.divisor:
                stuck[i] = sum(coming)
                continue
            visits = _visits(circle, coming)
            turns += visits[0] * circle.first[1]
            for (_, down), amount, into in zip(ways, visits, after, strict=True):
                for weight, steps in down:
                    share = amount * weight
                    for step in steps:
                        into[i + step] += share
        ends = {i: sum([into[i] for into in flow]) for i in over} | stuck
        return dict(zip(told(ends), ends.values(), strict=True)), sum(stuck.values()), turns

    def value(self, worth: Callable[[State], Figure], never: Figure) -> dict[State, Fraction]:
        """Mean worth of the last state from every state at the beginning of a turn."""
        told, (going, over) = self.transitions.states, self.reached
        known, without_end = [Fraction(worth(state)) for state in told(over)], Fraction(never)
        whole = self.common * lcm(without_end.denominator, *{value.denominator for value in known})
        ends = {i: value.numerator * (whole // value.denominator) for i, value in zip(over, known, strict=True)}
        values = [ends.copy() for _ in going]
        after = [*values[1:], values[0]]
        stuck = [without_end.numerator * (whole // without_end.denominator)] * len(going)
        for number, (i, ways, circle) in enumerate(reversed(self.stands)):
            if not number % REPORT_EVERY:
                tell(number, len(self.stands) + len(over))
            found = stuck
            if circle.divisor:
                coming = [
                    sum([weight * sum([then[i + step] for step in steps]) for weight, steps in down])
                    for (_, down), then in zip(ways, after, strict=True)
                ]
                found = _values(circle, coming)
            for amount, here in zip(found, values, strict=True):
                here[i] = amount
        first = [*over, *going[0]]
        return {state: Fraction(values[0][i], whole) for state, i in zip(told(first), first, strict=True)}


def _outflow(seen: int, move: Move) -> Outflow:
    """A move from what a phase sees."""
    stay, down = 0, dict[int, list[int]]()
    for to, weight in zip(move.to, move.weights, strict=True):
        if to == seen:
            stay = weight
        else:
            down.setdefault(weight, []).append(to - seen)
    return Outflow((stay, move.whole), list(down.items()))


def _circle(stays: Sequence[Stay]) -> Circle:
    """Staying through the phases of a turn."""
    divisor = prod([whole for _, whole in stays]) - prod([stay for stay, _ in stays])
    lowest = divisor // gcd(*chain(*stays)) ** (len(stays) - 1)
    later = [(before, *here) for (before, _), here in pairwise(stays)]
    return Circle(divisor, lowest or 1, stays[0], later)


def _visits(circle: Circle, coming: Sequence[int]) -> list[int]:
    """How often a state is there before each phase, for each weight of the phase: what comes into it, and what stays."""
    first, *others = coming
    back, over = 0, 1  # what comes into it later in the first turn and is there at the end; out of so much
    for (_, stay, whole), amount in zip(circle.later, others, strict=True):
        back = (back + amount * over) * stay
        over *= whole
    visits = [(first * over + back) // circle.divisor]
    for (before, _, whole), amount in zip(circle.later, others, strict=True):
        visits.append((amount + before * visits[-1]) // whole)
    return visits


def _values(circle: Circle, coming: Sequence[int]) -> list[int]:
    """What a state is worth before each phase, from what the ways down are."""
    first, *others = coming
    backward = list(zip(reversed(circle.later), reversed(others), strict=True))
    ahead, over = 0, 1  # what comes of the later phases of the first turn; out of so much
    for (_, stay, whole), amount in backward:
        ahead = amount * over + stay * ahead
        over *= whole
    value = (first * over + circle.first[0] * ahead) // circle.divisor
    values = [value]
    for (_, stay, whole), amount in backward:
        values.append((amount + stay * values[-1]) // whole)
    return [value, *values[:0:-1]]
