"""Where each phase of a turn leads from each state: worked out when it is first asked, and kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from itertools import chain
from threading import RLock
from typing import Any, NamedTuple, NoReturn

from ..dice.dist import Dist, Outcome
from ..words.errors import RuleError
from ..work.progress import tell
from .packing import Packing, Values
from .phase import Phase, State, outcome_lists

# So much is followed that it takes at most about a gigabyte, in arrays a quarter more: states that are kept one by one,
# and where they lead (some 1,000 and 200 bytes each); or, in arrays, so many bytes at once. How long it may take:
# ``effort``.
MAX_STATES, MAX_WAYS, MAX_BYTES = 300_000, 4_000_000, 10**9
REPORT_EVERY = 512  # states between two reports of progress
AT_ONCE = 512  # rows that are worked out at once


class TooLargeError(RuleError):
    """The chain is too large to be followed exactly."""


def too_large(limit: str, got: str) -> TooLargeError:
    """The refusal of what must keep to a limit."""
    return TooLargeError(
        f"a process must {limit} to be worked out exactly; got {got}; "
        "try fewer men or turns, or simulate it: rk.simulate(...), rencounter simulate"
    )


class Move(NamedTuple):
    """Where something leads: numbers, their weights, and the sum of the weights."""

    to: list[int]
    weights: list[int]
    total: int


class PhaseResult(NamedTuple):
    """What a phase makes of several sets of values, one after the other: as lists or arrays.

    to : the numbers of the new values, a row for each component.
    weights : of each way; with several cells an array or row of them.
    counts : ways from each set.
    totals : the sum of the weights of each set.
    """

    to: Any
    weights: Any
    counts: Any
    totals: list[int]


class Transitions:
    """The states of a chain, each packed in one whole number, and what the phases make of them.

    The same function at several places of a turn is one kind of phase, and worked out once. Where each phase sees
    components only, these are packed side by side; else, and where they are not ``parted``, a state is one component.
    """

    def __init__(
        self,
        start: Dist,
        steps: tuple[Callable[[State], State | Dist], ...],
        ended: Callable[[State], object] | None,
        max_states: int,
        weights_of: Callable[[Any], tuple[list[Outcome], list[Any], int]] = outcome_lists,
        parted: bool = True,
    ) -> None:
        self._arguments = start, steps, ended, max_states, weights_of
        self._weights_of = weights_of
        self.kinds = [steps.index(step) for step in steps]  # for each phase the first that is the same
        self._stays = ended is None and len(steps) == 1  # then it is over where the only step changes nothing
        self._ended = ended or (lambda state: False)
        self.max_states, self._ways = max_states, 0
        self._lock = RLock()  # a chain that is kept may be asked by several threads
        starts = list(start._weights)
        self.phases = [step for step in steps if isinstance(step, Phase)] if parted and not self._stays else []
        self._parted = len(self.phases) == len(steps) and len(set(map(len, starts))) == 1
        if not self._parted:
            self.phases = [Phase(_remembering(step), 0) for step in steps]
        self.packing = Packing([Values() for _ in (starts[0] if self._parted else "1")], max_states.bit_length())
        self._masks = [self.packing.mask(phase.places) for phase in self.phases]
        self._rows: list[dict[int, Move]] = [{} for _ in steps]
        self._packed: list[dict[Outcome, int]] = [{} for _ in steps]  # by kind, the new values that it has given
        self._over: dict[int, bool] = {}
        self._next_report = 0
        first_states = self.packing.columns_packed(self.columns(starts), self.packing.places)
        if len(first_states) > max_states:
            self.refuse()
        self.begun = dict(zip(first_states, start._weights.values(), strict=True))

    def unparted(self) -> Transitions:
        """The same, each state as one component."""
        return Transitions(*self._arguments, parted=False)

    def columns(self, states: Sequence[State]) -> list[Sequence[Outcome]]:
        """Some states component by component."""
        if not states:
            return [()] * len(self.packing.components)
        return list(zip(*states, strict=True)) if self._parted else [states]

    def joined(self, columns: Sequence[Sequence[Outcome]]) -> list[State]:
        """The states again."""
        return list(zip(*columns, strict=True)) if self._parted else list(columns[0])

    def states(self, numbers: Collection[int]) -> list[State]:
        """The states that have some numbers."""
        return self.joined(self.packing.columns_of(numbers, [values.all for values in self.packing.components]))

    def refuse(self) -> NoReturn:
        """Refuse too many states."""
        raise too_large(f"have at most {self.max_states:,} states", "more")

    def refuse_bytes(self, states: int, needed: int) -> None:
        """Refuse so many bytes for so many states at once, where that is too much."""
        if needed > MAX_BYTES:
            got = f"{needed / 1e9:.1f} GB or more for {states:,} states at once"
            raise too_large(f"take at most {MAX_BYTES / 1e9:g} GB of memory", got)

    def refuse_ways(self, ways: int) -> None:
        """Refuse so many ways from state to state, where that is too many."""
        if ways > MAX_WAYS:
            raise too_large(f"have at most {MAX_WAYS:,} ways from state to state", f"{ways:,} or more")

    def seen(self, kind: int, numbers: Iterable[int]) -> list[int]:
        """The part of each state that a kind of phase sees."""
        mask = self._masks[kind]
        return [i & mask for i in numbers]

    def rows(self, kind: int, numbers: Collection[int]) -> list[tuple[int, Move]]:
        """For each of some states the part that a kind of phase does not see, and where it leads from the part that it
        sees.
        """
        rows, each = self._rows[kind], self.seen(kind, numbers)
        new = [sight for sight in dict.fromkeys(each) if sight not in rows]
        for first in range(0, len(new), AT_ONCE):
            self._work_out(kind, new[first : first + AT_ONCE])
        return [(i ^ sight, rows[sight]) for i, sight in zip(numbers, each, strict=True)]

    def made_of(self, kind: int, sights: Sequence[Sequence[int]], report: Callable[[int], object]) -> PhaseResult:
        """What a kind of phase makes of several sets of values, given by their numbers; not kept.

        report : called after each set with the number of ways so far.
        """
        with self._lock:
            phase = self.phases[kind]
            components = [self.packing.components[place] for place in phase.places]
            outcomes: list[Outcome] = []
            weights: list[Any] = []
            counts: list[int] = []
            totals: list[int] = []
            for numbers in sights:
                values = [component.all[number] for component, number in zip(components, numbers, strict=True)]
                results, each, total = self._weights_of(phase.function(*values))
                outcomes += results
                weights += each
                counts.append(len(each))
                totals.append(total)
                report(len(outcomes))
            to = [part.numbers(column) for part, column in zip(components, phase.columns(outcomes), strict=True)]
            self._refuse_values()
            return PhaseResult(to, weights, counts, totals)

    def _refuse_values(self) -> None:
        """Refuse a component with more values than there may be states."""
        if self.packing.outgrown:
            self.refuse()

    def by_component(self) -> list[list[set[int]]]:
        """For each component the graph of its values, as worked out so far: the values to which each leads,
        by number.
        """
        leads: list[list[set[int]]] = [[set() for _ in range(len(values))] for values in self.packing.components]
        for phase, rows in zip(self.phases, self._rows, strict=True):
            for place in phase.places:
                column, to = self.packing.column, leads[place]
                for value, move in zip(column(rows, place), rows.values(), strict=True):
                    to[value].update(column(move.to, place))
        return leads

    def _work_out(self, kind: int, new: list[int]) -> None:
        """Ask a kind of phase for the moves from what it sees for the first time."""
        with self._lock:
            rows, phase, packing, packed = self._rows[kind], self.phases[kind], self.packing, self._packed[kind]
            new = [sight for sight in new if sight not in rows]
            columns = [packing.values_in(new, place) for place in phase.places]
            each = [outcome_lists(consequence) for consequence in map(phase.function, *columns)]
            every = dict.fromkeys(chain.from_iterable([outcomes for outcomes, _, _ in each]))
            if fresh := [values for values in every if values not in packed]:
                packed.update(zip(fresh, packing.columns_packed(phase.columns(fresh), phase.places), strict=True))
            self._ways += sum([len(weights) for _, weights, _ in each])
            self._refuse_values()
            self.refuse_ways(self._ways)
            moves = [Move([packed[values] for values in outcomes], weights, total) for outcomes, weights, total in each]
            rows.update(zip(new, moves, strict=True))

    def ends(self, states: Iterable[State]) -> list[bool]:
        """Is the chain over in each of some states? Not kept."""
        if not self._stays:
            return list(map(bool, map(self._ended, states)))
        numbers = self.packing.components[0].numbers(states)
        return [move.to == [i] for i, (_, move) in zip(numbers, self.rows(0, numbers), strict=True)]

    def over(self, numbers: Collection[int]) -> list[int]:
        """Those of some states in which the chain is over."""
        over = self._over
        new = [i for i in numbers if i not in over]
        for first in range(0, len(new), REPORT_EVERY):
            self._look_at(new[first : first + REPORT_EVERY])
        return [i for i in numbers if over[i]]

    def _look_at(self, new: list[int]) -> None:
        """Find out which of these states, met for the first time, are over."""
        with self._lock:
            count = len(self._over)
            if count >= self._next_report:
                tell(count, None)
                self._next_report = count + REPORT_EVERY
            self._over.update(zip(new, self.ends(self.states(new)), strict=True))
            if len(self._over) > self.max_states:
                self.refuse()


def _remembering(step: Callable[[State], State | Dist]) -> Callable[[State], State | Dist]:
    """A step that, where it is a phase, asks once for each set of values, though it is followed as a step of whole
    states.
    """
    return Phase(cache(step.function), *step.places) if isinstance(step, Phase) else step
