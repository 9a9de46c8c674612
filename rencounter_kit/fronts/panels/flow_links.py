"""A flow as it is set, and the way gone through it, as a line to send: a link or Python; and such a line taken in
again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text
from ...workbook.mechanics.address import FLOW, SentLine, read_of, written
from ...workbook.mechanics.flow import CheckFlow, StepSettings
from ...workbook.mechanics.links import Params, rules_in_python, rules_of, value_of
from ...workbook.rulebook.book import Ruleset
from ...workbook.rulebook.text import Value
from .page_state import page_link

STEPS, WAY = "steps", "way"
_DOT = "."  # in a link: between a step, or ``way``, and a name


class FlowSet(NamedTuple):
    """What is set of a flow: values by step (``""`` : the plans), the way gone by step, and lines of house rules.

    aside : what of a line was left aside, in a sentence.
    view : a step gone through that is looked at again.
    """

    settings: StepSettings
    way: Mapping[str, str]
    lines: str = ""
    aside: str = ""
    view: str = ""


def _others(flow: CheckFlow, now: FlowSet) -> dict[str, dict[str, Value]]:
    """What is not at its default, by step."""

    def usual(step: str, name: str) -> Value:
        parameters = flow.parameters(step)
        return parameters[name].default if name in parameters else False  # what house rules ask for is a yes or no

    others = {
        step: {name: v for name, v in values.items() if v != usual(step, name)} for step, values in now.settings.items()
    }
    return {step: values for step, values in others.items() if values}


def flow_address(flow: CheckFlow, now: FlowSet) -> str:
    """All that as a link to this page; empty where a link could not open it."""
    settings = {
        f"{step}{_DOT}{n}".lstrip(_DOT): v for step, set_ in _others(flow, now).items() for n, v in set_.items()
    }
    way = {f"{WAY}{_DOT}{name}": says for name, says in now.way.items()}
    return page_link(written(FLOW, flow.id, settings | way, now.lines))


def flow_python(flow: CheckFlow, now: FlowSet) -> str:
    """The same as Python."""
    steps = _others(flow, now)
    settings = {**steps.pop("", {}), **({STEPS: steps} if steps else {}), **({WAY: dict(now.way)} if now.way else {})}
    values = "".join(f", {name}={value!r}" for name, value in settings.items())
    return f'rk.flow("{flow.id}"{values}{rules_in_python(flow.stem, now.lines)})'


def flow_taken_in(flow: CheckFlow, line: str | SentLine) -> FlowSet:
    """What such a line says; ``RuleError`` where it is of another flow or says what cannot be."""
    line_read = read_of(line, flow.id, flow_python(flow, FlowSet({}, {})), "a link or Python")
    rules = rules_of(flow.steps[0].check.book, line_read.rules)
    settings, aside = line_read.without_foreign(_names(flow, rules), rules.spelling)
    steps = {step: dict(values) for step, values in _by_step(settings.pop(STEPS, {})).items()}
    way = dict(_by_name(WAY, settings.pop(WAY, {})))
    for name, value in settings.items():
        step, _, leaf = name.rpartition(_DOT)
        (way if step == WAY else steps.setdefault(step, {}))[leaf] = value
    values = {
        step: {name: value_of(flow.parameter(step, name, rules).by(rules), value) for name, value in set_.items()}
        for step, set_ in steps.items()
    }
    return FlowSet(values, flow.tested_way(way), rules.lines, aside)


def _names(flow: CheckFlow, rules: Ruleset) -> list[str]:
    """All that a link may name."""
    of_steps = [f"{step.name}{_DOT}{name}" for step in flow.steps for name in flow.parameters(step.name, rules)]
    return [STEPS, WAY, *flow.plans, *of_steps, *(f"{WAY}{_DOT}{step.name}" for step in flow.steps)]


def _by_step(setting: Value) -> Mapping[str, Params]:
    return {step: _by_name(step, values) for step, values in _by_name(STEPS, setting).items()}


def _by_name(what: str, setting: Value) -> Mapping[str, Value]:
    """Values by name, where a line could say anything."""
    if not isinstance(setting, dict) or not all(isinstance(name, str) for name in setting):
        raise RuleError(f'{what} must be values by name; got {as_text(setting)}; try {{"name": value}}')
    return setting
