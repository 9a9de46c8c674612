"""What a page without Jupyter has set: a check, house rules, and values; and what its controls show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ...engine.words.errors import RuleError
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.labels import FOLDS, heading_of, is_folded, label_of, options_of, shared_beginning, tooltips
from ...workbook.mechanics.links import Params, rules_of, value_of
from ...workbook.mechanics.parameter import GROUPS, Choice, Parameter, Rows, SeveralChoices, Whole, YesNo
from ...workbook.mechanics.registry import checks
from ...workbook.rulebook.book import Ruleset
from ...workbook.rulebook.text import Value

PageData = dict[str, Value]  # what a page is told, ready to be JSON


@dataclass(frozen=True)
class Setting:
    """A check by some rules, and the values that somebody has set.

    wrong : for what is set but cannot be, why.
    settings : what is set and can be.
    usual : all values that hold while nobody sets them.
    """

    check: Check
    rules: Ruleset
    settings: dict[str, Value]
    wrong: dict[str, str]
    usual: dict[str, Value]

    def __getitem__(self, name: str) -> Value:
        """What a control shows."""
        return self.settings.get(name, self.usual[name])

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        """What is asked."""
        return self.check.parameters

    def rests(self, name: str) -> bool:
        """Does it count for nothing, since another is given instead, or keeps it from counting?"""
        return self._instead(name) or self._is_ruled_out(name)

    def _instead(self, name: str) -> bool:
        return any(p.instead_of == name and self.holding(p.name) is not None for p in self.parameters.values())

    def _is_ruled_out(self, name: str) -> bool:
        other = self.parameters[name].only_with[0]
        return other in self.parameters and self.parameters[name].rests(self.holding(other))

    def holding(self, name: str) -> Any:
        """The value that counts."""
        if self._instead(name):
            return None
        return self.parameters[name].default if self._is_ruled_out(name) else self[name]

    @property
    def choices(self) -> dict[str, Value]:
        """What is not left to the rules and defaults."""
        choices = {name: self.holding(name) for name in self.settings}
        return choices | {name: None for name in self.parameters if self._instead(name)}

    @property
    def page_data(self) -> PageData:
        """What the controls show."""
        every = self.parameters.values()
        return {
            "values": {p.name: control_value(p, self[p.name]) for p in every},
            "rests": [p.name for p in every if self.rests(p.name)],
            "changed": {
                title: ", ".join(p.words for p in every if belongs(p) and p.name in self.settings)
                for title, belongs in FOLDS.items()
            },
            "wrong": self.wrong,
        }


@lru_cache(maxsize=16)
def ruled(stem: str, lines: str) -> Ruleset:
    """The rules of a game with lines of house rules."""
    return rules_of(checks.of(stem)[0].book, [lines])


def setting(id: str, params: Params, lines: str) -> Setting:
    """What is set; ``RuleError`` for no check and for lines that cannot be."""
    check = checks[id]
    rules = ruled(check.stem, lines)
    check = check.under(rules)
    parameters = check.parameters_by(rules)
    usual = {p.name: rules[p.path] if p.path else p.default for p in parameters.values()}
    right, wrong = dict[str, Value](), dict[str, str]()
    for name in (name for name in params if name in parameters):
        try:
            value = value_of(parameters[name], params[name])
        except RuleError as error:
            wrong[name] = str(error)
        else:
            if value != usual[name]:
                right[name] = value
    return Setting(check, rules, right, wrong, usual)


def control_value(p: Parameter, value: Value) -> Any:
    """A value for its control: lists and tables as one types them."""
    if isinstance(p, (SeveralChoices, Rows)) and value is not None:
        return str([list(one) if isinstance(one, tuple) else one for one in value]).replace("'", "")
    return value


def controls(check: Check, rules: Ruleset) -> list[PageData]:
    """The controls of a check in groups, what is seldom set in folds."""
    every, tips, hints = list(check.parameters_by(rules).values()), tooltips(check), set[str]()
    beginnings = {group: shared_beginning([p.name for p in every if p.group == group]) for group in GROUPS}

    def control(p: Parameter, name: str) -> PageData:
        title, hint = label_of(p, p.spelling.words(name), hints)
        return {"name": p.name, "title": title, "hint": hint, "tip": tips[p.name], **_kind(p)}

    groups: list[PageData] = [
        {
            "title": heading_of(group, beginnings[group], rules.spelling),
            "controls": [
                control(p, p.name.removeprefix(beginnings[group]))
                for p in every
                if p.group == group and not is_folded(p)
            ],
        }
        for group in GROUPS
    ]
    groups += [
        {"title": title, "fold": True, "controls": [control(p, p.name) for p in every if belongs(p)]}
        for title, belongs in FOLDS.items()
    ]
    return [group for group in groups if group["controls"]]


def _kind(p: Parameter) -> PageData:
    """What kind of control it is."""
    if isinstance(p, Choice) or (isinstance(p, Whole) and p.grades):
        options = [*([("not given", None)] if p.optional else []), *options_of(p)]
        return {"kind": "choice", "options": [[text, value] for text, value in options]}
    if isinstance(p, YesNo):
        return {"kind": "yes or no"}
    if isinstance(p, Whole):
        return {"kind": "number", "low": p.low, "high": p.high, "tick": p.tick if p.optional else "", "unit": p.unit}
    return {"kind": "text", "example": "[[-20, 10], [0, 50], [20, 90]]" if isinstance(p, Rows) else _example(p)}


def _example(p: Parameter) -> str:
    return ", ".join(map(str, p.choices[:3]))
