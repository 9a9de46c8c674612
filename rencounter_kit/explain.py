"""The reasons for an answer: a running sum with sources, what it means on the dice, and the chances."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, Any

from .modifiers import Entry, entry_text
from .rules import Rule
from .wording import chance_text, words

if TYPE_CHECKING:
    from .result import Result


def _by_citation(tables: Iterable[tuple[str, Sequence[Rule]]]) -> dict[str, list[str]]:
    """The tables and figures of each section."""
    found: dict[str, list[str]] = {}
    for path, rules in tables:
        found.setdefault(" / ".join(dict.fromkeys(rule.citation for rule in rules)), []).append(path)
    return found


class Explanation:
    """Why an answer is what it is; prints as text, shows as a table in a notebook.

    ``rows`` : (roll, modifier, running sum) in order. ``steps`` : the target numbers in words. ``chances`` : outcome
    in words to chance in words. ``marks`` : figures that are assumed, reconstructed or placeholders, with why.
    """

    def __init__(self, result: Result) -> None:
        self.result = result
        self.rows: list[tuple[str, Entry, Any]] = []
        for roll, group in groupby(result.modifiers, key=lambda e: e.roll):
            counted = list(group)
            sums = accumulate(e.value for e in counted)
            self.rows += [(roll, entry, reached) for entry, reached in zip(counted, sums, strict=True)]
        self.steps = list(result.check.says(result.targets, result.rules))
        self.tables = [(", ".join(paths), citation) for citation, paths in _by_citation(result.tables).items()]
        self.chances = [(result.check.words(o), chance_text(p)) for o, p in result.dist.items()]
        self.marks = self._marks()

    def _marks(self) -> list[str]:
        """Each figure with a mark that this answer rests on."""
        return [f"{rule.mark}: {rule.label}" + (f" ({rule.note})" if rule.note else "") for rule in self.result.marked]

    @property
    def house(self) -> list[str]:
        """The house rules in force, a line each."""
        return [str(rule) for rule in self.result.rules.house_rules]

    def __str__(self) -> str:
        result = self.result
        lines = [f"{result.check.id}: {result.check.title}  ({result.rules.title}: {result.check.source})", ""]
        for roll, group in groupby(self.rows, key=lambda row: row[0]):
            counted = list(group)
            lines.append(roll)
            lines += ["  " + entry_text(entry) for _, entry, _ in counted]
            lines += [f"  = {counted[-1][2]}", ""]
        numbers = [f"{words(name)} {number}" for name, number in self.plain_targets()]
        lines += ["; ".join(numbers), ""] if numbers else []
        lines += [*self.steps, ""] if self.steps else []
        lines += [f"{names}: {citation}" for names, citation in self.tables]
        lines += [""] if self.tables else []
        width = max(len(name) for name, _ in self.chances)
        lines += [f"{name:<{width}}  {chance}" for name, chance in self.chances]
        lines += ["", result.headline]
        lines += [f"! {mark}" for mark in self.marks]
        lines += [f"house rule: {line}" for line in self.house]
        return "\n".join(lines)

    def plain_targets(self) -> list[tuple[str, Any]]:
        """Target numbers worth saying: sums, and other whole numbers that are not 0."""
        named = zip(self.result.check.targets, self.result.targets, strict=True)
        sums = self.result.check.sums
        return [(name, number) for name, number in named if type(number) is int and (number or name in sums)]

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        left = "<style>.rk-explanation td, .rk-explanation th { text-align: left !important; }</style>"
        return f'<div class="rk-explanation">{left}{self.sums_html()}{self.chances_html()}</div>'

    def sums_html(self) -> str:
        """The running sums, one row a modifier, with its source."""
        rows = []
        for roll, group in groupby(self.rows, key=lambda row: row[0]):
            rows.append(f'<tr class="rk-roll"><th colspan="4" scope="rowgroup">{html.escape(roll)}</th></tr>')
            for _, entry, reached in group:
                house = ' class="rk-house"' if entry.rule and entry.rule.was else ""
                path = f" <code>{entry.rule.path}</code>" if entry.rule else ""
                rows.append(
                    f"<tr{house}><td>{entry.number}</td><td>{html.escape(entry.label)}</td><td>{reached}</td>"
                    f"<td>{html.escape(entry.citation)}{path}</td></tr>"
                )
        said = "".join(f"<p>{html.escape(step)}</p>" for step in self.steps)
        said += "".join(
            f'<p class="rk-table">also counts: <code>{html.escape(names)}</code> {html.escape(citation)}</p>'
            for names, citation in self.tables
        )
        said += "".join(f'<p class="rk-mark">{html.escape(mark)}</p>' for mark in self.marks)
        if not rows:
            return said
        head = "<tr><th>counts</th><th>what</th><th>sum</th><th>from</th></tr>"
        return f'<table class="rk-sums">{head}{"".join(rows)}</table>{said}'

    def chances_html(self) -> str:
        """The outcomes and their chances."""
        rows = "".join(f"<tr><td>{html.escape(n)}</td><td>{c}</td></tr>" for n, c in self.chances)
        return f'<table class="rk-chances"><tr><th>outcome</th><th>chance</th></tr>{rows}</table>'
