"""The book and the rules at hand side by side: one situation, along one parameter, over two."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets as w
import numpy as np

from .. import charts
from ..charts import BOOK, HOUSE, Bars, Pairs, Series, changes_of
from ..comparison import Comparison
from ..measure import QUESTION
from ..process import Process
from ..rules import RuleError, Ruleset
from ..wording import percent_text, words
from .job import Step
from .page import alert, note, picture
from .scene import Scene
from .studies import menu, values_of

_MOST, _MOST_FIGHTS, _LINES, _ROWS = 13, 5, 9, 8
_NONE = "-"


class Comparing(w.VBox):  # type: ignore[misc]
    """Three pictures of what a change of rules does to a scene. ``steps`` is the work, ``changed`` is called for a menu."""

    def __init__(self, scene: Scene, changed: Callable[[], None]) -> None:
        self.scene, self._silent = scene, False
        self.across, self.up = menu("across", [_NONE], _NONE), menu("up", [_NONE], _NONE)
        self._charts = charts.SmallBars(), charts.Slope(), charts.Changes()
        self.words, self.table = note(), note()
        self.views = [note() for _ in self._charts]
        self.comparison: Comparison | None = None
        for menu_ in (self.across, self.up):
            menu_.observe(lambda _: None if self._silent else changed(), "value")
        row = w.HBox(self.views, layout=w.Layout(flex_flow="row wrap"))
        super().__init__([w.HBox([self.across, self.up]), self.words, row, self.table])

    def choose(self, rules: Ruleset) -> None:
        """Offer the parameters of the scene's check; what was chosen stays where it can."""
        check, self._silent = self.scene.check, True
        names = [p.name for p in check.parameters.values() if len(p.values()) > 1 and p.name != QUESTION]
        default = [n for n in names if check.parameters[n].group != "ruling"] or names or [_NONE]
        for one, usual in ((self.across, default[0]), (self.up, default[min(1, len(default) - 1)])):
            before = one.value
            one.options = [(words(n), n) for n in names] or [(_NONE, _NONE)]
            one.value = before if before in names else usual
        self._silent = False
        for view in self.views:
            view.value = ""

    def steps(self, book: Ruleset, ours: Ruleset) -> list[Step]:
        """The work, a picture a step."""
        scene, x, y = self.scene, self.across.value, self.up.value
        check, params, event = scene.check, scene.params, scene.event
        most = _MOST_FIGHTS if isinstance(check, Process) else _MOST

        def over(*names: str) -> Any:
            """A comparison along some parameters, or the sentence that says why there is none."""
            try:
                now, asked = check.values(ours, params), check.parameters_by(ours)
                axes = {n: values_of(asked[n], now[n], most if n != y else _LINES) for n in names if n != _NONE}
                fixed = {name: value for name, value in params.items() if name not in axes}
                found = Comparison(check, (book, ours), {**fixed, **axes})
                found.floats(event)  # what cannot be told there is said
                return found
            except RuleError as error:
                return error

        return [
            (over, lambda found: self._here(found, event)),
            (lambda: over(x), lambda found: self._along(found, event, x, params)),
            (lambda: over(y, x) if x != y else None, lambda found: self._map(found, event, x, y)),
        ]

    def _cannot(self, found: Any, view: int) -> bool:
        """Say in the place of a picture why there is none."""
        if isinstance(found, RuleError):
            self.views[view].value = alert(found)
        return not isinstance(found, Comparison)

    def _picture(self, view: int, data: Any) -> None:
        chart: Any = self._charts[view]
        self.views[view].value = picture(chart, data)

    def _here(self, found: Any, event: Any) -> None:
        """Both answers for the situation as it is set."""
        self.words.value = ""
        if self._cannot(found, 0):
            self.words.value, self.table.value = "", ""
            return
        check = found.check
        before, after = (grid.dists[int(grid.which)] for grid in found.grids)
        outcomes = sorted(found.outcomes, key=lambda o: -max(before[o], after[o]))[:10]
        outcomes = [o for o in found.outcomes if o in outcomes]
        series = [Series("book", [float(before[o]) for o in outcomes], BOOK),
                  Series("your rule", [float(after[o]) for o in outcomes], HOUSE)]  # fmt: skip
        self._picture(0, Bars(check.title, [check.words(o) for o in outcomes], series))
        if event is None:
            said = f"on average {float(before.mean):.4g} by the book, <b>{float(after.mean):.4g}</b> by your rules"
        else:
            was, now = (chances[()] for chances in found.chances(event))
            change = float(100 * (now - was))
            moved = f"{change:+.2f} points" if change else "no change"
            said = (
                f"{html.escape(check.words(event))}: {percent_text(was)} ({_short(was)}) by the book, "
                f'<span class="rk-ours"><b>{percent_text(now)}</b> ({_short(now)}) by your rules</span>, {moved}'
            )
        self.words.value = f'<div class="rk-words" role="status" aria-live="polite">{said}</div>'

    def _along(self, found: Any, event: Any, x: str, params: Mapping[str, Any]) -> None:
        """Before and after along a parameter."""
        if self._cannot(found, 1) or x == _NONE:
            return
        self._picture(1, Pairs.of(found, event, found.check.values(found.rulesets[1], params)[x]))

    def _map(self, found: Any, event: Any, x: str, y: str) -> None:
        """The change over two parameters, and where it is greatest."""
        self.table.value = ""
        if self._cannot(found, 2):
            self.views[2].value = self.views[2].value if isinstance(found, RuleError) else ""
            return
        self.comparison = found
        before, after = found.floats(event)
        data = changes_of(found, event)
        change, across, up = data.values, data.x, data.y
        self._picture(2, data)
        size = np.nan_to_num(np.abs(change)).ravel()
        biggest = [np.unravel_index(n, change.shape) for n in np.argsort(-size, kind="stable")[:_ROWS] if size[n]]
        say = (lambda v: f"{v:.4g}") if event is None else charts.percent
        moved = "+.3g" if event is None else "+.2f"
        rows = "".join(
            f"<tr><td>{html.escape(up[i])}</td><td>{html.escape(across[j])}</td><td>{say(before[i, j])}</td>"
            f"<td class='ours'>{say(after[i, j])}</td><td>{change[i, j]:{moved}}</td></tr>"
            for i, j in biggest
        )
        said = f"{np.count_nonzero(size)} of {int(found.both.sum())} cells change" + (
            "; the biggest changes:" if rows else "."
        )
        heads = (words(y), words(x), "book", "your rule", "change" if event is None else "points")
        head = "".join(f"<th>{html.escape(one)}</th>" for one in heads)
        self.table.value = f"<p>{said}</p>" + (f'<table class="rk-table"><tr>{head}</tr>{rows}</table>' if rows else "")


def _short(p: Any) -> str:
    return str(p) if p.denominator < 10**6 else "exact"
