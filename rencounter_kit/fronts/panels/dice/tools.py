"""What can be asked about lines of dice, each behind a tab of its own."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from ....engine.dice.dist import Dist, Outcome
from ....engine.formats.html_table import html_table
from ....engine.notation.answer import DiceAnswer
from ....engine.notation.placeholders import placeholders
from ....engine.notation.table import MOST_COLUMNS, often, pair_rows
from ....engine.words.errors import RuleError
from ....engine.words.typed import cleaned
from ....engine.words.wording import as_text, in_words, number_text, percent_text, share_text
from ....workbook.analysis.measure import number
from ....workbook.analysis.tail_probability import Luck, luck
from ... import charts
from ..job import Step, or_error
from ..late import w
from ..page import Silence, alert, field, layout, note, offer, picture
from ..saving import Picture
from ..tools.luck import LuckBox
from .numbers import Numbers, swept
from .question import MEAN, DiceQuestion, DiceSubject
from .view import AnsweredLine, DiceView

_NAMED = Fraction(1, 5)  # a part of the bar with room for its name
_LONGEST = 22  # letters of a name at the end of a curve
_ANY, _PAIR = "any", "p = 8d6: p count 6, p count 1"
_FEW = 8  # numbers of an answer of which all are shown
ToolResult = tuple[str, Picture | None] | tuple[str, Picture, str]  # words, the picture, a table


class DiceTool(w.VBox):  # type: ignore[misc]
    """Something to ask about lines.

    changed : is called when something else is asked in the fields.
    drawn : its picture, for files.

    ``result`` works out what it shows, as words of HTML and perhaps a picture; ``RuleError`` where there is none.
    """

    def __init__(self, subject: DiceSubject, changed: Callable[[], None], fields: Sequence[w.Widget]) -> None:
        self.subject, self._silent = subject, Silence()
        self.words, self.view_note, self.table = note(), note(), note(_dom_classes=("rk-dice-table",))
        self.drawn: Picture | None = None
        self.words.layout = layout(max_width="470px")
        super().__init__(
            [
                w.HBox(fields, layout=layout(flex_flow="row wrap")),
                w.HBox([self.words, self.view_note, self.table], layout=layout(flex_flow="row wrap")),
            ]
        )
        self._silent.listen(changed, *(one for one in fields if one.has_trait("value")))

    def result(self) -> ToolResult:
        """What is to be said, and the picture."""
        raise TypeError(f"{type(self).__name__} must say what it shows")

    def offer(self) -> None:
        """Offer the lines that there are now."""

    def steps(self) -> list[Step]:
        """The work."""

        def offered(_: None) -> None:
            self.subject.offer()
            with self._silent:
                self.offer()

        return [(lambda: None, offered), (or_error(self.result), self._show)]

    def _show(self, result: ToolResult | RuleError) -> None:
        if isinstance(result, RuleError):
            self.words.value, self.view_note.value, self.table.value, self.drawn = (
                alert(in_words(str(result))),
                "",
                "",
                None,
            )
            return
        text, self.drawn, *table = result
        self.words.value = f'<div class="rk-dice-found" role="status" aria-live="polite">{text}</div>'
        self.view_note.value, self.table.value = picture(*self.drawn) if self.drawn else "", "".join(table)


class Against(DiceTool):
    """One line against another: who rolls more, and by how much."""

    def __init__(self, subject: DiceSubject, changed: Callable[[], None]) -> None:
        self.one, self.other = (
            field(w.Dropdown, name, tip, "260px", options=[("1", 0)])
            for name, tip in (("roll", "The line that should roll higher"), ("against", "The line to roll against"))
        )
        self._bars, self._curves = charts.OutcomeBars(), charts.DistributionChart()
        super().__init__(subject, changed, [self.one, self.other])

    def offer(self) -> None:
        """The lines that are numbers; the second against the first, until one has chosen among several."""
        options = [(one.name, one.place) for one in self.subject.view.counted]
        for menu, usual in zip((self.one, self.other), (options * 2)[:2], strict=False):
            if len(menu.options) < 2:
                menu.options = ()
            offer(menu, options, usual[1])

    def result(self) -> ToolResult:
        """Wins, ties and losses, and the chances of each margin."""
        lines = {one.place: one for one in self.subject.view.counted}
        if not lines:
            raise RuleError(
                "only numbers can be rolled against each other; got yes and no; try lines such as d20 + 4 and d20 + 2"
            )
        first = next(iter(lines))
        a, b = (lines[place if place in lines else first] for place in (self.one.value, self.other.value))
        margin = a.answer.against(b.answer)
        higher, *more = html.escape(str(margin)).splitlines()
        how_often, _, share = higher.rpartition(" (")
        text = "<br>".join([f"<b>{how_often}</b> ({share}", *more])
        strip = "".join(
            f'<span style="--share: {float(p):.5f}; --rk-tint: '
            f'{tint}">{f"<i>{name} {percent_text(p)}</i>" if p >= _NAMED else ""}</span>'
            for name, p, tint in (
                ("higher", margin.wins, "#00507D"),
                ("equal", margin.ties, "#5F5F5F"),
                ("lower", margin.losses, "#9C3D00"),
            )
            if p
        )
        view = DiceView([AnsweredLine(0, a.answer.line, a.answer)])
        figures = view.margins(margin.dist, f"{a.answer.line} minus {b.answer.line}")
        chart: charts.Chart[charts.Bars] | charts.Chart[charts.Distributions] = (
            self._bars if isinstance(figures, charts.Bars) else self._curves
        )
        return f'{text}<div class="rk-dice-strip" aria-hidden="true">{strip}</div>', (chart, figures)


class Together(DiceTool):
    """Two answers that are read off the same roll: how often each pair comes, or what the one is where the other is
    known.
    """

    def __init__(self, subject: DiceSubject, changed: Callable[[], None]) -> None:
        names = (("show", "The answer to see"), ("with", "Another answer of the same line"))
        self.one, self.other = (
            field(w.Dropdown, name, tip, w.Layout(width="240px"), options=[("1a", 0)]) for name, tip in names
        )
        self.known = w.Dropdown(options=[_ANY], tooltip="What the other shows", layout=w.Layout(width="130px"))
        self._bars, self._map = charts.OutcomeBars(), charts.Heat()
        super().__init__(subject, changed, [self.one, self.other, self.known])

    def offer(self) -> None:
        """The answers of lines that have several; what the other may show."""
        lines = {one.place: one for one in self.subject.view.lines if one.answer.whole}
        for menu in (self.one, self.other, self.known):
            menu.layout.display = "" if lines else "none"
        if lines:
            offer(self.one, [(one.name, one.place) for one in lines.values()])
            whole = lines[self.one.value].whole
            others = [one for one in lines.values() if one.whole is whole and one.place != self.one.value]
            offer(self.other, [(one.name, one.place) for one in others])
            offer(self.known, [(_ANY, _ANY), *((str(value), value) for value in lines[self.other.value].answer.dist)])

    def result(self) -> ToolResult:
        """The map of both, or bars."""
        lines = {one.place: one for one in self.subject.view.lines if one.answer.whole}
        if self.one.value not in lines or self.other.value not in lines:
            return f"Ask two things of one roll, such as <code>{_PAIR}</code>, and see how they go together.", None
        one, other = lines[self.one.value], lines[self.other.value]
        pairs = one.answer.together(other.answer)
        return self._all(one, other, pairs) if self.known.value == _ANY else self._conditional(one, other, pairs)

    def _all(self, one: AnsweredLine, other: AnsweredLine, pairs: Dist) -> ToolResult:
        downward, across = ([str(value) for value in _seen(line)] for line in (one, other))
        cells = np.array([[float(pairs[row, column]) or np.nan for column in _seen(other)] for row in _seen(one)])
        title = f"{one.short} with {other.short}, in percent"
        figures = charts.Field(title, other.short, one.short, across, downward, cells)
        head, *rows = pair_rows(one.answer, other.answer, pairs, _seen(one), _seen(other))
        table = html_table(head, rows, "rk-table") if len(across) <= MOST_COLUMNS else ""
        less = len(cells) < len(one.answer.dist) or len(across) < len(other.answer.dist)
        (row, column), share = max(pairs.items(), key=lambda pair: pair[1])
        names_there = (f"<b>{html.escape(line.short)}: {value}</b>" for line, value in ((one, row), (other, column)))
        return (
            f"Most often {' with '.join(names_there)}, {percent_text(share)}."
            + " The rarest results are left out." * less,
            (self._map, figures),
            table,
        )

    def _conditional(self, one: AnsweredLine, other: AnsweredLine, pairs: Dist) -> ToolResult:
        known = self.known.value
        dist = pairs.given(lambda pair: pair[1] == known).map(lambda pair: pair[0])
        names = list(map(str, _seen(one)))
        columns = [(f"where {other.short} is {known}", dist), ("in all rolls", one.answer.dist)]
        series = [
            charts.Series(name, [float(of[outcome]) for outcome in _seen(one)], charts.LINES[place])
            for (name, of), place in zip(columns, (one.place, 7), strict=True)
        ]
        rows = [
            [name, *(percent_text(of[outcome]) for _, of in columns)]
            for name, outcome in zip(names, _seen(one), strict=True)
        ]
        title, xlabel = f"{one.short}, where {other.short} is {known}", "number rolled"
        figures = charts.Bars(title, names, series, numbers=not one.answer.is_test, xlabel=xlabel)
        texts = [percent_text(of["yes"]) if one.answer.is_test else number_text(of.mean) for _, of in columns]
        what = "yes" if one.answer.is_test else "mean"
        words = f"{html.escape(title)}: <b>{what} {texts[0]}</b>; in all rolls {texts[1]}."
        often = percent_text(other.answer.dist[known])
        table = html_table([one.short, *(name for name, _ in columns)], rows, "rk-table")
        return f"{words}<br>{html.escape(other.short)} is {known} in {often} of rolls.", (self._bars, figures), table


def _seen(line: AnsweredLine) -> list[Outcome]:
    """The outcomes that are shown, without those that hardly ever come where there are many."""
    answer = line.answer
    return list(answer.dist) if answer.is_test else [one for one in often([answer], _FEW) if one in answer.dist]


class OverRange(DiceTool):
    """What is asked, over the range of a number that lines leave open; over two numbers as a map."""

    def __init__(self, subject: DiceSubject, changed: Callable[[], None]) -> None:
        self.along = field(w.Dropdown, "along", "Along which number", w.Layout(width="150px"), options=["n"])
        self.kind = w.ToggleButtons(
            options=["curve", "map"], style={"button_width": "auto"}, tooltip="A curve, or a map of two numbers"
        )
        self._curves, self._heat = charts.Curves(), charts.Heat()
        super().__init__(subject, changed, [self.along, self.kind])

    def offer(self) -> None:
        """The numbers that lines leave open; a map where a line has two."""
        numbers = self.subject.numbers
        if numbers:
            offer(self.along, [(name, name) for name in numbers])
        two = bool(self.subject.view.lines) and len(placeholders(self.subject.chosen.text)) > 1
        self.kind.layout.display = "" if two else "none"
        for one in (self.along, self.subject):
            one.layout.display = "" if numbers else "none"
        if not two:
            self.kind.value = "curve"

    def result(self) -> ToolResult:
        """The curve, or the map."""
        view, numbers = self.subject.view, self.subject.numbers
        if not numbers:
            return (
                (
                    "Write a name in braces where a number stands, such as <code>{n}d6 keep highest 3</code>: it "
                    "becomes a slider, and its curve is drawn here."
                ),
                None,
            )
        line, question = self.subject.chosen, self.subject.question
        return (
            self._map(line, question, numbers)
            if self.kind.value == "map"
            else self._curve(view, line, question, numbers)
        )

    def _curve(self, view: DiceView, line: AnsweredLine, question: DiceQuestion, numbers: Numbers) -> ToolResult:
        name = self.along.value if self.along.value in numbers else next(iter(numbers))
        values, chance = numbers[name].values, question.is_chance(line.answer)
        series, lines = list[charts.Series](), list[str]()
        for one in view.lines:
            if name in placeholders(one.text) and question.is_chance(one.answer) == chance:
                exact = along(one, question, name, numbers)
                floats = [float("nan") if p is None else float(p) for p in exact]
                text = charts.cut(one.short if one.answer.whole else one.text, _LONGEST)
                series.append(charts.Series(f"{one.number}  {text}", floats, charts.LINES[one.place]))
                now = exact[numbers[name].value - values.start]
                if now is not None:
                    current = f"with {name} = {numbers[name].value}, {question.text(one.answer)} {_exact(now, chance)}"
                    lines.append(f"{html.escape(text)}: {current}")
        if not series:
            raise RuleError(f"a line must have {{{name}}} in it to be drawn here; got none; choose another number")
        rows = [[str(value), *(_figure(one.values[at], chance) for one in series)] for at, value in enumerate(values)]
        table = html_table([name, *(one.name for one in series)], rows, "rk-table")
        title = f"{'The chance of ' if chance else ''}{question.text(line.answer)}, along {name}"
        figures = charts.Lines(title, name, "chance" if chance else "mean", list(values), series, chances=chance)
        return "<br>".join(lines), (self._curves, figures), table

    def _map(self, line: AnsweredLine, question: DiceQuestion, numbers: Numbers) -> ToolResult:
        x, y = placeholders(line.text)[:2]
        fixed = tuple((name, numbers[name].value) for name in placeholders(line.text)[2:])
        sweep = swept(line.text, fixed, ((x, numbers[x].values), (y, numbers[y].values)))
        results = sweep.answers
        cells = np.full((len(numbers[y].values), len(numbers[x].values)), np.nan)
        for (at, up), one in results.items():
            if isinstance(one, DiceAnswer):
                part = one.parts[line.answer.place]
                cells[up - numbers[y].low, at - numbers[x].low] = float(question.of(part))
        chance = question.is_chance(line.answer)
        words = question.text(line.answer)
        title = f"{line.text}: {f'chance of {words}, in percent' if chance else words}"
        current = numbers[x].value - numbers[x].low, numbers[y].value - numbers[y].low
        left = sum(isinstance(one, RuleError) for one in results.values())
        text = (
            f"{left} of {len(results)} have no answer: "
            f"{html.escape(str(next(one for one in results.values() if isinstance(one, RuleError))))}"
            if left
            else ""
        )
        figures = charts.Field(title, x, y, list(numbers[x].values), list(numbers[y].values), cells, current, chance)
        return text, (self._heat, figures)


def along(line: AnsweredLine, question: DiceQuestion, name: str, numbers: Numbers) -> list[Fraction | None]:
    """What is asked of a line along a number, the others as they are; none where it has no answer."""
    fixed = tuple((other, numbers[other].value) for other in placeholders(line.text) if other != name)
    results = swept(line.text, fixed, ((name, numbers[name].values),)).answers.values()
    place = line.answer.place
    return [question.of(one.parts[place]) if isinstance(one, DiceAnswer) else None for one in results]


def _figure(value: float, chance: bool) -> str:
    if value != value:
        return ""
    return charts.percent(value) if chance else number_text(value)


class DiceBackwards(DiceTool):
    """Which number makes what is asked come closest to a goal: the one asked about, or one that the line
    leaves open.
    """

    _NUMBER = "the number asked about"

    def __init__(self, subject: DiceSubject, changed: Callable[[], None]) -> None:
        self.unknown = field(w.Dropdown, "which", "What to find", "290px", options=[self._NUMBER])
        tip = "A chance such as 1/2 or 65 %, or a mean such as 12"
        self.goal = field(w.Text, "comes to", tip, "170px", value="1/2", continuous_update=False)
        self._curves = charts.Curves()
        super().__init__(subject, changed, [self.unknown, self.goal])

    def offer(self) -> None:
        """The lines, and the numbers that the chosen one leaves open."""
        lines = self.subject.view.lines
        if lines and (options := self._unknowns(self.subject.chosen, self.subject.kind.value)):
            offer(self.unknown, [(name, name) for name in options])

    def _unknowns(self, line: AnsweredLine, kind: str) -> list[str]:
        """What can be found: the numbers that a line leaves open, and the one that is asked about."""
        return [*placeholders(line.text), *([] if line.answer.is_test or kind == MEAN else [self._NUMBER])]

    def result(self) -> ToolResult:
        """The nearest, its neighbours, and the whole curve with the goal."""
        line, question, unknown = self.subject.chosen, self.subject.question, self.unknown.value
        chance = question.is_chance(line.answer)
        goal = number(cleaned(self.goal.value), "the goal", chance=chance)
        if unknown not in self._unknowns(line, question.kind):
            raise RuleError("a line must leave one number open; got none; write {n} in it, such as {n}d6")
        if unknown == self._NUMBER:
            questions = [question._replace(number=value) for value in DiceView([line]).numbers()]
            points = [(one.number, one.text(line.answer), one.of(line.answer)) for one in questions]
        else:
            numbers = self.subject.numbers
            course = zip(numbers[unknown].values, along(line, question, unknown, numbers), strict=True)
            points = [(value, f"{unknown} = {value}", p) for value, p in course if p is not None]
            if not points:
                raise RuleError(f"a value of {unknown} must have an answer; got none in its range; try another range")
        values, _, exact = zip(*points, strict=True)
        away = [abs(p - goal) for p in exact]
        near = [at for at, distance in enumerate(away) if distance == min(away)]
        beside = sorted({near[0] - 1, near[0] + 1} & set(range(len(points))) - set(near))
        rows = [(html.escape(text), _exact(p, chance)) for _, text, p in points]
        nearest = "; ".join(f"<b>{text}</b>: {p}" for text, p in (rows[at] for at in near[:4]))
        others = "; ".join(f"{text}: {p}" for text, p in (rows[at] for at in beside))
        sentence = f"Closest to {html.escape(as_text(self.goal.value))}: {nearest}."
        sentence += f" Beside it {others}." if beside else ""
        ours = charts.Series(line.name, [float(p) for p in exact], charts.LINES[line.place])
        goals = charts.Series("goal", [float(goal)] * len(values), "#000000")
        xlabel = "number" if unknown == self._NUMBER else unknown
        what = question.kind if unknown == self._NUMBER else question.text(line.answer)
        figures = charts.Lines(
            f"{line.text}: {what}, along {xlabel}",
            xlabel,
            "chance" if chance else "mean",
            list(values),
            [ours],
            [goals],
            (near[0], 0),
            "the goal",
            chances=chance,
        )
        return sentence, (self._curves, figures)


def _exact(p: Fraction, chance: bool) -> str:
    return share_text(p) if chance else number_text(p)


class DiceLuck(LuckBox):
    """How unusual it is that what is asked came so many times."""

    def __init__(self, subject: DiceSubject, changed: Callable[[], None]) -> None:
        self.subject = subject
        super().__init__(changed)

    def steps(self) -> list[Step]:
        """The work."""

        def usual(happened: int, tries: int, series: int) -> Luck:
            line, question = self.subject.chosen, self.subject.question
            what = question.of(line.answer) if question.is_chance(line.answer) else line.answer
            return luck(what, happened, tries, series=series)

        return [(lambda: None, lambda _: self.subject.offer()), (or_error(lambda: self.luck(usual)), self.show)]
