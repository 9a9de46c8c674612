"""What an answer looks like on the page: words, picture, table, file. By the book, and beside it by a house rule."""

from __future__ import annotations

import csv
import html
import io
from itertools import groupby
from typing import Any, NamedTuple

from .. import charts
from ..charts import Bars, Parts, Series
from ..check import Result
from ..simulation import Simulation
from ..wording import exact_text, fraction_text, odds_text, percent_text, share_text, times_text, words

BOOK, OURS = "book", "your rule"
_MOST_BARS, _MOST_NUMBERS = 16, 120


class Answer(NamedTuple):
    """The present result, whose it is, and the book's beside it where a house rule makes one of our own."""

    result: Result
    book: Result | None = None
    refused: str = ""  # why the book gives no answer where the house rule does

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
        said = [f'<div class="rk-book">by the book: {html.escape(self.refused)}</div>'] if self.refused else []
        for who, result in self.each:
            more = [
                f"{name} {times_text(p)} ({share_text(p)})"
                for name, p in result.events.items()
                if p and not result.headline.startswith(f"{name} ")
            ]
            lead = f"{who}: " if self.ours else ""
            further = f"<br>{html.escape('; '.join(more))}" if more else ""
            line = f"{lead}<b>{html.escape(result.headline)}</b>{further}"
            said.append(f'<div class="{"rk-ours" if who == OURS else "rk-book"}">{line}</div>')
        return f'<div class="rk-words" role="status" aria-live="polite">{"".join(said)}</div>'

    def table(self) -> str:
        """Each outcome with its exact chance, as percent and as odds; with a house rule also the change."""
        named = [who if self.ours else "exact" for who, _ in self.each]
        head = "".join(f"<th>{name}</th><th>percent</th><th>odds</th>" for name in named)
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
        counted: list[Any] = []
        for _, rows in groupby(self.result.explain().rows, key=lambda row: row[0]):
            *_, (_, _, reached) = sums = list(rows)
            counted = [entry for _, entry, _ in sums] if reached == outcome else counted
        book = self.book.dist.outcomes[0] if self.book is not None else None
        names, values = [entry.label for entry in counted], [entry.value for entry in counted]
        return Parts(self.result.title, names, values, outcome, book)


class Estimate(NamedTuple):
    """What many fights thrown at random came to, in the place of an answer that is too large to be exact."""

    simulation: Simulation
    reasons: Result
    result: None = None

    @property
    def outcomes(self) -> list[Any]:
        """Every outcome that came, in order."""
        return list(self.simulation)

    def words(self) -> str:
        """How often each event came, and how sure that is."""
        thrown = self.simulation
        said = []
        for name, share in thrown.events.items():
            if share:
                low, high = thrown.interval(name)
                said.append(f"{name} about {100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f})")
        lead, *more = said or [f"{thrown.expected_turns:.2f} turns on average"]
        ours = bool(self.reasons.rules.house_rules)
        whose, kind = (f"{OURS}: ", "rk-ours") if ours else ("", "rk-book")
        how = (
            f"Too many states for an exact answer: {thrown.fights:,} fights thrown at random (seed {thrown.seed}); "
            f"the true chances lie in the brackets {100 * thrown.confidence:g} times in 100."
        )
        return (
            f'<div class="rk-words" role="status" aria-live="polite"><div class="{kind}">{whose}<b>{html.escape(lead)}</b><br>'
            f"{html.escape('; '.join(more))}</div><div>{how}</div></div>"
        )

    def table(self) -> str:
        """Each outcome with its share and the interval of that."""
        rows = "".join(
            f"<tr><td>{html.escape(name)}</td><td>{many:,}</td><td>{share:.2f} %</td><td>{low:.2f} to {high:.2f} %</td></tr>"
            for name, many, share, low, high in self.simulation.table().itertuples(index=False)
        )
        head = f"<tr><th>outcome</th><th>fights</th><th>about</th><th>{100 * self.simulation.confidence:g} % within</th></tr>"
        return f'<table class="rk-table">{head}{rows}</table>'

    def why(self) -> str:
        """The reasons: each modifier with its source."""
        return self.reasons.explain().sums_html()

    def csv(self) -> str:
        """The table as CSV."""
        return self.simulation.table().to_csv(index=False, lineterminator="\n")

    def bars(self) -> Bars:
        """Figures for a chart of outcomes."""
        thrown, check = self.simulation, self.simulation.check
        shares = [thrown[outcome] for outcome in thrown]
        title = f"{self.reasons.title}, about ({thrown.fights:,} fights thrown)"
        texts = [[f"about {charts.percent(share)}" for share in shares]]
        return Bars(
            title,
            [check.words(o) for o in thrown],
            [Series("thrown", shares, charts.HOUSE if self.reasons.rules.house_rules else charts.BOOK)],
            texts,
        )

    def sum(self) -> None:
        """There is no sum: dice decide."""


def _short(p: Any) -> str:
    """At the head of a bar: percent, and the fraction where it is short."""
    said = charts.percent(float(p))
    return f"{said}  {p}" if p and p.denominator < 100_000 and p != 1 else said
