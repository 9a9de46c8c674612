"""The panel of a process: two sides as cards, answers as they come, and fights thrown where the exact answer is too large."""

from __future__ import annotations

import html
from functools import partial
from typing import Any

import ipywidgets as w

from ..chain import TooLargeError
from ..dist import Dist
from ..process import Process
from ..progress import tell
from ..simulation import simulate
from .answer import Estimate
from .job import Job
from .page import note
from .panel import Panel
from .studies import Situation, Study
from .turns import in_turn

THROWN, SEED = 100_000, 1


class FightPanel(Panel):
    """A live panel for a process. ``wait()`` until all that it shows is up to date."""

    check: Process

    def __init__(self, *given: Any) -> None:
        self.job = Job(lambda error: self._safely(partial(_raise, error)))
        super().__init__(*given)
        inside: Any = self.children  # type: ignore[has-type]
        self.children = (*inside[:3], self.job.widget, *inside[3:])

    def wait(self) -> None:
        """Wait for all pictures."""
        self.job.wait()

    def _situations(self) -> w.Widget:
        made = super()._situations()
        pairs = [(n, f"b_{n[2:]}") for n in self.controls if n.startswith("a_") and f"b_{n[2:]}" in self.controls]
        if not pairs:
            return made
        swap = self._button("Swap A and B", "exchange", "Each gets the other's figures",
                            {x: y for pair in pairs for x, y in (pair, pair[::-1])})  # fmt: skip
        same = self._button("B like A", "clone", "B gets A's figures", {b: a for a, b in pairs})
        made.children = (made.children[0], swap, same, *made.children[1:])
        return made

    def _answer(self) -> w.Widget:
        """The picture, and beside it a turn in words; each modifier with its source folds out below."""
        self.body = super()._answer()
        self.turn = note()
        self.body.children = (self.view, w.VBox([self.turn, self.table], layout=w.Layout(flex="1 1 380px")))
        return self.body

    def _more(self) -> list[w.Widget]:
        below, *tools = super()._more()
        title = "Why: every modifier, and where it stands in the rules"
        return [below, w.Accordion([self.why], titles=(title,), selected_index=None), *tools]

    def _show(self, answer: Any, at: Situation) -> None:
        super()._show(answer, at)
        told = self.check.says(answer.reasons.targets, self.rules)
        steps = "".join(f"<li>{html.escape(step)}</li>" for step in told)
        self.turn.value = f'<div class="rk-turn"><h4>One turn</h4><ul>{steps}</ul></div>'

    def _button(self, name: str, icon: str, tip: str, taken: dict[str, str]) -> w.Button:
        """A button that gives parameters the values that others have."""
        made = w.Button(description=name, icon=icon, tooltip=tip, layout=w.Layout(width="auto"))

        def give() -> None:
            now = {of: self[of] for of in taken.values()}
            with self._at_once():
                for to, of in taken.items():
                    self[to] = now[of]

        made.on_click(lambda _: self._by_hand(give))
        return made

    def _draw(self) -> None:
        self.job.stop()
        self._rule()
        params = self.params()  # as they are now, whatever is moved while the job is at work
        for part in (self.body, *(study.view for study in self.studies)):
            part.add_class("rk-stale")
        self.job.run([(lambda: self._found(params), self._shown_first), *map(self._later, self.studies)])

    def _later(self, study: Study) -> Any:
        def show(found: Any) -> None:
            study.show(found)
            study.view.remove_class("rk-stale")

        return lambda: study.found(self.at), show

    def _shown_first(self, found: tuple[Any, Situation]) -> None:
        self._show(*found)

    @in_turn
    def _study(self, study: Study) -> None:
        if self.answer is not None:
            self.links.value = ""
            study.view.add_class("rk-stale")
            self.job.also(self._later(study))

    def _found(self, params: dict[str, Any]) -> tuple[Any, Situation]:
        try:
            return super()._found(params)
        except TooLargeError:
            thrown = simulate(self.check.id, THROWN, SEED, rules=self.rules, progress=tell, **params)
            reasons = self.check.answered(self.rules, params, Dist(thrown.counts))
            warning = reasons.title.removeprefix(self.check.title)
            return Estimate(thrown, reasons), Situation(self.check, self.rules, None, params, reasons.params, warning)


def _raise(error: Exception) -> None:
    raise error
