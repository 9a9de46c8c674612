"""The panel of a process: two sides as cards, answers as they come; fights at random where exact ones are too large."""

from __future__ import annotations

import html

from ...engine.chains.transitions import TooLargeError
from ...engine.dice.dist import Dist
from ...engine.work.progress import tell
from ...workbook.analysis.simulation import simulate
from ...workbook.mechanics.processes.process import Process
from .answer import AnswerView, Estimate
from .job import Step
from .late import w
from .panel import CHARTS, SAVE, Panel
from .studies import Situation, Study

FIGHTS, SEED = 100_000, 1


class FightPanel(Panel):
    """A live panel for a process. ``wait()`` until all that it shows is up to date."""

    check: Process

    def _situations(self) -> w.HBox:
        row = super()._situations()
        pairs = [(n, f"b_{n[2:]}") for n in self.controls if n.startswith("a_") and f"b_{n[2:]}" in self.controls]
        if not pairs:
            return row
        b_from_a = {b: a for a, b in pairs}
        a_from_b = dict(pairs)
        swap = self._giving("Swap A and B", "exchange", "Each gets the other's settings", a_from_b | b_from_a)
        same = self._giving("B like A", "clone", "B gets the same settings as A", b_from_a)
        row.children = (*row.children, swap, same)
        return row

    def _giving(self, name: str, icon: str, tip: str, sources: dict[str, str]) -> w.Button:
        """A button that gives parameters the values that others have."""

        def give() -> None:
            now = {source: self[source] for source in sources.values()}
            with self._at_once():
                for name, source in sources.items():
                    self[name] = now[source]

        return self._button(name, icon, tip, give)

    def _show(self, answer: AnswerView | Estimate, at: Situation) -> None:
        sentences = self.check.says(self.rules, answer.reasons.targets)
        steps = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in sentences)
        self.why.turn.value = f'<div class="rk-turn"><h4>One {self.check.turn}</h4><ul>{steps}</ul></div>'
        super()._show(answer, at)

    def _answer(self, at: Situation) -> None:
        if not self.first.hides:
            self.words.add_class("rk-stale")
        self._pale()
        self._open()

    def _open(self) -> None:
        at, first = self.at, list[Step]()
        if at is not None and not at.is_answered:
            first = [(lambda: self._work_out(at), self._show_and_go_on)]
        self._work_behind(first)

    def _show_and_go_on(self, answer: tuple[AnswerView | Estimate, Situation]) -> None:
        """Show an answer; where it was guessed before it was there, the open tab, closed until now, is still to do."""
        was_hidden = self.first.hides
        self._show(*answer)
        if was_hidden and not self.first.hides:
            if self.tabs.now in (*self.tools, CHARTS, SAVE):
                self.tabs.children[1].add_class("rk-stale")
            self.job.then(self._steps())

    def _redraw(self, study: Study) -> None:
        self.job.also(self._step(study))

    def _work_out(self, at: Situation) -> tuple[AnswerView | Estimate, Situation]:
        try:
            return super()._work_out(at)
        except TooLargeError:
            fights = simulate(self.check, FIGHTS, SEED, rules=at.rules, progress=tell, **at.choices)
            reasons = self.check.answer(at.rules, at.choices, Dist(fights.counts))
            return Estimate(fights, reasons), at.answered(reasons)
