"""What an answer looks like on the page: words, picture, table, file. By the book, and beside it by a house rule."""

from __future__ import annotations

import html
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ...engine.dice.dist import Figure, Outcome
from ...engine.formats.html_table import html_table
from ...engine.formats.separated import separated
from ...engine.formats.table import ExactTable
from ...engine.words.wording import (
    EXACTLY,
    decimal_text,
    percent_text,
    plural,
    unbroken,
)
from ...workbook.analysis.answer_text import BOOK, OURS, AnswerText
from ...workbook.analysis.throwing import Tally
from ...workbook.mechanics.check import Result
from ...workbook.mechanics.estimate import Simulation
from ...workbook.mechanics.modifiers import Entry
from .. import charts
from ..charts import Bars, Parts, Series, answer_bars
from .page import words_note
from .throws import beside

_TINTS = {BOOK: ("#0072B2", "#00507D"), OURS: ("#A36B00", "#7A5000")}  # parts side by side, white letters on them
Sums = list[tuple[str, Entry, Figure]]


class AnswerView(AnswerText):
    """The same with its pictures."""

    __slots__ = ()

    def words(self) -> str:
        """Its sentences, and a thin bar for each result."""
        return words_note(self.sentences()) + self.strips()

    def strips(self) -> str:
        """Each result as a thin bar in parts, for where the picture has no room beside the controls."""
        return "".join(
            _strip(who, [(result.check.words(outcome), p) for outcome, p in result.items()])
            for who, result in self.each
        )

    def bars(self, reading: str = EXACTLY, tally: Tally | None = None) -> Bars:
        """Figures for a chart of outcomes; ``tally`` what came of throws at random."""
        drawn = self.drawn(reading, tally)
        bars = answer_bars(self, drawn)
        return bars if tally is None else beside(tally, bars, drawn.came)

    def sum(self) -> Parts | None:
        """Figures for a chart of the sum that makes a certain answer; ``None`` where dice decide, and without a sum."""
        if not all(len(result.dist) == 1 for _, result in self.each):
            return None
        outcome = self.result.dist.outcomes[0]
        sums = [rows for _, rows in self.result.explain().by_roll]
        if type(outcome) is int:
            entries: Sums = next((rows for rows in reversed(sums) if rows[-1][2] == outcome), [])
            book = self.book.dist.outcomes[0] if self.book is not None else None
            return Parts(self.result.title, *_steps(entries), outcome, book)
        if len(sums) != 1 or self.book is not None:  # of several sums none says by itself why
            return None
        name, _, reached = sums[-1][-1]
        return Parts(self.result.title, *_steps(sums[-1]), float(reached), of=name)


class Estimate(NamedTuple):
    """What many fights at random came to, in place of an answer that is too large to be exact."""

    simulation: Simulation
    reasons: Result
    result: None = None
    in_order: bool = False

    @property
    def outcomes(self) -> list[Outcome]:
        """Every outcome that happened, in order."""
        return list(self.simulation)

    def words(self) -> str:
        """How often each event happened, and how sure that is."""
        fights = self.simulation
        events = []

        def tenths(share: float) -> str:
            return decimal_text(100 * share, 1)

        for name, share in fights.events.items():
            if share:
                low, high = fights.interval(name)
                events.append(f"{fights.check.words(name)} about {tenths(share)} % ({tenths(low)} to {tenths(high)})")
        start, *more = events or [f"{decimal_text(fights.expected_turns, 2)} {plural(fights.check.turn)} on average"]
        ours = bool(self.reasons.rules.house_rules)
        prefix, kind = (f"{OURS}: ", "rk-ours") if ours else ("", "rk-book")
        how = (
            f"Too many states for an exact answer: {fights.fights:,} fights were rolled at random (seed "
            f"{fights.seed}); "
            f"in brackets a {100 * fights.confidence:g} % confidence interval for each chance."
        )
        return words_note(
            f'<div class="{kind}">{prefix}<b>{unbroken(html.escape(start))}</b><br>'
            f"{unbroken(html.escape('; '.join(more)))}</div><div>{how}</div>"
        ) + _strip(OURS if ours else BOOK, [(fights.check.words(one), Fraction(fights[one])) for one in fights])

    def table(self, reading: str = EXACTLY) -> str:
        """Each outcome with its share and the confidence interval."""
        rows = [
            (name, f"{many:,}", f"{decimal_text(share, 2)} %", f"{decimal_text(low, 2)} to {decimal_text(high, 2)} %")
            for name, many, share, low, high in self.simulation.table().itertuples(index=False)
        ]
        interval = f"{100 * self.simulation.confidence:g} % interval"
        return html_table(("outcome", "fights", "about", interval), rows, "rk-table")

    def why(self) -> str:
        """The reasons: each modifier with its source."""
        return self.reasons.explain().sums_html()

    def as_table(self, reading: str = EXACTLY) -> ExactTable:
        """The table, to be written in any format."""
        return self.simulation.as_table()

    def csv(self) -> str:
        """The table as CSV."""
        return separated(self.as_table())

    def bars(self, reading: str = EXACTLY, tally: Tally | None = None) -> Bars:
        """Figures for a chart of outcomes, which are thrown already."""
        fights, check = self.simulation, self.simulation.check
        shares = [fights[outcome] for outcome in fights]
        title = f"{self.reasons.title}, about ({fights.fights:,} fights at random)"
        texts = [[f"about {charts.percent(share)}" for share in shares]]
        return Bars(
            title,
            [check.words(o) for o in fights],
            [Series("at random", shares, charts.HOUSE if self.reasons.rules.house_rules else charts.BOOK)],
            texts,
        )

    def sum(self) -> None:
        """There is no sum where dice decide."""


def _steps(rows: Sums) -> tuple[list[str], list[float]]:
    """The modifiers of a sum: what they are, and how much."""
    return [entry.label for _, entry, _ in rows], [float(entry.value) for _, entry, _ in rows]


def _strip(who: str, parts: Sequence[tuple[str, Fraction]]) -> str:
    """Chances as a thin bar in parts."""
    spans = "".join(
        f'<span style="--share: {float(p):.6f}; --tint: {_TINTS[who][i % 2]}"><i>{html.escape(name)}</i> '
        f"<i>{unbroken(percent_text(p))}</i></span>"
        for i, (name, p) in enumerate(parts)
    )
    return f'<div class="rk-strip" aria-hidden="true">{spans}</div>'
