"""The panel of a process: two sides as cards, answers as they come; fights at random where exact ones are too large."""

from __future__ import annotations

import html
from functools import partial
from typing import Any, NoReturn

import ipywidgets as w

from ..analysis.simulation import simulate
from ..dice.chain import TooLargeError
from ..dice.dist import Dist
from ..mechanics.process import Process
from ..progress import tell
from .answer import AnswerView, Estimate
from .job import Job, Step
from .page import note
from .panel import Panel
from .studies import Figures, Params, Situation, Study
from .turns import in_turn

FIGHTS, SEED = 100_000, 1


class FightPanel(Panel):
    """A live panel for a process. ``wait()`` until all that it shows is up to date."""

    check: Process

    def __init__(self, *given: Any) -> None:
        self.job = Job(lambda error: self._safely(partial(_raise, error)))
        super().__init__(*given)
        top, below = self.children[:3], self.children[3:]  # type: ignore[has-type]
        self.children = (*top, self.job.widget, *below)

    def wait(self) -> None:
        """Wait for all pictures."""
        self.job.wait()

    def _situations(self) -> w.Widget:
        row = super()._situations()
        pairs = [(n, f"b_{n[2:]}") for n in self.controls if n.startswith("a_") and f"b_{n[2:]}" in self.controls]
        if not pairs:
            return row
        b_from_a = {b: a for a, b in pairs}
        a_from_b = dict(pairs)
        swap = self._button("Swap A and B", "exchange", "Each gets the other's figures", a_from_b | b_from_a)
        same = self._button("B like A", "clone", "B gets A's figures", b_from_a)
        row.children = (row.children[0], swap, same, *row.children[1:])
        return row

    def _answer(self) -> w.Widget:
        """The picture, and beside it a turn in words; each modifier with its source unfolds below."""
        self.body = super()._answer()
        self.turn = note()
        self.body.children = (self.view, w.VBox([self.turn, self.table], layout=w.Layout(flex="1 1 380px")))
        return self.body

    def _more(self) -> list[w.Widget]:
        below, *tools = super()._more()
        title = "Why: every modifier, and where it stands in the rules"
        return [below, w.Accordion([self.why], titles=(title,), selected_index=None), *tools]

    def _show(self, answer: AnswerView | Estimate, at: Situation) -> None:
        super()._show(answer, at)
        sentences = self.check.says(answer.reasons.targets, self.rules)
        steps = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in sentences)
        self.turn.value = f'<div class="rk-turn"><h4>One turn</h4><ul>{steps}</ul></div>'

    def _button(self, name: str, icon: str, tip: str, sources: dict[str, str]) -> w.Button:
        """A button that gives parameters the values that others have."""
        button = w.Button(description=name, icon=icon, tooltip=tip, layout=w.Layout(width="auto"))

        def give() -> None:
            now = {source: self[source] for source in sources.values()}
            with self._at_once():
                for name, source in sources.items():
                    self[name] = now[source]

        button.on_click(lambda _: self._by_hand(give))
        return button

    def _draw(self) -> None:
        self.job.stop()
        self._rule()
        params = self.params()  # as they are now, whatever is moved while the job is at work
        for part in (self.body, *(study.view for study in self.studies)):
            part.add_class("rk-stale")
        self.job.run([(lambda: self._work_out(params), self._show_first), *map(self._step, self.studies)])

    def _step(self, study: Study) -> Step:
        def show(figures: Figures) -> None:
            study.show(figures)
            study.view.remove_class("rk-stale")

        return lambda: study.data_or_error(self.at), show

    def _show_first(self, answer: tuple[AnswerView | Estimate, Situation]) -> None:
        self._show(*answer)

    @in_turn
    def _study(self, study: Study) -> None:
        if self.answer is not None:
            self.links.value = ""
            study.view.add_class("rk-stale")
            self.job.also(self._step(study))

    def _work_out(self, params: Params) -> tuple[AnswerView | Estimate, Situation]:
        try:
            return super()._work_out(params)
        except TooLargeError:
            fights = simulate(self.check, FIGHTS, SEED, rules=self.rules, progress=tell, **params)
            reasons = self.check.answer(self.rules, params, Dist(fights.counts))
            warning = reasons.title.removeprefix(self.check.title)
            return Estimate(fights, reasons), Situation(self.check, self.rules, None, params, reasons.params, warning)


def _raise(error: Exception) -> NoReturn:
    raise error
