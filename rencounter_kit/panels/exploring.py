"""Any check in any situation: guess what two changes do together, or see what each modifier is worth."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import ipywidgets as w

from ..interactions import Interaction, interaction
from ..process import Process
from ..registry import checks
from ..rules import RuleError, systems
from ..rules import rules as book_of
from ..wording import value_text, words
from .guessing import Card
from .job import Job, Step
from .mattering import Mattering
from .page import STYLE, alert, enable_keys, note
from .scene import Scene
from .turns import in_turn

_ROW = w.Layout(flex_flow="row wrap", overflow="visible")


class Changing(w.HBox):  # type: ignore[misc]
    """A change to choose: a parameter, and what it becomes. ``change`` : both; ``changed`` is called when one is chosen."""

    def __init__(self, name: str, place: int, changed: Callable[[], None]) -> None:
        self._place, self._changed, self._silent = place, changed, False
        self._now: dict[str, Any] = {}
        self.parameter = w.Dropdown(
            description=name, tooltip=f"What changes, {name}", layout=w.Layout(width="344px"), style={"description_width": "110px"}
        )  # fmt: skip
        self.value = w.Dropdown(
            description="becomes", tooltip=f"What it becomes, {name}", layout=w.Layout(width="250px"),
            style={"description_width": "62px"},
        )  # fmt: skip
        for one in (self.parameter, self.value):
            one.add_class("rk-control")
        super().__init__([self.parameter, self.value], layout=_ROW)
        self.parameter.observe(lambda _: self._chosen(self._offer), "value")
        self.value.observe(lambda _: self._chosen(lambda: None), "value")

    @property
    def change(self) -> tuple[str, Any]:
        """The parameter and its new value."""
        return self.parameter.value, self.value.value

    def of(self, scene: Scene, change: Sequence[Any] = (), taken: str = "") -> None:
        """Offer the parameters of a scene; what was chosen stays where it can.

        change : what to choose. taken : a parameter that is better left, as it changes already.
        """
        check = scene.check
        self._silent = True
        self._check = check
        with suppress(RuleError):  # it is said in place of the answer
            self._now = check.values(check.book, scene.params)
        names = [
            name for name, p in check.parameters.items()
            if len(p.values()) > 1 and p.group != "ruling" and name != "result"
        ]  # fmt: skip
        before, value = change or self.change
        self.parameter.options = [(words(name), name) for name in names] or [("nothing", None)]
        free = [name for name in names if name != taken] or names
        usual = free[self._place * len(free) // 2] if free else None
        self.parameter.value = before if before in names else usual
        self._offer(value if before in names else None)
        self._silent = False

    def _offer(self, value: Any = None) -> None:
        """What the parameter may become: all that it is not."""
        name = self.parameter.value
        if name is None:
            self.value.options = [("nothing", None)]
            return
        every, now = self._check.parameters[name].values(), self._now.get(name)
        at = every.index(now) if now in every else -1
        near = every[at + 1 if at + 1 < len(every) else at - 1]
        free = [one for one in every if one != now]
        self.value.options = [(value_text(one), one) for one in free]
        self.value.value = value if value in free else near

    @in_turn
    def _chosen(self, act: Callable[[], None]) -> None:
        if self._silent:
            return
        self._silent = True
        act()
        self._silent = False
        self._changed()


class AtScene(w.VBox):  # type: ignore[misc]
    """A game, a check and a situation to choose; what is asked of it comes below. ``look`` is called at each change."""

    def __init__(self, title: str, id: str, given: Mapping[str, Any]) -> None:
        check = checks[id]
        titles = [(book_of(stem).title, stem) for stem in systems()]
        self.game = w.Dropdown(options=titles, value=check.stem, description="game", layout=w.Layout(width="250px"))
        self.game.add_class("rk-control")
        self._silent = True
        self.scene, self.job, self.said = Scene(self._look), Job(self._failed), note()
        head = note(f'{STYLE}<span class="rk-title">{title}</span>')
        self.below = w.VBox()
        super().__init__([head, self.game, self.scene, self.said, self.job.widget, self.below])
        self.add_class("rk-panel")
        self.scene.of(check.stem)
        self.scene.go(id, given)
        self._silent = False
        self.game.observe(lambda _: self._another(), "value")

    @in_turn
    def _another(self) -> None:
        """Another game: of its checks that ask for a chance the one that asks most."""
        asked = [check for check in checks.of(self.game.value) if check.events and not isinstance(check, Process)]
        self._silent = True
        self.scene.of(self.game.value)
        self._silent = False
        self.scene.go(max(asked, key=lambda check: len(check.parameters)).id, {})

    def _look(self) -> None:
        if not self._silent:
            self.look()

    def look(self) -> None:
        """Work out what is asked."""
        self.said.value = ""
        self.job.stop()  # before the card rests, or what is under way would open it again
        self.job.run(self.steps())

    def steps(self) -> list[Step]:
        """The work."""
        raise TypeError(f"{type(self).__name__} must say what is asked")

    def _failed(self, error: Exception) -> None:
        self.said.value = alert(f"This cannot be shown ({error!r}).")

    def wait(self) -> None:
        """Wait until all is shown."""
        self.job.wait()


class Explore(AtScene):
    """Any two changes in any situation: guess, then see. ``first``, ``second`` : the changes; ``card`` asks about them."""

    def __init__(self, id: str, changes: Sequence[Any], given: Mapping[str, Any]) -> None:
        super().__init__("Any two changes: guess, then see", id, given)
        self.card = Card()
        self.first, self.second = (
            Changing(f"{name} change", i, self.look) for i, name in enumerate(("first", "second"))
        )
        self.below.children = (self.first, self.second, self.card)
        self.look(*changes)

    def look(self, one: Sequence[Any] = (), other: Sequence[Any] = ()) -> None:
        """Offer what can change in the scene, and ask about it. one, other : the changes to choose."""
        self.first.of(self.scene, one)
        self.second.of(self.scene, other, taken=self.first.change[0])
        super().look()

    def steps(self) -> list[Step]:
        """The work: one question."""
        self.card.rest()
        check, event, params = self.scene.check, self.scene.event, self.scene.params
        one, other = self.first.change, self.second.change

        def find() -> Interaction | RuleError:
            try:
                if len(self.first.parameter.options) < 2:
                    raise RuleError(
                        f"there must be two things to change; got fewer in {check.id}; choose another check"
                    )
                if event is None:
                    raise RuleError(
                        f"what is guessed must be a chance; got the mean of {check.id}; choose another check"
                    )
                return interaction(check, one, other, outcome=event, **params)
            except RuleError as error:
                return error

        return [(find, self._ask)]

    def _ask(self, found: Interaction | RuleError) -> None:
        if isinstance(found, RuleError):
            self.card.asked.value = ""
            self.card.cannot(str(found))
            return
        names = found.one.words, found.other.words
        said = (html.escape(text) for text in (found.measure.words, *names))
        question = (
            "How likely is \N{LEFT DOUBLE QUOTATION MARK}{}\N{RIGHT DOUBLE QUOTATION MARK} with {} and {} together?"
        )
        self.card.ask(found, f'<div class="rk-asked"><b>{question.format(*said)}</b></div>', names)


class WhatMatters(AtScene):
    """What each parameter and each modifier is worth in a situation, as pictures."""

    def __init__(self, id: str, given: Mapping[str, Any]) -> None:
        super().__init__("What each modifier is worth here", id, given)
        self.mattering = Mattering(self.scene)
        self.below.children = (self.mattering,)
        self.look()

    def steps(self) -> list[Step]:
        """The work, a picture a step."""
        book = self.scene.check.book
        return self.mattering.steps(book, book)


def explore(id: str = "rencounter.fire", one: Any = None, other: Any = None, /, **given: Any) -> Explore:
    """Guess what any two changes do together, in any situation of any check; then see.

    id, one, other, given : where it begins, as in ``rk.interaction``; without changes the page chooses two. Raises
    ``RuleError`` as that does.
    """
    checks[id](**given)
    found = interaction(id, one, other, **given) if one is not None or other is not None else None
    changes = [(change.parameter, change.after) for change in (found.one, found.other)] if found else []
    made = Explore(id, changes, given)
    enable_keys()
    return made


def what_matters(id: str = "rencounter.fire", /, **given: Any) -> WhatMatters:
    """How far each parameter can move a chance, and what share each modifier has in it, in any situation of any check.

    id, given : where it begins. Raises ``RuleError`` for an unknown check or parameter, or a wrong value.
    """
    checks[id](**given)
    made = WhatMatters(id, given)
    enable_keys()
    return made
