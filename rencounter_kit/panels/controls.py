"""From a parameter to its control: slider with number box, menu, check box, list, or table of rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets as w

from ..errors import RuleError
from ..mechanics.check import Check
from ..mechanics.modifiers import Entry
from ..mechanics.parameter import Parameter
from ..rulebook.book import Ruleset
from ..wording import words
from .page import Change


class Control:
    """One parameter on the page: ``widget`` to show, ``value`` to read and set, ``observe`` for changes."""

    def __init__(self, parameter: Parameter, value: Any, tooltip: str, name: str, label: int) -> None:
        self._ruled: Any = None  # what it shows of a rule, until somebody sets it otherwise
        self.parameter, self.name, self.label = parameter, words(name), label
        self._rests: Callable[[], bool] = lambda: False
        self._rest_value: Any = None  # what holds while it rests
        self.give: w.Checkbox | None = None  # ticked to give an optional number
        self.source, self.parts = self._build(parameter, tooltip)
        self.widget = w.HBox(self.parts, layout=w.Layout(overflow="visible", width=f"{label + 192}px"))
        self.widget.add_class("rk-control")
        self.value = value
        self._show_rest()

    def _build(self, p: Parameter, tooltip: str) -> tuple[w.Widget, list[w.Widget]]:
        """The widget that holds the value, and all widgets of the control."""
        label = {"description": self.name, "tooltip": tooltip, "style": {"description_width": f"{self.label}px"}}
        if p.kind == "whole":
            slider = w.IntSlider(
                p.low, p.low, p.high, readout=False, layout=w.Layout(width=f"{self.label + 124}px"), **label
            )
            box = w.BoundedIntText(p.low, p.low, p.high, tooltip=tooltip, layout=w.Layout(width="58px"))
            w.link((slider, "value"), (box, "value"))
            if not p.optional:
                return slider, [slider, box]
            self.give = w.Checkbox(
                False,
                description="give",
                indent=False,
                tooltip=f"Tick to set it. {tooltip}",
                layout=w.Layout(width="52px"),
            )
            slider.layout.width = f"{self.label + 74}px"
            self.give.observe(self._show_rest, "value")
            return slider, [slider, box, self.give]
        wide = w.Layout(width=f"{self.label + 184}px")
        if p.kind == "yes_no":
            tick = w.Checkbox(False, layout=wide, indent=True, **label)
            return tick, [tick]
        if p.kind == "choice":
            menu = w.Dropdown(options=_options(p), layout=wide, **label)
            return menu, [menu]
        if p.kind == "several":
            tags = w.TagsInput(allowed_tags=list(map(str, p.choices)), allow_duplicates=True, tooltip=tooltip)
            return tags, [w.Label(self.name, layout=w.Layout(width=f"{self.label}px")), tags]
        text = w.Text(placeholder="[[-20, 10], [0, 50], [20, 90]]", continuous_update=False, layout=wide, **label)
        return text, [text]

    @property
    def value(self) -> Any:
        """The value as the check takes it."""
        if self._rests():
            return self._rest_value
        if self.give is not None and not self.give.value:
            return None
        if self.parameter.kind == "rows":
            try:
                return json.loads(self.source.value) if self.source.value.strip() else None
            except (ValueError, RecursionError):
                raise self.parameter.refuse(self.source.value) from None
        if self.parameter.kind == "several":
            return self.parameter.read(",".join(self.source.value))
        return self.source.value

    @value.setter
    def value(self, value: Any) -> None:
        if self.give is not None:
            self.give.value = value is not None
        if self.parameter.kind == "rows":
            self.source.value = "" if value is None else json.dumps(value)
        elif value is not None:
            self.source.value = list(map(str, value)) if self.parameter.kind == "several" else value

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

    def hold(self, value: Any) -> None:
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
            self.source.options = _options(parameter)
            self.value = chosen if chosen in parameter.choices else parameter.default
        if parameter.help != before.help:
            for part in (part for part in self.parts if getattr(part, "tooltip", None)):  # a list's label has none
                part.tooltip = part.tooltip.replace(before.help, parameter.help)
        if not self.is_set:
            self.leave(rules)

    def rest_while(self, other: Control, tells: Callable[[Any], bool], value: Any) -> None:
        """Count for nothing, and look disabled, while another control's value says so; ``value`` holds meanwhile, and
        the old value comes back afterwards."""
        self._rests, self._rest_value = lambda: tells(other.value), value
        other.observe(self._show_rest)
        other.source.observe(self._show_rest, "disabled")  # it may rest itself
        self._show_rest()

    def _show_rest(self, _: Change | None = None) -> None:
        rests = self._rests()
        for part in self.parts:
            part.disabled = rests or (part is not self.give and self.give is not None and not self.give.value)

    def observe(self, changed: Callable[[Change], None]) -> None:
        """Call ``changed`` after each change."""
        self.source.observe(changed, "value")
        if self.give is not None:
            self.give.observe(changed, "value")


def _options(p: Parameter) -> list[tuple[str, Any]]:
    """The choices, in words and as they are."""
    return [(words(c) if isinstance(c, str) else str(c), c) for c in p.choices]


def let_rest(controls: Mapping[str, Control]) -> None:
    """Let each control rest while another is given instead, or keeps it from counting."""
    for control in controls.values():
        p = control.parameter
        if p.instead_of in controls:
            controls[p.instead_of].rest_while(control, lambda value: value is not None, None)
        if p.only_with[0] in controls:
            control.rest_while(controls[p.only_with[0]], p.rests, p.default)


def tooltips(check: Check) -> Mapping[str, str]:
    """For each parameter its meaning, its unit, and the rules that it brings in."""

    def modifiers(given: dict[str, Any]) -> tuple[Entry, ...]:
        return check.numbers(check.book, check.values(check.book, given))[1]

    usual = {entry.rule.path for entry in modifiers({}) if entry.rule}
    tips = {}
    for name, p in check.parameters.items():
        sources: dict[str, None] = {}
        if p.path:
            sources[check.book.rule(p.path).source] = None
        for value in p.values()[:40]:
            try:
                entries = modifiers({name: value})
            except RuleError:
                continue
            sources.update({e.rule.source: None for e in entries if e.rule and e.rule.path not in usual})
        unit = f" In {p.unit}." if p.unit else ""
        rule = "; ".join(list(sources)[:3]) or check.source
        tips[name] = f"{p.help}{unit} Rule: {rule}"
    return tips
