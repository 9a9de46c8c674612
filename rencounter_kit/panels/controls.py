"""From a parameter to its control: slider with number box, menu, box to tick, list, or table of rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets as w

from ..check import Check
from ..parameter import Parameter
from ..rules import RuleError, Ruleset
from ..wording import words


class Control:
    """One parameter on the page: ``widget`` to show, ``value`` to read and set, ``observe`` for changes."""

    def __init__(self, parameter: Parameter, value: Any, tooltip: str, name: str, label: int) -> None:
        self._left: Any = None  # what it shows of a rule, until somebody says otherwise
        self.parameter, self.name, self.label = parameter, words(name), label
        self._rests: Callable[[], bool] = lambda: False
        self._resting: Any = None  # what holds while it rests
        self.source, self.parts = self._made(parameter, value, tooltip)
        self.widget = w.HBox(self.parts, layout=w.Layout(overflow="visible", width=f"{label + 192}px"))
        self.widget.add_class("rk-control")
        self.value = value
        self._show_rest()

    def _made(self, p: Parameter, value: Any, tooltip: str) -> tuple[Any, list[Any]]:
        """The widget that holds the value, and all widgets of the control."""
        said = {"description": self.name, "tooltip": tooltip, "style": {"description_width": f"{self.label}px"}}
        self.known: Any = None
        if p.kind == "whole":
            slider = w.IntSlider(
                p.low, p.low, p.high, readout=False, layout=w.Layout(width=f"{self.label + 124}px"), **said
            )
            box = w.BoundedIntText(p.low, p.low, p.high, tooltip=tooltip, layout=w.Layout(width="58px"))
            w.link((slider, "value"), (box, "value"))
            if not p.optional:
                return slider, [slider, box]
            self.known = w.Checkbox(
                False,
                description="give",
                indent=False,
                tooltip=f"Tick to give it. {tooltip}",
                layout=w.Layout(width="52px"),
            )
            slider.layout.width = f"{self.label + 74}px"
            self.known.observe(self._show_rest, "value")
            return slider, [slider, box, self.known]
        wide = w.Layout(width=f"{self.label + 184}px")
        if p.kind == "yes_no":
            return (box := w.Checkbox(False, layout=wide, indent=True, **said)), [box]
        if p.kind == "choice":
            return (menu := w.Dropdown(options=_options(p), layout=wide, **said)), [menu]
        if p.kind == "several":
            tags = w.TagsInput(allowed_tags=list(map(str, p.choices)), allow_duplicates=True, tooltip=tooltip)
            return tags, [w.Label(self.name, layout=w.Layout(width=f"{self.label}px")), tags]
        text = w.Text(placeholder="[[-20, 10], [0, 50], [20, 90]]", continuous_update=False, layout=wide, **said)
        return text, [text]

    @property
    def value(self) -> Any:
        """The value as the check takes it."""
        if self._rests():
            return self._resting
        if self.known is not None and not self.known.value:
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
        if self.known is not None:
            self.known.value = value is not None
        if self.parameter.kind == "rows":
            self.source.value = "" if value is None else json.dumps(value)
        elif value is not None:
            self.source.value = list(map(str, value)) if self.parameter.kind == "several" else value

    @property
    def said(self) -> bool:
        """Did a person or a situation say it? Else it only shows what a rule says."""
        return self._left is None or self.value != self._left

    def hold(self, value: Any) -> None:
        """Have a value whatever the rules say."""
        self.value, self._left = value, None

    def leave(self, rules: Ruleset) -> None:
        """Show what holds while nobody says otherwise: the default, or the figure of the rules."""
        p = self.parameter
        usual = rules[p.path] if p.path else p.default
        self.value, self._left = usual, usual if p.path else None

    def moved(self, rules: Ruleset) -> None:
        """Somebody set it: a figure that the rules have anyway is left to them."""
        path = self.parameter.path
        self._left = rules[path] if path and self.value == rules[path] else None

    def follow(self, rules: Ruleset) -> None:
        """Go by other rules, unless something else was said; what may be chosen can depend on them."""
        asked = self.parameter.by(rules)
        if asked.choices != self.parameter.choices:
            before, self.parameter = self.source.value, asked
            self.source.options = _options(asked)
            self.value = before if before in asked.choices else asked.default
        if not self.said:
            self.leave(rules)

    def rest_while(self, other: Control, tells: Callable[[Any], bool], value: Any) -> None:
        """Count for nothing, and show it, while the value of another control tells so; ``value`` holds meanwhile, and what was
        set comes back."""
        self._rests, self._resting = lambda: tells(other.value), value
        other.observe(self._show_rest)
        other.source.observe(self._show_rest, "disabled")  # it may rest itself
        self._show_rest()

    def _show_rest(self, _: Any = None) -> None:
        rests = self._rests()
        for part in self.parts:
            part.disabled = rests or (part is not self.known and self.known is not None and not self.known.value)

    def observe(self, changed: Callable[[Any], None]) -> None:
        """Call ``changed`` after each change."""
        self.source.observe(changed, "value")
        if self.known is not None:
            self.known.observe(changed, "value")


def _options(p: Parameter) -> list[tuple[str, Any]]:
    """What may be chosen, in words and as it is."""
    return [(words(c) if isinstance(c, str) else str(c), c) for c in p.choices]


def let_rest(controls: Mapping[str, Control]) -> None:
    """Have each control rest while another is given in its stead, or does not let it count."""
    for control in controls.values():
        p = control.parameter
        if p.instead_of in controls:
            controls[p.instead_of].rest_while(control, lambda value: value is not None, None)
        if p.only_with[0] in controls:
            control.rest_while(controls[p.only_with[0]], p.rests, p.default)


def tooltips(check: Check) -> Mapping[str, str]:
    """For each parameter what it means, its unit, and the rules that it brings in."""

    def modifiers(given: dict[str, Any]) -> Any:
        return check.numbers(check.book, check.values(check.book, given))[1]

    usual = {entry.rule.path for entry in modifiers({}) if entry.rule}
    found = {}
    for name, p in check.parameters.items():
        sources: dict[str, None] = {}
        if p.path:
            sources[check.book.rule(p.path).source] = None
        for value in p.values()[:40]:
            try:
                counted = modifiers({name: value})
            except RuleError:
                continue
            sources.update(
                (entry.rule.source, None) for entry in counted if entry.rule and entry.rule.path not in usual
            )
        unit = f" In {p.unit}." if p.unit else ""
        rule = "; ".join(list(sources)[:3]) or check.source
        found[name] = f"{p.help}{unit} Rule: {rule}"
    return found
