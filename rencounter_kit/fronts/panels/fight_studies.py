"""Further charts for a panel of a process: how long it goes on, who wins by a choice, what else it answers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import count, product
from typing import Any

import numpy as np

from ...engine.dice.chances import ExactArray
from ...engine.dice.dist import Dist, Outcome, accumulated
from ...engine.dice.throw import Exact
from ...engine.formats.table import ExactTable
from ...engine.words.errors import RuleError
from ...engine.words.wording import EXACTLY
from ...workbook.analysis.answer_text import read_so
from ...workbook.mechanics.processes.process import Process, ProcessResult
from ...workbook.rulebook.book import Ruleset
from .. import charts
from ..charts import Bars, Field, Lines, Series, Stack
from .studies import ChartQuestion, Situation, Study, field_of, stack, values_of

COLOURS = (charts.LINES[0], charts.LINES[1], charts.LINES[2], charts.LINES[3], charts.LINES[5])
GOES_ON = "#000000"


def _course(at: Situation, **other: str) -> ProcessResult:
    """The process as it is set, but for ``other``."""
    result = at.check(rules=at.rules, **{**at.choices, **other})
    if not isinstance(result, ProcessResult):
        raise RuleError(f"turns must be asked of a fight; got {at.check.id}, which a single roll settles")
    return result


class by_turn(Study):  # noqa: N801, studies read like functions in a page
    """Turn by turn: the chance that each event has happened, and that it still goes on."""

    def __init__(self, *events: str) -> None:
        super().__init__(charts.Curves(), (), events)

    def table(self, at: Situation) -> ExactTable:
        course = _course(at.telling(*self.events_of))
        columns = [course.survival, *map(course.reached, self.events_of)]
        headings = [course.check.turn, "still goes on", *map(at.check.words, self.events_of)]
        return ExactTable(headings, list(zip(count(), *columns)), f"{at.check.title.rstrip('?')}{at.warning}")

    def data(self, at: Situation) -> Lines:
        course = _course(at.telling(*self.events_of))
        going = [float(p) for p in course.survival]
        series = [Series("still goes on", going, GOES_ON)]
        for event, colour in zip(self.events_of, COLOURS, strict=False):
            series.append(Series(at.check.words(event), [float(p) for p in course.reached(event)], colour))
        turn = course.check.turn
        title = f"{turn.capitalize()} by {turn}{at.warning}"
        return Lines(title, turn, "chance", list(map(str, range(len(going)))), series)


class also(Study):  # noqa: N801
    """Another ``result`` of the process as bars, such as the number of turns."""

    counts = True

    def __init__(self, result: str, title: str, xlabel: str = "chance") -> None:
        super().__init__(charts.SmallBars(), ("result",), ())
        self.other, self.title, self.xlabel = result, title, xlabel

    def table(self, at: Situation) -> ExactTable:
        return replace(_course(at, result=self.other).as_table(), title=f"{self.title}{at.warning}")

    def data(self, at: Situation) -> Bars:
        result = _course(at, result=self.other)
        outcomes = list(result.dist)
        numbers = [o for o in outcomes if type(o) is int]
        if numbers:
            outcomes = [*range(min(numbers), max(numbers) + 1), *[o for o in outcomes if o not in numbers]]
        reading = at.reading if result.space.in_order else EXACTLY
        chances = list(map(float, accumulated([result.dist[o] for o in outcomes], reading)))
        texts = [[charts.percent(p) for p in chances]]
        names = [at.check.words(o) for o in outcomes]
        series = [Series("", chances, charts.BOOK)]
        return Bars(f"{self.title}{at.warning}", names, series, texts, bool(numbers), read_so(reading, self.xlabel))


class shares(stack):  # noqa: N801
    """The chances of some events as parts of a bar, with a bar for each value of a parameter chosen from a menu.

    events_of : events of the process, no two of which happen together.
    by : the parameters to choose from.
    """

    chart_kind = charts.Shares

    def question(self, at: Situation) -> ChartQuestion:
        by = self.by.value
        return ChartQuestion({by: values_of(at.check.parameters[by].by(at.rules), at.params[by], 13)}, self.events_of)

    def data(self, at: Situation) -> Stack:
        at = at.telling(*self.events_of)
        grid = at.grid(at.rules, self.question(at).axes, ())
        parts = [Series(at.check.words(e), grid.floats(e), c) for e, c in zip(self.events_of, COLOURS, strict=False)]
        return self._stack(at, "By", parts, [])


class starts(Study):  # noqa: N801
    """The chance of an event for every strength at the start, from one pass backward through the fight.

    event : of the process.
    x, y : parameters that only set how strong each side begins, such as hit points.
    most : the highest strength shown.
    """

    def __init__(self, event: str, x: str, y: str, most: int = 14) -> None:
        super().__init__(charts.Heat(), (x, y), (event,))
        self.event, self.x, self.y, self.most = event, x, y, most

    def question(self, at: Situation) -> ChartQuestion:
        parameters = at.check.parameters
        axes = {
            name: [v for v in parameters[name].values() if v <= max(self.most, at.params[name])]
            for name in (self.y, self.x)
        }
        return ChartQuestion(axes, [self.event])

    def data(self, at: Situation) -> Field:
        at = at.telling(self.event)
        question = self.question(at)
        values = self.chances(at, at.rules, question, self.event).astype(float)
        return field_of(at, f"{at.check.words(self.event)}, in percent, for every start", question, values)

    def chances(self, at: Situation, rules: Ruleset, question: ChartQuestion, event: Outcome) -> ExactArray:
        ys, xs = question.axes.values()
        process, test = at.check, at.check.events[self.event]

        def targets(x: int, y: int) -> Any:
            return process.targets_of(rules, {**at.choices, self.x: x, self.y: y})

        if not isinstance(process, Process):
            raise RuleError(f"starts must be asked of a fight; got {process.id}, which a single roll settles")
        play, chain = process.chain(rules, targets(xs[-1], ys[-1]))
        chances = chain.value(lambda state: bool(test(play.how(state))), bool(test(play.unfinished)))
        values = np.empty((len(ys), len(xs)), dtype=object)
        for (i, y), (j, x) in product(enumerate(ys), enumerate(xs)):
            begin = process.play(Exact(), rules, targets(x, y)).start
            states = (begin if isinstance(begin, Dist) else Dist([begin])).items()
            if all(state in chances for state, _ in states):
                values[i, j] = sum((p * chances[state] for state, p in states), Fraction(0))
            else:
                values[i, j] = process(rules=rules, **{**at.choices, self.x: x, self.y: y}).event(self.event)
        return values
