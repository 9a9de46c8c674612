"""What an answer depends on: sums of symbols, symbols by themselves, and the answer over them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import product
from math import gcd, prod
from typing import TYPE_CHECKING

import numpy as np

from ....engine.dice.chances import ExactArray, IntArray
from ....engine.words.errors import RuleError
from ....engine.words.wording import plain
from ...mechanics.modifiers import Entry
from ...rulebook.book import Value
from .combinations import Combinations
from .piecewise import MAX_CASES, Axis

if TYPE_CHECKING:
    from sympy import Expr, Symbol

_MAX_POINTS = 300_000  # of a table
_MAX_GAPS = 20_000  # points that no combination has, at which the dice are followed all the same
_SAMPLED = 300  # combinations by which it is first seen which target numbers count
_SLOPES = (1, -1, 2, -2, 3, -3)  # of a sum that is no target number


@dataclass
class Form:
    """A sum of symbols.

    target : the target number that it is; "" for a sum on which the answer depends without being one.
    slopes : axis to how often its whole number counts.
    modifiers : axis to what each of its words adds.
    constant : what else counts.
    partners : every target number that goes up and down with the sum, and how much more than the sum it is.
    """

    target: str
    slopes: dict[int, int]
    modifiers: dict[int, list[int]]
    constant: int
    partners: dict[str, int]
    symbols: dict[int, Symbol] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The target number as the name of a symbol."""
        return self.target.replace(".", "_")

    @property
    def axes(self) -> list[int]:
        """The axes of its symbols."""
        return sorted([*self.slopes, *self.modifiers])

    @property
    def expression(self) -> Expr:
        """The sum in sympy."""
        return self.constant + sum(self.slopes.get(axis, 1) * self.symbols[axis] for axis in self.axes)

    def read_as_numbers(self, axes: Sequence[int]) -> None:
        """Yes and no as 1 and 0 along some axes, in the place of a modifier."""
        for axis in set(axes) & set(self.modifiers):
            no, yes = self.modifiers.pop(axis)
            self.constant += no
            self.slopes[axis] = yes - no


class Coordinates:
    """The coordinates on which an answer depends, and the answer over them.

    ``forms`` : the sums. ``alone`` : axes whose whole number is a coordinate by itself. ``axes`` : both, in this order.
    ``table`` : the answer at each point. ``every`` : the value of each coordinate at each combination.
    Raises ``RuleError`` where a word does more than add to a sum, or where the points are too many.
    """

    def __init__(self, combinations: Combinations, counting: Sequence[str]) -> None:
        self.combinations, self.counting = combinations, tuple(counting)
        self._base = combinations.at(combinations.base)
        self._lines = {name: combinations.lines(name) for name in self.counting}
        self.forms: list[Form] = []
        self.alone: list[int] = []
        for name, lines in self._lines.items():
            self._take(name, lines)
        marks = sorted({axis for name in self.counting for axis in combinations.depends(name)})
        if all(map(combinations.is_number, marks)) and len(self.forms) + len(self.alone) > len(marks):
            self.forms, self.alone = [], marks
        for axis in self.alone:
            if not combinations.is_number(axis):
                raise self._no_sum(axis)
        for form in self.forms:
            form.read_as_numbers(self.alone)
        if not self.forms and len(self.alone) > 1 and (ridge := self._ridge()):
            self.forms, self.alone = [Form("", ridge, {}, 0, {})], []
        self.own = self._name_symbols()
        self.every = [self._sum(form) for form in self.forms]
        self.every += [combinations.along(axis, [int(v) for v in combinations.values[axis]]) for axis in self.alone]
        rows = [(form.expression, 1 if form.modifiers else gcd(*form.slopes.values())) for form in self.forms]
        rows += [(self.own[axis], 1) for axis in self.alone]
        least = (int(every[combinations.valid].min()) for every in self.every)
        self.axes = [Axis(one, first, step) for (one, step), first in zip(rows, least, strict=True)]
        self.table = self._answers()

    @classmethod
    def of(cls, combinations: Combinations) -> Coordinates:
        """The coordinates of an answer: looked for in some combinations, and in more of them until they fit all."""
        cells, answers = np.argwhere(combinations.valid), combinations.answers[combinations.valid]
        some = np.random.default_rng(0).choice(cells, min(_SAMPLED, len(cells)), replace=False).tolist()
        before = None
        while True:
            counting = combinations.counting(some)
            coordinates = cls(combinations, counting)
            places = tuple(place[combinations.valid] for place in coordinates.places(coordinates.axes))
            table_answers = np.broadcast_to(coordinates.table[places], answers.shape)
            wrong = np.nonzero(table_answers != answers)[0]
            if not len(wrong):
                return coordinates
            if counting == before:
                raise AssertionError(
                    f"the coordinates of {combinations.check.id} by {combinations.names} do not fit its answers"
                )
            one = wrong[0]  # and another one at the same point, which has the answer that stands there
            alike = np.all([place == place[one] for place in places], axis=0) & (answers == table_answers[one])
            some += [cells[one].tolist(), cells[np.nonzero(alike)[0][0]].tolist()]
            before = counting

    def _take(self, name: str, lines: list[list[int]] | None) -> None:
        """Take up a target number: as a sum, as part of a sum that is there already, or by its symbols one by one."""
        combinations, slopes, moves = self.combinations, {}, {}
        stays: list[int] = []  # axes that the sum has no symbol for
        for axis in combinations.depends(name):
            used = combinations.valid_places(axis)
            line = [lines[axis][place] - lines[axis][used[0]] for place in used] if lines else []
            slope = line[1] // (used[1] - used[0]) if len(line) > 1 else 0
            if lines and not any(line):
                continue
            if lines and not combinations.is_whole(axis):
                moves[axis] = line
            elif lines and line == [slope * (place - used[0]) for place in used]:
                slopes[axis] = slope
            else:
                stays.append(axis)
        self.alone = sorted({*self.alone, *stays})
        if not lines or not (slopes or moves):
            return
        base = combinations.over(name)[combinations.base]
        for form in self.forms:
            if form.slopes == slopes and self._moves(form) == moves:
                form.partners[name] = int(base - combinations.over(form.target)[combinations.base])
                return
        modifiers = {axis: self._modifiers(name, axis, lines[axis]) for axis in moves}
        constant = base - sum(additions[combinations.base[axis]] for axis, additions in modifiers.items())
        constant -= sum(slope * combinations.values[axis][combinations.base[axis]] for axis, slope in slopes.items())
        self.forms.append(Form(name, slopes, modifiers, int(constant), {name: 0}))

    def _moves(self, form: Form) -> dict[int, list[int]]:
        places = {axis: self.combinations.valid_places(axis) for axis in form.modifiers}
        return {axis: [line[p] - line[places[axis][0]] for p in places[axis]] for axis, line in form.modifiers.items()}

    def _modifiers(self, name: str, axis: int, line: list[int]) -> list[int]:
        """What each word adds: as the rules print it where that can be told, else set against the usual word."""
        if not self.combinations.rolls[name]:
            return [value - line[self.combinations.base[axis]] for value in line]
        always = sum(entry.value * times for entry, times in self.common(name, axis).items())
        return [value - always for value in line]

    def entries(self, target: str, axis: int) -> list[Counter[Entry]]:
        """The modifiers of a target number along an axis; of one that goes up with it, at a few places."""
        places = self.combinations.valid_places(axis)
        few = {places[0], self.combinations.base[axis], places[-1]}
        straight = self.combinations.is_whole(axis) and axis not in self.alone
        return self.combinations.entries(target, axis, sorted(few) if straight else places)

    def common(self, target: str, axis: int) -> Counter[Entry]:
        """Those that are there whatever the value along the axis."""
        return reduce(lambda a, b: a & b, self.entries(target, axis))

    def own_entries(self, target: str, axis: int) -> list[Entry]:
        """Those that are there for some of the values only."""
        always = self.common(target, axis)
        return list(dict.fromkeys(entry for counter in self.entries(target, axis) for entry in counter - always))

    def always(self, target: str) -> list[Entry]:
        """Those that are there at every combination of the symbols."""
        common = [self.common(target, axis) for axis in range(len(self.combinations.names))]
        return list(reduce(lambda a, b: a & b, common).elements())

    def _name_symbols(self) -> dict[int, Symbol]:
        """Symbols for the sums, each with its own; and those that stand by themselves."""
        import sympy

        times = Counter(axis for form in self.forms for axis in form.modifiers)
        for form in self.forms:
            for axis in form.axes:
                name = self.combinations.names[axis]
                if axis in form.modifiers:  # "range" says as much as "range_band"
                    name = f"{name.removesuffix('_band')}{f'_{form.name}' * (times[axis] > 1)}_modifier"
                form.symbols[axis] = sympy.Symbol(name, integer=True)
        return {axis: sympy.Symbol(self.combinations.names[axis], integer=True) for axis in self.alone}

    def symbols(self, axis: int) -> dict[Symbol, Sequence[int]]:
        """The symbols that an axis has, and for each the numbers that the values of the axis stand for."""
        combinations = self.combinations
        numbers = list(map(int, combinations.values[axis])) if combinations.is_number(axis) else []
        symbols = {form.symbols[axis]: form.modifiers.get(axis, numbers) for form in self.forms if axis in form.axes}
        return symbols | ({self.own[axis]: numbers} if axis in self.own else {})

    def _no_sum(self, axis: int) -> RuleError:
        """The error for a word that is no modifier of a sum."""
        combinations, name = self.combinations, self.combinations.names[axis]
        target = next(t for t in self.counting if axis in combinations.depends(t) and self._lines[t] is None)
        others = [combinations.names[i] for i in combinations.depends(target) if i != axis]
        if others and all(type(value) is int for value in combinations.values_of(target)):
            why, what = f"does not simply add up with {' and '.join(others)}", "one of them"
        else:
            why, what = "does more than add to a number", "it"
        return RuleError(
            f"a word must add to a number to be a symbol; got {name}, which {why} "
            f"({combinations.check.spelling.words(target.replace('.', '_'))}); give {what} a value"
        )

    # The sum that an answer depends on, where no target number is one -------------------------------------------------

    def _ridge(self) -> dict[int, int] | None:
        """A sum of whole numbers that settles the answer, such as one number less the other; ``None`` without one."""
        combinations = self.combinations
        codes: dict[Fraction, int] = {}
        answers = np.array([codes.setdefault(x, len(codes)) for x in combinations.answers[combinations.valid].tolist()])
        ways = product(_SLOPES, repeat=len(self.alone))
        for slopes in sorted(ways, key=lambda slopes: sum(map(abs, slopes))):
            if slopes[0] > 0 and gcd(*slopes) == 1:
                ridge = dict(zip(self.alone, slopes, strict=True))
                sums = self._sum(Form("", ridge, {}, 0, {}))[combinations.valid]
                _, first, which = np.unique(sums, return_index=True, return_inverse=True)
                if (answers == answers[first][which.ravel()]).all():
                    return ridge
        return None

    def _sum(self, form: Form) -> IntArray:
        """A sum at every combination."""
        combinations = self.combinations
        total = np.full(combinations.valid.shape, form.constant, dtype=np.int64)
        for axis, slope in form.slopes.items():
            total += combinations.along(axis, [slope * value for value in combinations.values[axis]])
        for axis, line in form.modifiers.items():
            total += combinations.along(axis, line)
        return total

    def places(self, axes: Sequence[Axis]) -> list[IntArray]:
        """The place along each coordinate at each combination."""
        return [(every - axis.first) // axis.step for every, axis in zip(self.every, axes, strict=True)]

    # The answer over the coordinates ----------------------------------------------------------------------------------

    def _answers(self) -> ExactArray:
        """The table: by dice also where no combination has just these target numbers, so that no sum has a gap."""
        combinations, places = self.combinations, self.places(self.axes)
        sizes = [int(place[combinations.valid].max()) + 1 for place in places]
        if prod(sizes) > _MAX_POINTS:
            raise self.too_many()
        table = np.full(sizes, None, dtype=object)
        answers = combinations.answers[combinations.valid]
        table[tuple(place[combinations.valid] for place in places)] = answers if sizes else answers[0]
        gaps = [point for point in np.ndindex(*sizes) if table[point] is None]
        if len(gaps) > _MAX_GAPS:
            raise self.too_many()
        for point in gaps:
            table[point] = self._answer(point)
        last = next(x for x in table.flat if x is not None)
        for i, x in enumerate(table.flat):  # what nobody asks may be anything: as what stands before it
            last = table.flat[i] = last if x is None else x
        return table

    def _answer(self, point: Sequence[int]) -> Fraction | None:
        targets = self.targets(point)
        return None if targets is None else self.combinations.answer(targets)

    def targets(self, point: Sequence[int]) -> dict[str, Value] | None:
        """Target numbers at a point of the table; ``None`` where they contradict themselves."""
        combinations = self.combinations
        if self.forms and not self.forms[0].target:  # some combination with this sum
            cells = np.argwhere(combinations.valid & (self.every[0] == self.axes[0].value(point[0])))
            return combinations.at(cells[0]) if len(cells) else None
        places = {
            axis: combinations.values[axis].index(one.value(place))
            for axis, one, place in zip(self.alone, self.axes[len(self.forms) :], point[len(self.forms) :], strict=True)
        }
        at = tuple(places.get(axis, base) for axis, base in enumerate(combinations.base))
        numbers = {name: plain(combinations.over(name)[at]) for name in self.counting}
        for form, axis, place in zip(self.forms, self.axes, point, strict=False):
            for name, more in form.partners.items():
                numbers[name] = axis.value(place) + more
                numbers[name] += sum(line[places[a]] for a, line in self.besides(name, form).items())
        return None if any(type(value) is object for value in numbers.values()) else self._base | numbers

    def besides(self, name: str, form: Form) -> dict[int, list[int]]:
        """What symbols that stand by themselves do to a sum that they are not in: axis to a number for each value."""
        lines, base = self._lines[name] or [], self.combinations.base
        additions = {a: [v - lines[a][base[a]] for v in lines[a]] for a in self.alone if a not in form.slopes}
        return {axis: line for axis, line in additions.items() if any(line)}

    def too_many(self) -> RuleError:
        """The error where nobody could read the formula."""
        names, check = self.combinations.names, self.combinations.check
        fewer = "give one of them a value, or " if len(names) > 1 else ""
        return RuleError(
            f"a formula must have at most {MAX_CASES} cases to be read; got more by {' and '.join(names)}; "
            f"{fewer}try rk.sweep('{check.id}', ...) for a table"
        )
