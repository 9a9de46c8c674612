"""A chance as a formula, in symbols for parameters of your choice."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ....engine.words.errors import RuleError
from ....workbook.analysis.formula.formula import Formula, formula
from ....workbook.analysis.subject import Subject
from ....workbook.mechanics.mentions import touches
from ....workbook.mechanics.parameter import QUESTION, Whole
from ....workbook.mechanics.processes.process import Process
from ....workbook.rulebook.book import Ruleset
from ..job import Step, or_error
from ..late import w
from ..page import Silence, alert
from ..studies import menu
from ..table_menu import TableMenu
from .tool import Tool

_NONE = "-"
_ENDLESS = (
    "A fight that goes on from turn to turn has no short formula. Charts and What matters show how its chances move."
)


class FormulaFinder(Tool):
    """The formula for a situation, with its steps. ``changed`` is called for a menu."""

    def __init__(self, subject: Subject, changed: Callable[[], None]) -> None:
        self._silent = Silence()
        self.symbols = [menu(label, [_NONE], _NONE, str) for label in ("symbol", "and")]
        self.view, self.book_view = w.HTMLMath(), w.HTMLMath()
        self._silent.listen(changed, *self.symbols)
        self.formula: Formula | None = None
        self.formats = TableMenu("formula", lambda: self.formula)
        super().__init__(subject, [w.HBox(self.symbols), self.view, self.formats, self.book_view])

    def choose(self, rules: Ruleset) -> None:
        """Offer the parameters of the check."""
        check = self.subject.check
        names = [
            p.name
            for p in check.parameters.values()
            if len(p.values()) > 1 and p.name != QUESTION and p.group != "ruling"
        ]
        first = next((n for n in names if isinstance(check.parameters[n], Whole)), (names or [_NONE])[0])
        with self._silent:
            for one, usual in zip(self.symbols, (first, _NONE), strict=True):
                before = one.value
                one.options = [("none", _NONE), *((check.parameters[n].words, n) for n in names)]
                one.value = before if before in names else usual

    def begin_again(self, rules: Ruleset) -> None:
        """The symbol that is usual."""
        with self._silent:
            for one in self.symbols:
                one.options = [(_NONE, _NONE)]
        self.choose(rules)

    def steps(self, book: Ruleset, rules: Ruleset) -> list[Step]:
        """The work."""
        chosen = list(dict.fromkeys(one.value for one in self.symbols if one.value != _NONE))
        settings = {name: value for name, value in self.subject.params.items() if name not in chosen}
        check, event = self.subject.check, self.subject.event
        if isinstance(check, Process):
            return [(lambda: RuleError(_ENDLESS), self._show)]

        def ask(by: Ruleset) -> Formula:
            return formula(check, *chosen, outcome=event, rules=by, **settings)

        if not touches(rules, check):
            return [(or_error(partial(ask, book)), self._show)]
        ours = (or_error(partial(ask, rules)), partial(self._show, head="<h4>By your rules</h4>"))
        return [ours, (or_error(partial(ask, book)), self._show_book)]

    def _show(self, result: Formula | RuleError, head: str = "") -> None:
        self.view.value, self.book_view.value = head + self._html(result), ""
        self.formula = None if isinstance(result, RuleError) else result
        self.formats.close_list()

    def _show_book(self, result: Formula | RuleError) -> None:
        self.book_view.value = "<h4>By the book</h4>" + self._html(result)

    def _html(self, result: Formula | RuleError) -> str:
        read = self.subject.check.spelling
        return alert(result, spelling=read) if isinstance(result, RuleError) else result._repr_html_()
