"""Where a chain ends, and after how many turns: state by state in topological order, in whole numbers.

The moves between the values of a component are a graph; no move goes back to a strongly connected group of values that
was left. So states that differ in such a group come one after the other. Those that share all groups may lead to each
other; where they do, they are linear equations. A state that stays through a turn is a geometric series: a quotient.
The common denominator of all amounts is the product of the denominators of each height in that order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain, pairwise
from math import gcd, lcm, prod
from operator import mul
from typing import NamedTuple, TypeAlias

from ..dice.dist import Figure
from ..work.progress import tell
from .components import components
from .equations import denominator, solve
from .phase import State
from .reachable import Reachable
from .transitions import REPORT_EVERY, Move, Transitions

Stay = tuple[int, int]  # the weight of staying, and of all ways
Flow = list[dict[int, int]]  # an amount for each state, before each phase


class Outflow(NamedTuple):
    """Where a phase leads from a state.

    down : for each weight the differences from the number of the state to the next ones.
    """

    stay: Stay
    down: list[tuple[int, list[int]]]


class SelfLoop(NamedTuple):
    """Staying in a state through whole turns.

    divisor : all ways through a turn less those that stay, as weights; 0 where the state is never left.
    lowest : the denominator of all amounts.
    first : of the first phase.
    later : for each other phase the weight of staying in the phase before, and its own.
    """

    divisor: int
    lowest: int
    first: Stay
    later: list[tuple[int, int, int]]


class Transient(NamedTuple):
    """A state that never comes again once it is left.

    ways : where each phase leads from it.
    """

    state: int
    ways: tuple[Outflow, ...]
    loop: SelfLoop

    @property
    def lowest(self) -> int:
        return self.loop.lowest

    def send(self, flow: Flow, stuck: dict[int, int]) -> int:
        """Send the amount that has come to it to where it leads. Returns the turns that begin there."""
        i, ways, loop = self
        coming = [into.pop(i, 0) for into in flow]
        if not loop.divisor:
            stuck[i] = sum(coming)
            return 0
        visits = _visits(loop, coming)
        for (_, down), amount, into in zip(ways, visits, [*flow[1:], flow[0]], strict=True):
            for weight, steps in down:
                share = amount * weight
                for step in steps:
                    into[i + step] += share
        return visits[0] * loop.first[1]

    def value(self, values: Flow, never: int) -> None:
        """Set its value before each phase, from those of the states to which it leads."""
        i, ways, loop = self
        values_before = [never] * len(values)
        if loop.divisor:
            coming = [
                sum([weight * sum([then[i + step] for step in steps]) for weight, steps in down])
                for (_, down), then in zip(ways, [*values[1:], values[0]], strict=True)
            ]
            values_before = _values(loop, coming)
        for amount, column in zip(values_before, values, strict=True):
            column[i] = amount


class Group(NamedTuple):
    """A strongly connected component: states before phases that lead to each other.

    nodes : phase and state.
    moves : where each leads.
    rows : linear equations, the weights of all moves from each less those that stay in the group.
    divisor : the denominator of their solutions; 0 where there is no way out.
    """

    nodes: list[tuple[int, int]]
    moves: list[Move]
    rows: list[dict[int, int]]
    divisor: int

    @property
    def lowest(self) -> int:
        return self.divisor or 1

    def send(self, flow: Flow, stuck: dict[int, int]) -> int:
        """Send the amounts that have come to them to where they lead. Returns the turns that begin there."""
        coming = [flow[phase].pop(i, 0) for phase, i in self.nodes]
        if not any(coming):
            return 0
        if not self.divisor:
            for (_, i), amount in zip(self.nodes, coming, strict=True):
                if amount:
                    stuck[i] = stuck.get(i, 0) + amount
            return 0
        turns = 0
        for (phase, _), move, visits in zip(self.nodes, self.moves, solve(_transposed(self.rows), coming), strict=True):
            into = flow[(phase + 1) % len(flow)]
            for j, weight in zip(move.to, move.weights, strict=True):
                into[j] = into.get(j, 0) + visits * weight
            turns += 0 if phase else visits * move.total
        return turns

    def value(self, values: Flow, never: int) -> None:
        """Set the value of each, from those of the states to which they lead."""
        values_before = [never] * len(self.nodes)
        if self.divisor:
            coming = [
                sum(map(mul, move.weights, [values[(phase + 1) % len(values)].get(j, 0) for j in move.to]))
                for (phase, _), move in zip(self.nodes, self.moves, strict=True)
            ]
            values_before = solve(self.rows, coming)
        for (phase, i), amount in zip(self.nodes, values_before, strict=True):
            values[phase][i] = amount


Part: TypeAlias = Transient | Group
_NEVER_THERE = Outflow((0, 1), [])


class Absorption:
    """The reachable states in topological order.

    common : a common denominator of all amounts for each weight of a start.
    """

    def __init__(self, transitions: Transitions, reached: Reachable) -> None:
        self.transitions, self.reached = transitions, reached
        states = list(dict.fromkeys(chain(*reached.going)))
        groups, heights = zip(*map(_condensed, transitions.by_component()), strict=True)
        levels: dict[int, dict[object, list[int]]] = {}  # by height the states of each group
        packing = transitions.packing
        of_groups: Iterable[object] = states  # each of its own, where no value leads back to another
        if any(len(set(numbers)) < len(numbers) for numbers in groups):
            of_groups = zip(*packing.columns_of(states, groups), strict=True)
        level = map(sum, zip(*packing.columns_of(states, heights), strict=True))
        for i, height, group in zip(states, level, of_groups, strict=True):
            levels.setdefault(height, {}).setdefault(group, []).append(i)
        alone = [members[0] for sets in levels.values() for members in sets.values() if len(members) == 1]
        transient = self._transient(alone)
        self.common = 1
        self.parts: list[Part] = []  # each before those to which it leads
        for height in sorted(levels, reverse=True):
            divisors: set[int] = set()
            for members in levels[height].values():
                parts = [transient[members[0]]] if len(members) == 1 else self._groups(members)
                divisors.add(prod([part.lowest for part in parts]))
                self.parts += parts
            self.common *= lcm(*divisors)

    def _transient(self, states: Collection[int]) -> dict[int, Transient]:
        """The states that are alone in their group, by their numbers."""
        reached = zip(self.transitions.kinds, self.reached.going, strict=True)
        by_phase = [self._ways(kind, ways_of_phase) for kind, ways_of_phase in reached]
        ways = [[ways_of_phase.get(i, _NEVER_THERE) for i in states] for ways_of_phase in by_phase]
        stays = list(zip(*[[of.stay for of in column] for column in ways], strict=True))
        loops = {each: _self_loop(each) for each in set(stays)}
        transients = map(Transient, states, zip(*ways, strict=True), map(loops.__getitem__, stays))
        return dict(zip(states, transients, strict=True))

    def _ways(self, kind: int, states: Collection[int]) -> dict[int, Outflow]:
        """Where a kind of phase leads from each state; worked out once for the part that it sees."""
        sights = self.transitions.seen(kind, states)
        different = set(sights)
        by_sight = {
            i: _outflow(i, move) for i, (_, move) in zip(different, self.transitions.rows(kind, different), strict=True)
        }
        return dict(zip(states, map(by_sight.__getitem__, sights), strict=True))

    def _groups(self, states: Sequence[int]) -> list[Part]:
        """The strongly connected components of some states, each before those to which it leads."""
        going, kinds = self.reached.going, self.transitions.kinds
        nodes: list[tuple[int, int]] = []
        moves: list[Move] = []
        for phase, ways_of_phase in enumerate(going):
            group_states = [i for i in states if i in ways_of_phase]
            nodes += [(phase, i) for i in group_states]
            rows = self.transitions.rows(kinds[phase], group_states)
            moves += [Move([rest | j for j in to], weights, total) for rest, (to, weights, total) in rows]
        place = {node: k for k, node in enumerate(nodes)}
        after = [(phase + 1) % len(kinds) for phase, _ in nodes]
        edges = [
            {place[phase, j]: weight for j, weight in zip(move.to, move.weights, strict=True) if (phase, j) in place}
            for phase, move in zip(after, moves, strict=True)
        ]
        parts: list[Part] = []
        for members in reversed(components(list(map(list, edges)))):
            within = {k: number for number, k in enumerate(members)}
            equations = [{within[k]: moves[k].total} for k in members]
            for row, k in zip(equations, members, strict=True):
                for j in within.keys() & edges[k].keys():
                    row[within[j]] = row.get(within[j], 0) - edges[k][j]
            ours = [nodes[k] for k in members], [moves[k] for k in members]
            parts.append(Group(*ours, equations, denominator(equations)))
        return parts

    def _with_progress(self, parts: Iterable[Part]) -> Iterable[Part]:
        """The parts; progress is reported meanwhile."""
        for number, part in enumerate(parts):
            if not number % REPORT_EVERY:
                tell(number, len(self.parts) + len(self.reached.over))
            yield part

    def end(self) -> tuple[dict[State, int], int, int]:
        """The weight of each last state, of never ending, and of all turns, out of ``common`` for each weight of a
        start.
        """
        states_of, (going, over) = self.transitions.states, self.reached
        flow = [
            dict.fromkeys(chain(states_of_phase, over), 0) for states_of_phase in going
        ]  # what comes into each state before each phase
        for i, weight in self.transitions.begun.items():
            flow[0][i] = weight * self.common
        stuck: dict[int, int] = {}
        turns = sum([part.send(flow, stuck) for part in self._with_progress(self.parts)])
        ends = {i: sum([into[i] for into in flow]) for i in over} | stuck
        return dict(zip(states_of(ends), ends.values(), strict=True)), sum(stuck.values()), turns

    def value(self, worth: Callable[[State], Figure], never: Figure) -> dict[State, Fraction]:
        """The mean worth of the last state, for every state at the beginning of a turn."""
        states_of, (going, over) = self.transitions.states, self.reached
        worths, without_end = [Fraction(worth(state)) for state in states_of(over)], Fraction(never)
        total = self.common * lcm(without_end.denominator, *{value.denominator for value in worths})
        ends = {i: value.numerator * (total // value.denominator) for i, value in zip(over, worths, strict=True)}
        values = [ends.copy() for _ in going]
        stuck = without_end.numerator * (total // without_end.denominator)
        for part in self._with_progress(reversed(self.parts)):
            part.value(values, stuck)
        first = [*over, *going[0]]
        return {state: Fraction(values[0][i], total) for state, i in zip(states_of(first), first, strict=True)}


def _condensed(leads: Sequence[Iterable[int]]) -> tuple[list[int], list[int]]:
    """The condensation of a graph: for each node the number of its strongly connected component, and its height, the
    number of components on the longest path from it.

    leads : the nodes to which each leads.
    """
    group, height = [0] * len(leads), [0] * len(leads)
    for number, members in enumerate(components([*map(list, leads)])):
        inside = set(members)
        high = max([height[j] + 1 for i in members for j in leads[i] if j not in inside], default=0)
        for i in members:
            group[i], height[i] = number, high
    return group, height


def _outflow(sight: int, move: Move) -> Outflow:
    """A move as an outflow, from the part of the state that a phase sees."""
    stay, down = 0, dict[int, list[int]]()
    for to, weight in zip(move.to, move.weights, strict=True):
        if to == sight:
            stay = weight
        else:
            down.setdefault(weight, []).append(to - sight)
    return Outflow((stay, move.total), list(down.items()))


def _self_loop(stays: Sequence[Stay]) -> SelfLoop:
    """The self-loop of a state that stays so in each phase of a turn."""
    divisor = prod([total for _, total in stays]) - prod([stay for stay, _ in stays])
    lowest = divisor // gcd(*chain(*stays)) ** (len(stays) - 1)
    later = [(before, *later_stay) for (before, _), later_stay in pairwise(stays)]
    return SelfLoop(divisor, lowest or 1, stays[0], later)


def _visits(loop: SelfLoop, coming: Sequence[int]) -> list[int]:
    """The expected visits of a state before each phase, divided by the sum of the weights of the phase."""
    first, *others = coming
    back, over = 0, 1  # what comes into it later in the first turn and is there at the end; out of so much
    for (_, stay, total), amount in zip(loop.later, others, strict=True):
        back = (back + amount * over) * stay
        over *= total
    visits = [(first * over + back) // loop.divisor]
    for (before, _, total), amount in zip(loop.later, others, strict=True):
        visits.append((amount + before * visits[-1]) // total)
    return visits


def _values(loop: SelfLoop, coming: Sequence[int]) -> list[int]:
    """The value of a state before each phase, from the values to which its other ways lead."""
    first, *others = coming
    backward = list(zip(reversed(loop.later), reversed(others), strict=True))
    ahead, over = 0, 1  # what comes of the later phases of the first turn; out of so much
    for (_, stay, total), amount in backward:
        ahead = amount * over + stay * ahead
        over *= total
    value = (first * over + loop.first[0] * ahead) // loop.divisor
    values = [value]
    for (_, stay, total), amount in backward:
        values.append((amount + stay * values[-1]) // total)
    return [value, *values[:0:-1]]


def _transposed(rows: Sequence[Mapping[int, int]]) -> list[dict[int, int]]:
    columns: list[dict[int, int]] = [{} for _ in rows]
    for k, row in enumerate(rows):
        for j, number in row.items():
            columns[j][k] = number
    return columns
