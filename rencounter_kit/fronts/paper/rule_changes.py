"""The house rules in force, as they are printed."""

from __future__ import annotations

from typing import NamedTuple

from ...workbook.rulebook.book import Ruleset
from ...workbook.rulebook.procedures import Procedure


class RuleChange(NamedTuple):
    """A house rule in force: what it is, by the book and now, where in the rules, and its path; ``now`` is "" for a
    roll put in, which its label tells.
    """

    label: str
    before: str
    now: str
    source: str
    path: str

    @property
    def text(self) -> str:
        """What it is, and where that stands in the rules: several figures may bear one name."""
        return f"{self.label} ({self.source})"


def changed(rules: Ruleset) -> list[RuleChange]:
    """All that house rules change, in their order.

    >>> from rencounter_kit import rules
    >>> changed(rules("rencounter").with_house_rules("fire.range.long = -3"))
    [RuleChange(label='long range', before='-4', now='-3', source='Fire Combat: Range', path='fire.range.long')]
    """
    return [
        RuleChange(
            rule.description,
            rule.before,
            "" if isinstance(rule.adds, Procedure) else rule.value_text,
            (rule.was or rule).source,
            rule.path,
        )
        for rule in rules.house_rules
    ]
