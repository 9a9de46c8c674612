"""Asking backwards: which value of a parameter, or of a rule's figure, brings a chance to a goal?"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice, pairwise, product
from typing import NamedTuple

from ...engine.dice.dist import Dist, Outcome
from ...engine.words.errors import RuleError
from ...engine.words.typed import no_chance
from ...engine.words.wording import (
    Spelling,
    as_text,
    fraction_text,
    number_text,
    percent_text,
    plain,
    points_text,
    share_text,
)
from ...engine.work.progress import ProgressBar, tell
from ...engine.work.work import Workers, as_executor
from ..mechanics.check import Check
from ..mechanics.parameter import Parameter, SeveralChoices
from ..mechanics.registry import check_of
from ..mechanics.space import Space
from ..rulebook.book import Rule, Ruleset, Value, figure_text
from .cells import Cell, figures_in_order
from .measure import Report, left_out_text, measure, must_tell, number

SIDES = ("nearest", "at_least", "at_most")
_SPAN = 20  # a rule's figure is tried so far to each side of the present one, or as far as 0 and the double
_EACH = 5_000  # values that are tried one by one; of more the search goes from coarse to fine
_STEPS = (10, 20, 50, 100, 200, 500, 1_000)  # of the coarse search, which looks at some hundred values first
_COARSE = 1_000
_LIMIT = 200_000  # values to try
_LISTS = 1_000


class Point(NamedTuple):
    """A value, and the chance that it makes."""

    value: Value
    chance: Fraction


def solve_for(
    id: str | Check,
    unknown: str,
    /,
    to: object = None,
    *,
    times: object = None,
    like: Outcome = None,
    outcome: Outcome = None,
    side: str = "nearest",
    values: Sequence[Value] | None = None,
    rules: Ruleset | None = None,
    executor: Workers | None = None,
    progress: ProgressBar = None,
    **settings: Value,
) -> Solution:
    """The value that brings a chance nearest to a goal, or just past it.

    id : a check or process.
    unknown : a parameter of it, or the path of a figure or switch of its rules. The goal is one of these.
    to : a chance (0 to 1, such as ``Fraction(1, 2)``, ``"1/2"``, ``"50 %"`` or 0.5), or a mean where outcomes are
        numbers.
    times : so many times what it is now, such as ``"1/2"`` to halve it.
    like : an outcome or event that shall be as likely.

    outcome : the event or outcome whose chance is meant; the check's first one when left out.
    side : "nearest", "at_least" or "at_most" the goal.
    values : what to try; every value of the parameter when left out, of a figure those within 20 of the present one (or
        from 0 to its double).
    rules : the rules to begin with.
    settings : the other parameters.
    executor, progress : as in ``rk.sweep``.

    Every value is tried, but where it is proven that the chance only rises (or only falls) the search goes by halves.
    Of more than 5,000 values every 10th (or 20th, ...) is looked at, and then each one where the goal is met or passed:
    the answer says so, since another one may lie between. Of lists too many to be tried each those with one value
    throughout are, as long as the present one. Words, such as weapons, are taken in the order of their chance.
    Raises ``RuleError`` for unknown names, wrong values, no goal or two.

    >>> print(solve_for("rencounter.fire", "skill", "1/2", range_band="long"))
    skill for hits nearest to 50 %: 10, which gives 50 % (1/2)
    skill  hits
    9      5/12 = 41.7 % = 5 in 12
    10     1/2 = 50 % = 1 in 2
    11     7/12 = 58.3 % = 7 in 12
    the chance rises with skill; all 12 values were tried
    """
    workers = as_executor(executor)
    question = _Question(id, unknown, outcome, like, rules, settings, values)
    goal = question.goal(to, times)
    if side not in SIDES:
        raise RuleError(f"side must be one of {', '.join(SIDES)}; got {as_text(side)}; leave it out for nearest")
    points = question.points(goal, side, workers, progress)
    return Solution(question, goal, side, points)


def is_searchable(rule: Rule) -> bool:
    """Are there values of a figure or switch to be tried, without being named?"""
    return bool(rule.options) or type(rule.value) is int


class _Question:
    """What is asked: a check, and how it is asked with one value of the unknown."""

    def __init__(
        self,
        id: str | Check,
        unknown: str,
        outcome: Outcome,
        like: Outcome,
        rules: Ruleset | None,
        settings: Mapping[str, Value],
        values: Sequence[Value] | None,
    ) -> None:
        self.check = check_of(id, rules)
        self.rules, self.settings = self.check.ruleset(rules), dict(self.check.named(settings))
        is_name = isinstance(unknown, str)
        self.unknown = unknown = self.check.name_or_path(self.rules, unknown) if is_name else unknown
        self.is_rule = not is_name or unknown not in self.check.parameters
        if self.is_rule and not (is_name and unknown in self.rules):
            path = is_name and "." in unknown
            raise RuleError(self.rules._unknown(unknown)) if path else self.check.unknown(unknown)
        must_tell(unknown, "what is to be found")
        if unknown in self.settings:
            raise RuleError(
                f"{unknown} must be left open; "
                f"got {as_text(self.settings[unknown])}; leave it out, as it is what is asked"
            )
        now = self.check(rules=self.rules, **self.settings)
        self.measure = measure(now, outcome)
        self.like = measure(now, like) if like is not None else None
        self.tries = 0  # values asked, where not all are
        self.step = 1  # of the coarse search
        self.same = False  # only lists with one value throughout
        self.left_out: list[str] = []
        if self.like is not None and self.measure.outcome is None:
            raise RuleError(
                f"outcome must be named for it to be as likely as {self.like.words}; got none; try outcome=..."
            )
        self.now = self.rules[unknown] if self.is_rule else now.params[unknown]
        self.present = self.of(now.dist, now.space)
        self.values = _from_the_lowest(self._check_values(values) if values is not None else self._every())

    @property
    def _parameter(self) -> Parameter:
        return self.check.parameters[self.unknown].by(self.rules)

    def goal(self, to: object, times: object) -> Fraction:
        """The figure to come to; a difference of chances where two shall be alike."""
        if sum(x is not None for x in (to, times, self.like)) != 1:
            raise RuleError("the goal must be one of to, times and like; got none or several; try to='1/2'")
        if self.like is not None:
            return Fraction(0)
        chance = self.measure.outcome is not None
        goal = number(to, "the goal", chance) if to is not None else number(times, "times") * self.present
        if chance and not 0 <= goal <= 1:
            got = as_text(to) if to is not None else f"{as_text(times)} times {share_text(self.present)}"
            raise no_chance("the goal", got)
        return goal

    def _check_values(self, values: Sequence[Value]) -> list[Value]:
        """Values to try, each as the parameter or the figure takes it."""
        if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
            raise RuleError(f"values must be a list or range; got {as_text(values)}; try values=range(-5, 6)")
        every = []
        for value in islice(values, _LIMIT + 1):
            fitting = self.rules.fitting(self.unknown, plain(value)) if self.is_rule else self._parameter.check(value)
            every.append(fitting)
        if len(every) > _LIMIT:
            raise RuleError(f"there must be at most {_LIMIT:,} values to try; got more; try fewer")
        if not every:
            raise RuleError("values must hold at least one value; got none; try values=range(-5, 6)")
        return list(dict.fromkeys(every))

    def _every(self) -> list[Value]:
        """Every value of a parameter or switch; those near the present one for a figure."""
        if not self.is_rule:
            parameter = self._parameter
            values = self._lists(parameter) if isinstance(parameter, SeveralChoices) else list(parameter.values())
        else:
            rule, values = self.rules.rule(self.unknown), []
            if is_searchable(rule):
                reach = max(_SPAN, abs(rule.value)) if type(rule.value) is int else 0
                values = list(rule.options) or list(range(rule.value - reach, rule.value + reach + 1))
        if not values:
            raise RuleError(
                f"{self.unknown} must be a number, a choice or a list of them to be tried by itself; "
                f"got {figure_text(self.now)}; name the values to try (values=[...] in Python, --values in a command)"
            )
        return values

    def _lists(self, parameter: SeveralChoices) -> list[Value]:
        """Every list that it may be; of too many those with one value throughout, as long as the present one."""
        lengths = range(parameter.low, parameter.high + 1)
        if sum(len(parameter.choices) ** length for length in lengths) <= _LISTS:
            return [one for length in lengths for one in product(parameter.choices, repeat=length)]
        self.same = True
        lengths = range(len(self.now), len(self.now) + 1) if self.now else lengths
        return list(dict.fromkeys((one,) * length for length in lengths for one in parameter.choices))

    def _with_value(self, value: Value) -> tuple[Ruleset, dict[str, Value]]:
        """The rules and what is given, with one value."""
        if not self.is_rule:
            return self.rules, {**self.settings, self.unknown: value}
        return self.rules if self.rules.holds(self.unknown, value) else self.rules.changed(
            {self.unknown: value}
        ), self.settings

    def of(self, dist: Dist, space: Space) -> Fraction:
        """What is asked of a distribution."""
        return self.measure.of_dist(dist, space) - (self.like.of_dist(dist, space) if self.like is not None else 0)

    def _figure(self, value: Value) -> Fraction:
        """The figure for one value."""
        rules, settings = self._with_value(value)
        result = self.check(rules=rules, **settings)
        return self.of(result.dist, result.space)

    def _figures(
        self, places: Sequence[int], executor: Workers | None, progress: ProgressBar
    ) -> dict[int, Fraction | RuleError]:
        """The figure for the value in each of some places; where it contradicts something, the reason."""
        cells = [partial(self._cell, self.values[place]) for place in places]
        figures = figures_in_order(self.check, cells, self.of, executor, progress)
        return dict(zip(places, figures, strict=True))

    def _cell(self, value: Value) -> Cell:
        rules, settings = self._with_value(value)
        return rules, self.check.targets_of(rules, settings)

    @property
    def proven(self) -> int:
        """1 where it is proven that the figure never falls with the unknown, -1 where it never rises, else 0."""
        signs = {self._monotone(self.measure.outcome)}
        if self.like is not None:
            signs.add(-self._monotone(self.like.outcome))
        return signs.pop() if len(signs) == 1 else 0

    def _monotone(self, outcome: Outcome) -> int:
        return self.check.monotone.get(outcome, {}).get(self.unknown, 0) if isinstance(outcome, str) else 0

    def points(self, goal: Fraction, side: str, executor: Workers | None, progress: ProgressBar) -> list[Point]:
        """The values that were tried, in order, with what they give."""
        if self.proven:
            return self._by_halves(goal)
        many = len(self.values)
        if many <= _EACH:
            each = self._figures(range(many), executor, progress)
        else:
            each = self._coarse_to_fine(goal, side, executor, progress)
        self.left_out = [
            f"{_name(self.check.spelling, self.unknown)} {_value(self.check.spelling, self.values[i])}: {why}"
            for i, why in sorted(each.items())
            if isinstance(why, RuleError)
        ]
        return [Point(self.values[i], p) for i, p in sorted(each.items()) if not isinstance(p, RuleError)]

    def _coarse_to_fine(
        self, goal: Fraction, side: str, executor: Workers | None, progress: ProgressBar
    ) -> dict[int, Fraction | RuleError]:
        """Every so manieth value, the present one and the last; then those between two where the goal is met or passed,
        or where one is as near to it as any, and the neighbours of the answer.
        """
        many = len(self.values)
        self.step = next((step for step in _STEPS if many <= step * _COARSE), _STEPS[-1])
        now = [self.values.index(self.now)] if self.now in self.values else []
        todo: set[int] = {*range(0, many, self.step), *now, many - 1}
        figures: dict[int, Fraction | RuleError] = {}
        while todo:
            figures |= self._figures(sorted(todo), executor, progress)
            self.tries = len(figures)
            off = {
                i: abs(p - goal) for i, p in figures.items() if not isinstance(p, RuleError) and _fits(p, goal, side)
            }
            least = min(off.values(), default=None)
            best = {i for i, far in off.items() if far == least}
            nearest = sorted(best, key=lambda i: abs(i - now[0]) if now else i)[:1]
            todo = {near for i in nearest for near in (i - 1, i + 1) if 0 <= near < many}
            for a, b in pairwise(sorted(figures)):
                if self._may_hold(figures[a], figures[b], goal, bool(best & {a, b})):
                    todo.update(range(a + 1, b, max(1, (b - a) // 10)))
            todo -= figures.keys()
        return figures

    @staticmethod
    def _may_hold(one: Fraction | RuleError, other: Fraction | RuleError, goal: Fraction, best: bool) -> bool:
        """May the answer lie between two values? Where both give the same, or neither gives anything, it is not looked
        for.
        """
        if isinstance(one, RuleError) or isinstance(other, RuleError):
            return isinstance(one, RuleError) != isinstance(other, RuleError) and best
        return one != other and (best or min(one, other) <= goal <= max(one, other))

    def _by_halves(self, goal: Fraction) -> list[Point]:
        """The values next to the goal, and all that are as good."""
        figures: dict[int, Fraction] = {}
        places, last = range(len(self.values)), len(self.values) - 1

        def at(place: int) -> Fraction:
            if place not in figures:
                tell(self.tries, None)
                self.tries += 1
                figures[place] = self.proven * self._figure(self.values[place])
            return figures[place]

        above = bisect_left(places, self.proven * goal, key=at)
        for place in {max(above - 1, 0), min(above, last)}:
            same = range(bisect_left(places, at(place), key=at), bisect_right(places, at(place), key=at))
            figures.update(dict.fromkeys(same, at(place)))  # between two that are the same all are
            for near in {0, max(same.start - 1, 0), min(same.stop, last), last}:
                at(near)
        return [Point(self.values[i], self.proven * figures[i]) for i in sorted(figures)]


class Solution(Report):
    """The answer to a question asked backwards.

    ``value`` the best one, ``None`` where none will do; ``chance`` what it gives; ``best`` all values that are as good,
    as far as they were looked at; ``below``, ``above`` the neighbours of ``value``, each a ``Point`` or ``None``;
    ``goal``; ``curve`` all points known; ``tries`` how many of them were asked; ``step`` 1 where every value was looked
    at, 10 where every 10th was; ``reached`` can the goal be reached or passed; ``crossings`` pairs of neighbours
    between which the goal lies; ``direction`` "rises", "falls", "stays" or "turns"; ``proven`` was that known before;
    ``left_out`` the values that contradict something, and why.

    Words, such as weapons, have no order of their own (``ordered`` is false): their ``curve`` goes from the lowest
    figure to the highest, ``below`` is the choice with the next lower figure and ``above`` that with the next higher
    one; ``direction`` is "none" (or "stays"), and there are no ``crossings``.
    """

    kind = Point

    def __init__(self, question: _Question, goal: Fraction, side: str, points: Sequence[Point]) -> None:
        self.check, self.unknown, self.goal, self.side = question.check, question.unknown, goal, side
        self.measure, self.like, self.now = question.measure, question.like, Point(question.now, question.present)
        self.curve, self.proven, self.tries = tuple(points), bool(question.proven), question.tries or len(points)
        self.left_out = question.left_out
        self.step, self._of, self._same = question.step, len(question.values), question.same
        if not points:
            raise RuleError(f"{self.unknown} must have a value that is possible here; got none; {self.left_out[0]}")
        self.ordered = not any(isinstance(point.value, (str, tuple)) for point in points)
        if not self.ordered:
            self.curve = tuple(sorted(points, key=lambda point: point.chance))
        points, chances = self.curve, [point.chance for point in self.curve]
        self.reached = min(chances) <= goal <= max(chances)
        fitting = [p for p in points if _fits(p.chance, goal, side)]
        least = min((abs(p.chance - goal) for p in fitting), default=None)
        self.best = tuple(p.value for p in fitting if abs(p.chance - goal) == least)
        places = [i for i, p in enumerate(points) if p.value in self.best]
        best = min(places, key=lambda i: self._far(points[i].value), default=None)
        self.answer = None if best is None else points[best]
        self.below, self.above = (None, None) if best is None else self._neighbours(best)
        self.crossings = tuple(
            (a, b)
            for a, b in pairwise(points)
            if self.ordered and min(a.chance, b.chance) < goal < max(a.chance, b.chance)
        )
        self.direction = _direction(chances) if self.ordered or chances[0] == chances[-1] else "none"

    def _neighbours(self, place: int) -> tuple[Point | None, Point | None]:
        """Those next to a value: of words the next less likely and the next more likely one."""
        point = self.curve[place]
        under, over = self.curve[:place], self.curve[place + 1 :]
        if not self.ordered:
            under, over = (tuple(p for p in side if p.chance != point.chance) for side in (under, over))
        return under[-1] if under else None, over[0] if over else None

    def _far(self, value: Value) -> tuple[bool, float]:
        """How much it changes; of several values as good the nearest is best."""
        now = self.now.value
        numbers = all(isinstance(one, (int, float)) for one in (value, now))
        return value != now, abs(value - now) if numbers else 0

    @property
    def value(self) -> Value:
        """The best value; ``None`` where none will do."""
        return None if self.answer is None else self.answer.value

    @property
    def chance(self) -> Fraction | None:
        """What it gives."""
        return None if self.answer is None else self.answer.chance

    @property
    def unique(self) -> bool:
        """Is there one value as good as this, and one place where the goal is met or passed?"""
        return len(self.best) == 1 and len(self.crossings) + (self.chance == self.goal) < 2

    @property
    def rows(self) -> list[Point]:  # type: ignore[override]
        """The answer between its neighbours."""
        return [point for point in (self.below, self.answer, self.above) if point is not None]

    @property
    def _read(self) -> Spelling:
        return self.measure.check.spelling

    @property
    def name(self) -> str:
        """The unknown in words."""
        return _name(self._read, self.unknown)

    def _text(self, chance: Fraction) -> str:
        if self.measure.outcome is None:
            return f"{number_text(chance)} ({fraction_text(chance)})"
        if self.like is not None:
            return points_text(chance, 2) if chance else "no difference"
        return f"{percent_text(chance)} ({chance})" if chance.denominator < 10**9 else percent_text(chance)

    def head(self) -> str:
        """The answer in a sentence."""
        near = {"nearest": "nearest to", "at_least": "at least", "at_most": "at most"}[self.side]
        question = f"{self.measure.words} {near} {self._goal()}"
        if self.like is not None:
            if self.answer is not None:
                return (
                    f"{self.name} {_value(self._read, self.answer.value)} is closest to even: "
                    f"{self._apart(self.answer.chance)}"
                )
            question = f"{self.measure.words} as likely as {self.like.words}"
        if self.answer is None:
            low, high = self._between()
            return f"{self.name} for {question}: no value will do; it goes from {low} to {high}"
        return (
            f"{self.name} for {question}: {_value(self._read, self.answer.value)}, which gives "
            f"{self._text(self.answer.chance)}"
        )

    def _apart(self, chance: Fraction) -> str:
        """Which of two is the likelier, and by how much."""
        if self.like is None or not chance:
            return "both are equally likely"
        first, other = (self.measure, self.like) if chance > 0 else (self.like, self.measure)
        return f"{first.words} {points_text(abs(chance), 2).lstrip('+')} more often than {other.words}"

    def _goal(self) -> str:
        return number_text(self.goal) if self.measure.outcome is None else percent_text(self.goal)

    def _enough(self) -> str:
        """How many of the choices come up to the goal."""
        many = sum(point.chance >= self.goal for point in self.curve)
        goal = f"{self._goal()} or more" if self.like is None else f"{self.measure.words} at least as likely"
        return f"{many} of {len(self.curve)} choices of {self.name} give {goal}"

    def _between(self) -> tuple[str, str]:
        chances = [point.chance for point in self.curve]
        return self._text(min(chances)), self._text(max(chances))

    def cells(self) -> list[Sequence[str]]:
        heading = self.measure.words if self.like is None else f"{self.measure.words} less {self.like.words}"
        exact = self.measure.text if self.like is None else self._text
        return [(self.name, heading), *((_value(self._read, p.value), exact(p.chance)) for p in self.rows)]

    def notes(self) -> list[str]:
        """Whether it is the only answer, whether the goal can be reached at all, and how that is known."""
        notes = []
        left_out = left_out_text(self.left_out, self._read)
        how = f"; {self._effort()}" if self.step > 1 or self._same else ""
        if len(self.curve) == 1:
            return [f"{self.name} can only be {_value(self._read, self.curve[0].value)} here{how}", *left_out]
        if self.direction == "stays":
            always = f"it is {self._text(self.curve[0].chance)} with each of {len(self.curve)} values"
            return [f"{self.name} changes nothing here: {always}{how}", *left_out]
        if self.value is not None and not self.reached:
            low, high = self._between()
            why = "the goal cannot be reached" if self.side == "nearest" else "every value will do"
            notes.append(f"{why}: it goes from {low} to {high}")
        if len(self.best) > 1:
            least = "at least " if self.step > 1 else ""  # others lie between those that were looked at
            notes.append(f"not the only one; {_list_text(self._read, self.best, least=least)} are as good")
        if len(self.crossings) > 1:
            between = _list_text(
                self._read,
                [f"{_value(self._read, a.value)} and {_value(self._read, b.value)}" for a, b in self.crossings],
                "; ",
            )
            notes.append(f"the goal is passed {len(self.crossings)} times, between {between}")
        course = {
            "rises": f"the chance rises with {self.name}",
            "falls": f"the chance falls with {self.name}",
            "turns": f"the chance rises and falls with {self.name}",
        }.get(self.direction, self._enough())
        if self.measure.outcome is None:
            course = course.replace("chance", "mean")
        return [*notes, f"{course}; {self._effort()}", *left_out]

    def _effort(self) -> str:
        """How sure it is."""
        if self.proven:
            return f"proven for every value; {self.tries} tries were enough"
        if self.step > 1:
            looked = f"tried every {self.step}th value, and more near the goal, {self.tries:,} of {self._of:,} in all"
            return f"{looked}; there may be another in between"
        if self._same:
            return f"only lists that repeat one value were tried, {len(self.curve)} of them"
        return f"all {f'{len(self.curve)} values' if self.ordered else 'of them'} were tried"


def _from_the_lowest(values: list[Value]) -> list[Value]:
    """Numbers in order, no before yes; anything else as it comes."""
    return sorted(values) if all(isinstance(value, (int, float)) for value in values) else values


def _fits(chance: Fraction, goal: Fraction, side: str) -> bool:
    """Is a chance on the side of the goal that is wanted?"""
    return side == "nearest" or (chance >= goal if side == "at_least" else chance <= goal)


def _direction(chances: Sequence[Fraction]) -> str:
    steps = {b > a for a, b in pairwise(chances) if a != b}
    return "stays" if not steps else "turns" if len(steps) == 2 else "rises" if True in steps else "falls"


def _value(read: Spelling, value: Value) -> str:
    return f"[{', '.join(map(read.value, value))}]" if isinstance(value, tuple) else read.value(value)


def _name(read: Spelling, unknown: str) -> str:
    """What is asked for, in words; a figure by its path."""
    return read.words(unknown) if "." not in unknown else unknown


def _list_text(read: Spelling, values: Sequence[Value], sep: str = ", ", limit: int = 8, least: str = "") -> str:
    texts = [v if isinstance(v, str) and sep == "; " else _value(read, v) for v in values]
    return sep.join(texts[:limit]) + (f"{sep}and {least}{len(texts) - limit} more" if len(texts) > limit else "")
