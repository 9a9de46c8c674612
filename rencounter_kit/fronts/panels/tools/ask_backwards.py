"""Asking backwards on the page: a goal, and the parameter or figure that is to reach it."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence

from ....engine.words.errors import RuleError
from ....engine.words.typed import cleaned
from ....engine.words.wording import as_text, first_up
from ....workbook.analysis.inverse import Point, Solution, is_searchable, solve_for
from ....workbook.analysis.situations import reads
from ....workbook.analysis.subject import Subject
from ....workbook.mechanics.check import Check
from ....workbook.mechanics.parameter import QUESTION, SeveralChoices
from ....workbook.rulebook.book import Ruleset, figure_text
from ... import charts
from ...charts import Bars, Lines, Series
from ..job import Step
from ..late import w
from ..page import Change, alert, field, in_turn, note, offer, picture
from .tool import Tool, by_both

_KINDS = (("it is", "to"), ("it is now, times", "times"), ("it is as likely as", "like"))
_SIDES = (("nearest to it", "nearest"), ("at least", "at_least"), ("at most", "at_most"))
_POINTS, _WORDS = 25, 9  # in a picture, around the answer
_PATH = ": "  # stands before the path of a figure, behind what it says
_SOME = 4  # of what is meant, that are named


class AskBackwards(Tool):
    """What must a parameter or a figure be? ``ask`` is called when *Ask* is pressed, ``write`` with a line for the
    rules; it says whether they have it then.
    """

    def __init__(self, subject: Subject, ask: Callable[[], None], write: Callable[[str, str], bool]) -> None:
        self._ask, self._write = ask, write
        self._check: Check | None = None
        self.is_question = False
        search = "a parameter or a figure: type to search"
        self.unknown = field(w.Combobox, "find", "The parameter or figure to find", "400px", placeholder=search)
        self.kind = field(w.Dropdown, "so that", "", "250px", options=_KINDS, value="to")
        tip, own = "A chance such as 50 % or 1/2", w.Layout(width="110px")
        self.goal = field(w.Text, "", tip, own, value="50 %", continuous_update=False)
        tip, hidden = "The event whose chance it should match", w.Layout(width="170px", display="none")
        self.like = field(w.Dropdown, "", tip, hidden, options=["-"])
        tip = "Near the goal, or no lower, or no higher"
        self.side = field(w.Dropdown, "", tip, "130px", options=_SIDES, value="nearest")
        button = w.Button(description="Ask", icon="question", button_style="primary", layout=w.Layout(width="84px"))
        self.take = w.Button(
            description="Write it into my rules", icon="pencil", layout=w.Layout(width="190px", display="none")
        )
        for one in (self.unknown, self.kind):
            one.add_class("rk-control")
        self.whose = note()
        self.words, self.view, self._curves, self._bars = note(), note(), charts.Curves(), charts.OutcomeBars()
        self.solution: Solution | None = None
        button.on_click(lambda _: self._press())
        self.take.on_click(lambda _: self._take())
        self.kind.observe(self._kinds, "value")
        wrap = w.Layout(flex_flow="row wrap")
        question = w.HBox([self.unknown, self.kind, self.goal, self.like, self.side, button], layout=wrap)
        answer = w.VBox([self.whose, self.words, self.take], layout=w.Layout(width="470px"))
        super().__init__(subject, [question, w.HBox([answer, self.view], layout=wrap)])

    def choose(self, rules: Ruleset) -> None:
        """Offer the parameters of the check; another check is another question."""
        check = self.subject.check
        names = self._choices(check)
        self.unknown.options = tuple(names)
        choice = self.unknown.value
        is_lost = (
            self._check is not None and choice in self._choices(self._check) and choice not in self._choices(check)
        )
        if is_lost or self._check is None or check.by_the_book is not self._check.by_the_book:
            self.is_question, self.solution = False, None
            self.words.value = self.view.value = self.whose.value = ""
            self.take.layout.display = "none"
            self.unknown.value = names[0] if names else ""
        self._check = check
        offer(self.like, [(check.words(event), event) for event in check.events] or [("-", "-")])
        self._liken()

    @staticmethod
    def _choices(check: Check) -> list[str]:
        """The parameters that may be asked for, as they are shown."""
        return [
            p.words
            for p in check.parameters.values()
            if (len(p.values()) > 1 or isinstance(p, SeveralChoices)) and p.name != QUESTION and p.group != "ruling"
        ]

    def _liken(self) -> None:
        """Nothing is asked to be as likely as itself."""
        events = [event for _, event in self.like.options]
        if self.like.value == self.subject.event and len(events) > 1:
            self.like.value = next(event for event in events if event != self.subject.event)

    def begin_again(self, rules: Ruleset) -> None:
        """No question is asked, and the first is offered."""
        self._check, self.like.options = None, ["-"]
        self.kind.value, self.goal.value, self.side.value = "to", "50 %", "nearest"
        self.choose(rules)

    def _offer(self, figures: Sequence[str]) -> None:
        """The figures that the answer reads may be asked for too, each by what it says and its path."""
        self.unknown.options = (*self._choices(self.subject.check), *figures)

    def _unknown_of(self, check: Check, rules: Ruleset) -> str:
        """The parameter, or the path of the figure, that is chosen or written in words; ``RuleError`` where these fit
        several.
        """
        text = cleaned(self.unknown.value)
        path = text.rpartition(_PATH)[2]
        name = check.name_or_path(rules, path if path in rules else text)
        fitting = [] if name in rules or name in check.parameters else self._fitting(text)
        if len(fitting) > 1:
            some = [one.partition(_PATH)[0] for one in fitting[:_SOME]]
            raise RuleError(f"what to find must be one of the list; got {as_text(text)}; choose {' or '.join(some)}")
        return check.name_or_path(rules, fitting[0].rpartition(_PATH)[2]) if fitting else name

    def _fitting(self, text: str) -> list[str]:
        """What is offered and has these words."""
        return [one for one in self.unknown.options if text and text.casefold() in one.casefold()]

    @in_turn
    def _press(self) -> None:
        self.is_question = True
        self._ask()

    @in_turn
    def _kinds(self, change: Change) -> None:
        likely = change["new"] == "like"
        self.like.layout.display, self.goal.layout.display = ("", "none") if likely else ("none", "")
        if likely:
            self._liken()
        else:
            self.goal.value = "1/2" if change["new"] == "times" else "50 %"

    def steps(self, book: Ruleset, rules: Ruleset) -> list[Step]:
        """The work: what may be asked for; and once *Ask* was pressed, the answer."""
        check, params, event = self.subject.check, self.subject.params, self.subject.event
        goal = {self.kind.value: self.like.value if self.kind.value == "like" else self.goal.value}
        side = self.side.value

        def ask(by: Ruleset) -> Solution:
            unknown = self._unknown_of(check, rules)
            if not unknown:
                raise RuleError("there is nothing to find yet; choose a parameter or a figure")
            settings = {name: value for name, value in params.items() if name != unknown}
            return solve_for(check, unknown, **goal, outcome=event, side=side, rules=by, **settings)

        def offered() -> list[str]:
            figures = map(rules.rule, sorted(reads(check, rules, params)))
            return [f"{rule.label}{_PATH}{rule.path}" for rule in figures if is_searchable(rule)]

        offer: Step = (offered, self._offer)
        return [offer, *by_both(book, rules, ask, self._show, _value_text, self.whose)] if self.is_question else [offer]

    def _show(self, solution: Solution | RuleError) -> None:
        self.take.layout.display = "none"
        self.view.value = ""
        if isinstance(solution, RuleError):
            self.solution = None
            self.words.value = alert(solution, spelling=self.subject.check.spelling)
            return
        self.solution = solution
        self.words.value = f'<div role="status" aria-live="polite">{solution._repr_html_()}</div>'
        if solution.value is not None and "." in solution.unknown and solution.value != solution.now.value:
            self.take.layout.display = ""
        if solution.measure.outcome is not None and solution.like is None:
            if solution.ordered:
                self.view.value = picture(self._curves, curve_of(solution))
            else:
                self.view.value = picture(self._bars, choices_of(solution))

    @in_turn
    def _take(self) -> None:
        """Write the answer into the rules; by these it would be another question, which nobody has asked."""
        solution = self.solution
        if solution is not None and solution.value is not None:
            line, self.is_question = f"{solution.unknown} = {figure_text(solution.value)}", False
            self.is_question = not self._write(solution.unknown, line)
            if self.is_question:  # it is refused, which is said elsewhere
                return
            text = html.escape(f"is one of your rules now. You asked: {solution.head()}.")
            self.words.value = f'<div role="status" aria-live="polite"><code>{html.escape(line)}</code> {text}</div>'
            self.view.value, self.take.layout.display = "", "none"


def _value_text(solution: Solution) -> str:
    """The value that was asked for."""
    return "none" if solution.answer is None else solution.measure.check.spelling.value(solution.value)


def _around(solution: Solution, limit: int) -> list[Point]:
    """The values around the answer."""
    curve = solution.curve
    at = curve.index(solution.answer) if solution.answer else len(curve) // 2
    start = max(0, min(at - limit // 2, len(curve) - limit))
    return list(curve[start : start + limit])


def _title(solution: Solution) -> str:
    return f"{first_up(solution.measure.words)}, by {solution.name}"


def curve_of(solution: Solution) -> Lines:
    """The chance along the values, each in its place, and the goal."""
    curve = _around(solution, _POINTS)
    values = [p.value for p in curve]
    line = Series(solution.measure.words, [float(p.chance) for p in curve])
    goal = Series("goal", [float(solution.goal)] * len(curve), "#000000")
    mark = (values.index(solution.value), 0) if solution.answer else None
    texts = [*map(solution.measure.check.spelling.value, values)]
    at = values if len(values) > 1 and all(type(value) in (int, float) for value in values) else ()
    return Lines(_title(solution), solution.name, "chance", texts, [line], [goal], mark, "the goal", at)


def choices_of(solution: Solution) -> Bars:
    """The chance of each choice around the answer, which is marked, the likeliest on top."""
    curve = _around(solution, _WORDS)[::-1]
    texts = [f"{charts.percent(float(p.chance))}{'  the answer' if p == solution.answer else ''}" for p in curve]
    series = Series("chance", [float(p.chance) for p in curve])
    title = f"{_title(solution)}; the goal is {charts.percent(float(solution.goal))}"
    return Bars(title, [solution.measure.check.spelling.value(p.value) for p in curve], [series], [texts])
