"""From a parameter to its control: slider with number box, menu, check box, list, or table of rows."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from ipywidgets.widgets.widget_bool import CheckboxStyle
from ipywidgets.widgets.widget_description import DescriptionStyle
from ipywidgets.widgets.widget_int import SliderStyle
from ipywidgets.widgets.widget_string import TextStyle

from ...engine.words.errors import RuleError
from ...engine.words.wording import Spelling
from ...workbook.mechanics.labels import label_of, options_of, title_of
from ...workbook.mechanics.parameter import Choice, Parameter, Rows, SeveralChoices, Whole, YesNo
from ...workbook.rulebook.book import Ruleset
from ...workbook.rulebook.text import Value
from .late import w
from .number import Number
from .page import Change, layout, note, style


class Control:
    """One parameter on the page: ``widget`` to show, ``value`` to read and set, ``observe`` for changes.

    label : dots of the page for its name.
    hints : abbreviations that other controls have told; one is told in the label where there is room, else below it.
    """

    def __init__(
        self, parameter: Parameter, value: Value, tooltip: str, name: str, label: int, hints: set[str] | None = None
    ) -> None:
        self._ruled: Any = None  # what it shows of a rule, until somebody sets it otherwise
        self.parameter, self.name, self.label = parameter, parameter.spelling.words(name), label
        self._rests: Callable[[], bool] = lambda: False
        self._rest_value: Any = None  # what holds while it rests
        self.tick: w.Checkbox | None = None  # ticked to set an optional number
        self._number: Number | None = None
        self._below: w.HTML | None = None
        self._no_effect = ""
        self._title, self._hint = label_of(parameter, self.name, set() if hints is None else hints)
        self.source, row = self._build(parameter, tooltip)
        ticks: list[w.Widget] = [self.tick] if self.tick else []
        self.parts = [*row, *ticks]
        rows = [row[0] if len(row) == 1 else w.HBox(row, layout=layout()), *ticks]
        if self._hint:
            rows.append(self._note_below(html.escape(self._hint)))
        wide = layout(overflow="visible", width=f"{label + 192}px")
        self.widget = w.VBox(
            rows, layout=wide, _dom_classes=("rk-control",)
        )  # a class that comes later is told by itself
        self.value = value
        self._show_rest()

    def _build(self, p: Parameter, tooltip: str) -> tuple[w.Widget, list[w.Widget]]:
        """The widget that holds the value, and what stands in its row."""
        title = self._title

        def label(kind: Any, wide: int) -> dict[str, Value]:
            """The name before it, and so many dots for both more than for the name."""
            kind_style = style(kind, description_width=f"{self.label}px")
            return {"description": title, "style": kind_style, "layout": layout(width=f"{self.label + wide}px")}

        if isinstance(p, Choice) or (isinstance(p, Whole) and p.grades):
            menu = w.Dropdown(options=options_of(p), tooltip=tooltip, **label(DescriptionStyle, 184))
            return menu, [menu]
        if isinstance(p, Whole):
            self._number = Number(p, self._say, tooltip, **label(SliderStyle, 124))
            if p.optional:
                beside = layout(width=f"{192 - 8}px", margin=f"0 0 0 {self.label + 8}px")
                self.tick = w.Checkbox(False, description=p.tick, indent=False, tooltip=tooltip, layout=beside)
                self.tick.observe(self._show_rest, "value")
            return self._number.slider, [self._number.slider, self._number.box]
        if isinstance(p, YesNo):
            wide = max(184, 24 + round(7.6 * len(title)))  # its name stands beside the box
            tick = w.Checkbox(False, indent=True, tooltip=tooltip, **label(CheckboxStyle, wide))
            return tick, [tick]
        if isinstance(p, SeveralChoices):
            tags = w.TagsInput(allowed_tags=list(map(str, p.choices)), allow_duplicates=True, tooltip=tooltip)
            return tags, [w.Label(title, layout=layout(width=f"{self.label}px")), tags]
        example = "[[-20, 10], [0, 50], [20, 90]]"
        text = w.Text(placeholder=example, continuous_update=False, tooltip=tooltip, **label(TextStyle, 184))
        return text, [text]

    def _say(self, wrong: str) -> None:
        """Below it what is wrong in the box; with nothing wrong, what helps, and whether it changes nothing."""
        aside = f'<span class="rk-no-effect">{html.escape(self._no_effect)}</span>' if self._no_effect else ""
        text = "; ".join(filter(None, [html.escape(self._hint), aside]))
        if wrong:
            text = f'<span class="rk-wrong" role="alert">{html.escape(wrong)}</span>'
        if text and self._below is None:
            self.widget.children = (*self.widget.children, self._note_below(text))
        elif self._below is not None:
            self._below.value, self._below.layout.display = text, "" if text else "none"

    def say_no_effect(self, why: str) -> None:
        """Say below it that what is set there changes nothing, such as "no effect here"; "" where it does."""
        if why != self._no_effect:
            self._no_effect = why
            self._say(self.wrong)

    def explain(self) -> None:
        """Below it what it means, where no hint stands there."""
        if not self._hint:
            self._hint = self.parameter.spelling.in_sentence(self.parameter.help)
            self._say("")

    def _note_below(self, text: str) -> w.HTML:
        self._below = note(text, layout=w.Layout(), _dom_classes=("rk-below",))
        return self._below

    def clear(self) -> None:
        """Empty a number box: nothing is set, as long as nobody sets it."""
        if self._number:
            self._number.clear()

    @property
    def wrong(self) -> str:
        """What is wrong in its number box; "" for nothing."""
        return self._number.wrong if self._number else ""

    @property
    def displayed_value(self) -> Value:
        """What it shows, and counts again once it no longer rests."""
        if self.tick is not None and not self.tick.value:
            return None
        if isinstance(self.parameter, Rows):
            return self.parameter.read(self.source.value) if self.source.value.strip() else None
        if isinstance(self.parameter, SeveralChoices):
            none = self.parameter.optional and not self.source.value
            return None if none else self.parameter.read(",".join(self.source.value))
        return self.source.value

    @property
    def value(self) -> Value:
        """The value as the check takes it."""
        return self._rest_value if self._rests() else self.displayed_value

    @value.setter
    def value(self, value: Value) -> None:
        if self.tick is not None:
            self.tick.value = value is not None
        if isinstance(self.parameter, Rows):
            self.source.value = "" if value is None else json.dumps(value)
        elif isinstance(self.parameter, SeveralChoices):
            self.source.value = list(map(str, value or ()))
        elif value is not None and self._number is not None:
            self._number.show(value)
        elif value is not None:
            self.source.value = value

    @property
    def is_set(self) -> bool:
        """Did a person or a situation set it? Otherwise it only shows what a rule says."""
        return self._ruled is None or self.value != self._ruled

    @property
    def is_usual(self) -> bool:
        """Is it at its default, or at what the rules say?"""
        try:
            return not self.is_set if self.parameter.path else bool(self.value == self.parameter.default)
        except RuleError:  # a table that cannot be read
            return False

    def hold(self, value: Value) -> None:
        """Keep a value whatever the rules say."""
        self.value, self._ruled = value, None

    def leave(self, rules: Ruleset) -> None:
        """Show what holds while nobody sets it: the default, or the figure of the rules."""
        p = self.parameter
        usual = rules[p.path] if p.path else p.default
        self.value, self._ruled = usual, usual if p.path else None

    def moved(self, rules: Ruleset) -> None:
        """Somebody set it; if that is what the rules say anyway, it follows them again."""
        path = self.parameter.path
        self._ruled = rules[path] if path and self.value == rules[path] else None

    def follow(self, rules: Ruleset) -> None:
        """Go by other rules, unless it was set otherwise; the choices and the tooltip can depend on rules."""
        before, self.parameter = self.parameter, self.parameter.by(rules)
        parameter = self.parameter
        if parameter.choices != before.choices:
            chosen = self.source.value
            self.source.options = options_of(parameter)
            self.value = chosen if chosen in parameter.choices else parameter.default
        if parameter.help != before.help:
            for part in (part for part in self.parts if getattr(part, "tooltip", None)):  # a list's label has none
                part.tooltip = part.tooltip.replace(before.help, parameter.help)
        if not self.is_set:
            self.leave(rules)

    def rest_while(self, other: Control, tells: Callable[[Any], bool], value: Value) -> None:
        """Count for nothing, and look disabled, while another control's value says so; ``value`` holds meanwhile, and
        the old value comes back afterwards.
        """
        self._rests, self._rest_value = lambda: tells(other.value), value
        other.observe(self._show_rest)
        other.source.observe(self._show_rest, "disabled")  # it may rest itself
        self._show_rest()

    def _show_rest(self, _: Change | None = None) -> None:
        rests = self._rests()
        for part in self.parts:
            part.disabled = rests or (part is not self.tick and self.tick is not None and not self.tick.value)

    def observe(self, changed: Callable[[Change], None]) -> None:
        """Call ``changed`` after each change."""
        self.source.observe(changed, "value")
        if self.tick is not None:
            self.tick.observe(changed, "value")


def width_of(names: Iterable[str], spelling: Spelling) -> int:
    """Dots of the page for labels of these names, so that none is cut off."""
    titles = [title_of(spelling.words(name), spelling) for name in names]
    return max([80, *(8 + round(7.2 * len(title) + 3 * sum(map(str.isupper, title))) for title in titles)])


def let_rest(controls: Mapping[str, Control]) -> None:
    """Let each control rest while another is given instead, or keeps it from counting."""
    for control in controls.values():
        p = control.parameter
        if p.instead_of in controls:
            controls[p.instead_of].rest_while(control, lambda value: value is not None, None)
        if p.only_with[0] in controls:
            control.rest_while(controls[p.only_with[0]], p.rests, p.default)


class Controls(dict[str, Control]):
    """Controls by name, each of which rests while another is given instead, or keeps it from counting."""

    def __init__(self, controls: Mapping[str, Control]) -> None:
        super().__init__(controls)
        self._listeners: list[Callable[[Control, Change], None]] = []
        self._further, self._were = (
            dict[str, Control](),
            dict[str, Value](),
        )  # what only house rules ask for; what was set of it
        let_rest(self)

    def observe(self, moved: Callable[[Control, Change], None]) -> None:
        """Call ``moved`` with the control and the change after each change."""
        self._listeners.append(moved)
        for control in self.values():
            control.observe(partial(moved, control))

    def ask(
        self, further: Mapping[str, Parameter], make: Callable[[Parameter], Control]
    ) -> tuple[list[Control], list[Control]]:
        """Ask for these besides what the book asks for, and for no others: the controls that go, and those that come.
        What was set stays, and comes back with its control.
        """
        removals = [control for name, control in self._further.items() if further.get(name) != control.parameter]
        for control in removals:
            name = control.parameter.name
            self._were[name] = control.displayed_value
            del self[name], self._further[name]
        come = [make(p) for name, p in further.items() if name not in self._further]
        for control in come:
            self._add(control)
        return removals, come

    def _add(self, control: Control) -> None:
        p = control.parameter
        self[p.name] = self._further[p.name] = control
        control.value = self._were.pop(p.name, p.default)
        if p.only_with[0] in self:
            control.rest_while(self[p.only_with[0]], p.rests, p.default)
        for moved in self._listeners:
            control.observe(partial(moved, control))

    def follow(self, rules: Ruleset) -> None:
        """Go by other rules: what a rule decides shows what it now says, unless it was set otherwise."""
        for control in self.values():
            control.follow(rules)

    def fill(self, values: Mapping[str, Value], rules: Ruleset) -> None:
        """These values hold; everything else is as the rules and the defaults have it. ``RuleError`` before anything is
        changed.
        """
        right = {name: self[name].parameter.check(value) for name, value in values.items() if name in self}
        for name, control in self.items():
            if name in right:
                control.hold(right[name])
            else:
                control.leave(rules)

    @property
    def settings(self) -> dict[str, Value]:
        """What is set; of what a rule decides, only what was set otherwise."""
        return {name: control.value for name, control in self.items() if control.is_set}
