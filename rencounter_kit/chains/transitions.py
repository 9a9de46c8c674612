"""What the phases of a turn make of the states of a chain, and how much of that is too much."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from threading import RLock
from typing import Any, NamedTuple, NoReturn

from ..dice.dist import Dist, Outcome
from ..errors import RuleError
from .packing import Values
from .phase import Phase, State, lead_of

# So much is followed that it takes at most about a gigabyte and a quarter: states that are followed to the end, ways that phases
# make of sets of values, and bytes at once. How long it may take: ``effort``.
MAX_STATES, MAX_WAYS, MAX_BYTES = 300_000, 4_000_000, 10**9
AT_ONCE = 512  # sets of values that are worked out before it is looked whether they are too many
ELSE = "try fewer men or turns, or simulate it: rk.simulate(...), rencounter simulate"


class TooLargeError(RuleError):
    """There are too many states to be followed exactly."""


class Made(NamedTuple):
    """What a phase makes of several sets of values, one after the other: the numbers of the new values, place by place;
    their weights, in a batch an array with one for each cell; how many there are for each set; and what the weights of each
    set add up to."""

    to: list[list[int]]
    weights: list[Any]
    counts: list[int]
    totals: list[int]


class Transitions:
    """The phases of a turn, and the values that the components of a state have taken.

    The same function at several places of a turn is one kind of phase, and worked out once. Where each phase sees
    components only, these stand side by side; else, and where they are not ``parted``, a state is one component.
    """

    def __init__(
        self,
        start: Dist,
        steps: tuple[Callable[[State], State | Dist], ...],
        ended: Callable[[State], object] | None,
        max_states: int,
        weights_of: Callable[[Any], tuple[list[Outcome], list[Any], int]] = lead_of,
        parted: bool = True,
    ) -> None:
        self._made_of = start, steps, ended, max_states, weights_of
        self._weights_of, self.max_states = weights_of, max_states
        self.kinds = [steps.index(step) for step in steps]  # for each phase the first that is the same
        stays = ended is None and len(steps) == 1  # then it is over where the only step changes nothing
        if stays:
            steps = (cache(steps[0]),)  # it is asked for both
        self._ended = (lambda state: _same(state, steps[0](state))) if stays else ended or (lambda state: False)
        self._lock = RLock()  # a chain that is kept may be asked by several threads
        starts = list(start._weights)
        if len(starts) > max_states:
            self.refuse()
        self.phases = [step for step in steps if isinstance(step, Phase)] if parted and not stays else []
        self._parted = len(self.phases) == len(steps) and len(set(map(len, starts))) == 1
        if not self._parted:
            self.phases = [Phase(_remembering(step), 0) for step in steps]
        self.components = [Values() for _ in (starts[0] if self._parted else "1")]
        for component, column in zip(self.components, self.columns(starts), strict=True):
            component.numbers(column)

    def unparted(self) -> Transitions:
        """The same, each state as one component."""
        return Transitions(*self._made_of, parted=False)

    def columns(self, states: Sequence[State]) -> list[Sequence[Outcome]]:
        """Some states component by component."""
        return list(zip(*states, strict=True)) if self._parted else [states]

    def joined(self, columns: Sequence[Sequence[Outcome]]) -> list[State]:
        """The states again."""
        return list(zip(*columns, strict=True)) if self._parted else list(columns[0])

    def made_of(self, kind: int, seen: Sequence[Sequence[int]], known: int, cells: int) -> Made:
        """What a kind of phase makes of several sets of values, given by their numbers. Not kept.

        known : ways that who asks keeps already; too many in all are refused. cells : for so many, each with its ways.
        """
        with self._lock:
            phase = self.phases[kind]
            components = [self.components[place] for place in phase.places]
            outcomes: list[Outcome] = []
            weights: list[Any] = []
            counts: list[int] = []
            totals: list[int] = []
            for numbers in seen:
                values = [component.all[number] for component, number in zip(components, numbers, strict=True)]
                found, each, total = self._weights_of(phase.function(*values))
                outcomes += found
                weights += each
                counts.append(len(each))
                totals.append(total)
                self.refuse_ways((known + len(outcomes)) * cells)
            to = [part.numbers(column) for part, column in zip(components, phase.columns(outcomes), strict=True)]
            if any(len(component) > self.max_states for component in components):
                self.refuse()
            return Made(to, weights, counts, totals)

    def ends(self, states: Iterable[State]) -> list[bool]:
        """Has it ended in each of some states?"""
        return [bool(self._ended(state)) for state in states]

    def refuse(self) -> NoReturn:
        """Say that there are too many states."""
        raise TooLargeError(
            f"a process must have at most {self.max_states:,} states to be worked out exactly; got more; {ELSE}"
        )

    def refuse_bytes(self, states: int, needed: int) -> None:
        """Say what so many states at once would take, where that is too much."""
        if needed > MAX_BYTES:
            raise TooLargeError(
                f"a process must take at most {MAX_BYTES / 1e9:g} GB of memory to be worked out exactly; got "
                f"{needed / 1e9:.1f} GB or more for {states:,} states at once; {ELSE}"
            )

    def refuse_ways(self, ways: int) -> None:
        """Refuse so many ways from state to state, where that is too many."""
        if ways > MAX_WAYS:
            raise TooLargeError(
                f"a process must have at most {MAX_WAYS:,} ways from state to state to be worked out exactly; got "
                f"{ways:,} or more; {ELSE}"
            )


def _same(state: State, lead: State | Dist) -> bool:
    """Does a step leave a state as it is?"""
    return lead.outcomes == (state,) if isinstance(lead, Dist) else bool(lead == state)


def _remembering(step: Callable[[State], State | Dist]) -> Callable[[State], State | Dist]:
    """What a phase makes of its components is worked out once for each set of their values, also in whole states."""
    return Phase(cache(step.function), *step.places) if isinstance(step, Phase) else step
