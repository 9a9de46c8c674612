"""Any check in any situation: guess what two changes do together, or see what each modifier is worth."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from ....engine.words.errors import RuleError
from ....workbook.analysis.change_words import in_player_words
from ....workbook.analysis.interactions import Interaction, interaction
from ....workbook.analysis.worked_solution import WayStep, worked_solution
from ....workbook.mechanics.check import Check
from ....workbook.mechanics.links import Params
from ....workbook.mechanics.processes.process import Process
from ....workbook.mechanics.registry import checks
from ....workbook.rulebook.book import rules as book_of, systems
from ....workbook.rulebook.text import Value
from ..frame import LiveFrame
from ..job import Step, or_error
from ..late import w
from ..page import Silence, alert, enable_keys, field, head_note, in_turn, layout, note, sentence
from ..tools.scene import Scene
from ..tools.what_matters import WhatMatters
from .guess_card import GuessCard

_Change = tuple[str, Value]  # a parameter and its new value
_Answer = tuple[Interaction, Sequence[WayStep]]  # with the way to it


class ChangeMenus(w.HBox):  # type: ignore[misc]
    """A change to choose: a parameter, and what it becomes.

    change : both.
    changed : is called when one is chosen.
    """

    def __init__(self, name: str, place: int, changed: Callable[[], None]) -> None:
        self._place, self._changed, self._silent = place, changed, Silence()
        self._now: dict[str, Value] = {}
        self._check: Check | None = None
        self.parameter, self.value = (
            field(w.Dropdown, one, f"{tip}, {name}", wide, style={"description_width": room})
            for one, tip, wide, room in (
                (name, "What to change", "344px", "110px"),
                ("becomes", "New value", "250px", "62px"),
            )
        )
        for one in (self.parameter, self.value):
            one.add_class("rk-control")
        super().__init__([self.parameter, self.value], layout=layout(flex_flow="row wrap", overflow="visible"))
        self.parameter.observe(lambda _: self._choose(self._offer), "value")
        self.value.observe(lambda _: self._choose(lambda: None), "value")

    @property
    def change(self) -> _Change:
        """The parameter and its new value."""
        return self.parameter.value, self.value.value

    def of(self, scene: Scene, change: _Change | None = None, other: str = "") -> None:
        """Offer the parameters of a scene; the present choice stays if it can.

        change : what to choose.
        other : a parameter better left alone, as it changes already.
        """
        check = scene.check
        new, self._check = check is not self._check, check
        with suppress(RuleError):  # it is shown in place of the answer
            self._now = check.values(check.book, scene.params)
        names = [
            name
            for name, p in check.parameters.items()
            if len(p.values()) > 1 and p.group != "ruling" and name != "result"
        ]
        before, value = change or self.change
        free = [name for name in names if name != other and not self._rests(name)] or names
        usual = free[self._place * len(free) // 2] if free else None
        fits = before in names and (not new or (before != other and not self._rests(before)))
        keeps = before in names if change else fits
        with self._silent:
            self.parameter.options = [(check.parameters[name].words, name) for name in names] or [("nothing", None)]
            self.parameter.value = before if keeps else usual
            self._offer(value if keeps else None)

    def _rests(self, name: str) -> bool:
        """Does a parameter count for nothing in the situation?"""
        parameters = self._check.parameters if self._check else {}
        other = parameters[name].only_with[0]
        return bool(other) and parameters[name].rests(self._now.get(other, parameters[other].default))

    def _offer(self, value: object = None) -> None:
        """What the parameter may become: everything that it is not."""
        name = self.parameter.value
        if name is None or self._check is None:
            self.value.options = [("nothing", None)]
            return
        every, now = self._check.parameters[name].values(), self._now.get(name)
        at = every.index(now) if now in every else -1
        near = every[at + 1 if at + 1 < len(every) else at - 1]
        free = [one for one in every if one != now]
        self.value.options = [(self._check.spelling.value(one), one) for one in free]
        self.value.value = value if value in free else near

    @in_turn
    def _choose(self, act: Callable[[], None]) -> None:
        if self._silent:
            return
        with self._silent:
            act()
        self._changed()


class ScenePage(LiveFrame[None]):
    """A game, a check and a situation to choose; what it answers comes below. ``look`` is called at each change."""

    def __init__(self, title: str, id: str, params: Params) -> None:
        super().__init__()
        check = checks[id]
        titles = [(book_of(stem).title, stem) for stem in systems()]
        self.game = w.Dropdown(options=titles, value=check.stem, description="game", layout=w.Layout(width="250px"))
        self.game.add_class("rk-control")
        self.scene, self.message = Scene(self._changed), note()
        self.below = w.VBox()
        self._build([head_note(title), self.game, self.scene, self.message, self.job.widget, self.below])
        self.scene.of(check.stem)
        self.scene.go(id, params)
        self._silent.end()
        self.game.observe(lambda _: self._another(), "value")

    @in_turn
    def _another(self) -> None:
        """Another game: of its checks that have a chance to tell, the one with the most parameters."""
        tellable = [check for check in checks.of(self.game.value) if check.events and not isinstance(check, Process)]
        with self._silent:
            self.scene.of(self.game.value)
        self.scene.go(max(tellable, key=lambda check: len(check.parameters)).id, {})

    def _draw(self) -> None:
        self.look()

    def look(self) -> None:
        """Work out the answer."""
        self.message.value = ""
        self.job.stop()  # before the card rests, or what is under way would open it again
        self.job.run(self.steps())

    def steps(self) -> list[Step]:
        """The work."""
        raise TypeError(f"{type(self).__name__} must say what its work is")

    def _cannot(self, error: Exception) -> None:
        self.message.value = alert(sentence(error))


class ExplorePage(ScenePage):
    """Any two changes in any situation: guess, then see. ``first``, ``second`` : the changes; ``card`` asks
    about them.
    """

    def __init__(self, id: str, changes: Sequence[_Change], params: Params) -> None:
        super().__init__("Any two changes: guess, then see", id, params)
        self.card = GuessCard()
        self.first, self.second = (
            ChangeMenus(f"{name} change", i, self.look) for i, name in enumerate(("first", "second"))
        )
        self.below.children = (self.first, self.second, self.card)
        self.look(*changes)

    def look(self, one: _Change | None = None, other: _Change | None = None) -> None:
        """Offer what can change in the scene, and ask about it.

        one, other : the changes to choose.
        """
        self.first.of(self.scene, one)
        self.second.of(self.scene, other, other=self.first.change[0])
        super().look()

    def steps(self) -> list[Step]:
        """The work: one question."""
        self.card.rest()
        check, event, params = self.scene.check, self.scene.event, self.scene.params
        one, other = self.first.change, self.second.change

        def work_out() -> _Answer:
            if len(self.first.parameter.options) < 2:
                raise RuleError(f"{check.id} has fewer than two things to change; choose another check")
            if event is None:
                raise RuleError(f"you can only guess a chance; got the mean of {check.id}; choose another check")
            result = in_player_words(interaction(check, one, other, outcome=event, **params))
            return result, worked_solution(result)

        return [(or_error(work_out), self._ask)]

    def _ask(self, answer: _Answer | RuleError) -> None:
        if isinstance(answer, RuleError):
            self.card.question_note.value = ""
            self.card.cannot(str(answer))
            return
        result, way = answer
        names = result.one.words, result.other.words
        event, one, other = (html.escape(text) for text in (result.measure.words, *names))
        question = (
            f"How likely is \N{LEFT DOUBLE QUOTATION MARK}{event}\N{RIGHT DOUBLE QUOTATION MARK} with {one} "
            f"and {other} together?"
        )
        self.card.ask(result, way, f'<div class="rk-question"><b>{question}</b></div>', names)


class WhatMattersPage(ScenePage):
    """What each parameter and each modifier is worth in a situation, as pictures."""

    def __init__(self, id: str, params: Params) -> None:
        super().__init__("What each modifier is worth here", id, params)
        self.what_matters = WhatMatters(self.scene)
        self.below.children = (self.what_matters,)
        self.look()

    def steps(self) -> list[Step]:
        """The work, one picture a step."""
        book = self.scene.check.book
        return self.what_matters.steps(book, book)


def explore(id: str = "rencounter.fire", one: Value = None, other: Value = None, /, **params: Any) -> ExplorePage:
    """Guess what any two changes do together, in any situation of any check; then see.

    id, one, other, params : where it begins, as in ``rk.interaction``; without changes the page chooses two. Raises
    ``RuleError`` as that does.
    """
    checks[id](**params)
    changes: list[_Change] = []
    if one is not None or other is not None:
        pair = interaction(id, one, other, **params)
        changes = [(change.parameter, change.after) for change in (pair.one, pair.other)]
    page = ExplorePage(id, changes, params)
    enable_keys()
    return page


def what_matters(id: str = "rencounter.fire", /, **params: Any) -> WhatMattersPage:
    """How far each parameter can move a chance, and what share each modifier has in it, in any situation of any check.

    id, params : where it begins. Raises ``RuleError`` for an unknown check or parameter, or a wrong value.
    """
    checks[id](**params)
    page = WhatMattersPage(id, params)
    enable_keys()
    return page
