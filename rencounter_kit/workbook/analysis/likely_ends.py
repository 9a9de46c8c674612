"""How a flow most likely ends, value by value of one thing that is set there."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from ...engine.words.errors import RuleError
from ...engine.work.progress import tell
from ..mechanics.flow import CheckFlow, Marks, StepSettings
from ..rulebook.book import Ruleset
from ..rulebook.text import Value


class Stretch(NamedTuple):
    """Numbers in a row with which the same end is the most likely one, or one value that is no number.

    first, last : the values.
    end : in words; why there is none where they cannot be.
    least, most : its chance among them.
    marks : of the figures that this rests on.
    """

    first: Value
    last: Any
    end: str
    least: Fraction
    most: Fraction
    marks: Marks = ()


def likely_ends(
    flow: CheckFlow,
    step: str,
    name: str,
    rules: Ruleset | None = None,
    settings: StepSettings | None = None,
    plans: Mapping[str, Value] | None = None,
    chosen: Mapping[str, str] | None = None,
) -> list[Stretch]:
    """The most likely end for each value of a parameter of a step, or of a plan where ``step`` is empty.

    rules, settings, plans : as for ``flow.begun``.
    chosen : the way that is gone already, as far as it can be.
    """
    stretches: list[Stretch] = []
    values = flow.parameter(step, name).values()
    for number, value in enumerate(values):
        tell(number, len(values))
        steps, planned = dict(settings or {}), dict(plans or {})
        if step:
            steps[step] = {**steps.get(step, {}), name: value}
        else:
            planned[name] = value
        try:
            start = flow.begun(rules, steps, planned)
            place = start.walked(chosen or {})[1]
            end, chance = max(start.ends(place).items(), key=lambda pair: pair[1])
            marks = start.ends_marks(place)[end]
        except RuleError as error:
            end, chance, marks = str(error), Fraction(0), ()
        last = stretches[-1] if stretches else None
        if last and last.end == end and type(value) is int:
            every = tuple(sorted({*last.marks, *marks}))
            stretches[-1] = Stretch(last.first, value, end, min(last.least, chance), max(last.most, chance), every)
        else:
            stretches.append(Stretch(value, value, end, chance, chance, marks))
    return stretches
