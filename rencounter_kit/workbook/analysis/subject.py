"""What a tool asks about: a check, what is set in it, and the event in question."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from typing import Protocol

from ...engine.words.errors import RuleError
from ..mechanics.check import Check
from ..mechanics.links import Params
from ..mechanics.parameter import QUESTION
from ..mechanics.processes.process import Process
from ..mechanics.space import MEAN
from ..rulebook.book import Ruleset
from ..rulebook.text import Value

Event = Hashable | None  # an event by its name, or an outcome; ``None`` for the mean


class Subject(Protocol):
    """A check in a situation, and what is asked about it; ``params`` has what is set there by hand."""

    @property
    def check(self) -> Check: ...

    @property
    def params(self) -> dict[str, Value]: ...

    @property
    def event(self) -> Event: ...


def events_to_ask(check: Check, params: Params, rules: Ruleset | None = None) -> list[tuple[str, Event]]:
    """What can be asked about a situation, in words and as it is: its events, else its mean or its outcomes."""
    events: list[Event] = list(check.events) or [MEAN]
    if isinstance(check, Process):  # which may take long: what may come of it tells enough
        question = check.parameters.get(QUESTION)
        space = check.spaces.get(params.get(QUESTION, question.default)) if question else None
        if space:
            events = list(check.events_of(space)) or ([MEAN] if space.has_mean else events)
    else:
        with suppress(RuleError):
            result = check(rules=rules, **params)
            event_names = result.check.events_of(result.space)
            events = list(event_names) or ([MEAN] if result.space.has_mean else list(result))
    return [(check.words(one), one) for one in events]
