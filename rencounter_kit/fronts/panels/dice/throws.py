"""Lines of dice rolled at random: once with every die shown, or many times, beside the exact chances."""

from __future__ import annotations

import html
import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import groupby

from ....engine.dice.dist import Outcome
from ....engine.notation.roll import DiceRoll, ThrownDie
from ....engine.words.wording import decimal_text, number_text, percent_text, unbroken
from ....workbook.analysis.throwing import Tally, usual_span
from ..job import Step
from ..throws import MANY, ThrowBox, thrown_note
from .line import mark
from .view import AnsweredLine, DiceView

_MOST_DICE = 120  # dice of a line
Tallies = dict[int, Tally]  # by the place of the line


class DiceThrows(ThrowBox):
    """Buttons that roll all lines.

    tallies : what came so far of many rolls.
    view : what there is to roll.
    came : is called after many rolls.
    """

    def __init__(self, view: Callable[[], DiceView], work: Callable[[Step], None], came: Callable[[], None]) -> None:
        self._view, self._came = view, came
        self.tallies: Tallies = {}
        super().__init__("Roll every line once and show each die", "Roll every line", (MANY,), work)

    def clear(self) -> None:
        """The lines are others: nothing has been rolled of them."""
        self.tallies = {}
        super().clear()

    def once(self) -> None:
        seed, lines = self._seed(), self._view().lines
        rolls = [(each, each[0].whole.throw(_random(seed, each[0]))) for each in _by_line(lines)]
        self._say("".join(f"<div>{_rolled(each, roll)}</div>" for each, roll in rolls), seed)

    def often(self, count: int) -> None:
        seed, lines = self._seed(), self._view().lines
        before = dict(self.tallies) if self._adds else {}

        def work_out() -> Tallies:
            tallies = Tallies()
            for each in _by_line(lines):
                counts: Counter[Outcome] = each[0].whole.throw_many(count, _random(seed, each[0]))
                for one in each:
                    old = before.get(one.place, Tally())
                    came = Counter(old.counts)
                    for outcome, times in counts.items():
                        came[outcome[one.answer.place] if isinstance(outcome, tuple) else outcome] += times
                    tallies[one.place] = Tally(old.many + count, came)
            return tallies

        def show(tallies: Tallies) -> None:
            self.tallies = tallies
            self._say(
                "".join(f"<div>{mark(one.place)} {_summary(one, tallies[one.place])}</div>" for one in lines), seed
            )
            self._came()

        self._work((work_out, show))

    def _say(self, words: str, seed: int) -> None:
        self.words.value = unbroken(thrown_note(words, seed))


def _random(seed: int, one: AnsweredLine) -> random.Random:
    """Dice of its own for each line."""
    return random.Random(f"{seed}, line {one.place}")


def _by_line(lines: Sequence[AnsweredLine]) -> list[list[AnsweredLine]]:
    """Those that are read off one roll, together."""
    return [list(each) for _, each in groupby(lines, key=lambda one: one.place if one.row is None else one.row)]


def _rolled(lines: Sequence[AnsweredLine], roll: DiceRoll) -> str:
    """The dice of a roll, pool by pool, those that were dropped struck through, and what each answer reads off them."""
    pools = [list(dice) for _, dice in groupby(roll.dice[:_MOST_DICE], key=lambda die: die.pool)]
    more = f" and {len(roll.dice) - _MOST_DICE:,} more" if len(roll.dice) > _MOST_DICE else ""
    pools_text = "; ".join(_pool(dice) for dice in pools)
    results = roll.result if isinstance(roll.result, tuple) else (roll.result,)
    read = "; ".join(
        f"{mark(one.place)} {html.escape(one.short)}: <b>{result}</b>"
        for one, result in zip(lines, results, strict=True)
    )
    return f"{read} &nbsp; {pools_text}{more}"


def _pool(dice: Sequence[ThrownDie]) -> str:
    name = f"{html.escape(dice[0].name)} " if dice[0].name else ""
    return f"{name}{html.escape(dice[0].die)} " + "".join(map(_die, dice))


def _die(die: ThrownDie) -> str:
    """A die as it lies there; what its looks say is there in words for those who do not see it."""
    if not die.kept:
        return f'<s class="rk-die">{die}<span class="rk-unseen"> dropped</span></s>'
    if die.counts:
        return f'<b class="rk-die">{die}<span class="rk-unseen"> counts</span></b>'
    return f'<span class="rk-die">{die}</span>'


def _summary(one: AnsweredLine, tally: Tally) -> str:
    """What came of many rolls, beside what was to be expected."""
    answer, many = one.answer, tally.many
    line = f"{html.escape(one.short)}:"
    if answer.is_test:
        low, high = usual_span(many, float(answer["yes"]))
        came = (
            f"<b>yes {tally.counts['yes']:,}</b> of {many:,} rolls "
            f"({decimal_text(Fraction(100 * tally.counts['yes'], many), 1)} %)"
        )
        return f"{line} {came}, exactly {percent_text(answer['yes'])}; {low:,} to {high:,} in 95 of 100 such series"
    mean = sum(number * count for number, count in tally.counts.items()) / many
    within = f"within {number_text(1.96 * answer.sd / many**0.5, 2)} of that in 95 of 100 such series"
    return f"{line} <b>mean {number_text(mean)}</b> of {many:,} rolls, exactly {number_text(answer.mean)}; {within}"
