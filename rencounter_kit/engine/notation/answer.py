"""What comes of a line of dice: each outcome with its chance, and how the line was read."""

from __future__ import annotations

import html
import random
from collections import Counter
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ..dice.dist import Dist, Outcome
from ..dice.scale import Scale
from ..dice.seed import generator
from ..formats.table import ExactTable
from ..words.errors import RuleError
from ..words.wording import as_text, chance_text, chance_words, number_text, percent_text, plain
from .formatting import written
from .margin import Margin
from .mean import mean
from .roll import DiceRoll, rolled, rolled_many
from .table import dice_table, joint_table, table
from .tree import answers_in, each_alone, outcomes
from .words import in_words

if TYPE_CHECKING:
    from .reading import Reading

YES_NO = Scale("no < yes")


class Middle(NamedTuple):
    """From low to high, with the chance of that."""

    low: int
    high: int
    share: Fraction


class DiceAnswer:
    """What comes of a line of dice.

    dist : the distribution, of numbers or of "yes" and "no".
    left_out : the exact chance that dice which may go on for ever go on for longer than they were followed; such a way
        counts in ``dist`` with what it had come to.
    notes : where the line may mean two things, which one was taken.
    whole, place : the answer of which this is a part, and its place there, from 0; ``None`` for a line of its own.
    """

    whole: JointAnswer | None = None
    place = 0

    def __init__(self, reading: Reading) -> None:
        from .evaluation import followed

        ways = followed(reading)
        self.line, self.tree, self.notes = reading.line, reading.tree, reading.notes
        self.is_test = self.tree.is_test
        every = {("no", "yes")[number]: weight for number, weight in ways.every.items()} if self.is_test else ways.every
        self.dist = Dist._of(every, YES_NO if self.is_test else None)
        self.left_out = ways.left_out

    @property
    def parts(self) -> tuple[DiceAnswer, ...]:
        """The answers that the line gives, each alone; of most lines this one."""
        return (self,)

    @cached_property
    def says(self) -> str:
        """How the line was read, in words."""
        return in_words(self.tree)

    @cached_property
    def written(self) -> str:
        """The line in its one form."""
        return written(self.tree)

    @cached_property
    def question(self) -> str:
        """What stands behind the names in the line: of "p = 8d6: p count 5+", "p count 5 or more"."""
        return written(self.tree.end)

    @property
    def mean(self) -> Fraction:
        """The mean; ``RuleError`` where the answer is yes or no. Of sums of dice that may go on for ever it is exact.

        >>> answered("3d6!").mean, answered("6d10! count 8 or more").mean
        (Fraction(63, 5), Fraction(2, 1))
        """
        exact = mean(self.tree) if self.left_out else None
        return self._numbers().mean if exact is None else exact

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return self._numbers().sd

    def exactly(self, number: int) -> Fraction:
        """The chance of a number; ``RuleError`` where the answer is yes or no."""
        return self._numbers()[_whole(number)]

    def at_least(self, number: int) -> Fraction:
        """The chance of a number or more; ``RuleError`` where the answer is yes or no.

        >>> answered("4d6 drop lowest").at_least(15), answered("4d6 drop lowest").at_most(7)
        (Fraction(25, 108), Fraction(37, 648))
        """
        return self._numbers().at_least(_whole(number))

    def at_most(self, number: int) -> Fraction:
        """The chance of a number or less; ``RuleError`` where the answer is yes or no."""
        return self._numbers().at_most(_whole(number))

    @property
    def median(self) -> int:
        """The lowest number that at least half of all rolls do not exceed; ``RuleError`` where the answer is
        yes or no.
        """
        return int(self._numbers().quantile(Fraction(1, 2)))

    @property
    def middle_half(self) -> Middle:
        """The numbers between which the middle half lies, both included, and the share of all rolls that it truly has.

        ``RuleError`` where the answer is yes or no.

        >>> answered("3d6").middle_half
        Middle(low=8, high=13, share=Fraction(73, 108))
        """
        numbers = self._numbers()
        low, high = (int(numbers.quantile(Fraction(part, 4))) for part in (1, 3))
        return Middle(low, high, numbers.at_most(high) - numbers.at_most(low - 1))

    def together(self, other: DiceAnswer) -> Dist:
        """What this answer and another of the same line show, in pairs; ``RuleError`` for one of another line.

        >>> first, second = answered("p = 2d6: p count 6s, p count 1s", several=True).parts
        >>> first.together(second)[1, 1]
        Fraction(1, 18)
        """
        if self.whole is None or self.whole is not other.whole:
            raise RuleError(f"the other must be read off the same roll; got {other.line}; try p = 4d6: p, p count 6s")
        return self.whole.dist.map(lambda answers: (answers[self.place], answers[other.place]))

    def against(self, other: DiceAnswer) -> Margin:
        """This line against another: wins, ties and losses, and the exact chance of each margin.

        ``RuleError`` where one of them is yes or no, or both together are too large.
        """
        if not isinstance(other, DiceAnswer):
            raise RuleError(
                f'the other dice must be an answer, such as dice("3d6"); got {as_text(other)}; ask for it first'
            )
        for line in (self, other):
            if len(line.parts) > 1:
                line._numbers()
        return Margin(self, other)

    def _numbers(self) -> Dist:
        if self.is_test:
            raise RuleError(f"what you ask must be of numbers; got {self.line}, a yes or no; ask for its yes")
        return self.dist

    def throw(self, seed: int | random.Random | None = None) -> DiceRoll:
        """The line thrown once at random, with every die; the same seed throws the same.

        >>> answered("4d6 drop lowest").throw(seed=7).steps
        ('4d6: 2, 4, 1 (1 dropped) = 7',)
        """
        return rolled(self.tree, generator(seed))

    def throw_many(self, count: int, seed: int | random.Random | None = None) -> Counter[Outcome]:
        """How often each outcome came when the line was thrown so many times, 1 to 1,000,000, each die at random.

        ``RuleError`` where that would be more than 10,000,000 dice. How far it is is told (``progress.telling``).

        >>> answered("d6 >= 3").throw_many(600, seed=7)
        Counter({'yes': 382, 'no': 218})
        """
        return rolled_many(self.tree, count, generator(seed))

    def __getitem__(self, outcome: Outcome) -> Fraction:
        """The chance of a number, or of "yes"."""
        return self.dist[outcome]

    def __eq__(self, other: object) -> bool:
        return self.tree == other.tree if isinstance(other, DiceAnswer) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.tree)

    def __repr__(self) -> str:
        return f"dice({self.written!r})"

    @property
    def headline(self) -> str:
        """The answer in a sentence: the chance of a yes, or the mean with the spread."""
        if self.is_test:
            return f"yes {chance_words(self['yes'], often=True)}"
        if len(self.dist) == 1:
            return f"always {next(iter(self.dist))}"
        low, high, share = self.middle_half
        ends = f"from {min(self.dist)} to {max(self.dist)}"
        return (
            f"mean {number_text(self.mean)}, spread {number_text(self.sd, 3)}, {ends}, middle half {low} to "
            f"{high} ({percent_text(share)})"
        )

    @property
    def left_out_text(self) -> str:
        """What was not followed; nothing where all was."""
        if not self.left_out:
            return ""
        return f"Left out: dice that go on for longer, {chance_text(self.left_out)}."

    def as_table(self) -> ExactTable:
        """Each outcome with its chance, to be written in any format."""
        return dice_table([self])

    def __str__(self) -> str:
        return table([self])

    def _repr_html_(self) -> str:
        lines = [self.headline, *([self.left_out_text] if self.left_out else [])]
        below = "".join(f"<p>{html.escape(line)}</p>" for line in lines)
        return f"<p>{html.escape(self.says)}</p>{self.dist._repr_html_()}{below}"


class JointAnswer(DiceAnswer):
    """Several answers of one line, read off the same roll.

    dist : the distribution of all of them together, as tuples of numbers, "yes" and "no".

    >>> pair = answered("p = 4d6: p count 6s, p count 1s", several=True)
    >>> pair[2, 1], pair.parts[0].mean
    (Fraction(1, 27), Fraction(2, 3))
    >>> pair.dist.given(lambda shown: shown[1] == 0).map(lambda shown: shown[0]).mean
    Fraction(4, 5)
    """

    def __init__(self, reading: Reading) -> None:
        from .evaluation import FINE, Follower

        self.line, self.tree, self.notes, self.is_test = reading.line, reading.tree, reading.notes, False
        ways, self.left_out = Follower(reading, FINE).several()
        self.dist = Dist(dict(zip(outcomes(self.tree, list(ways)), ways.values(), strict=True)))

    @cached_property
    def parts(self) -> tuple[DiceAnswer, ...]:
        """Each of the answers alone."""
        from .reading import Reading

        answers = [
            DiceAnswer(Reading(written(tree), tree, () if place else self.notes, {}, ()))
            for place, tree in enumerate(each_alone(self.tree))
        ]
        for place, one in enumerate(answers):
            one.whole, one.place = self, place
        return tuple(answers)

    def as_table(self) -> ExactTable:
        """A row for all that the answers may be together, with its exact chance."""
        return joint_table(self)

    @property
    def headline(self) -> str:
        """The answers in a sentence each."""
        return "; ".join(f"{number}: {one.headline}" for number, one in enumerate(self.parts, 1))

    def _numbers(self) -> Dist:
        raise RuleError(f"what you ask must be of one answer; got {self.line}; ask for one of its parts")

    def _repr_html_(self) -> str:
        return "".join(one._repr_html_() for one in self.parts)  # each alone


def _whole(number: int) -> int:
    if type(number := plain(number)) is not int:
        raise RuleError(f"what you ask must be a whole number; got {as_text(number)}; try 7")
    return number


@lru_cache(maxsize=64)
def answered(line: str, counting: tuple[bool, ...] | None = None, several: bool = False) -> DiceAnswer:
    """The answer to a line;

    counting : of each comparison that may mean two things, are the dice counted?
    several : may it have several answers, which are a ``JointAnswer``?
    """
    from .reading import read

    reading = read(line, counting, several)
    return DiceAnswer(reading) if len(answers_in(reading.tree)) == 1 else JointAnswer(reading)
