"""What matters in a situation: how far each parameter can move a chance, and what share each modifier has in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ....engine.words.errors import RuleError
from ....engine.words.wording import unbroken
from ....workbook.analysis.attribution import Attribution, shapley
from ....workbook.analysis.sensitivity import Tornado, growing_tornado, tornado
from ....workbook.analysis.subject import Subject
from ....workbook.rulebook.book import Ruleset
from ... import charts
from ...charts import Spans, WaterfallFigures
from ..job import Step, or_error
from ..late import w
from ..page import alert, note, picture
from ..table_menu import TableMenu
from .tool import Tool, by_both


class WhatMatters(Tool):
    """Two pictures, with a table each: all values of each parameter, and the share of each modifier."""

    def __init__(self, subject: Subject) -> None:
        self._charts = charts.TornadoChart(), charts.Waterfall()
        self.views, self.tables = [note() for _ in self._charts], [note() for _ in self._charts]
        self.whose = note()
        self.results: list[Tornado | Attribution | None] = [None, None]
        self.formats = [
            TableMenu(name, partial(self.results.__getitem__, n)) for n, name in enumerate(("what_matters", "shares"))
        ]
        columns = [w.VBox(each) for each in zip(self.views, self.tables, self.formats, strict=True)]
        super().__init__(subject, [self.whose, w.HBox(columns, layout=w.Layout(flex_flow="row wrap"))])

    def steps(self, book: Ruleset, rules: Ruleset) -> list[Step]:
        """The work, one picture a step; the spans grow while parameters with many values are still tried."""
        check, params, event = self.subject.check, self.subject.params, self.subject.event

        def ask(by: Ruleset) -> Tornado:
            return tornado(check, outcome=event, rules=by, **params)

        def grow(by: Ruleset) -> Iterator[Tornado]:
            return growing_tornado(check, outcome=event, rules=by, **params)

        spans, *by_the_book = by_both(book, rules, ask, self._show_spans, _summary, self.whose, grow)
        shares = or_error(lambda: shapley(check, outcome=event, rules=rules, **params))
        return [spans, (shares, self._show_shares), *by_the_book]

    def _show_spans(self, result: Tornado | RuleError) -> None:
        spans = None if isinstance(result, RuleError) else Spans.of(result)
        self._show(0, result, picture(self._charts[0], spans) if spans and spans.names else "")

    def _show_shares(self, result: Attribution | RuleError) -> None:
        shares = None if isinstance(result, RuleError) else WaterfallFigures.of(result)
        self._show(1, result, picture(self._charts[1], shares) if shares and shares.names else "")

    def _show(self, place: int, result: Tornado | Attribution | RuleError, image: str) -> None:
        view, table = self.views[place], self.tables[place]
        self.results[place] = None if isinstance(result, RuleError) else result
        self.formats[place].close_list()
        if isinstance(result, RuleError):
            view.value, table.value = alert(result, spelling=self.subject.check.spelling), ""
        else:
            view.value, table.value = image, unbroken(result._repr_html_())


def _summary(result: Tornado) -> str:
    """The present figure, and what moves it most."""
    most = f", {result.measure.check.spelling.words(result.rows[0].parameter)} matters most" if result.rows else ""
    return f"{result.measure.words} {result.measure.short(result.now)}{most}"
