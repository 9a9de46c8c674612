"""The book and the rules at hand side by side: one situation, along one parameter, over two."""

from __future__ import annotations

import html
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from ....engine.dice.dist import Dist
from ....engine.formats.html_table import StyledCell, html_table
from ....engine.words.errors import RuleError
from ....engine.words.wording import number_text, percent_text, points_figure, points_text
from ....workbook.analysis.no_change import why_no_change
from ....workbook.analysis.subject import Event, Subject
from ....workbook.mechanics.links import Params
from ....workbook.mechanics.parameter import QUESTION
from ....workbook.mechanics.processes.process import Process
from ....workbook.mechanics.space import MEAN
from ....workbook.rulebook.book import Ruleset
from ... import charts
from ...charts import BOOK, HOUSE, Bars, Pairs, Series, changes_of
from ..job import Step, or_error
from ..late import w
from ..page import Silence, alert, note, offer, picture, words_note
from ..studies import menu, values_of
from ..table_menu import TableMenu
from .tool import Tool

if TYPE_CHECKING:
    from ....workbook.analysis.comparison import Comparison

_LIMIT, _MAX_FIGHTS, _LINES, _ROWS = 13, 5, 9, 8
_NONE = "-"


class Compare(Tool):
    """Three pictures of what a change of rules does to a situation. ``changed`` is called for a menu."""

    def __init__(self, subject: Subject, changed: Callable[[], None]) -> None:
        self._silent = Silence()
        self.across, self.up = menu("across", [_NONE], _NONE, str), menu("up", [_NONE], _NONE, str)
        self._charts = charts.SmallBars(), charts.Slope(), charts.Changes()
        self.words, self.table = note(layout=w.Layout()), note()
        self.views = [note() for _ in self._charts]
        self.comparison: Comparison | None = None
        self.formats = TableMenu("compare", self._changed)
        self._silent.listen(changed, self.across, self.up)
        row = w.HBox(self.views, layout=w.Layout(flex_flow="row wrap"))
        super().__init__(subject, [w.HBox([self.across, self.up]), self.words, row, self.table, self.formats])

    def choose(self, rules: Ruleset) -> None:
        """Offer the parameters of the check; the present choice stays if it can."""
        check = self.subject.check
        names = [p.name for p in check.parameters.values() if len(p.values()) > 1 and p.name != QUESTION]
        default = [n for n in names if check.parameters[n].group != "ruling"] or names or [_NONE]
        with self._silent:
            for one, usual in ((self.across, default[0]), (self.up, default[min(1, len(default) - 1)])):
                offer(one, [(check.parameters[n].words, n) for n in names] or [(_NONE, _NONE)], usual)
        for view in self.views:
            view.value = ""
        self.comparison = None

    def begin_again(self, rules: Ruleset) -> None:
        """Look along the parameters that are usual."""
        with self._silent:
            for axis in (self.across, self.up):
                axis.options = [(_NONE, _NONE)]
        self.choose(rules)

    def steps(self, book: Ruleset, rules: Ruleset) -> list[Step]:
        """The work, one picture a step."""
        x, y = self.across.value, self.up.value
        check, params, event = self.subject.check, self.subject.params, self.subject.event
        most = _MAX_FIGHTS if isinstance(check, Process) else _LIMIT

        def over(*names: str) -> Comparison:
            """A comparison along some parameters."""
            from ....workbook.analysis.comparison import Comparison

            now, parameters = check.values(rules, params), check.parameters_by(rules)
            axes = {n: values_of(parameters[n], now[n], most if n != y else _LINES) for n in names if n != _NONE}
            fixed = {name: value for name, value in params.items() if name not in axes}
            comparison = Comparison(check, (book, rules), {**fixed, **axes})
            comparison.floats(event)  # raises what cannot be told there
            return comparison

        def comparison_of() -> tuple[Comparison, str]:
            """Both answers for the situation as it is set; where they are alike, why."""
            comparison = over()
            before, after = _both(comparison)
            return comparison, why_no_change(check(rules=rules, **params)) if before == after else ""

        return [
            (or_error(comparison_of), lambda result: self._show_both(result, event)),
            (or_error(lambda: over(x)), lambda comparison: self._along(comparison, event, x, params)),
            (or_error(lambda: over(y, x) if x != y else None), lambda comparison: self._map(comparison, event, x, y)),
        ]

    def _changed(self) -> object | None:
        """All that changes over two parameters, as a table; ``None`` where that is not known."""
        event = MEAN if self.subject.event is None else self.subject.event
        return self.comparison and self.comparison.changed(event)

    def _show_both(self, result: tuple[Comparison, str] | RuleError, event: Event) -> None:
        """Both answers for the situation as it is set."""
        if isinstance(result, RuleError):
            self.words.value, self.table.value, self.views[0].value = (
                "",
                "",
                alert(result, spelling=self.subject.check.spelling),
            )
            return
        comparison, why = result
        check = comparison.check
        before, after = _both(comparison)
        likeliest = sorted(comparison.outcomes, key=lambda o: -max(before[o], after[o]))[:10]
        outcomes = [o for o in comparison.outcomes if o in likeliest]
        series = [
            Series(name, [float(dist[o]) for o in outcomes], colour)
            for name, dist, colour in (("book", before, BOOK), ("your rule", after, HOUSE))
        ]
        bars = Bars(check.title, [check.words(o) for o in outcomes], series)
        self.views[0].value = picture(self._charts[0], bars)
        if event is None:
            text = f"on average {number_text(before.mean)} by the book, <b>{number_text(after.mean)}</b> by your rules"
        else:
            was, now = (chances.item() for chances in comparison.chances(event))
            change = points_text(now - was, 2) if now != was else "no change"
            text = (
                f"{html.escape(check.words(event))}: {percent_text(was)} ({_short(was)}) by the book, "
                f'<span class="rk-ours"><b>{percent_text(now)}</b> ({_short(now)}) by your rules</span>, {change}'
            )
        self.words.value = words_note(text + (f"<br>{html.escape(why)}" if why else ""))

    def _along(self, comparison: Comparison | RuleError, event: Event, x: str, params: Params) -> None:
        """Before and after along a parameter."""
        if isinstance(comparison, RuleError):
            self.views[1].value = alert(comparison, spelling=self.subject.check.spelling)
        elif x != _NONE:
            now = comparison.check.values(comparison.rulesets[1], params)[x]
            self.views[1].value = picture(self._charts[1], Pairs.of(comparison, event, now))

    def _map(self, comparison: Comparison | RuleError | None, event: Event, x: str, y: str) -> None:
        """The change over two parameters, and where it is greatest."""
        self.table.value, self.comparison = "", None
        self.formats.close_list()
        if comparison is None or isinstance(comparison, RuleError):
            self.views[2].value = "" if comparison is None else alert(comparison, spelling=self.subject.check.spelling)
            return
        self.comparison = comparison
        before, after = comparison.floats(event)
        data = changes_of(comparison, event)
        change, across, up = data.values, data.x, data.y
        self.views[2].value = picture(self._charts[2], data)
        size = np.nan_to_num(np.abs(change)).ravel()
        biggest = [np.unravel_index(n, change.shape) for n in np.argsort(-size, kind="stable")[:_ROWS] if size[n]]
        text_of = number_text if event is None else charts.percent
        rows = [
            (
                up[i],
                across[j],
                text_of(before.item(i, j)),
                StyledCell(text_of(after.item(i, j)), "ours"),
                _shift(change.item(i, j), event),
            )
            for i, j in biggest
        ]
        count = f"{np.count_nonzero(size)} of {int(comparison.both.sum())} cells change"
        words = comparison.check.spelling.words
        heads = (words(y), words(x), "book", "your rule", "change" if event is None else "points")
        table = html_table(heads, rows, "rk-table")
        self.table.value = f"<p>{count}; the biggest changes:</p>{table}" if rows else f"<p>{count}.</p>"


def _both(comparison: Comparison) -> tuple[Dist, Dist]:
    """By the book and by the rules, of a comparison along nothing."""
    before, after = (grid.dists[int(grid.which)] for grid in comparison.grids)
    return before, after


def _shift(change: float, event: Event) -> str:
    """A change of a mean (no event) as it is, of a chance in points."""
    return number_text(change, 3, sign=True) if event is None else points_figure(Fraction(change) / 100, 2)


def _short(p: Fraction) -> str:
    return str(p) if p.denominator < 10**6 else "exact"
