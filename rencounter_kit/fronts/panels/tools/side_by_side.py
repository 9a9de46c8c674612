"""Situations kept under names, and the present one, side by side; beside the book, where house rules are in force."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from ....engine.dice.dist import Outcome
from ....engine.dice.scale import in_order
from ....engine.formats.html_table import html_table
from ....engine.words.errors import RuleError
from ....engine.words.wording import is_short, number_text, percent_text
from ....workbook.analysis.subject import Subject
from ....workbook.mechanics.check import Check, Result
from ....workbook.rulebook.book import Ruleset
from ....workbook.rulebook.text import Value
from ... import charts
from ...charts import LINES, Bars, Series
from ..job import Step, or_error
from ..late import w
from ..page import alert, button, field, in_turn, note, picture
from ..page_state import PanelSettings
from .compare import Compare
from .tool import Tool

NOW = "now"
_LIMIT, _MAX_OUTCOMES = 5, 12
_LONGEST = 30  # letters of a name


class KeptSituation(NamedTuple):
    """A situation under a name, with the rules that were in force."""

    name: str
    set: PanelSettings
    rules: Ruleset


class SideBySide(Tool):
    """Answers side by side.

    kept : the situations kept so far.
    now : what is set now, and the rules.
    go : is called to go back to one.
    changed : is called after each change of what is kept.
    by_rules : what a change of rules does; shown while there is one.
    """

    def __init__(
        self,
        subject: Subject,
        now: Callable[[], tuple[PanelSettings, Ruleset]],
        go: Callable[[PanelSettings], None],
        changed: Callable[[], None],
        by_rules: Compare,
        first: KeptSituation,
    ) -> None:
        self._now, self._go, self._changed, self._by_rules = now, go, changed, by_rules
        self.kept = [first]
        self.name = field(w.Text, "", "A name for this situation", "200px", placeholder="a name, such as plate")
        tip = "Keep this situation under that name"
        self.keep = button("Keep this situation", "thumb-tack", tip, lambda: self._run_action(self._keep))
        self.trouble, self.list, self.view, self.table = note(), w.VBox(), note(), note()
        self._chart = charts.OutcomeBars()
        wrap = w.Layout(flex_flow="row wrap")
        row = w.HBox([self.name, self.keep, self.trouble], layout=wrap)
        by_rules.children = [part for part in by_rules.children if part is not by_rules.words]  # which stand above
        beside = w.HBox([self.view, self.table], layout=wrap)
        super().__init__(subject, [row, self.list, by_rules.words, beside, by_rules])
        self._list()

    def choose(self, rules: Ruleset) -> None:
        """Offer the parameters of the check to look along."""
        self._by_rules.choose(rules)

    def begin_again(self, rules: Ruleset) -> None:
        """No name is begun, and nothing is wrong with one; the situations that were kept stay."""
        self.name.value = self.trouble.value = ""
        self._by_rules.begin_again(rules)

    @in_turn
    def _run_action(self, act: Callable[[], None]) -> None:
        self.trouble.value = ""
        try:
            act()
        except RuleError as error:
            self.trouble.value = alert(error, spelling=self.subject.check.spelling)

    def _keep(self) -> None:
        name = self.name.value.strip()[:_LONGEST] or f"situation {len(self.kept) + 1}"
        if len([one for one in self.kept if one.name != name]) >= _LIMIT:
            raise RuleError(f"up to {_LIMIT} situations fit beside this one; got one more; clear one first")
        if name == NOW:
            raise RuleError(f"a name must not be {NOW}, which is the situation as it is set; got {NOW}; try another")
        self.kept = [*(one for one in self.kept if one.name != name), KeptSituation(name, *self._now())]
        self.name.value = ""
        self._list()
        self._changed()

    def _clear(self, one: KeptSituation) -> None:
        self.kept.remove(one)
        self._list()
        self._changed()

    def _list(self) -> None:
        """A row for each situation kept: back to it, or clear it."""
        rows = []
        for one in self.kept:
            name, clear = one.name, partial(self._clear, one)
            again = button(
                f"Back to {name}", "history", f"Back to the settings kept as {name}", partial(self._go, one.set)
            )
            away = button(f"Clear {name}", "times", f"Remove {name} from this list", partial(self._run_action, clear))
            rows.append(w.HBox([again, away]))
        self.list.children = rows

    def steps(self, book: Ruleset, rules: Ruleset) -> list[Step]:
        """The work."""
        check, params = self.subject.check, self.subject.params
        columns = [(one.name, one.rules, one.set.choices) for one in self.kept]
        columns.append((NOW, rules, params))

        def work_out() -> list[Column]:
            return _alike([Column.of(name, check, by, settings) for name, by, settings in columns])

        for part in (self._by_rules, self._by_rules.words):
            part.layout.display = "" if rules.house_rules else "none"
        further = self._by_rules.steps(book, rules) if rules.house_rules else []
        return [(or_error(work_out), self._show), *further]

    def _show(self, columns: list[Column] | RuleError) -> None:
        if isinstance(columns, RuleError):
            self.view.value, self.table.value = alert(columns, spelling=self.subject.check.spelling), ""
            return
        self.table.value = _table(self.subject.check, columns)
        answers = [(column.name, column.answer) for column in columns if isinstance(column.answer, Result)]
        self.view.value = picture(self._chart, _bars(self.subject.check, answers)) if answers else ""


class Column(NamedTuple):
    """A situation, with its answer or the sentence that says why there is none."""

    name: str
    settings: dict[str, Value]
    rules: Ruleset
    answer: Result | RuleError

    @classmethod
    def of(cls, name: str, check: Check, rules: Ruleset, settings: dict[str, Value]) -> Column:
        check = check.under(rules)
        try:
            return cls(name, check.values(rules, settings), rules, check(rules=rules, **settings))
        except RuleError as error:
            return cls(name, settings, rules, error)


def _alike(columns: Sequence[Column]) -> list[Column]:
    """Only answers of one kind can stand side by side: those of the kind that the present one is of."""
    last = columns[-1].answer
    kind = last.space if isinstance(last, Result) else None
    other = RuleError("only answers of the same kind can be compared; got another kind")
    return [
        column._replace(answer=other)
        if isinstance(column.answer, Result) and kind not in (None, column.answer.space)
        else column
        for column in columns
    ]


def _outcomes(answers: Sequence[Result]) -> list[Outcome]:
    """Every outcome of any answer, in order; of many the likeliest."""
    if not answers:
        return []
    outcomes = in_order((outcome for answer in answers for outcome in answer.dist), answers[0].space.scale)
    highest = {outcome: max(answer.dist[outcome] for answer in answers) for outcome in outcomes}
    likely = sorted(outcomes, key=lambda outcome: -highest[outcome])[:_MAX_OUTCOMES]
    return [outcome for outcome in outcomes if outcome in likely]


def _without_repeats(answers: Sequence[Result]) -> list[Outcome]:
    """The same without those that are the whole of an event, which says it already: "A dies" beside "A dead"."""
    outcomes = _outcomes(answers)
    covered = [
        [outcome for outcome in answer.dist if answer.test(event)(outcome)]
        for answer in answers
        for event in answer.events
    ]
    return [outcome for outcome in outcomes if [outcome] not in covered]


def _bars(check: Check, answers: Sequence[tuple[str, Result]]) -> Bars:
    outcomes = _outcomes([answer for _, answer in answers])
    series = [
        Series(name, [float(answer.dist[outcome]) for outcome in outcomes], LINES[place])
        for place, (name, answer) in enumerate(answers)
    ]
    return Bars(check.title, [check.words(outcome) for outcome in outcomes], series)


def _table(check: Check, columns: Sequence[Column]) -> str:
    """What differs between the situations, their events and their outcomes: a column each."""
    rows: list[tuple[str, list[str]]] = []
    for name in check.under(*(column.rules for column in columns)).parameters:
        values = [check.spelling.value(column.settings.get(name)) for column in columns]
        if len(set(values)) > 1:
            rows.append((check.spelling.words(name), values))
    if any(column.rules.house_rules for column in columns):
        rows.append(("house rules", ["; ".join(rule.label for rule in c.rules.house_rules) or "none" for c in columns]))
    answers = [column.answer if isinstance(column.answer, Result) else None for column in columns]
    all_answers = [answer for answer in answers if answer is not None]
    events = dict.fromkeys(event for answer in all_answers for event in answer.events)
    rows += [(check.words(event), [_figure(a.events.get(event) if a else None) for a in answers]) for event in events]
    if all_answers and all(answer.space.has_mean for answer in all_answers):
        rows.append(("on average", [number_text(a.dist.mean) if a else "-" for a in answers]))
    rows += [
        (check.words(outcome), [_figure(a.dist[outcome] if a else None) for a in answers])
        for outcome in _without_repeats(all_answers)
    ]
    head = ["", *(column.name for column in columns)]
    refused = "".join(
        f"<p>{html.escape(column.name)}: {html.escape(str(column.answer))}</p>"
        for column in columns
        if isinstance(column.answer, RuleError)
    )
    return html_table(head, ([name, *cells] for name, cells in rows), "rk-table") + refused


def _figure(p: Fraction | None) -> str:
    """A chance in a cell; a stroke where there is none."""
    if p is None:
        return "-"
    return f"{percent_text(p)} ({p})" if is_short(p) and 0 < p < 1 else percent_text(p)
