"""What an answer depends on: sums of symbols that target numbers are, symbols by themselves, and the answer over them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import product
from math import gcd, prod
from typing import Any

import numpy as np

from .combinations import Combinations
from .modifiers import Entry
from .piecewise import MOST_CASES, Axis
from .rules import RuleError
from .wording import plain, words

_MOST_POINTS = 300_000  # of a table
_MOST_GAPS = 20_000  # points that no combination has, at which the dice are followed all the same
_SAMPLED = 300  # combinations by which it is first seen which target numbers count
_SLOPES = (1, -1, 2, -2, 3, -3)  # of a sum that is no target number


@dataclass
class Form:
    """A sum of symbols.

    target : the target number that it is; "" for a sum on which the answer depends without being one. slopes : axis to
    how often its whole number counts. modifiers : axis to what each of its words adds. constant : what else counts.
    partners : every target number that goes up and down with the sum, and how much more than the sum it is.
    """

    target: str
    slopes: dict[int, int]
    modifiers: dict[int, list[int]]
    constant: int
    partners: dict[str, int]
    symbols: dict[int, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The target number as the name of a symbol."""
        return self.target.replace(".", "_")

    @property
    def axes(self) -> list[int]:
        """The axes of its symbols."""
        return sorted([*self.slopes, *self.modifiers])

    @property
    def expression(self) -> Any:
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

    def __init__(self, asked: Combinations, counting: Sequence[str]) -> None:
        self.asked, self.counting = asked, tuple(counting)
        self._base = asked.at(asked.base)
        self._lines = {name: asked.lines(name) for name in self.counting}
        self.forms: list[Form] = []
        self.alone: list[int] = []
        for name, lines in self._lines.items():
            self._take(name, lines)
        here = sorted({axis for name in self.counting for axis in asked.depends(name)})
        if all(map(asked.is_number, here)) and len(self.forms) + len(self.alone) > len(here):
            self.forms, self.alone = [], here
        for axis in self.alone:
            if not asked.is_number(axis):
                raise self._no_sum(axis)
        for form in self.forms:
            form.read_as_numbers(self.alone)
        if not self.forms and len(self.alone) > 1 and (ridge := self._ridge()):
            self.forms, self.alone = [Form("", ridge, {}, 0, {})], []
        self.own = self._named()
        self.every = [self._sum(form) for form in self.forms]
        self.every += [asked.along(axis, [int(v) for v in asked.values[axis]]) for axis in self.alone]
        said = [(form.expression, 1 if form.modifiers else gcd(*form.slopes.values())) for form in self.forms]
        said += [(self.own[axis], 1) for axis in self.alone]
        least = (int(every[asked.valid].min()) for every in self.every)
        self.axes = [Axis(one, first, step) for (one, step), first in zip(said, least, strict=True)]
        self.table = self._answers()

    @classmethod
    def of(cls, asked: Combinations) -> Coordinates:
        """The coordinates of an answer: looked for in some combinations, and in more of them until they fit all."""
        cells, answers = np.argwhere(asked.valid), asked.answers[asked.valid]
        some = np.random.default_rng(0).choice(cells, min(_SAMPLED, len(cells)), replace=False).tolist()
        before = None
        while True:
            counting = asked.counting(some)
            found = cls(asked, counting)
            places = tuple(place[asked.valid] for place in found.places(found.axes))
            said = np.broadcast_to(found.table[places], answers.shape)
            wrong = np.nonzero(said != answers)[0]
            if not len(wrong):
                return found
            if counting == before:
                raise AssertionError(f"the coordinates of {asked.check.id} by {asked.names} do not fit its answers")
            one = wrong[0]  # and another one at the same point, which has the answer that stands there
            alike = np.all([place == place[one] for place in places], axis=0) & (answers == said[one])
            some += [cells[one].tolist(), cells[np.nonzero(alike)[0][0]].tolist()]
            before = counting

    def _take(self, name: str, lines: list[list[int]] | None) -> None:
        """A target number as a sum, as a part of one that is there already, or as what symbols by themselves make of it."""
        asked, slopes, moves = self.asked, {}, {}
        stays: list[int] = []  # axes that the sum has no symbol for
        for axis in asked.depends(name):
            used = asked.used(axis)
            line = [lines[axis][place] - lines[axis][used[0]] for place in used] if lines else []
            slope = line[1] // (used[1] - used[0]) if len(line) > 1 else 0
            if lines and not any(line):
                continue
            if lines and not asked.is_whole(axis):
                moves[axis] = line
            elif lines and line == [slope * (place - used[0]) for place in used]:
                slopes[axis] = slope
            else:
                stays.append(axis)
        self.alone = sorted({*self.alone, *stays})
        if not lines or not (slopes or moves):
            return
        base = asked.over(name)[asked.base]
        for form in self.forms:
            if form.slopes == slopes and self._moves(form) == moves:
                form.partners[name] = int(base - asked.over(form.target)[asked.base])
                return
        modifiers = {axis: self._modifiers(name, axis, lines[axis]) for axis in moves}
        constant = base - sum(found[asked.base[axis]] for axis, found in modifiers.items())
        constant -= sum(slope * asked.values[axis][asked.base[axis]] for axis, slope in slopes.items())
        self.forms.append(Form(name, slopes, modifiers, int(constant), {name: 0}))

    def _moves(self, form: Form) -> dict[int, list[int]]:
        used = {axis: self.asked.used(axis) for axis in form.modifiers}
        return {axis: [found[p] - found[used[axis][0]] for p in used[axis]] for axis, found in form.modifiers.items()}

    def _modifiers(self, name: str, axis: int, line: list[int]) -> list[int]:
        """What each word adds: as the rules print it where that can be told, else set against the usual word."""
        if not self.asked.rolls[name]:
            return [value - line[self.asked.base[axis]] for value in line]
        always = sum(entry.value * times for entry, times in self.common(name, axis).items())
        return [value - always for value in line]

    def entries(self, target: str, axis: int) -> list[Counter[Entry]]:
        """The modifiers of a target number along an axis; of one that goes up with it, at a few places."""
        used = self.asked.used(axis)
        few = {used[0], self.asked.base[axis], used[-1]}
        straight = self.asked.is_whole(axis) and axis not in self.alone
        return self.asked.entries(target, axis, sorted(few) if straight else used)

    def common(self, target: str, axis: int) -> Counter[Entry]:
        """Those that are there whatever the value along the axis."""
        return reduce(lambda a, b: a & b, self.entries(target, axis))

    def own_entries(self, target: str, axis: int) -> list[Entry]:
        """Those that are there for some of the values only."""
        always = self.common(target, axis)
        return list(dict.fromkeys(entry for found in self.entries(target, axis) for entry in found - always))

    def always(self, target: str) -> list[Entry]:
        """Those that are there at every combination of the symbols."""
        found = [self.common(target, axis) for axis in range(len(self.asked.names))]
        return list(reduce(lambda a, b: a & b, found).elements())

    def _named(self) -> dict[int, Any]:
        """Symbols for the sums, each with its own; and those that stand by themselves."""
        import sympy

        times = Counter(axis for form in self.forms for axis in form.modifiers)
        for form in self.forms:
            for axis in form.axes:
                name = self.asked.names[axis]
                if axis in form.modifiers:  # "range" says as much as "range_band"
                    name = f"{name.removesuffix('_band')}{f'_{form.name}' * (times[axis] > 1)}_modifier"
                form.symbols[axis] = sympy.Symbol(name, integer=True)
        return {axis: sympy.Symbol(self.asked.names[axis], integer=True) for axis in self.alone}

    def symbols(self, axis: int) -> dict[Any, Sequence[int]]:
        """The symbols that an axis has, and for each the numbers that the values of the axis stand for."""
        asked = self.asked
        numbers = list(map(int, asked.values[axis])) if asked.is_number(axis) else []
        found = {form.symbols[axis]: form.modifiers.get(axis, numbers) for form in self.forms if axis in form.axes}
        return found | ({self.own[axis]: numbers} if axis in self.own else {})

    def _no_sum(self, axis: int) -> RuleError:
        """The error for a word that is no modifier of a sum."""
        asked, name = self.asked, self.asked.names[axis]
        target = next(t for t in self.counting if axis in asked.depends(t) and self._lines[t] is None)
        others = [asked.names[i] for i in asked.depends(target) if i != axis]
        if others and all(type(value) is int for value in asked.seen(target)):
            why, what = f"does not simply add up with {' and '.join(others)}", "one of them"
        else:
            why, what = "does more than add to a number", "it"
        return RuleError(
            f"a word must add to a number to be a symbol; got {name}, which {why} ({words(target.replace('.', '_'))}); give {what} a value"
        )

    # The sum that an answer depends on, where no target number is one ------------------------------------------------------

    def _ridge(self) -> dict[int, int] | None:
        """A sum of whole numbers that settles the answer, such as one number less the other; ``None`` without one."""
        asked = self.asked
        codes: dict[Fraction, int] = {}
        answers = np.array([codes.setdefault(x, len(codes)) for x in asked.answers[asked.valid].tolist()])
        ways = product(_SLOPES, repeat=len(self.alone))
        for slopes in sorted(ways, key=lambda slopes: sum(map(abs, slopes))):
            if slopes[0] > 0 and gcd(*slopes) == 1:
                found = dict(zip(self.alone, slopes, strict=True))
                sums = self._sum(Form("", found, {}, 0, {}))[asked.valid]
                _, first, which = np.unique(sums, return_index=True, return_inverse=True)
                if (answers == answers[first][which.ravel()]).all():
                    return found
        return None

    def _sum(self, form: Form) -> Any:
        """A sum at every combination."""
        whole = (self.asked.along(a, [slope * v for v in self.asked.values[a]]) for a, slope in form.slopes.items())
        said = (self.asked.along(axis, found) for axis, found in form.modifiers.items())
        return sum(said, start=sum(whole, start=form.constant))

    def places(self, axes: Sequence[Axis]) -> list[Any]:
        """The place along each coordinate at each combination."""
        return [(every - axis.first) // axis.step for every, axis in zip(self.every, axes, strict=True)]

    # The answer over the coordinates ---------------------------------------------------------------------------------------

    def _answers(self) -> Any:
        """The table: by dice also where no combination has just these target numbers, so that no sum has a gap."""
        asked, places = self.asked, self.places(self.axes)
        sizes = [int(place[asked.valid].max()) + 1 for place in places]
        if prod(sizes) > _MOST_POINTS:
            raise self.too_many()
        table = np.full(sizes, None, dtype=object)
        answers = asked.answers[asked.valid]
        table[tuple(place[asked.valid] for place in places)] = answers if sizes else answers[0]
        gaps = [point for point in np.ndindex(*sizes) if table[point] is None]
        if len(gaps) > _MOST_GAPS:
            raise self.too_many()
        for point in gaps:
            table[point] = self._answer(point)
        last = next(x for x in table.flat if x is not None)
        for i, x in enumerate(table.flat):  # what nobody asks may be anything: as what stands before it
            last = table.flat[i] = last if x is None else x
        return table

    def _answer(self, point: Sequence[int]) -> Fraction | None:
        targets = self.targets(point)
        return None if targets is None else self.asked.answer(targets)

    def targets(self, point: Sequence[int]) -> dict[str, Any] | None:
        """Target numbers at a point of the table; ``None`` where they contradict themselves."""
        asked = self.asked
        if self.forms and not self.forms[0].target:  # some combination with this sum
            here = np.argwhere(asked.valid & (self.every[0] == self.axes[0].value(point[0])))
            return asked.at(here[0]) if len(here) else None
        places = {
            axis: asked.values[axis].index(one.value(place))
            for axis, one, place in zip(self.alone, self.axes[len(self.forms) :], point[len(self.forms) :], strict=True)
        }
        at = tuple(places.get(axis, base) for axis, base in enumerate(asked.base))
        changed = {name: plain(asked.over(name)[at]) for name in self.counting}
        for form, axis, place in zip(self.forms, self.axes, point, strict=False):
            for name, more in form.partners.items():
                changed[name] = axis.value(place) + more
                changed[name] += sum(line[places[a]] for a, line in self.besides(name, form).items())
        return None if any(type(value) is object for value in changed.values()) else self._base | changed

    def besides(self, name: str, form: Form) -> dict[int, list[int]]:
        """What symbols that stand by themselves do to a sum that they are not in: axis to a number for each value."""
        lines, base = self._lines[name] or [], self.asked.base
        found = {a: [v - lines[a][base[a]] for v in lines[a]] for a in self.alone if a not in form.slopes}
        return {axis: line for axis, line in found.items() if any(line)}

    def too_many(self) -> RuleError:
        """The error where nobody could read the formula."""
        several = len(self.asked.names) > 1
        return RuleError(
            f"a formula must have at most {MOST_CASES} cases to be read; got more by {' and '.join(self.asked.names)}; "
            f"{'give one of them a value, or ' if several else ''}try rk.sweep('{self.asked.check.id}', ...) for a table"
        )
