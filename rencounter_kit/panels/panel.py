"""One check, live: controls, words, picture, reasons, table, presets, house rules, export."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

import ipywidgets as w

from .. import charts
from ..errors import RuleError
from ..mechanics.check import Check, Result
from ..mechanics.parameter import GROUPS
from ..mechanics.process import Process
from ..rulebook.book import Ruleset
from ..rulebook.presets import presets
from .answer import OURS, AnswerView, Estimate
from .controls import Control, let_rest, tooltips
from .page import STYLE, Change, alert, link, note, picture
from .studies import Figures, Params, Situation, Study
from .tree import Tree
from .turns import TURN, in_turn

_ROW = w.Layout(flex_flow="row wrap", overflow="visible", align_items="flex-start")


class Panel(w.VBox):  # type: ignore[misc]
    """A live panel for one check. ``controls`` by parameter name; ``result`` the present answer, ``None`` if there is
    none.

    Set ``panel["skill"] = 7`` to move a control from code.
    """

    def __init__(self, check: Check, studies: Sequence[Study], start: Params, show: Sequence[str] | None) -> None:
        self.check = check
        self.show = tuple(show) if show is not None else None
        for name in self.show or ():
            if name not in self.check.parameters:
                raise self.check.unknown(name)
        self.start = start
        first = self.check.values(self.check.book, start)
        tips = tooltips(self.check)
        names = {n: n.removeprefix(self._whose(p.group)) for n, p in self.check.parameters.items()}
        longest = max((len(names[n]) for n, p in self.check.parameters.items() if p.group != "ruling"), default=0)
        label = max(80, round(7.2 * longest) + 8)  # so that no name is cut off
        self.controls = {
            n: Control(p, p.default, tips[n], names[n], label if p.group != "ruling" else 196)
            for n, p in self.check.parameters.items()
        }
        let_rest(self.controls)
        self.column = f"{label + 200}px"
        self.tree = Tree(lambda: self.answer)
        self._page_studies = tuple(studies)
        self.rules: Ruleset = self.check.book
        self.answer: AnswerView | Estimate | None = None
        self._drawing = True
        self._chart: charts.Chart[Any] = charts.OutcomeBars()
        self._sum = charts.RunningSum()
        self.words, self.view, self.why, self.table, self.links = (note() for _ in range(5))
        self.below = w.HBox(layout=_ROW)  # the studies
        self.view.layout.width = f"{self._chart.width + 6}px"
        self.why.layout = w.Layout(flex="1 1 380px", margin="0 0 0 12px")
        self.house = w.Textarea(
            placeholder=f"One line changes the book, for example:\n{self._example(first)}",
            tooltip="House rules, one per line; the table of reasons shows the paths.",
            rows=3,
            layout=w.Layout(width="370px", height="66px"),
        )
        self.house_note = note(layout=w.Layout(width="370px"))
        self.house_note.add_class("rk-house-note")
        super().__init__([self._head(), self._situations(), self._console(), self.words, self._answer(), *self._more()])
        self.add_class("rk-panel")
        for control in self.controls.values():
            control.observe(partial(self._moved, control))
        self.house.observe(self._changed, "value")
        for study in self.studies:
            for choice in study.menus:
                choice.observe(lambda _, s=study: self._study(s), "value")
        self.tree.box.observe(lambda _: self._study(self.tree), "selected_index")
        self._drawing = False
        self.set()

    # How it is laid out ----------------------------------------------------------------------------------------------

    def _head(self) -> w.Widget:
        title = html.escape(self.check.title)
        source = html.escape(f"{self.check.book.title}: {self.check.source}")
        return note(f'{STYLE}<span class="rk-title">{title}</span> <span class="rk-from">{source}</span>')

    def _whose(self, group: str) -> str:
        """The beginning that all names of a group share, such as "attacker_"; empty when they share none."""
        names = [p.name for p in self.check.parameters.values() if p.group == group]
        first = names[0].partition("_")[0] + "_" if names else ""
        return first if len(names) > 1 and all(name.startswith(first) for name in names) else ""

    def _situations(self) -> w.Widget:
        """Reset, and named situations to try."""
        reset = w.Button(
            description="Reset",
            icon="undo",
            tooltip="Set all controls and rules back to the start",
            layout=w.Layout(width="84px"),
        )
        reset.on_click(lambda _: self._by_hand(self.reset))
        buttons = [reset]
        ready = presets(self.check.stem).get(self.check.id, {}) if self.show is None else {}
        for name, params in ready.items():
            button = w.Button(description=name, tooltip=f"Show: {name}", layout=w.Layout(width="auto"))
            button.on_click(lambda _, p=params: self._by_hand(lambda: self._fill(p)))
            buttons.append(button)
        return w.HBox(buttons, layout=_ROW)

    def _console(self) -> w.Widget:
        """Controls grouped as a player thinks of them, all in sight; house rules where there is room."""
        columns: list[list[w.Widget]] = []
        heights: list[int] = []
        groups = [(g.capitalize(), inside) for g in GROUPS[:-1] if (inside := self._shown(g))]
        tallest = max((len(inside) for _, inside in groups), default=0)
        for title, inside in groups:
            if not columns or heights[-1] + len(inside) > tallest:
                columns.append([])
                heights.append(0)
            whose = self._whose(title.lower()).removesuffix("_")
            columns[-1].append(
                _group(whose.capitalize() or title, inside, self.column, "rk-whose" if whose else "rk-plain")
            )
            heights[-1] += len(inside) + 1
        tools = [_group("House rule", [self.house, self.house_note], "380px")]
        if rulings := self._shown("ruling"):
            inside = w.VBox(rulings, layout=w.Layout(overflow="visible"))
            tools.append(
                w.Accordion(
                    [inside], titles=("What the text leaves open",), selected_index=None, layout=w.Layout(width="390px")
                )
            )
        if len(columns) < 3:
            columns.append(tools)
        else:
            columns[heights.index(min(heights))] += tools
        return w.HBox([w.VBox(column, layout=w.Layout(overflow="visible")) for column in columns], layout=_ROW)

    def _shown(self, group: str) -> list[w.Widget]:
        """The controls of a group that are on the page."""
        mine = [c for c in self.controls.values() if c.parameter.group == group]
        return [c.widget for c in mine if self.show is None or c.parameter.name in self.show]

    def _answer(self) -> w.Widget:
        self.body = w.HBox([w.VBox([self.view, self.table]), self.why], layout=_ROW)
        return self.body

    def _more(self) -> list[w.Widget]:
        save = w.Button(
            description="Save figures and table",
            icon="download",
            layout=w.Layout(width="190px"),
            tooltip="Links to PNG, SVG and CSV files",
        )
        save.on_click(lambda _: self._by_hand(self.export))
        tools = [w.HBox([save, self.links], layout=_ROW)]
        for study in self.studies:
            if not isinstance(study, Study):
                raise RuleError(f"a study must be one such as curves, stack, heat or worth; got {study!r}")
        self.below.children = tuple(study.build(self.check) for study in self.studies)
        return [self.below, self.tree.box, *tools]

    def _example(self, start: Params) -> str:
        """A line for the box that changes what is shown at the start."""
        counted = [entry.rule for entry in self.check.numbers(self.check.book, start)[1] if entry.rule]
        if not isinstance(self.check, Process):
            counted += [rule for _, rules in self.check(**self.start).tables for rule in rules]
        for rule in sorted(counted, key=lambda one: len(one.path)):
            for value in (rule.value - 1, rule.value + 1) if type(rule.value) is int else ():
                with suppress(RuleError):
                    line = f"{rule.path} = {value}"
                    self.check.numbers(self.check.book.with_house_rules(line), start)
                    return line
        return self.check.book.example

    # What a person does -----------------------------------------------------------------------------------------------

    def __getitem__(self, name: str) -> Any:
        return self._control(name).value

    def __setitem__(self, name: str, value: Any) -> None:
        control = self._control(name)
        right = control.parameter.check(value)
        with self._at_once():
            control.value = right
            control.moved(self.rules)

    def _control(self, name: str) -> Control:
        if name not in self.controls:
            raise self.check.unknown(name)
        return self.controls[name]

    def set(self, **params: Any) -> None:
        """All controls at once: these values, the others as at the start; drawn once. ``RuleError`` on wrong values."""
        self._fill({**self.start, **params})

    def _fill(self, choices: Params) -> None:
        """All controls at once: these choices hold, everything else is as the rules and the defaults have it."""
        right = {name: self._control(name).parameter.check(value) for name, value in choices.items()}
        with self._at_once():
            for name, control in self.controls.items():
                if name in right:
                    control.hold(right[name])
                else:
                    control.leave(self.rules)

    def reset(self) -> None:
        """Everything as at the start, without house rules."""
        with self._at_once():
            self.house.value = ""
            self.set()

    @in_turn
    def export(self) -> None:
        """Links to the figures (PNG, SVG) and the table (CSV) as they are now."""
        if self.answer is None:
            return
        name = self.check.id
        links = [link(self.answer.csv().encode(), f"{name}.csv", "text/csv")]
        pictures: list[tuple[str, charts.Chart[Any], Figures]] = [(name, *self._picture(self.answer))]
        pictures += [
            (f"{name}.{i}", s.chart, s.figures) for i, s in enumerate(self.studies, 1) if s.figures is not None
        ]
        for title, chart, figures in pictures:
            links.append(link(chart.save(figures, "png"), f"{title}.png", "image/png"))
            links.append(link(chart.save(figures, "svg"), f"{title}.svg", "image/svg+xml"))
        self.links.value = " ".join(links)

    # What follows from it ---------------------------------------------------------------------------------------------

    @contextmanager
    def _at_once(self) -> Iterator[None]:
        """Several changes, drawn once when all are made."""
        with TURN:
            before, self._drawing = self._drawing, True
            try:
                yield
            finally:
                self._drawing = before
            self._changed()

    @in_turn
    def _by_hand(self, act: Callable[[], None]) -> None:
        """What a button does."""
        self._safely(act)

    def _safely(self, act: Callable[[], None]) -> None:
        """An error in a callback would vanish: it is shown where the answer would stand. A job calls this too, and must
        not wait for its turn."""
        try:
            act()
        except RuleError as error:
            self._cannot(str(error))
        except Exception as error:
            self._cannot(f"This cannot be shown ({type(error).__name__}: {error}); change something or reset.")

    @in_turn
    def _moved(self, control: Control, _: Change) -> None:
        if not self._drawing:
            control.moved(self.rules)
            self._changed()

    @in_turn
    def _changed(self, _: Change | None = None) -> None:
        if not self._drawing:
            self.links.value = ""
            self._safely(self._draw)

    def _rule(self) -> None:
        """The rules in the box; a wrong line is reported, and the rules stay as they were."""
        text = self.house.value.strip()
        self.house_note.remove_class("rk-wrong")
        if not text:
            self._follow(self.check.book)
            self.house_note.value = ""
            return
        try:
            self._follow(self.check.book.with_house_rules(text, name=OURS.capitalize()))
            self.house_note.value = "<br>".join(html.escape(str(rule)) for rule in self.rules.house_rules)
        except RuleError as error:
            self.house_note.add_class("rk-wrong")
            self.house_note.value = f'<span role="alert">{html.escape(str(error))}</span>'

    def _follow(self, rules: Ruleset) -> None:
        """Go by these rules; controls of what a rule decides show what it now says, unless the player set them."""
        self.rules = rules
        before, self._drawing = self._drawing, True
        for control in self.controls.values():
            control.follow(rules)
        self._drawing = before

    def params(self) -> dict[str, Any]:
        """What the controls say; of what a rule decides, only what the player set otherwise."""
        return {name: control.value for name, control in self.controls.items() if control.is_set}

    def _cannot(self, sentence: str) -> None:
        self.answer = None
        self.words.value = alert(sentence)
        self.body.add_class("rk-stale")
        self.below.add_class("rk-stale")
        self.tree.show(None)

    def _draw(self) -> None:
        self._rule()
        answer, at = self._work_out(self.params())
        self._show(answer, at)
        for study in self.studies:
            study.show(study.data_or_error(at))

    def _work_out(self, params: Params) -> tuple[AnswerView | Estimate, Situation]:
        """The answer, and the situation that the studies ask about."""
        result, book, refusal = self.check(rules=self.rules, **params), None, ""
        if self.rules.house_rules:
            try:
                book = self.check(**params)
            except RuleError as error:  # the house rule allows what the book forbids
                refusal = str(error)
        book_rules = book.rules if book is not None else None
        warning = result.title.removeprefix(self.check.title)
        at = Situation(self.check, self.rules, book_rules, params, result.params, warning)
        return AnswerView(result, book, refusal), at

    def _show(self, answer: AnswerView | Estimate, at: Situation) -> None:
        """Words, picture, table and reasons of an answer."""
        self.view.value = picture(*self._picture(answer))
        self.words.value, self.table.value, self.why.value = answer.words(), answer.table(), answer.why()
        self.answer, self.at = answer, at
        self.body.remove_class("rk-stale")
        self.below.remove_class("rk-stale")

    @in_turn
    def _study(self, study: Study) -> None:
        if self.answer is not None:
            self.links.value = ""
            self._safely(lambda: study.show(study.data_or_error(self.at)))

    def _picture(self, answer: AnswerView | Estimate) -> tuple[charts.Chart[Any], Figures]:
        """The chart for an answer and its figures: outcomes, or a sum where the answer is certain."""
        parts = answer.sum()
        return (self._chart, answer.bars()) if parts is None else (self._sum, parts)

    @property
    def studies(self) -> tuple[Study, ...]:
        """The further charts that are drawn: those of the page, and the tree while it is unfolded."""
        return (*self._page_studies, self.tree) if self.tree.opened else self._page_studies

    @property
    def result(self) -> Result | None:
        """The present result; ``None`` when there is none."""
        return self.answer.result if self.answer is not None else None


def _group(title: str, inside: Sequence[w.Widget], width: str, kind: str = "rk-plain") -> w.VBox:
    """Widgets below a heading."""
    heading = note(f'<span class="rk-heading">{title}</span>')
    box = w.VBox([heading, *inside], layout=w.Layout(width=width))
    box.add_class("rk-group")
    box.add_class(kind)
    return box
