"""What one control changes: how a flow most likely ends for each value that it may have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ...engine.formats.html_table import StyledCell, html_table
from ...engine.words.wording import first_up, percent_text
from ...workbook.analysis.likely_ends import Stretch, likely_ends
from ...workbook.mechanics.flow import CheckFlow, StepSettings, marked_text
from ...workbook.rulebook.book import Ruleset
from .job import Step
from .late import w
from .page import in_turn, note


class OneControl(w.VBox):  # type: ignore[misc]
    """A menu of the controls of a flow, and a table of the ends for all values of one.

    changed : is called when another is chosen.
    """

    def __init__(self, flow: CheckFlow, controls: Mapping[str, Iterable[str]], changed: Callable[[], None]) -> None:
        self.flow = flow
        optional = {step.name for step in flow.steps if step.only}
        words = flow.steps[0].check.spelling.words
        options = [
            (first_up(f"{words(step)}: {words(name)}" if step else words(name)), (step, name))
            for step, names in sorted(controls.items(), key=lambda pair: pair[0] in optional)
            for name in names
            if flow.parameter(step, name).values()
        ]
        self.menu = w.Dropdown(options=options, tooltip="The control to change", layout=w.Layout(width="auto"))
        self.table = note()
        about = note("<p>Everything else stays as it is set, from this step on.</p>")
        super().__init__([self.menu, about, self.table])
        self.menu.observe(in_turn(lambda _: changed()), "value")

    def work(
        self,
        rules: Ruleset,
        settings: StepSettings,
        plans: Mapping[str, Any],
        chosen: Mapping[str, str],
        now: StepSettings,
    ) -> list[Step]:
        """The work for the table.

        now : what every control shows.
        """
        step, name = self.menu.value

        def stretches() -> list[Stretch]:
            return likely_ends(self.flow, step, name, rules, settings, plans, chosen)

        def show(stretches: list[Stretch]) -> None:
            self.table.value = _table(self.flow.steps[0].check.spelling.value, stretches, now[step][name])

        return [(stretches, show)]


def _table(read: Callable[[object], str], stretches: Sequence[Stretch], now: Any) -> str:
    """The most likely end for all values of a control; the present one is bold."""
    rows = []
    for one in stretches:
        number = type(one.first) is int and type(now) is int
        is_current = one.first <= now <= one.last if number else now in (one.first, one.last)
        values = dict.fromkeys([read(one.first), read(one.last)])
        chances = dict.fromkeys([percent_text(one.least), percent_text(one.most)]) if one.most else ()
        cells = " to ".join(values), first_up(one.end), marked_text(" to ".join(chances), one.marks)
        rows.append(StyledCell(cells, "rk-now" if is_current else ""))
    return html_table(("value", "most likely ending", "chance"), rows, "rk-one")
