"""Where the rules of a game are unclear, as switches, each with its choices, the reason for the default and the
section.
"""

from __future__ import annotations

import html
import json
from collections.abc import Callable

from ....engine.words.typed import cleaned
from ....workbook.rulebook.book import Rule, Ruleset, figure_text
from ..late import w
from ..number import number_box
from ..page import Silence, in_turn, note


class Rulings(w.VBox):  # type: ignore[misc]
    """A switch for each ruling of a book, made when somebody looks. ``choose`` is called with its path and a line of
    rules.
    """

    def __init__(self, choose: Callable[[str, str], None]) -> None:
        self._choose, self._silent = choose, Silence()
        self._switches: dict[str, w.Widget] = {}
        self._book: Ruleset
        self._rules: Ruleset
        super().__init__()

    @in_turn
    def of(self, book: Ruleset) -> None:
        """The switches of a book."""
        self._book, self._rules, looked_at = book, book, bool(self._switches)
        self._switches = {}
        if looked_at:
            self.make()

    @property
    def switches(self) -> dict[str, w.Widget]:
        """The switch of each ruling, by its path."""
        self.make()
        return self._switches

    @in_turn
    def make(self) -> None:
        """Put the switches there, as the rules stand."""
        if self._switches:
            return
        self._switches = {rule.path: self._switch(rule) for rule in self._book.rulings}
        self.children = tuple(self._row(rule) for rule in self._book.rulings)
        self.show(self._rules)

    def _row(self, rule: Rule) -> w.Widget:
        usual = rule.spelling.value(rule.value) if rule.options else "none" if rule.rows else rule.value
        default = f"The default is {usual}."
        mark = f" [{rule.mark}]" if rule.mark else ""
        text = note(
            f'<div class="rk-ruling"><b>{html.escape(rule.label)}</b> <i>{html.escape(rule.source + mark)}</i><br>'
            f"{html.escape(default)} {html.escape(rule.note)}</div>"
        )
        text.layout = w.Layout(flex="1 1 220px")
        layout = w.Layout(margin="0 0 4px 0", flex_flow="row wrap")
        return w.HBox([self._switches[rule.path], text], layout=layout)

    def _switch(self, rule: Rule) -> w.Widget:
        tip, layout = f"Choose: {rule.label}", w.Layout(width="190px")
        if rule.options:
            options = [(rule.spelling.value(option), option) for option in rule.options]
            switch = w.Dropdown(options=options, value=rule.value, tooltip=tip, layout=layout)
        elif rule.rows:
            about = {"placeholder": f"rows of [{rule.rows}]", "tooltip": tip, "layout": layout}
            switch = w.Text(_typed(rule.value), continuous_update=False, **about)
        else:
            switch = number_box(rule.value, rule.low, tooltip=tip, layout=layout)
        switch.observe(lambda change: self._take(rule, change["new"]), "value")
        return switch

    @in_turn
    def _take(self, rule: Rule, value: str | int) -> None:
        if not self._silent:
            figure = figure_text(value) if rule.options else cleaned(str(value)) or ("[]" if rule.rows else "")
            self._choose(rule.path, f"{rule.path} = {figure}")

    @in_turn
    def show(self, rules: Ruleset) -> None:
        """Stand as some rules have it."""
        self._rules = rules
        with self._silent:
            for path, switch in self._switches.items():
                switch.value = rules[path] if self._book.rule(path).options else _typed(rules[path])


def _typed(figure: int | tuple[tuple[int, int], ...]) -> str:
    """A figure, or rows, as one types them; nothing for no rows."""
    return json.dumps(figure) if figure != () else ""
