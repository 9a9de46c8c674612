"""The dice thrown at random, beside the exact answer: once with every step told, or many times."""

from __future__ import annotations

import html
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial

import ipywidgets as w
import numpy as np

from ..charts import Bars
from ..dice.dist import Outcome
from ..dice.throw_tree import ThrowTree
from ..errors import RuleError
from ..mechanics.branches import Thrown, thrown
from ..mechanics.check import Result
from ..mechanics.processes.process import ProcessResult
from ..progress import tell
from ..typed import cleaned, whole, whole_hint
from ..wording import percent_text, shown
from .job import Step
from .lock import in_turn
from .looks import layout
from .page import alert, button, note

_FEW, _MANY = 100, 10_000
_PIECE = 500  # throws between two looks whether they are still wanted
_SEEDS = 10**6
_SURE = 0.95


@dataclass(frozen=True)
class Tally:
    """How often each outcome came in so many throws."""

    many: int = 0
    counts: Counter[Outcome] = field(default_factory=Counter)

    def beside(self, bars: Bars, counts: Sequence[int]) -> Bars:
        """A chart with what came of the throws, and between which shares 95 of 100 such tallies lie."""
        from scipy.stats import binom

        low, high = binom.interval(_SURE, self.many, np.clip(np.asarray(bars.series[-1].values, dtype=float), 0, 1))
        spans = np.stack([np.nan_to_num(low), np.nan_to_num(high)], axis=-1) / self.many
        return replace(
            bars, thrown=[count / self.many for count in counts], expected=[(a, b) for a, b in spans.tolist()]
        )


def usual_span(count: int, p: float) -> tuple[int, int]:
    """Between which counts at least 95 of 100 such tallies lie, as the brackets in the picture.

    >>> usual_span(100, 0.5)
    (40, 60)
    """
    from scipy.stats import binom

    low, high = binom.interval(_SURE, count, p)
    return int(low), int(high)


def seed_of(text: str) -> int:
    """The seed that somebody has typed, or any; ``RuleError`` for what is none."""
    if not cleaned(text):
        return random.SystemRandom().randrange(_SEEDS)
    if (seed := whole(text)) is None or seed < 0:
        hint = whole_hint(text) or "; try 1"
        raise RuleError(f"a seed must be a whole number of at most 18 digits; got {shown(text)}{hint}")
    return seed


class Throws(w.VBox):  # type: ignore[misc]
    """Buttons that throw.

    tally : what came so far of many throws in this situation. way : how the last single one fell. result : the answer
    whose dice are thrown. work : does what may take long. came, fell : are called after many throws, and after one.
    """

    def __init__(
        self,
        result: Callable[[], Result | None],
        work: Callable[[Step], None],
        came: Callable[[], None],
        fell: Callable[[], None],
    ) -> None:
        self._result, self._work, self._came, self._fell = result, work, came, fell
        self.tally, self.way = Tally(), tuple[str, ...]()
        self.seed = w.Text(
            placeholder="seed",
            tooltip="A whole number: the same seed gives the same rolls. Leave it empty for new rolls each time",
            layout=layout(width="76px"),
        )
        self.words = note()
        buttons = [self._button("Roll", "random", "Roll these dice once and show every step", self.once)]
        for many in (_FEW, _MANY):
            tip = f"Roll {many:,} times, shown beside the exact chances"
            buttons.append(self._button(f"Roll {many:,}", "", tip, partial(self.often, many)))
        self.row = w.HBox([*buttons, self.seed], _dom_classes=("rk-throws",))
        super().__init__([self.words], layout=layout(), _dom_classes=("rk-ways",))

    def _button(self, name: str, icon: str, tip: str, act: Callable[[], None]) -> w.Button:
        return button(name, icon, tip, lambda: self._by_hand(act))

    @in_turn
    def _by_hand(self, act: Callable[[], None]) -> None:
        try:
            act()
        except RuleError as error:
            self.words.value = alert(error)

    def clear(self) -> None:
        """Another situation: nothing has been thrown in it."""
        self.tally, self.way = Tally(), ()
        if self.words.value:
            self.words.value = ""

    def offer(self) -> None:
        """Show the buttons where dice decide."""
        result = self._result()
        self.row.layout.display = "none" if result is not None and len(result.dist) == 1 else ""

    def _seed(self) -> int:
        """The seed that is given, or any."""
        return seed_of(self.seed.value)

    def once(self) -> None:
        """One throw, every step told."""
        seed, result = self._seed(), self._result()
        if result is None:
            return
        self.way, steps, words = _once(result, seed)
        told = "; ".join(html.escape(step) for step in steps) or "no dice are rolled"
        beside = f"<br>{_tally_words(result, self.tally)}" if self.tally.many else ""  # it is still in the picture
        self.words.value = _said(f"{_whose(result)}{told}: <b>{html.escape(words)}</b>", seed, beside)
        self._fell()

    def often(self, count: int) -> None:
        """Many throws more; with a seed of one's own, these alone."""
        seed, result = self._seed(), self._result()
        if result is None:
            return
        before = Tally() if self.seed.value.strip() else self.tally
        check, rules, targets = result.check, result.rules, result.targets

        def work_out() -> Tally:
            counts = Counter(before.counts)
            for number, done in enumerate(range(0, count, _PIECE)):
                tell(done, count)
                ways = np.random.SeedSequence(seed, spawn_key=(number,))
                counts += check.throw_many(rules, targets, min(_PIECE, count - done), ways)[0]
            return Tally(before.many + count, counts)

        def show(tally: Tally) -> None:
            self.tally = tally
            self.words.value = _said(_whose(result) + _tally_words(result, tally), seed)
            self._came()

        self._work((work_out, show))


def is_thrown(result: Result) -> bool:
    """Are any dice thrown? Where the answer is not certain, they are."""
    if len(result.dist) > 1 or isinstance(result, ProcessResult):
        return True
    return isinstance(result.check.tree(result.rules, result.targets), ThrowTree)


def _once(result: Result, seed: int) -> tuple[tuple[str, ...], list[str], str]:
    """The way that the dice fell, every step of it, and what came of it in words."""
    check = result.check
    if isinstance(result, ProcessResult):
        roll = result.roll(seed)
        return (), str(roll).split("\n")[:-1], roll.words
    fell: Thrown = thrown(check.tree(result.rules, result.targets), random.Random(seed))
    return fell.way, list(map(str, fell.steps)), check.words(fell.outcome)


def _tally_words(result: Result, tally: Tally) -> str:
    """How often the first event came, or how the throws are to be read."""
    for name, p in result.events.items():
        if 0 < p < 1:
            test = result.test(name)
            came = sum(many for outcome, many in tally.counts.items() if test(outcome))
            low, high = usual_span(tally.many, float(p))
            lead = f"{html.escape(result.check.words(name))} in <b>{came:,}</b> ({percent_text(Fraction(came, tally.many))})"
            expected = f"{tally.many * float(p):,.0f} expected, {low:,} to {high:,} in 95 of 100 such series"
            return f"{tally.many:,} rolls: {lead}; {expected}."
    return f"{tally.many:,} rolls: the diamonds in the picture."


def _whose(result: Result) -> str:
    """By whose rules they are thrown, where these are not the book's."""
    return '<span class="rk-ours">by your rules:</span> ' if result.rules.house_rules else ""


def _said(words: str, seed: int, beside: str = "") -> str:
    """What was thrown, and with which seed; and what else is still in sight."""
    from_seed = f'<span class="rk-from">seed {seed}</span>'
    return f'<div class="rk-thrown" role="log" aria-live="polite">{words} {from_seed}{beside}</div>'
