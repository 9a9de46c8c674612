"""A check at every combination of some parameters: its answers, and what makes its target numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import numpy as np

from ....engine.dice.chances import Array, IntArray
from ....engine.dice.dist import Dist, Outcome
from ....engine.dice.throw import Targets
from ....engine.words.errors import RuleError
from ....engine.words.wording import plain
from ...mechanics.check import Check
from ...mechanics.modifiers import Entry, Node, Part, Total
from ...mechanics.space import Space
from ...rulebook.book import Ruleset, Value
from ..grid import Grid, has_answer
from ..measure import Measure

MEAN = "mean"


class _Numbers(Grid):
    """A grid that keeps its target numbers, each over the axes that it depends on."""

    numbers: dict[str, Array]

    def _answers(self, numbers: Mapping[str, Array]) -> tuple[IntArray, list[Dist], list[Space]]:
        self.numbers = dict(numbers)
        return super()._answers(numbers)


class Combinations:
    """A check at every combination of some parameters.

    ``values`` : what each axis takes. ``outcome`` : what is asked, ``None`` for the mean. ``answers`` : the chance (or
    mean) at each combination; ``None`` where there is none, so that ``valid`` is false and ``left_out`` says why.
    ``base`` : the place of the defaults. ``numbers`` : every target number by name, over the axes that it depends on.
    ``rolls`` : what a target number that is a sum of modifiers is for; "" for another.
    """

    def __init__(
        self, check: Check, rules: Ruleset, names: Sequence[str], fixed: Mapping[str, Value], outcome: Outcome
    ) -> None:
        self.check, self.rules, self.names, self.fixed = check, rules, tuple(names), dict(fixed)
        self.grid = _Numbers(check, rules, {name: check.parameters[name].by(rules).values() for name in names}, fixed)
        self.values = tuple(self.grid.axes.values())
        self.outcome = self._outcome(outcome)
        self.answers = self.grid.event(self.outcome)
        self.valid = has_answer(self.answers)
        self.left_out = self.grid.left_out(self.outcome)
        self.base = self._usual()
        self.numbers: dict[str, Array] = {}
        self.rolls: dict[str, str] = {}
        self._kinds: dict[str, type[Targets]] = {"": check._targets_type}
        for name in check.targets:
            self._spread(name, self.grid.numbers[name], check.nodes[name], "")

    def _spread(self, name: str, every: Array, node: Node | Total | None, of: str) -> None:
        """A target number by its name; those of a part of the check by its name and theirs, such as ``shot.needed``."""
        kinds = {type(value) for value in every.ravel()} - {object}  # a plain object stands for a contradiction
        if len(kinds) == 1 and hasattr(kind := kinds.pop(), "_fields"):
            self._kinds[name] = kind
            for inner in kind._fields:
                each = np.empty(every.size, dtype=object)
                each[:] = [getattr(value, inner, value) for value in every.ravel()]
                further = (node.check.nodes[inner], f"{of}{node.label}: ") if isinstance(node, Part) else (None, "")
                self._spread(f"{name}.{inner}", each.reshape(every.shape), *further)
            return
        self.numbers[name] = every
        self.rolls[name] = of + node.title(self.rules) if isinstance(node, Total) else ""

    def _outcome(self, outcome: Outcome) -> Outcome:
        """What is asked for: as given, or the first event that these answers can tell, or the mean (``None``)."""
        if outcome is not None and not (isinstance(outcome, str) and outcome == MEAN and self.grid.has_mean):
            return outcome
        events = self.grid.events()
        if outcome is None and events:
            return events[0]
        if self.grid.has_mean:
            return None
        outcomes = ", ".join(self.check.text(o) for o in self.grid.outcomes()[:6])
        raise RuleError(f"outcome must be named where {self.check.id} tells no event; got none; it has {outcomes}")

    def _usual(self) -> tuple[int, ...]:
        """The place of the defaults; of the first combination that is right where they contradict themselves."""
        usual = self.check.values(self.rules, self.fixed)
        place = tuple(axis.index(usual[n]) if usual[n] in axis else 0 for n, axis in self.grid.axes.items())
        return place if self.valid[place] else tuple(int(where[0]) for where in np.nonzero(self.valid))

    def is_whole(self, axis: int) -> bool:
        """Are its values whole numbers one after the other?"""
        values = self.values[axis]
        return all(type(v) is int for v in values) and values == tuple(range(values[0], values[-1] + 1))

    def is_number(self, axis: int) -> bool:
        """Can it be read as a number by itself: a whole number, or yes (1) and no (0)?"""
        return self.is_whole(axis) or self.values[axis] == (False, True)

    def valid_places(self, axis: int) -> list[int]:
        """The places of an axis that some combination without contradiction has."""
        others = tuple(i for i in range(self.valid.ndim) if i != axis)
        return [int(place) for place in np.nonzero(self.valid.any(axis=others))[0]]

    def along(self, axis: int, values: Sequence[int]) -> IntArray:
        """A number for each value of an axis, laid out over all combinations."""
        shape = tuple(-1 if i == axis else 1 for i in range(self.valid.ndim))
        return np.broadcast_to(np.array(values, dtype=np.int64).reshape(shape), self.valid.shape)

    def depends(self, target: str) -> list[int]:
        """The axes that a target number depends on."""
        every = self.numbers[target]
        axes = []
        for axis in range(every.ndim):
            used = every.take(self.valid_places(axis), axis) if every.shape[axis] > 1 else every
            if (used != used.take([0], axis)).any():
                axes.append(axis)
        return axes

    def over(self, target: str) -> Array:
        """A target number at every combination."""
        return np.broadcast_to(self.numbers[target], self.valid.shape)

    def values_of(self, target: str) -> set[Value]:
        """The values of a target number where nothing contradicts itself."""
        return set(self.over(target)[self.valid].tolist())

    def at(self, place: Sequence[int]) -> dict[str, Value]:
        """All target numbers at one combination."""
        return {name: plain(self.over(name)[tuple(place)]) for name in self.numbers}

    def targets(self, numbers: Mapping[str, Value], within: str = "") -> Targets:
        """Target numbers as the dice see them."""
        kind = self._kinds[within]
        fields = kind._fields if within else self.check.targets
        names = (f"{within}.{name}".lstrip(".") for name in fields)
        return kind(*[self.targets(numbers, name) if name in self._kinds else numbers[name] for name in names])

    def answer(self, numbers: Mapping[str, Value]) -> Fraction | None:
        """The chance (or mean) for target numbers; ``None`` where there is none, as for what nobody can ask."""
        try:
            return Measure(self.check, self.outcome).at(self.rules, self.targets(numbers))
        except ValueError:
            return None

    def lines(self, target: str) -> list[list[int]] | None:
        """A target number as a sum of what each axis does: its values along each. ``None`` where it is no such sum."""
        if any(type(value) is not int for value in self.values_of(target)):
            return None
        every, lines = self.over(target), []
        base = plain(every[self.base])
        for axis in range(every.ndim):
            line = every[tuple(slice(None) if i == axis else b for i, b in enumerate(self.base))]
            lines.append([value if type(value) is int else base for value in map(plain, line)])
        total = sum(self.along(axis, line) for axis, line in enumerate(lines)) - (every.ndim - 1) * base
        return lines if (total == every)[self.valid].all() else None

    def counting(self, cells: Iterable[Sequence[int]]) -> list[str]:
        """The target numbers that change the answer at some cells: whatever the others are, it stays the same there."""
        varying = [name for name in self.numbers if len(self.values_of(name)) > 1]
        some, base = [self.at(cell) for cell in cells], self.at(self.base)
        answers = [self.answer(numbers) for numbers in some]
        without: dict[str, Value] = {}
        for name in sorted(varying, key=lambda name: self.lines(name) is not None):
            fewer = {**without, name: base[name]}
            if all(self.answer(numbers | fewer) == answer for numbers, answer in zip(some, answers, strict=True)):
                without = fewer
        return [name for name in varying if name not in without]

    def entries(self, target: str, axis: int, places: Iterable[int]) -> list[Counter[Entry]]:
        """The modifiers of a target number at places along an axis, but where that contradicts itself."""
        roll, entries = self.rolls[target], []
        usual = {name: values[b] for name, values, b in zip(self.names, self.values, self.base, strict=True)}
        for place in places:
            params = {**self.fixed, **usual, self.names[axis]: self.values[axis][place]}
            try:
                modifiers = self.check.numbers(self.rules, self.check.values(self.rules, params))[1]
            except RuleError:
                continue
            entries.append(Counter(entry for entry in modifiers if entry.roll == roll))
        return entries
