"""A chance as a formula: exact, in symbols for some parameters, with its steps, and compared at every whole number."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Any, NamedTuple

import numpy as np

from .check import Check
from .combinations import MEAN, Combinations
from .coordinates import Coordinates, Form
from .measure import left_out_text, must_tell
from .modifiers import entry_text
from .piecewise import Axis, Tree, exactly, expression, fit, latex_text, plain_text, regions
from .process import Process
from .registry import asked_check
from .rules import RuleError, Ruleset
from .wording import plain, shown, signed, value_text, words

_MOST_SYMBOLS = 3
_MOST_COMBINATIONS = 300_000


def formula(
    id: str | Check, /, *symbols: str, outcome: Any = None, rules: Ruleset | None = None, **given: Any
) -> Formula:
    """The chance of a check as an exact formula in some of its parameters.

    id : a check, or its id, none that goes on over turns. symbols : names of one to three parameters. A whole number
    is a symbol of its own name; a word, or yes and no, is a symbol for its modifier, such as ``range_modifier``. outcome :
    an event such as ``"hits"``, an outcome, or several in a list; the first event of the check when left out; ``"mean"``,
    or left out where there is no event, for outcomes that are numbers. rules : a ruleset with house rules. given : the
    other parameters that are not at their defaults.

    Returns a ``Formula``, compared with the exact answer at every combination of the symbols' values.

    Raises ``RuleError`` for unknown names and wrong values, and where there is no formula that one could read.

    >>> import rencounter_kit as rk
    >>> hits = rk.formula("rencounter.fire", "skill", outcome="hits", range_band="medium")
    >>> print(hits.expression)
    Piecewise((7/144, Eq(skill, 1)), (1/16, Eq(skill, 2)), ((skill - 2)/12, True))
    >>> hits.at(skill=7)
    Fraction(5, 12)
    """
    check = asked_check(id)
    book = check.ruleset(rules)
    _refuse(check, symbols, given)
    asked = Combinations(check, book, symbols, given, outcome)
    found = Coordinates.of(asked)
    return Formula(found, found.axes, found.table, _of(asked))


def _refuse(check: Check, symbols: Sequence[str], given: Mapping[str, Any]) -> None:
    """Names that cannot be symbols, and too many of them."""
    usual = next((name for name, p in check.parameters.items() if p.values()), "")
    hint = f"try rk.formula('{check.id}', '{usual}')" if usual else "it asks nothing"
    if not 1 <= len(symbols) <= _MOST_SYMBOLS:
        raise RuleError(f"a formula must have 1 to {_MOST_SYMBOLS} symbols; got {len(symbols)}; {hint}")
    for name in symbols:
        if not isinstance(name, str) or name not in check.parameters:
            raise check.unknown(name)
        must_tell(name, "a symbol")
        if name in given or symbols.count(name) > 1:
            raise RuleError(f"a symbol must be named once and have no value; got {name} twice; leave one out")
        if not check.parameters[name].values():
            raise RuleError(f"a symbol must be a number, a word, or yes and no; got the list {name}; give it a value")
    if isinstance(check, Process):
        raise RuleError(
            f"a formula must be of a check without turns; got {check.id}, whose chance has no short formula; "
            f"try rk.sweep('{check.id}', {symbols[0]}=[...]) for a table"
        )
    combinations = prod(len(check.parameters[name].values()) for name in symbols)
    if combinations > _MOST_COMBINATIONS:
        raise RuleError(
            f"a formula must have at most {_MOST_COMBINATIONS:,} combinations; got {combinations:,}; give a symbol a value"
        )


def _of(asked: Combinations) -> str:
    """What is asked for, as it stands before the equals sign: "P(hits)"."""
    return MEAN if asked.outcome is None else f"P({asked.check.asked_words(asked.outcome)})"


class Step(NamedTuple):
    """One step of a formula: a sentence, and what it says in sympy (``None`` for words alone)."""

    words: str
    equation: Any = None

    @property
    def latex(self) -> str:
        """The equation in LaTeX; empty for words alone."""
        return "" if self.equation is None else latex_text(self.equation)

    def __str__(self) -> str:
        return self.words if self.equation is None else f"{self.words}\n{plain_text(self.equation, '    ')}"


class Formula:
    """A chance (or a mean) as an exact piecewise expression.

    ``.expression`` in sympy, over ``.symbols``; ``.modifiers`` which word stands for which number of a symbol;
    ``.steps`` how it comes about; ``.checked`` at how many combinations it was compared with the exact answer: all but
    those that contradict themselves; ``.left_out`` says why. ``.at()`` its value, ``.difference()`` what one more is worth,
    ``.latex()`` and ``print`` for people.
    """

    def __init__(self, found: Coordinates, axes: Sequence[Axis], table: Any, what: str) -> None:
        self._found, self._axes, self._table, self._what = found, tuple(axes), table, what
        tree = fit(table)
        if tree is None:
            raise found.too_many()
        self._tree: Tree = tree
        asked = self._asked = found.asked
        self.title = f"{asked.check.id}: {what} by {_and(map(words, asked.names))}"
        self.expression = self._over([axis.expression for axis in axes])
        self._numbers = {
            symbol: asked.along(axis, numbers)
            for axis in range(len(asked.names))
            for symbol, numbers in found.symbols(axis).items()
        }
        self.symbols = tuple(self._numbers)
        self.left_out = asked.left_out
        self.checked = self._compared()

    def _over(self, names: Sequence[Any]) -> Any:
        """The formula over other names of its coordinates."""
        within = {axis: (0, size - 1) for axis, size in enumerate(self._table.shape)}
        axes = [axis._replace(expression=name) for axis, name in zip(self._axes, names, strict=True)]
        return expression(self._tree, axes, within)

    def _compared(self) -> int:
        """At how many combinations the expression is the exact answer; ``AssertionError`` when it is not at one."""
        found, inside = self._found, self._asked.valid.copy()
        places = found.places(self._axes)
        for place, size in zip(places, self._table.shape, strict=True):
            inside &= (place >= 0) & (place < size)
        number = int(inside.sum())
        answers = np.broadcast_to(self._table[tuple(place[inside] for place in places)], number)
        if self._table is found.table and (answers != self._asked.answers[inside]).any():
            raise AssertionError(f"{self.title}: the table is not the exact answer")
        points = zip(*(every[inside].tolist() for every in self._numbers.values()), strict=True)
        value = exactly(self.expression, self.symbols)
        for point, answer in dict(zip(points if self.symbols else [()], answers.tolist(), strict=False)).items():
            if value(*point) != answer:
                raise AssertionError(f"{self.title}: {value(*point)} at {point}, but {answer}")
        return number

    # Asking ----------------------------------------------------------------------------------------------------------------

    @property
    def modifiers(self) -> dict[str, dict[Any, int]]:
        """For each symbol that stands for a modifier: which word has which value."""
        asked = self._asked
        return {
            form.symbols[axis].name: {asked.values[axis][place]: numbers[place] for place in asked.used(axis)}
            for form in self._found.forms
            for axis, numbers in form.modifiers.items()
        }

    def at(self, **values: Any) -> Fraction:
        """The exact value of the formula.

        values : for each parameter its value, or for a symbol a whole number. Raises ``RuleError`` when one is missing,
        unknown or out of range, or when they contradict each other.

        >>> import rencounter_kit as rk
        >>> hits = rk.formula("rencounter.fire", "skill", "range_band", outcome="hits")
        >>> hits.at(skill=7, range_band="medium"), hits.at(skill=7, range_modifier=-3)
        (Fraction(5, 12), Fraction(1, 3))
        """
        asked = self._asked
        numbers: dict[Any, int] = {}
        for name, value in values.items():
            if name in asked.names:
                axis = asked.names.index(name)
                p = asked.check.parameters[name].by(asked.rules)
                if (said := p.check(value)) is None:
                    raise p.refuse(value)
                place = asked.values[axis].index(said)
                numbers |= {symbol: found[place] for symbol, found in self._found.symbols(axis).items()}
            else:
                numbers[self._symbol(name)] = _whole(name, value)
        for symbol in self.symbols:
            if symbol not in numbers:
                raise RuleError(f"every symbol must have a value; got none for {symbol}; try .at({symbol}=...)")
        if set(asked.names) <= set(values):
            asked.check(rules=asked.rules, **{**asked.fixed, **values})  # says why there is none
        for along, size in zip(self._axes, self._table.shape, strict=True):
            reached, most = along.expression.subs(numbers), along.value(size - 1)
            if not along.first <= reached <= most:
                raise RuleError(
                    f"{along.expression} must be from {along.first} to {most}; got {reached}; it is not known beyond"
                )
        value = self.expression.subs(numbers)
        return Fraction(int(value.p), int(value.q))

    def _symbol(self, name: Any) -> Any:
        for symbol in self.symbols:
            if symbol.name == name:
                return symbol
        known = ", ".join(symbol.name for symbol in self.symbols) or "none"
        raise RuleError(f"a symbol must be one of {known}; got {shown(name)}; look at .symbols")

    def difference(self, symbol: Any) -> Formula:
        """What one more of a symbol is worth: the formula at the symbol + 1, less the formula.

        symbol : one of ``.symbols``, or its name; or a parameter that has one symbol. Raises ``RuleError`` for another.

        >>> import rencounter_kit as rk
        >>> print(rk.formula("rencounter.fire", "skill", outcome="hits").difference("skill").expression)
        Piecewise((1/12, skill <= 10), (0, True))
        """
        asked, found = self._asked, self._found
        name = getattr(symbol, "name", symbol)
        own = list(found.symbols(asked.names.index(name))) if name in asked.names else []
        if name in asked.names and not own:
            raise RuleError(
                f"a symbol must count for a difference; got {name}, which changes nothing here; try another"
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
        return Formula(found, axes, table, f"change of {self._what} for one more {words(one.name)}")

    # For people ------------------------------------------------------------------------------------------------------------

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """How it comes about: the target numbers, the chance by them, both put together, and how it was compared."""
        import sympy

        found, what = self._found, sympy.Symbol(self._what)
        plain = (form.target and not found.besides(form.target, form) for form in found.forms)
        names = [sympy.Symbol(f.name) if named else f.expression for f, named in zip(found.forms, plain, strict=True)]
        names += [found.own[axis] for axis in found.alone]
        by = _and(words(str(name)) for name in names)
        said = f"{self._what} depends on {by}:" if by else f"{self._what} is always the same:"
        steps = [*_made(found), Step(said, _equal(what, self._over(names)))]
        if self._table is found.table:
            steps += [Step(reason) for reason in self._reasons([words(str(name)) for name in names])]
        if names != [axis.expression for axis in self._axes]:
            steps.append(Step("Put together:", _equal(what, self.expression)))
        steps.append(Step(f"Compared with the exact answer at {self.checked:,} combinations: all are equal."))
        steps += map(Step, left_out_text(self.left_out))
        return tuple(steps)

    def _reasons(self, names: Sequence[str]) -> Iterator[str]:
        """For each case, in words of the rules, what a point in it means; but for what is said in every case."""
        found, told = self._found, []
        here = [int(place[self._asked.base]) for place in found.places(self._axes)]
        for region in regions(self._tree):
            point = [min(max(at, region[i][0]), region[i][1]) if i in region else at for i, at in enumerate(here)]
            numbers = found.targets(point)
            said = self._asked.check.says(self._asked.targets(numbers), self._asked.rules) if numbers else []
            told.append(([self._range(names[i], i, *ends, point[i]) for i, ends in region.items()], list(said)))
        always = set(told[0][1]).intersection(*(said for _, said in told)) if len(told) > 1 else set()
        for where, said in told:
            if reasons := " ".join(sentence for sentence in said if sentence not in always):
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
        return latex_text(self.expression)

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
        steps = "".join(f"<li>{html.escape(step.words)}{_shown(step.latex)}</li>" for step in self.steps)
        return (
            f"<p><b>{html.escape(self.title)}</b></p><p>{html.escape(self._repr_latex_())}</p>"
            f"<details><summary>How it comes about</summary><ol>{steps}</ol></details>"
        )


def _shown(latex: str) -> str:
    return "<br>" + html.escape(rf"$\displaystyle {latex}$") if latex else ""


def _equal(name: Any, value: Any) -> Any:
    import sympy

    return sympy.Eq(name, value, evaluate=False)


def _made(found: Coordinates) -> Iterator[Step]:
    """How the sums are made up, and from which sections of the rules."""
    import sympy

    asked = found.asked
    for form in found.forms:
        if not form.target:
            yield Step(f"Of {_and(map(words, asked.names))} nothing counts but {form.expression}.")
            continue
        roll, total = asked.rolls[form.target], form.expression
        for axis, line in found.besides(form.target, form).items():
            used = asked.used(axis)
            table = np.array([Fraction(line[place]) for place in used], dtype=object)
            if (tree := fit(table)) is not None:
                total += expression(tree, [Axis(found.own[axis], asked.values[axis][used[0]])], {0: (0, len(used) - 1)})
        yield Step(
            f"{f'{roll}: ' if roll else ''}{words(form.name)} is a sum.",
            _equal(sympy.Symbol(form.name), total),
        )
        yield from (Step(_counts(found, form, axis)) for axis in form.axes)
        if always := [entry_text(entry).strip() for entry in found.always(form.target) if entry.value]:
            yield Step(f"Always there: {'; '.join(always)}.")
        for name, more in form.partners.items():
            if name != form.target:
                yield Step(f"{words(name.replace('.', '_'))} is the same sum{f' {more:+}' if more else ''}.")
    for axis, name in enumerate(asked.names):
        if axis in found.alone:
            sections = _sections(found, [target for target in found.counting if axis in asked.depends(target)], axis)
            yield Step(f"{words(name)} counts by itself: {_values(asked, axis)}{sections}.")
        elif not found.symbols(axis):
            yield Step(f"{words(name)} changes nothing here.")


def _counts(found: Coordinates, form: Form, axis: int) -> str:
    """What the values of a parameter do to a sum, and where that stands."""
    asked, sections = found.asked, _sections(found, [form.target], axis)
    if axis in form.slopes:
        return f"{words(asked.names[axis])}: {_values(asked, axis)}{sections}."
    groups: dict[int, list[str]] = {}
    for place in asked.used(axis):
        groups.setdefault(form.modifiers[axis][place], []).append(value_text(asked.values[axis][place]))
    said = "; ".join(f"{signed(number)} {', '.join(names)}" for number, names in groups.items())
    return f"{words(form.symbols[axis].name)} by {words(asked.names[axis])}: {said}{sections}."


def _values(asked: Combinations, axis: int) -> str:
    used = asked.used(axis)
    low, high = asked.values[axis][used[0]], asked.values[axis][used[-1]]
    return f"{low} to {high}" if asked.is_whole(axis) else "1 for yes, 0 for no"


def _sections(found: Coordinates, targets: Sequence[str], axis: int) -> str:
    """Where the modifiers stand that an axis brings to target numbers."""
    entries = (entry for target in targets for entry in found.own_entries(target, axis))
    cited = dict.fromkeys(entry.citation for entry in entries if entry.citation)
    return f" ({'; '.join(cited)})" if cited else ""


def _whole(name: str, value: Any) -> int:
    value = plain(value)
    if type(value) is not int:
        raise RuleError(f"{name} must be a whole number; got {shown(value)}; name the parameter for a word")
    return value


def _and(names: Iterable[str]) -> str:
    return " and ".join(names)
