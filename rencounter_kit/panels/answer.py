"""What an answer looks like on the page: words, picture, table, file. By the book, and beside it by a house rule."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from .. import charts
from ..charts import Bars, Parts, Series
from ..mechanics.check import Result
from ..mechanics.estimate import Simulation
from ..mechanics.modifiers import Entry
from ..wording import exact_text, fraction_text, odds_text, percent_text, share_text, times_text, words

BOOK, OURS = "book", "your rule"
_TINTS = {BOOK: ("#0072B2", "#00507D"), OURS: ("#A36B00", "#7A5000")}  # parts side by side, white letters on them
_MOST_BARS, _MOST_NUMBERS = 16, 120


class AnswerView(NamedTuple):
    """The present result, and beside it the book's where house rules are in force."""

    result: Result
    book: Result | None = None
    refusal: str = ""  # why the book gives no answer where the house rule does

    @property
    def reasons(self) -> Result:
        """The result whose reasons are shown."""
        return self.result

    @property
    def ours(self) -> bool:
        """Is the result one by a house rule?"""
        return bool(self.result.rules.house_rules)

    @property
    def each(self) -> list[tuple[str, Result]]:
        """Whose, and the result; the book first."""
        mine = (OURS if self.ours else BOOK, self.result)
        return [(BOOK, self.book), mine] if self.book is not None else [mine]

    @property
    def outcomes(self) -> list[Any]:
        """Every outcome of any of the results, in order."""
        merged = {outcome: 1 for _, result in self.each for outcome in result.dist}
        return list(type(self.result.dist)(merged, self.result.space.scale))

    def words(self) -> str:
        """Each result in a sentence, and its other events."""
        lines = [f'<div class="rk-book">by the book: {html.escape(self.refusal)}</div>'] if self.refusal else []
        for who, result in self.each:
            more = [
                f"{name} {times_text(p)} ({share_text(p)})"
                for name, p in result.events.items()
                if p and not result.headline.startswith(f"{name} ")
            ]
            lead = f"{who}: " if self.ours else ""
            further = f"<br>{html.escape('; '.join(more))}" if more else ""
            line = f"{lead}<b>{html.escape(result.headline)}</b>{further}"
            lines.append(f'<div class="{"rk-ours" if who == OURS else "rk-book"}">{line}</div>')
        return f'<div class="rk-words" role="status" aria-live="polite">{"".join(lines)}</div>{self._strips()}'

    def _strips(self) -> str:
        """Each result as a thin bar in parts, for where the picture has no room beside the controls."""
        return "".join(
            _strip(who, [(result.check.words(outcome), p) for outcome, p in result.items()])
            for who, result in self.each
        )

    def table(self) -> str:
        """Each outcome with its exact chance, as percent and as odds; with a house rule also the change."""
        heads = [who if self.ours else "exact" for who, _ in self.each]
        head = "".join(f"<th>{name}</th><th>percent</th><th>odds</th>" for name in heads)
        head += "<th>change</th>" if self.book is not None else ""
        rows = []
        for outcome in self.outcomes:
            chances = [result.dist[outcome] for _, result in self.each]
            cells = [f"<td>{fraction_text(p)}</td><td>{percent_text(p)}</td><td>{odds_text(p)}</td>" for p in chances]
            if self.book is not None:
                change = float(100 * (chances[1] - chances[0]))
                cells.append(f"<td>{change:+.2f}</td>" if change else "<td>same</td>")
            rows.append(f"<tr><td>{html.escape(self.result.check.words(outcome))}</td>{''.join(cells)}</tr>")
        return f'<table class="rk-table"><tr><th>outcome</th>{head}</tr>{"".join(rows)}</table>'

    def why(self) -> str:
        """The reasons: each modifier with its source."""
        return self.result.explain().sums_html()

    def csv(self) -> str:
        """The table as CSV: outcome, exact chance and percent."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["outcome", *[f"{kind} ({who})" for who, _ in self.each for kind in ("exact", "percent")]])
        for outcome in self.outcomes:
            chances = [result.dist[outcome] for _, result in self.each]
            writer.writerow(
                [self.result.check.text(outcome), *[x for p in chances for x in (exact_text(p), float(100 * p))]]
            )
        return out.getvalue()

    def bars(self) -> Bars:
        """Figures for a chart of outcomes."""
        check, outcomes = self.result.check, self.outcomes
        numbers = all(type(o) is int for o in outcomes)
        if numbers and outcomes[-1] - outcomes[0] <= _MOST_NUMBERS:
            outcomes = list(range(outcomes[0], outcomes[-1] + 1))
        elif len(outcomes) > _MOST_BARS:
            highest = {o: max(result.dist[o] for _, result in self.each) for o in outcomes}
            likely = sorted(outcomes, key=lambda o: -highest[o])[:_MOST_BARS]
            outcomes = [o for o in outcomes if o in likely]
        series = [
            Series(who, [float(result.dist[o]) for o in outcomes], charts.HOUSE if who == OURS else charts.BOOK)
            for who, result in self.each
        ]
        texts = [[_short(result.dist[o]) for o in outcomes] for _, result in self.each]
        upright = numbers and len(outcomes) > 1
        along = words(self.result.params.get("result", "outcome")) if upright else "chance"
        return Bars(self.result.title, [check.words(o) for o in outcomes], series, texts, upright, along)

    def sum(self) -> Parts | None:
        """Figures for a chart of the sum that makes a certain number; ``None`` where dice decide."""
        if not all(len(result.dist) == 1 and type(result.dist.outcomes[0]) is int for _, result in self.each):
            return None
        outcome = self.result.dist.outcomes[0]
        entries: list[Entry] = []
        for _, rows in groupby(self.result.explain().rows, key=lambda row: row[0]):
            *_, (_, _, reached) = sums = list(rows)
            entries = [entry for _, entry, _ in sums] if reached == outcome else entries
        book = self.book.dist.outcomes[0] if self.book is not None else None
        names, values = [entry.label for entry in entries], [entry.value for entry in entries]
        return Parts(self.result.title, names, values, outcome, book)


class Estimate(NamedTuple):
    """What many fights at random came to, in place of an answer that is too large to be exact."""

    simulation: Simulation
    reasons: Result
    result: None = None

    @property
    def outcomes(self) -> list[Any]:
        """Every outcome that happened, in order."""
        return list(self.simulation)

    def words(self) -> str:
        """How often each event happened, and how sure that is."""
        fights = self.simulation
        events = []
        for name, share in fights.events.items():
            if share:
                low, high = fights.interval(name)
                events.append(f"{name} about {100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f})")
        lead, *more = events or [f"{fights.expected_turns:.2f} turns on average"]
        ours = bool(self.reasons.rules.house_rules)
        whose, kind = (f"{OURS}: ", "rk-ours") if ours else ("", "rk-book")
        how = (
            f"Too many states for an exact answer: {fights.fights:,} fights were fought at random (seed {fights.seed}); "
            f"in brackets a {100 * fights.confidence:g} % confidence interval for each chance."
        )
        return (
            f'<div class="rk-words" role="status" aria-live="polite"><div class="{kind}">'
            f"{whose}<b>{html.escape(lead)}</b><br>{html.escape('; '.join(more))}</div><div>{how}</div></div>"
            + _strip(OURS if ours else BOOK, [(fights.check.words(one), Fraction(fights[one])) for one in fights])
        )

    def table(self) -> str:
        """Each outcome with its share and the confidence interval."""
        rows = "".join(
            f"<tr><td>{html.escape(name)}</td><td>{many:,}</td><td>{share:.2f} %</td>"
            f"<td>{low:.2f} to {high:.2f} %</td></tr>"
            for name, many, share, low, high in self.simulation.table().itertuples(index=False)
        )
        interval = f"{100 * self.simulation.confidence:g} % interval"
        head = "".join(f"<th>{name}</th>" for name in ("outcome", "fights", "about", interval))
        return f'<table class="rk-table"><tr>{head}</tr>{rows}</table>'

    def why(self) -> str:
        """The reasons: each modifier with its source."""
        return self.reasons.explain().sums_html()

    def csv(self) -> str:
        """The table as CSV."""
        return self.simulation.table().to_csv(index=False, lineterminator="\n")

    def bars(self) -> Bars:
        """Figures for a chart of outcomes."""
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


def _strip(who: str, parts: Sequence[tuple[str, Fraction]]) -> str:
    """Chances as a thin bar in parts."""
    spans = "".join(
        f'<span style="flex: {float(p):.6f} 1 0; background: {_TINTS[who][i % 2]}">{html.escape(name)} {percent_text(p)}</span>'
        for i, (name, p) in enumerate(parts)
    )
    return f'<div class="rk-strip" aria-hidden="true">{spans}</div>'


def _short(p: Fraction) -> str:
    """At the head of a bar: percent, and the fraction where it is short."""
    percent = charts.percent(float(p))
    return f"{percent}  {p}" if p and p.denominator < 100_000 and p != 1 else percent
