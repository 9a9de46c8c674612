"""How two changes work together: how far from additive they are, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby, pairwise
from typing import NamedTuple, TypeVar

from ...engine.dice.dist import Figure, Outcome
from ...engine.dice.throw import Targets
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text, first_up, signed
from ..mechanics.check import Check, Result
from ..mechanics.modifiers import Entry, Total
from ..mechanics.processes.process import Process
from ..mechanics.registry import check_of
from ..rulebook.book import Ruleset, Value
from .measure import Measure, Report, measure, must_tell
from .sensitivity import next_value

N = TypeVar("N", int, Fraction)
CASES = ((0, 0), (1, 0), (0, 1), (1, 1))  # is the one changed, is the other
_MAX_RUNS = 4  # stretches of a bent line that are told one by one
_FARTHEST = 1000  # steps along a target number that are followed
_LONGEST = 40  # letters of a target number that is told


class ParameterChange(NamedTuple):
    """A parameter that goes from one value to another; ``words`` for it, such as "cover: half solid"."""

    parameter: str
    before: Value
    after: Value
    words: str


class Case(NamedTuple):
    """One of the four cases: which changes are made, the exact figure, what it differs from the case without any."""

    case: str
    figure: Fraction
    change: Fraction


@dataclass(frozen=True, repr=False)
class Interaction(Report):
    """Two changes, alone and together.

    ``rows`` : the four cases (neither, one, other, both). ``apart`` : both - one - other + neither, 0 when exactly
    additive. ``reasons`` : why, in sentences. ``sentences`` : for each case what the dice are held against, in words,
    as far as it does not hold in all four.
    """

    measure: Measure
    one: ParameterChange
    other: ParameterChange
    results: tuple[Result, ...]  # in the order of CASES
    kind = Case

    @cached_property
    def figures(self) -> tuple[Fraction, ...]:
        """The exact figure of each case: neither, one, other, both."""
        return tuple(self.measure.of(result) for result in self.results)

    @property
    def rows(self) -> tuple[Case, ...]:  # type: ignore[override]
        """The four cases."""
        neither = self.figures[0]
        names = ("neither", self.one.words, self.other.words, "both")
        return tuple(Case(name, p, p - neither) for name, p in zip(names, self.figures, strict=True))

    @property
    def apart(self) -> Fraction:
        """How far from additive: what both change together less what each changes alone."""
        return _apart(self.figures)

    def named(self, one: str, other: str) -> Interaction:
        """The same with other words for the two changes."""
        return replace(self, one=self.one._replace(words=one), other=self.other._replace(words=other))

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """Why the two do not simply add up; empty when they do."""
        if not self.apart:
            return ()
        return tuple(Reasons(self).all()) or ("One roll uses what both change.",)

    @property
    def sentences(self) -> dict[str, list[str]]:
        """For each case the sentences about the dice that do not hold in all four."""
        sentences = [list(result.check.says(result.rules, result.targets)) for result in self.results]
        common = set(sentences[0]).intersection(*sentences)
        return {
            row.case: [line for line in lines if line not in common]
            for row, lines in zip(self.rows, sentences, strict=True)
        }

    def head(self) -> str:
        return f"{self.measure.title}; {self.one.words} and {self.other.words} together"

    def cells(self) -> list[Sequence[str]]:
        question = self.measure
        rows = [
            (row.case, question.text(row.figure), question.both(row.change) if i else "")
            for i, row in enumerate(self.rows)
        ]
        return [("case", "figure", "changes it by"), *rows]

    def notes(self) -> list[str]:
        question, (_, one, other, both) = self.measure, [row.change for row in self.rows]
        if not self.apart:
            return [f"Exactly additive: {_sum(question, one, other)}, and so do both together."]
        apart = (
            f"Not additive: {_sum(question, one, other)}; together they change it by {question.change(both)}, "
            f"{question.both(abs(self.apart)).replace('+', '')} {'above' if self.apart > 0 else 'below'} that."
        )
        dice = [f"{case}: {' '.join(sentences)}" for case, sentences in self.sentences.items() if sentences]
        return [apart, *self.reasons, *(["On the dice:", *dice] if dice else [])]


def _sum(question: Measure, one: Fraction, other: Fraction) -> str:
    first, second, both = (question.change(change) for change in (one, other, one + other))
    return f"alone they change it by {first} and {second}, which adds up to {both}"


def _limits(figure: Value, count: int) -> bool:
    """Is a figure of the rules that a sum comes to where it is held, and not what is added? What is added is that
    figure, or several of it.

    >>> _limits(99, -16), _limits(-2, -2), _limits(-2, 0), _limits(1, 4)
    (True, False, False, True)
    """
    return type(figure) is int and count not in (0, figure) and (count * figure < 0 or figure > 0)


def _where(entry: Entry) -> tuple[str, str]:
    """The roll of a modifier, and where in the rules."""
    return entry.roll, entry.rule.path if entry.rule else entry.label


def _apart(four: Sequence[N]) -> N:
    neither, one, other, both = four
    return both - one - other + neither


def interaction(
    id: str | Check,
    one: object,
    other: object,
    /,
    *,
    outcome: Outcome = None,
    rules: Ruleset | None = None,
    **settings: Value,
) -> Interaction:
    """How two changes work together, and why they do not simply add up where they do not.

    id : a check, or its id.
    one, other : each the name of a parameter with the value that it goes to, as in ``("cover", "half_solid")``; a name
        alone means one step more.
    settings : the situation before.
    outcome, rules : as in ``rk.worth``.

    Raises ``RuleError`` for unknown names and wrong values, a change that changes nothing or what is asked
    (``result``), the same parameter twice, and where a change contradicts the situation.

    >>> from rencounter_kit import interaction
    >>> both = interaction("rencounter.fire", ("cover", "half_solid"), ("range_band", "long"), skill=5)
    >>> both.figures
    (Fraction(5, 12), Fraction(1, 4), Fraction(1, 12), Fraction(7, 144))
    >>> both.apart
    Fraction(19, 144)
    """
    check = check_of(id, rules)
    settings = dict(check.named(settings))
    neither = check(rules=rules, **settings)
    first, second = (_change(neither, change) for change in (one, other))
    if first.parameter == second.parameter:
        raise RuleError(f"two changes must be to two parameters; got {first.parameter} twice; change another one")
    question, results = measure(neither, outcome), [neither]
    for case in CASES[1:]:
        changes = [change for change, counts in zip((first, second), case, strict=True) if counts]
        try:
            params = {**settings, **{change.parameter: change.after for change in changes}}
            results.append(
                check(rules=rules, **(params if all(case) else check.without_resting(neither.rules, params)))
            )
            question.of(results[-1])
        except RuleError as error:
            raise RuleError(
                f"{' with '.join(change.words for change in changes)} must be possible here; got: {error}"
            ) from None
    return Interaction(question, first, second, tuple(results))


def _change(result: Result, what: object) -> ParameterChange:
    """A change as it was given; ``RuleError`` when it is none."""
    check = result.check
    name, *value = what if isinstance(what, (tuple, list)) and len(what) == 2 else (what,)
    if not isinstance(name, str):
        raise RuleError(
            f"a change must be a parameter, or a parameter with its value; got {as_text(what)}; try ('skill', 8)"
        )
    name = check.name_of(name)
    must_tell(name, "a change")
    parameter, before = check.parameters[name].by(result.rules), result.params[name]
    after = parameter.check(value[0]) if value else next_value(parameter, before)
    if after is None and not value:
        raise RuleError(
            f"{name} must have a next value; got {as_text(before)}, which has none; give one, as in ({name!r}, ...)"
        )
    if after == before:
        raise RuleError(
            f"a change must change something; got {name} = {as_text(after)}, which it is already; try another value"
        )
    return ParameterChange(name, before, after, f"{parameter.words}: {parameter.spelling.value(after)}")


# Why ------------------------------------------------------------------------------------------------------------------


class Reasons:
    """Why two changes do not add up: looks in the target numbers first, then in what the dice make of them."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction, self.check = interaction, interaction.results[0].check
        self.four = [dict(_flat(result.targets)) for result in interaction.results]
        every = dict.fromkeys(name for targets in self.four for name in targets)
        self.by_one = [n for n in every if self._differs(n, (0, 1), (2, 3))]
        self.by_other = [n for n in every if self._differs(n, (0, 2), (1, 3))]

    def values(self, name: str) -> list[Value]:
        """A target number in the four cases."""
        return [targets.get(name) for targets in self.four]

    def _differs(self, name: str, *pairs: tuple[int, int]) -> bool:
        four = self.values(name)
        return any(four[a] != four[b] for a, b in pairs)

    @cached_property
    def relevant(self) -> list[str]:
        """The target numbers that one change or the other moves, and that tell."""
        moved = self.by_one + [name for name in self.by_other if name not in self.by_one]
        return [name for name in moved if self._tells(name)]

    def all(self) -> Iterator[str]:
        """Every reason that there is."""
        sums = self.not_sums
        yield from (self._not_a_sum(name) for name in sums)
        if sums:
            yield from self._counts_otherwise()
        if isinstance(self.check, Process):
            yield (
                "It goes on turn after turn: one change counts only as long as the other has not settled the matter."
            )
            return
        yield from self.on_the_dice()

    def on_the_dice(self) -> Iterator[str]:
        """The reasons that lie in what the dice make of the target numbers."""
        yield from self.different_throws(self.relevant)
        for name in self.bent(self.not_sums):
            yield self._along(name)

    @cached_property
    def not_sums(self) -> list[str]:
        """The target numbers that are not what the changes make of them one by one."""
        return [name for name in self.relevant if not _adds_up(self.values(name))]

    def bent(self, sums: Sequence[str] = ()) -> list[str]:
        """The target numbers that both move, a step of which is not worth the same everywhere.

        sums : those left out.
        """
        both = [name for name in self.relevant if name in self.by_one and name in self.by_other]
        return [name for name in both if name not in sums and self._bent(name)]

    def stops(self, name: str) -> bool:
        """Is a step of a target number worth nothing somewhere between its values in the four cases?"""
        return any(not worth for _, worth in self._steps(name))

    def limits(self, name: str) -> list[tuple[str, list[int]]]:
        """The figures of the rules at which a sum with both changes is held, such as a highest chance: label, and how
        much each takes or adds in the four cases. None where anything else counts otherwise, too.
        """
        limits = {key: entry for key, entry in self._entries.items() if key[0] == self._roll(name) and _apart(entry[1])}
        return list(limits.values()) if all(self._is_limit(*key) for key in limits) else []

    def _is_limit(self, roll: str, path: str) -> bool:
        """Is a modifier a limit: does it come last, and hold the sum at its own figure with both changes and wherever
        else it counts?
        """
        with_both, four = self.interaction.results[-1], self._entries[roll, path][1]
        figure, last = with_both.rules.get(path), [_where(entry) for entry in with_both.modifiers if entry.roll == roll]
        holds = all(sums.get(roll) == figure for sums, count in zip(self._sums, four, strict=True) if count)
        return holds and last[-1:] == [(roll, path)] and _limits(figure, four[-1])

    @cached_property
    def _sums(self) -> list[dict[str, Figure]]:
        """The sums in the four cases, by their rolls."""
        return [result.explain().sums for result in self.interaction.results]

    # The target numbers themselves

    def _not_a_sum(self, name: str) -> str:
        four = self.values(name)
        texts = [*map(self.check.spelling.value, four)]
        is_when = ", ".join(f"{text} {when}" for text, when in zip(texts, self._whens(), strict=True) if text)
        if "" in texts:  # words that stand only where something hinders, and say what
            return f"{first_up(is_when)}."
        if any(isinstance(value, tuple) for value in four) or any(len(text) > _LONGEST for text in texts):
            return f"{self.name(name)} depends on both changes at once."
        return f"In {self.name(name)} the two do not simply add up: it is {is_when}."

    @cached_property
    def _entries(self) -> dict[tuple[str, str], tuple[str, list[int]]]:
        """Each modifier, by its roll and where it stands: its label, and how much it counts in the four cases."""
        entries: dict[tuple[str, str], tuple[str, list[int]]] = {}
        for case, result in enumerate(self.interaction.results):
            for entry in result.modifiers:
                key = _where(entry)
                four = entries[key][1] if key in entries else [0] * len(CASES)
                four[case] += entry.value
                entries[key] = entry.label, four
        return entries

    def counted_otherwise(self, name: str) -> list[tuple[str, list[int]]]:
        """The modifiers of a sum that count otherwise with both changes than the changes make them one by one: label,
        and how much in the four cases.
        """
        roll = self._roll(name)
        return [(label, four) for (of, _), (label, four) in self._entries.items() if of == roll and _apart(four)]

    def _counts_otherwise(self) -> Iterator[str]:
        """Modifiers that count otherwise with both changes than the one change and the other make them."""
        for (roll, path), (label, four) in self._entries.items():
            if not _apart(four):
                continue
            if self._is_limit(roll, path):  # which is no penalty
                limit = self._sums[-1][roll]
                loss = f"and anything beyond {limit} is lost" if four[-1] < 0 else f"but it is never less than {limit}"
                yield f"{label} ({roll}): with both it would be {limit - four[-1]}, {loss}."
            else:
                yield f"{first_up(label)} ({roll}) {self._counts(label, four)}."

    def _counts(self, label: str, four: Sequence[int]) -> str:
        """When a modifier counts, and how much."""
        (_, one, other, both), changes = four, (self.interaction.one.words, self.interaction.other.words)
        if [value for value in four if value] == [both]:
            return f"counts only with both, {signed(both)}"
        when = ", ".join(f"{signed(value)} {when}" for value, when in zip(four, self._whens(), strict=True) if value)
        if [value for value in four if value] in ([one], [other]):
            alone, beside = changes if one else changes[::-1]
            if alone == label:
                return f"counts {signed(one or other)} by itself, but not with {beside}"
            return f"counts {when}, but not with both"
        return f"counts {when}" if all(four) else f"counts {when}, and not otherwise"

    def _whens(self) -> tuple[str, ...]:
        return "at first", f"with {self.interaction.one.words}", f"with {self.interaction.other.words}", "with both"

    # What the dice make of them

    def figure(self, background: int, **values: Value) -> Fraction:
        """The figure of a case with some of its target numbers replaced."""
        result = self.interaction.results[background]
        targets = result.targets
        for name, value in values.items():
            targets = _with(targets, name.split("."), value)
        return self.interaction.measure.at(result.rules, targets)

    def _tells(self, name: str) -> bool:
        """Does this target number tell on the figure, in any of the cases?"""
        if isinstance(self.check, Process):
            return True
        return any(
            self.figure(case, **{name: value}) != self.interaction.figures[case]
            for case in range(4)
            for value in self.values(name)
        )

    def name(self, name: str) -> str:
        """A target number in words: a sum is known by its roll."""
        roll = self._roll(name)
        return f'"{roll}"' if roll else ": ".join(self.check.spelling.words(step) for step in name.split("."))

    def _roll(self, name: str) -> str:
        """What roll a target number is a sum for; "" where it is none."""
        part = self.check.nodes.get(name)
        return part.title(self.interaction.results[0].rules) if isinstance(part, Total) else ""

    def different_throws(self, relevant: Sequence[str]) -> list[str]:
        """That the two changes bear on different throws, in a sentence; empty where they do not."""
        pairs = [
            (a, b)
            for a in relevant
            if a in self.by_one
            for b in relevant
            if b in self.by_other and a != b and self._cross(a, b)
        ]
        if not pairs:
            return []
        ones, others = (
            dict.fromkeys(self.name(name) for name in relevant if name in moved)
            for moved in (self.by_one, self.by_other)
        )
        sums = {name for pair in pairs for name in pair} <= self.check.sums
        rolls = "more than one roll decides, and " if sums else ""
        one, other = self.interaction.one.words, self.interaction.other.words
        rolls_text = "; ".join(
            f"with {words} {_and(names)} change{'s' * (len(names) == 1)}"
            for words, names in ((one, ones), (other, others))
        )
        return [f"{first_up(rolls_text)}: {rolls}what one is worth depends on the other."]

    def _cross(self, a: str, b: str) -> bool:
        """Is a step of one number worth something else after a step of the other?"""
        before_a, after_a, *_ = self.values(a)
        before_b, _, after_b, _ = self.values(b)
        return any(
            _apart([self.figure(case, **{a: x, b: y}) for y in (before_b, after_b) for x in (before_a, after_a)])
            for case in range(4)
        )

    def _bent(self, name: str) -> bool:
        """Do the two steps along one number not add up, all else the same?"""
        return any(_apart([self.figure(case, **{name: value}) for value in self.values(name)]) for case in range(4))

    def _steps(self, name: str) -> list[tuple[int, Fraction]]:
        """What each step of a target number is worth, from where on, between its values in the four cases."""
        values = self.values(name)
        if isinstance(values[0], tuple):  # several numbers at once have no steps
            return []
        low, high = min(values), min(max(values), min(values) + _FARTHEST)
        background = next(case for case in range(4) if _apart([self.figure(case, **{name: value}) for value in values]))
        line = [self.figure(background, **{name: value}) for value in range(low, high + 1)]
        return [(low + i, after - before) for i, (before, after) in enumerate(pairwise(line))]

    def _along(self, name: str) -> str:
        """Where a step of a target number changes its worth."""
        steps, question = self._steps(name), self.interaction.measure
        if not steps:
            return f"{self.name(name)} depends on both changes at once."
        low, high = steps[0][0], steps[-1][0] + 1
        runs = [(worth, [at for at, _ in group]) for worth, group in groupby(steps, key=lambda step: step[1])]
        if len(runs) > _MAX_RUNS:
            least, most = min(worth for worth, _ in runs), max(worth for worth, _ in runs)
            text = f"between {low} and {high} a step is worth from {question.change(least)} to {question.change(most)}"
        else:
            text = ", ".join(
                f"from {at[0]} to {at[-1] + 1} {'each' if len(at) > 1 else 'a'} step is worth "
                + (question.both(worth) if worth else "nothing")
                for worth, at in runs
            )
        number = self.name(name)
        return (
            f"Both change the same number, {number}, and a step of it is worth more in some places than in "
            f"others: {text}."
        )


def _flat(targets: Targets, before: str = "") -> Iterator[tuple[str, Value]]:
    """Each target number by its name; those of a part as ``part.number``."""
    for name in targets._fields:
        value = getattr(targets, name)
        if hasattr(value, "_fields"):
            yield from _flat(value, f"{before}{name}.")
        else:
            yield before + name, value


def _with(targets: Targets, name: Sequence[str], value: Value) -> Targets:
    """Target numbers with one of them replaced."""
    first, *rest = name
    return targets._replace(**{first: _with(getattr(targets, first), rest, value) if rest else value})


def _adds_up(four: Sequence[Value]) -> bool:
    """Is a target number what the changes make of it one by one, or in all its parts if it has parts?"""
    if all(type(value) is int for value in four):
        return not _apart(four)
    if all(isinstance(value, tuple) for value in four) and len(set(map(len, four))) == 1:
        return all(map(_adds_up, zip(*four, strict=True)))
    neither, one, other, both = four
    return (neither, other) == (one, both) or (neither, one) == (other, both)


def _and(names: Sequence[str] | dict[str, None]) -> str:
    return " and ".join(names)
