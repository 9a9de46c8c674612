"""The section of one check in the book of odds: all that is told of it, as plain texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any, NamedTuple

from ...engine.words.wording import chance_words, first_up, number_text
from ...workbook.analysis.answer_text import BOOK, OURS
from ...workbook.mechanics.check import Check, Result
from ...workbook.mechanics.labels import heading_of, is_folded, title_of
from ...workbook.mechanics.links import command
from ...workbook.mechanics.mentions import mentions
from ...workbook.mechanics.parameter import GROUPS, QUESTION, Choice, Parameter, Whole
from ...workbook.mechanics.processes.process import Process
from ...workbook.rulebook.book import Ruleset
from .. import charts
from .about import About, about, value_text
from .clock import Clock
from .odds import Odds, odds
from .open_points import OpenPoint, unclear
from .worths import CountedModifier, ParameterSwing, ValueWorth, counted, worths

_VALUES = 16  # of a choice that are named one by one
_EVENTS, _TELLING = 6, 5
_LONGER = 4  # times as long may be worked on a fight
_FIGURE = re.compile(r"\d")  # what is only reckoned, such as "AV 13 against DV 12", nobody looks up
_TIMES = re.compile(r" \(x -?\d+\)$")  # how often a modifier counts


class Ask(NamedTuple):
    """One thing that a check asks: its name, what it may be, what it usually is and what it means; and what it is
    worth.

    goes_with : what must be said besides for it to count.
    """

    title: str
    values: str
    usual: str
    help: str
    goes_with: str = ""
    rows: Sequence[ValueWorth] = ()


class SituationSum(NamedTuple):
    """A sum of modifiers in the situation: what it is for, what counts, and what it comes to."""

    roll: str
    counts: Sequence[CountedModifier]
    comes_to: str


class Picture(NamedTuple):
    """A picture as SVG, and in words."""

    svg: str
    alt: str


class PrintedAnswer(NamedTuple):
    """An answer: by whose rules, its headline, and its other events."""

    whose: str
    headline: str
    more: str


class CheckSection(NamedTuple):
    """What the book says of a check.

    whose : by whose rules its figures are: two where the house rules change any.
    about : what they are told of; ``None`` where there was no answer in time, and then all that follows is empty.
    late : what was begun and left out.
    others : what else can be asked of it, with the answer.
    telling : what moves the answer most, and how far.
    """

    check: Check
    number: int
    asks: Sequence[tuple[str, Sequence[Ask]]]
    whose: Sequence[str]
    about: About | None
    late: Sequence[str]
    answers: Sequence[PrintedAnswer] = ()
    sums: Sequence[SituationSum] = ()
    steps: Sequence[str] = ()
    also: Sequence[tuple[str, Sequence[str]]] = ()
    picture: Picture | None = None
    others: Sequence[tuple[str, str]] = ()
    telling: Sequence[str] = ()
    odds: Sequence[Odds] = ()
    unclear: Sequence[OpenPoint] = ()
    command: str = ""

    @property
    def anchor(self) -> str:
        """Where links lead."""
        return self.check.id.replace(".", "-")

    @property
    def changes(self) -> bool:
        """Do the house rules change anything that is told here?"""
        return len(self.whose) > 1

    @property
    def terms(self) -> list[str]:
        """What the index says of it: what is asked, and what counts."""
        titles = [ask.title for _, asks in self.asks for ask in asks]
        counts = [one.label for each in self.sums for one in each.counts]
        counts += [one.label for _, asks in self.asks for ask in asks for row in ask.rows for one in row.counts]
        names = (_TIMES.sub("", label).partition(":")[0] for label in counts)
        return list(dict.fromkeys([*titles, *(name for name in names if not _FIGURE.search(name))]))


def section(check: Check, number: int, rules: Ruleset, seconds: float) -> CheckSection:
    """The section of a check.

    rules : the book, or with house rules.
    seconds : that may be worked on it.

    >>> from rencounter_kit import checks, rules
    >>> one = section(checks["traveller.to_hit"], 1, rules("traveller"), 10)
    >>> one.answers[0].headline, one.odds[0].down, one.telling[0]
    ('Hits 5 times in 12 (41.7 %, 5/12)', 'weapon skill (levels)', 'characteristic DM (100 points)')
    """
    clock = Clock(seconds * (_LONGER if isinstance(check, Process) else 1))
    check = check.under(rules)
    own = [rule for rule in rules.house_rules if rule.adds or mentions(check, rule.path)]
    subject = about(check, [check.book, rules] if own else [check.book], clock)
    if subject is None:
        return CheckSection(check, number, _asks(check, rules, ()), [BOOK], None, clock.late)
    moved = worths(subject, clock)
    grids = odds(subject, moved, clock)
    others = _others(subject, clock)
    if own and not _tells(subject, moved, grids):
        subject = subject.by_one
        moved, grids = [_one_of(one) for one in moved], [_odds_of(one) for one in grids]
    explanation = subject.result.explain()
    sums = [(check.spelling.spelt_out(roll), each) for roll, each in explanation.by_roll]
    return CheckSection(
        check,
        number,
        _asks(check, rules, moved),
        [BOOK, OURS][: len(subject.results)],
        subject,
        clock.late,
        [_answered(who, result) for who, result in subject.answer.each],
        [SituationSum(roll, [counted(entry) for _, entry, _ in rows], str(rows[-1][2])) for roll, rows in sums],
        explanation.steps,
        [(citation, [values for _, values in figures]) for citation, figures in explanation.also.items()],
        _picture(subject),
        others,
        _telling(subject, moved),
        grids,
        unclear(subject, clock),
        command(check, subject.params, subject.counts_by.lines),
    )


def _others(subject: About, clock: Clock) -> list[tuple[str, str]]:
    """What else can be asked of a check that is asked in several ways, with the answer."""
    question = subject.parameters().get(QUESTION)
    if question is None:
        return []
    rows = []
    for value in (value for value in question.values() if value != subject.result.params[QUESTION]):
        query = partial(subject.check, rules=subject.counts_by, **{**subject.params, QUESTION: value})
        if result := clock.within(f"the answer asked for {question.text(value)}", 0.3, query):
            rows.append((question.text(value), first_up(result.headline)))
    return rows


def _telling(subject: About, moved: Iterable[ParameterSwing]) -> list[str]:
    """What moves the answer most."""
    unit = " points" if subject.reader.is_chance else ""
    far = [
        (title_of(one.parameter.words, one.parameter.spelling), one.swing * (100 if unit else 1))
        for one in moved
        if one.swing
    ]
    return (
        [f"{title} ({number_text(swing, 3)}{unit})" for title, swing in far[:_TELLING]]
        if subject.reader.measure
        else []
    )


def _answered(owner: str, result: Result) -> PrintedAnswer:
    more = [
        f"{result.check.words(name)} {chance_words(p, often=True)}" for name, p in result.events.items() if 0 < p < 1
    ]
    others = [one for one in more if one != result.headline][:_EVENTS]
    return PrintedAnswer(owner, first_up(result.headline), "; ".join([*others, *filter(None, [result.average])]))


# Where the house rules change nothing --------------------------------------------------------------------------------


def _tells(subject: About, moved: Iterable[ParameterSwing], grids: Iterable[Odds]) -> bool:
    """Do the figures by the book and by house rules differ anywhere?"""
    if subject.results[0].dist != subject.results[-1].dist:
        return True
    changes = (row.changes for one in moved for row in one.rows)
    cells = (cell.each for grid in grids for _, row in grid.rows for cell in row)
    return any(len(set(each)) > 1 for kind in (changes, cells) for each in kind)


def _one_of(moved: ParameterSwing) -> ParameterSwing:
    return moved._replace(rows=[row._replace(changes=row.changes[:1]) for row in moved.rows])


def _odds_of(grid: Odds) -> Odds:
    return grid._replace(rows=[(head, [c._replace(each=c.each[:1]) for c in row]) for head, row in grid.rows])


# What is asked --------------------------------------------------------------------------------------------------------


def _asks(check: Check, rules: Ruleset, moved: Iterable[ParameterSwing]) -> list[tuple[str, list[Ask]]]:
    """What is asked in groups, as on a panel, but for rulings, which have a place of their own."""
    worth = {one.parameter.name: one for one in moved}
    parameters = [p for p in check.parameters_by(rules).values() if p.group != "ruling"]
    groups = [(heading_of(group), [p for p in parameters if p.group == group and not is_folded(p)]) for group in GROUPS]
    groups.append(("Rarely used", [p for p in parameters if is_folded(p)]))
    return [(heading, [_ask(p, worth.get(p.name)) for p in each]) for heading, each in groups if each]


def _ask(p: Parameter, moved: ParameterSwing | None) -> Ask:
    title = "what is asked" if p.name == QUESTION else title_of(p.words, p.spelling)
    usual = "" if p.default is None and p.optional else value_text(p, p.default)
    ask = Ask(title, _may_be(p), usual, p.spelling.in_sentence(p.help))
    return ask._replace(goes_with=moved.goes_with, rows=moved.rows) if moved else ask


def _may_be(p: Parameter) -> str:
    """What it may be, in words."""
    unit = f" {p.unit}" if p.unit else ""
    if isinstance(p, Whole):
        grades = dict(p.grades)
        low, high = (f"{n} {grades[n]}" if n in grades else str(n) for n in (p.low, p.high))
        return f"{low} to {high}{unit}"
    if isinstance(p, Choice):
        names = [value_text(p, choice) for choice in p.choices]
        few = names if len(names) <= _VALUES else names[: _VALUES - 2]
        return ", ".join(few) + (f" and {len(names) - len(few)} more" if len(few) < len(names) else "") + unit
    return p.spelling.in_sentence(p.wanted) if not p.values() else "yes or no"


# The picture ----------------------------------------------------------------------------------------------------------


def _picture(subject: About) -> Picture | None:
    """The chance of each outcome; nothing where the answer is certain."""
    answer = subject.answer
    if all(len(result.dist) == 1 for _, result in answer.each):
        return None
    bars = charts.answer_bars(answer, answer.drawn())
    return drawn_as_svg(_chart(charts.SmallBars.height_for(bars)), bars)


@cache
def _chart(height: int) -> charts.SmallBars:
    chart = charts.SmallBars()
    chart.height = height
    return chart


def drawn_as_svg(chart: charts.Chart[Any], figures: Any) -> Picture:
    """A picture to stand within a page: without what stands before it in a file."""
    svg = chart.draw(replace(figures, title="")).decode()  # the page has it
    return Picture(svg[svg.index("<svg") :], chart.alt(figures))
