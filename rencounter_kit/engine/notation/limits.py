"""How much a line may ask for, and the sentence that says what it would take; everything is counted, by no clock."""

from __future__ import annotations

from ..words.errors import RuleError

LONGEST = 400  # signs of a line
DEEPEST = 40  # parts within parts
MOST_DICE = 1000
MOST_SIDES = 1000
LARGEST = 1_000_000  # numbers, and faces
MOST_BYTES = 400_000  # of the weights of all outcomes of a part of the line
MOST_STEPS = 2_000_000  # of following it; a byte of weights is one


class Spending:
    """What following a line takes, counted part by part."""

    def __init__(self) -> None:
        self.steps = 0

    def table(self, outcomes: int, largest: int) -> int:
        """So many outcomes will have weights up to ``largest``: in how many bytes."""
        size = outcomes * (largest.bit_length() // 8 + 1)
        if size > MOST_BYTES:
            raise RuleError(
                f"the weights of all outcomes must fit into {MOST_BYTES:,} bytes; got {outcomes:,} outcomes that"
                f" would take {size:,}; try fewer dice or sides"
            )
        self.spend(size)
        return size

    def products(self, number: int, places: int, size: int) -> None:
        """So many products of the weights of all outcomes, ``places`` of them in ``size`` bytes, with one weight."""
        self.spend(number * (1 + size * (size // places + 48) // 100_000))

    def wide(self, number: int, size: int, other: int) -> None:
        """So many products of weights in ``size`` bytes with others in ``other`` bytes, as Python multiplies long
        numbers.
        """
        shorter = min(size, other)
        self.spend(int(number * max(size, other) * min(shorter, 10 * shorter**0.585) / 10_000))

    def spend(self, steps: int) -> None:
        """So many steps will be taken."""
        self.steps += steps
        if self.steps > MOST_STEPS:
            raise RuleError(
                f"a line must be worked out in {MOST_STEPS:,} steps; got one that would take {self.steps:,} or more;"
                " try fewer dice, sides or names"
            )
