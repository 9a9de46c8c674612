"""Asking backwards on the page: a goal, and what is to be found to reach it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets as w

from .. import charts
from ..charts import Bars, Lines, Series
from ..check import Check
from ..effects import reads
from ..inverse import Point, Solution, solve_for
from ..measure import QUESTION
from ..rules import RuleError, Ruleset, figure_text
from ..wording import value_text
from .job import Step
from .page import alert, note, picture
from .scene import Scene
from .turns import in_turn

_KINDS = (("it is", "to"), ("it is what it is now, times", "times"), ("it is as likely as", "like"))
_SIDES = (("nearest to it", "nearest"), ("at least", "at_least"), ("at most", "at_most"))
_POINTS, _WORDS = 25, 9  # in a picture, around the answer


class Asking(w.VBox):  # type: ignore[misc]
    """What must a parameter or a figure be? ``ask`` is called when it is asked, ``write`` with a line to put into the rules."""

    def __init__(self, scene: Scene, ask: Callable[[], None], write: Callable[[str, str], None]) -> None:
        self.scene, self._ask, self._write = scene, ask, write
        self._check: Check | None = None
        self.asked = False
        self.unknown = w.Combobox(
            value="", placeholder="a parameter or a figure: type to find", ensure_option=False, description="find",
            layout=w.Layout(width="400px"), tooltip="What is to be found",
        )  # fmt: skip
        self.kind = w.Dropdown(options=_KINDS, value="to", description="so that", layout=w.Layout(width="250px"))
        self.goal = w.Text(
            value="50 %",
            tooltip="A chance such as 50 % or 1/2",
            layout=w.Layout(width="110px"),
            continuous_update=False,
        )
        self.like = w.Dropdown(
            options=["-"], tooltip="An event that shall be as likely", layout=w.Layout(width="170px", display="none")
        )
        self.side = w.Dropdown(options=_SIDES, value="nearest", tooltip="How near", layout=w.Layout(width="130px"))
        button = w.Button(description="Ask", icon="question", button_style="primary", layout=w.Layout(width="84px"))
        self.take = w.Button(
            description="Write it into my rules", icon="pencil", layout=w.Layout(width="190px", display="none")
        )
        for one in (self.unknown, self.kind):
            one.add_class("rk-control")
        self.words, self.view, self._curves, self._bars = note(), note(), charts.Curves(), charts.OutcomeBars()
        self.solution: Solution | None = None
        button.on_click(lambda _: self._press())
        self.take.on_click(lambda _: self._taken())
        self.kind.observe(self._kinds, "value")
        row = w.HBox(
            [self.unknown, self.kind, self.goal, self.like, self.side, button], layout=w.Layout(flex_flow="row wrap")
        )
        super().__init__([row, w.HBox([w.VBox([self.words, self.take], layout=w.Layout(width="470px")), self.view],
                                      layout=w.Layout(flex_flow="row wrap"))])  # fmt: skip

    def choose(self, rules: Ruleset) -> None:
        """Offer the parameters of the scene's check; another check is another question."""
        check = self.scene.check
        asked = [p for p in check.parameters.values() if len(p.values()) > 1 and p.name != QUESTION]
        named = [p.name for p in asked if p.group != "ruling"]
        self.unknown.options = tuple(named)
        if check is not self._check:
            self._check, self.asked, self.solution = check, False, None
            self.words.value = self.view.value = ""
            self.take.layout.display = "none"
            self.unknown.value = named[0] if named else ""
        before, events = self.like.value, list(check.events) or ["-"]
        self.like.options = events
        self.like.value = before if before in events else events[-1]

    def _offer(self, figures: frozenset[str]) -> None:
        """The figures that the answer reads may be asked for too."""
        self.unknown.options = (*(name for name in self.unknown.options if "." not in name), *sorted(figures))

    @in_turn
    def _press(self) -> None:
        self.asked = True
        self._ask()

    @in_turn
    def _kinds(self, change: Any) -> None:
        likely = change["new"] == "like"
        self.like.layout.display, self.goal.layout.display = ("", "none") if likely else ("none", "")
        if not likely:
            self.goal.value = "1/2" if change["new"] == "times" else "50 %"

    def steps(self, book: Ruleset, rules: Ruleset) -> list[Step]:
        """The work: what may be asked for, and when it was asked once, the answer."""
        check, params, event = self.scene.check, self.scene.params, self.scene.event
        goal = {self.kind.value: self.like.value if self.kind.value == "like" else self.goal.value}
        unknown, side = self.unknown.value.strip(), self.side.value
        given = {name: value for name, value in params.items() if name != unknown}

        def find() -> Any:
            try:
                if not unknown:
                    raise RuleError("what is to be found must be named; got nothing; choose a parameter or a figure")
                return solve_for(check, unknown, **goal, outcome=event, side=side, rules=rules, **given)
            except RuleError as error:
                return error

        offer: Step = (lambda: reads(check, rules, params), self._offer)
        return [offer, (find, self._show)] if self.asked else [offer]

    def _show(self, found: Any) -> None:
        self.take.layout.display = "none"
        self.view.value = ""
        if isinstance(found, RuleError):
            self.solution = None
            self.words.value = alert(found)
            return
        self.solution = found
        self.words.value = f'<div role="status" aria-live="polite">{found._repr_html_()}</div>'
        if found.value is not None and "." in found.unknown and found.value != found.now.value:
            self.take.layout.display = ""
        if found.measure.outcome is not None and found.like is None:
            chart: Any
            chart, data = (self._curves, curve_of(found)) if found.ordered else (self._bars, choices_of(found))
            self.view.value = picture(chart, data)

    @in_turn
    def _taken(self) -> None:
        found = self.solution
        if found is not None and found.value is not None:
            self._write(found.unknown, f"{found.unknown} = {figure_text(found.value)}")


def _around(found: Solution, most: int) -> list[Point]:
    """What was tried around the answer."""
    curve = found.curve
    at = curve.index(found.answer) if found.answer else len(curve) // 2
    start = max(0, min(at - most // 2, len(curve) - most))
    return list(curve[start : start + most])


def _title(found: Solution) -> str:
    return f"{found.measure.words.capitalize()}, by {found.name}"


def curve_of(found: Solution) -> Lines:
    """The chance along the values that were tried, each in its place, and the goal."""
    curve = _around(found, _POINTS)
    values = [p.value for p in curve]
    line = Series(found.measure.words, [float(p.chance) for p in curve])
    goal = Series("goal", [float(found.goal)] * len(curve), "#000000")
    here = (values.index(found.value), 0) if found.answer else None
    texts = [value_text(value) for value in values]
    at = values if len(values) > 1 and all(type(value) in (int, float) for value in values) else ()
    return Lines(_title(found), found.name, "chance", texts, [line], [goal], here, "the goal", at)


def choices_of(found: Solution) -> Bars:
    """The chance of each choice around the answer, which is marked, the likeliest on top."""
    curve = _around(found, _WORDS)[::-1]
    texts = [f"{charts.percent(float(p.chance))}{'  the answer' if p == found.answer else ''}" for p in curve]
    series = Series("chance", [float(p.chance) for p in curve])
    title = f"{_title(found)}; the goal is {charts.percent(float(found.goal))}"
    return Bars(title, [value_text(p.value) for p in curve], [series], [texts])
