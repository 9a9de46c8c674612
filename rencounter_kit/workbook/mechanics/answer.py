"""The answer of a check: outcome to exact probability, the numbers that made it, and what can be asked of it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from ...engine.dice.dist import Dist, Outcome, spread_text
from ...engine.dice.throw import Random, Roll, Targets
from ...engine.formats.table import ExactTable
from ...engine.words.wording import (
    always_text,
    chance_text,
    chance_words,
    fraction_text,
    number_text,
    percent_text,
    plural,
    so_many,
    sum_text,
)
from ..rulebook.book import DICE_HEADING, Rule, Ruleset
from ..rulebook.stamp import unverified
from ..rulebook.text import Value
from ..rulebook.watching import Reads
from .branches import USUAL, Branches
from .explain import Explanation
from .modifiers import Entry
from .no_effect import NoEffect
from .parameter import QUESTION
from .question import Question
from .space import Event, EventLike, Space

if TYPE_CHECKING:
    import pandas as pd

    from .estimate import Simulation


def headed(title: str, marks: Iterable[str]) -> str:
    """A head that says how the figures below are marked, where they are."""
    each = ", ".join(dict.fromkeys(marks))
    return f"{title} [{each} figures]" if each else title


class Answer(Mapping[Outcome, Fraction]):
    """The answer of a check: outcome to exact probability; outcomes that cannot happen are absent.

    ``.dist`` the distribution, ``.targets`` the numbers that the dice saw, ``.modifiers`` what made them,
    ``.explain()`` the reasons, ``.branches()`` the ways of the dice, ``.roll(seed)`` one traced throw, ``.simulate(n,
    seed)`` many.
    """

    def __init__(
        self,
        check: Question,
        rules: Ruleset,
        params: dict[str, Value],
        targets: Targets,
        modifiers: tuple[Entry, ...],
        dist: Dist,
        read: Reads,
    ) -> None:
        self.check, self.rules, self._params = check, rules, params
        self.targets, self.modifiers, self.dist = targets, modifiers, dist
        self._read = read

    @property
    def params(self) -> dict[str, Value]:
        """Every parameter with its value."""
        return dict(self._params)

    @property
    def space(self) -> Space:
        """All that the answer could be, whatever the situation."""
        return self.check.space(self.targets)

    def __getitem__(self, outcome: Outcome) -> Fraction:
        return self.dist[self.check.outcome_of(outcome, self.space, self.dist)]

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.dist)

    def __len__(self) -> int:
        return len(self.dist)

    def __repr__(self) -> str:
        inside = ", ".join(f"{self.check.text(o)}: {fraction_text(p)}" for o, p in self.dist.items())
        return f"<{self.check.id}: {inside}>"

    def event(self, what: EventLike) -> Fraction:
        """Chance of a named event of the check (such as "hits"), of an outcome, or of any of several in a list.

        What cannot happen here has chance 0. Raises ``RuleError`` when the check has no such thing, or when it can be
        told by another ``result`` only.
        """
        return self.dist.probability(self.test(what))

    @property
    def events(self) -> dict[str, Fraction]:
        """The chance of each named event that this result can tell."""
        return {name: self.event(name) for name in self.check.events_of(self.space)}

    def test(self, what: EventLike) -> Event:
        """The outcomes that ``what`` means, as a test of one outcome."""
        return self.check.test(what, self.space)

    @cached_property
    def headline(self) -> str:
        """The answer in one sentence, such as "hits 1 time in 6 (16.7 %, 1/6)"."""
        certain = len(self.dist) == 1
        if certain:
            (only,) = self.dist
            has_unit = self.check.unit and type(only) is int
            return always_text(so_many(only, self.check.unit) if has_unit else self.check.words(only))
        numbers = all(isinstance(o, (int, Fraction)) for o in self.dist)
        chances = self.events
        likely = [(name, p) for name, p in chances.items() if p]
        for name, p in likely or ([] if numbers else chances.items()):
            return f"{self.check.words(name)} {chance_words(p, often=True)}"
        if numbers:
            low, high = self.dist.outcomes[0], self.dist.outcomes[-1]
            mean = self.dist.mean
            exact = f" ({mean})" if 1 < mean.denominator < 10**9 else ""
            return f"{self._mean}{exact}, from {low} to {high}"
        first = max(self.dist, key=lambda o: self.dist[o])
        p = self.dist[first]
        return f"most likely {self.check.words(first)}: {chance_words(p)}"

    @property
    def average(self) -> str:
        """Its mean, where it has one that the headline does not say, such as "2.5 spells on average"; else empty."""
        is_plain = not self.space.has_mean or len(self.dist) == 1 or self.headline.startswith(self._mean)
        return "" if is_plain else self._mean

    @property
    def spread(self) -> str:
        """Of numbers the mean, the standard deviation and where the middle half lies; else empty.

        >>> from rencounter_kit import check
        >>> check("odd_encounters.melee_damage").spread
        'mean 1.925, spread 2.15, middle half 0 to 4 (81.7 %)'
        """
        return spread_text(self.dist) if self.space.has_mean and len(self.dist) > 1 else ""

    @property
    def _mean(self) -> str:
        mean, what = number_text(self.dist.mean), self.measure
        if self.counted or not what:
            return " ".join(filter(None, [mean, self.counted, "on average"]))
        return f"{what}: {mean} on average"

    @property
    def counted(self) -> str:
        """What its numbers count, such as "spells"; empty where they are no number of things."""
        what = self.measure
        return plural(self.check.unit) if self.check.unit else what if re.fullmatch(r"\w+s", what) else ""

    @property
    def measure(self) -> str:
        """What its numbers are, where that need be said."""
        return self.check.measure or self.check.spelling.words(str(self.params.get(QUESTION, "")))

    @cached_property
    def reads(self) -> frozenset[str]:
        """The paths of all rules that were read for this answer: a change of any other cannot change it."""
        return self._paths(self._read.before | self._read.dice)

    def _paths(self, read: frozenset[str]) -> frozenset[str]:
        return self.rules.paths_of(read)

    @cached_property
    def tables(self) -> list[tuple[str, list[Rule]]]:
        """The dice, and the tables and figures that they read, or where they read none, those beside the modifiers:
        path and rules, of a table all of them.
        """
        dice = {path for path in self._read.before | self._read.dice if path.startswith(DICE_HEADING)}
        read = (self._read.dice - dice or self._read.before) | dice
        modifier_paths = {entry.rule.path for entry in self.modifiers if entry.rule}
        modifier_paths.update(p.path for p in self.check.parameters.values())
        paths, tables = self._paths(read) - modifier_paths, dict[str, list[Rule]]()
        for path in (path for path in self.rules if path in paths):
            table, rule = path.rpartition(".")[0], self.rules.rule(path)
            if table in read:
                tables.setdefault(table, self.rules.below(table))
            elif rule.is_dice or type(rule.value) in (int, float, tuple):
                tables[path] = [rule]
        return list(tables.items())

    @cached_property
    def marked(self) -> list[Rule]:
        """The figures that this answer rests on and that are not simply printed: assumed, reconstructed and so on."""
        return [rule for rule in self.rules.marked if rule.path in self.reads]

    @property
    def title(self) -> str:
        """The question for the head of a chart, with a word of warning where it rests on marked figures."""
        return headed(self.check.title, (rule.mark for rule in self.marked))

    @cached_property
    def no_effects(self) -> list[NoEffect]:
        """What is set and changes nothing here.

        >>> from rencounter_kit import check
        >>> print(*check("rencounter.fire", shield="large").no_effects)
        shield large: no effect with weapon flintlock musket (large shield, Fire Combat: Armor and Shields)
        """
        return self.check.no_effects(self.rules, self._params, (self.targets, self.modifiers), self.dist)

    def explain(self) -> Explanation:
        """Why: each modifier with its source, the target numbers in words, the chances."""
        check = self.check
        numbers = [(name, getattr(self.targets, name)) for name in check.targets]
        sums = check.sums - check.unmade(self.rules, self.params)
        return Explanation(
            f"{check.id}: {check.title}  ({self.rules.title}: {check.source})",
            self.modifiers,
            [(name, one) for name, one in numbers if type(one) is int and (one or name in sums)],
            list(check.says(self.rules, self.targets)),
            self.tables,
            [(check.words(outcome), chance_text(p)) for outcome, p in self.dist.items()],
            sum_text(p for _, p in self.dist.items()),
            self.headline,
            self.average,
            [*(rule.guess for rule in self.marked), *filter(None, [unverified(check.stem)])],
            [str(rule) for rule in self.rules.house_rules],
            lambda: self.no_effects,
            check.spelling,
        )

    def branches(self, most: int = USUAL) -> Branches:
        """Every way the dice can fall, in words and fractions, told in so many ways at most (1 to 10,000)."""
        check = self.check
        scale = check.scale if check.part else self.space.scale
        return Branches(self.title, check.part, check.tree(self.rules, self.targets), check.words, scale, most)

    def roll(self, seed: int | random.Random | None = None) -> Roll:
        """One throw of the dice, every step told; the same seed throws the same."""
        throw = Random(seed)
        outcome = self.check.throw_once(self.rules, self.targets, throw)
        return Roll(outcome, tuple(throw.steps), self.check.words(outcome))

    def simulate(self, throws: int, seed: int | None = None) -> Simulation:
        """What comes of many random throws: a check of the exact answer by chance alone.

        throws : 1 to 1,000,000,000.
        seed : the same one throws the same; chosen at random, and told, when left out.
        """
        from .estimate import throw_many

        return throw_many(self.check, self.rules, self.targets, throws, seed, what="throws")

    def as_table(self) -> ExactTable:
        """Each outcome with its chance, to be written in any format."""
        lines = [(o if type(o) is int else self.check.text(o), p) for o, p in self.dist.items()]
        read = [(self.check.words(outcome), percent_text(p), fraction_text(p)) for outcome, p in self.dist.items()]
        title = f"{self.title.rstrip('?')}: {self.headline}"
        notes = [self.spread] if self.spread else []
        return ExactTable(("outcome", "chance"), lines, title, notes, read=[("outcome", "chance", "exactly"), *read])

    def to_series(self) -> pd.Series:
        """A pandas Series of exact Fractions."""
        return self.dist.to_series()

    def _repr_html_(self) -> str:
        return self.explain()._repr_html_()
