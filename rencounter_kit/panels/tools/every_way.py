"""Every way in which the dice of a situation can fall, as a tree and as a table, and a throw to try."""

from __future__ import annotations

from itertools import count

import ipywidgets as w

from ... import charts
from ...dice.chain import TooLargeError
from ...dice.throw import Random, Roll
from ...errors import RuleError
from ...mechanics.branches import Branches
from ...rulebook.book import Ruleset
from ..job import Step, or_error
from ..page import alert, note, picture
from ..turns import in_turn
from .subject import Subject
from .tool import Tool


class EveryWay(Tool):
    """The tree of the throws by the rules at hand, and all ways with their chances."""

    def __init__(self, subject: Subject) -> None:
        self.chart, self._seeds = charts.TreeChart(), count(1)
        self.figures: charts.Ways | None = None
        self._rules: Ruleset | None = None
        self.throw_note, self.view, self.table = (
            note(),
            note(),
            note(layout=w.Layout(max_height="420px", overflow="auto")),
        )
        button = w.Button(description="Throw once", icon="random", tooltip="Throw these dice once and show every step")
        button.on_click(lambda _: self.throw())
        super().__init__(subject, [w.HBox([button, self.throw_note]), self.view, self.table])

    @in_turn
    def throw(self) -> None:
        """One throw, with a new seed each time."""
        check, seed = self.subject.check, next(self._seeds)
        try:
            rules = self._rules or check.book
            targets, _ = check.numbers(rules, check.values(rules, self.subject.params))
        except RuleError as error:
            self.throw_note.value = alert(error)
            return
        dice = Random(seed)
        outcome = check.throw_once(rules, targets, dice)
        roll = Roll(outcome, tuple(dice.steps), check.words(outcome))
        self.throw_note.value = f'<div role="status">seed {seed}<br>{roll._repr_html_()}</div>'

    def steps(self, book: Ruleset, rules: Ruleset) -> list[Step]:
        """The work."""
        check, params = self.subject.check, self.subject.params
        self._rules, self.throw_note.value = rules, ""  # the last throw was of another situation

        def work_out() -> tuple[charts.Ways, Branches]:
            try:
                branches = check(rules=rules, **params).branches()
            except TooLargeError:
                raise RuleError(
                    "the ways of a turn must be few enough to be followed; got a fight of too many states; throw it once, "
                    "or try fewer men"
                ) from None
            return charts.ways(branches), branches

        return [(or_error(work_out), self._show)]

    def _show(self, result: tuple[charts.Ways, Branches] | RuleError) -> None:
        if isinstance(result, RuleError):
            self.figures, self.view.value, self.table.value = None, alert(result), ""
            return
        self.figures, branches = result
        self.view.value, self.table.value = picture(self.chart, self.figures), branches._repr_html_()
