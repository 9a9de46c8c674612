"""What a section of the book of odds is about: a check in one situation, by the book and by house rules, and how it is
read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain, count, islice
from typing import NamedTuple

from ...engine.dice.dist import Dist
from ...engine.words.errors import RuleError
from ...engine.words.wording import number_text, percent_text, points_figure
from ...workbook.analysis.answer_text import AnswerText
from ...workbook.analysis.effects import distance, of_each_kind
from ...workbook.analysis.grid import Grid
from ...workbook.analysis.measure import Measure, measure
from ...workbook.analysis.situations import USUAL, NamedSituation, in_words, named, tried, unnamed
from ...workbook.mechanics.check import Check, Result
from ...workbook.mechanics.labels import options_of
from ...workbook.mechanics.mentions import read_at
from ...workbook.mechanics.parameter import Choice, Parameter, Whole
from ...workbook.mechanics.processes.process import Process
from ...workbook.mechanics.space import CannotTellError, Space
from ...workbook.rulebook.book import Ruleset, Value
from .clock import Clock

_OPEN = (Fraction(1, 20), Fraction(19, 20))  # between these a chance shows best what moves it
_TRIED, _STAGES = 30, 2  # other situations in which house rules, or another reading, are looked for
_QUICK = 0.07  # seconds in which a fight is followed whose other answers are all asked


class BareAnswer(NamedTuple):
    """An answer without its reasons."""

    dist: Dist
    space: Space


@dataclass(frozen=True)
class Reader:
    """How the answers of a check are read: by one chance or the mean, or where there is neither, as they are."""

    check: Check
    measure: Measure | None

    @property
    def words(self) -> str:
        """What is read, in words."""
        return self.measure.words if self.measure else "the answer"

    @property
    def is_chance(self) -> bool:
        """Is it a chance?"""
        return self.measure is not None and self.measure.outcome is not None

    def figure(self, point: BareAnswer | None) -> Fraction | None:
        """The exact figure; ``None`` where there is none."""
        try:
            return self.measure.of_dist(*point) if self.measure and point else None
        except CannotTellError:
            return None

    def text(self, point: BareAnswer | None) -> str:
        """An answer within a table; empty where there is none."""
        figure = self.figure(point)
        if figure is not None:
            return percent_text(figure) if self.is_chance else number_text(figure)
        return self.answer(point) if point and not self.measure else ""

    def answer(self, point: BareAnswer) -> str:
        """The likeliest outcome, with its chance where it is not certain."""
        likeliest = max(point.dist, key=lambda outcome: point.dist[outcome])
        chance = point.dist[likeliest]
        return self.check.words(likeliest) + (f" ({percent_text(chance)})" if chance != 1 else "")

    def swing(self, points: Sequence[BareAnswer]) -> Fraction:
        """How far apart the farthest of some answers are, from 0."""
        figures = [figure for figure in map(self.figure, points) if figure is not None]
        if figures:
            return max(figures) - min(figures)
        return max((_apart(points[0], point) for point in points[1:]), default=Fraction(0))

    def change(self, before: BareAnswer, after: BareAnswer) -> str:
        """What changes, in points of a hundred or as it is; of what is not read first, that which changes most. Empty
        where all is the same.
        """
        was, now = self.figure(before), self.figure(after)
        if was is not None and now is not None and was != now:
            return points_figure(now - was) if self.is_chance else number_text(now - was, 3, sign=True)
        if before.dist == after.dist:
            return ""
        if len(after.dist) == 1 and len(before.dist) == 1:
            return self.answer(after)
        events = [name for name in self.check.events_of(before.space) if name in self.check.events_of(after.space)]
        moved = [
            (self.check.figure(one, *after) - self.check.figure(one, *before), self.check.words(one)) for one in events
        ]
        if not any(change for change, _ in moved):
            every = dict.fromkeys([*before.dist, *after.dist])
            moved = [(after.dist[one] - before.dist[one], self.check.words(one)) for one in every]
        change, what = max(moved, key=lambda one: abs(one[0]))
        return f"{what}: {points_figure(change)}"


def _apart(one: BareAnswer, other: BareAnswer) -> Fraction:
    every = {*one.dist, *other.dist}
    return sum((abs(one.dist[outcome] - other.dist[outcome]) for outcome in every), Fraction(0)) / 2


@dataclass(frozen=True)
class About:
    """A check in the situation that its section is about.

    rulesets : the book, and beside it house rules where there are any that it may ask for.
    results : the answer by each.
    quick : is it answered at once?
    """

    check: Check
    rulesets: Sequence[Ruleset]
    situation: NamedSituation
    results: Sequence[Result]
    reader: Reader
    quick: bool

    @property
    def params(self) -> Mapping[str, Value]:
        return self.situation.params

    @property
    def is_process(self) -> bool:
        """Does it go on over turns?"""
        return isinstance(self.check, Process)

    @property
    def counts_by(self) -> Ruleset:
        """The rules by which reasons are told."""
        return self.rulesets[-1]

    @property
    def result(self) -> Result:
        """The answer whose reasons are told."""
        return self.results[-1]

    @property
    def by_one(self) -> About:
        """The same by the book alone, where house rules say the same."""
        return replace(self, rulesets=self.rulesets[:1], results=self.results[:1])

    @property
    def answer(self) -> AnswerText:
        """The answer, and beside it that by the book."""
        return AnswerText(self.result, self.results[0] if len(self.results) > 1 else None)

    @property
    def in_words(self) -> str:
        """The situation in words."""
        words = in_words(self.check, self.params)
        if self.situation.name == USUAL or not self.params:
            return USUAL
        return words if self.situation.name == words else f"{self.situation.name} ({words})"

    def parameters(self) -> Mapping[str, Parameter]:
        """What is asked, by the rules by which reasons are told."""
        return self.check.parameters_by(self.counts_by)

    def grids(self, axes: Mapping[str, Sequence[Value]], fixed: Mapping[str, Value]) -> list[list[BareAnswer | None]]:
        """By each ruleset the answers for all combinations; ``RuleError`` where there is none."""
        parameters = self.check.parameters_by(*self.rulesets)
        return [
            [
                point and BareAnswer(*point)
                for point in Grid(self.check, rules, axes, fixed, parameters=parameters).answers()
            ]
            for rules in self.rulesets
        ]


def about(check: Check, rulesets: Sequence[Ruleset], clock: Clock) -> About | None:
    """The situation in which what a check asks shows best: the usual one, or the first named one in which the dice, and
    the house rules, have something to say. ``None`` where there is no answer in time.
    """
    best: tuple[tuple[bool, bool, bool], list[Result], NamedSituation] | None = None
    start = clock.left
    for situation in chain(named(check), _others(check, rulesets)):
        results = clock.within("other situations", 0.5, partial(_answers, situation, rulesets))
        if not results:
            continue
        rank = _rank(check, results)
        if best is None or rank > best[0]:
            best = rank, results, situation
        if all(rank):
            break
    if best is None:
        return None
    _, results, situation = best
    quick = not isinstance(check, Process) or _is_quick(check, rulesets, clock, start)
    return About(check, rulesets, situation, results, _reader(results[-1]), quick)


def near(check: Check, path: str) -> Iterator[NamedSituation]:
    """Situations without a name in which a rule is read, the plainest first."""
    for some in islice(tried(check).reading(path), _STAGES):
        yield from (unnamed(check, params) for params in of_each_kind(some)[:_TRIED])


def _others(check: Check, rulesets: Sequence[Ruleset]) -> Iterator[NamedSituation]:
    """Situations without a name in which the house rules are asked for; of a fight none."""
    if len(rulesets) > 1 and not isinstance(check, Process):
        yield from (situation for rule in rulesets[-1].house_rules for situation in near(check, read_at(rule)))


def _rank(check: Check, results: Sequence[Result]) -> tuple[bool, bool, bool]:
    """How much a situation shows: do the house rules tell, is a chance open, do the dice decide?"""
    reader, dist = _reader(results[-1]), results[-1].dist
    figure = reader.figure(BareAnswer(dist, results[-1].space))
    is_open = figure is not None and (not reader.is_chance or _OPEN[0] <= figure <= _OPEN[1])
    tells = len(results) == 1 or distance(results[0], results[-1]) > 0
    return tells, is_open and len(dist) > 1, len(dist) > 1


def _is_quick(check: Check, rulesets: Sequence[Ruleset], clock: Clock, start: float) -> bool:
    """Is a fight followed so soon that all its parameters can be asked? The first of its situations and the last say
    so.
    """
    first, before = start - clock.left, clock.left
    answered = clock.within("other situations", 0.3, partial(_answers, named(check)[-1], rulesets))
    return answered is not None and max(first, before - clock.left) < _QUICK * len(rulesets)


def _answers(situation: NamedSituation, rulesets: Sequence[Ruleset]) -> list[Result] | None:
    """The answer by each ruleset; ``None`` where one of them has none."""
    results = [situation.ask(rules) for rules in rulesets]
    return [one for one in results if one is not None] if None not in results else None


def _reader(result: Result) -> Reader:
    try:
        return Reader(result.check, measure(result))
    except RuleError:  # there is nothing to measure by itself
        return Reader(result.check, None)


def value_text(p: Parameter, value: Value) -> str:
    """A value of a parameter in words."""
    if isinstance(p, (Whole, Choice)) and type(value) in (int, str):
        return next((text for text, one in options_of(p) if one == value), p.spelling.value(value))
    return p.spelling.value(value)


def thinned(values: Sequence[Value], most: int, current: Value) -> list[Value]:
    """So many of some values at most, from the first to the last, the present one among them.

    >>> thinned(range(1, 21), 5, 9)
    [1, 6, 9, 15, 20]
    """
    if len(values) <= most:
        return list(values)
    places = [round(n * (len(values) - 1) / (most - 1)) for n in range(most)]
    if current in values and (at := values.index(current)) not in places:
        inner = places[1:-1] or places
        places[places.index(min(inner, key=lambda place: abs(place - at)))] = at
    return [values[place] for place in sorted(places)]


def round_values(values: Sequence[int], most: int, current: Value, moves: tuple[int, int] | None = None) -> list[int]:
    """So many of some whole numbers at most, as one looks them up: the first, round ones, and the present one.

    moves : the two between which something changes, where that is known; then those from the last round one before to
        the first after.

    >>> round_values(range(1, 41), 10, 3)
    [1, 3, 5, 10, 15, 20, 25, 30, 35, 40]
    >>> round_values(range(501), 12, 50, (1, 99))
    [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]
    """
    if len(values) <= most:
        return list(values)
    low, high = moves or (values[0], values[-1])
    anchors = {value for value in values if value == current or value == values[0] == low}
    chosen = (
        sorted(anchors.union(value for value in values if value % step == 0 and low - step < value < high + step))
        for step in _steps()
    )
    return next(each for each in chosen if len(each) <= max(most, 3))


def _steps() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 and so on."""
    return (step * 10**zeros for zeros in count() for step in (1, 2, 5))
