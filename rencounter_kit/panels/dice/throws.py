"""Lines of dice rolled at random: once with every die shown, or many times, beside the exact chances."""

from __future__ import annotations

import html
import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import groupby

import ipywidgets as w

from ...analysis.throwing import Tally, seed_of, usual_span
from ...notation.roll import DiceRoll, ThrownDie
from ...wording import decimal_text, number_text, percent_text, unbroken
from ..job import Step
from ..looks import layout
from ..page import button, note
from .line import mark
from .view import DiceView, ToldLine

_MANY = 10_000
_SHOWN = 120  # dice of a line
Tallies = dict[int, Tally]  # by the place of the line


class DiceThrows(w.VBox):  # type: ignore[misc]
    """Buttons that roll all lines.

    tallies : what came so far of many rolls. here : what there is to roll. act : does what a button does, and says what is
    wrong. work : does what may take long. came : is called after many rolls.
    """

    def __init__(
        self,
        here: Callable[[], DiceView],
        act: Callable[[Callable[[], object]], None],
        work: Callable[[Step], None],
        came: Callable[[], None],
    ) -> None:
        self._here, self._work, self._came = here, work, came
        self.tallies: Tallies = {}
        self.seed = w.Text(
            placeholder="seed",
            tooltip="A whole number: the same seed gives the same rolls. Leave it empty for new rolls each time",
            layout=layout(width="76px"),
        )
        self.words = note()
        once = button("Roll", "random", "Roll every line once and show each die", lambda: act(self.once))
        tip = f"Roll every line {_MANY:,} times, shown beside the exact chances"
        often = button(f"Roll {_MANY:,}", "", tip, lambda: act(self.often))
        self.row = w.HBox([once, often, self.seed], _dom_classes=("rk-throws",))
        super().__init__([self.words], layout=layout(), _dom_classes=("rk-ways",))

    def clear(self) -> None:
        """The lines are others: nothing has been rolled of them."""
        self.tallies = {}
        if self.words.value:
            self.words.value = ""

    def once(self) -> None:
        """One roll of each line, every die shown."""
        seed, lines = seed_of(self.seed.value), self._here().lines
        each = [(one, one.answer.throw(_random(seed, one))) for one in lines]
        self._say("".join(f"<div>{mark(one.place)} {_rolled(one, roll)}</div>" for one, roll in each), seed)

    def often(self) -> None:
        """Many rolls more of each line; with a seed of one's own, these alone."""
        seed, lines = seed_of(self.seed.value), self._here().lines
        before = {} if self.seed.value.strip() else dict(self.tallies)

        def work_out() -> Tallies:
            tallies = Tallies()
            for one in lines:
                old = before.get(one.place, Tally())
                found: Counter[int | str] = one.answer.throw_many(_MANY, _random(seed, one))
                tallies[one.place] = Tally(old.many + _MANY, Counter(old.counts) + Counter(found))
            return tallies

        def show(tallies: Tallies) -> None:
            self.tallies = tallies
            self._say("".join(f"<div>{mark(one.place)} {_told(one, tallies[one.place])}</div>" for one in lines), seed)
            self._came()

        self._work((work_out, show))

    def _say(self, words: str, seed: int) -> None:
        told = f'<div class="rk-thrown rk-dice-thrown" role="log" aria-live="polite">{words}<span class="rk-from">seed {seed}</span></div>'
        self.words.value = unbroken(told)


def _random(seed: int, one: ToldLine) -> random.Random:
    """Dice of its own for each line."""
    return random.Random(f"{seed}, line {one.place}")


def _rolled(one: ToldLine, roll: DiceRoll) -> str:
    """The dice of a roll, pool by pool, those that were dropped struck through, and what it came to."""
    pools = [list(dice) for _, dice in groupby(roll.dice[:_SHOWN], key=lambda die: die.pool)]
    more = f" and {len(roll.dice) - _SHOWN:,} more" if len(roll.dice) > _SHOWN else ""
    told = "; ".join(_pool(dice) for dice in pools)
    return f"{html.escape(one.answer.line)}: <b>{roll.result}</b> &nbsp; {told}{more}"


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


def _told(one: ToldLine, tally: Tally) -> str:
    """What came of many rolls, beside what was to be expected."""
    answer, many = one.answer, tally.many
    line = f"{html.escape(answer.line)}:"
    if answer.is_test:
        low, high = usual_span(many, float(answer["yes"]))
        came = f"<b>yes {tally.counts['yes']:,}</b> of {many:,} rolls ({decimal_text(Fraction(100 * tally.counts['yes'], many), 1)} %)"
        return f"{line} {came}, exactly {percent_text(answer['yes'])}; {low:,} to {high:,} in 95 of 100 such series"
    mean = sum(number * count for number, count in tally.counts.items()) / many
    within = f"within {number_text(1.96 * answer.sd / many**0.5, 2)} of that in 95 of 100 such series"
    return f"{line} <b>mean {number_text(mean)}</b> of {many:,} rolls, exactly {number_text(answer.mean)}; {within}"
