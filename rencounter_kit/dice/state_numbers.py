"""States of a chain as whole numbers of 63 bits (NumPy), in which each component has some bits of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .dist import Outcome
from .limbs import Ints, small
from .phase import Phase, State
from .transitions import Transitions


class Row(NamedTuple):
    """What a phase makes of one set of values: the numbers of the new ones, a column for each component; their weights,
    beyond 63 bits as objects; and the sum of these."""

    to: Ints
    weights: NDArray[Any]
    whole: int


class Values:
    """Values, each with a number."""

    def __init__(self) -> None:
        self.states: list[Outcome] = []
        self._numbers: dict[Outcome, int] = {}

    def number(self, value: Outcome) -> int:
        """The number of a value."""
        if value not in self._numbers:
            self._numbers[value] = len(self.states)
            self.states.append(value)
        return self._numbers[value]


class Component:
    """The values of one component, and where the number of one stands in a state."""

    def __init__(self, values: Values | Transitions) -> None:
        self.number, self.values = values.number, values.states
        self.bits = self.shift = 0

    @property
    def mask(self) -> int:
        """Its bits in a state."""
        return (2**self.bits - 1) << self.shift

    def of(self, states: Ints) -> Ints:
        """Its numbers in some states."""
        return (states & self.mask) >> self.shift


class StateNumbers:
    """How the states of a chain are packed. Where each phase sees components only, these are the components; else, and
    where they are not ``parted``, the whole state is one."""

    def __init__(self, transitions: Transitions, parted: bool = True) -> None:
        self.transitions = transitions
        steps = transitions.steps
        parted = parted and all(isinstance(step, Phase) for step in steps) and not transitions.stays
        self._parted = parted and len({len(state) for state in transitions.states}) == 1
        parts = [Values() for _ in transitions.states[0]] if self._parted else [transitions]
        self._every = [Component(values) for values in parts]
        self._rows: list[dict[tuple[int, ...], Row]] = [{} for _ in steps]
        self._seen = [
            [self._every[i] for i in step.places] if isinstance(step, Phase) and self._parted else self._every
            for step in steps
        ]

    def mask(self, kind: int) -> int:
        """The bits of what a kind of phase sees."""
        return sum(component.mask for component in self._seen[kind])

    def numbers(self, states: Sequence[State]) -> list[list[int]]:
        """The numbers of all components of some states."""
        parts = zip(*states, strict=True) if self._parted else (states,)
        return [[one.number(value) for value in column] for one, column in zip(self._every, parts, strict=True)]

    def packed(self, columns: Sequence[Sequence[int]] | Ints, kind: int | None = None) -> Ints:
        """States from the numbers of their components, or of those that a kind of phase sees."""
        components = self._every if kind is None else self._seen[kind]
        return sum(
            (np.array(column, dtype=np.int64) << one.shift for one, column in zip(components, columns, strict=True)),
            start=np.zeros(len(columns[0]), dtype=np.int64),
        )

    def columns(self, states: Ints, kind: int | None = None) -> list[list[int]]:
        """The numbers again."""
        return [one.of(states).tolist() for one in (self._every if kind is None else self._seen[kind])]

    def states(self, packed: Ints) -> list[State]:
        """The states themselves."""
        columns = self.columns(packed)
        values = [[one.values[i] for i in column] for one, column in zip(self._every, columns, strict=True)]
        return list(zip(*values, strict=True)) if self._parted else values[0]

    def over(self, packed: Ints) -> NDArray[np.bool_]:
        """In which of some states has it ended?"""
        known = self.transitions
        if self._parted:
            return np.array([bool(known.ended(state)) for state in self.states(packed)], dtype=bool)
        return np.array([known.is_over(number) for number in packed.tolist()], dtype=bool)

    def rows(self, kind: int, seen: Ints) -> list[Row]:
        """What a kind of phase makes of sets of values."""
        rows = self._rows[kind]
        keys = list(zip(*self.columns(seen, kind), strict=True))
        for key in keys:
            if key not in rows:
                rows[key] = self._row(kind, key)
        return [rows[key] for key in keys]

    def _row(self, kind: int, key: tuple[int, ...]) -> Row:
        components, known = self._seen[kind], self.transitions
        step = known.steps[kind]
        if self._parted and isinstance(step, Phase):
            values = tuple([one.values[i] for one, i in zip(components, key, strict=True)])
            new, weights = step.inner(values, known.seen[kind])
            columns = zip(components, zip(*new, strict=True), strict=True)
            to, whole = [[one.number(value) for value in column] for one, column in columns], sum(weights)
        else:
            move = known.move(kind, key[0])
            to, weights, whole = [move.to], move.weights, move.whole
        return Row(np.array(to, dtype=np.int64), np.array(weights, dtype=small(whole)), whole)

    def outgrown(self) -> bool:
        """Have the components more values than there is room for?"""
        return any(len(one.values) > 2**one.bits for one in self._every)

    def make_room(self) -> bool:
        """Twice the room that each component needs; false where states do not fit into 63 bits."""
        shift = 0
        for one in self._every:
            one.bits = len(one.values).bit_length() + 1
            one.shift, shift = shift, shift + one.bits
        return shift <= 63
