"""The dice thrown at random, beside the exact answer: once with every step told, or many times."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from ...engine.words.errors import RuleError
from ...engine.work.progress import tell
from ...workbook.analysis.throwing import SURE, Tally, seed_of, tally_words, thrown_once
from ...workbook.mechanics.check import Result
from ...workbook.mechanics.mentions import touches
from ...workbook.mechanics.processes.course import BRACKETS
from ...workbook.mechanics.processes.process import ProcessResult
from ..charts import Bars
from .job import Step
from .late import w
from .page import alert, button, in_turn, layout, note

_FEW, MANY = 100, 10_000
_PIECE = 500  # throws between two looks whether they are still wanted


def beside(tally: Tally, bars: Bars, counts: Sequence[int]) -> Bars:
    """A chart with what came of the throws, and between which shares 95 of 100 such tallies lie."""
    from scipy.stats import binom

    low, high = binom.interval(SURE, tally.many, np.clip(np.asarray(bars.series[-1].values, dtype=float), 0, 1))
    spans = np.stack([np.nan_to_num(low), np.nan_to_num(high)], axis=-1) / tally.many
    return replace(bars, thrown=[count / tally.many for count in counts], expected=[(a, b) for a, b in spans.tolist()])


def seed_box(what: str = "rolls") -> w.Text:
    """A box for the seed of what is thrown."""
    tip = f"A whole number: the same seed gives the same {what}. Leave it empty for new ones each time"
    return w.Text(placeholder="seed", tooltip=tip, layout=layout(width="76px"))


def thrown_note(words: str, seed: int, beside: str = "") -> str:
    """What was thrown, and with which seed; and what else is still in sight."""
    from_seed = f'<span class="rk-from">seed {seed}</span>'
    return f'<div class="rk-thrown" role="log" aria-live="polite">{words} {from_seed}{beside}</div>'


class ThrowBox(w.VBox):  # type: ignore[misc]
    """Buttons that throw.

    once : what one throw does, in words.
    often : the same of many.
    many : how many, with a button each.
    work : does what may take long. Each kind says how it throws ``once`` and ``often``. ``row`` : the buttons;
    ``seed`` : a box for the seed.
    """

    def __init__(self, once: str, often: str, many: Sequence[int], work: Callable[[Step], None]) -> None:
        self._work, self.seed, self.words = work, seed_box(), note()
        buttons = [self._button("Roll", "random", once, self.once)]
        for count in many:
            tip = f"{often} {count:,} times, shown beside the exact chances"
            buttons.append(self._button(f"Roll {count:,}", "", tip, partial(self.often, count)))
        self.row = w.HBox(buttons, _dom_classes=("rk-throws",))
        super().__init__([self.words], layout=layout(), _dom_classes=("rk-ways",))

    def _button(self, name: str, icon: str, tip: str, act: Callable[[], None]) -> w.Button:
        return button(name, icon, tip, lambda: self._run_action(act))

    @in_turn
    def _run_action(self, act: Callable[[], None]) -> None:
        try:
            act()
        except RuleError as error:
            self.words.value = alert(error)

    def clear(self) -> None:
        """Something else is thrown from now on: nothing has been thrown of it."""
        if self.words.value:
            self.words.value = ""

    def _seed(self) -> int:
        """The seed that is given, or any."""
        return seed_of(self.seed.value)

    @property
    def _adds(self) -> bool:
        """Are further throws added to those before? Those by a seed of one's own stand alone."""
        return not self.seed.value.strip()

    def once(self) -> None:
        """One throw, every step told."""
        raise NotImplementedError

    def often(self, count: int) -> None:
        """Many throws more; with a seed of one's own, these alone."""
        raise NotImplementedError


class Throws(ThrowBox):
    """The same of the dice of a check.

    tally : what came so far of many throws in this situation.
    way : how the last single one fell.
    result : the answer whose dice are thrown.
    came, fell : are called after many throws, and after one.
    """

    def __init__(
        self,
        result: Callable[[], Result | None],
        work: Callable[[Step], None],
        came: Callable[[], None],
        fell: Callable[[], None],
    ) -> None:
        self._result, self._came, self._fell = result, came, fell
        self.tally, self.way = Tally(), tuple[str, ...]()
        super().__init__("Roll these dice once and show every step", "Roll", (_FEW, MANY), work)

    def clear(self) -> None:
        """Another situation: nothing has been thrown in it."""
        self.tally, self.way = Tally(), ()
        super().clear()

    def offer(self) -> None:
        """Show the buttons where dice decide."""
        result = self._result()
        self.row.layout.display = "none" if result is not None and len(result.dist) == 1 else ""

    def once(self) -> None:
        seed, result = self._seed(), self._result()
        if result is None:
            return
        self.way, steps, words = thrown_once(result, seed)
        further = f"<br>{tally_words(result, self.tally)}" if self.tally.many else ""  # it is still in the picture
        self.words.value = thrown_note(_rules_of(result) + _outcome_html(result, steps, words), seed, further)
        self._fell()

    def often(self, count: int) -> None:
        seed, result = self._seed(), self._result()
        if result is None:
            return
        before = self.tally if self._adds else Tally()
        check, rules, targets = result.check, result.rules, result.targets

        def work_out() -> Tally:
            counts = Counter(before.counts)
            for number, so_far in enumerate(range(0, count, _PIECE)):
                tell(so_far, count)
                ways = np.random.SeedSequence(seed, spawn_key=(number,))
                counts += check.throw_many(rules, targets, min(_PIECE, count - so_far), ways)[0]
            return Tally(before.many + count, counts)

        def show(tally: Tally) -> None:
            self.tally = tally
            self.words.value = thrown_note(_rules_of(result) + tally_words(result, tally), seed)
            self._came()

        self._work((work_out, show))


def _outcome_html(result: Result, steps: Sequence[str], words: str) -> str:
    """How the dice fell and what came of it; of a fight, what came of it first, since its turns are a list."""
    items_of, end = [html.escape(step) for step in steps], f"<b>{html.escape(words)}</b>"
    if isinstance(result, ProcessResult):
        items = "".join(f"<li>{one}</li>" for one in items_of)
        return f'{end} <span class="rk-from">{BRACKETS}</span><ul>{items}</ul>'
    brackets = f' <span class="rk-from">{BRACKETS}</span>' if any(step.endswith(")") for step in steps) else ""
    return f"{'; '.join(items_of) or 'no dice are rolled'}: {end}{brackets}"


def _rules_of(result: Result) -> str:
    """By whose rules they are thrown, where these are not the book's."""
    return '<span class="rk-ours">by your rules:</span> ' if touches(result.rules, result.check) else ""
