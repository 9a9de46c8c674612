"""A chance as a formula: exact, in symbols for some parameters, with its steps, and compared at every whole number."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ....engine.dice.chances import ExactArray
from ....engine.dice.dist import Outcome
from ....engine.formats.table import ExactTable
from ....engine.words.errors import RuleError
from ....engine.words.wording import AS_WRITTEN, Spelling, as_text, plain, signed
from ...mechanics.check import Check
from ...mechanics.modifiers import entry_text
from ...mechanics.processes.process import Process
from ...mechanics.registry import check_of
from ...rulebook.book import Ruleset, Value
from ..measure import left_out_text, must_tell
from .combinations import MEAN, Combinations
from .coordinates import Coordinates, Form
from .piecewise import Axis, Tree, cases, exactly, expression, fit, latex_text, plain_text, regions

if TYPE_CHECKING:
    from sympy import Expr, Symbol

_MAX_SYMBOLS = 3
_MAX_COMBINATIONS = 300_000


def formula(
    id: str | Check, /, *symbols: str, outcome: Outcome = None, rules: Ruleset | None = None, **settings: Value
) -> Formula:
    """The chance of a check as an exact formula in some of its parameters.

    id : a check, or its id, none that goes on over turns.
    symbols : names of one to three parameters. A whole number is a symbol of its own name; a word, or yes and no, is a
        symbol for its modifier, such as ``range_modifier``.
    outcome : an event such as ``"hits"``, an outcome, or several in a list; the first event of the check when left out;
        ``"mean"``, or left out where there is no event, for outcomes that are numbers.
    rules : a ruleset with house rules.
    settings : the other parameters that are not at their defaults.

    Returns a ``Formula``, compared with the exact answer at every combination of the symbols' values.

    Raises ``RuleError`` for unknown names and wrong values, and where there is no formula that one could read.

    >>> import rencounter_kit as rk
    >>> hits = rk.formula("rencounter.fire", "skill", outcome="hits", range_band="medium")
    >>> print(hits.expression)
    Piecewise((7/144, Eq(skill, 1)), (1/16, Eq(skill, 2)), ((skill - 2)/12, True))
    >>> hits.at(skill=7)
    Fraction(5, 12)
    """
    check = check_of(id, rules)
    book = check.ruleset(rules)
    symbols, settings = tuple(map(check.name_of, symbols)), dict(check.named(settings))
    _refuse(check, symbols, settings)
    combinations = Combinations(check, book, symbols, settings, outcome)
    coordinates = Coordinates.of(combinations)
    return Formula(coordinates, coordinates.axes, coordinates.table, _of(combinations))


def _refuse(check: Check, symbols: Sequence[str], settings: Mapping[str, Value]) -> None:
    """Names that cannot be symbols, and too many of them."""
    usual = next((name for name, p in check.parameters.items() if p.values()), "")
    hint = f"try rk.formula('{check.id}', '{usual}')" if usual else "it asks nothing"
    if not 1 <= len(symbols) <= _MAX_SYMBOLS:
        raise RuleError(f"a formula must have 1 to {_MAX_SYMBOLS} symbols; got {len(symbols)}; {hint}")
    for name in symbols:
        must_tell(name, "a symbol")
        if name in settings or symbols.count(name) > 1:
            raise RuleError(f"a symbol must be named once and have no value; got {name} twice; leave one out")
        if not check.parameters[name].values():
            raise RuleError(f"a symbol must be a number, a word, or yes and no; got the list {name}; give it a value")
    if isinstance(check, Process):
        raise RuleError(
            f"a formula must be of a check without turns; got {check.id}, whose chance has no short formula; "
            f"try rk.sweep('{check.id}', {symbols[0]}=[...]) for a table"
        )
    combinations = prod(len(check.parameters[name].values()) for name in symbols)
    if combinations > _MAX_COMBINATIONS:
        raise RuleError(
            f"a formula must have at most {_MAX_COMBINATIONS:,} combinations; got {combinations:,}; "
            "give a symbol a value"
        )


def _of(combinations: Combinations) -> str:
    """What is asked for, as it stands before the equals sign: "P(hits)"."""
    return MEAN if combinations.outcome is None else f"P({combinations.check.event_words(combinations.outcome)})"


class FormulaStep(NamedTuple):
    """One step of a formula: a sentence, and what it says in sympy (``None`` for words alone), whose names are read by
    ``spelling``.
    """

    words: str
    equation: Expr | None = None
    spelling: Spelling = AS_WRITTEN

    @property
    def latex(self) -> str:
        """The equation in LaTeX; empty for words alone."""
        return "" if self.equation is None else latex_text(self.equation, self.spelling)

    def __str__(self) -> str:
        return self.words if self.equation is None else f"{self.words}\n{plain_text(self.equation, '    ')}"


class Formula:
    """A chance (or a mean) as an exact piecewise expression.

    ``.expression`` in sympy, over ``.symbols``; ``.modifiers`` which word stands for which number of a symbol;
    ``.steps`` how it comes about; ``.comparisons`` at how many combinations it was compared with the exact answer:
    all but those that contradict themselves; ``.left_out`` says why. ``.at()`` its value, ``.difference()`` what one
    more is worth, ``.latex()`` and ``print`` for people.
    """

    def __init__(self, coordinates: Coordinates, axes: Sequence[Axis], table: ExactArray, what: str) -> None:
        self._coordinates, self._axes, self._table, self._what = coordinates, tuple(axes), table, what
        tree = fit(table)
        if tree is None:
            raise coordinates.too_many()
        self._tree: Tree = tree
        combinations = self._combinations = coordinates.combinations
        self._spelling = combinations.check.spelling
        self.title = f"{combinations.check.title} {what} by {_and(map(self._spelling.words, combinations.names))}"
        self.expression = self._over([axis.expression for axis in axes])
        self._numbers = {
            symbol: combinations.along(axis, numbers)
            for axis in range(len(combinations.names))
            for symbol, numbers in coordinates.symbols(axis).items()
        }
        self.symbols = tuple(self._numbers)
        self.left_out = combinations.left_out
        self.comparisons = self._compare()

    def _over(self, names: Sequence[Expr]) -> Expr:
        """The formula over other names of its coordinates."""
        within = {axis: (0, size - 1) for axis, size in enumerate(self._table.shape)}
        axes = [axis._replace(expression=name) for axis, name in zip(self._axes, names, strict=True)]
        return expression(self._tree, axes, within)

    def _compare(self) -> int:
        """At how many combinations the expression is the exact answer; ``AssertionError`` when it is not at one."""
        coordinates, inside = self._coordinates, self._combinations.valid.copy()
        places = coordinates.places(self._axes)
        for place, size in zip(places, self._table.shape, strict=True):
            inside &= (place >= 0) & (place < size)
        number = int(inside.sum())
        answers = np.broadcast_to(self._table[tuple(place[inside] for place in places)], number)
        if self._table is coordinates.table and (answers != self._combinations.answers[inside]).any():
            raise AssertionError(f"{self.title}: the table is not the exact answer")
        points = zip(*(every[inside].tolist() for every in self._numbers.values()), strict=True)
        value = exactly(self.expression, self.symbols)
        for point, answer in dict(zip(points if self.symbols else [()], answers.tolist(), strict=False)).items():
            if value(*point) != answer:
                raise AssertionError(f"{self.title}: {value(*point)} at {point}, but {answer}")
        return number

    # Asking -----------------------------------------------------------------------------------------------------------

    @property
    def modifiers(self) -> dict[str, dict[Value, int]]:
        """For each symbol that stands for a modifier: which word has which value."""
        combinations = self._combinations
        return {
            form.symbols[axis].name: {
                combinations.values[axis][place]: numbers[place] for place in combinations.valid_places(axis)
            }
            for form in self._coordinates.forms
            for axis, numbers in form.modifiers.items()
        }

    def at(self, **values: Value) -> Fraction:
        """The exact value of the formula.

        values : for each parameter its value, or for a symbol a whole number. Raises ``RuleError`` when one is missing,
        unknown or out of range, or when they contradict each other.

        >>> import rencounter_kit as rk
        >>> hits = rk.formula("rencounter.fire", "skill", "range_band", outcome="hits")
        >>> hits.at(skill=7, range_band="medium"), hits.at(skill=7, range_modifier=-3)
        (Fraction(5, 12), Fraction(1, 3))
        """
        combinations = self._combinations
        numbers: dict[Symbol, int] = {}
        for name, value in values.items():
            if name in combinations.names:
                axis = combinations.names.index(name)
                p = combinations.check.parameters[name].by(combinations.rules)
                if (choice := p.check(value)) is None:
                    raise p.refuse(value)
                place = combinations.values[axis].index(choice)
                numbers |= {symbol: line[place] for symbol, line in self._coordinates.symbols(axis).items()}
            else:
                numbers[self._symbol(name)] = _whole(name, value)
        for symbol in self.symbols:
            if symbol not in numbers:
                raise RuleError(f"every symbol must have a value; got none for {symbol}; try .at({symbol}=...)")
        if set(combinations.names) <= set(values):
            combinations.check(rules=combinations.rules, **{**combinations.fixed, **values})  # says why there is none
        for along, size in zip(self._axes, self._table.shape, strict=True):
            coordinate, most = along.expression.subs(numbers), along.value(size - 1)
            if not along.first <= coordinate <= most:
                raise RuleError(
                    f"{along.expression} must be from {along.first} to {most}; got {coordinate}; try a value within"
                )
        value = self.expression.subs(numbers)
        return Fraction(int(value.p), int(value.q))

    def _symbol(self, name: object) -> Symbol:
        for symbol in self.symbols:
            if symbol.name == name:
                return symbol
        names = ", ".join(symbol.name for symbol in self.symbols) or "none"
        raise RuleError(f"a symbol must be one of {names}; got {as_text(name)}; look at .symbols")

    def difference(self, symbol: str | Symbol) -> Formula:
        """What one more of a symbol is worth: the formula at the symbol + 1, less the formula.

        symbol : one of ``.symbols``, or its name; or a parameter that has one symbol. Raises ``RuleError`` for another.

        >>> import rencounter_kit as rk
        >>> print(rk.formula("rencounter.fire", "skill", outcome="hits").difference("skill").expression)
        Piecewise((1/12, skill <= 10), (0, True))
        """
        combinations, coordinates = self._combinations, self._coordinates
        name = getattr(symbol, "name", symbol)
        own = list(coordinates.symbols(combinations.names.index(name))) if name in combinations.names else []
        if name in combinations.names and not own:
            raise RuleError(
                f"a symbol must matter to have a difference; got {name}, which changes nothing here; try another"
            )
        one = own[0] if len(own) == 1 else self._symbol(name)
        shape = self._table.shape
        moves = [int((axis.expression.subs(one, one + 1) - axis.expression) / axis.step) for axis in self._axes]
        if any(abs(move) >= size for move, size in zip(moves, shape, strict=True)):
            raise RuleError(
                f"a symbol must have two values for a difference; got {one.name}, which has one; try another"
            )
        start, end = [max(0, -move) for move in moves], [max(0, move) for move in moves]
        before = tuple(slice(a, size - b) for a, b, size in zip(start, end, shape, strict=True))
        after = tuple(slice(b, size - a) for a, b, size in zip(start, end, shape, strict=True))
        axes = [axis._replace(first=axis.value(place)) for axis, place in zip(self._axes, start, strict=True)]
        table = np.array(self._table[after] - self._table[before], dtype=object)
        return Formula(
            coordinates, axes, table, f"change of {self._what} for one more {self._spelling.words(one.name)}"
        )

    # For people -------------------------------------------------------------------------------------------------------

    @cached_property
    def steps(self) -> tuple[FormulaStep, ...]:
        """How it comes about: the target numbers, the chance by them, both put together, and how it was compared."""
        import sympy

        coordinates, what = self._coordinates, sympy.Symbol(self._what)
        plain = (form.target and not coordinates.besides(form.target, form) for form in coordinates.forms)
        names = [
            sympy.Symbol(f.name) if alone else f.expression for f, alone in zip(coordinates.forms, plain, strict=True)
        ]
        names += [coordinates.own[axis] for axis in coordinates.alone]
        by = _and(self._spelling.words(str(name)) for name in names)
        heading = f"{self._what} depends on {by}:" if by else f"{self._what} is always the same:"
        steps = [*_sum_steps(coordinates), FormulaStep(heading, _equal(what, self._over(names)), self._spelling)]
        if self._table is coordinates.table:
            steps += [
                FormulaStep(reason) for reason in self._reasons([self._spelling.words(str(name)) for name in names])
            ]
        if names != [axis.expression for axis in self._axes]:
            steps.append(FormulaStep("Put together:", _equal(what, self.expression), self._spelling))
        steps.append(
            FormulaStep(f"Compared with the exact answer at {self.comparisons:,} combinations: all are equal.")
        )
        steps += map(FormulaStep, left_out_text(self.left_out, self._spelling))
        return tuple(steps)

    def _reasons(self, names: Sequence[str]) -> Iterator[str]:
        """For each case, in words of the rules, what a point in it means; but for what is said in every case."""
        coordinates, cases = self._coordinates, []
        places = [int(place[self._combinations.base]) for place in coordinates.places(self._axes)]
        for region in regions(self._tree):
            point = [min(max(at, region[i][0]), region[i][1]) if i in region else at for i, at in enumerate(places)]
            numbers = coordinates.targets(point)
            sentences = (
                self._combinations.check.says(self._combinations.rules, self._combinations.targets(numbers))
                if numbers
                else []
            )
            cases.append(([self._range(names[i], i, *ends, point[i]) for i, ends in region.items()], list(sentences)))
        always = set(cases[0][1]).intersection(*(sentences for _, sentences in cases)) if len(cases) > 1 else set()
        for where, sentences in cases:
            if reasons := " ".join(sentence for sentence in sentences if sentence not in always):
                yield f"{_and(where)}: {reasons}" if where else reasons

    def _range(self, name: str, axis: int, first: int, last: int, example: int) -> str:
        """The places of a case in words: "needed 1 to 11 (here 6)"."""
        low, high, one = (self._axes[axis].value(place) for place in (first, last, example))
        if first == last:
            return f"{name} {low}"
        if first == 0 or last == self._table.shape[axis] - 1:
            return f"{name} {f'{high} or less' if first == 0 else f'{low} or more'} (here {one})"
        return f"{name} {low} to {high} (here {one})"

    def latex(self) -> str:
        """The expression in LaTeX, with symbols in words."""
        return latex_text(self.expression, self._spelling)

    def as_table(self) -> ExactTable:
        """Each case with where it holds, to be written in any format.

        >>> import rencounter_kit as rk
        >>> for line in rk.formula("rencounter.fire", "skill", outcome="hits").as_table().cells():
        ...     print(line)
        ('value', 'where')
        ('skill/12', 'skill <= 11')
        ('11/12', 'otherwise')
        """
        pieces = list(cases(self.expression))
        read = [
            ("value", "where"),
            *((self._spelling.words(str(value)), self._spelling.words(where)) for value, where in pieces),
        ]
        lines = [(str(value), where, latex_text(value, self._spelling)) for value, where in pieces]
        sentences = [step.words for step in self.steps if step.equation is None]
        return ExactTable(("value", "where", "latex"), lines, self.title, sentences, read)

    def __str__(self) -> str:
        import sympy

        equation = plain_text(_equal(sympy.Symbol(self._what), self.expression))
        steps = [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
        return "\n".join([self.title, "", equation, "", *steps])

    def __repr__(self) -> str:
        return str(self)

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle \text{{{self._what}}} = {self.latex()}$"

    def _repr_html_(self) -> str:
        steps = "".join(f"<li>{html.escape(step.words)}{_latex_html(step.latex)}</li>" for step in self.steps)
        return (
            f"<p><b>{html.escape(self.title)}</b></p><p>{html.escape(self._repr_latex_())}</p>"
            f"<details><summary>Step by step</summary><ol>{steps}</ol></details>"
        )


def _latex_html(latex: str) -> str:
    return "<br>" + html.escape(rf"$\displaystyle {latex}$") if latex else ""


def _equal(name: Symbol, value: Expr) -> Expr:
    import sympy

    return sympy.Eq(name, value, evaluate=False)


def _sum_steps(coordinates: Coordinates) -> Iterator[FormulaStep]:
    """How the sums are made up, and from which sections of the rules."""
    import sympy

    combinations = coordinates.combinations
    words = combinations.check.spelling.words
    for form in coordinates.forms:
        if not form.target:
            yield FormulaStep(f"Of {_and(map(words, combinations.names))} nothing counts but {form.expression}.")
            continue
        roll, total = combinations.rolls[form.target], form.expression
        for axis, line in coordinates.besides(form.target, form).items():
            places = combinations.valid_places(axis)
            table = np.array([Fraction(line[place]) for place in places], dtype=object)
            if (tree := fit(table)) is not None:
                total += expression(
                    tree, [Axis(coordinates.own[axis], combinations.values[axis][places[0]])], {0: (0, len(places) - 1)}
                )
        yield FormulaStep(
            f"{f'{roll}: ' if roll else ''}{words(form.name)} is a sum.",
            _equal(sympy.Symbol(form.name), total),
            combinations.check.spelling,
        )
        yield from (FormulaStep(_counts(coordinates, form, axis)) for axis in form.axes)
        if always := [entry_text(entry).strip() for entry in coordinates.always(form.target) if entry.value]:
            yield FormulaStep(f"Always there: {'; '.join(always)}.")
        for name, more in form.partners.items():
            if name != form.target:
                yield FormulaStep(f"{words(name.replace('.', '_'))} is the same sum{f' {more:+}' if more else ''}.")
    for axis, name in enumerate(combinations.names):
        if axis in coordinates.alone:
            sections = _sections(
                coordinates, [target for target in coordinates.counting if axis in combinations.depends(target)], axis
            )
            yield FormulaStep(f"{words(name)} counts by itself: {_values(combinations, axis)}{sections}.")
        elif not coordinates.symbols(axis):
            yield FormulaStep(f"{words(name)} changes nothing here.")


def _counts(coordinates: Coordinates, form: Form, axis: int) -> str:
    """What the values of a parameter do to a sum, and where that stands."""
    combinations, read = coordinates.combinations, coordinates.combinations.check.spelling
    sections = _sections(coordinates, [form.target], axis)
    if axis in form.slopes:
        return f"{read.words(combinations.names[axis])}: {_values(combinations, axis)}{sections}."
    groups: dict[int, list[str]] = {}
    for place in combinations.valid_places(axis):
        groups.setdefault(form.modifiers[axis][place], []).append(read.value(combinations.values[axis][place]))
    groups_text = "; ".join(f"{signed(number)} {', '.join(names)}" for number, names in groups.items())
    return f"{read.words(form.symbols[axis].name)} by {read.words(combinations.names[axis])}: {groups_text}{sections}."


def _values(combinations: Combinations, axis: int) -> str:
    places = combinations.valid_places(axis)
    low, high = combinations.values[axis][places[0]], combinations.values[axis][places[-1]]
    return f"{low} to {high}" if combinations.is_whole(axis) else "1 for yes, 0 for no"


def _sections(coordinates: Coordinates, targets: Sequence[str], axis: int) -> str:
    """Where the modifiers stand that an axis brings to target numbers."""
    entries = (entry for target in targets for entry in coordinates.own_entries(target, axis))
    citations = dict.fromkeys(entry.citation for entry in entries if entry.citation)
    return f" ({'; '.join(citations)})" if citations else ""


def _whole(name: str, value: object) -> int:
    value = plain(value)
    if type(value) is not int:
        raise RuleError(f"{name} must be a whole number; got {as_text(value)}; name the parameter for a word")
    return value


def _and(names: Iterable[str]) -> str:
    return " and ".join(names)
