"""One check, live: controls, words, picture, reasons, table, presets, house rules, export."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

import ipywidgets as w

from .. import charts
from ..check import Check, Result
from ..parameter import GROUPS
from ..presets import presets
from ..process import Process
from ..registry import asked_check
from ..rules import RuleError, Ruleset
from .answer import OURS, Answer
from .controls import Control, let_rest, tooltips
from .page import STYLE, alert, enable_keys, link, note, picture
from .studies import Situation, Study
from .tree import Tree
from .turns import TURN, in_turn

_ROW = w.Layout(flex_flow="row wrap", overflow="visible", align_items="flex-start")


class Panel(w.VBox):  # type: ignore[misc]
    """A live panel for one check. ``controls`` by parameter name; ``result`` the present answer, ``None`` if there is none.

    Set ``panel["skill"] = 7`` to move a control from code.
    """

    def __init__(
        self, check: Check, studies: Sequence[Study], start: dict[str, Any], show: Sequence[str] | None
    ) -> None:
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
        self._asked = tuple(studies)
        self.rules: Ruleset = self.check.book
        self.answer: Any = None
        self._drawing = True
        self._chart: charts.Chart = charts.OutcomeBars()
        self._sum = charts.RunningSum()
        self.words, self.view, self.why, self.table, self.links = (note() for _ in range(5))
        self.below = w.HBox(layout=_ROW)  # the studies
        self.view.layout.width = f"{self._chart.width + 6}px"
        self.why.layout = w.Layout(flex="1 1 380px", margin="0 0 0 12px")
        self.house = w.Textarea(
            placeholder="One line changes the book, such as:\n" + self._example(first), rows=3,
            layout=w.Layout(width="370px", height="66px"), tooltip="House rules, one line each; the paths stand in the table of reasons.",
        )  # fmt: skip
        self.house_said = note(layout=w.Layout(width="370px"))
        self.house_said.add_class("rk-house-said")
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
            tooltip="All controls and rules as at the start",
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
        """Controls in groups as a player thinks, all in sight; house rules where there is room."""
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
        tools = [_group("House rule", [self.house, self.house_said], "380px")]
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
                raise RuleError(f"a study must be one of curves, stack, heat, worth; got {study!r}")
        self.below.children = tuple(study.build(self.check) for study in self.studies)
        return [self.below, self.tree.box, *tools]

    def _example(self, start: Mapping[str, Any]) -> str:
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

    # What a person does ------------------------------------------------------------------------------------------------

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
        """All controls at once: those given, the others as at the start; drawn once. ``RuleError`` on wrong values."""
        self._fill({**self.start, **params})

    def _fill(self, said: Mapping[str, Any]) -> None:
        """All controls at once: what is said holds, all else is as the rules and the defaults have it."""
        right = {name: self._control(name).parameter.check(value) for name, value in said.items()}
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
        made = [link(self.answer.csv().encode(), f"{name}.csv", "text/csv")]
        drawn: list[tuple[str, charts.Chart, Any]] = [(name, *self._picture(self.answer))]
        drawn += [(f"{name}.{i}", s.chart, s.shown) for i, s in enumerate(self.studies, 1) if s.shown is not None]
        for title, chart, data in drawn:
            made.append(link(chart.save(data, "png"), f"{title}.png", "image/png"))
            made.append(link(chart.save(data, "svg"), f"{title}.svg", "image/svg+xml"))
        self.links.value = " ".join(made)

    # What follows from it ------------------------------------------------------------------------------------------------

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
        """A callback that raises would vanish: what is wrong is said where the answer would stand. A job calls this too, and
        must not wait for its turn."""
        try:
            act()
        except RuleError as error:
            self._cannot(str(error))
        except Exception as error:
            self._cannot(f"This cannot be shown ({type(error).__name__}: {error}); change something or reset.")

    @in_turn
    def _moved(self, control: Control, _: Any) -> None:
        if not self._drawing:
            control.moved(self.rules)
            self._changed()

    @in_turn
    def _changed(self, _: Any = None) -> None:
        if not self._drawing:
            self.links.value = ""
            self._safely(self._draw)

    def _rule(self) -> None:
        """The rules in the box; a wrong line is said, and the rules stay as they were."""
        text = self.house.value.strip()
        self.house_said.remove_class("rk-wrong")
        if not text:
            self._follow(self.check.book)
            self.house_said.value = ""
            return
        try:
            self._follow(self.check.book.with_house_rules(text, name=OURS.capitalize()))
            self.house_said.value = "<br>".join(html.escape(str(rule)) for rule in self.rules.house_rules)
        except RuleError as error:
            self.house_said.add_class("rk-wrong")
            self.house_said.value = f'<span role="alert">{html.escape(str(error))}</span>'

    def _follow(self, rules: Ruleset) -> None:
        """Go by these rules; controls of what a rule decides show what it now says, unless the player set them."""
        self.rules = rules
        before, self._drawing = self._drawing, True
        for control in self.controls.values():
            control.follow(rules)
        self._drawing = before

    def params(self) -> dict[str, Any]:
        """What the controls say; what a rule decides only where the player set it otherwise."""
        return {name: control.value for name, control in self.controls.items() if control.said}

    def _cannot(self, sentence: str) -> None:
        self.answer = None
        self.words.value = alert(sentence)
        self.body.add_class("rk-stale")
        self.below.add_class("rk-stale")
        self.tree.show(None)

    def _draw(self) -> None:
        self._rule()
        answer, at = self._found(self.params())
        self._show(answer, at)
        for study in self.studies:
            study.show(study.found(at))

    def _found(self, params: dict[str, Any]) -> tuple[Any, Situation]:
        """The answer, and the situation that the studies ask about."""
        result, book, refused = self.check(rules=self.rules, **params), None, ""
        if self.rules.house_rules:
            try:
                book = self.check(**params)
            except RuleError as error:  # the house rule allows what the book forbids
                refused = str(error)
        theirs = book.rules if book is not None else None
        warning = result.title.removeprefix(self.check.title)
        return Answer(result, book, refused), Situation(
            self.check, self.rules, theirs, params, result.params, warning
        )  # fmt: skip

    def _show(self, answer: Any, at: Situation) -> None:
        """Words, picture, table and reasons of an answer."""
        chart, data = self._picture(answer)
        self.view.value = picture(chart, data)
        self.words.value, self.table.value, self.why.value = answer.words(), answer.table(), answer.why()
        self.answer, self.at = answer, at
        self.body.remove_class("rk-stale")
        self.below.remove_class("rk-stale")

    @in_turn
    def _study(self, study: Study) -> None:
        if self.answer is not None:
            self.links.value = ""
            self._safely(lambda: study.show(study.found(self.at)))

    def _picture(self, answer: Any) -> tuple[charts.Chart, Any]:
        """The chart for an answer and its figures: outcomes, or the sum that a certain number is."""
        parts = answer.sum()
        return (self._chart, answer.bars()) if parts is None else (self._sum, parts)

    @property
    def studies(self) -> tuple[Study, ...]:
        """The further charts that are drawn: those of the page, and the tree while it is folded out."""
        return (*self._asked, self.tree) if self.tree.opened else self._asked

    @property
    def result(self) -> Result | None:
        """The present answer; ``None`` when there is none."""
        return self.answer.result if self.answer is not None else None


def _group(title: str, inside: Sequence[w.Widget], width: str, kind: str = "rk-plain") -> w.VBox:
    """Widgets below a heading."""
    heading = note(f'<span class="rk-heading">{title}</span>')
    box = w.VBox([heading, *inside], layout=w.Layout(width=width))
    box.add_class("rk-group")
    box.add_class(kind)
    return box


def panel(id: str | Check, /, *studies: Study, show: Sequence[str] | None = None, **start: Any) -> Panel:
    """A live panel for a check or a process.

    id : a check, or its id. studies : further charts (``curves``, ``stack``, ``heat``, ``worth``; for a process also
    ``by_turn``, ``shares``, ``also``, ``starts``). start : where the controls stand at first. show : names of the controls to show; all
    of them when left out.

    Raises ``RuleError`` for an unknown check, parameter or study, or a wrong start.
    """
    from .fights import FightPanel

    check = asked_check(id)
    made = (FightPanel if isinstance(check, Process) else Panel)(check, studies, start, show)
    enable_keys()
    return made
