"""The values of a parameter that stand down or across a table, or that slides step through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ...engine.words.errors import RuleError
from ...engine.words.typed import cleaned
from ...engine.words.wording import as_text
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.labels import options_of
from ...workbook.mechanics.parameter import Parameter, Rows, SeveralChoices, Whole
from ...workbook.mechanics.ranges import ranged


class TableAxis(NamedTuple):
    """A parameter, the values of it that are asked, and words for both."""

    parameter: Parameter
    values: Sequence[Any]
    label: str
    words: Sequence[str]


def axis_of(check: Check, parameters: Mapping[str, Parameter], where: str, setting: str, most: int) -> TableAxis:
    """The values of a parameter that a text names: all of them, or those behind its =."""
    name, equals, text = setting.partition("=")
    parameter = parameters[check.name_of(cleaned(name))]
    values = ranged(parameter, text) if equals else parameter.values()
    if isinstance(parameter, (SeveralChoices, Rows)) or not isinstance(values, (range, list, tuple)):
        raise RuleError(f"{where} must be a parameter with several values; got {as_text(setting)}; try skill=3..10")
    if len(values) > most:
        fewer = f"{parameter.name}={values[0]}..{values[most - 1]}" if isinstance(parameter, Whole) else "fewer of them"
        raise RuleError(f"{where} must have at most {most} values; got {len(values)} of {parameter.name}; try {fewer}")
    values = tuple(dict.fromkeys(map(parameter.check, values)))
    labels = {} if bool in map(type, values) else {value: text for text, value in options_of(parameter)}
    label = parameter.words
    clear_unit = where == "down" or parameter.unit in ("points", "percent") or parameter.unit in label
    unit = "" if clear_unit or label in parameter.unit else f" ({parameter.unit})"
    return TableAxis(
        parameter,
        values,
        label + unit,
        [labels.get(value, parameter.spelling.value(value)) for value in values],
    )
