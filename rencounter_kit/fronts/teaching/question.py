"""A question of a lesson: two changes of a situation, with figures to choose from, and one drawn from them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

from ...engine.words.errors import RuleError
from ...workbook.analysis.interactions import Interaction, Reasons, interaction
from ...workbook.analysis.worked_solution import WayStep, opposed_throws, worked_solution
from ...workbook.mechanics.links import Params
from ...workbook.mechanics.processes.process import Process
from ...workbook.mechanics.registry import checks
from ...workbook.rulebook.text import Value
from .card import CardText
from .interaction_kind import kinds_of
from .rule_of_thumb import RuleOfThumb, rule_of_thumb, why_not_as_one_stroke

ONE, OTHER = "one", "other"
CLOSE = Fraction(3, 100)  # how far off a good guess may be
_FIGURE = re.compile(r"\{(\w+)\}")

Figures = tuple[tuple[str, Value], ...]  # by name: a parameter that is given, or ``ONE`` and ``OTHER`` for the changes


class NewValue(NamedTuple):
    """A parameter, what it becomes, and words for that."""

    parameter: str
    value: Value
    words: str


@dataclass(frozen=True)
class QuestionText:
    """What a text says of a question.

    choices : for each figure what it may be, one thing or more; a figure may be another one in braces, which is the
        same.

    kind : how the two changes work together (``KINDS``).
    one, other : the changes; their values stand among the choices. situation, question, words of the changes, lesson :
        words, with figures in braces.
    line : where it stands in the text.
    card : of a fight, the card that its chance can be worked from.
    value_words : for some figures, words for each value.
    """

    kind: str
    check: str
    event: str
    choices: Mapping[str, Sequence[Value]] = field(hash=False)
    one: tuple[str, str]
    other: tuple[str, str]
    situation: str
    question: str
    lesson: str = ""
    title: str = ""
    line: int = 0
    card: CardText | None = field(default=None, hash=False, compare=False)
    value_words: Mapping[str, Mapping[Any, str]] = field(default_factory=dict, hash=False)

    def every(self) -> Iterator[Figures]:
        """All figures that there are to choose, whatever they show."""
        for chosen in product(*self.choices.values()):
            figures = dict(zip(self.choices, chosen, strict=True))
            same = {name: figures[of] for name, value in figures.items() if (of := named(value)) in figures}
            yield tuple({**figures, **same}.items())

    def drawn(self, figures: Figures) -> DrawnQuestion:
        """The question with these figures."""
        return DrawnQuestion(self, figures)


@dataclass(frozen=True)
class DrawnQuestion:
    """A question with figures; its words name them."""

    text: QuestionText
    figures: Figures

    @cached_property
    def settings(self) -> Params:
        """The parameters of the situation."""
        return {name: value for name, value in self.figures if name not in (ONE, OTHER)}

    @cached_property
    def one(self) -> NewValue:
        """The first change."""
        return self._change(self.text.one, ONE)

    @cached_property
    def other(self) -> NewValue:
        """The second change."""
        return self._change(self.text.other, OTHER)

    def _change(self, change: tuple[str, str], name: str) -> NewValue:
        parameter, text = change
        return NewValue(parameter, dict(self.figures)[name], self._filled(text))

    @property
    def names(self) -> tuple[str, str]:
        """Words for the two changes."""
        return self.one.words, self.other.words

    @property
    def situation(self) -> str:
        """What is told before the question."""
        return self._filled(self.text.situation)

    @property
    def question(self) -> str:
        """What is asked."""
        return self._filled(self.text.question)

    @property
    def lesson(self) -> str:
        """What is to be learned, shown after the answer."""
        return self._filled(self.text.lesson)

    def _filled(self, text: str, **others: Any) -> str:
        figures = {**dict(self.figures), **others}
        return _FIGURE.sub(lambda match: self._value_text(match[1], figures[match[1]]), text)

    def _value_text(self, name: str, value: Value) -> str:
        return self.text.value_words.get(name, {}).get(value) or checks[self.text.check].spelling.value(value)

    @cached_property
    def answer(self) -> Interaction:
        """How the two work together, exactly; worked out when it is first wanted."""
        one, other = self.one, self.other
        return interaction(
            self.text.check,
            (one.parameter, one.value),
            (other.parameter, other.value),
            outcome=self.text.event,
            **self.settings,
        )

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """How the two work together with these figures; nothing where the rules do not allow them."""
        try:
            return kinds_of(self.answer)
        except RuleError:
            return ()

    @property
    def shows(self) -> bool:
        """Do these figures show the kind that the text says, and no other? Would plain adding be no good guess where it
        is wrong, and the rule of thumb always one?
        """
        if self.kinds != (self.text.kind,):
            return False
        if self.thumb and abs(self.thumb.chance - self.answer.figures[-1]) > CLOSE:
            return False
        return not self.answer.apart or abs(self.answer.apart) > CLOSE

    @cached_property
    def way(self) -> tuple[WayStep, ...]:
        """How the answer is worked out by hand; of a fight first the rule of thumb, where the card has one."""
        way, thumb = worked_solution(self.answer, self.names), self.thumb
        return (*thumb.steps, *way[1:]) if thumb else way

    @cached_property
    def thumb(self) -> RuleOfThumb | None:
        """What one may reckon from the card of a fight; ``None`` where there is none."""
        return rule_of_thumb(self.text.card, self.answer, self.names) if self.text.card else None

    @cached_property
    def why(self) -> tuple[str, ...]:
        """Why the two do not add up, in the words of the question, as far as the way does not say it; of a fight how
        each change tells in one stroke and in the whole.
        """
        if self.text.card:
            return tuple(why_not_as_one_stroke(self.text.card, self.answer, self.names))
        if not self.answer.apart or isinstance(self.answer.results[0].check, Process) or opposed_throws(self.answer):
            return ()
        return tuple(Reasons(self.answer.named(*self.names)).on_the_dice())


def named(value: Value) -> str:
    """The figure that a value names, "" where it is a value itself.

    >>> named("{skill}"), named("sword")
    ('skill', '')
    """
    match = _FIGURE.fullmatch(value) if isinstance(value, str) else None
    return match[1] if match else ""


def names_in(text: str) -> list[str]:
    """The figures that words name in braces."""
    return _FIGURE.findall(text)
