"""The reasons for an answer: a running sum with sources, what it means on the dice, and the chances."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, groupby

from ...engine.dice.dist import Figure
from ...engine.files.folders import static_text
from ...engine.formats.html_table import Across, Html, StyledCell, html_table
from ...engine.formats.table import ExactTable
from ...engine.words.wording import Spelling
from ..rulebook.book import Rule
from ..rulebook.rule_words import citation_of, rules_text
from .modifiers import Entry, entry_text
from .no_effect import NoEffect

_NO_EFFECT = "changes nothing"


@dataclass(eq=False, repr=False)
class Explanation:
    """Why an answer is what it is; prints as text, shows as a table in a notebook.

    head : what was asked, and where that stands.
    modifiers : in order.
    numbers : target numbers worth saying, by name.
    steps : target numbers in words.
    tables : path and rules of each table and figure that counts besides.
    chances : outcome in words to chance in words.
    rounding : why these do not add up to 100 %, where they do not.
    headline : the answer in a sentence.
    average : its mean, where that does not say it.
    marks : what is marked, with why, and what there is to do for a game that was not verified.
    house : the house rules in force.
    find_no_effects : finds what is set and changes nothing.
    spelling : how the names of the game are read.

    ``rows`` : (roll, modifier, running sum) in order; ``by_roll`` : together, ``sums`` : what each roll comes to.
    ``also`` : of each source what counts besides, path and words.
    """

    head: str
    modifiers: Sequence[Entry]
    numbers: Sequence[tuple[str, int]]
    steps: Sequence[str]
    tables: Iterable[tuple[str, Sequence[Rule]]]
    chances: Sequence[tuple[str, str]]
    rounding: str
    headline: str
    average: str
    marks: Sequence[str]
    house: Sequence[str]
    find_no_effects: Callable[[], Sequence[NoEffect]]
    spelling: Spelling

    @cached_property
    def rows(self) -> list[tuple[str, Entry, Figure]]:
        """Roll, modifier and running sum, in order."""
        groups = ((roll, list(group)) for roll, group in groupby(self.modifiers, key=lambda e: e.roll))
        sums = ((roll, entries, accumulate(e.value for e in entries)) for roll, entries in groups)
        return [(roll, *one) for roll, entries, so_far in sums for one in zip(entries, so_far, strict=True)]

    @property
    def by_roll(self) -> list[tuple[str, list[tuple[str, Entry, Figure]]]]:
        """Each roll with its rows."""
        return [(roll, list(rows)) for roll, rows in groupby(self.rows, key=lambda row: row[0])]

    @cached_property
    def also(self) -> dict[str, list[tuple[str, str]]]:
        """What counts besides: of each source path and words."""
        figures: dict[str, list[tuple[str, str]]] = {}
        for path, rules in self.tables:
            if text := rules_text(rules):
                figures.setdefault(citation_of(rules), []).append((path, text))
        return figures

    @property
    def sums(self) -> dict[str, Figure]:
        """What the modifiers of each roll come to."""
        return {roll: rows[-1][2] for roll, rows in self.by_roll}

    @cached_property
    def no_effects(self) -> Sequence[NoEffect]:
        """What is set and changes nothing."""
        return self.find_no_effects()

    def __str__(self) -> str:
        lines = [self.head, ""]
        for roll, rows in self.by_roll:
            lines.append(self.spelling.spelt_out(roll))
            lines += ["  " + entry_text(entry) for _, entry, _ in rows]
            lines += [f"  = {rows[-1][2]}", ""]
        if self.no_effects:
            lines += [_NO_EFFECT, *(f"     0 {one}" for one in self.no_effects), ""]
        numbers = [f"{self.spelling.words(name)} {number}" for name, number in self.numbers]
        lines += ["; ".join(numbers), ""] if numbers else []
        lines += [*self.steps, ""] if self.steps else []
        lines += ["also used"] if self.also else []
        lines += [f"  {text}  {citation}" for citation, figures in self.also.items() for _, text in figures]
        lines += [""] if self.also else []
        width = max(len(name) for name, _ in self.chances)
        lines += [f"{name:<{width}}  {chance}" for name, chance in self.chances]
        lines += [self.rounding] if self.rounding else []
        lines += ["", self.headline, *filter(None, [self.average])]
        lines += [f"! {mark}" for mark in self.marks]
        lines += [f"house rule: {line}" for line in self.house]
        return "\n".join(lines)

    def as_table(self) -> ExactTable:
        """Each modifier with its source, to be written in any format."""
        headings = ("sum", "modifier", "number", "so far", "source")
        lines = [
            (self.spelling.spelt_out(roll), one.label, one.value, reached, one.citation)
            for roll, one, reached in self.rows
        ]
        idle = [(_NO_EFFECT, f"{one.label} ({one.why})", "0", "", one.would_count) for one in self.no_effects]
        read = [
            (roll, label, entry.number, str(reached), text)
            for (roll, label, _, reached, text), (_, entry, _) in zip(lines, self.rows, strict=True)
        ]
        return ExactTable(
            headings, [*lines, *idle], self.head, [*self.marks, *self.house], read=[headings, *read, *idle]
        )

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        style = f"<style>{static_text('workbook/mechanics', 'explanation.css')}</style>"
        return f'<div class="rk-explanation">{style}{self.sums_html()}{self.chances_html()}</div>'

    def sums_html(self) -> str:
        """The running sums, one row a modifier, with its source."""
        rows: list[StyledCell | Across] = []
        for roll, group in self.by_roll:
            rows.append(Across(self.spelling.spelt_out(roll), "rk-roll"))
            for _, entry, reached in group:
                cells = (entry.number, entry.label, str(reached), _with_path(entry.citation, entry.rule))
                rows.append(StyledCell(cells, "rk-house" if entry.rule and entry.rule.was else ""))
        if self.no_effects:
            rows.append(Across(_NO_EFFECT, "rk-roll"))
        for one in self.no_effects:
            why = "; ".join(filter(None, [one.why, one.would_count]))
            rows.append(StyledCell(("0", one.label, "", _with_path(why, one.rule)), ""))
        notes = "".join(f"<p>{html.escape(step)}</p>" for step in self.steps)
        notes += "".join(map(_also_html, self.also, self.also.values()))
        notes += "".join(f'<p class="rk-mark">{html.escape(mark)}</p>' for mark in self.marks)
        return (html_table(("modifier", "reason", "total", "rule"), rows, "rk-sums") if rows else "") + notes

    def chances_html(self) -> str:
        """The outcomes and their chances."""
        rounding = f"<p>{self.rounding}</p>" if self.rounding else ""
        return html_table(("outcome", "chance"), self.chances, "rk-chances") + rounding


def _with_path(says: str, rule: Rule | None) -> Html:
    """Words, and behind them the path of the figure that they are about."""
    return Html(html.escape(says) + (f" <code>{rule.path}</code>" if rule else ""))


def _also_html(citation: str, figures: Iterable[tuple[str, str]]) -> str:
    """What counts besides, of one section; the path, for a house rule, is the tip of each."""
    each = "; ".join(f'<span title="{html.escape(path)}">{html.escape(text)}</span>' for path, text in figures)
    return f'<p class="rk-table">also used: {each} ({html.escape(citation)})</p>'
