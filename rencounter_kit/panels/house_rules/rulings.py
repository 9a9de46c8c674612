"""Where the rules of a game are unclear, as switches, each with its choices, the reason for the default and the section."""

from __future__ import annotations

import html
from collections.abc import Callable

import ipywidgets as w

from ...rulebook.book import Rule, Ruleset, figure_text
from ...wording import value_text
from ..page import note
from ..turns import in_turn


class Rulings(w.VBox):  # type: ignore[misc]
    """A switch for each ruling of a book. ``choose`` is called with its path and a line of rules."""

    def __init__(self, choose: Callable[[str, str], None]) -> None:
        self._choose, self._silent = choose, False
        self.switches: dict[str, w.Widget] = {}
        super().__init__()

    @in_turn
    def of(self, book: Ruleset) -> None:
        """The switches of a book."""
        self.switches = {rule.path: self._switch(rule) for rule in book.rulings}
        rows = []
        for rule in book.rulings:
            default = f"The default is {value_text(rule.value)}." if rule.options else f"The default is {rule.value}."
            mark = f" [{rule.mark}]" if rule.mark else ""
            text = note(
                f'<div class="rk-ruling"><b>{html.escape(rule.label)}</b> <i>{html.escape(rule.source + mark)}</i><br>'
                f"{html.escape(default)} {html.escape(rule.note)}</div>"
            )
            text.layout = w.Layout(flex="1 1 220px")
            layout = w.Layout(margin="0 0 4px 0", flex_flow="row wrap")
            rows.append(w.HBox([self.switches[rule.path], text], layout=layout))
        self.children = tuple(rows)

    def _switch(self, rule: Rule) -> w.Widget:
        tip, layout = f"Choose: {rule.label}", w.Layout(width="190px")
        if rule.options:
            options = [(value_text(option), option) for option in rule.options]
            switch = w.Dropdown(options=options, value=rule.value, tooltip=tip, layout=layout)
        else:
            switch = w.BoundedIntText(rule.value, min=-10_000, max=10_000, tooltip=tip, layout=layout)
        switch.observe(lambda change: self._take(rule, change["new"]), "value")
        return switch

    @in_turn
    def _take(self, rule: Rule, value: str | int) -> None:
        if not self._silent:
            self._choose(rule.path, f"{rule.path} = {figure_text(value)}")

    @in_turn
    def show(self, rules: Ruleset) -> None:
        """Stand as some rules have it."""
        self._silent = True
        for path, switch in self.switches.items():
            switch.value = rules[path]
        self._silent = False
