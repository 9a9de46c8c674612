"""Several values of a parameter in one text: a range such as ``3..10``, or words with commas between them."""

from __future__ import annotations

from ...engine.words.errors import RuleError
from ...engine.words.typed import cleaned, span_hint
from ..rulebook.text import Value
from .parameter import Parameter, Rows, SeveralChoices, Whole


def ranged(parameter: Parameter, text: str) -> Value:
    """``1..12`` and ``a,b`` as lists of values, anything else as one value.

    >>> from .registry import checks
    >>> skill = checks["rencounter.fire"].parameters["skill"]
    >>> ranged(skill, "3..5"), ranged(skill, "3, 7"), ranged(skill, "4")
    (range(3, 6), [3, 7], 4)
    """
    if isinstance(parameter, (SeveralChoices, Rows)):
        return parameter.read(text)
    text = cleaned(text)
    if isinstance(parameter, Whole) and (hint := span_hint(text)):
        raise RuleError(f"a range of {parameter.name} must be written with two dots; got {text}{hint}")
    low, dots, high = text.partition("..")
    if dots and isinstance(parameter, Whole):
        ends = (parameter.read(low), parameter.read(high))
        for end in ends:
            parameter.check(end)
        if ends[0] > ends[1]:
            raise RuleError(f"{parameter.name} must run from low to high; got {text}; try {high}..{low}")
        return range(ends[0], ends[1] + 1)
    return [parameter.read(part) for part in text.split(",")] if "," in text else parameter.read(text)
