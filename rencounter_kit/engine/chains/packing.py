"""States as whole numbers: each component has bits of its own, which hold the number of its value.

So a mask takes from a state the components that a phase sees, whether it is one number or an array of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import accumulate
from operator import or_
from typing import Any, TypeAlias, TypeVar

from ..dice.dist import Outcome

Packed: TypeAlias = Any  # a packed state: a whole number; or an array of them (NumPy), which has 63 bits for each
P = TypeVar("P", bound=Packed)
_IN_ARRAYS = 63


class Values:
    """Values of one component, each with a number of its own."""

    def __init__(self) -> None:
        self.all: list[Outcome] = []
        self._numbers: dict[Outcome, int] = {}

    def __len__(self) -> int:
        return len(self.all)

    def number(self, value: Outcome) -> int:
        """The number of a value."""
        number = self._numbers.get(value)
        if number is None:
            number = len(self.all)
            self.all[number:] = [value]  # an interrupt before the next line leaves no mark
            self._numbers[value] = number
        return number

    def numbers(self, values: Iterable[Outcome]) -> list[int]:
        """The numbers of several values."""
        number_of, number = self._numbers.get, self.number
        return [number(value) if (place := number_of(value)) is None else place for value in values]


class Packing:
    """The bits of each component in the number of a state.

    components : their values, which may be shared with other packings.
    bits : how many each component has at first.
    """

    def __init__(self, components: Sequence[Values], bits: int = 0) -> None:
        self.components, self.places = components, range(len(components))
        self._place([bits] * len(components))

    def _place(self, bits: list[int]) -> None:
        self._bits = bits
        *self._shifts, _ = accumulate(bits, initial=0)
        self._masks = [(1 << size) - 1 for size in bits]

    @property
    def outgrown(self) -> bool:
        """Has a component taken more values than fit in its bits?"""
        return any(len(values) > 1 << bits for values, bits in zip(self.components, self._bits, strict=True))

    def widen(self, spare: int = 0) -> Callable[[P], P] | None:
        """Make room for all values, with so many bits to spare in each component.

        Returns the function from old numbers of states to new ones, which keeps their order; ``None`` where states do
        not fit into the numbers of an array: then nothing has changed.
        """
        bits = [(len(values) - 1).bit_length() + spare for values in self.components]
        if sum(bits) > _IN_ARRAYS:
            return None
        old = list(zip(self._shifts, self._masks, strict=True))
        self._place(bits)
        new = self._shifts

        def moved(states: P) -> P:
            parts = [((states >> was) & mask) << now for (was, mask), now in zip(old, new, strict=True)]
            return sum(parts, start=0 * states)

        return moved

    def mask(self, places: Iterable[int]) -> int:
        """The bits of some components."""
        return sum(self._masks[i] << self._shifts[i] for i in places)

    def numbers(self, values: Iterable[Outcome], places: Iterable[int]) -> list[int]:
        """The numbers of the values of some components, not packed, since new ones may have no room yet."""
        return [self.components[i].number(value) for i, value in zip(places, values, strict=True)]

    def columns_packed(self, columns: Iterable[Sequence[Outcome]], places: Iterable[int]) -> list[int]:
        """Packed states, or parts of them, from the values of some components, given component by component."""
        packed: list[int] = []
        for i, column in zip(places, columns, strict=True):
            shift = self._shifts[i]
            part = [number << shift for number in self.components[i].numbers(column)]
            packed = list(map(or_, packed, part)) if packed else part
        return packed

    def packed(self, numbers: Iterable[Packed], places: Iterable[int]) -> Packed:
        """The numbers of some components' values, packed."""
        return sum(number << self._shifts[i] for i, number in zip(places, numbers, strict=True))

    def unpacked(self, state: P, places: Iterable[int]) -> list[P]:
        """The numbers of some components' values, from a packed state."""
        return [(state >> self._shifts[i]) & self._masks[i] for i in places]

    def columns_unpacked(self, states: Packed) -> list[list[Outcome]]:
        """The values of an array of states, component by component."""
        parts = zip(self.components, self.unpacked(states, self.places), strict=True)
        return [[values.all[number] for number in part.tolist()] for values, part in parts]

    def column(self, states: Iterable[int], place: int) -> list[int]:
        """The numbers of one component's values in several states."""
        shift, mask = self._shifts[place], self._masks[place]
        return [state >> shift & mask for state in states]

    def values_in(self, states: Iterable[int], place: int) -> list[Outcome]:
        """One component's values in several states."""
        values = self.components[place].all
        return [values[number] for number in self.column(states, place)]

    def columns_of(self, states: Collection[int], rows: Sequence[Sequence[Outcome]]) -> list[list[Outcome]]:
        """Component by component, what its row has for the value of each state.

        rows : for each component a list by value.
        """
        return [
            [row[state >> shift & mask] for state in states]
            for row, shift, mask in zip(rows, self._shifts, self._masks, strict=True)
        ]
