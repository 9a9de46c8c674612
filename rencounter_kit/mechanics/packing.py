"""States as whole numbers: each component has bits of its own, in which the number of its value stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

from ..dice.chances import IntArray
from ..dice.dist import Outcome
from ..errors import RuleError

_MOST_BITS = 62


class Codes:
    """Values of one component of the state, each with a number of its own."""

    def __init__(self) -> None:
        self.values: list[Outcome] = []
        self._number: dict[Outcome, int] = {}

    def of(self, value: Outcome) -> int:
        """The number of a value."""
        if value not in self._number:
            if len(self.values) >= 1_000_000:
                raise RuleError("a simulation must meet fewer different states; got over a million; try fewer men")
            self._number[value] = len(self.values)
            self.values.append(value)
        return self._number[value]

    @property
    def bits(self) -> int:
        """What the numbers take."""
        return max(0, len(self.values) - 1).bit_length()


class Packing:
    """Which bits of a state's number each of its components has; more as it takes more values."""

    def __init__(self, width: int) -> None:
        self.codes = [Codes() for _ in range(width)]
        self._bits, self._shifts = [0] * width, [0] * width

    @property
    def outgrown(self) -> bool:
        """Has a component taken more values than fit in its bits?"""
        return any(codes.bits > bits for codes, bits in zip(self.codes, self._bits, strict=True))

    def widen(self) -> Callable[[IntArray], IntArray]:
        """Make room for all values; gives what makes new numbers of old ones."""
        old = list(zip(self._bits, self._shifts, strict=True))
        self._bits = [codes.bits for codes in self.codes]
        *self._shifts, together = accumulate(self._bits, initial=0)
        if together > _MOST_BITS:
            raise RuleError("a simulation must meet fewer different states; got too many; try fewer men")
        new = list(self._shifts)

        def moved(keys: IntArray) -> IntArray:
            parts = [((keys >> was) & ((1 << bits) - 1)) << now for (bits, was), now in zip(old, new, strict=True)]
            return sum(parts, start=0 * keys)

        return moved

    def mask(self, places: Iterable[int]) -> int:
        """The bits of some components."""
        return sum(((1 << self._bits[i]) - 1) << self._shifts[i] for i in places)

    def numbers(self, values: Iterable[Outcome], places: Sequence[int]) -> list[int]:
        """The numbers of some values, which may be new; not packed yet, since there may be no room."""
        return [self.codes[i].of(value) for i, value in zip(places, values, strict=True)]

    def packed(self, numbers: Iterable[int], places: Sequence[int]) -> int:
        """Such numbers in their places."""
        return sum(number << self._shifts[i] for i, number in zip(places, numbers, strict=True))

    def values(self, key: int, places: Iterable[int]) -> list[Outcome]:
        """The values of some components."""
        return [self.codes[i].values[key >> self._shifts[i] & ((1 << self._bits[i]) - 1)] for i in places]
