"""One course of events: a process thrown turn by turn, each throw told with the faces that would have done the same."""

from __future__ import annotations

import html
import random
from collections.abc import Callable, Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import NamedTuple

from ....engine.chains.phase import Phase
from ....engine.dice.dist import Outcome
from ....engine.dice.throw import DICE
from ....engine.dice.throw_tree import Branching
from ..branches import ThrownStep, thrown
from .turn_model import MAX_THROWN, TurnModel

BRACKETS = "In brackets: any of these would have done the same."


class TurnPart(NamedTuple):
    """What is thrown in a part of a turn.

    name : which turn, and whose part it is where that is said.
    came : how it stands after it, where that has changed.
    """

    name: str
    steps: tuple[ThrownStep, ...]
    came: tuple[str, ...] = ()

    def __str__(self) -> str:
        text = f"{self.name}: {'; '.join(map(str, self.steps)) or 'no dice'}"
        return f"{text}. Now {', '.join(self.came)}." if self.came else text


class Course(NamedTuple):
    """How it went, part by part, and what came of it;

    words : the same in words.
    stood : how it stood before, where that is said. Prints as lines, shows as a list.
    """

    parts: tuple[TurnPart, ...]
    outcome: Outcome
    words: str
    stood: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join([*map(str, self.parts), f"= {self.words}"])

    def _repr_html_(self) -> str:
        items = "".join(f"<li>{html.escape(str(part))}</li>" for part in self.parts)
        return f'<b>{html.escape(self.words)}</b> <span class="rk-from">{BRACKETS}</span><ul>{items}</ul>'


def course(
    play: TurnModel, throw: Branching, turn_name: str, words: Callable[[Outcome], str], rng: random.Random
) -> Course:
    """What goes on, thrown once, to its end or to its limit of turns. What is drawn without a name is of no roll, and
    not told.

    play : written with ``throw``.
    turn_name : what a turn is called.
    words : of an outcome.
    """
    start = thrown(play.begun(throw), rng)
    parts = [TurnPart("at first", start.steps)] if start.steps else []
    state, turn = start.outcome, 0
    stood = tuple(play.state_words(state))
    while turn < (play.limit or MAX_THROWN) and not play.over(state):
        turn += 1
        fell = list[tuple[str, Sequence[ThrownStep], Sequence[str]]]()
        for phase in play.phases:
            if play.over(state):
                break
            owner = phase.whose_in(state) if isinstance(phase, Phase) else ""
            before = play.state_words(state)
            steps, state = thrown(phase(state), rng)
            roll_steps = [step for step in steps if step.name != DICE]
            came = [now for now, was in zip(play.state_words(state), before, strict=True) if now != was]
            fell += [(owner, roll_steps, came)] if roll_steps or came else []
        parts += _turn_parts(f"{turn_name} {turn}", fell)
    outcome = play.outcome(state, turn if play.limit else None)
    return Course(tuple(parts), outcome, words(outcome), stood)


def _turn_parts(turn: str, fell: Sequence[tuple[str, Sequence[ThrownStep], Sequence[str]]]) -> list[TurnPart]:
    """A turn as its parts, of which those of the same are one."""
    parts = list[TurnPart]()
    for owner, each in groupby(fell, key=itemgetter(0)):
        _, steps, came = zip(*each, strict=True)
        parts.append(TurnPart(f"{turn}, {owner}" if owner else turn, tuple(chain(*steps)), tuple(chain(*came))))
    return parts or [TurnPart(turn, ())]
