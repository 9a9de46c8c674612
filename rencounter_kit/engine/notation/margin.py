"""One line of dice against another: who rolls more, and by how much."""

from __future__ import annotations

from ..dice.dist import Dist
from ..words.errors import RuleError
from ..words.wording import chance_words, number_text
from .limits import Spending
from .table import AnswerTable
from .ways import WeightedNumbers, plus, scaled


class Margin:
    """By how much one line rolls more than another; two answers of one line are read off the same roll.

    dist : the chance of each margin, below 0 where the other is higher.
    wins, ties, losses : the chance that the one is higher, equal or lower.
    left_out : the exact chance that dice go on for longer than they were followed, as in an answer.

    >>> from rencounter_kit import dice
    >>> margin = dice("d6").against(dice("d4"))
    >>> margin.wins, margin.ties, margin.losses, margin.dist[5]
    (Fraction(7, 12), Fraction(1, 6), Fraction(1, 4), Fraction(1, 24))
    >>> print(margin)
    d6 is higher than d4 7 times in 12 (58.3 %, 7/12).
    Equal 1 time in 6 (16.7 %, 1/6); lower 1 time in 4 (25 %, 1/4).
    On average it is 1 higher.
    """

    def __init__(self, one: AnswerTable, other: AnswerTable) -> None:
        for line in (one, other):
            if line.is_test:
                raise RuleError(
                    f"a line against another must be a number; got {line.line}, a yes or no; try d20 + 4 against "
                    f"d20 + 2"
                )
        self.one, self.other, self.mean = one, other, one.mean - other.mean
        if one.whole and one.whole is other.whole:
            self.dist = one.together(other).map(lambda answers: answers[0] - answers[1])
            self.left_out = one.whole.left_out
        else:
            ways, others = (WeightedNumbers(line.dist.weights) for line in (one, other))
            self.dist = Dist(plus(Spending(), ways, scaled(others, -1)).every)
            self.left_out = 1 - (1 - one.left_out) * (1 - other.left_out)
        self.wins, self.ties, self.losses = self.dist.at_least(1), self.dist[0], self.dist.at_most(-1)

    def __str__(self) -> str:
        both, together = (self.one, self.other), self.one.whole and self.one.whole is self.other.whole
        one, other = (f'"{side.question}"' if together else side.line for side in both)
        names = (one, other) if one != other else ("The first", "the second")
        won, tied, loss = (chance_words(chance, often=True) for chance in (self.wins, self.ties, self.losses))
        apart = (
            f"it is {number_text(abs(self.mean), 3)} {'higher' if self.mean > 0 else 'lower'}"
            if self.mean
            else "they are equal"
        )
        return f"{names[0]} is higher than {names[1]} {won}.\nEqual {tied}; lower {loss}.\nOn average {apart}."
